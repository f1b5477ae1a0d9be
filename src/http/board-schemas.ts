import { z } from 'zod';
import { PERIODS } from '#src/boards/filter-types.ts';
import * as texts from '#src/boards/filters/texts.ts';
import { chart, chartSettings, columnsInfo } from './chart-fields.ts';
import { cell, keptForm, timestamp } from './schemas.ts';

/** What saved questions and boards are over the wire. */

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
    day: z.string().optional().meta({ description: 'Day that its relative periods count from' }),
  })
  .meta({ id: 'SavedResult' });

export const savedRecord = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    name: z.string(),
    question: z.string(),
    sql: z.string().nullable().meta({
      description: "Like `answer`, null for readers whose row filter differs from the owner's",
    }),
    period: z
      .object({
        days: z.string().meta({
          description: 'First and last day; several periods separated by commas',
          examples: ['2026-11-01 to 2026-11-30'],
        }),
        rolls: z.boolean().meta({
          description: 'Whether a refresh counts them from today; if not, they stay',
        }),
      })
      .nullable()
      .meta({
        id: 'SavedPeriod',
        description: 'Days that a period such as "this month" means in its result; null if none',
      }),
    answer: keptForm.nullable(),
    columns: z.array(z.string()),
    chart: chartSettings.nullable(),
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
      description:
        'Last result on current data, with the rows the caller can see; null means it needs a refresh',
    }),
  })
  .meta({ id: 'SavedQuestion' });

const width = z.union([z.literal(1), z.literal(2)]).meta({ description: 'Width in board columns' });
const textId = z
  .string()
  .regex(/^[a-z0-9-]{1,80}$/, 'Use lowercase letters, digits and hyphens.')
  .meta({ description: 'ID of the text card on its board' });
const written = z
  .string()
  .trim()
  .min(1)
  .meta({
    description: 'Plain text with paragraphs, at most `boards.max_text_chars`',
    examples: ['Returns are left out.'],
  });

export const tile = z
  .union([
    z.strictObject({ saved_id: z.string().min(1).max(100), width }).meta({ id: 'QuestionTile' }),
    z.strictObject({ id: textId.optional(), text: written, width }).meta({ id: 'TextTile' }),
  ])
  .meta({ id: 'Tile', description: 'A saved question, or a text card' });

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

const filterColumn = z
  .strictObject({ table: z.string().min(1).max(300), column: z.string().min(1).max(300) })
  .meta({ id: 'FilterColumn' });
const filterFields = {
  name: z.string().trim().min(1).max(100),
  kind: z.enum(['period', 'values']).meta({
    id: 'BoardFilterKind',
    description: '`period`: days of a date column; `values`: values of any other column',
  }),
  columns: z.array(filterColumn).max(50).meta({
    description: 'Where it applies: at most one column of each table',
  }),
};
const filterId = z
  .string()
  .regex(/^[a-z0-9-]{1,80}$/, 'Use lowercase letters, digits and hyphens.')
  .meta({ description: 'ID of the filter, based on its name' });

export const newFilter = z
  .strictObject({ ...filterFields, id: filterId.optional() })
  .meta({ id: 'NewBoardFilter' });

const day = z.iso.date().nullable();
const filterCell = z.union([z.string().max(1_000), z.number(), z.boolean(), z.null()]);
/** Flags are compared by their names. */
const values = z
  .array(filterCell)
  .min(1)
  .max(100)
  .transform((all) => all.map((one) => (typeof one === 'boolean' ? String(one) : one)));

export const filterValue = z
  .union([
    z.strictObject({ period: z.enum(PERIODS) }),
    z
      .strictObject({ from: day, to: day })
      .refine(({ from, to }) => from === null || to === null || from <= to, texts.backwards),
    z.strictObject({ values }),
  ])
  .meta({
    id: 'FilterValue',
    description:
      'A named period, days (both included; null: open), or values (null: rows without a value)',
  });

const appliedValue = z
  .union([
    z.object({ from: day, to: day }),
    z.object({ values: z.array(z.union([z.string(), z.number(), z.null()])) }),
  ])
  .meta({ id: 'AppliedFilterValue' });

const boardFilter = z
  .object({
    ...filterFields,
    id: filterId,
    value: appliedValue.nullable().meta({
      description: 'Values that the cards were run with, named periods as days; null if none',
    }),
  })
  .meta({ id: 'BoardFilter' });

export const offeredFilter = z
  .object({
    ...filterFields,
    cards: z.int().meta({ description: 'Number of cards it applies to' }),
  })
  .meta({ id: 'OfferedFilter' });

export const filterValues = z
  .object({
    values: z.array(cell),
    truncated: z
      .boolean()
      .meta({ description: 'Whether there are more; use `search` to find them' }),
  })
  .meta({ id: 'FilterValues' });

const cardFilter = z
  .object({
    id: z.string(),
    problem: z
      .enum(['no_column', 'ambiguous', 'partly', 'gone', 'unknown'])
      .nullable()
      .meta({ description: "Why it can't be applied; the card then has no result" }),
    reason: z.string().nullable().meta({ description: 'The problem as a sentence' }),
    columns: z.array(filterColumn).meta({ description: 'The columns it was applied to' }),
    limited_already: z
      .boolean()
      .meta({ description: 'Whether the question already limits one of them; both limits apply' }),
    leaves_out_empty: z.boolean().meta({ description: 'Whether rows without a date are left out' }),
    days_in_utc: z
      .boolean()
      .meta({ description: "Whether days are in UTC instead of the workspace's time zone" }),
  })
  .meta({ id: 'CardFilter' });

export const boardSummary = about.extend({ tiles: z.int() }).meta({ id: 'BoardSummary' });
const shownQuestion = z
  .object({
    saved_id: z.string(),
    width: z.int(),
    saved: savedRecord.nullable().meta({ description: "Null if the caller can't see it" }),
    filters: z.array(cardFilter).meta({ description: 'Effect of each filter of the request' }),
  })
  .meta({ id: 'ShownQuestion' });
const shownText = z.object({ id: textId, text: written, width: z.int() }).meta({ id: 'ShownText' });

export const boardRecord = about
  .extend({
    tiles: z.array(z.union([shownQuestion, shownText])),
    filters: z.array(boardFilter),
  })
  .meta({ id: 'Board' });
