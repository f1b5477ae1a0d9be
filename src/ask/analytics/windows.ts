import type { Against, SeriesUnit } from '#src/ask/analytics/question.ts';
import { unsupported } from '#src/ask/analytics/reads.ts';
import { MONTH_NAMES } from '#src/language/en/periods.ts';
import { addDays, addUnits, type Day, daysBetween, startOf } from '#src/planner/day.ts';
import type { Period } from '#src/planner/periods/periods.ts';

/** Half-open. */
export interface Window {
  readonly from: Day;
  readonly to: Day;
}

/** Two windows of so many whole units each. */
export interface WindowPair {
  readonly before: Window;
  readonly after: Window;
  readonly unit: SeriesUnit;
  readonly units: number;
  readonly assumptions: readonly string[];
}

const UNITS: readonly SeriesUnit[] = ['year', 'quarter', 'month', 'week', 'day'];
/** Days without data at the end of a period that do not make it unfinished. */
const QUIET_DAYS = 3;

/** The first and last day of the data that are asked about, and the day that questions are asked on. */
export interface DataRange {
  readonly first: Day;
  readonly last: Day;
  readonly today: Day;
}

/** The last day that has data and is not to come. */
export const dataEnd = ({ last, today }: DataRange): Day => [last, today].sort()[0]!;

/** The two windows that a question compares, cut to the part that is over where the later one is not. */
export function windowsOf(period: Period | null, against: Against, range: DataRange): WindowPair {
  const assumptions: string[] = [];
  const asked = period ? closed(period) : lastWholeMonth(range);
  if (!period)
    assumptions.push(
      `The question doesn't mention a period, so the last complete month of the data is used: ${asked.from.slice(0, 7)}.`,
    );
  const before = beforeOf(asked, against);
  if (typeof against === 'string') assumptions.push(`Compared with ${windowName(before)}.`);
  if (against !== 'year_before' && daysOf(before) > 1.2 * daysOf(asked))
    throw unsupported('The two periods have different lengths. Name two of the same length.');
  const end = addDays(dataEnd(range), 1);
  if (asked.from >= end)
    throw unsupported(
      `There's no data for ${windowName(asked)}, because the data ends on ${range.last}.`,
    );
  refuseBeforeData(before, range);
  const pair =
    asked.to > addDays(end, QUIET_DAYS) || asked.to > addDays(range.today, 1)
      ? elapsedOf(asked, before, end, assumptions)
      : { after: asked, before };
  // What is compared of a period that is not over may lie before the data although the period does not.
  refuseBeforeData(pair.before, range);
  if (addDays(pair.before.from, QUIET_DAYS) < range.first)
    assumptions.push(
      `The data starts on ${range.first}, so ${windowName(pair.before)} is incomplete.`,
    );
  return { ...pair, ...unitsOf(pair.before, pair.after), assumptions };
}

function refuseBeforeData(before: Window, { first }: DataRange): void {
  if (before.to <= first)
    throw unsupported(
      `There's no data for ${windowName(before)}, because the data starts on ${first}.`,
    );
}

function closed({ from, to, text }: Period): Window {
  if (from === null || to === null)
    throw unsupported(`"${text}" has no end. Name a period with a start and an end.`);
  return { from, to };
}

function lastWholeMonth(range: DataRange): Window {
  const end = addDays(dataEnd(range), 1 + QUIET_DAYS);
  const to = startOf('month', end);
  return { from: addUnits(to, 'month', -1), to };
}

function beforeOf(asked: Window, against: Against): Window {
  if (typeof against === 'object') return closed(against);
  if (against === 'year_before')
    return { from: addUnits(asked.from, 'year', -1), to: addUnits(asked.to, 'year', -1) };
  const unit = UNITS.find((one) => isWhole(asked, one))!;
  return { from: addUnits(asked.from, unit, -countUnits(asked, unit)), to: asked.from };
}

/** The part of both windows that is over. */
function elapsedOf(asked: Window, before: Window, end: Day, assumptions: string[]) {
  const days = daysOf({ from: asked.from, to: end });
  const earlier = { from: before.from, to: addDays(before.from, days) };
  assumptions.push(
    `${windowName(asked)} isn't over yet, or its data is incomplete. Its days through ${addDays(end, -1)} are compared with the same number of days at the start of the other period.`,
  );
  return { after: { from: asked.from, to: end }, before: earlier };
}

function unitsOf(before: Window, after: Window): { unit: SeriesUnit; units: number } {
  const unit = UNITS.find(
    (one) =>
      isWhole(before, one) &&
      isWhole(after, one) &&
      countUnits(before, one) === countUnits(after, one),
  );
  if (!unit)
    throw unsupported('The two periods have different lengths. Name two of the same length.');
  return { unit, units: countUnits(after, unit) };
}

const isWhole = ({ from, to }: Window, unit: SeriesUnit) =>
  startOf(unit, from) === from && startOf(unit, to) === to;

export function countUnits({ from, to }: Window, unit: SeriesUnit): number {
  if (unit === 'day' || unit === 'week') return daysOf({ from, to }) / (unit === 'day' ? 1 : 7);
  const months =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
    Number(to.slice(5, 7)) -
    Number(from.slice(5, 7));
  return unit === 'month' ? months : unit === 'quarter' ? months / 3 : months / 12;
}

const daysOf = ({ from, to }: Window) => daysBetween(from, to);

/** Both windows, so many times their length earlier. */
export function shifted({ before, after, unit, units }: WindowPair, times: number) {
  const move = ({ from, to }: Window): Window => ({
    from: addUnits(from, unit, -times * units),
    to: addUnits(to, unit, -times * units),
  });
  return { before: move(before), after: move(after) };
}

/** The unit that a half-open span of days is exactly one of; null where it is none. */
export const wholeUnitOf = (from: Day, to: Day): SeriesUnit | null =>
  UNITS.find((unit) => startOf(unit, from) === from && addUnits(from, unit, 1) === to) ?? null;

/** `July 2026`, `Q3 2026`, `2025`, `2026-07-01 to 2026-07-14`. */
export function windowName({ from, to }: Window): string {
  const year = from.slice(0, 4);
  const month = Number(from.slice(5, 7));
  const whole = (unit: SeriesUnit) =>
    startOf(unit, from) === from && addUnits(from, unit, 1) === to;
  if (whole('year')) return year;
  if (whole('quarter')) return `Q${(month + 2) / 3} ${year}`;
  if (whole('month')) return `${MONTH_NAMES[month - 1]} ${year}`;
  if (whole('day')) return from;
  return `${from} to ${addDays(to, -1)}`;
}
