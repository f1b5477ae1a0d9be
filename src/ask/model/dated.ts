import type { Catalog } from '#src/plugin-api/catalog.ts';

const NUMBER = /\d+(?:\.\d+)?/g;
/** Numbers that say nothing of a day: 1 and others may be a month. */
const PLAIN = new Set([0, 100]);
const DAY_NAMES =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/g;

/**
 * Whether a statement may depend on the day on which it was written: it names a column of times, or holds a number or
 * the name of a month or weekday that the question does not. One that does not is kept for other days, too.
 */
export function isDated(sql: string, question: string, { tables }: Catalog): boolean {
  const [statement, asked] = [sql.toLowerCase(), question.toLowerCase()];
  const ofQuestion = new Set((asked.match(NUMBER) ?? []).map(Number));
  const foreign = (statement.match(NUMBER) ?? [])
    .map(Number)
    .some((number) => !PLAIN.has(number) && !ofQuestion.has(number));
  if (foreign || (statement.match(DAY_NAMES) ?? []).some((name) => !asked.includes(name)))
    return true;
  return tables
    .flatMap(({ columns }) => columns)
    .filter(({ type, kind }) => type === 'date' || type === 'timestamp' || kind === 'time')
    .some(({ name }) => statement.includes(name.toLowerCase()));
}
