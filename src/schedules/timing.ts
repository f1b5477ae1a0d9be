import { LRUCache } from 'lru-cache';
import { type QuietHours, WEEKDAYS, type When } from './types.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** To make one takes 0.3 ms. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

/** Local date and time of a zone as if they were UTC, in milliseconds. */
export function wallClock(instant: number, zone: string): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
  formats.set(zone, format);
  const part = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>;
  return Date.UTC(
    part['year']!,
    part['month']! - 1,
    part['day'],
    part['hour'],
    part['minute'],
    part['second'],
  );
}

/**
 * The instant of a local date and time. A time that is skipped when clocks change is that much later; of one that comes
 * twice, the first counts (as `Temporal` with `disambiguation: 'compatible'`).
 */
function instantAt(local: number, zone: string): number {
  const offsetAt = (instant: number) => wallClock(instant, zone) - instant;
  const before = local - offsetAt(local - DAY_MS);
  const after = local - offsetAt(local + DAY_MS);
  const found = [before, after].filter((one) => wallClock(one, zone) === local);
  return found.length === 0 ? before : Math.min(...found);
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The first instant after `after` at which a clock of the zone shows `at`, on this day of the week where one is given. */
function nextLocal(
  at: string,
  day: (typeof WEEKDAYS)[number] | null,
  zone: string,
  after: Date,
): Date {
  const today = Math.floor(wallClock(after.getTime(), zone) / DAY_MS);
  for (let step = 0; step <= 8; step += 1) {
    const date = today + step;
    // The first day of 1970 was a Thursday.
    if (day && WEEKDAYS[(date + 3) % 7] !== day) continue;
    const instant = instantAt(date * DAY_MS + minutesOf(at) * 60_000, zone);
    if (instant > after.getTime()) return new Date(instant);
  }
  throw new RangeError(`no ${at} within a week in ${zone}`);
}

/** When a schedule is due next. What was missed meanwhile is not made up for one by one. */
export function nextDue(when: When, zone: string, after: Date, checkMs: number): Date {
  switch (when.type) {
    case 'daily':
      return nextLocal(when.at, null, zone, after);
    case 'weekly':
      return nextLocal(when.at, when.day, zone, after);
    case 'unusual':
      return nextLocal(when.at, when.day ?? null, zone, after);
    case 'hourly':
      return new Date((Math.floor(after.getTime() / HOUR_MS) + 1) * HOUR_MS);
    default:
      return new Date(after.getTime() + checkMs);
  }
}

/** The end of the quiet hours that an instant lies in; null where it lies in none. */
export function quietUntil(quiet: QuietHours | null, zone: string, now: Date): Date | null {
  if (!quiet || quiet.from === quiet.to) return null;
  const minute = Math.floor((wallClock(now.getTime(), zone) % DAY_MS) / 60_000);
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  return isQuiet ? nextLocal(quiet.to, null, zone, now) : null;
}
