import type { AnalyticsQuestion, SeriesUnit } from '#src/ask/analytics/question.ts';
import { unsupported } from '#src/ask/analytics/reads.ts';
import { unitFor } from '#src/ask/analytics/unit-of.ts';
import { type DataRange, dataEnd, type Window, windowName } from '#src/ask/analytics/windows.ts';
import { addDays, addUnits, type Day, daysBetween, startOf } from '#src/planner/day.ts';

/** Part of a unit that may be without data at an end of them before it counts as unfinished; three days at least. */
const QUIET = 0.05;
const QUIET_DAYS = 3;
const DAYS: Readonly<Record<SeriesUnit, number>> = {
  day: 0,
  week: 7,
  month: 30,
  quarter: 91,
  year: 365,
};

/** The periods of a table of growth, and what each is compared with. */
export interface GrowthFrame {
  readonly unit: SeriesUnit;
  /** Starts of the periods that are shown. */
  readonly days: readonly Day[];
  /** Start of the period that another one is compared with. */
  against(day: Day): Day;
  /** All that has to be read. */
  readonly window: Window;
  /** Start of the period that the first day of the data lies in. */
  readonly begin: Day;
  /** The period that the data begin in where they do not fill it: nothing is compared with it. */
  readonly cutStart: Day | null;
  /** The last period where it is not over, and the part of the earlier one that is as long; null where it is whole. */
  readonly unfinished: { readonly day: Day; readonly until: Day; readonly before: Window } | null;
  readonly assumptions: readonly string[];
}

/** One period of one member. */
export interface GrowthRow {
  /** Empty where there is no group. */
  readonly member: string;
  readonly day: Day;
  readonly value: number | null;
  /** Of the period that it is compared with; null where the data do not have all of it. */
  readonly previous: number | null;
  readonly change: number | null;
  readonly percent: number | null;
  readonly isComplete: boolean;
}

type GrowthQuestion = Extract<AnalyticsQuestion, { kind: 'growth' }>;

/** Which periods a question about growth shows. Fails where the data have none of them. */
export function growthFrame(question: GrowthQuestion, range: DataRange): GrowthFrame {
  const { period } = question;
  const end = addDays(dataEnd(range), 1);
  const from = period?.from && period.from > range.first ? period.from : range.first;
  const to = period?.to && period.to < end ? period.to : end;
  if (from >= to)
    throw unsupported(
      `The data covers ${range.first} to ${range.last}, so that period has no rows. Choose another period.`,
    );
  const unit = question.unit ?? unitFor({ from, to });
  const first = firstStart(from, unit, period?.from ?? null);
  const last = lastStart(to, unit, period?.to ?? null);
  if (first > last)
    throw unsupported(`That period contains no complete ${unit}. Ask for a longer one.`);
  const against = (day: Day) =>
    question.against === 'before' ? addUnits(day, unit, -1) : addUnits(day, 'year', -1);
  const days: Day[] = [];
  for (let day = first; day <= last; day = addUnits(day, unit, 1)) days.push(day);
  const unfinished = unfinishedOf(last, unit, against(last), range);
  const begun = startOf(unit, range.first);
  return {
    unit,
    days,
    against,
    window: { from: against(first), to: addUnits(last, unit, 1) },
    begin: begun,
    cutStart: range.first > addDays(begun, quietDays(unit)) ? begun : null,
    unfinished,
    assumptions: [
      ...(question.unit === null ? [`Analyzed by ${unit}.`] : []),
      ...statedAgainst(question),
      ...(unfinished ? [unfinishedText(unfinished, unit, range.first)] : []),
    ],
  };
}

const quietDays = (unit: SeriesUnit) =>
  unit === 'day' ? 0 : Math.max(QUIET_DAYS, Math.floor(DAYS[unit] * QUIET));

function firstStart(from: Day, unit: SeriesUnit, asked: Day | null): Day {
  const start = startOf(unit, from);
  return start < from && asked === from ? addUnits(start, unit, 1) : start;
}

function lastStart(to: Day, unit: SeriesUnit, asked: Day | null): Day {
  const start = startOf(unit, addDays(to, -1));
  return addUnits(start, unit, 1) > to && asked === to ? addUnits(start, unit, -1) : start;
}

function unfinishedOf(
  day: Day,
  unit: SeriesUnit,
  earlier: Day,
  range: DataRange,
): GrowthFrame['unfinished'] {
  const end = addDays(dataEnd(range), 1);
  const over = addUnits(day, unit, 1);
  if (over <= addDays(end, quietDays(unit)) && over <= addDays(range.today, 1)) return null;
  const days = daysBetween(day, end);
  const [to] = [addDays(earlier, days), addUnits(earlier, unit, 1)].toSorted();
  return { day, until: addDays(end, -1), before: { from: earlier, to: to! } };
}

const statedAgainst = ({ against }: GrowthQuestion) =>
  against === 'year_before'
    ? ['Each period is compared with the same period of the previous year.']
    : [];

function unfinishedText(
  { day, until, before }: NonNullable<GrowthFrame['unfinished']>,
  unit: SeriesUnit,
  first: Day,
): string {
  const name = windowName({ from: day, to: addUnits(day, unit, 1) });
  const counted = `${name} isn't over yet or its data is incomplete: only days through ${until}`;
  return before.to <= first
    ? `${counted} are included.`
    : `${counted} are compared with ${windowName(before)}.`;
}
