import type { CellValue, ColumnType } from '#src/plugin-api/catalog.ts';
import { neutralised } from '#src/results/export/text-cells.ts';
import type { ExportColumn, ExportRow } from '#src/results/export-format.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';
import { isNumber } from '#src/sql/number-text.ts';

/** Characters that a cell holds (Excel specifications and limits); longer texts are cut and say so. */
const MAX_TEXT = 32_767;
const DAY_MS = 86_400_000;
/** Day 0 of the 1900 date system; its days before March 1900 are not those of the calendar. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const FIRST_MS = Date.UTC(1900, 2, 1);
const LAST_MS = Date.UTC(10_000, 0, 1);

/** Number formats of `styles.xml`, by their place in it. */
const STYLES = { date: 1, timestamp: 2, time: 3, header: 4 } as const;

export const SHEET_HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>';
export const SHEET_TAIL = '</sheetData></worksheet>';

export const headerXml = (columns: readonly ExportColumn[]) =>
  `<row>${columns.map(({ name }) => textXml(neutralised(name), STYLES.header)).join('')}</row>`;

export function rowXml(row: ExportRow, columns: readonly ExportColumn[]): string {
  let xml = '<row>';
  for (const [at, cell] of row.entries()) xml += cellXml(cell, columns[at]!.type);
  return `${xml}</row>`;
}

function cellXml(cell: CellValue, type: ColumnType): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  const serial = serialOf(cell, type);
  if (serial !== null) return `<c s="${STYLES[type as 'date']}"><v>${serial}</v></c>`;
  // Excel keeps 15 digits of a number: a longer one stays exact as text.
  return textXml(isNumber(cell, type) ? cell : neutralised(cell), null);
}

/** Days since the epoch of Excel; null where its numbers do not hold the value exactly. */
function serialOf(text: string, type: ColumnType): number | null {
  if (type === 'time') {
    const parts = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d(?:\.\d{1,3})?)$/.exec(text);
    return parts && (Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3])) / 86_400;
  }
  const shape = type === 'date' ? DATE : type === 'timestamp' ? INSTANT : null;
  if (!shape?.test(text)) return null;
  const ms = Date.parse(type === 'date' ? `${text}T00:00:00Z` : `${text}Z`);
  return ms >= FIRST_MS && ms < LAST_MS ? (ms - EPOCH_MS) / DAY_MS : null;
}

const DATE = /^\d{4}-\d\d-\d\d$/;
/** Finer than a millisecond is more than a serial holds. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?$/;

function textXml(text: string, style: number | null): string {
  const styled = style === null ? '' : ` s="${style}"`;
  return `<c${styled} t="inlineStr"><is><t xml:space="preserve">${escaped(cut(text))}</t></is></c>`;
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const note = ` … [cut: ${text.length} characters, a cell holds ${MAX_TEXT}]`;
  const kept = text.slice(0, MAX_TEXT - note.length).replace(/[\uD800-\uDBFF]$/, '');
  return kept + note;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write these characters
const SPECIAL = /[&<>"\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/g;
const ENTITIES: Readonly<Record<string, string>> = lookupTable({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
});

/** Characters that XML cannot hold as `_xHHHH_`, which spreadsheets read back (ECMA-376, ST_Xstring). */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(
      SPECIAL,
      (character) =>
        ENTITIES[character] ??
        `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );
