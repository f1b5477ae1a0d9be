import { type Amounts, amountsOf, growthOf } from '#src/ask/analytics/amounts.ts';
import type { Analysis } from '#src/ask/analytics/analysis.ts';
import { byName, type Finding } from '#src/ask/analytics/finding.ts';
import { type GrowthFrame, type GrowthRow, growthFrame } from '#src/ask/analytics/growth-frame.ts';
import { explainGrowth } from '#src/ask/analytics/growth-words.ts';
import { type Measure, planMeasure } from '#src/ask/analytics/measure.ts';
import type { AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import { unsupported } from '#src/ask/analytics/reads.ts';
import {
  readRange,
  readSeries,
  readWhole,
  type Series,
  type SeriesGroup,
  WHOLE,
} from '#src/ask/analytics/series.ts';
import { type Part, quotientOf } from '#src/ask/analytics/statistics/contribution.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/** A measure by period, each with its change and growth against an earlier one. */
export async function analyseGrowth(
  analysis: Analysis,
  question: Extract<AnalyticsQuestion, { kind: 'growth' }>,
): Promise<Finding> {
  const { context, catalog, reads } = analysis;
  if (question.measure === '') throw unsupported(whatGrows(catalog, question.dimension));
  const { dimension } = question;
  const measure = await planMeasure(context, catalog, question.measure, dimension);
  const group = dimension === null ? undefined : groupOf(measure);
  const range = await readRange(reads, measure, analysis.day);
  const frame = growthFrame(question, range);
  const series = await readSeries(reads, measure, frame.window, frame.unit, group);
  if (series.read.isCut)
    throw unsupported('There are too many periods. Ask for a shorter time range.');
  const cut =
    frame.unfinished && frame.unfinished.before.to > range.first
      ? await readWhole(reads, measure, frame.unfinished.before, group)
      : null;
  const rows = growthRows(frame, series, measure, cut?.parts ?? null);
  const amounts = amountsOf(
    measure,
    series,
    catalog,
    cut?.read.rows.map((row) => row[cut.measureAt] ?? null),
  );
  return {
    query: measure.query,
    main: series.read,
    table: tableOf(rows, frame, amounts, dimension),
    drawn: drawnOf(rows, frame, amounts, dimension),
    ...explainGrowth(rows, frame, amounts, dimension),
    assumptions: [...new Set([...measure.assumptions, ...frame.assumptions])],
    standsOut: null,
  };
}

/** What to ask instead of growth of nothing. */
function whatGrows({ tables }: Catalog, dimension: string | null): string {
  const measures = tables.flatMap(({ columns }) =>
    columns.filter(({ hidden, kind, additive }) => !hidden && kind === 'measure' && additive),
  );
  const what = measures[0]?.label ?? tables[0]?.label ?? 'rows';
  return `Growth of what? Name a measure, for example "${what} growth by ${dimension ? `${dimension} and ` : ''}year".`;
}

function groupOf({ kind, groups, query, top }: Measure): SeriesGroup {
  if (kind === 'single' && query.groupBy.length > groups.length)
    throw unsupported(
      `The ${top.as.replaceAll('_', ' ')} can't be added up across rows with the same name. Ask for a sum or a count.`,
    );
  return { items: groups, by: query.groupBy, joins: [] };
}

function growthRows(
  frame: GrowthFrame,
  { members }: Series,
  { kind }: Measure,
  cut: ReadonlyMap<string, Part> | null,
): readonly GrowthRow[] {
  const { days, unfinished, cutStart, window } = frame;
  const amountOf = (part: Part | undefined) =>
    part ? quotientOf(part) : kind === 'sum' ? 0 : null;
  const names = members.size === 0 ? [WHOLE] : [...members.keys()].sort(byName);
  return names.flatMap((member) =>
    days.map((day): GrowthRow => {
      const isComplete = day !== unfinished?.day && day !== cutStart;
      const value = amountOf(members.get(member)?.get(day));
      const earlier = frame.against(day);
      const isKnown = cutStart ? earlier > cutStart : earlier >= frame.begin;
      const before = day === unfinished?.day ? cut?.get(member) : members.get(member)?.get(earlier);
      const previous = isKnown && earlier >= window.from ? amountOf(before) : null;
      const change = value === null || previous === null ? null : value - previous;
      const percent = change === null ? null : growthOf(previous, change);
      return { member, day, value, previous, change, percent, isComplete };
    }),
  );
}

/** The measure over time; growth stands in the table beside it. */
function drawnOf(
  rows: readonly GrowthRow[],
  { unit }: GrowthFrame,
  { column: name, info }: Amounts,
  dimension: string | null,
): Finding['drawn'] {
  const incomplete = rows.filter(({ isComplete }) => !isComplete).map(({ day }) => day);
  return {
    columns: [
      ...[name, 'previous', 'change'].map((one) => ({ name: one, ...info })),
      { name: 'growth_percent', unit: '%', scale: 1, additive: false },
    ],
    facts: {
      only: [...(dimension === null ? [] : [dimension.replaceAll(' ', '_')]), unit, name],
      incomplete: [...new Set(incomplete)],
    },
  };
}

function tableOf(
  rows: readonly GrowthRow[],
  { unit }: GrowthFrame,
  { column: name, type, cell }: Amounts,
  dimension: string | null,
): Finding['table'] {
  return {
    columns: [
      ...(dimension === null ? [] : [[dimension.replaceAll(' ', '_'), 'text'] as const]),
      [unit, 'date'],
      [name, type],
      ['previous', type],
      ['change', type],
      ['growth_percent', 'float'],
      ['complete', 'boolean'],
    ],
    rows: rows.map(({ member, day, value, previous, change, percent, isComplete }) => [
      ...(dimension === null ? [] : [member]),
      day,
      cell(value),
      cell(previous),
      cell(change),
      percent,
      isComplete,
    ]),
  };
}
