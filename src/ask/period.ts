import { MONTH_NAMES } from '#src/language/en/periods.ts';
import type { FilterFacts } from '#src/plugin-api/query-facts.ts';

const DAY = 86_400_000;
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;

/**
 * Date filters of one column as text for people: `2025`, `Q3 2025`, `March 2025`, `2025-03-01 to 2025-03-14`,
 * `since 2025-03-01`, `before 2025-03-01`. Null where they are no such interval.
 */
export function periodText(filters: readonly FilterFacts[]): string | null {
  let from: number | null = null;
  let to: number | null = null;
  for (const filter of filters) {
    const interval = intervalOf(filter);
    if (!interval) return null;
    if (interval.from !== null)
      from = from === null ? interval.from : Math.max(from, interval.from);
    if (interval.to !== null) to = to === null ? interval.to : Math.min(to, interval.to);
  }
  if (from !== null && to !== null) return from < to ? named(from, to) : null;
  if (from !== null) return `since ${instant(from)}`;
  return to === null ? null : `before ${instant(to)}`;
}

/** Half-open, milliseconds since 1970 UTC. */
interface Interval {
  readonly from: number | null;
  readonly to: number | null;
}

function intervalOf({ op, values }: FilterFacts): Interval | null {
  const times = values.map(read);
  const [first, second] = times;
  if (!first || times.some((time) => time === null)) return null;
  switch (op) {
    case '>=':
      return { from: first.at, to: null };
    case '<':
      return { from: null, to: first.at };
    case '>':
      return { from: first.at + first.grain, to: null };
    case '<=':
      return { from: null, to: first.at + first.grain };
    case '=':
      return { from: first.at, to: first.at + first.grain };
    case 'between':
      return second ? { from: first.at, to: second.at + second.grain } : null;
    default:
      return null;
  }
}

/** A date or timestamp literal, and what it is precise to. */
function read(text: string): { readonly at: number; readonly grain: number } | null {
  const match = DATE.exec(text.trim());
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
  const at = Date.UTC(year!, month! - 1, day!, hour, minute, second);
  return { at, grain: match[4] === undefined ? DAY : 1 };
}

function named(from: number, to: number): string {
  const start = new Date(from);
  const year = start.getUTCFullYear();
  const month = start.getUTCMonth();
  const months = wholeMonths(start, new Date(to));
  if (months === 12 && month === 0) return `${year}`;
  if (months !== null && months % 12 === 0 && month === 0)
    return `${year} to ${year + months / 12 - 1}`;
  if (months === 3 && month % 3 === 0) return `Q${month / 3 + 1} ${year}`;
  if (months === 1) return `${MONTH_NAMES[month]} ${year}`;
  if (to - from === DAY && from % DAY === 0) return day(from);
  if (from % DAY === 0 && to % DAY === 0) return `${day(from)} to ${day(to - DAY)}`;
  return `${instant(from)} to before ${instant(to)}`;
}

function wholeMonths(from: Date, to: Date): number | null {
  const first = (date: Date) => date.getTime() % DAY === 0 && date.getUTCDate() === 1;
  if (!first(from) || !first(to)) return null;
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10);

const instant = (at: number) =>
  at % DAY === 0 ? day(at) : new Date(at).toISOString().slice(0, 19).replace('T', ' ');
