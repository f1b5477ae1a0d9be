import type { Builder } from '#src/planner/compile/builder.ts';
import { Declined, Unread } from '#src/planner/frame.ts';
import { originOfMention, originOfThing } from '#src/planner/grammar/said-words.ts';
import { Scope } from '#src/planner/scope.ts';
import { cameOf, NO_WORDS, type Origin, originOf } from '#src/query/provenance.ts';

/** A scope from which every table has at most one row a row: the asked rows, or the table that ties them together. */
export function scopeFor(builder: Builder, home: string, tables: readonly string[]): Scope {
  const base = baseFor(builder, home, tables);
  const scope = new Scope(base, builder.context.graph, builder.context.aliases);
  for (const table of tables)
    if (!scope.by(originOfRows(builder, table), () => scope.reach(table)))
      throw new Error(`${base} has no join path to ${table}`);
  cameOf(scope.from, originOfRows(builder, base) ?? NO_WORDS);
  return scope;
}

/** What speaks of rows of a table, or of a column of them. */
function originOfRows(builder: Builder, table: string): Origin | null {
  const { entity, frame, items, orders, context } = builder;
  if (entity === table && frame.entity) return originOfMention(frame.entity);
  const ordered = orders.flatMap(({ item }) => item ?? []);
  const found = [...items, ...ordered].find((item) => item.table === table);
  if (found) return originOfThing(found.thing);
  const group = frame.groups.find(({ of }) => of && context.sense(of).table === table);
  return group?.of ? (originOf(group) ?? originOfMention(group.of)) : null;
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
