import { type Amounts, amountsOf, growthOf } from '#src/ask/analytics/amounts.ts';
import { type Analysis, dayOf } from '#src/ask/analytics/analysis.ts';
import type { Finding } from '#src/ask/analytics/finding.ts';
import { unusualIn } from '#src/ask/analytics/outliers.ts';
import type { Point } from '#src/ask/analytics/points.ts';
import type { AnalyticsQuestion, SeriesUnit, UnitsAhead } from '#src/ask/analytics/question.ts';
import { type MeasurePoints, readPoints } from '#src/ask/analytics/read-points.ts';
import { refused, unsupported } from '#src/ask/analytics/reads.ts';
import {
  type Forecast,
  type ForecastMethod,
  forecastOf,
  halfWidth,
  neededFor,
  stepsFrom,
} from '#src/ask/analytics/statistics/forecast.ts';
import type { Outlier } from '#src/ask/analytics/statistics/outliers.ts';
import { countUnits, dataEnd, type Window, windowName } from '#src/ask/analytics/windows.ts';
import { capital, listed } from '#src/ask/words.ts';
import { addUnits, type Day, startOf } from '#src/planner/day.ts';
import type { Period } from '#src/planner/periods/periods.ts';

/** Units of a season, and how many units are forecast and looked back at where the question doesn't say. */
const COURSE: Readonly<Record<SeriesUnit, { season: number; ahead: number; past: number }>> = {
  day: { season: 7, ahead: 14, past: 400 },
  week: { season: 52, ahead: 4, past: 208 },
  month: { season: 12, ahead: 3, past: 120 },
  quarter: { season: 4, ahead: 2, past: 60 },
  year: { season: 1, ahead: 1, past: 60 },
};
/** Values to come that a text names one by one. */
const NAMED = 3;
const PERCENT = 80;

type ForecastQuestion = Extract<AnalyticsQuestion, { kind: 'forecast' }>;

/** What is expected, and what it was made of. */
interface Estimates {
  readonly read: MeasurePoints;
  /** The points that were continued. */
  readonly past: readonly Point[];
  readonly season: number;
  /** Points that were replaced by what is usual around them before the others were continued. */
  readonly unusual: readonly Outlier[];
  readonly forecast: Forecast;
  /** The units that are asked for. */
  readonly asked: Window;
  /** All units to come until the end of these. */
  readonly ahead: readonly Step[];
  /** Points of the units that are asked for: those that the data have, and those to come. */
  readonly known: readonly Point[];
  readonly shown: readonly Step[];
  /** Of all units that are asked for together; null where they are one, or don't add up. */
  readonly total: Range | null;
}

/** What a measure is expected to be in the units to come, with the interval that holds it in four of five cases. */
export async function analyseForecast(
  analysis: Analysis,
  question: ForecastQuestion,
): Promise<Finding> {
  const { dimension } = question;
  if (dimension !== null)
    throw refused(
      `A forecast shows one number over time, not one per ${dimension}. Ask for the total, or name one ${dimension}.`,
    );
  const read = await readPoints(analysis, {
    measure: question.measure,
    period: null,
    unit: question.unit ?? unitOf(question.ahead),
  });
  const estimates = estimated(read, windowAhead(question.ahead, read, dayOf(analysis)));
  return findingOf(estimates, amountsOf(read.measure, read.series, analysis.catalog));
}

