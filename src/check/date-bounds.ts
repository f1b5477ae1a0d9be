import { hasTimesOfDay, timeColumn } from '#src/check/timeline.ts';
import type { Check } from '#src/check/types.ts';
import { addDays, isDay } from '#src/planner/day.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { FilterFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';

/** A bound that leaves out most of a day, or lets a day of the next period in. */
export interface WrongBound {
  readonly filter: FilterFacts;
  readonly column: CatalogColumn;
  /** `midnight`: a day without a time where instants are compared; `next`: the period ends on the next one's first day. */
  readonly kind: 'midnight' | 'next';
  /** The day that is written. */
  readonly day: string;
  /** The day before which the period would end, or from which it would begin. */
  readonly meant: string;
}

const NAME = 'date_bounds';

/** Whether periods end where people mean them to: a date compared with instants stands for its first moment only. */
export function checkDateBounds(facts: QueryFacts, catalog: Catalog): Check {
  const wrong = wrongBounds(facts, catalog);
  const [first] = wrong;
  if (first) return { name: NAME, outcome: 'warning', detail: textOf(first) };
  const dated = allBlocks(facts.root).some(({ filters }) =>
    filters.some(({ column }) => timeColumn(catalog, column)),
  );
  return dated
    ? { name: NAME, outcome: 'passed', detail: 'Periods start and end on whole days.' }
    : { name: NAME, outcome: 'skipped', detail: 'No dates are compared.' };
}

export function wrongBounds(facts: QueryFacts, catalog: Catalog): readonly WrongBound[] {
  return allBlocks(facts.root).flatMap(({ filters }) =>
    filters.flatMap((filter) => {
      const column = timeColumn(catalog, filter.column);
      return column ? (wrongBound(filter, column, filters) ?? []) : [];
    }),
  );
}

function wrongBound(
  filter: FilterFacts,
  column: CatalogColumn,
  beside: readonly FilterFacts[],
): WrongBound | null {
  const { op, values } = filter;
  const last = values.at(-1) ?? '';
  const day = op === '<=' || op === 'between' ? withoutMidnight(last) : last;
  if (!isDay(day) || !['<=', 'between', '=', '>'].includes(op ?? '')) return null;
  const start = op === 'between' ? values[0]!.slice(0, 10) : lowerBound(filter, beside);
  if ((op === '<=' || op === 'between') && isNextPeriod(start, day))
    return { filter, column, kind: 'next', day, meant: day };
  return hasTimesOfDay(column)
    ? { filter, column, kind: 'midnight', day, meant: addDays(day, 1) }
    : null;
}

/** `2025-06-30 00:00:00` where a period ends: a day, written as its first moment. */
export const withoutMidnight = (text: string): string =>
  text.replace(/[T ]00:00(:00(\.0+)?)?$/, '');

/** The day that another filter of the same column begins at. */
function lowerBound(filter: FilterFacts, beside: readonly FilterFacts[]): string | null {
  const found = beside.find(
    ({ op, column }) =>
      (op === '>=' || op === '>') &&
      column?.column === filter.column?.column &&
      column?.table === filter.column?.table,
  );
  return found?.values[0]?.slice(0, 10) ?? null;
}

/** From a month's first day to another month's first: one, three, six or twelve months and one day too many. */
function isNextPeriod(start: string | null, end: string): boolean {
  if (start === null || !start.endsWith('-01') || !end.endsWith('-01') || start >= end)
    return false;
  const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
  return [1, 3, 6, 12].includes(months(end) - months(start));
}

function textOf({ kind, day, column, filter }: WrongBound): string {
  const { label } = column;
  if (kind === 'next') return `The period includes ${day}, the first day of the next period.`;
  if (filter.op === '=') return `Only midnight of ${day} matches, because ${label} includes times.`;
  if (filter.op === '>')
    return `${day} is still included after midnight, because ${label} includes times.`;
  return `Only midnight of ${day} is included, because ${label} includes times.`;
}
