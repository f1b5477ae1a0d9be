import { lemma } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import {
  ABSENT,
  CONTRAST,
  ENGLISH_ASKED_WORDS,
  NEGATIVE_TEXT,
  NEVER,
} from '#src/language/en/asked-words.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import {
  blocksIn,
  columnBehind,
  columnsIn,
  hasNode,
  statedIn,
  tablesByAlias,
  tablesOfBlocks,
} from '#src/planner/select-blocks.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Expr, Predicate, SelectQuery } from '#src/plugin-api/query.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import { referringTies } from '#src/read/licensed.ts';
import type { Question } from '#src/read/question.ts';
import { type Schema, tableOf } from '#src/read/resolve.ts';

const { negating, notNegating, negatedNumbers, alternative } = ENGLISH_ASKED_WORDS;

/** A word of a question that denies something (`devices no shop has`), where a query leaves nothing out; null where none does. */
export const lostDenial: Finds<string> = (question, query) => {
  const at = question.tokens.findIndex((_, place) => denies(question, place));
  if (at < 0 || query.limit !== null || hasNode(query, leavesOut)) return null;
  const isBound = question.tokens
    .slice(at)
    .some((_, index) => question.number(at + index) !== null);
  return isBound && hasNode(query, staysBelow) ? null : question.tokens[at]!.text;
};

function denies(question: Question, at: number): boolean {
  if (!question.is(at, negating) || question.is(at - 1, alternative)) return false;
  const isBound = question.number(at + 1) !== null && !negatedNumbers?.has(question.word(at + 1));
  return !isBound && !question.is(at + 1, notNegating) && !question.standsInName(at);
}

/** Whether a node of a query leaves rows out for what they are not, or for having none. */
function leavesOut(node: object): boolean {
  if ('negated' in node && node.negated === true) return true;
  if (!('kind' in node)) return false;
  if (node.kind === 'not' || node.kind === 'fragment' || node.kind === 'arithmetic') return true;
  if (node.kind === 'null') return true;
  if (node.kind === 'compare' && 'op' in node && node.op === '<>') return true;
  return node.kind === 'literal' && 'value' in node && isNone(node.value);
}

/** `Did not place two or more orders`, of which a query tells those with less than two. */
const staysBelow = (node: object): boolean => 'op' in node && (node.op === '<' || node.op === '<=');

const isNone = (value: unknown): boolean =>
  value === 0 ||
  value === 1 ||
  value === false ||
  (typeof value === 'string' && NEGATIVE_TEXT.test(value));

/**
 * `Ferries that crossed in summer but never in winter`, of which a query tells those of a crossing in summer: what is `summer` is not
 * `winter` anyway, and nothing is left out.
 */
export const deniesNothing = (query: SelectQuery): boolean => {
  const stated = statedIn(blocksIn(query));
  return stated.some(
    ({ column, op }) =>
      op === '<>' &&
      stated.some(
        (one) =>
          one.op === '=' &&
          one.column.alias === column.alias &&
          one.column.column === column.column,
      ),
  );
};

/**
 * `Years without pending results`, of which a query tells those that have some other result, and `markets without Ann`, of which it tells
 * those with a row of somebody else: that none of several rows is so is more than that one of them is not.
 */
export const deniesSingleRows: Finds<boolean> = (
  question,
  { where, select, distinct, from },
  { tables, references },
) => {
  const isSaid = question.tokens.some((_, at) => isAbsent(question, at) || isNotDone(question, at));
  const refersTo = (column: string) => tableOf(references.get(`${from.table}\0${column}`) ?? '');
  const denies = where.some(
    (one) =>
      (isSaid && one.kind === 'compare' && one.op === '<>') ||
      (one.kind === 'exists' &&
        one.negated &&
        columnsIn(one.query.where).some(
          ({ alias, column }) => alias === from.alias && refersTo(column) === one.query.from.table,
        )),
  );
  if (!denies) return false;
  const own = select.map(({ expr }) =>
    expr.kind === 'aggregate' && expr.distinct ? expr.arg : expr,
  );
  const areDifferent = distinct || own.some((expr, at) => expr !== select[at]!.expr);
  const table = tables.get(from.table)!;
  const names = displayColumns(table);
  // Where each is shown once, what rows are called by does not tell them apart.
  const tellsRows = (column: CatalogColumn): boolean =>
    column.profile?.unique === true ||
    (!areDifferent && names.includes(column) && refersTo(column.name) === '');
  const telling = new Set(table.columns.filter(tellsRows).map(({ name }) => name));
  const isShared = (expr: Expr | null): boolean =>
    expr?.kind === 'column' && expr.alias === from.alias && !telling.has(expr.column);
  return areDifferent ? own.some(isShared) : own.every(isShared);
};

