import { isCounted } from '#src/planner/compile/conditions.ts';
import { isEvent } from '#src/planner/compile/worth.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { type Condition, Declined, type Frame } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';

/**
 * `In 2025, how many customers placed an order?`: a period that is said of no verb is that of the rows that the
 * question looks for, not of the customers' own date. Where it could be of several, the question is declined.
 */
export function periodsOfRows(frame: Frame, context: BuildContext): Frame {
  const home = frame.entity ?? frame.select[0]!.of;
  if (!frame.select.every(({ aggregate, of }) => aggregate === null || of === home)) return frame;
  const bare = (one: Condition) => isBarePeriod(one) && (one.ctx === null || one.ctx === home);
  if (!frame.conditions.some(bare)) return frame;
  const asked = context.sense(home).table;
  const sought = frame.conditions.flatMap((one) => {
    const of = soughtBy(one);
    return of && context.graph.toOne(asked, context.sense(of).table) === null ? [{ one, of }] : [];
  });
  if (sought.length === 0) return frame;
  if (sought.length > 1)
    throw new Declined('ambiguous', "The question doesn't say which rows the period applies to.");
  const [{ one, of }] = sought as [{ one: Condition; of: Mention }];
  const conditions = frame.conditions.map((period) => {
    if (!bare(period)) return period;
    return one.kind === 'value' ? { ...period, doing: of } : { ...period, ctx: of };
  });
  return { ...frame, conditions };
}

/**
 * `revenue of corporate customers in 2025`: a period that is said of no verb is that of the rows that are asked or
 * computed over, not of what they belong to.
 */
export function periodsOfAsked(frame: Frame, context: BuildContext): Frame {
  const home = context.sense(frame.select[0]!.of).table;
  const conditions = frame.conditions.map((one) => {
    if (!isBarePeriod(one) || one.ctx === null) return one;
    const { table } = context.sense(one.ctx);
    const above =
      table !== home && context.graph.toOne(home, table) !== null && !isDenied(one.ctx, frame);
    if (above) refuseOfEvent(one, frame, context);
    return above ? { ...one, ctx: null } : one;
  });
  return { ...frame, conditions };
}

/** `churches with no wedding in 2015`: there is none then, whenever there are others. */
const isDenied = (rows: Mention, { conditions }: Frame): boolean =>
  conditions.some((one) => one.kind === 'exists' && one.negated && one.of === rows);

/**
 * `How many employees started in 2025 by quarter`: what one verb says is the time of the rows is that of their period and of their
 * groups.
 */
export function timesOfVerb(frame: Frame): Frame {
  const times = frame.conditions.filter((one) => one.kind === 'period');
  const units = frame.groups.filter(({ of }) => of === null);
  const [period, second] = times;
  const [group, more] = units;
  if (!period || !group || second || more || period.of || period.doing) return frame;
  if (period.verb && !group.verb) {
    const groups = frame.groups.map((one) =>
      one === group ? { ...one, verb: period.verb! } : one,
    );
    return { ...frame, groups };
  }
  const isOfAsked = [null, frame.entity, frame.select[0]!.of].includes(period.ctx);
  if (!group.verb || period.verb || !isOfAsked) return frame;
  const conditions = frame.conditions.map((one) =>
    one === period ? { ...period, verb: group.verb! } : one,
  );
  return { ...frame, conditions };
}

/** `tickets for flights in June`: when the tickets were sold, or when the flights are. */
function refuseOfEvent(one: Condition, { select }: Frame, context: BuildContext): void {
  const { table } = context.sense(one.ctx!);
  const rows = select.every(({ of }) => context.sense(of).kind === 'table');
  const timed = [table, context.sense(select[0]!.of).table].every((name) =>
    context.table(name).columns.some(({ kind, hidden }) => kind === 'time' && !hidden),
  );
  if (!rows || !timed || !isEvent(context, table)) return;
  const [asked, others] = [context.sense(select[0]!.of).table, table].map(
    (name) => context.table(name).label,
  );
  throw new Declined(
    'ambiguous',
    `Does the time apply to ${asked} or to ${others}? Name the date column.`,
    one.ctx!.text,
  );
}

/** A period that neither a column nor a verb is named for. */
export const isBarePeriod = (one: Condition) =>
  one.kind === 'period' && one.of === null && !one.verb && !one.doing;

/** What a condition looks for among the rows that belong to the asked ones. */
function soughtBy(one: Condition): Mention | null {
  if (one.kind === 'exists') return one.of;
  if (isCounted(one)) return one.of!.of;
  if (one.kind === 'value' && !one.near && one.of === null)
    return one.negated ? null : one.values[0]!;
  return null;
}
