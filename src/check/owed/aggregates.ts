import { wordsOf } from '#src/catalog/name-keys.ts';
import { type AskedWords, isNamed, isSort, isTelling } from '#src/check/owed/asked-words.ts';
import type { OwedLanguage } from '#src/check/owed/languages.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { hasPhrase, meaningAt } from '#src/check/owed/phrases.ts';
import type { Statement } from '#src/check/owed/statement.ts';
import type { BaseColumn, CallNode, ExprNode } from '#src/plugin-api/query-facts.ts';
import { isFunction, rowOf } from '#src/query/functions.ts';
import { bare, callsIn, columnNodes, columnOf, divides } from '#src/sql/nodes.ts';

/** "Average", "total", "how many", and none of them: which function stands over the rows. */
export const aggregatesOwed: ReadObligations = (asked) => [
  ...namedAggregatesOwed(asked),
  ...noOther(asked),
];

/** Those that a word asks for. */
export const namedAggregatesOwed: ReadObligations = (asked) => [
  ...averageOwed(asked),
  ...totalOwed(asked),
  ...countOwed(asked),
];

/** A word that is not part of the name of a column or a value: `average` in "average rating" of a column of that name. */
const wordsOutside = (asked: AskedWords, words: ReadonlySet<string>): readonly number[] =>
  asked.tokens.flatMap(({ lower, kind }, at) =>
    kind === 'word' && words.has(lower) && !isNamed(asked, at) ? [at] : [],
  );

const isAverage = (sql: string) => rowOf(sql)?.averages === true || isFunction(sql, 'mode');
/** Whether a column is read that has one of the words in its name, or is short for it: `tot cred`. */
const readsLabel = ({ facts, columnOf: known }: Statement, words: ReadonlySet<string>) =>
  facts.columns.some((one) =>
    wordsOf(known(one)?.label ?? one.column).some(
      (word) =>
        words.has(word) || (word.length > 2 && [...words].some((whole) => whole.startsWith(word))),
    ),
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
          : "The question asks for an average, but the SQL doesn't calculate one.",
    },
  ];
}

export function totalOwed(asked: AskedWords): readonly Obligation[] {
  const { total, notTotal } = asked.words;
  const at = wordsOutside(asked, total).find(
    (place) => !notTotal.has(asked.tokens[place + 1]?.lower ?? ''),
  );
  // "Average and total", "the largest total": more than one function is asked for.
  if (at === undefined || asksMore(asked)) return [];
  const isOfMeasure = asked.mentions.some(
    ({ start, tables, columns }) =>
      start === at + 1 &&
      tables.length === 0 &&
      columns.every(({ column }) => column.kind === 'measure'),
  );
  return [
    {
      kind: 'aggregate',
      words: asked.text(at, at + 1),
      unmetBy: (statement) => {
        const aggregates = statement.calls.filter(({ aggregate }) => aggregate);
        const adds = aggregates.some((call) => addsUp(call, isOfMeasure));
        // A list may show the total that one row holds.
        const lists = aggregates.length === 0 && showsAmount(statement);
        if (lists || adds || readsLabel(statement, total)) return null;
        const [first] = aggregates;
        return `The question asks for a total, but the SQL ${first ? `uses ${nameOf(first)}` : "doesn't calculate one"}.`;
      },
    },
  ];
}

const showsAmount = ({ facts: { root }, columnOf: known }: Statement): boolean =>
  root.outputs.some(({ columns }) => columns.some((one) => known(one)?.kind === 'measure'));

/** A sum; a count, where things may be what is totalled. */
const addsUp = ({ name, args: [arg] }: CallNode, isOfMeasure: boolean): boolean =>
  rowOf(name)?.combine === 'sum' &&
  (!isFunction(name, 'count') || !(isOfMeasure || (arg !== undefined && isArithmetic(arg))));

function nameOf(call: CallNode): string {
  const row = rowOf(call.name);
  return row ? `the ${row.word}` : 'another function';
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
            ({ kind, lower }, index) =>
              asked.inPeriod.has(count.end + index) ||
              (kind === 'word' &&
                !language.countedWords.has(lower) &&
                !language.beforeCounted.has(lower)),
          ),
    );
    const words = asked.text(at, thing?.end ?? count.end);
    // "Number of people injured", of a column that holds such numbers.
    const numbers = mentions.find(
      ({ start, columns }) =>
        start >= (thing?.end ?? Number.POSITIVE_INFINITY) &&
        columns.length > 0 &&
        columns.every(({ column }) => column.kind === 'measure') &&
        !tokens.slice(thing?.end, start).some((one) => isTelling(one, language)),
    );
    return [
      {
        kind: 'aggregate',
        words,
        unmetBy: (statement) =>
          readsOne(numbers, statement) ? null : notCounted({ words, thing, language }, statement),
      },
    ];
  });
}

const readsOne = (mention: AskedWords['mentions'][number] | undefined, { reads }: Statement) =>
  mention?.columns.some(({ table, column }) => reads(table.name, column.name)) === true;