/**
 * `Drivers without any route in the past`, of which a query tells those without the route that each driver has, where there is a history
 * of routes: that is meant. The table that all rows have one of, and the one that is called after it.
 */
export const deniesOwn: Finds<{ readonly own: string; readonly other: string }> = (
  _question,
  { where, from },
  { tables, references },
) => {
  for (const one of where) {
    if (one.kind !== 'exists' || !one.negated) continue;
    const { from: denied, joins, where: inner } = one.query;
    const [tie, second] = inner;
    if (second || joins.length > 0 || tie?.kind !== 'compare' || tie.op !== '=') continue;
    const own = [tie.left, tie.right].find(
      (end) => end.kind === 'column' && end.alias === from.alias,
    );
    const column = own?.kind === 'column' ? own.column : '';
    const profile = tables.get(from.table)?.columns.find(({ name }) => name === column)?.profile;
    const isOwn = tableOf(references.get(`${from.table}\0${column}`) ?? '') === denied.table;
    if (!isOwn || profile?.nullCount !== 0) continue;
    const words = wordsOf(tables.get(denied.table)!.label).map(lemma);
    const other = [...references].find(([end, to]) => {
      const label = wordsOf(tables.get(tableOf(end))!.label).map(lemma);
      const isTied = tableOf(to) === from.table;
      return isTied && label.length > words.length && words.every((word) => label.includes(word));
    })?.[0];
    if (other) return { own: denied.table, other: tableOf(other) };
  }
  return null;
};

/**
 * `Products that were never booked for more than 200`, of which a query looks among the bookings alone: what was never booked at all is
 * left out. The table of the rows that are asked.
 */
export function deniesAmongTied(
  { where, from }: SelectQuery,
  { references }: Schema,
): string | null {
  for (const one of where) {
    if (one.kind !== 'exists' || !one.negated || one.query.from.table !== from.table) continue;
    const tie = columnsIn(one.query.where).find(({ alias }) => alias === from.alias);
    const key = references.get(`${from.table}\0${tie?.column ?? ''}`);
    if (key !== undefined && tableOf(key) !== from.table) return tableOf(key);
  }
  return null;
}

/**
 * `Members who do not own kayaks`, of which a query tells those that own something else, too: of several rows of a member one that
 * is no kayak is enough there, and none that is one is asked. The table of these rows.
 */
export const deniesOneOfSeveral: Finds<string> = (question, query, schema) => {
  const denied = deniedOfSeveral(question, query, schema);
  return denied && (tablesByAlias(query).get(denied.alias) ?? null);
};

/** The query that asks for rows without any such row, where one only asks for a row that is another; else the query as it is. */
export function withoutAnySuch(
  query: SelectQuery,
  question: Question | null,
  schema: Schema,
): SelectQuery {
  const denied = question && deniedOfSeveral(question, query, schema);
  if (!denied) return query;
  const { condition, single } = denied;
  const isFar = (part: unknown) => columnsIn(part).some(({ alias }) => !single.has(alias));
  const [nearest, ...further] = query.joins.filter(({ source }) => !single.has(source.alias));
  const isPlain =
    single.has(query.from.alias) &&
    !showsShared(query, schema) &&
    query.joins.every(({ type }) => type === 'inner') &&
    !isFar([query.select, query.groupBy, query.having, query.orderBy]) &&
    further.every(({ on }) =>
      on.every((tie) => !columnsIn(tie).some(({ alias }) => single.has(alias))),
    );
  if (!nearest || !isPlain) return query;
  const ties = nearest.on.map(
    ({ left, right }): Predicate => ({ kind: 'compare', op: '=', left, right }),
  );
  const own = query.where.filter(isFar);
  const inner: SelectQuery = {
    ...query,
    from: nearest.source,
    joins: further,
    where: [
      ...ties,
      ...own.map((one) => (one === condition ? { ...condition, op: '=' as const } : one)),
    ],
    ...{ select: [], groupBy: [], having: [], orderBy: [], distinct: false, limit: null },
  };
  return {
    ...query,
    joins: query.joins.filter(({ source }) => single.has(source.alias)),
    where: [
      ...query.where.filter((one) => !own.includes(one)),
      { kind: 'exists', query: inner, negated: true },
    ],
  };
}

