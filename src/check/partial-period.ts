import type { Asked } from '#src/check/asked.ts';
import { type DayRange, measuredDays, rangeOfFilters, timeColumn } from '#src/check/timeline.ts';
import type { Check } from '#src/check/types.ts';
import {
  addDays,
  addUnits,
  type Day,
  daysBetween,
  type PeriodUnit,
  startOf,
} from '#src/planner/day.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { rowBlocks } from '#src/sql/blocks.ts';
import { isDatePart } from '#src/sql/date-parts.ts';

const NAME = 'partial_period';
const UNITS: ReadonlySet<string> = new Set(['year', 'quarter', 'month', 'week']);

/** Whether the last of compared periods is over: half a month beside whole ones reads as a fall. */
export function checkPartialPeriod(facts: QueryFacts, catalog: Catalog, asked: Asked): Check {
  const skipped = { name: NAME, outcome: 'skipped', detail: 'No periods are compared.' } as const;
  let seen = false;
  for (const block of rowBlocks(facts.root)) {
    for (const period of comparedPeriods(block, catalog)) {
      seen = true;
      const partial = partialText(period, asked);
      if (partial) return { name: NAME, outcome: 'warning', detail: partial };
    }
  }
  return seen ? { name: NAME, outcome: 'passed', detail: 'All periods are complete.' } : skipped;
}

/** Periods that rows are grouped by, and what the statement's own bounds leave of the time that they are made of. */
export function comparedPeriods({ groupBy, filters }: SelectFacts, catalog: Catalog) {
  return groupBy.flatMap(({ dateUnit, columns, node }) => {
    const column = columns.map((one) => timeColumn(catalog, one)).find((one) => one);
    if (!column || !dateUnit || !UNITS.has(dateUnit)) return [];
    if (isDatePart(node) && dateUnit !== 'year') return [];
    const isSole = columns.length === 1;
    const own = filters.filter((one) => isSole && timeColumn(catalog, one.column) === column);
    return [{ unit: dateUnit as PeriodUnit, column, isSole, range: rangeOfFilters(own) }];
  });
}

type ComparedPeriod = ReturnType<typeof comparedPeriods>[number];

function partialText(
  { unit, column, range }: ComparedPeriod,
  { today, seesAll }: Asked,
): string | null {
  const days = measuredDays(column);
  if (!days) return null;
  const cut = unit === 'week' ? cutWeeks(range) : null;
  if (cut) return cut;
  const end =
    range.to === null || range.to > addDays(days.last, 1) ? days.last : addDays(range.to, -1);
  const start = startOf(unit, end);
  const over = addUnits(start, unit, 1);
  // Filters that end inside a period were asked for so; what matters is data that stop before it does.
  if (range.to !== null && range.to < over && range.to <= days.last) return null;
  if (today >= start && today < addDays(over, -1))
    return `The last ${unit} isn't over yet: it started on ${start}, and today is ${today}.`;
  if (!seesAll) return null;
  const missing = daysBetween(days.last, over) - 1;
  return missing > typicalGap(column, days) && days.last < today
    ? `The last ${unit} is incomplete: it started on ${start}, but the data ends on ${days.last}.`
    : null;
}

/** Weeks of a month begin before it and end after it: which days of them count is easily missed. */
function cutWeeks({ from, to }: DayRange): string | null {
  const starts = from !== null && startOf('week', from) < from;
  const ends = to !== null && startOf('week', to) < to;
  if (!starts && !ends) return null;
  const which =
    starts && ends ? 'first and last weeks are' : `${starts ? 'first' : 'last'} week is`;
  const days = [
    ...(starts ? [`from ${from}`] : []),
    ...(ends ? [`through ${addDays(to, -1)}`] : []),
  ];
  return `The ${which} incomplete, so only days ${days.join(' ')} are included.`;
}

/** Days between one date in the data and the next that are nothing out of the ordinary. */
export function typicalGap({ profile }: CatalogColumn, days: { first: Day; last: Day }): number {
  const span = daysBetween(days.first, days.last);
  return Math.max(1, (2 * span) / Math.max(1, (profile?.distinctCount ?? 1) - 1));
}
