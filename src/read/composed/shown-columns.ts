import { same } from '#src/planner/compile/finish.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { Aliases } from '#src/planner/scope.ts';
import { aliasesIn, sourcesOf, withAliases } from '#src/planner/select-blocks.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import type { ColumnRef, Join, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';
import type { PlanOne } from '#src/read/composed/parts.ts';
import type { Schema } from '#src/read/resolve.ts';

/** The rows that a query asks for, or that it makes groups of. */
export interface AskedRows {
  readonly query: SelectQuery;
  readonly alias: string;
  readonly table: CatalogTable;
  /** Whether each row of the result is one row of the table: no values of it, taken together. */
  readonly isEach: boolean;
  /** Whether what is shown tells which row it is. */
  readonly isTold: boolean;
}

/** What is shown of rows, with the joins that lead to it. */
export interface ShownColumns {
  readonly query: SelectQuery;
  readonly items: readonly SelectItem[];
  readonly assumptions: readonly string[];
}

/**
 * The rows that a query asks for, surest first: those that it shows by what they are called, and those that it reads where
 * each of them leads to one row of all others. None where it computes one number.
 */
export function askedRows(query: SelectQuery, schema: Schema): readonly AskedRows[] {
  const columns = query.select.flatMap(({ expr }) => (expr.kind === 'column' ? [expr] : []));
  const isGrouped = query.groupBy.length > 0;
  if (columns.length === 0 || (!isGrouped && query.select.some(isAggregate))) return [];
  const of = (isEach: boolean, alias: string): AskedRows[] => {
    const source = sourcesOf(query).find((one) => one.alias === alias);
    const table = source && schema.tables.get(source.table);
    if (!table) return [];
    const isOfOthers = !hasName(table) && columns.every((one) => one.alias !== alias);
    const isOwn = isNamed(columns, alias, table) || isOfOthers;
    return [{ query, alias, table, isEach, isTold: isEach && isOwn }];
  };
  const shown = [...new Set(columns.map(({ alias }) => alias))];
  const whole = shown
    .flatMap((alias) => of(true, alias))
    .filter(({ alias, table }) =>
      isGrouped ? isKeyed(query, alias, table) : isNamed(columns, alias, table),
    );
  const read =
    isGrouped || query.distinct || !isReadOnce(query, schema) ? [] : of(true, query.from.alias);
  const own = whole.filter(({ alias }) => alias === query.from.alias);
  if (own.length === 1) return own;
  // Body builders who are called by the names of people.
  if (read[0] && !hasName(read[0].table)) return [...read, ...whole];
  if (whole.length === 1) return [...whole, ...read];
  if (whole.length > 1 || shown.length > 1) return read;
  return read.length > 0 ? read : of(false, shown[0]!);
}

/** Whether each row of the result is a row of the first table. */
export const isReadOnce = ({ joins }: SelectQuery, schema: Schema): boolean =>
  joins.every(({ source, on }) => isToOne(source, on, schema));

export const hasName = (table: CatalogTable): boolean =>
  displayColumns(table).some(({ kind }) => kind !== 'identifier');

const isAggregate = ({ expr }: SelectItem): boolean => expr.kind === 'aggregate';

const isNamed = (columns: readonly ColumnRef[], alias: string, table: CatalogTable): boolean => {
  const names = displayColumns(table);
  return (
    names.length > 0 &&
    names.every(({ name }) => columns.some((one) => one.alias === alias && one.column === name))
  );
};

/** Whether groups are rows of a table: its key is among what they are made by. */
const isKeyed = ({ groupBy }: SelectQuery, alias: string, { primaryKey }: CatalogTable): boolean =>
  primaryKey !== null &&
  primaryKey.length > 0 &&
  primaryKey.every((column) =>
    groupBy.some((expr) => same(expr, { kind: 'column', alias, column })),
  );

/**
 * The columns that words name of rows, each of which has one value for a row. The words are planned as a question of their
 * own, `the name and the age of members`, and what that shows is shown of the rows.
 */
