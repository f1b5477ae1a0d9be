import { EACH } from '#src/language/en/asked-apart.ts';
import { ENGLISH_ASKED_WORDS } from '#src/language/en/asked-words.ts';
import { PER_ROWS } from '#src/language/en/composed.ts';
import { ROW_HEADS } from '#src/language/en/grammar.ts';
import { UNITS } from '#src/language/en/periods.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import {
  blocksIn,
  columnBehind,
  columnsIn,
  hasNode,
  tablesByAlias,
  tablesOfBlocks,
} from '#src/planner/select-blocks.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import { isNameOfRows, type Option, type Ref } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import { isIdle } from '#src/read/licensed.ts';
import type { Question } from '#src/read/question.ts';
import { type Schema, tableOf } from '#src/read/resolve.ts';

const { by } = ENGLISH_ASKED_WORDS;

/**
 * `Gender by department`, of which a query lists the genders of all departments: what it does not group by, or null. Rows of a
 * table behind what a column shows are groups, unless a verb stands between (`titles written by authors`).
 */
export const lostGroup: Finds<string> = (question, query, schema) => {
  const { tables } = schema;
  const blocks = blocksIn(query);
  const listed = blocks.every(({ groupBy, select }) =>
    [...groupBy, ...select.map(({ expr }) => expr)].every(({ kind }) => kind === 'column'),
  );
  if (!listed) return blocks.length === 1 ? groupOfTotal(question, query, schema) : null;
  const isPlain = blocks.every(({ groupBy, orderBy }) => groupBy.length + orderBy.length === 0);
  for (let at = 1; at < question.length; at++) {
    if (!question.is(at, by)) continue;
    const from = question.isArticle(at + 1) ? at + 2 : at + 1;
    if (isPlain && endsColumn(at, question) && isKindOfOthers(from, question, query, schema))
      return question.textOf(at, from + 1);
    const rows = question.refs(from).find(({ options }) => options.some(isNameOfRows));
    if (!rows || !question.endsPart(rows.to)) continue;
    const isLost = isPlain
      ? endsColumn(at, question)
      : query.limit !== null && showsNone(rows, query, tables);
    if (isLost) return question.textOf(at, rows.to);
  }
  return null;
};

/** `Number of applications by approving officer`, of which a query counts all, or all that have one. */
function groupOfTotal(question: Question, query: SelectQuery, schema: Schema): string | null {
  if (query.groupBy.length > 0) return null;
  const sources = tablesByAlias(query);
  const read = new Set(sources.values());
  const held = columnsIn(query.where).flatMap(({ alias, column }) => {
    const table = sources.get(alias);
    return [table, tableOf(schema.references.get(`${table}\0${column}`) ?? '')];
  });
  const isLeft = (table: string): boolean =>
    table !== query.from.table &&
    !held.includes(table) &&
    (!read.has(table) || isIdle([table], query, schema));
  const at = question.tokens.findIndex((_, from) => question.is(from, by));
  for (let from = at + 1; at > 0 && from < question.length && !question.endsPart(from); from++) {
    const rows = question
      .refs(from)
      .find(({ options }) => options.some((one) => isNameOfRows(one) && isLeft(one.table)));
    if (rows) return question.textOf(at, rows.to);
  }
  return at > 0 && isKindOfOthers(at + 1, question, query, schema) && !question.isVerbForm(at - 1)
    ? question.textOf(at, at + 2)
    : null;
}

/**
 * `Repair hours by technician`, where staff have a role: a common noun that rows of another table share, and no name of one of them.
 * `Payments by card` are those whose method is so.
 */
const isKindOfOthers = (
  at: number,
  question: Question,
  { from }: SelectQuery,
  { tables }: Schema,
): boolean =>
  question.tokens[at]?.capital === false &&
  question.refs(at).length === 0 &&
  question.valueRefs(at).some(
    ({ to, options }) =>
      question.endsPart(to) &&
      options.every(({ table, column }) => {
        const held = tables.get(table)!.columns.find(({ name }) => name === column);
        return table !== from.table && held?.profile?.unique === false;
      }),
  );

/**
 * `Volunteers who helped per campaign`, `payments of each clerk`, of which a query lists the volunteers of all campaigns: rows that each is said of, of which nothing
 * is shown. The words, or null.
 */
