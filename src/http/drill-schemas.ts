import { z } from 'zod';
import { answerEnvelope } from './schemas.ts';

const UNITS = ['year', 'quarter', 'month', 'week', 'day', 'hour'] as const;

const timeUnit = z.enum(UNITS).meta({ id: 'DrillUnit', description: 'Time unit' });

const dimension = {
  table: z
    .string()
    .min(1)
    .meta({ examples: ['orders'] }),
  column: z
    .string()
    .min(1)
    .meta({ examples: ['order_date'] }),
  unit: timeUnit.nullable().meta({
    description: 'Time unit of a date column; null for other columns',
    examples: ['month'],
  }),
};

const breakdowns = z
  .array(
    z
      .object({
        ...dimension,
        label: z.string().meta({ description: 'Display name', examples: ['category'] }),
      })
      .meta({ id: 'DrillBreakdown' }),
  )
  .meta({ description: 'What the numbers can be broken down by' });

/** Response of `GET …/answers/{trace_id}/drill`. */
export const drillTargets = z
  .object({
    trace_id: z.string(),
    row: z
      .object({
        groups: z.array(z.string()).meta({
          description: 'Result columns whose cells select the rows; send them as `values`',
          examples: [['region']],
        }),
        breakdowns,
      })
      .nullable()
      .meta({
        description:
          "Steps from one row of the answer; null if a row can't identify the rows behind it",
      }),
    whole: z.object({ breakdowns }).nullable().meta({
      description:
        'Steps from the whole answer, without `values`; null if it shows only some groups',
    }),
    reason: z.string().nullable().meta({ description: 'Why nothing is offered; null otherwise' }),
  })
  .meta({ id: 'DrillTargets' });

/** Most columns that an answer is grouped by. */
const MOST_VALUES = 20;
/** Characters of a value: longer ones aren't whole in an answer. */
const LONGEST_VALUE = 100_000;

/** Body of `POST …/answers/{trace_id}/drill`, without what every question takes. */
export const drillStep = z.strictObject({
  values: z
    .array(
      z.strictObject({
        column: z.string().min(1),
        value: z.union([z.string().max(LONGEST_VALUE), z.number(), z.boolean(), z.null()]),
      }),
    )
    .max(MOST_VALUES)
    .default([])
    .meta({
      description: 'Values that identify the row, one for each of the `groups` in `row`',
      examples: [[{ column: 'region', value: 'West' }]],
    }),
  show: z
    .enum(['figure', 'rows'])
    .default('figure')
    .meta({ description: 'The same numbers, or the rows behind them; ignored with `by`' }),
  by: z
    .strictObject(dimension)
    .optional()
    .meta({ description: 'A dimension from `breakdowns` to break the numbers down by' }),
  dry_run: z.boolean().default(false).meta({ description: 'Write the SQL without running it' }),
});

/** Response of `POST …/answers/{trace_id}/drill`. */
export const drilledAnswer = z
  .object({
    question: z.string().meta({
      description: "The answer's question with the step applied",
      examples: ['revenue by region, only West, by month'],
    }),
    answer: answerEnvelope,
  })
  .meta({ id: 'DrilledAnswer' });
