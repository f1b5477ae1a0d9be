import { z } from 'zod';
import { drawChart, LEAST_WIDTH, MOST_WIDTH, toSvg } from '#src/charts/index.ts';
import { type Cell, CHART_KINDS, type Chart, type ColumnInfo } from '#src/charts/types.ts';
import { AppError } from '#src/errors.ts';
import type { Redrawn } from './kept-answer.ts';

const DEFAULT_WIDTH = 640;

/** How the picture of an answer is drawn. */
export const pictureQuery = z.object({
  theme: z
    .enum(['light', 'dark'])
    .default('light')
    .meta({ description: 'Colours for a light or a dark ground', examples: ['dark'] }),
  width: z.coerce
    .number()
    .int('Write a whole number of pixels, such as 640.')
    .min(LEAST_WIDTH)
    .max(MOST_WIDTH)
    .default(DEFAULT_WIDTH)
    .meta({
      description: 'Pixels; the height follows from what is drawn',
      examples: [DEFAULT_WIDTH],
    }),
  lang: z
    .string()
    .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, 'Write a language tag, such as en or de-CH.')
    .max(35)
    .default('en')
    .meta({
      description: 'Language of numbers, dates and the few words (English and German)',
      examples: ['de'],
    }),
  kind: z
    .enum(CHART_KINDS)
    .optional()
    .meta({
      description: 'Another kind of chart: one of the `alternatives` of the answer’s `chart`',
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
  const all = [best, ...(best.alternatives ?? [])];
  const chart = all.find(({ kind }) => kind === (options.kind ?? best.kind));
  if (!chart)
    throw new AppError(
      'not_found',
      `This answer cannot be drawn so. Kinds: ${all.map(({ kind }) => kind).join(', ')}.`,
    );
  if (state !== 'included' || !data?.rows)
    throw new AppError(
      'not_found',
      'The rows of this answer are no longer kept, so its chart cannot be drawn. Ask again.',
    );
  const groups =
    breakdown?.columns_info && breakdown.rows
      ? { columns: breakdown.columns_info, rows: breakdown.rows }
      : undefined;
  const drawn = { chart, columns, rows: data.rows, breakdown: groups };
  return toSvg(drawChart(drawn, { ...options, heading: true }));
}
