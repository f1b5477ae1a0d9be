import { wordsOf } from '#src/catalog/name-keys.ts';
import { ENGLISH_ASKED_WORDS } from '#src/language/en/asked-words.ts';
import { MOST, NUMBER_HEADS } from '#src/language/en/grammar.ts';
import { AUXILIARIES } from '#src/language/en/rewordings.ts';
import { blocksIn, columnBehind, columnsIn, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Expr, Predicate, SelectQuery } from '#src/plugin-api/query.ts';
import { isColumnCalled, isNameOfRows } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';
import { type Schema, tableOf } from '#src/read/resolve.ts';

type Keys = Pick<Schema, 'tables' | 'references'>;
type Comparison = Extract<Predicate, { readonly kind: 'compare' }>;

/**
 * What a query makes of a number that only tells rows apart: it ranks rows by it (`the guild with the most apprentices`, by the number of
 * an apprentice), holds one to be above another (`after any order that was returned`), or takes a number word for one (`the two
 * chains with most shops`). The name of the column, or null.
 */
export const measuresKey: Finds<string> = (question, query, keys) => {
  for (const block of blocksIn(query)) {
    const sources = tablesByAlias(block);
    const labelOf = (expr: Expr): string | null => {
      const found = columnBehind(expr, sources, keys.tables);
      if (!found) return null;
      const { table, column } = found;
      const isKey =
        keys.references.has(`${table.name}\0${column.name}`) ||
        (table.primaryKey?.length === 1 && table.primaryKey[0] === column.name);
      return isKey ? column.label : null;
    };
    const [first] = block.orderBy;
    const ranked = first && block.limit !== null ? labelOf(first.expr) : null;
    if (ranked !== null && question.tokens.some((_, at) => question.is(at, MOST))) return ranked;
    for (const one of block.where) {
      if (one.kind !== 'compare') continue;
      const label = labelOf(one.left);
      if (label === null) continue;
      if (one.op !== '=' && one.op !== '<>' && labelOf(one.right) !== null) return label;
      if (one.op === '=' && isWord(one, question)) return label;
    }
  }
  return null;
};

/** `the two chains`: a number that a question spells, and no `five star`. */
const isWord = ({ left, right }: Comparison, question: Question): boolean =>
  left.kind === 'column' &&
  right.kind === 'literal' &&
  question.tokens.some(
    ({ kind, value }, at) =>
      kind === 'word' &&
      value === right.value &&
      !question.canBe(at + 1, isColumnCalled(left.column)),
  );

/**
 * `How many legs has the route`, of which a query adds up the numbers of its legs: a column that is called in the singular, and holds
 * one number after another, numbers them. The words, or null.
 */
export const sumsNumbers: Finds<string> = (question, query, keys) => {
  return ofAggregates(query, keys, 'sum', ({ column: { label, profile } }) => {
    const head = label.toLowerCase().split(' ').at(-1);
    const [min, max] = [Number(profile?.min), Number(profile?.max)];
    const areInRow = min === 1 && profile?.distinctCount === max;
    const counted = question.tokens.find(
      ({ lower, lemma }, at) =>
        lemma !== lower &&
        lemma === head &&
        question.phrase(at - 2, ENGLISH_ASKED_WORDS.counted)?.to === at,
    );
    return areInRow && counted ? counted.text : null;
  });
};

/**
 * `The guild with the largest number of points`, of which a query counts how many different numbers of points there are. The name of the
 * column, or null.
 */
export const countsAmounts: Finds<string> = (question, query, keys) => {
  if (question.tokens.some((_, at) => question.is(at, question.language.distinct))) return null;
  const rows = new Set(
    question.tokens.flatMap(({ lemma }, at) => (question.canBe(at, isNameOfRows) ? [lemma] : [])),
  );
  return ofAggregates(query, keys, 'count', ({ column: { kind, label } }) =>
    kind === 'measure' && !wordsOf(label).some((word) => rows.has(word)) ? label : null,
  );
};

/**
 * `The numbers of the crates`, of which a query counts the crates, though each has a number. The name of the column, or null.
 */
