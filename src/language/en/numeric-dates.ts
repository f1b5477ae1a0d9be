/** Dates in figures: `7/22/2025`, `22.7.2025`, `7-22-25`, `2025/07/22`. One with hyphens and its year first is ISO 8601. */
export const NUMERIC_DATE = String.raw`(?<![\p{L}\p{N}/.-])(?:\d{4}/\d{1,2}/\d{1,2}|\d{4}\.\d{1,2}\.\d{1,2}|\d{1,2}/\d{1,2}/(?:\d{4}|\d{2})|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}-\d{1,2}-(?:\d{4}|\d{2}))(?![\p{L}\p{N}/-]|\.\d)`;
const ALL = new RegExp(NUMERIC_DATE, 'gu');

/** Two figures of a year from here on are of the century before. */
const PIVOT = 70;

interface Reading {
  readonly order: 'month first' | 'day first' | 'year first';
  readonly day: string;
}

/**
 * The days that a date in figures may be, as ISO dates: none where it is no date; two, first the one with the month in
 * front, where day and month may be either and no other date of the question tells.
 */
export function daysOf(date: string, question: string): readonly string[] {
  const own = readingsOf(date);
  if (own.length < 2) return own.map(({ day }) => day);
  const sure = [...question.matchAll(ALL)]
    .map(([one]) => readingsOf(one))
    .filter(({ length }) => length === 1)
    .map(([only]) => only!.order);
  const told = own.filter(({ order }) => sure.includes(order));
  return (told.length === 1 ? told : own).map(({ day }) => day);
}

/** With dots the day is in front, where that is a date. */
function readingsOf(date: string): readonly Reading[] {
  const [first, second, third] = date.split(/[/.-]/) as [string, string, string];
  if (first.length === 4) return dated('year first', first, second, third);
  const year = third.length === 4 ? third : `${Number(third) < PIVOT ? 20 : 19}${third}`;
  const monthFirst = dated('month first', year, first, second);
  const dayFirst = dated('day first', year, second, first);
  if (date.includes('.')) return dayFirst.length > 0 ? dayFirst : monthFirst;
  return first === second ? monthFirst : [...monthFirst, ...dayFirst];
}

function dated(
  order: Reading['order'],
  year: string,
  month: string,
  day: string,
): readonly Reading[] {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  const isDate = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return isDate ? [{ order, day: text }] : [];
}