export function columnsOfRows(
  words: string,
  rows: AskedRows,
  plan: PlanOne,
  schema: Schema,
): ShownColumns | null {
  const planned = plan(`the ${words} of ${rows.table.label}`);
  if (planned.kind !== 'query' || planned.query.kind !== 'select') return null;
  const { query: own, assumptions } = planned;
  const isPlain =
    own.where.length + own.having.length + own.groupBy.length === 0 &&
    own.limit === null &&
    own.select.every(({ expr }) => expr.kind === 'column');
  return isPlain && own.from.table === rows.table.name
    ? shownOf(own, rows, assumptions, schema)
    : null;
}

/** The name of the row of another table that each of some rows refers to, by the only way that leads to it. */
export function namesOfReferred(
  name: string,
  rows: AskedRows,
  schema: Schema,
): ShownColumns | null {
  const path = schema.graph.toOne(rows.table.name, name);
  const target = schema.tables.get(name);
  const names = target ? displayColumns(target) : [];
  if (!path || path.length === 0 || names.length === 0) return null;
  const from = { table: rows.table.name, alias: rows.table.name };
  const joins = path.map(
    (hop): Join => ({
      type: 'left',
      source: { table: hop.to, alias: hop.to },
      on: hop.pairs.map(([left, right]) => ({
        left: { kind: 'column', alias: hop.from, column: left },
        right: { kind: 'column', alias: hop.to, column: right },
      })),
    }),
  );
  const select = names.map(
    (column): SelectItem => ({
      expr: { kind: 'column', alias: name, column: column.name },
      as: column.name,
    }),
  );
  const own: SelectQuery = { ...rows.query, from, joins, select };
  return shownOf(own, rows, [], schema);
}

/** What a query of rows shows, shown of those that another one asks for. */
function shownOf(
  own: SelectQuery,
  rows: AskedRows,
  assumptions: readonly string[],
  schema: Schema,
): ShownColumns | null {
  const joined = joinedTo(rows, own, schema);
  if (!joined) return null;
  const items = own.select.map((item) => withAliases(item, (alias) => joined.names.get(alias)!));
  if (!rows.isEach && !items.every(({ expr }) => isGroup(expr as ColumnRef, rows.query)))
    return null;
  return { query: { ...rows.query, joins: joined.joins }, items, assumptions };
}

const isGroup = (expr: ColumnRef, { groupBy, select }: SelectQuery): boolean =>
  [...groupBy, ...select.map((item) => item.expr)].some((one) => same(one, expr));

/** The joins of rows with those that lead from them to what is shown; null where one of these has several rows for a row. */
function joinedTo(
  { query, alias }: AskedRows,
  own: SelectQuery,
  schema: Schema,
): { readonly joins: readonly Join[]; readonly names: ReadonlyMap<string, string> } | null {
  const aliases = new Aliases(aliasesIn(query));
  const names = new Map([[own.from.alias, alias]]);
  const joins = [...query.joins];
  for (const { source, on } of own.joins) {
    const known = on.every(({ left, right }) =>
      [left, right].every((end) => end.alias === source.alias || names.has(end.alias)),
    );
    if (!known || !isToOne(source, on, schema)) return null;
    const placed = (name: string) =>
      withAliases(on, (one) => (one === source.alias ? name : names.get(one)!));
    const there = query.joins.find(
      (one) =>
        one.source.table === source.table &&
        JSON.stringify(one.on.map(pairOf).sort()) ===
          JSON.stringify(placed(one.source.alias).map(pairOf).sort()),
    );
    const name = there?.source.alias ?? aliases.next(source.table);
    names.set(source.alias, name);
    // Rows that refer to none stay.
    if (!there)
      joins.push({ type: 'left', source: { table: source.table, alias: name }, on: placed(name) });
  }
  return { joins, names };
}

const pairOf = ({ left, right }: Join['on'][number]): string =>
  [left, right]
    .map(({ alias, column }) => `${alias}\0${column}`)
    .sort()
    .join('\0');

/** Whether a join leads to one row at the most: by the key of its table. */
function isToOne({ table, alias }: Join['source'], on: Join['on'], { tables }: Schema): boolean {
  const { primaryKey, columns } = tables.get(table)!;
  const ends = on.flatMap(({ left, right }) => [left, right]).filter((one) => one.alias === alias);
  const isOfEnds = (name: string) => ends.some(({ column }) => column === name);
  return (
    (primaryKey?.length ? primaryKey.every(isOfEnds) : false) ||
    columns.some(({ name, profile }) => profile?.unique === true && isOfEnds(name))
  );
}