export const countsNumbered: Finds<string> = (question, query, keys) => {
  const counts = query.select.some(({ expr }) => expr.kind === 'aggregate' && expr.fn === 'count');
  if (!counts || query.groupBy.length > 0) return null;
  for (const [at, { lemma }] of question.tokens.entries()) {
    if (!NUMBER_HEADS.has(lemma) || !question.isPlural(at) || question.word(at + 1) !== 'of')
      continue;
    const rows = question
      .nouns(at + 2)
      .flatMap((from) => question.refs(from))
      .flatMap(({ options }) => options.filter(isNameOfRows));
    for (const { table } of rows) {
      const own = keys.tables
        .get(table)!
        .columns.find(({ label }) => NUMBER_HEADS.has(wordsOf(label).at(-1) ?? ''));
      if (own) return own.label;
    }
  }
  return null;
};

/**
 * `Members that used the card that is the most common`, of which a query tells the member with the most cards: what is said to be common is
 * what is counted for. Its words, or null.
 */
export const commonOthers: Finds<string> = (question, query, { references }) => {
  const ranked = blocksIn(query).filter(
    ({ orderBy: [first], limit, groupBy }) =>
      limit !== null && groupBy.length > 0 && first?.expr.kind === 'aggregate',
  );
  if (ranked.length === 0) return null;
  const grouped = ranked.flatMap((block) => {
    const sources = tablesByAlias(block);
    return columnsIn(block.groupBy).flatMap(({ alias, column }) => {
      const table = sources.get(alias) ?? '';
      const target = references.get(`${table}\0${column}`);
      return target === undefined ? [table] : [table, tableOf(target)];
    });
  });
  for (const [at] of question.tokens.entries()) {
    const { frequent } = question.language;
    if (!question.isRelativeWord(at) || !question.phrase(afterBe(at + 1, question), frequent))
      continue;
    const rows = question
      .refsOver(at - 1)
      .flatMap(({ to, options }) => (to === at ? options.filter(isNameOfRows) : []));
    if (rows.length > 0 && !rows.some(({ table }) => grouped.includes(table)))
      return question.textOf(at - 1, at);
  }
  return null;
};

/** Where what is said of rows begins, behind `is the`. */
function afterBe(at: number, question: Question): number {
  let from = at;
  while (question.is(from, AUXILIARIES) || question.isArticle(from)) from++;
  return from;
}

/**
 * `The brewery of the most expensive cider`, of which a query ranks by a rate though its rows have a price: of the nouns that an adjective
 * speaks of, the first that there is is meant. The column that goes before, or null.
 */
export const otherNoun: Finds<string> = (question, query, { tables }) => {
  const nouns = question.tokens.flatMap((_, at) => {
    const of = question.phrase(at, question.language.rankings)?.means.of ?? [];
    return of.length > 1 ? [of] : [];
  });
  if (nouns.length === 0) return null;
  for (const block of blocksIn(query)) {
    const sources = tablesByAlias(block);
    const [first] = block.orderBy;
    const found = first ? columnBehind(first.expr, sources, tables) : null;
    if (!found) continue;
    const placeIn = (of: readonly string[], { label }: CatalogColumn) =>
      of.findIndex((noun) => wordsOf(label).includes(noun));
    for (const of of nouns) {
      const place = placeIn(of, found.column);
      const before = [...sources.values()]
        .flatMap((table) => tables.get(table)?.columns ?? [])
        .find((one) => {
          const own = placeIn(of, one);
          return one.kind === 'measure' && own >= 0 && own < place;
        });
      if (before) return before.label;
    }
  }
  return null;
};

/** What is told of the first column that a function of a query, at any depth, is of: different values of it, where they are counted. */
function ofAggregates(
  query: SelectQuery,
  { tables }: Keys,
  fn: 'sum' | 'count',
  tells: (found: { readonly table: CatalogTable; readonly column: CatalogColumn }) => string | null,
): string | null {
  for (const block of blocksIn(query)) {
    const sources = tablesByAlias(block);
    for (const { expr } of [...block.select, ...block.orderBy]) {
      if (expr.kind !== 'aggregate' || expr.fn !== fn || expr.arg?.kind !== 'column') continue;
      const found = fn === 'sum' || expr.distinct ? columnBehind(expr.arg, sources, tables) : null;
      const told = found && tells(found);
      if (told) return told;
    }
  }
  return null;
}
