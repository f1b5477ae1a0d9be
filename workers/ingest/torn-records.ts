import { familyOf, isNullToken } from '#workers/ingest/column-stats.ts';
import { isTyped } from '#workers/ingest/header.ts';

/** Records of the usual width that are looked at, and how many of them say what columns hold. */
const MOST_SAMPLED = 1_000;
const FEWEST_SAMPLED = 8;
/** Share of records with the usual number of cells, and of the cells of a column that are of its kind. */
const USUAL = 0.8;
const NEARLY_ALL = 0.95;
/** Columns that have to know their cells: fewer leave too many readings. */
const FEWEST_KNOWN = 2;
/** What some programs write between cells; a record of another program among others may have it. */
const OTHER_DELIMITERS = [';', '\t', '|', ',', ' '];
/** Longer records (characters) are kept as they are. */
const LONGEST = 20_000;

/** Whether a cell (trimmed) can stand in a column. */
type Fits = (cell: string) => boolean;

/** Gives the cells of a record that a slip tore apart or ran together; null: they stay as they are. */
export type MendRecord = (cells: readonly string[]) => string[] | null;

/** How many cells most records have; 0 where no number is usual. */
export function usualWidth(records: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [0, 0];
  return count >= FEWEST_SAMPLED && count >= records.length * USUAL ? width : 0;
}

/**
 * Learns from the first records what each column holds: numbers, days, times, one shape (`MG-8769`, an address of a
 * page), or nothing. A record with another number of cells, of which these columns have the wrong ones, is read again:
 * without an empty cell too many, with a cell in two, with two cells in one, or with another delimiter. It is mended
 * only where exactly one such reading has fitting cells in all columns. Null: too little is known of the columns.
 */
export function recordMender(
  records: readonly (readonly string[])[],
  delimiter: string,
): { readonly width: number; readonly mend: MendRecord } | null {
  const width = usualWidth(records);
  if (width < 2) return null;
  // The first record is the header, or one of many.
  const sample = records
    .slice(1)
    .filter(({ length }) => length === width)
    .slice(0, MOST_SAMPLED);
  const known = Array.from({ length: width }, (_, at) => fitOf(sample.map((cells) => cells[at]!)));
  if (known.filter((fits) => fits !== null).length < FEWEST_KNOWN) return null;
  const fitsAt = (at: number, cell: string) => known[at]?.(cell.trim()) ?? true;
  const fits = (cells: readonly string[]) => cells.every((cell, at) => fitsAt(at, cell));
  const only = (readings: readonly string[][]): string[] | null => {
    const fitting = readings.filter((cells) => cells.length === width && fits(cells));
    const [first, ...others] = fitting;
    const same = (cells: readonly string[]) => cells.every((cell, at) => cell === first![at]);
    return first && others.every(same) ? first : null;
  };
  return {
    width,
    mend: (cells) => {
      if (cells.length === width || cells.reduce((sum, cell) => sum + cell.length, 0) > LONGEST)
        return null;
      // Cells may be missing at the end, and remarks follow the last one.
      if (fits(cells.slice(0, width))) return null;
      if (cells.length > width) {
        const surplus = cells.length - width;
        return only(withoutEmpty(cells, surplus)) ?? only(withJoined(cells, surplus, delimiter));
      }
      if (cells.length === width - 1) {
        const split = only(withSplit(cells, (at) => known[at] != null));
        if (split) return split;
      }
      return only(
        OTHER_DELIMITERS.filter((other) => other !== delimiter).flatMap((other) =>
          otherwiseParted(cells.join(delimiter), other, width),
        ),
      );
    },
  };
}

