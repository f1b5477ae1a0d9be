import type { Analysis } from '#src/ask/analytics/analysis.ts';
import { type Measure, planMeasure } from '#src/ask/analytics/measure.ts';
import { type Point, pointsOf } from '#src/ask/analytics/points.ts';
import type { AnalyticsQuestion, SeriesUnit } from '#src/ask/analytics/question.ts';
import { unsupported } from '#src/ask/analytics/reads.ts';
import { readRange, readSeries, type Series } from '#src/ask/analytics/series.ts';
import { seriesWindow } from '#src/ask/analytics/unit-of.ts';
import type { DataRange, Window } from '#src/ask/analytics/windows.ts';

/** A measure over time, with how the question's period and unit were read. */
export interface MeasurePoints {
  readonly measure: Measure;
  readonly series: Series;
  readonly points: readonly Point[];
  readonly window: Window;
  readonly range: DataRange;
  readonly unit: SeriesUnit;
  readonly assumptions: readonly string[];
}

/** Reads the whole series that a question about one measure over time is about; fails where it is cut. */
export async function readPoints(
  { context, catalog, reads, day }: Analysis,
  question: Pick<Extract<AnalyticsQuestion, { kind: 'trend' }>, 'measure' | 'period' | 'unit'>,
): Promise<MeasurePoints> {
  const measure = await planMeasure(context, catalog, question.measure);
  const range = await readRange(reads, measure, day);
  const { window, unit, assumptions } = seriesWindow(question.period, question.unit, range);
  const series = await readSeries(reads, measure, window, unit);
  if (series.read.isCut)
    throw unsupported('There are too many periods. Ask for a shorter time range.');
  const points = pointsOf(series, window, unit, measure.kind);
  return {
    ...{ measure, series, points, window, range, unit },
    assumptions: [...measure.assumptions, ...assumptions],
  };
}