export const lostPer: Finds<string> = (question, query, { tables, references }) => {
  const blocks = blocksIn(query);
  const isList = query.select.every(({ expr }) => expr.kind === 'column');
  if (!isList || blocks.some(({ groupBy, limit }) => groupBy.length > 0 || limit !== null))
    return null;
  const shown = new Set(
    blocks.flatMap((block) =>
      columnsIn(block.select).flatMap((one) => {
        const found = columnBehind(one, tablesByAlias(block), tables);
        const target = found && references.get(`${found.table.name}\0${found.column.name}`);
        return found ? [found.table.name, ...(target ? [tableOf(target)] : [])] : [];
      }),
    ),
  );
  const read = new Set(tablesOfBlocks(blocks).values());
  // `Each committee`, whose rows tie two that are shown.
  const isShown = ({ table }: Pick<Option, 'table'>) =>
    shown.has(table) ||
    (read.has(table) &&
      [...references].some(([from, to]) => tableOf(from) === table && shown.has(tableOf(to))));
  for (let at = 0; at < question.length; at++) {
    const isEach = question.is(at, EACH);
    if (!isEach && !question.is(at, PER_ROWS)) continue;
    // `each hire clerk` is none of the hires.
    const rows = question
      .refs(at + 1)
      .filter(
        ({ to, options }) =>
          options.some(isNameOfRows) &&
          (!isEach || question.endsPart(to) || question.is(to, ROW_HEADS)),
      );
    const own = rows.flatMap(({ options }) => options.filter(isNameOfRows));
    if (own.length > 0 && !own.some(isShown))
      return `${isEach ? 'for ' : ''}${question.textOf(at, rows[0]!.to)}`;
  }
  return null;
};

/**
 * `Which town has the most cats`, of which a query shows the town of the one owner who has the most: values that several rows share are
 * asked, and each row was ranked by itself. The column, or null where its rows are named.
 */
export const ranksRowsOfGroups: Finds<CatalogColumn> = (question, query, { tables }) => {
  const [shown, second] = query.select;
  const [order] = query.orderBy;
  const sources = tablesByAlias(query);
  if (!order || query.limit === null || query.groupBy.length > 0) return null;
  if (shown?.expr.kind !== 'column' || second) return null;
  // `The highest population` says what rows are ranked by.
  const ranked = columnBehind(order.expr, sources, tables)?.column;
  // `At the bottom of the list`: by their place.
  if (!ranked && order.expr.kind === 'column') return null;
  const isSaid =
    ranked !== undefined &&
    question.speaksOf((one) => one.kind === 'column' && one.columns.includes(ranked));
  const found = columnBehind(shown.expr, sources, tables);
  if (isSaid || !found || found.column === ranked || found.column.type !== 'text') return null;
  const { table, column } = found;
  const isName = displayColumns(table).some(({ name }) => name === column.name);
  const isShared = column.profile ? column.profile.distinctCount < (table.rowCount ?? 0) : false;
  const isNamed = question.speaksOf((one) => isNameOfRows(one) && one.table === table.name);
  return isShared && !isName && !isNamed ? column : null;
};

/** `Top 5 salaries by employee`, of which a query lists salaries: nothing tells whose they are. */
function showsNone({ options }: Ref, query: SelectQuery, tables: Schema['tables']): boolean {
  const sources = tablesByAlias(query);
  const own = options.flatMap((one) => (isNameOfRows(one) ? [one.table] : []));
  return (
    own.some((table) => [...sources.values()].includes(table)) &&
    ![...query.groupBy, ...query.select.map(({ expr }) => expr)].some((expr) => {
      if (expr.kind !== 'column') return false;
      const column = columnBehind(expr, sources, tables)?.column;
      return column === undefined || column.kind === 'identifier' || column.type === 'text';
    })
  );
}

/** Whether a name that is only that of columns ends at a token. */
const endsColumn = (at: number, question: Question): boolean =>
  question.tokens.some((_, from) =>
    question
      .refs(from)
      .some(({ to, options }) => to === at && options.every(({ kind }) => kind === 'column')),
  );

/** `Highest revenue month`, of which a query tells a revenue: a part of the year at the end that nothing is told by, or null. */
export const lostPart: Finds<string> = (question, query) => {
  const at = question.tokens.findLastIndex(({ kind }) => kind === 'word');
  if (!question.is(at, UNITS) || question.isPlural(at) || isKnown(at, question)) return null;
  const isTold = hasNode(query, (node) => 'kind' in node && isComputed(node.kind));
  return isTold ? null : question.textOf(at, at + 1);
};

/** Whether a node may be computed of a time. */
function isComputed(kind: unknown): boolean {
  switch (kind) {
    case 'bucket':
    case 'part':
    case 'days':
    case 'fragment':
    case 'arithmetic':
      return true;
    default:
      return false;
  }
}

/** Whether a token belongs to a name, a value or a period, or stands in a name (`year opened`). */
const isKnown = (at: number, question: Question): boolean =>
  question.isPartOfName(at, at + 1) ||
  question.standsInName(at) ||
  question.tokens.slice(0, at + 1).some((_, from) => (question.period(from)?.end ?? 0) > at);
