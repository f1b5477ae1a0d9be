import { columnOf } from '#src/catalog/catalog-names.ts';
import { addDays, type Day, isDay } from '#src/planner/day.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, FilterFacts } from '#src/plugin-api/query-facts.ts';

/** Half-open in days; an open end is null. */
export interface DayRange {
  readonly from: Day | null;
  readonly to: Day | null;
}

const OPEN: DayRange = { from: null, to: null };

/** A column that holds days, instants or years; null for any other. */
export function timeColumn(catalog: Catalog, column: BaseColumn | null): CatalogColumn | null {
  const known = column && columnOf(catalog, column);
  return known?.kind === 'time' ? known : null;
}

/** Whether the column was seen to hold times of day, so that a date alone means its midnight. */
export function hasTimesOfDay({ type, profile }: CatalogColumn): boolean {
  if (type !== 'timestamp') return false;
  const ends = [profile?.min, profile?.max].filter((end) => end != null);
  return ends.length === 0 || ends.some((end) => !/[T ]00:00(:00(\.0+)?)?$|^\S{10}$/.test(end));
}

/** The days that filters of one column leave, whatever the time of day in them. */
export function rangeOfFilters(filters: readonly FilterFacts[]): DayRange {
  return filters.reduce<DayRange>((range, filter) => intersection(range, rangeOf(filter)), OPEN);
}

function rangeOf({ op, values }: FilterFacts): DayRange {
  const [first, last = first] = values.map(dayRange);
  if (!first || !last) return OPEN;
  switch (op) {
    case '=':
      return first;
    case 'between':
      return { from: first.from, to: last.to };
    case '>=':
      return { from: first.from, to: null };
    case '>':
      return { from: first.to, to: null };
    case '<':
      return { from: null, to: first.from };
    case '<=':
      return { from: null, to: first.to };
    default:
      return OPEN;
  }
}

/** A literal as days: `2025-03-01`, an instant in it, or a year. */
function dayRange(text: string): { readonly from: Day; readonly to: Day } | null {
  if (/^[12]\d{3}$/.test(text)) return { from: `${text}-01-01`, to: `${Number(text) + 1}-01-01` };
  const day = text.slice(0, 10);
  return isDay(day) ? { from: day, to: addDays(day, 1) } : null;
}

function intersection(a: DayRange, b: DayRange): DayRange {
  return { from: later(a.from, b.from), to: earlier(a.to, b.to) };
}

const later = (a: Day | null, b: Day | null) => (a === null || (b !== null && b > a) ? b : a);
const earlier = (a: Day | null, b: Day | null) => (a === null || (b !== null && b < a) ? b : a);

/** First and last day that the column holds; null where it was not measured or holds no days. */
export function measuredDays({
  profile,
}: CatalogColumn): { readonly first: Day; readonly last: Day } | null {
  const first = profile?.min?.slice(0, 10);
  const last = profile?.max?.slice(0, 10);
  return first && last && isDay(first) && isDay(last) ? { first, last } : null;
}
