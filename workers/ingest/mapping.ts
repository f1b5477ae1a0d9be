import { excerpt } from '#workers/ingest/excerpt.ts';
import { identifier } from '#workers/ingest/names.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import type { ParseNote, SheetMapping } from '#workers/protocol.ts';

/** Sheets that a refusal lists. */
const LISTED = 20;
const NOTHING: SheetMapping = {};

/** Notes of a mapping that was sent with an earlier version. */
export const KEPT =
  'Imported with the mapping of the previous version. Send an empty one ({}) to detect everything again';
export const KEPT_IN_VAIN =
  'The mapping of the previous version names this sheet, which no longer exists';

/** What the mapping says of a sheet; null where it does not name it. A sheet may be called `constructor`. */
export function mappingOf(
  mapping: Readonly<Record<string, SheetMapping>>,
  sheet: string,
): SheetMapping | null {
  return Object.hasOwn(mapping, sheet) ? (mapping[sheet] ?? NOTHING) : null;
}

/**
 * Refuses a mapping that names a sheet which the file does not have. Gives notes on what was kept from an earlier
 * version: that it holds, or that its sheet is gone.
 */
export function checkMapping(
  mapping: Readonly<Record<string, SheetMapping>>,
  sheets: readonly string[],
): ParseNote[] {
  const known = new Set(sheets);
  const notes: ParseNote[] = [];
  for (const [key, { kept }] of Object.entries(mapping)) {
    // `Sheet1#2` is the second table of a sheet.
    const isKnown = known.has(key) || known.has(key.replace(/#\d{1,3}$/, ''));
    if (kept)
      notes.push({
        sheet_name: key,
        note: isKnown ? KEPT : KEPT_IN_VAIN,
      });
    if (isKnown || kept) continue;
    const some = sheets.slice(0, LISTED).map((sheet) => `"${excerpt(sheet)}"`);
    const more = sheets.length > LISTED ? ` and ${sheets.length - LISTED} more` : '';
    throw new Refusal(
      'upload_bad_mapping',
      `mapping: the file has no sheet "${excerpt(key)}". Use one of: ${some.join(', ')}${more}.`,
    );
  }
  return notes;
}

/** The name that a mapping gives a table, else one made from `text`. */
export function mappedName(mapping: SheetMapping, text: string): string {
  return mapping.table_name ?? (identifier(text) || 'table');
}
