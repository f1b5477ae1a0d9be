import type { TreeQuery } from '#src/sql/select/tree.ts';

/** The tree of a view's definition with names as the resolver takes them, and the names in it. */
export interface NamedByView {
  /** Columns are named by their table, without its database. */
  readonly tree: TreeQuery;
  /** Names of columns, of whatever table. */
  readonly columns: readonly string[];
  readonly tables: readonly (readonly [schema: string, table: string])[];
}

/** The server writes `db`.`table`.`column` in the definitions of views, and `db`.`table` in FROM. */
export function namedByView(query: TreeQuery): NamedByView {
  const columns = new Set<string>();
  const tables = new Map<string, readonly [string, string]>();
  const copy = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return node.map(copy);
    const { kind, names } = node as { readonly kind?: unknown; readonly names?: readonly string[] };
    if (kind === 'table' && names?.length === 2)
      tables.set(JSON.stringify(names), [names[0]!, names[1]!]);
    if (kind === 'column' && names) {
      columns.add(names.at(-1)!);
      return { ...node, names: names.slice(-2) };
    }
    return Object.fromEntries(Object.entries(node).map(([name, each]) => [name, copy(each)]));
  };
  return { tree: copy(query) as TreeQuery, columns: [...columns], tables: [...tables.values()] };
}
