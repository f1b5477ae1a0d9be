import { Refused } from '#src/plugin-api/refused.ts';
import type { Context } from './context.ts';
import { renamed } from './from.ts';
import type { CteColumns, Ctes, Scope, VisibleColumn } from './scope.ts';
import type { TreeCte, TreeSet } from './tree.ts';

/**
 * Reads the WITH list of a query. Each sees those before it; a recursive one sees itself as its first branch shows it.
 * Where WITH RECURSIVE stands, a name that is defined later in the list is refused: the engine would read that one.
 */
export function readCtes(
  defined: readonly TreeCte[],
  parent: Scope | null,
  outer: Ctes,
  context: Context,
): Ctes {
  if (defined.length === 0) return outer;
  const { foldTable } = context.rules;
  const ctes = new Map(outer);
  const names = defined.map((cte) => foldTable(cte.name));
  if (new Set(names).size < names.length)
    throw new Refused('node_not_allowed', 'Two WITH queries have the same name. Rename one.');
  if (defined.some((cte) => cte.recursive)) for (const name of names) ctes.set(name, null);
  for (const cte of defined) {
    const name = foldTable(cte.name);
    const { value, weight } = context.weight.measured(() =>
      isRecursive(cte, context)
        ? recursive(cte, parent, ctes, context)
        : plain(cte, parent, ctes, context),
    );
    ctes.set(name, { ...value, weight });
  }
  return ctes;
}

type Read = Omit<CteColumns, 'weight'>;

function plain(cte: TreeCte, parent: Scope | null, ctes: Ctes, context: Context): Read {
  const { columns, ...read } = context.query(cte.query, parent, ctes, 'query');
  return { ...read, columns: renamed(columns, cte.columns) };
}

/** A UNION whose right side reads the WITH itself. */
function isRecursive(cte: TreeCte, context: Context): cte is TreeCte & { readonly query: TreeSet } {
  if (!cte.recursive) return false;
  const { foldTable } = context.rules;
  const isSelf = cte.query.kind === 'set' && names(cte.query, foldTable(cte.name), foldTable);
  if (isSelf && !context.rules.recursiveCtes)
    throw new Refused('node_not_allowed', "A recursive WITH can't be used here.");
  return isSelf;
}

/** Whether a table of that folded name stands anywhere below. */
function names(node: unknown, name: string, fold: (name: string) => string): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if ('kind' in node && node.kind === 'table' && 'names' in node)
    return (node.names as readonly string[]).some((each) => fold(each) === name);
  return Object.values(node).some((each) => names(each, name, fold));
}

function recursive(
  cte: TreeCte & { readonly query: TreeSet },
  parent: Scope | null,
  ctes: Ctes,
  context: Context,
): Read {
  const { query } = cte;
  const bound = context.bound.length;
  if (query.op !== 'union' || query.ctes.length > 0)
    throw new Refused('node_not_allowed', 'A recursive WITH must be one UNION of two SELECTs.');
  const first = context.query(query.left, parent, ctes, 'query');
  const shown: readonly VisibleColumn[] = renamed(first.columns, cte.columns);
  // The base columns of what the second branch computes are not known yet, so no column is a plain one.
  const opaque = shown.map((column) => ({
    ...{ ...column, column: null, of: null, weight: 1 },
    made: { kind: 'literal', type: 'other', text: column.name } as const,
  }));
  const inside = new Map(ctes);
  inside.set(context.rules.foldTable(cte.name), {
    columns: opaque,
    facts: first.facts,
    weight: 1,
    relations: 1,
  });
  // The first branch is read again with the whole, so what it bound counts once.
  context.bound.length = bound;
  const { columns, ...read } = context.query(query, parent, inside, 'query');
  const own = opaque.map(({ made }) => made);
  context.recursions.push({ whole: read.facts, self: first.facts, columns: own });
  return { ...read, columns: renamed(columns, cte.columns) };
}
