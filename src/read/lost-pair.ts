import { wordsOf } from '#src/catalog/name-keys.ts';
import { JOINING } from '#src/language/en/asking.ts';
import { columnBehind, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';

/**
 * `Start and end dates of shifts`, of which a query shows the start of a shift and the end of an accident: words that share one noun
 * are said of the same rows. The words, or null.
 */
export const lostPair: Finds<string> = (question, query, { tables }) => {
  const sources = tablesByAlias(query);
  const shown = query.select.flatMap(({ expr }) => {
    const found = columnBehind(expr, sources, tables);
    return found ? [{ table: found.table.name, words: new Set(wordsOf(found.column.label)) }] : [];
  });
  const headed = (table: string, head: string) =>
    tables.get(table)?.columns.some(({ label }) => wordsOf(label).at(-1) === head) === true;
  for (const [at, { lemma: first }] of question.tokens.entries()) {
    const next = question.joinedTo(at + 1);
    const second = next === null ? undefined : question.tokens[next]?.lemma;
    if (next === null || second === undefined || !isHead(next + 1, question)) continue;
    const head = question.tokens[next + 1]!.lemma;
    // `the lunch and dinner prices`: of lunches as of dinners, the price is asked.
    const rows = tablesAt(at, question).find(
      (table) =>
        headed(table, head) &&
        tablesAt(next, question).some((other) => other !== table && headed(other, head)) &&
        !shown.some((one) => one.table === table && one.words.has(head)),
    );
    if (rows !== undefined) return question.textOf(at, next + 2);
    if (new Set(shown.map(({ table }) => table)).size < 2) continue;
    if (!isModifier(at, question) || !isModifier(next, question)) continue;
    const of = (word: string, other: string) =>
      shown.filter(({ words }) => words.has(word) && !words.has(other)).map(({ table }) => table);
    const [ones, others] = [of(first, second), of(second, first)];
    const isApart =
      ones.length > 0 && others.length > 0 && !ones.some((one) => others.includes(one));
    if (isApart) return question.textOf(at, next + 1);
  }
  return null;
};

/**
 * `Details of all arrivals and departures`, of which a query shows those of an arrival beside those of a departure, or of one of them
 * alone: two lists are asked, and nothing says what belongs together. The words, or null.
 */
export const pairedLists: Finds<string> = (question, query, { tables }) => {
  const sources = tablesByAlias(query);
  const shown = query.select.flatMap(
    ({ expr }) => columnBehind(expr, sources, tables)?.table.name ?? [],
  );
  if (sources.size < 2) return null;
  const isSingle = new Set(shown).size === shown.length;
  const read = new Set(sources.values());
  for (const [at] of question.tokens.entries()) {
    if (question.word(at) !== 'of') continue;
    const isOfAll = isOfWhole(at, question);
    if (!isOfAll && !(isSingle && isOfColumn(at, question))) continue;
    const first = rowsFrom(at + 1, question);
    const next = first && question.joinedTo(first.to);
    const second = next ? rowsFrom(next, question) : null;
    if (!second) continue;
    const ones = first!.tables.filter((table) => read.has(table));
    const others = second.tables.filter((table) => read.has(table) && !ones.includes(table));
    const isShown = [...ones, ...others].some((table) => shown.includes(table));
    if (isOfAll && [...ones].some((one) => others.some((other) => isTied(one, other, query))))
      continue;
    if (ones.length > 0 && others.length > 0 && isShown) return question.textOf(at, second.to);
  }
  return null;
};

/** Whether all that is known of rows is asked right before a token: `all information`. */
const isOfWhole = (at: number, question: Question): boolean =>
  question.language.whole.some(
    (phrase) => phrase.length <= at && question.starts(at - phrase.length, phrase),
  );

/** Whether rows of two tables refer to each other in a query. */
function isTied(one: string, other: string, query: SelectQuery): boolean {
  const sources = tablesByAlias(query);
  return query.joins.some(({ on }) =>
    on.some(({ left, right }) => {
      const ends = [left, right].map(({ alias }) => sources.get(alias));
      return ends.includes(one) && ends.includes(other);
    }),
  );
}

/** Whether a column is named right before a token. */
const isOfColumn = (at: number, question: Question): boolean =>
  at > 0 &&
  question
    .refsOver(at - 1)
    .some(({ to, options }) => to === at && options.some(({ kind }) => kind === 'column'));

/**
 * `Who got mark good in lesson 804`, of which a query tells those with a good mark and those with that lesson, whichever their mark in it:
 * where nothing joins what is said of rows, one of them is so. Their table, or null.
 */
export const splitRows: Finds<string> = (question, { where }) => {
  if (question.tokens.some((_, at) => question.is(at, JOINING))) return null;
  const tables = where.flatMap((one) =>
    one.kind === 'exists' && !one.negated && holdsMore(one.query) ? [one.query.from.table] : [],
  );
  return tables.find((table, at) => tables.indexOf(table) !== at) ?? null;
};

/** Whether rows are held to more than what they belong to. */
const holdsMore = ({ where, joins, groupBy }: SelectQuery): boolean =>
  groupBy.length === 0 && (where.length > 1 || joins.length > 0);

/** Rows that are named from a token on, behind articles and the like, and none of their columns. */
function rowsFrom(
  at: number,
  question: Question,
): { readonly to: number; readonly tables: readonly string[] } | null {
  for (const from of question.nouns(at)) {
    const [longest] = question.refs(from).toSorted((a, b) => b.to - a.to);
    const rows = longest?.options.filter(isNameOfRows) ?? [];
    if (rows.length > 0) return { to: longest!.to, tables: rows.map(({ table }) => table) };
  }
  return null;
}

/** The tables that a token alone names. */
const tablesAt = (at: number, question: Question): readonly string[] =>
  question
    .refs(at)
    .flatMap(({ to, options }) =>
      to === at + 1 ? options.flatMap(({ kind, table }) => (kind === 'table' ? [table] : [])) : [],
    );

const isHead = (at: number, question: Question): boolean =>
  question.tokens[at]?.kind === 'word' && !question.isFunctionWord(at);

/** Whether a word names nothing by itself, nor ends a name. */
const isModifier = (at: number, question: Question): boolean =>
  isHead(at, question) &&
  !question
    .refsOver(at)
    .some(
      ({ from, to, options }) =>
        to === at + 1 &&
        (from < at ||
          options.some(({ kind, evidence }) => kind === 'table' || evidence === 'name')),
    );