/** Whether an average or an end of an order is asked for, besides what else is. */
const asksMore = (asked: AskedWords) => {
  const { tokens, inPeriod, words: language } = asked;
  return tokens.some(({ lower }, at) => {
    if (inPeriod.has(at)) return false;
    if (language.average.has(lower)) return true;
    const isEnd = (word: string) => language.ends.has(word) || language.superlatives.has(word);
    if (!isEnd(lower)) return false;
    // "Most first" sorts all rows.
    return language.first.has(lower)
      ? !tokens.slice(Math.max(0, at - 3), at).some((one) => isEnd(one.lower))
      : !isSort(asked, at);
  });
};

const NUMBERING: readonly string[] = ['count', 'rank', 'row_number'];
/** Functions that count rows or number them: `count_if`, `dense_rank`. */
const isNumbering = (sql: string) => NUMBERING.some((part) => sql.includes(part));

interface Counted {
  readonly words: string;
  readonly thing: AskedWords['mentions'][number] | undefined;
  readonly language: OwedLanguage;
}

function notCounted({ words, thing, language }: Counted, statement: Statement): string | null {
  const { calls, facts } = statement;
  const aggregates = calls.filter(({ aggregate }) => aggregate);
  const amount = amountOf(thing, aggregates, statement);
  if (amount)
    return `The question asks "${words}", but the SQL uses ${nameOf(amount)} of that column.`;
  if (calls.some(({ name }) => isNumbering(name))) return null;
  if (readsLabel(statement, language.numbering)) return null;
  const sums = aggregates.filter(({ name }) => /^f?sum/.test(name));
  const isTable = thing !== undefined && thing.tables.length > 0 && thing.columns.length === 0;
  if (sums.length === 0) {
    if (
      readsOne(thing, statement) ||
      (!isTable && aggregates.length === 0) ||
      facts.root.setOperation
    )
      return null;
    const [first] = aggregates;
    return `The question asks "${words}", but the SQL ${first ? `uses ${nameOf(first)}` : "doesn't count anything"}.`;
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
    ? `The question asks "${words}", but the SQL adds up ${first.label}.`
    : null;
}

/**
 * "How many stops were made", of a column that holds numbers of them: they are added up, neither counted nor picked from.
 * A column in the singular may hold something else of each row.
 */
function amountOf(
  thing: AskedWords['mentions'][number] | undefined,
  aggregates: readonly CallNode[],
  statement: Statement,
): CallNode | null {
  if (!thing || thing.tables.length > 0) return null;
  const isAmount = thing.columns.every(
    ({ column }) =>
      column.kind === 'measure' &&
      column.type !== 'boolean' &&
      !wordsOf(column.label).includes(column.label.toLowerCase().split(' ').at(-1) ?? ''),
  );
  const [only, second] = aggregates;
  const column = only?.args[0] && columnOf(only.args[0]);
  const isOwn =
    column &&
    thing.columns.some(({ column: { label } }) => label === statement.columnOf(column)?.label);
  return isAmount && isOwn && !second && !isFunction(only.name, 'sum') ? only : null;
}

/** The column that a quotient counts, where another one is added up above it: `SUM(cost) / COUNT(weight)`. */
function otherCount(node: ExprNode): readonly BaseColumn[] {
  if (!divides(node)) return [];
  const calls = callsIn(node).filter(({ aggregate, distinct }) => aggregate && !distinct);
  const columnsOf = (name: string) =>
    calls
      .filter((call) => isFunction(call.name, name === 'sum' ? 'sum' : 'count'))
      .flatMap(({ args: [arg] }) => (arg ? columnNodes(arg) : []))
      .flatMap(({ column }) => column ?? []);
  const added = columnsOf('sum');
  const counted = columnsOf('count');
  const isAdded = (one: BaseColumn) =>
    added.some(({ table, column }) => table === one.table && column === one.column);
  return added.length === 0 ? [] : counted.filter((one) => !isAdded(one));
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
  const counts =
    has(language.counts) ||
    hasPhrase(
      asked.tokens,
      language.counted.map(({ phrase }) => phrase),
    );
  return [
    {
      kind: 'aggregate',
      words: asked.question,
      unmetBy: (statement) => {
        const { root } = statement.facts;
        const shown = root.outputs.map(({ node }) => bare(node));
        const divided = shown.flatMap(otherCount);
        const [by] = divided.flatMap((one) => statement.columnOf(one) ?? []);
        if (by?.kind === 'measure')
          return `The SQL divides by the number of rows with a value for ${by.label}, not by ${by.label} itself.`;
        for (const node of shown) {
          if (node.kind !== 'call' || !node.aggregate || node.over) continue;
          const [arg] = node.args;
          const column = arg && columnOf(arg);
          if (arg && node.name === 'count' && isArithmetic(arg))
            return "The SQL counts the results of a calculation, which the question doesn't ask for.";
          const known = column && statement.columnOf(column);
          if (known?.kind !== 'measure') continue;
          const isEnd = rowOf(node.name)?.takes === 'orderable';
          if ((!ends && isEnd) || (!averages && node.name === 'avg'))
            return `The SQL uses ${nameOf(node)} of ${known.label}, which the question doesn't ask for.`;
          const isAsked = asked.mentions.some(({ columns }) =>
            columns.some(({ column: one }) => one.label === known.label),
          );
          if (!counts && isAsked && node.name === 'count' && !node.distinct)
            return `The question asks for ${known.label}, but the SQL counts the rows that have a value for it.`;
        }
        return null;
      },
    },
  ];
}
