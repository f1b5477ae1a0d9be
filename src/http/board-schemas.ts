import { z } from 'zod';
import { chart, columnsInfo } from './chart-fields.ts';
import { cell, keptForm, timestamp } from './schemas.ts';

/** What saved questions and boards are over the wire. */

/** How a question is drawn: inert data, small. */
export const chartChoice = z
  .record(z.string().max(50), z.union([z.string().max(300), z.number(), z.boolean(), z.null()]))
  .refine((choice) => Object.keys(choice).length <= 20, 'Send at most 20 fields.')
  .meta({
    id: 'ChartChoice',
    description: 'How it is to be drawn, such as `{"kind": "bars"}`; kept as it is',
  });

const savedResult = z
  .object({
    columns: z.array(z.string()),
    rows: z.array(z.array(cell)),
    total_rows: z.int(),
    total_rows_exact: z.boolean(),
    truncated: z.boolean(),
    result_token: z
      .string()
      .nullable()
      .meta({ description: 'Reads all rows, where there are more; for whom refreshed it alone' }),
    columns_info: columnsInfo.optional(),
    chart: chart.nullable().optional().meta({
      description:
        'How these rows are drawn, with the `alternatives` that a choice may name; null where a table is better',
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
      description: 'Null for readers under another row filter than the maker’s, as `answer` is',
    }),
    answer: keptForm.nullable(),
    columns: z.array(z.string()),
    chart: chartChoice.nullable(),
    shared: z.boolean().meta({ description: 'Whether everybody of the tenant may read it' }),
    mine: z.boolean().meta({ description: 'Whether the reader may change it' }),
    trace_id: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    stale: z.string().nullable().meta({
      description: 'Why its statement no longer fits the tables; null: it does',
    }),
    failure: z.string().nullable().meta({
      description: 'Why it could not be refreshed just now; null: it could, or was not tried',
    }),
    result: savedResult.nullable().meta({
      description:
        'The last result on the data that is shown now, with the rows that the reader sees; null: refresh it',
    }),
  })
  .meta({ id: 'SavedQuestion' });

export const tile = z
  .strictObject({
    saved_id: z.string().min(1).max(100),
    width: z
      .union([z.literal(1), z.literal(2)])
      .meta({ description: 'Columns of the board that it takes' }),
  })
  .meta({ id: 'Tile' });

const about = z.object({
  id: z.string(),
  workspace_id: z.string(),
  name: z.string(),
  shared: z.boolean().meta({ description: 'Whether everybody of the tenant may read it' }),
  mine: z.boolean().meta({ description: 'Whether the reader may change it' }),
  version: z.int().meta({ description: 'Grows with each change' }),
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
        saved: savedRecord
          .nullable()
          .meta({ description: 'Null: the reader may not see it (any more)' }),
      }),
    ),
  })
  .meta({ id: 'Board' });