function estimated(read: MeasurePoints, asked: Window): Estimates {
  const { measure, unit, window } = read;
  const past = read.points.slice(-COURSE[unit].past);
  refuseGaps(past, unit);
  const values = past.map(({ value }) => value ?? 0);
  const season = seasonFor(values.length, unit);
  const steps = countUnits({ from: window.to, to: asked.to }, unit);
  const [, unusual] = unusualIn(past, unit);
  const usual = [...values];
  for (const { at, expected } of unusual) usual[at] = expected;
  const made =
    steps > stepsFrom(values.length, season) ? null : forecastOf(values, steps, season, usual);
  if (!made) throw tooShort(values.length, steps, season, unit);
  const isSigned = values.some((value) => value < 0);
  const forecast = isSigned ? made : notNegative(made);
  /** What was never below zero isn't expected to be, and no total below what is known of it. */
  const between = (value: number, of: (error: readonly number[]) => number, least = 0): Range => {
    const half = halfWidth(forecast, of);
    const low = value - half;
    return { value, low: isSigned ? low : Math.max(least, low), high: value + half };
  };
  const ahead = forecast.values.map((value, at) => ({
    day: addUnits(window.to, unit, at),
    ...between(value, (error) => error[at]!),
  }));
  const shown = ahead.filter(({ day }) => day >= asked.from);
  const known = read.points.filter(({ day }) => day >= asked.from);
  const isTotal = measure.kind === 'sum' && countUnits(asked, unit) > 1;
  const [own, coming] = [known, shown].map((some) => sum(some.map(({ value }) => value ?? 0)));
  const total = isTotal
    ? between(own! + coming!, (error) => sum(error.slice(-shown.length)), own)
    : null;
  return { read, past, season, unusual, forecast, asked, ahead, known, shown, total };
}

const ESTIMATE = 'estimate';
const LOW = `low_${PERCENT}_percent`;
const HIGH = `high_${PERCENT}_percent`;

function findingOf(estimates: Estimates, amounts: Amounts): Finding {
  const { read, past, forecast, asked, ahead, known, shown, total } = estimates;
  const { unit, window } = read;
  const { column: name, type, info } = amounts;
  const said: Said = { amounts, unit, asked, past: read.points };
  const used = `Data used: ${windowName({ from: past[0]!.day, to: window.to })}.`;
  const tests = forecast.errors.length;
  return {
    query: read.measure.query,
    main: read.series.read,
    table: {
      columns: [[unit, 'date'], ...[name, ESTIMATE, LOW, HIGH].map((one) => [one, type] as const)],
      rows: [
        ...past.map(({ day, value }) => [day, amounts.cell(value), null, null, null]),
        ...ahead.map(({ day, value, low, high }) => [
          ...[day, null],
          ...[value, low, high].map((one) => amounts.cell(one)),
        ]),
      ],
    },
    drawn: {
      columns: [name, ESTIMATE, LOW, HIGH].map((one) => ({ name: one, ...info })),
      facts: {
        only: [unit, name, ESTIMATE],
        estimated: { column: ESTIMATE, low: LOW, high: HIGH },
      },
    },
    explanation: [
      total ? totalText(said, total, known) : stepsText(said, shown),
      ...unusualText(said, estimates),
    ].join(' '),
    assumptions: [
      ...read.assumptions,
      METHODS[forecast.method](tests),
      used,
      ...caveats(estimates),
    ],
    figures: [
      ...(total ? totalFigures(said, total, known) : shown.map((one) => stepFigure(said, one))),
      ...unusualText(said, estimates),
      `The ${PERCENT}% range comes from how far the estimate was off in ${tests} tests on past data.`,
      used,
    ],
    standsOut: null,
  };
}

const METHODS: Readonly<Record<ForecastMethod, (tests: number) => string>> = {
  seasonal_naive: (tests) =>
    `Estimated by repeating the previous seasonal cycle. In ${tests} tests on past data, this was more accurate than Holt-Winters smoothing.`,
  holt_winters: (tests) =>
    `Estimated with Holt-Winters smoothing. In ${tests} tests on past data, this was more accurate than repeating the previous seasonal cycle.`,
  last_value: (tests) =>
    `Estimated by repeating the last value. In ${tests} tests on past data, this was more accurate than exponential smoothing.`,
  holt: (tests) =>
    `Estimated with exponential smoothing. In ${tests} tests on past data, this was more accurate than repeating the last value.`,
};
const UNSEEN = {
  week: "There isn't enough data to detect a weekly pattern, so the estimate ignores it.",
  year: "There isn't enough data to detect a yearly pattern, so the estimate ignores it.",
};

/** Values that would have carried the estimate along, and that it doesn't repeat. */
function unusualText({ amounts, unit }: Said, { unusual, past }: Estimates): readonly string[] {
  const [first, second] = unusual;
  if (!first) return [];
  if (second)
    return [
      `${unusual.length} ${unit}s are unusual, and the estimate uses what is usual around them instead.`,
    ];
  const [value, usual] = [first.value, first.expected].map((one) => amounts.text(one));
  return [
    `${capital(unitName(past[first.at]!.day, unit))} is unusual with ${value}. The estimate uses what is usual around it instead (${usual}).`,
  ];
}

