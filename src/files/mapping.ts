import { z } from 'zod';
import { AppError } from '#src/errors.ts';
import { withoutNulls } from '#src/left-out.ts';
import { isRange } from '#workers/ingest/mapped-range.ts';
import { isTableName } from '#workers/ingest/names.ts';
import type { SheetMapping } from '#workers/protocol.ts';

const sheetSchema = z.strictObject({
  table_name: z
    .string()
    .refine(isTableName, {
      error:
        "can contain only letters, digits and underscores, up to 63 bytes, and can't start with a digit",
    })
    .optional(),
  skip: z.boolean().optional(),
  header_row: z.number().int().min(0).max(10_000).optional(),
  header_rows: z.number().int().min(1).max(20).optional(),
  table_range: z
    .string()
    .refine(isRange, {
      error: 'must be a range such as "B4:F20", or "B4:F" for all rows from row 4 on',
    })
    .optional(),
  types: z
    .record(
      z.string(),
      z.enum(['integer', 'decimal', 'float', 'text', 'date', 'timestamp', 'time', 'boolean']),
    )
    .optional(),
  date_order: z.record(z.string(), z.enum(['dmy', 'mdy'])).optional(),
  decimal: z.enum(['point', 'comma']).optional(),
  totals: z.enum(['skip', 'keep']).optional(),
  unpivot: z.boolean().optional(),
  fill_down: z.boolean().optional(),
  union: z.boolean().optional(),
});
/** By pairs: a sheet may be called `__proto__`, which a record of zod leaves out. */
const mappingSchema = z
  .custom<object>(isObject, {
    error: 'send an object such as {"Sheet1": {"table_name": "orders"}}',
  })
  .transform(
    (sheets) =>
      new Map(
        Object.entries(sheets).map(([sheet, value]) => [sheet, withoutNulls(sheetSchema, value)]),
      ),
  )
  .pipe(z.map(z.string(), sheetSchema))
  .transform((sheets) => Object.fromEntries(sheets));

/** Reads the form field `mapping`; fails with `upload_bad_mapping` and a text that names the key. */
export function parseMapping(text: string | null): Readonly<Record<string, SheetMapping>> {
  if (text === null || text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError(
      'upload_bad_mapping',
      'mapping isn\'t valid JSON. Send an object such as {"Sheet1": {"table_name": "orders"}}.',
    );
  }
  const parsed = mappingSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  const key = path.map((part) => `"${String(part)}"`).join(' → ');
  throw new AppError('upload_bad_mapping', `mapping${key ? `: ${key}` : ''}: ${message}`);
}

/**
 * The mapping of a new version: the one that is sent, else that of the version before, as far as its sheets are still
 * there. `null`: there is none before.
 */
export function mappingOfVersion(
  sent: string | null,
  before: string | null,
): Readonly<Record<string, SheetMapping>> {
  if (sent !== null && sent.trim() !== '') return parseMapping(sent);
  const kept = JSON.parse(before ?? '{}') as Readonly<Record<string, SheetMapping>>;
  return Object.fromEntries(
    Object.entries(kept).map(([sheet, mapping]) => [sheet, { ...mapping, kept: true }]),
  );
}

/** A kept mapping as it was sent. */
export const shownMapping = (text: string): Readonly<Record<string, Omit<SheetMapping, 'kept'>>> =>
  Object.fromEntries(
    Object.entries(JSON.parse(text) as Readonly<Record<string, SheetMapping>>).map(
      ([sheet, { kept: _, ...mapping }]) => [sheet, mapping],
    ),
  );

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
