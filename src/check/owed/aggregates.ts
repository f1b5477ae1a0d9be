import { type AskedWords, isNamed, isTelling } from '#src/check/owed/asked-words.ts';
import type { OwedLanguage } from '#src/check/owed/languages.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { meaningAt } from '#src/check/owed/phrases.ts';
import type { Statement } from '#src/check/owed/statement.ts';
import { wordsOf } from '#src/planner/lexicon/keys.ts';
import type { CallNode, ExprNode } from '#src/plugin-api/query-facts.ts';
import { isFunction, rowOf } from '#src/query/functions.ts';
import { bare, columnOf, divides } from '#src/sql/nodes.ts';

/** "Average", "total", "how many", and none of them: which function stands over the rows. */
export const aggregatesOwed: ReadObligations = (asked) => [
  ...averageOwed(asked),
  ...totalOwed(asked),
  ...countOwed(asked),
  ...noOther(asked),
];

/** A word that is not part of the name of a column or a value: `average` in "average rating" of a column of that name. */
const wordsOutside = (asked: AskedWords, words: ReadonlySet<string>): readonly number[] =>
  asked.tokens.flatMap(({ lower, kind }, at) =>
    kind === 'word' && words.has(lower) && !isNamed(asked, at) ? [at] : [],
  );

const isAverage = (sql: string) => rowOf(sql)?.averages === true || isFunction(sql, 'mode');
const readsLabel = ({ facts, columnOf: known }: Statement, words: ReadonlySet<string>) =>
  facts.columns.some((one) =>
    wordsOf(known(one)?.label ?? one.column).some((word) => words.has(word)),
  );

function averageOwed(asked: AskedWords): readonly Obligation[] {
  const [at] = wordsOutside(asked, asked.words.average);
  if (at === undefined) return [];
  const words = asked.text(at, at + 1);
  return [
    {
      kind: 'aggregate',
      words,
      unmetBy: (statement) =>
        statement.calls.some(({ name }) => isAverage(name)) ||
        statement.nodes.some(divides) ||
        readsLabel(statement, asked.words.average)
          ? null
          : 'The question asks for an average; the statement computes none.',
    },
  ];
}

function totalOwed(asked: AskedWords): readonly Obligation[] {
  const { total, notTotal } = asked.words;
  const at = wordsOutside(asked, total).find(
    (place) => !notTotal.has(asked.tokens[place + 1]?.lower ?? ''),
  );
  // "Average and total", "the largest total": more than one function is asked for.
  if (at === undefined || asksMore(asked)) return [];
  return [
    {
      kind: 'aggregate',
      words: asked.text(at, at + 1),
      unmetBy: (statement) => {
        const aggregates = statement.calls.filter(({ aggregate }) => aggregate);
        const adds = aggregates.some(({ name }) => rowOf(name)?.combine === 'sum');
        if (aggregates.length === 0 || adds || readsLabel(statement, total)) return null;
        return `The question asks for a total; the statement takes ${nameOf(aggregates[0])}.`;
      },
    },
  ];
}

function nameOf(call: CallNode | undefined): string {
  const row = rowOf(call?.name ?? '');
  return row ? `the ${row.word}` : 'something else';
}

/** "How many orders", "number of orders": a count, or a sum of what counts them. */
function countOwed(asked: AskedWords): readonly Obligation[] {
  const { tokens, mentions, words: language } = asked;
  // "The average number of orders", "the largest number of hours" ask for more than a count.
  if (asksMore(asked)) return [];
  return tokens.flatMap((_, at): readonly Obligation[] => {
    const count = meaningAt(tokens, at, language.counted);
    const before = tokens[at - 1];
    if (!count || mentions.some(({ start, end }) => start <= at && at < end)) return [];
    if (count.means === 'names' && before !== undefined && isTelling(before, language)) return [];
    const thing = mentions.find(
      ({ start }) =>
        start >= count.end &&
        tokens
          .slice(count.end, start)
          .every(
            ({ kind, lower }) =>
              kind === 'word' &&
              !language.countedWords.has(lower) &&
              !language.beforeCounted.has(lower),
          ),
    );
    const words = asked.text(at, thing?.end ?? count.end);
    return [
      {
        kind: 'aggregate',
        words,
        unmetBy: (statement) => notCounted({ words, thing, language }, statement),
      },
    ];
  });
}

