import { z } from 'zod';
import type { Answer } from '#src/ask/types.ts';
import { CHART_KINDS, type Chart, GRAINS } from '#src/charts/types.ts';
import { vegaLiteSpec } from '#src/charts/vega-lite.ts';

/** What an answer says of its columns and its chart, on the wire and in the document. */

export const columnsInfo = z
  .array(
    z
      .object({
        name: z.string().meta({ description: 'As in `columns`', examples: ['total_revenue'] }),
        kind: z.enum(['time', 'category', 'ordinal', 'measure', 'id', 'text']).meta({
          description:
            'What the column is: `ordinal` are numbers or parts of dates that rows are grouped by, `text` is free text',
          examples: ['measure'],
        }),
        grain: z
          .enum(GRAINS)
          .nullable()
          .meta({
            description:
              'The period that a time stands for the start of, or the part of a date that an ordinal is (weekdays from 1, Monday)',
            examples: ['month'],
          }),
        unit: z
          .string()
          .nullable()
          .meta({ description: 'Unit of the numbers; null where unknown', examples: ['USD'] }),
        scale: z
          .number()
          .nullable()
          .meta({
            description:
              'How many of `unit` one of the numbers is: 1000000 for million USD; null without a unit',
            examples: [1],
          }),
        additive: z
          .union([z.boolean(), z.literal('snapshot')])
          .nullable()
          .meta({
            description:
              'Whether the rows add up to their whole; `snapshot`: not over time. Null where unknown, and for what is no measure',
            examples: [true],
          }),
      })
      .meta({ id: 'ColumnInfo' }),
  )
  .meta({
    description:
      'What each column is, from the statement, the catalog and the types of the result; nothing is guessed',
  });

const chartKind = z.enum(CHART_KINDS).meta({ id: 'ChartKind' });
const one = z.object({
  kind: chartKind.meta({ description: 'The form of the chart', examples: ['line'] }),
  x: z
    .string()
    .nullable()
    .meta({ description: 'Column along the axis of categories or time', examples: ['month'] }),
  y: z
    .array(z.string())
    .meta({ description: 'Columns of the values', examples: [['total_revenue']] }),
  series: z
    .string()
    .nullable()
    .meta({
      description:
        'Column that parts the marks into lines, stacks or panels; with `diverging` the two times that are compared',
      examples: [null],
    }),
  reason: z
    .string()
    .meta({ description: 'Why this chart', examples: ['Total revenue over time.'] }),
  incomplete: z
    .array(z.string())
    .optional()
    .meta({
      description: 'Values of `x` whose period is not complete: drawn dashed and hollow',
      examples: [['2026-11-01']],
    }),
  missing: z
    .literal('zero')
    .optional()
    .meta({
      description: 'Periods without a row are zero, as counts are; absent: they are gaps',
      examples: ['zero'],
    }),
  top: z
    .int()
    .optional()
    .meta({ description: 'Rows that are drawn, where the result has more', examples: [20] }),
});

const drawn = one.extend({
  alternatives: z
    .array(one.meta({ id: 'AlternativeChart' }))
    .optional()
    .meta({
      description:
        'Other charts of the same rows that mislead no more than this one, for whoever prefers one; absent: none',
    }),
});

export const chart = drawn
  .extend({
    breakdown: drawn
      .optional()
      .meta({ description: 'The chart of the `breakdown`, below a number' }),
    spec: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({
        description:
          'A complete specification of Vega-Lite 6, its data included; only where the request has `chart: "vega-lite"`',
        examples: [{ $schema: 'https://vega.github.io/schema/vega-lite/v6.json' }],
      }),
  })
  .meta({
    id: 'Chart',
    description: 'How the rows are drawn: names of columns, never an expression',
  });

/** Fields of answers, of the stream's `result` and of its `done`. */
export const chartFields = {
  columns_info: columnsInfo.optional(),
  chart: chart.nullable().optional().meta({
    description:
      'How the rows are drawn; null where a table is better. Absent without rows, and where the request has `chart: "none"`',
  }),
  chart_reason: z
    .string()
    .optional()
    .meta({
      description: 'Why there is no chart, where `chart` is null',
      examples: ['All values are empty.'],
    }),
};

/** `chart` of a request. */
export const chartMode = z
  .enum(['auto', 'hint', 'vega-lite', 'none'])
  .meta({ id: 'ChartMode' })
  .default('auto')
  .transform((mode) => (mode === 'hint' ? 'auto' : mode))
  .meta({
    description:
      'Whether the answer says how it is drawn: `auto` (or `hint`, the same), `vega-lite` (also as a specification) or `none`',
    examples: ['auto'],
  });

/** What `chartOf` reads: an answer, or the stream's event of its rows. */
type Shown = Pick<Answer, 'columnsInfo' | 'chart' | 'chartMode' | 'data'> &
  Partial<Pick<Answer, 'outputMode' | 'breakdown' | 'breakdownInfo'>>;

/** The fields of an answer that has rows; `output_mode: "text"` shows none, and no picture of them. */
export function chartOf(shown: Shown): Record<string, unknown> {
  const { columnsInfo: info, chart: choice, outputMode } = shown;
  if (info.length === 0 || outputMode === 'text') return {};
  if (!choice) return { columns_info: info };
  if (!choice.chart) return { columns_info: info, chart: null, chart_reason: choice.reason };
  const spec = shown.chartMode === 'vega-lite' ? { spec: specOf(shown, choice.chart) } : {};
  return { columns_info: info, chart: { ...choice.chart, ...spec } };
}

function specOf({ columnsInfo: columns, data, breakdown, breakdownInfo }: Shown, drawn: Chart) {
  const groups =
    breakdown && breakdownInfo ? { columns: breakdownInfo, rows: breakdown.rows } : undefined;
  return vegaLiteSpec({ chart: drawn, columns, rows: data?.rows ?? [], breakdown: groups });
}
