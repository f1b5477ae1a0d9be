import type { ColumnFormat } from '#src/charts/columns.ts';
import type { Cell } from '#src/charts/types.ts';

/** What a spreadsheet would run as a formula. A number with a sign is none. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

export interface CopyOptions {
  /** Numbers with a decimal comma. */
  readonly comma: boolean;
}

/**
 * Rows as tab-separated values, as they are: ISO dates, all digits, a decimal point unless a comma is asked for. Texts
 * that a spreadsheet would take for formulas get a leading apostrophe; tabs and line breaks become spaces.
 */
export function asTsv(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  { comma }: CopyOptions,
): string {
  const lines = [
    columns.map(textCell),
    ...rows.map((row) => row.map((cell) => rawCell(cell, comma))),
  ];
  return lines.map((cells) => cells.join('\t')).join('\n');
}

function rawCell(cell: Cell, comma: boolean): string {
  if (cell === null) return '';
  if (typeof cell === 'number' || (typeof cell === 'string' && NUMBER.test(cell))) {
    const text = typeof cell === 'number' ? plainNumber(cell) : cell;
    return comma ? text.replace('.', ',') : text;
  }
  return textCell(String(cell));
}

/** Without an exponent, which a spreadsheet in another language may not read. */
function plainNumber(value: number): string {
  const text = String(value);
  if (!/e/i.test(text)) return text;
  return value.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 17 });
}

const textCell = (text: string): string => {
  const flat = text.replaceAll(/[\t\r\n]+/g, ' ');
  return FORMULA.test(text) ? `'${flat}` : flat;
};

/** Rows as a file of comma-separated values (RFC 4180), as they are, in UTF-8 with a mark that spreadsheets look for. */
export function asCsv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const quoted = (text: string) =>
    /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const guarded = (text: string) => (FORMULA.test(text) ? `'${text}` : text);
  const cellText = (cell: Cell) => {
    if (cell === null) return '';
    if (typeof cell === 'number') return plainNumber(cell);
    return quoted(NUMBER.test(String(cell)) ? String(cell) : guarded(String(cell)));
  };
  const lines = [
    columns.map((name) => quoted(guarded(name))),
    ...rows.map((row) => row.map(cellText)),
  ];
  return `\ufeff${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}

/** Rows as a Markdown table, as they are shown. */
export function asMarkdown(
  formats: readonly ColumnFormat[],
  rows: readonly (readonly Cell[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  return [
    line(formats.map(({ heading }) => heading)),
    `| ${formats.map(({ isNumber }) => (isNumber ? '---:' : '---')).join(' | ')} |`,
    ...rows.map((row) => line(formats.map(({ text }, at) => text(row[at] ?? null)))),
  ].join('\n');
}

const escaped = (text: string): string =>
  text.replaceAll(/[\\|`*_[\]<>]/g, (character) => `\\${character}`).replaceAll(/\s+/g, ' ');
