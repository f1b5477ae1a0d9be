import { Refusal } from '#workers/ingest/refusal.ts';
import type { TableRange } from '#workers/ingest/table-range.ts';

const RANGE = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})?$/i;

/** Whether a text is a range as spreadsheets write it: `B4:F20`, or `B4:F` to the end. */
export const isRange = (text: string): boolean => {
  const match = RANGE.exec(text);
  if (!match) return false;
  const [, first, firstRow, last, lastRow] = match;
  return (
    placeOf(first!) <= placeOf(last!) &&
    Number(firstRow) >= 1 &&
    (lastRow === undefined || Number(lastRow) >= Number(firstRow))
  );
};

/** Reads a range of a mapping; fails with a refusal that shows how one is written. */
export function mappedRange(text: string): TableRange {
  const match = RANGE.exec(text);
  if (!match || !isRange(text))
    throw new Refusal(
      'upload_bad_mapping',
      `mapping: "table_range" can't be "${text}". Use a range such as "B4:F20", or "B4:F" to the end of the sheet.`,
    );
  const [, first, firstRow, last, lastRow] = match;
  return {
    firstRow: Number(firstRow),
    lastRow: lastRow === undefined ? Number.POSITIVE_INFINITY : Number(lastRow),
    firstColumn: placeOf(first!),
    lastColumn: placeOf(last!),
  };
}

/** `A` is 0, `Z` 25, `AA` 26. */
const placeOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) -
  1;
