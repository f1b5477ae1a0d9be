import { z } from 'zod';
import { AppError } from '#src/errors.ts';
import { isTableName } from '#workers/ingest/names.ts';
import type { SheetMapping } from '#workers/protocol.ts';

const sheetSchema = z.strictObject({
  table_name: z
    .string()
    .refine(isTableName, {
      error:
        'must be a name of letters, digits and underscores, not led by a digit, at most 63 bytes',
    })
    .optional(),
  skip: z.boolean().optional(),
  header_row: z.number().int().min(0).max(10_000).optional(),
});
/** By pairs: a sheet may be called `__proto__`, which a record of zod leaves out. */
const mappingSchema = z
  .custom<object>(isObject, {
    error: 'send an object such as {"Sheet1": {"table_name": "orders"}}',
  })
  .transform((sheets) => new Map(Object.entries(sheets)))
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
      'mapping: this is no JSON. Send an object such as {"Sheet1": {"table_name": "orders"}}.',
    );
  }
  const parsed = mappingSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  const key = path.map((part) => `"${String(part)}"`).join(' → ');
  throw new AppError('upload_bad_mapping', `mapping${key ? `: ${key}` : ''}: ${message}`);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
