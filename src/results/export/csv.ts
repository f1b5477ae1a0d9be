import type { CellValue, ColumnType } from '#src/plugin-api/catalog.ts';
import { neutralised } from '#src/results/export/text-cells.ts';
import type { ExportSource } from '#src/results/export-format.ts';
import { isNumber, plainNumber } from '#src/sql/number-text.ts';

const QUOTED = /[",\r\n]|^\s|\s$/;

/** RFC 4180, UTF-8, a header line: NULL is an empty field, an empty text is `""`. */
export async function* csvPieces({ columns, batches }: ExportSource): AsyncGenerator<string> {
  yield line(columns.map(({ name }) => field(neutralised(name))));
  for await (const rows of batches) {
    let piece = '';
    for (const row of rows)
      piece += line(row.map((cell, column) => cellField(cell, columns[column]!.type)));
    yield piece;
  }
}

const line = (fields: readonly string[]) => `${fields.join(',')}\r\n`;

function cellField(cell: CellValue, type: ColumnType): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return String(cell);
  if (isNumber(cell, type)) return type === 'float' ? String(cell) : plainNumber(cell);
  return field(neutralised(cell));
}

const field = (text: string) =>
  text === '' || QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
