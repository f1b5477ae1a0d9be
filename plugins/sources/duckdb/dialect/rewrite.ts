import type { CatalogTable, UnitedPart } from '#src/plugin-api/catalog.ts';
import type { RewriteOptions } from '#src/plugin-api/dialect.ts';
import type { RowCondition } from '#src/plugin-api/row-clause.ts';
import type { Context } from '#src/sql/select/context.ts';
import { cannotFilter, comparedWith, shownColumns } from '#src/sql/select/rewrite.ts';
import type { BoundTable } from '#src/sql/select/scope.ts';
import { castType, inPart, readColumns } from '#src/sql/select/united.ts';
import {
  and,
  BIGINT,
  baseTable,
  cast,
  columnRef,
  compared,
  constant,
  derivedTable,
  distinctFrom,
  INTEGER,
  isNull,
  limit,
  or,
  select,
  star,
  unionAll,
  VARCHAR,
} from './build.ts';
import type { Mapped } from './map.ts';
import { fold } from './names.ts';
import { FENCE_ROWS, filterText, filterType } from './row-filter.ts';
import type { BaseTable, Constant, Modifier, SelectStatement } from './tree.ts';

/**
 * The tree as it is to run. Every base table becomes a subquery that shows only the columns that the facts name, with
 * the row filters inside it: whatever the engine should resolve otherwise than the facts do, it finds nothing there.
 */
export function rewriteTree(
  statement: SelectStatement,
  mapped: Mapped,
  { bound, unnamed }: Pick<Context, 'bound' | 'unnamed'>,
  { rowFilters, maxRows }: RewriteOptions,
): unknown {
  const tables = new Map<unknown, unknown>();
  for (const each of bound) {
    const ref = mapped.tables.get(each.ref);
    if (ref) tables.set(ref, physicalTable(each, ref, rowFilters));
  }
  const names = new Map<unknown, string>();
  for (const [item, name] of unnamed.names) names.set(mapped.items.get(item), name);
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

function physicalTable(
  bound: BoundTable,
  ref: BaseTable,
  rowFilters: RewriteOptions['rowFilters'],
): unknown {
  const { table } = bound;
  const items = shownColumns(bound).map((column) => columnRef(column.name));
  const conditions = (rowFilters.get(table.name) ?? []).map((choices) =>
    or(choices.map((each) => condition(table, each))),
  );
  const node = select(
    items.length > 0 ? items : [constant(INTEGER, 1)],
    table.united ? unitedTable(bound, table.united, rowFilters) : baseTable(table.physical),
    conditions.length > 0 ? and(conditions) : null,
    conditions.length > 0 ? [limit(constant(BIGINT, FENCE_ROWS))] : [],
  );
  return derivedTable(node, ref.alias || ref.table_name, ref.column_name_alias);
}

/** The rows of the parts of a united table, with the columns that are read and those that the row filters compare. */
function unitedTable(
  bound: BoundTable,
  parts: readonly UnitedPart[],
  rowFilters: RewriteOptions['rowFilters'],
): object {
  const { table } = bound;
  const filtered = new Set(
    (rowFilters.get(table.name) ?? []).flat().map(({ column }) => fold(column)),
  );
  const wanted = table.columns.filter(({ name }) => filtered.has(fold(name)));
  const columns = readColumns(table, new Set([...shownColumns(bound), ...wanted]));
  const nodes = parts.map((part) => {
    const items = columns.map((column) => {
      const own = inPart(part, column);
      return 'column' in own
        ? columnRef(own.column, column.name)
        : cast(own.value, { id: castType(column), type_info: null }, column.name);
    });
    const rows = part.without.flatMap(({ column, values }) =>
      values.map((value) => distinctFrom(column, value)),
    );
    return select(items, baseTable(part.physical), rows.length > 0 ? and(rows) : null, []);
  });
  return derivedTable(unionAll(nodes), 'united', []);
}

function condition(table: CatalogTable, filter: RowCondition): object {
  const found = table.columns.find((each) => fold(each.name) === fold(filter.column));
  if (!found) throw cannotFilter(filter, table);
  const name = columnRef(found.name);
  if (filter.value === null) return isNull(name);
  const column = filter.op ? comparedWith(found) : found;
  const text = filterText(column, filter.value);
  if (text === null) throw cannotFilter(filter, table, column);
  const type = filterType(column);
  const value = type === null ? constant(VARCHAR, text) : cast(text, { id: type, type_info: null });
  return compared(filter.op ?? '=', name, value);
}

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

export const isLimit = (
  modifier: Modifier,
): modifier is Extract<Modifier, { type: 'LIMIT_MODIFIER' | 'LIMIT_PERCENT_MODIFIER' }> =>
  modifier.type === 'LIMIT_MODIFIER' || modifier.type === 'LIMIT_PERCENT_MODIFIER';

const withNode = (statement: SelectStatement, node: unknown) => ({ ...statement, node });