/** Whether it tells different values that several rows may have: `patients` of appointments. */
const showsShared = (query: SelectQuery, { tables }: Schema): boolean =>
  query.select.some(({ expr }) => {
    const isDistinct = query.distinct || (expr.kind === 'aggregate' && expr.distinct);
    return (
      isDistinct &&
      columnsIn(expr).some(
        (one) => columnBehind(one, tablesByAlias(query), tables)?.column.profile?.unique !== true,
      )
    );
  });

/**
 * `Members who own boats but not kayaks`, of which a query leaves out those with a kayak alone: those without any boat are none of
 * them. The rows that they have to have.
 */
export const lostContrast: Finds<string> = (question, query) => {
  const places = question.tokens.flatMap((_, at) =>
    question.is(at, CONTRAST) && question.is(at + 1, negating) ? [at] : [],
  );
  if (places.length === 0) return null;
  const own = blocksIn(query).filter((block) => block === query || isAsked(block, query));
  const asked = new Set(tablesOfBlocks(own).values());
  for (const at of places) {
    const rows = question.refsOver(at - 1).filter(({ to }) => to === at);
    const named = rows.flatMap(({ options }) => options.filter(isNameOfRows));
    const [first] = named;
    if (first && !named.some(({ table }) => asked.has(table))) return first.table;
  }
  return null;
};

/** Whether a block is one that rows must have: no condition that denies it stands between. */
const isAsked = (block: SelectQuery, { where }: SelectQuery): boolean =>
  where.some(
    (one) =>
      (one.kind === 'exists' || one.kind === 'inQuery') &&
      !one.negated &&
      blocksIn(one.query).includes(block),
  );

interface Denied {
  readonly condition: Extract<Predicate, { kind: 'compare' }>;
  readonly alias: string;
  /** The sources that each row of the result has one row of, by their aliases. */
  readonly single: ReadonlySet<string>;
}

function deniedOfSeveral(
  question: Question,
  query: SelectQuery,
  { references }: Schema,
): Denied | null {
  const isDenied = question.tokens.some(
    (_, at) => isAbsent(question, at) || isNotDone(question, at),
  );
  if (!isDenied) return null;
  const shown = query.select.map(({ expr }) => expr);
  const countsRows = shown.some((expr) => expr.kind === 'aggregate' && expr.arg === null);
  const single = new Set([
    ...columnsIn(shown).map(({ alias }) => alias),
    ...(countsRows ? [query.from.alias] : []),
  ]);
  const ties = referringTies(blocksIn(query), { references });
  for (let size = 0; size < single.size; ) {
    size = single.size;
    for (const { from, to } of ties) if (single.has(from.alias)) single.add(to.alias);
  }
  for (const condition of query.where) {
    if (condition.kind !== 'compare' || condition.op !== '<>' || condition.left.kind !== 'column')
      continue;
    const { alias } = condition.left;
    if (!single.has(alias)) return { condition, alias, single };
  }
  return null;
}

/** `without a lamp` */
const isAbsent = (question: Question, at: number): boolean =>
  question.is(at, ABSENT) &&
  question.valueRefs(question.isArticle(at + 1) ? at + 2 : at + 1).length > 0;

/** `did not buy`, `are not using`, rather than `are not paid` of a state and `are not in`. */
const isNotDone = (question: Question, at: number): boolean =>
  question.is(at, negating) &&
  (question.is(at - 1, question.language.ofEach.does) ||
    question.is(at, NEVER) ||
    isOther(question, at + 1));

/** Whether a word is none of the grammar, and names nothing. */
const isOther = (question: Question, at: number): boolean =>
  question.tokens[at]?.kind === 'word' &&
  !question.isFunctionWord(at) &&
  question.refs(at).length + question.valueRefs(at).length === 0;
