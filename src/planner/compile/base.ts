import type { Builder } from '#src/planner/compile/builder.ts';
import { Declined, Unread } from '#src/planner/frame.ts';
import { Scope } from '#src/planner/scope.ts';

/** A scope from which every table has at most one row a row: the asked rows, or the table that ties them together. */
export function scopeFor(builder: Builder, home: string, tables: readonly string[]): Scope {
  const base = baseFor(builder, home, tables);
  const scope = new Scope(base, builder.context.graph, builder.context.aliases);
  for (const table of tables)
    if (!scope.reach(table)) throw new Error(`${base} has no join path to ${table}`);
  return scope;
}

function baseFor(builder: Builder, home: string, tables: readonly string[]): string {
  const { graph } = builder.context;
  const cost = (base: string) => {
    let total = 0;
    for (const table of tables) {
      const path = base === table ? [] : graph.toOne(base, table);
      if (!path) return Infinity;
      total += path.length;
    }
    return total;
  };
  if (Number.isFinite(cost(home))) return home;
  const near = new Set(tables);
  for (const from of tables)
    for (const to of tables) {
      const result = graph.path(from, to);
      if (result.kind === 'ambiguous')
        throw new Unread('ambiguous', `There are several join paths from ${from} to ${to}.`, to);
      if (result.kind === 'path') for (const hop of result.path) near.add(hop.to);
    }
  const costs = [...near]
    .map((table) => ({ table, cost: cost(table) }))
    .filter((one) => Number.isFinite(one.cost))
    .sort((a, b) => a.cost - b.cost);
  const [best, second] = costs;
  if (!best)
    throw new Declined(
      'unsupported_question',
      `${tables.join(' and ')} can't be shown together without repeating rows.`,
      null,
    );
  if (second && second.cost === best.cost && !tables.includes(best.table))
    throw new Declined(
      'ambiguous',
      `There are two join paths between ${tables.join(' and ')}.`,
      null,
    );
  return best.table;
}
