import { identifier } from '#workers/ingest/names.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import type { SheetMapping } from '#workers/protocol.ts';

/** Refuses a mapping that names a sheet which the file does not have. */
export function checkMapping(
  mapping: Readonly<Record<string, SheetMapping>>,
  sheets: readonly string[],
): void {
  for (const key of Object.keys(mapping)) {
    if (sheets.includes(key)) continue;
    throw new Refusal(
      'upload_bad_mapping',
      `mapping: there is no sheet "${key}". The file has: ${sheets.map((sheet) => `"${sheet}"`).join(', ')}.`,
    );
  }
}

/** The name that a mapping gives a table, else one made from `text`. */
export function mappedName(mapping: SheetMapping, text: string): string {
  return mapping.table_name ?? (identifier(text) || 'table');
}
