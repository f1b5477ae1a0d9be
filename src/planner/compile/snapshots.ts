import { repeatsOf } from '#src/catalog/over-time.ts';
import type { Builder, Item } from '#src/planner/compile/builder.ts';
import { daysBetween } from '#src/planner/day.ts';
import { Declined } from '#src/planner/frame.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

/** Words that name less of a column may mean another: of `stock`, how many or what they are worth. */
const NAMED = 0.85;

/** The most days of a period. */
export const DAYS = { hour: 0, day: 1, week: 7, month: 31, quarter: 92, year: 366 } as const;

/**
 * `total stock` of a table that counts the stock anew each month: summed over all months it is the stock of none. A
 * period or groups no longer than the time between two counts hold one of them.
 */
export function refuseOverTime({ frame, context }: Builder, item: Item): void {
  const [column] = item.columns ?? [];
  if (item.thing.aggregate !== 'sum' || column?.additive !== 'snapshot') return;
  const table = context.table(item.table);
  const time = countedAt(table);
  // Of a table that repeats its things the whole query is looked at: the last period can be taken there.
  const sense = item.thing.of.columns.find(({ columns }) => columns[0] === column);
  const inFull = (sense?.score ?? 0) >= NAMED;
  if (!time || (inFull && (frame.overPeriods || repeatsOf(table)))) return;
  const step = Math.ceil(stepOf(time) * 1.2);
  const grouped = frame.groups.some(({ of, unit }) => {
    const sense = of && context.sense(of);
    const byTime = sense?.kind === 'column' && sense.columns[0] === time;
    return byTime || (unit !== null && DAYS[unit] <= step);
  });
  const within = frame.conditions.some(
    (one) =>
      one.kind === 'period' &&
      one.period.from !== null &&
      one.period.to !== null &&
      daysBetween(one.period.from, one.period.to) <= step,
  );
  if (grouped || within) return;
  throw new Declined(
    'ambiguous',
    `${column.label} is recorded anew for each ${time.label}. Which one do you mean?`,
    item.thing.of.text,
  );
}

/** The date at which many rows of a table are counted; null where each row has its own. */
function countedAt({ columns, rowCount }: CatalogTable): CatalogColumn | null {
  const times = columns.filter(({ kind, hidden, profile }) => {
    const dates = profile?.distinctCount ?? Infinity;
    const rows = (rowCount ?? 0) - (profile?.nullCount ?? 0);
    return kind === 'time' && !hidden && dates > 1 && dates * 2 <= rows;
  });
  return times.length === 1 ? times[0]! : null;
}

/** Days from one count to the next. */
export function stepOf({ profile }: CatalogColumn): number {
  const [first, last] = [profile?.min, profile?.max].map((end) => end?.slice(0, 10));
  if (!first || !last || !profile) return 1;
  const days = daysBetween(first, last) / Math.max(1, profile.distinctCount - 1);
  return Number.isFinite(days) ? days : 1;
}
