import { AskBack, type Frame } from '#src/planner/frame.ts';
import type { JoinGraph } from '#src/planner/joins.ts';
import { PEOPLE } from '#src/planner/lexicon/scores.ts';
import type { Assignment } from '#src/planner/resolve.ts';

/**
 * `who lives in Leeds` where agents and tenants are people, and both are tied to flats there: nothing says which of them
 * are asked. Where the people themselves have what is said of them, or the others are far from it, it is clear.
 */
export function refuseUnclearPeople(
  frame: Frame,
  senses: Assignment,
  graph: JoinGraph,
): readonly string[] {
  for (const { of } of frame.select) {
    if (of.tables.length < 2 || !of.tables.every(({ score }) => score === PEOPLE)) continue;
    const chosen = senses.get(of);
    if (!chosen) continue;
    const others = [...senses].flatMap(([mention, sense]) => (mention === of ? [] : [sense.table]));
    if (others.length === 0 || others.includes(chosen.table)) continue;
    const far = (from: string) => Math.max(...others.map((table) => graph.distance(from, table)));
    const near = of.tables.filter(({ table }) => far(table.name) <= far(chosen.table) + 1);
    if (near.length < 2) continue;
    // `who has the most late deliveries`, which drivers deliver and others are tied to by orders.
    const ranked = frame.order.flatMap(({ by }) => (by ? [senses.get(by.of)?.table] : []));
    const [rows, second] = new Set([...ranked, ...others]);
    const named = near.filter(({ table }) => rows && graph.toOne(rows, table.name)?.length === 1);
    if (!second && named.length === 1 && named[0]!.table.name === chosen.table)
      return [`"${of.text}" means ${named[0]!.table.label}.`];
    const labels = near.map(({ table }) => table.label);
    throw new AskBack(
      `Who do you mean: ${labels.join(', or ')}?`,
      of,
      labels.map((label) => `which ${label}`),
    );
  }
  return [];
}
