import { type Amounts, amountsOf } from '#src/ask/analytics/amounts.ts';
import type { Analysis } from '#src/ask/analytics/analysis.ts';
import type { Finding } from '#src/ask/analytics/finding.ts';
import type { Point } from '#src/ask/analytics/points.ts';
import type { AnalyticsQuestion, SeriesUnit } from '#src/ask/analytics/question.ts';
import { readPoints } from '#src/ask/analytics/read-points.ts';
import { unsupported } from '#src/ask/analytics/reads.ts';
import { type Outlier, outliersOf } from '#src/ask/analytics/statistics/outliers.ts';
import { windowName } from '#src/ask/analytics/windows.ts';
import { capital, listed } from '#src/ask/words.ts';
import { addUnits } from '#src/planner/day.ts';

const FEWEST_POINTS = 10;
/** Outliers that a text names. */
const NAMED = 3;

/** What is usual at a point: a day is like the same weekdays around it, the others like what is near. */
const AROUND: Readonly<Record<SeriesUnit, { season: number; neighbours: number | null }>> = {
  day: { season: 7, neighbours: 5 },
  week: { season: 1, neighbours: 6 },
  month: { season: 1, neighbours: 6 },
  quarter: { season: 1, neighbours: 4 },
  year: { season: 1, neighbours: null },
};

/** The periods in which a measure is far from what is usual around them. */
export async function analyseOutliers(
  analysis: Analysis,
  question: Extract<AnalyticsQuestion, { kind: 'outliers' }>,
): Promise<Finding> {
  const { measure, series, points, window, unit, assumptions } = await readPoints(
    analysis,
    question,
  );
  if (points.length < FEWEST_POINTS)
    throw unsupported(
      `${points.length} ${unit}s aren't enough to tell what is unusual. Ask for a longer time range or a finer breakdown, such as days instead of months.`,
    );
  if (2 * points.filter(({ value }) => !value).length > points.length)
    throw unsupported(
      `Most ${unit}s in ${windowName(window)} have no rows, so there's no typical value to compare with. Ask for longer periods, such as months instead of days.`,
    );
  const [yearly, single] = unusualIn(points, unit);
  const amounts = amountsOf(measure, series, analysis.catalog);
  const { column: name } = amounts;
  const shown = single.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  return {
    query: measure.query,
    main: series.read,
    table: {
      columns: [
        [unit, 'date'],
        [name, amounts.type],
        ['usual_around_it', amounts.type],
      ],
      rows: shown.map(({ at, value, expected }) => [
        points[at]!.day,
        amounts.cell(value),
        amounts.cell(expected),
      ]),
    },
    // The periods between those that stand out are not in the table: a line through them would make them up.
    drawn: {
      columns: [name, 'usual_around_it'].map((one) => ({ name: one, ...amounts.info })),
      facts: { never: 'records' },
    },
    explanation: outlierText(shown, yearly, { points, unit, amounts, when: windowName(window) }),
    assumptions: [
      ...assumptions,
      `A ${unit} is unusual if it is far from the median of the ${unit}s around it (median absolute deviation${unit === 'day' ? '; days are compared with the same weekday' : ''}).`,
    ],
    figures: [
      `${points.length} ${unit}s were analyzed (${windowName(window)}); ${single.length} unusual.`,
      ...yearly.map((one) => `Unusual in other years too: ${nameOf(one, { points, unit })}.`),
    ],
    standsOut: single.length > 0,
  };
}

/** The points far from what is usual around them: those that are so in other years, too, and the others. */
export const unusualIn = (
  points: readonly Point[],
  unit: SeriesUnit,
): readonly [yearly: readonly Outlier[], single: readonly Outlier[]] =>
  points.length < FEWEST_POINTS
    ? [[], []]
    : splitYearly(
        outliersOf(
          points.map(({ value }) => value),
          AROUND[unit],
        ),
        points,
        unit,
      );

const sizeOf = ({ value, expected }: Outlier) => Math.abs(value - expected);

/** A month that stands out the same way in other years is the year's course, no outlier. */
function splitYearly(
  found: readonly Outlier[],
  points: readonly Point[],
  unit: SeriesUnit,
): readonly [yearly: readonly Outlier[], single: readonly Outlier[]] {
  if (unit !== 'month') return [[], found];
  const isYearly = (one: Outlier) => {
    const others = points.flatMap(({ value }, at) =>
      at !== one.at && (at - one.at) % 12 === 0 && value !== null ? [at] : [],
    );
    const same = found.filter(({ at, isHigh }) => others.includes(at) && isHigh === one.isHigh);
    return others.length > 0 && same.length >= others.length / 2;
  };
  return [found.filter(isYearly), found.filter((one) => !isYearly(one))];
}

interface Said {
  readonly points: readonly Point[];
  readonly unit: SeriesUnit;
  readonly amounts: Amounts;
  readonly when: string;
}

function outlierText(single: readonly Outlier[], yearly: readonly Outlier[], said: Said): string {
  const { unit, amounts, when } = said;
  const course =
    yearly.length > 0
      ? ` Unusual in other years too, so not counted: ${capital(listed(yearly.map((one) => nameOf(one, said))))}.`
      : '';
  if (single.length === 0)
    return `${capital(amounts.label)} has no outliers by ${unit} in ${when}: no ${unit} is far from those around it.${course}`;
  const named = single.slice(0, NAMED).map((one) => {
    const { value, expected, isHigh } = one;
    return `${nameOf(one, said)} with ${amounts.text(value)} (unusually ${isHigh ? 'high' : 'low'}; expected around ${amounts.text(expected)})`;
  });
  const most = single.length > NAMED ? `, most notably ${listed(named)}` : `: ${listed(named)}`;
  const count = single.length === 1 ? `one unusual ${unit}` : `${single.length} unusual ${unit}s`;
  return `${capital(amounts.label)} has ${count} in ${when}${most}.${course}`;
}

const nameOf = ({ at }: Outlier, { points, unit }: Pick<Said, 'points' | 'unit'>) =>
  windowName({ from: points[at]!.day, to: addUnits(points[at]!.day, unit, 1) });