/** What fits a column of such cells; null where anything does. */
function fitOf(cells: readonly string[]): Fits | null {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (cells.length < FEWEST_SAMPLED) return null;
  if (filled.length === 0) return (cell) => cell === '';
  const orNothing = filled.length < cells.length || filled.some(isNullToken);
  const optional =
    (fits: Fits): Fits =>
    (cell) =>
      cell === '' || isNullToken(cell) ? orNothing : fits(cell);
  const values = filled.filter((cell) => !isNullToken(cell));
  const first = values[0];
  if (first === undefined || values.length < FEWEST_SAMPLED) return null;
  for (const family of ['number', 'date', 'time'] as const) {
    const same = values.filter((cell) => familyOf(cell) === family).length;
    if (same >= values.length * NEARLY_ALL)
      return optional((cell) => isTyped(familyOf(cell)) && familyOf(cell) === family);
  }
  const shape = shapeOf(first);
  // A single word is no shape: most texts begin with one.
  if (!/[^\p{L}\s]/u.test(shape) || !values.every((cell) => shapeOf(cell) === shape)) return null;
  return optional((cell) => shapeOf(cell) === shape);
}

/** Letters as `a` and digits as `9`, however many: `MG-8769` → `a-9`. */
const shapeOf = (cell: string): string =>
  cell
    .slice(0, 200)
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d+/g, '9');

/** The cells without so many empty ones next to each other. */
const withoutEmpty = (cells: readonly string[], surplus: number): string[][] =>
  cells.flatMap((_, at) =>
    cells.slice(at, at + surplus).length === surplus &&
    cells.slice(at, at + surplus).every((cell) => cell.trim() === '')
      ? [[...cells.slice(0, at), ...cells.slice(at + surplus)]]
      : [],
  );

/** The cells with a delimiter taken as a character of the cell around it. */
const withJoined = (cells: readonly string[], surplus: number, delimiter: string): string[][] =>
  cells
    .slice(0, cells.length - surplus)
    .map((_, at) => [
      ...cells.slice(0, at),
      cells.slice(at, at + surplus + 1).join(delimiter),
      ...cells.slice(at + surplus + 1),
    ]);

/** The cells with one of them in two, both in columns that know theirs. */
const withSplit = (cells: readonly string[], isKnown: (at: number) => boolean): string[][] =>
  cells.flatMap((cell, at) =>
    isKnown(at) && isKnown(at + 1)
      ? Array.from({ length: Math.max(0, cell.length - 1) }, (_, place) => [
          ...cells.slice(0, at),
          cell.slice(0, place + 1),
          cell.slice(place + 1),
          ...cells.slice(at + 1),
        ])
      : [],
  );

interface Token {
  readonly text: string;
  readonly quoted: boolean;
}

/** A record with another delimiter between its cells; where it stands inside one cell, too, that one is put together. */
function otherwiseParted(record: string, delimiter: string, width: number): string[][] {
  const tokens = tokensOf(record, delimiter);
  if (!tokens || tokens.length < width) return [];
  const surplus = tokens.length - width;
  const texts: string[] = tokens.map(({ text }) => text);
  if (surplus === 0) return [texts];
  return Array.from({ length: width }, (_, at) => at)
    .filter((at) => tokens.slice(at, at + surplus + 1).every(({ quoted }) => !quoted))
    .map((at) => [
      ...texts.slice(0, at),
      texts.slice(at, at + surplus + 1).join(delimiter),
      ...texts.slice(at + surplus + 1),
    ]);
}

/** The cells of a record, quoted ones without their quotes; null where a quote does not close. */
function tokensOf(record: string, delimiter: string): Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; ; ) {
    if (record[at] === '"') {
      let end = record.indexOf('"', at + 1);
      while (end >= 0 && record[end + 1] === '"') end = record.indexOf('"', end + 2);
      if (end < 0) return null;
      tokens.push({ text: record.slice(at + 1, end).replaceAll('""', '"'), quoted: true });
      at = end + 1;
      if (at < record.length && record[at] !== delimiter) return null;
    } else {
      const next = record.indexOf(delimiter, at);
      const end = next < 0 ? record.length : next;
      tokens.push({ text: record.slice(at, end), quoted: false });
      at = end;
    }
    if (at >= record.length) return tokens;
    at++;
  }
}