/** Whether an average or an end of an order is asked for, besides what else is. */
const asksMore = ({ tokens, inPeriod, words: { average, ends, superlatives } }: AskedWords) =>
  tokens.some(
    ({ lower }, at) =>
      !inPeriod.has(at) && (average.has(lower) || ends.has(lower) || superlatives.has(lower)),
  );

interface Counted {
  readonly words: string;
  readonly thing: AskedWords['mentions'][number] | undefined;
  readonly language: OwedLanguage;
}

function notCounted({ words, thing, language }: Counted, statement: Statement): string | null {
  const { calls, facts } = statement;
  const aggregates = calls.filter(({ aggregate }) => aggregate);
  if (calls.some(({ name }) => /count|rank|row_number/.test(name))) return null;
  if (readsLabel(statement, language.numbering)) return null;
  const sums = aggregates.filter(({ name }) => /^f?sum/.test(name));
  const isTable = thing !== undefined && thing.tables.length > 0 && thing.columns.length === 0;
  if (sums.length === 0) {
    const reads = thing?.columns.some(({ table, column }) =>
      statement.reads(table.name, column.name),
    );
    if (reads || (!isTable && aggregates.length === 0) || facts.root.setOperation) return null;
    const said = aggregates.length > 0 ? `takes ${nameOf(aggregates[0])}` : 'counts nothing';
    return `The question asks "${words}"; the statement ${said}.`;
  }
  if (!isTable) return null;
  const own = new Set(thing.tables.flatMap(({ label }) => wordsOf(label)));
  const other = sums.flatMap(({ args: [arg] }) => {
    const column = arg && columnOf(arg);
    const known = column && statement.columnOf(column);
    return known && known.type !== 'boolean' && known.kind === 'measure' ? [known] : [];
  });
  const [first] = other;
  return first &&
    other.length === sums.length &&
    !other.some(({ label }) => wordsOf(label).some((word) => own.has(word)))
    ? `The question asks "${words}"; the statement adds up ${first.label}.`
    : null;
}

const isArithmetic = (node: ExprNode) => {
  const plain = bare(node);
  return plain.kind === 'operation' && ['*', '+', '-', '/'].includes(plain.op);
};

/** Where no word asks for an end or an average, none is shown. */
function noOther(asked: AskedWords): readonly Obligation[] {
  const has = (words: { has(word: string): boolean }) =>
    asked.tokens.some(({ lower }, at) => words.has(lower) && !asked.inPeriod.has(at));
  const language = asked.words;
  const ends = has(language.ends) || has(language.superlatives) || has(language.comparatives);
  const averages = has(language.average) || has(language.rates);
  const counts = has(language.counts);
  return [
    {
      kind: 'aggregate',
      words: asked.question,
      unmetBy: (statement) => {
        const { root } = statement.facts;
        const shown = root.outputs.map(({ node }) => bare(node));
        for (const node of shown) {
          if (node.kind !== 'call' || !node.aggregate || node.over) continue;
          const [arg] = node.args;
          const column = arg && columnOf(arg);
          if (!counts && arg && node.name === 'count' && isArithmetic(arg))
            return 'The question asks for no count; the statement counts what it computes.';
          const known = column && statement.columnOf(column);
          if (known?.kind !== 'measure') continue;
          const said = `the statement takes ${nameOf(node)} of ${known.label}`;
          if (!ends && rowOf(node.name)?.takes === 'orderable')
            return `The question asks for no end of an order; ${said}.`;
          if (!averages && node.name === 'avg') return `The question asks for no average; ${said}.`;
          const isAsked = asked.mentions.some(({ columns }) =>
            columns.some(({ column: one }) => one.label === known.label),
          );
          if (!counts && isAsked && node.name === 'count' && !node.distinct)
            return `The question asks for ${known.label}; the statement counts the rows that have one.`;
        }
        return null;
      },
    },
  ];
}
