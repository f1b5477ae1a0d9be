import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** Bytes that are read at once. */
const CHUNK = 1024 * 1024;

/** The rows of a spilled table (see `SpillTable`): texts, null for NULL. */
export function* spilledRows(path: string, width: number): Generator<(string | null)[]> {
  let row: (string | null)[] = [];
  let rest = '';
  for (const chunk of textChunks(path)) {
    const text = rest + chunk;
    let at = 0;
    for (;;) {
      const cell = nextCell(text, at);
      if (!cell) break;
      row.push(cell.value);
      at = cell.end;
      if (!cell.endsRow) continue;
      if (row.length !== width)
        throw new Error(`a spilled row has ${row.length} cells, not ${width}`);
      yield row;
      row = [];
    }
    rest = text.slice(at);
  }
  if (rest !== '' || row.length > 0) throw new Error('a spilled table ends within a row');
}

/** The cell that starts at `at`; null where the text ends before it does. */
function nextCell(
  text: string,
  at: number,
): { readonly value: string | null; readonly end: number; readonly endsRow: boolean } | null {
  let end = at;
  let value: string | null = null;
  if (text[at] === '"') {
    let quote = text.indexOf('"', at + 1);
    while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
    if (quote < 0 || quote + 1 >= text.length) return null;
    value = text.slice(at + 1, quote).replaceAll('""', '"');
    end = quote + 1;
  }
  const sign = text[end];
  if (sign === undefined) return null;
  if (sign !== ',' && sign !== '\n') throw new Error('a spilled cell is not quoted');
  return { value, end: end + 1, endsRow: sign === '\n' };
}

function* textChunks(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.allocUnsafe(CHUNK);
    for (;;) {
      const length = readSync(file, buffer, 0, CHUNK, null);
      if (length === 0) break;
      yield decoder.write(buffer.subarray(0, length));
    }
    yield decoder.end();
  } finally {
    closeSync(file);
  }
}
