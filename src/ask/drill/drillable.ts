import { columnOf } from '#src/catalog/catalog-names.ts';
import { same } from '#src/planner/compile/finish.ts';
import { addUnits, isDay, startOf } from '#src/planner/day.ts';
import { hasNode, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Catalog, CatalogColumn, CellValue } from '#src/plugin-api/catalog.ts';
import type {
  Aggregate,
  ColumnRef,
  Expr,
  Predicate,
  Query,
  SelectItem,
  SelectQuery,
} from '#src/plugin-api/query.ts';

/** A query of groups and numbers that the rows behind each number can be found of. */
export interface Drillable {
  readonly query: SelectQuery;
  /** What its rows are grouped by, as far as a row shows it; empty where a row doesn't tell its group from others. */
  readonly groups: readonly SelectItem[];
  readonly measures: readonly SelectItem[];
  /** Its rows are some of all groups, so that they can be drilled into one by one alone. */
  readonly isPicked: boolean;
}

/** Null for lists, sets, and numbers that are computed over other rows than their own: ranks, running totals, shares. */
export function drillableOf(query: Query | null, catalog: Catalog): Drillable | null {
  if (query?.kind !== 'select' || query.distinct) return null;
  const isGroup = ({ expr }: SelectItem) => query.groupBy.some((key) => same(key, expr));
  const shown = query.select.filter(isGroup);
  const measures = query.select.filter((item) => !isGroup(item));
  if (measures.length === 0 || !measures.every(({ expr }) => isOfItsRows(expr))) return null;
  const hidden = query.groupBy.filter((key) => !shown.some(({ expr }) => same(key, expr)));
  const isTold =
    shown.every(({ expr }) => isTellable(expr, query, catalog)) &&
    hidden.every((key) => isToldBy(key, shown, query, catalog));
  return {
    query,
    groups: isTold ? shown : [],
    measures,
    isPicked: query.limit !== null || query.having.length > 0,
  };
}

type Node = { readonly kind?: unknown };

function isOfItsRows(expr: Expr): boolean {
  const isKind = (kinds: readonly unknown[]) =>
    hasNode(expr, (node) => kinds.includes((node as Node).kind));
  return isKind(['aggregate', 'fragment']) && !isKind(['window', 'subquery', 'output']);
}

export function baseColumn(
  { alias, column }: ColumnRef,
  query: SelectQuery,
  catalog: Catalog,
): CatalogColumn | null {
  const table = tablesByAlias(query).get(alias);
  return table === undefined ? null : columnOf(catalog, { table, column });
}

/** Types whose values are equal where their texts are. */
const EXACT: ReadonlySet<string> = new Set(['text', 'integer', 'decimal', 'boolean', 'date']);

/** Whether the rows of a group can be found by its cell. */
function isTellable(expr: Expr, query: SelectQuery, catalog: Catalog): boolean {
  const of = expr.kind === 'bucket' || expr.kind === 'part' ? expr.arg : expr;
  if (of.kind !== 'column') return false;
  const column = baseColumn(of, query, catalog);
  if (!column || column.hidden || column.sensitive || column.readThrough) return false;
  if (expr.kind === 'part') return true;
  if (expr.kind === 'bucket')
    return expr.unit !== 'hour' && (column.type === 'date' || column.type === 'timestamp');
  return EXACT.has(column.type);
}

/** Whether a key that rows are grouped by, too, is told by what they show: an id by a name that no two have. */
function isToldBy(
  key: Expr,
  shown: readonly SelectItem[],
  query: SelectQuery,
  catalog: Catalog,
): boolean {
  if (key.kind !== 'column') return false;
  return shown.some(
    ({ expr }) =>
      expr.kind === 'column' &&
      expr.alias === key.alias &&
      baseColumn(expr, query, catalog)?.profile?.unique === true,
  );
}

/** The condition that the rows of a group meet; null for a value that its column can't have. */
export function conditionOf(
  expr: Expr,
  value: CellValue,
  query: SelectQuery,
  catalog: Catalog,
): Predicate | null {
  const arg = expr.kind === 'bucket' || expr.kind === 'part' ? expr.arg : expr;
  const column = arg.kind === 'column' ? baseColumn(arg, query, catalog) : null;
  if (!column) return null;
  if (value === null)
    return column.profile?.falseDates ? null : { kind: 'null', expr: arg, negated: false };
  if (expr.kind === 'bucket') return periodFrom(expr.unit, arg, value);
  const type = expr.kind === 'part' ? 'integer' : column.type;
  const isOfType = {
    text: typeof value === 'string',
    boolean: typeof value === 'boolean',
    date: typeof value === 'string' && isDay(value),
    integer: isNumber(value),
    decimal: isNumber(value),
  };
  if (!isOfType[type as keyof typeof isOfType]) return null;
  return { kind: 'compare', op: '=', left: expr, right: { kind: 'literal', type, value } };
}

const isNumber = (value: CellValue) =>
  typeof value !== 'boolean' && /^-?\d+(?:\.\d+)?$/.test(String(value));

type Bucket = Extract<Expr, { kind: 'bucket' }>;

/** The period that begins on a day, as half-open ends; null where none of its kind does. */
function periodFrom(unit: Bucket['unit'], expr: Expr, value: CellValue): Predicate | null {
  const day = String(value).slice(0, 10);
  if (unit === 'hour' || !isDay(day) || startOf(unit, day) !== day) return null;
  const end = (text: string) => ({ kind: 'literal', type: 'date', value: text }) as const;
  return { kind: 'range', expr, from: end(day), to: end(addUnits(day, unit, 1)) };
}

/** The one aggregate that the numbers of a query are; null where they are several, or computed. */
export function soleAggregate({ measures }: Drillable): Aggregate | null {
  const [only, second] = measures;
  return only?.expr.kind === 'aggregate' && !second ? only.expr : null;
}
