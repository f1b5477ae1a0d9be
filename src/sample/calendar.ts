import { type Draw, drawByWeight, type Random } from '#src/sample/random.ts';

const DAY_MS = 86_400_000;
const FIRST = Date.UTC(2024, 0, 1);
const LAST = Date.UTC(2026, 9, 31);

/** How much is sold in a month, January first, and on a weekday, Sunday first. */
const MONTHS = [82, 78, 90, 94, 99, 101, 96, 93, 97, 104, 128, 152];
const WEEKDAYS = [112, 84, 86, 92, 100, 122, 136];
/** Growth a year, percent. */
const GROWTH = 14;

/** Draws a day of the sample, as ISO date, by how much is sold on it. */
export function createCalendar(): Draw<string> {
  const days: (readonly [string, number])[] = [];
  for (let time = FIRST; time <= LAST; time += DAY_MS) {
    const date = new Date(time);
    const growth = 100 + (GROWTH * (time - FIRST)) / DAY_MS / 365;
    const weight = MONTHS[date.getUTCMonth()]! * WEEKDAYS[date.getUTCDay()]! * growth;
    days.push([isoDate(time), weight]);
  }
  return drawByWeight(days);
}

function isoDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** A day between two dates, later ones no likelier than earlier ones. */
export function dayBetween(random: Random, from: string, to: string): string {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return isoDate(Date.parse(from) + random.below(days + 1) * DAY_MS);
}
