import { z } from 'zod';
import type { Answer } from '#src/ask/types.ts';
import { LONGEST_TITLE } from '#src/charts/settings.ts';
import { MOST } from '#src/charts/table.ts';
import { CHART_KINDS, type Chart, GRAINS, PALETTES } from '#src/charts/types.ts';
import { vegaLiteSpec } from '#src/charts/vega-lite.ts';

/** What an answer says of its columns and its chart, on the wire and in the document. */

export const columnsInfo = z
  .array(
    z
      .object({
        name: z.string().meta({ description: 'Name as in `columns`', examples: ['total_revenue'] }),
        kind: z.enum(['time', 'category', 'ordinal', 'measure', 'id', 'text']).meta({
          description:
            'Kind of the column: `ordinal` is a number or date part used for grouping, `text` is free text',
          examples: ['measure'],
        }),
        grain: z
          .enum(GRAINS)
          .nullable()
          .meta({
            description:
              'Period that starts at each time, or the date part of an ordinal (weekdays: Monday is 1)',
            examples: ['month'],
          }),
        unit: z
          .string()
          .nullable()
          .meta({ description: 'Unit of the numbers; null if unknown', examples: ['USD'] }),
        scale: z
          .number()
          .nullable()
          .meta({
            description:
              'Factor that converts to `unit`, such as 1000000 for million USD; null without a unit',
            examples: [1],
          }),
        additive: z
          .union([z.boolean(), z.literal('snapshot')])
          .nullable()
          .meta({
            description:
              'Whether the rows can be summed; `snapshot`: not over time. Null if unknown or not a measure',
            examples: [true],
          }),
      })
      .meta({ id: 'ColumnInfo' }),
  )
  .meta({
    description: 'What each column is, from the SQL, the catalog and the result types',
  });

const chartKind = z.enum(CHART_KINDS).meta({ id: 'ChartKind' });
const estimated = z
  .object({
    column: z.string().meta({
      description: 'Column of `y` with the estimates, drawn dashed',
      examples: ['estimate'],
    }),
    low: z.string().meta({
      description: 'Column with the low end of their range, drawn as a band',
      examples: ['low_80_percent'],
    }),
    high: z.string().meta({
      description: 'Column with the high end of their range',
      examples: ['high_80_percent'],
    }),
  })
  .meta({ id: 'EstimatedColumns' });

const columnName = z.string().min(1).max(300);
const title = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_TITLE)
  .meta({
    description: 'Custom chart title, shown in quotes above the description',
    examples: ['Our best months'],
  });
export const palette = z.enum(PALETTES).meta({ id: 'ChartPalette' });

/** How somebody wants the rows of an answer to be drawn. */
export const chartSettings = z
  .strictObject({
    kind: z.enum([...CHART_KINDS, 'table']).meta({
      description:
        'Chart type: the suggested one or one of its `alternatives`; `table` for no chart',
      examples: ['bars'],
    }),
    x: columnName.meta({ description: 'Column on its axis', examples: ['month'] }),
    y: z
      .array(columnName)
      .min(1)
      .max(MOST.numbers)
      .meta({ description: 'Columns with its values', examples: [['total_revenue']] }),
    series: columnName.nullable().meta({
      description: 'Column that splits the values into series; null for none',
      examples: ['region'],
    }),
    title,
    palette,
  })
  .partial()
  .meta({
    id: 'ChartSettings',
    description: 'How to draw the rows. Fields you leave out are chosen automatically.',
  });

const one = z.object({
  kind: chartKind.meta({ description: 'Chart kind', examples: ['line'] }),
  x: z
    .string()
    .nullable()
    .meta({ description: 'Column on the category or time axis', examples: ['month'] }),
  y: z
    .array(z.string())
    .meta({ description: 'Columns with the values', examples: [['total_revenue']] }),
  series: z
    .string()
    .nullable()
    .meta({
      description:
        'Column that splits the marks into lines, stacks or panels; with `diverging`, the two periods compared',
      examples: [null],
    }),
  title: title.optional(),
  palette: palette.optional(),
  reason: z
    .string()
    .meta({ description: 'Why this chart', examples: ['Total revenue over time.'] }),
  incomplete: z
    .array(z.string())
    .optional()
    .meta({
      description: 'Values of `x` with an incomplete period, drawn dashed and hollow',
      examples: [['2026-11-01']],
    }),
  estimated: estimated
    .optional()
    .meta({ description: 'Columns with estimates and their range; absent if there are none' }),
  missing: z
    .literal('zero')
    .optional()
    .meta({
      description: 'Whether periods without a row count as zero; if absent, they are gaps',
      examples: ['zero'],
    }),
  top: z
    .int()
    .optional()
    .meta({ description: 'Number of rows drawn, if the result has more', examples: [20] }),
});

const drawn = one.extend({
  alternatives: z
    .array(one.meta({ id: 'AlternativeChart' }))
    .optional()
    .meta({
      description: 'Other suitable chart kinds for these rows; absent if none',
    }),
});

export const chart = drawn
  .extend({
    breakdown: drawn
      .optional()
      .meta({ description: 'Chart of the `breakdown`, shown below a single number' }),
    spec: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({
        description:
          'Complete Vega-Lite 6 specification with data; only for requests with `chart: "vega-lite"`',
        examples: [{ $schema: 'https://vega.github.io/schema/vega-lite/v6.json' }],
      }),
  })
  .meta({
    id: 'Chart',
    description: 'How the rows are drawn, by column names',
  });

/** Fields of answers, of the stream's `result` and of its `done`. */
export const chartFields = {
  columns_info: columnsInfo.optional(),
  chart: chart.nullable().optional().meta({
    description:
      'How the rows are drawn; null if a table fits better. Absent without rows or with `chart: "none"`',
  }),
  chart_reason: z
    .string()
    .optional()
    .meta({
      description: 'Why there is no chart, if `chart` is null',
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
      'Whether to include a chart: `auto` (same as `hint`), `vega-lite` (also as a specification) or `none`',
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
