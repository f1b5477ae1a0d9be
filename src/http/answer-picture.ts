import { z } from 'zod';
import { drawChart, LEAST_WIDTH, MOST_WIDTH, toSvg } from '#src/charts/index.ts';
import { chartAsSet, chartsOf, settingsProblem } from '#src/charts/settings.ts';
import { type Cell, CHART_KINDS, type Chart, type ColumnInfo } from '#src/charts/types.ts';
import { AppError } from '#src/errors.ts';
import { chartSettings, palette } from './chart-fields.ts';
import type { Redrawn } from './kept-answer.ts';

const DEFAULT_WIDTH = 640;

/** How the picture of an answer is drawn. */
export const pictureQuery = z.object({
  theme: z
    .enum(['light', 'dark'])
    .default('light')
    .meta({ description: 'Colors for a light or dark background', examples: ['dark'] }),
  width: z.coerce
    .number()
    .int('Use a whole number of pixels, such as 640.')
    .min(LEAST_WIDTH)
    .max(MOST_WIDTH)
    .default(DEFAULT_WIDTH)
    .meta({
      description: 'Width in pixels; the height follows from the content',
      examples: [DEFAULT_WIDTH],
    }),
  lang: z
    .string()
    .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, 'Use a language tag, such as en or de-CH.')
    .max(35)
    .default('en')
    .meta({
      description: 'Language of numbers, dates and labels (English or German)',
      examples: ['de'],
    }),
  title: chartSettings.shape.title,
  palette: palette.optional(),
  kind: z
    .enum(CHART_KINDS)
    .optional()
    .meta({
      description: 'Chart kind: one of `alternatives` in the answer’s `chart`',
      examples: ['columns'],
    }),
});

/** The parts of a kept answer that a picture is made of. */
interface Drawable {
  readonly chart?: Chart | null;
  readonly chart_reason?: string;
  readonly columns_info?: readonly ColumnInfo[];
  readonly data?: { readonly rows?: readonly (readonly Cell[])[] | null } | null;
  readonly breakdown?: {
    readonly columns_info?: readonly ColumnInfo[];
    readonly rows?: readonly (readonly Cell[])[] | null;
  };
}

/**
 * The chart of a kept answer as the text of an SVG file. Fails with `not_found` where the answer has no chart, and where
 * its rows are no longer kept: there is nothing to draw then.
 */
export function answerPicture(
  { answer, rows_state: state }: Redrawn,
  options: z.output<typeof pictureQuery>,
): string {
  const {
    chart: best,
    chart_reason: why,
    columns_info: columns,
    data,
    breakdown,
  } = (answer ?? {}) as Drawable;
  if (!best || !columns)
    throw new AppError('not_found', `This answer has no chart.${why ? ` ${why}` : ''}`);
  const { kind, title, palette: colours } = options;
  const names = columns.map(({ name }) => name);
  const chart = chartAsSet(best, { kind, title, palette: colours });
  if (!chart || settingsProblem(best, names, { kind }) !== null)
    throw new AppError(
      'not_found',
      `This answer can't be drawn that way. Use one of these kinds: ${[...new Set(chartsOf(best).map((one) => one.kind))].join(', ')}.`,
    );
  if (state !== 'included' || !data?.rows)
    throw new AppError(
      'not_found',
      "The rows of this answer have expired, so its chart can't be drawn. Ask the question again.",
    );
  const groups =
    breakdown?.columns_info && breakdown.rows
      ? { columns: breakdown.columns_info, rows: breakdown.rows }
      : undefined;
  const drawn = { chart, columns, rows: data.rows, breakdown: groups };
  return toSvg(drawChart(drawn, { ...options, heading: true }));
}
