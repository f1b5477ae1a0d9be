import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { RewriteOptions } from '#src/plugin-api/dialect.ts';
import {
  and,
  BIGINT,
  baseTable,
  cast,
  columnRef,
  constant,
  derivedTable,
  equal,
  INTEGER,
  limit,
  or,
  select,
  star,
  VARCHAR,
} from './build.ts';
import { type RowCondition, rowConditions } from './row-filter.ts';
import { type BoundTable, fold } from './scope.ts';
import type { Constant, Modifier, SelectStatement } from './tree.ts';

/**
 * DuckDB pushes conditions of the outer query through a subquery, also through a materialized WITH, and could evaluate
 * a cast on rows that the row filter removes. It pushes nothing through a LIMIT.
 */
export const FENCE_ROWS = 9_223_372_036_854_775_807n;

/**
 * The tree as it is to run. Every base table becomes a subquery that shows only the columns that the facts name, with
 * the row filters inside it: whatever the engine should resolve otherwise than the facts do, it finds nothing there.
 */
export function rewriteTree(
  statement: SelectStatement,
  bound: readonly BoundTable[],
  names: ReadonlyMap<object, string>,
  { rowFilters, maxRows }: RewriteOptions,
): unknown {
  const tables = new Map<object, unknown>(
    bound.map((each) => [each.ref, physicalTable(each, rowFilters)]),
  );
  const copy = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(copy);
    const table = tables.get(value);
    if (table) return table;
    if (isDouble(value))
      return cast(String(value.value.value), value.value.type, names.get(value) ?? value.alias);
    const result: Record<string, unknown> = {};
    for (const [name, each] of Object.entries(value)) result[name] = copy(each);
    const alias = names.get(value);
    if (alias !== undefined) result['alias'] = alias;
    return result;
  };
  return { error: false, statements: [capped(copy(statement) as SelectStatement, maxRows)] };
}

/** `1e9` is written back as `1000000000.0`, which is a DECIMAL; a cast of its text stays a DOUBLE. */
const isDouble = (value: object): value is Constant =>
  'class' in value &&
  value.class === 'CONSTANT' &&
  (value as Constant).value.type.id === 'DOUBLE' &&
  !(value as Constant).value.is_null;

/** The columns of a table that the statement reads, names or, by column aliases, counts from the left. */
export function shownColumns({ ref, table, uses, named }: BoundTable): readonly CatalogColumn[] {
  const renames = ref.column_name_alias.length > 0;
  return table.columns.filter(
    ({ name, hidden }) => !hidden && (renames || uses.has(fold(name)) || named.has(fold(name))),
  );
}

function physicalTable(bound: BoundTable, rowFilters: RewriteOptions['rowFilters']): unknown {
  const { ref, table } = bound;
  const items = shownColumns(bound).map((column) => columnRef(column.name));
  const conditions = rowConditions(bound, rowFilters).map((choices) => or(choices.map(equality)));
  const node = select(
    items.length > 0 ? items : [constant(INTEGER, 1)],
    baseTable(table.physical),
    conditions.length > 0 ? and(conditions) : null,
    conditions.length > 0 ? [limit(constant(BIGINT, FENCE_ROWS))] : [],
  );
  return derivedTable(node, ref.alias || ref.table_name, ref.column_name_alias);
}

const equality = ({ column, text, type }: RowCondition) =>
  equal(
    columnRef(column),
    type === null ? constant(VARCHAR, text) : cast(text, { id: type, type_info: null }),
  );

/** At most `maxRows` rows: the statement's own LIMIT is lowered, or one is added or put around it. */
function capped(statement: SelectStatement, maxRows: number): unknown {
  const { node } = statement;
  const cap = constant(INTEGER, maxRows);
  const others = node.modifiers.filter((each) => !isLimit(each));
  const own = node.modifiers.find(isLimit);
  if (!own) return withNode(statement, { ...node, modifiers: [...others, limit(cap)] });
  const value = own.limit?.class === 'CONSTANT' ? own.limit.value.value : null;
  const isPlain = own.type === 'LIMIT_MODIFIER' && typeof value === 'number' && value >= 0;
  if (isPlain && value <= maxRows) return statement;
  if (isPlain || (own.limit === null && own.type === 'LIMIT_MODIFIER'))
    return withNode(statement, { ...node, modifiers: [...others, limit(cap, own.offset)] });
  const around = select([star], derivedTable({ ...node }, 'capped', []), null, [limit(cap)]);
  return withNode(statement, around);
}

const isLimit = (
  modifier: Modifier,
): modifier is Extract<Modifier, { type: 'LIMIT_MODIFIER' | 'LIMIT_PERCENT_MODIFIER' }> =>
  modifier.type === 'LIMIT_MODIFIER' || modifier.type === 'LIMIT_PERCENT_MODIFIER';

const withNode = (statement: SelectStatement, node: unknown) => ({ ...statement, node });
