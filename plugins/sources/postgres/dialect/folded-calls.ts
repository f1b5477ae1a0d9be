import { parsePostgres } from './parse.ts';

/**
 * Whether the planner could run a function of a user in an expression of an index: it computes what is made of
 * constants alone when it looks at the index. `expression` is written by `pg_get_expr` with names in full, so that what
 * is not PostgreSQL's own has a schema before its name. Also where it cannot be read.
 */
export async function runsWhenPlanned(expression: string): Promise<boolean> {
  try {
    return folds(await parsePostgres(`SELECT ${expression}`));
  } catch {
    return true;
  }
}

type Node = Readonly<Record<string, unknown>>;

function folds(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (Array.isArray(node)) return node.some(folds);
  return Object.entries(node as Node).some(
    ([kind, fields]) => (isOfUser(kind, fields) && !namesColumn(fields)) || folds(fields),
  );
}

/** A call, operator or cast whose name has a schema before it. */
function isOfUser(kind: string, fields: unknown): boolean {
  const { funcname, name, typeName } = (fields ?? {}) as Node;
  const names = { FuncCall: funcname, A_Expr: name, TypeCast: (typeName as Node)?.['names'] }[kind];
  return Array.isArray(names) && names.length > 1 && schemaOf(names[0]) !== 'pg_catalog';
}

const schemaOf = (node: unknown) =>
  ((node as Node | null)?.['String'] as Node | undefined)?.['sval'];

function namesColumn(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (Array.isArray(node)) return node.some(namesColumn);
  return Object.entries(node).some(([kind, fields]) => kind === 'ColumnRef' || namesColumn(fields));
}