/** What an estimate leaves out. */
const caveats = ({ season, read: { unit, window, range } }: Estimates): readonly string[] => [
  ...(season === 1 && COURSE[unit].season > 1 ? [UNSEEN[unit === 'day' ? 'week' : 'year']] : []),
  ...(dataEnd(range) >= window.to
    ? [`Rows from ${window.to} onward aren't used, because that ${unit} isn't over yet.`]
    : []),
  "The estimate assumes that past patterns continue. It doesn't know about planned changes, such as new prices or campaigns.",
];

/** The unit that a time to come is made of; null where it names none. */
function unitOf(ahead: Period | UnitsAhead | null): SeriesUnit | null {
  if (ahead === null) return null;
  if ('count' in ahead)
    return ahead.unit === 'quarter' || ahead.unit === 'year' ? 'month' : ahead.unit;
  const { from, to } = closed(ahead);
  return (
    (['month', 'week'] as const).find(
      (one) => startOf(one, from) === from && startOf(one, to) === to,
    ) ?? 'day'
  );
}

function closed({ from, to, text }: Period): Window {
  if (from === null || to === null)
    throw refused(`"${text}" has no end. Name the period to forecast, such as "next quarter".`);
  return { from, to };
}

/** The whole units that are asked for, the end of the data being the start of `next`. */
function windowAhead(
  ahead: ForecastQuestion['ahead'],
  { unit, window: { to: next }, range }: MeasurePoints,
  today: Day,
): Window {
  if (ahead === null) return { from: next, to: addUnits(next, unit, COURSE[unit].ahead) };
  if ('count' in ahead) {
    const coming = addUnits(startOf(ahead.unit, today), ahead.unit, 1);
    const after = firstFrom(ahead.unit, next);
    const [, from = after] = [coming, after].toSorted();
    return { from, to: addUnits(from, ahead.unit, ahead.count) };
  }
  const asked = closed(ahead);
  if (asked.to <= next)
    throw refused(
      `${windowName(asked)} is already in the data, so there is nothing to forecast. Ask for a later period.`,
    );
  if (startOf(unit, asked.from) !== asked.from || startOf(unit, asked.to) !== asked.to)
    throw refused(
      `${windowName(asked)} isn't made up of whole ${unit}s. To get a forecast, name a period of whole ${unit}s.`,
    );
  if (asked.from <= range.last && asked.from > today)
    throw unsupported(
      `The data already has rows for ${spanName(asked, unit)}. Ask for a later period.`,
    );
  return asked;
}

/** The first start of a unit from a day on. */
const firstFrom = (unit: SeriesUnit, day: Day): Day =>
  startOf(unit, day) === day ? day : addUnits(startOf(unit, day), unit, 1);

const MOST_EMPTY = 0.5;

/** A unit without a value can't be continued; a sum has none where it is 0. */
function refuseGaps(past: readonly Point[], unit: SeriesUnit): void {
  if (past.some(({ value }) => value === null))
    throw refused(
      `Some ${unit}s have no value, so Plumbline can't forecast from them. Ask for longer periods, such as months instead of days.`,
    );
  if (past.filter(({ value }) => value === 0).length > MOST_EMPTY * past.length)
    throw refused(
      `Most ${unit}s have no rows, so there's nothing to forecast from. Ask for longer periods, such as months instead of days.`,
    );
}

/** The length of a season where the past shows one often enough to be tested, else none. */
function seasonFor(points: number, unit: SeriesUnit): number {
  const { season } = COURSE[unit];
  return stepsFrom(points, season) > 0 ? season : 1;
}

function tooShort(points: number, steps: number, season: number, unit: SeriesUnit): Error {
  const most = stepsFrom(points, season);
  return refused(
    most > 0
      ? `The data has ${points} complete ${unit}s, too few to forecast ${steps}. Ask for at most ${most} ${unit}s ahead.`
      : `The data has ${points} complete ${unit}s. Forecasting ${steps} more needs at least ${Math.max(neededFor(steps, 1), 3 * steps)}.`,
  );
}

