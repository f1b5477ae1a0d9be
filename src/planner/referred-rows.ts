import { sourcesOf, withAliases } from '#src/planner/select-blocks.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import type { ColumnRef, Expr, Predicate, Query, SelectQuery } from '#src/plugin-api/query.ts';

/** What an answer before is asked about again: rows of a table, or values of one of its columns. */
export interface Referred {
  readonly table: CatalogTable;
  /** Null: the rows. */
  readonly column: string | null;
}

/** What the conditions of an answer are about. */
export interface AskedBefore {
  /** `table\0column`. */
  readonly columns: ReadonlySet<string>;
  /** Whether they hold to a time. */
  readonly timed: boolean;
}

/** What an answer, and those that it refers to, are held to. */
export function askedBefore(query: Query): AskedBefore {
  const tables = new Map<string, string>();
  const found: ColumnRef[] = [];
  let timed = false;
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    if ('table' in node && 'alias' in node) tables.set(String(node.alias), String(node.table));
    if ('kind' in node && node.kind === 'column' && 'alias' in node) found.push(node as ColumnRef);
    if ('kind' in node && node.kind === 'literal' && 'type' in node)
      timed ||= node.type === 'date' || node.type === 'timestamp';
    Object.values(node).forEach(visit);
  };
  visit(query.kind === 'select' ? { ...query, select: [], groupBy: [], orderBy: [] } : query);
  return {
    columns: new Set(found.map(({ alias, column }) => `${tables.get(alias)}\0${column}`)),
    timed,
  };
}

/** Says of the rows behind an alias that they are among those of an answer. */
export type Among = (alias: string) => Predicate;

/** The rows of an answer as a condition, which is empty where they are all; null where the answer does not tell. */
export function amongRows(query: Query, { table, column }: Referred): Among | null {
  if (query.kind !== 'select') return null;
  const shown = aliasOf(query, table.name);
  if (shown === null) return null;
  if (column === null && isPlain(query)) return (alias) => copied(query, alias);
  const key = column ?? onlyKey(table);
  if (key === null) return null;
  const picked = pick(query, { kind: 'column', alias: shown, column: key });
  return (
    picked &&
    ((alias) => ({
      kind: 'inQuery',
      expr: { kind: 'column', alias, column: key },
      query: picked,
      negated: false,
    }))
  );
}

/** The alias of a table that the rows of the query itself are of; null where it has none or several. */
export function aliasOf(query: SelectQuery, table: string): string | null {
  const sources = sourcesOf(query).filter((one) => one.table === table);
  return sources.length === 1 ? sources[0]!.alias : null;
}

const onlyKey = ({ primaryKey }: CatalogTable) =>
  primaryKey?.length === 1 ? primaryKey[0]! : null;

/** Rows of one table by conditions alone. */
const isPlain = ({ joins, having, limit }: SelectQuery) =>
  joins.length === 0 && having.length === 0 && limit === null;

/** The conditions themselves, of another alias. */
function copied({ from, where }: SelectQuery, alias: string): Predicate {
  const renamed = withAliases(where, (name) => (name === from.alias ? alias : inside(name)));
  return renamed.length === 1 ? renamed[0]! : { kind: 'and', parts: renamed };
}

/** The query with one column of the rows that it shows. */
function pick(query: SelectQuery, column: ColumnRef): SelectQuery | null {
  const { groupBy, having, limit, orderBy, distinct } = query;
  const picks = limit !== null || having.length > 0;
  const has = (exprs: readonly Expr[]) =>
    exprs.some((expr) => JSON.stringify(expr) === JSON.stringify(column));
  // One row of an aggregate over all rows is no row of theirs.
  const aggregated = query.select.some(({ expr }) => expr.kind === 'aggregate');
  if (picks && (groupBy.length > 0 || aggregated) && !has(groupBy)) return null;
  if (limit !== null && distinct && !has(query.select.map(({ expr }) => expr))) return null;
  return withAliases(
    {
      ...query,
      select: [{ expr: column, as: column.column }],
      distinct: limit !== null && distinct,
      groupBy: picks ? groupBy : [],
      orderBy: limit === null ? [] : orderBy,
    },
    inside,
  );
}

/** An alias of the answer before, told apart from those of the question: `orders_before`, `orders_before_2`, … */
function inside(alias: string): string {
  const [, name, number] = /^(.+)_before(?:_(\d+))?$/.exec(alias) ?? [null, alias, null];
  return number === null ? `${name}_before` : `${name}_before_${Number(number ?? 1) + 1}`;
}
