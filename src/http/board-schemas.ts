import { z } from 'zod';
import { chart, columnsInfo } from './chart-fields.ts';
import { cell, keptForm, timestamp } from './schemas.ts';

/** What saved questions and boards are over the wire. */

/** How a question is drawn: inert data, small. */
export const chartChoice = z
  .record(z.string().max(50), z.union([z.string().max(300), z.number(), z.boolean(), z.null()]))
  .refine((choice) => Object.keys(choice).length <= 20, 'Too many fields. Send at most 20.')
  .meta({
    id: 'ChartChoice',
    description: 'Chart settings, such as `{"kind": "bars"}`; stored unchanged',
  });

export const savedResult = z
  .object({
    columns: z.array(z.string()),
    rows: z.array(z.array(cell)),
    total_rows: z.int(),
    total_rows_exact: z.boolean(),
    truncated: z.boolean(),
    result_token: z
      .string()
      .nullable()
      .meta({ description: 'Token for the remaining rows; only for the caller who refreshed it' }),
    columns_info: columnsInfo.optional(),
    chart: chart.nullable().optional().meta({
      description: 'Chart of these rows with its `alternatives`; null if a table fits better',
    }),
    as_of: timestamp,
  })
  .meta({ id: 'SavedResult' });

export const savedRecord = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    name: z.string(),
    question: z.string(),
    sql: z.string().nullable().meta({
      description: 'Null for readers with a different row filter than the owner, like `answer`',
    }),
    answer: keptForm.nullable(),
    columns: z.array(z.string()),
    chart: chartChoice.nullable(),
    shared: z.boolean().meta({ description: 'Whether everyone in the tenant can read it' }),
    mine: z.boolean().meta({ description: 'Whether the caller can change it' }),
    trace_id: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    stale: z.string().nullable().meta({
      description: 'Why its SQL no longer matches the tables; null if it does',
    }),
    failure: z.string().nullable().meta({
      description: "Why the last refresh failed; null if it didn't",
    }),
    result: savedResult.nullable().meta({
      description: 'Last result on current data with the rows the caller can see; null: refresh it',
    }),
  })
  .meta({ id: 'SavedQuestion' });

export const tile = z
  .strictObject({
    saved_id: z.string().min(1).max(100),
    width: z.union([z.literal(1), z.literal(2)]).meta({ description: 'Width in board columns' }),
  })
  .meta({ id: 'Tile' });

const about = z.object({
  id: z.string(),
  workspace_id: z.string(),
  name: z.string(),
  shared: z.boolean().meta({ description: 'Whether everyone in the tenant can read it' }),
  mine: z.boolean().meta({ description: 'Whether the caller can change it' }),
  version: z.int().meta({ description: 'Increases with each change' }),
  created_at: timestamp,
  updated_at: timestamp,
});

export const boardSummary = about.extend({ tiles: z.int() }).meta({ id: 'BoardSummary' });
export const boardRecord = about
  .extend({
    tiles: z.array(
      z.object({
        saved_id: z.string(),
        width: z.int(),
        saved: savedRecord.nullable().meta({ description: "Null if the caller can't see it" }),
      }),
    ),
  })
  .meta({ id: 'Board' });