const notNegative = (forecast: Forecast): Forecast => ({
  ...forecast,
  values: forecast.values.map((value) => Math.max(0, value)),
});

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** An estimate with the interval that holds the value in four of five cases. */
interface Range {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** An estimate of one unit. */
interface Step extends Range {
  readonly day: Day;
}

interface Said {
  readonly amounts: Amounts;
  readonly unit: SeriesUnit;
  readonly asked: Window;
  /** All points of the data. */
  readonly past: readonly Point[];
}

function totalText(said: Said, total: Range, known: readonly Point[]): string {
  const { amounts, asked, unit } = said;
  const part = knownPart(known);
  return [
    `${capital(amounts.label)} for ${spanName(asked, unit)} is estimated at ${rangeText(said, total)}.`,
    ...(part === null ? [] : [`${amounts.text(part)} of it is already in the data.`]),
    ...yearBeforeText(said, total),
  ].join(' ');
}

/** Figures of an estimate that a text gives; the table has all of them. */
const DIGITS = 4;

const about = ({ amounts }: Said, value: number): string =>
  amounts.text(Number(value.toPrecision(DIGITS)));

const rangeText = (said: Said, { value, low, high }: Range): string =>
  `${about(said, value)}, with an ${PERCENT}% range of ${about(said, low)} to ${about(said, high)}`;

/** `Q1 2027`, `November 2026 to January 2027`, `2026-11-02 to 2026-11-29`. */
function spanName({ from, to }: Window, unit: SeriesUnit): string {
  const name = windowName({ from, to });
  const isNamed = unit !== 'month' || !name.includes(' to ');
  return isNamed
    ? name
    : [from, addUnits(to, unit, -1)].map((day) => unitName(day, unit)).join(' to ');
}

const unitName = (day: Day, unit: SeriesUnit): string =>
  windowName({ from: day, to: addUnits(day, unit, 1) });

const knownPart = (known: readonly Point[]): number | null =>
  known.length > 0 ? sum(known.map(({ value }) => value ?? 0)) : null;

/** How much that is above or below the same period of the year before, where the data hold all of it. */
function yearBeforeText(said: Said, { value }: Range): readonly string[] {
  const { asked, past, unit, amounts } = said;
  const before = { from: addUnits(asked.from, 'year', -1), to: addUnits(asked.to, 'year', -1) };
  const own = past.filter(({ day }) => day >= before.from && day < before.to);
  const isWhole = own.length === countUnits(before, unit) && own[0]?.day === before.from;
  const base = sum(own.map((one) => one.value ?? 0));
  const growth = isWhole ? growthOf(base, value - base) : null;
  if (growth === null) return [];
  const than = `${spanName(before, unit)} (${amounts.text(base)})`;
  if (growth === 0) return [`That is about the same as in ${than}.`];
  return [`That is ${Math.abs(growth)}% ${growth > 0 ? 'more' : 'less'} than in ${than}.`];
}

function totalFigures(said: Said, total: Range, known: readonly Point[]): readonly string[] {
  const part = knownPart(known);
  return [
    `Estimate for ${spanName(said.asked, said.unit)}: ${rangeText(said, total)}.`,
    ...(part === null ? [] : [`Already in the data: ${said.amounts.text(part)}.`]),
    ...yearBeforeText(said, total),
  ];
}

const stepFigure = (said: Said, step: Step): string =>
  `Estimate for ${unitName(step.day, said.unit)}: ${rangeText(said, step)}.`;

function stepsText(said: Said, steps: readonly Step[]): string {
  const { amounts, unit } = said;
  const label = capital(amounts.label);
  const [only, second] = steps;
  if (only && !second)
    return `${label} for ${unitName(only.day, unit)} is estimated at ${rangeText(said, only)}.`;
  const each = steps.map(({ day, value }) => `${about(said, value)} for ${unitName(day, unit)}`);
  const named = each.length > NAMED ? [each[0]!, each.at(-1)!] : each;
  return `${label} is estimated at ${listed(named)}. The table shows the ranges.`;
}
