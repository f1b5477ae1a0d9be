import { MOST } from '#src/language/en/grammar.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { columnBehind, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { Finds } from '#src/read/finds.ts';
import { type Schema, tableOf } from '#src/read/resolve.ts';

/** Rows that a query ranks one by one, of which it shows what several of them have. */
interface RankedRows {
  readonly rows: CatalogTable;
  /** What they are ranked by, where they keep it. */
  readonly by: CatalogColumn | null;
  readonly shown: CatalogColumn;
}

/**
 * `Who milked the most litres`, of which a query tells who is named beside the single highest number of litres: the most is what
 * all of somebody's rows come to. The number, and the rows that have it; null of `the highest`.
 */
export const mostOfOne: Finds<{ readonly measure: string; readonly rows: string }> = (
  question,
  query,
  schema,
) => {
  const ranked = rankedRows(query, schema);
  if (!ranked?.by || !addsUp(ranked.by)) return null;
  const { name } = ranked.by;
  const isSaid = question.tokens.some(
    (_, at) =>
      question.is(at, MOST) &&
      question.canBe(
        at + 1,
        (one) =>
          one.kind === 'column' &&
          one.table === ranked.rows.name &&
          one.columns.some((column) => column.name === name),
      ),
  );
  return isSaid ? { measure: ranked.by.label, rows: ranked.rows.label } : null;
};

/** `level of the squad with the most members`: that the rows of one level are not taken together, told. */
export function toldRanked(query: SelectQuery, schema: Schema): readonly string[] {
  const ranked = rankedRows(query, schema);
  if (!ranked || (ranked.by && !addsUp(ranked.by))) return [];
  const { rows, shown } = ranked;
  return [
    `Each row of ${rows.label} is compared on its own, not combined for each ${shown.label}.`,
  ];
}

const addsUp = ({ kind, additive }: CatalogColumn): boolean =>
  kind === 'measure' && additive !== false;

/** The rows that the first are taken of; null where they are grouped, ranked by no number, or told apart by what is shown. */
function rankedRows(query: SelectQuery, { tables, references }: Schema): RankedRows | null {
  const { select, groupBy, orderBy, limit, from } = query;
  const [first] = orderBy;
  if (!first || limit === null || limit.within || groupBy.length > 0) return null;
  const sources = tablesByAlias(query);
  const { expr } = first;
  const by = columnBehind(expr, sources, tables);
  const rows = by?.table ?? (expr.kind === 'subquery' ? tables.get(from.table) : undefined);
  if (!rows) return null;
  const shown = select.map((item) => columnBehind(item.expr, sources, tables));
  const own = shown.flatMap((one) => (one?.table === rows ? [one.column] : []));
  const others = new Set(shown.map((one) => one?.table.name));
  const keys = rows.columns.filter(({ name }) =>
    others.has(tableOf(references.get(`${rows.name}\0${name}`) ?? '')),
  );
  const tellsApart =
    [...own, ...keys].some((column) => isUnique(column, rows)) ||
    displayColumns(rows).every((column) => own.includes(column));
  const [one] = shown;
  const showsRank = shown.some((item) => item && item.column === by?.column);
  return !one || tellsApart || showsRank || shown.includes(null)
    ? null
    : { rows, by: by?.column ?? null, shown: one.column };
}

/** Whether no two rows of a table have the same in a column; what is not known is taken to be so. */
function isUnique(
  { name, profile }: CatalogColumn,
  { rowCount, primaryKey }: CatalogTable,
): boolean {
  if (primaryKey?.length === 1 && primaryKey[0] === name) return true;
  if (!profile || rowCount === null || rowCount === undefined) return true;
  return (profile.distinctCount ?? rowCount) >= rowCount - (profile.nullCount ?? 0);
}
