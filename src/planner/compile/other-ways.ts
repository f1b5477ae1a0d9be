import type { Builder } from '#src/planner/compile/builder.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { Declined, type Frame } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';

/**
 * `flights to Spain`, `flights per country` where flights have an airline of a country and two airports, each of a
 * country: what is tied in several ways is meant as likely as what is tied in one.
 */
export function refuseOtherWays({ frame, items, entity, context }: Builder): void {
  const home = entity ?? items[0]!.table;
  for (const one of frame.conditions) {
    if (one.kind !== 'value' || one.of) continue;
    const at = one.ctx ? context.sense(one.ctx).table : home;
    for (const value of one.values) {
      const tables = value.values.filter(({ match }) => match !== 'near').map(({ table }) => table);
      refuseRival(value, tables, at, context);
    }
  }
  for (const { of } of frame.groups) {
    if (of === null || context.sense(of).kind !== 'column') continue;
    refuseFarDraft(of, home, context);
    if (isNamed(of, frame, context)) continue;
    const best = Math.max(...of.columns.map(({ score }) => score));
    const sure = of.columns.filter(({ score }) => score >= best - CLOSE);
    refuseRival(
      of,
      sure.map(({ table }) => table.name),
      home,
      context,
    );
  }
}

/** `for each country and airline name`: the other group says whose country it is. */
const isNamed = (of: Mention, { groups }: Frame, context: BuildContext): boolean =>
  groups.some(
    (one) => one.of && one.of !== of && context.sense(one.of).table === context.sense(of).table,
  );

/** `rooms per type` where only the services of their bookings have what may be called a type. */
function refuseFarDraft(of: Mention, home: string, context: BuildContext): void {
  const { table } = context.sense(of);
  const named = of.columns.some((one) => one.table.name === table && !one.drafted);
  if (named || of.columns.length === 0 || context.graph.toOne(home, table) !== null) return;
  const [rows, others] = [home, table].map((name) => context.table(name).label);
  throw new Declined(
    'not_in_data',
    `"${of.text}" isn't in ${rows}, but may be in ${others}.`,
    of.text,
  );
}

/** Words are taken for the name of either of two columns this close. */
const CLOSE = 0.05;

function refuseRival(
  mention: Mention,
  tables: readonly string[],
  at: string,
  context: BuildContext,
): void {
  const taken = context.sense(mention).table;
  if (taken === at) return;
  const rival = tables.find(
    (table) => table !== taken && context.graph.path(at, table).kind === 'ambiguous',
  );
  if (rival === undefined) return;
  const [rows, one, other] = [at, taken, rival].map((name) => context.table(name).label);
  throw new Declined(
    'ambiguous',
    `"${mention.text}" may belong to ${one} or ${other}, and ${rows} has several join paths to them. Name the column you mean.`,
    mention.text,
  );
}
