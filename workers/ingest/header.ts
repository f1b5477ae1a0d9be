import { type Family, familyOf } from '#workers/ingest/column-stats.ts';
import { periodText, readHeaderPeriod } from '#workers/ingest/header-period.ts';
import type { MergedArea, SourceRow } from '#workers/ingest/row-source.ts';

const MAX_TITLE_ROWS = 20;
const MAX_HEADER_ROWS = 6;
/** Rows of a table that are looked at to know what its columns hold. */
const SAMPLED_ROWS = 200;
/** Share of the cells of a column from which on they are what it holds. */
const MOST = 0.6;

/** What most cells of each column are; null where no kind is. */
export type ColumnFamilies = readonly (Family | null)[];

export const isTyped = (family: Family | null): boolean =>
  family === 'number' || family === 'date' || family === 'time';

const textAt = ({ cells }: SourceRow, at: number): string => cells[at]?.trim() ?? '';
const filledCells = (cells: readonly string[]) =>
  cells.reduce((count, cell) => count + (cell.trim() === '' ? 0 : 1), 0);

/** What the columns of some rows hold, by the rows of their second half, where no header stands. */
export function columnFamilies(rows: readonly SourceRow[]): ColumnFamilies {
  const body = rows.length < 2 ? rows : rows.slice(Math.floor(rows.length / 2));
  const step = Math.max(1, Math.floor(body.length / SAMPLED_ROWS));
  const sample = body.filter((_, at) => at % step === 0);
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, at) => {
    const counts = new Map<Family, number>();
    let filled = 0;
    for (const row of sample) {
      const text = textAt(row, at);
      const family = text === '' ? 'token' : familyOf(text);
      if (family === 'token') continue;
      filled++;
      counts.set(family, (counts.get(family) ?? 0) + 1);
    }
    for (const [family, count] of counts) if (count >= filled * MOST) return family;
    return null;
  });
}

/** Whether two rows have the same texts in their cells. */
export function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  for (let at = 0; at < Math.max(one.length, other.length); at++)
    if ((one[at]?.trim() ?? '') !== (other[at]?.trim() ?? '')) return false;
  return true;
}

/** How many rows above the header are titles: a text alone above a wider table, or a name beside a value. */
export function titleRowCount(rows: readonly SourceRow[], merges: readonly MergedArea[]): number {
  const widths = rows.slice(0, SAMPLED_ROWS).map((row) => filledCells(row.cells));
  // Rows that only name a group, and remarks, are as narrow as titles.
  const typical = [...widths].sort((a, b) => a - b)[Math.floor(widths.length * 0.75)] ?? 0;
  let count = 0;
  while (
    count < MAX_TITLE_ROWS &&
    count < rows.length - 1 &&
    isTitle(rows, count, widths, typical, merges)
  )
    count++;
  return count;
}

function isTitle(
  rows: readonly SourceRow[],
  count: number,
  widths: readonly number[],
  typical: number,
  merges: readonly MergedArea[],
): boolean {
  const row = rows[count]!;
  const width = widths[count]!;
  const at = row.cells.findIndex((cell) => cell.trim() !== '');
  if (count === 0 && (isWiderThanTable(rows, merges) || isMetadata(rows, merges))) return true;
  if (width === 2 && typical >= 4)
    return at === 0 && textAt(row, 1) !== '' && !isAboveGroups(row, rows[count + 1]!);
  if (width > 1) return false;
  if (typical >= 3) return !(at > 0 && isGroupHeader(row, at, merges));
  if (typical !== 2 || at !== 0) return false;
  if (row.cells.length === 1) return true;
  const rest = rows.slice(count + 1);
  return (
    (widths[count + 1] ?? 0) === 2 &&
    headerRowCount(rest, merges) > 0 &&
    columnFamilies(rest).some(isTyped)
  );
}

/** Whether the first row has more cells than any below it, of which the first is a header: a line of a program. */
function isWiderThanTable(rows: readonly SourceRow[], merges: readonly MergedArea[]): boolean {
  const [first, ...rest] = rows.slice(0, SAMPLED_ROWS);
  const widest = Math.max(...rest.map(({ cells }) => cells.length));
  return (
    rest.length > 2 &&
    first!.cells.length > widest &&
    filledCells(rest[0]!.cells) === widest &&
    headerRowCount(rest, merges) > 0 &&
    columnFamilies(rest.slice(1)).every(isTyped)
  );
}

/**
 * Whether the first row says something of the file, as programs write it above their header: values among its texts, or
 * names with their values (`Account: 17`), right above a row that names each column.
 */
function isMetadata([first, below, ...data]: readonly SourceRow[], merges: readonly MergedArea[]) {
  if (!first || !below || data.length === 0 || filledCells(first.cells) < 2) return false;
  const texts = first.cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const isValue = (text: string) => isTyped(familyOf(text)) && !readHeaderPeriod(text);
  const isPair = (text: string) => /^[^:：]{1,40}[:：].*\S/.test(text);
  if (!texts.some(isValue) && texts.filter(isPair).length * 2 < texts.length) return false;
  const names = below.cells.map((cell) => cell.trim());
  while (names.at(-1) === '') names.pop();
  return (
    names.length >= Math.max(2, ...data.slice(0, SAMPLED_ROWS).map(filledCellsOf)) &&
    new Set(names).size === names.length &&
    names.every((name) => familyOf(name) === 'text') &&
    headerRowCount([below, ...data], merges) > 0 &&
    columnFamilies(data).some(isTyped)
  );
}

const filledCellsOf = ({ cells }: SourceRow) => filledCells(cells);

/** Whether the row below fills columns that this one leaves out, as the lower row of a header does. */
const isAboveGroups = (row: SourceRow, below: SourceRow) =>
  textAt(below, 0) === '' &&
  below.cells.some((cell, at) => cell.trim() !== '' && textAt(row, at) === '');

/** Whether a text alone in its row heads the columns below it, so that it is no title. */
function isGroupHeader(row: SourceRow, at: number, merges: readonly MergedArea[]): boolean {
  const merged = merges.some(
    (area) => area.firstRow === row.row && area.firstColumn === at && area.lastColumn > at,
  );
  return merged || readHeaderPeriod(textAt(row, at)) !== null;
}

/**
 * How many of the first rows are the header: texts above columns of numbers or days, in several rows where the upper
 * ones name groups (`2023` over `Q1`, `Q2`), or the last one units. 0: there is none.
 */
export function headerRowCount(rows: readonly SourceRow[], merges: readonly MergedArea[]): number {
  const [first] = rows;
  if (!first) return 0;
  const families = columnFamilies(rows.slice(1));
  if (!isHeader(first, rows, families)) return 0;
  let count = 1;
  while (
    count < MAX_HEADER_ROWS &&
    count < rows.length - 1 &&
    continuesHeader(rows, count, families, merges)
  )
    count++;
  return count;
}

/** Whether the first row is unlike those below it. */
function isHeader(first: SourceRow, rows: readonly SourceRow[], families: ColumnFamilies): boolean {
  let like = 0;
  let unlike = 0;
  for (const [at, cell] of first.cells.entries()) {
    const text = cell.trim();
    if (text === '') continue;
    const family = familyOf(text);
    const below = families[at] ?? null;
    if (
      isTyped(family) &&
      (rows.length === 1 || family === below) &&
      !isPeriodAbove(text, rows, at)
    )
      like++;
    if (!isTyped(family) && family !== 'token' && isTyped(below)) unlike++;
  }
  return like === 0 || unlike > like;
}

/** Years and months head the columns of a table that has one column a period; below them no years stand. */
function isPeriodAbove(text: string, rows: readonly SourceRow[], at: number): boolean {
  const isPeriod = (value: string) =>
    /^(?:19|20)\d\d$/.test(value) || /^\d{4}-\d\d-\d\d$/.test(value);
  if (!isPeriod(text)) return false;
  const body = rows.slice(Math.max(1, Math.floor(rows.length / 2)));
  return body.some((row) => textAt(row, at) !== '' && !isPeriod(textAt(row, at)));
}

const UNIT =
  /^(?:in\s+|en\s+|em\s+)?[([]?(?:(?:k|m|mio\.?|mrd\.?|tsd\.?|th\.?|1[.,]?000|in|en|mil|million(?:s|en)?|thousand(?:s)?)\s*)?(?:%|‰|€|\$|£|¥|₽|eur|euro|euros|usd|gbp|chf|jpy|rub|pln|sek|pcs|pc|stk\.?|stück|st\.?|u|uds|pz|шт\.?|руб\.?|kg|g|t|to|mg|l|ml|m|m²|m2|m³|m3|km|km²|cm|mm|h|hrs?|hours|std\.?|min|s|sec|kwh|mwh|gwh|kw|mw|°c|c|ha|days|tage|items|persons|count|number|anzahl)[)\]]?$/i;

/** Whether a text is a unit: `EUR`, `(kg)`, `in %`, `Tsd. €`. */
export const isUnit = (text: string): boolean => text.length <= 20 && UNIT.test(text.trim());

function continuesHeader(
  rows: readonly SourceRow[],
  count: number,
  families: ColumnFamilies,
  merges: readonly MergedArea[],
): boolean {
  const row = rows[count]!;
  const above = rows[count - 1]!;
  if (sameTexts(row.cells, above.cells)) return true;
  const filled = row.cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [at]));
  if (filled.length === 0) return false;
  if (namesParts(rows, count, filled)) return true;
  const typed = filled.filter((at) => isTyped(families[at] ?? null));
  const isText = (at: number) => {
    const text = textAt(row, at);
    return familyOf(text) === 'text' || isPeriodAbove(text, rows.slice(count), at);
  };
  if (!typed.every(isText)) return false;
  const merged = merges.some(
    ({ firstRow, lastRow, firstColumn, lastColumn }) =>
      firstRow === above.row &&
      lastRow === above.row &&
      lastColumn > firstColumn &&
      firstColumn >= 0 &&
      firstColumn > 0,
  );
  if (typed.length === 0)
    return merged && filled.length > 1 && !families.some(isTyped) && filled.every(isText);
  if (filled.every((at) => isUnit(textAt(row, at)))) return true;
  const under = typed.filter((at) => textAt(above, at) === '');
  if (under.length > 0 && hasGroups(above)) return true;
  return typed.length >= 2 && (merged || typed.length * 2 >= families.filter(isTyped).length);
}

/**
 * Whether a row of texts names the parts of the columns above it, as surveys have them: it has no key, which all rows
 * below have, and texts where the header leaves out columns right of one that it names.
 */
function namesParts(rows: readonly SourceRow[], count: number, filled: readonly number[]): boolean {
  const [row, above] = [rows[count]!, rows[count - 1]!];
  const below = rows.slice(count + 1, count + 1 + SAMPLED_ROWS);
  return (
    filled.length > 1 &&
    filled[0]! > 0 &&
    textAt(above, 0) !== '' &&
    below.length > 1 &&
    below.every((one) => textAt(one, 0) !== '') &&
    filled.every((at) => familyOf(textAt(row, at)) === 'text') &&
    filled.some((at) => textAt(above, at) === '' && textAt(above, at - 1) !== '')
  );
}

/** Whether a row has a text behind its first cell that the cells right of it can belong to. */
const hasGroups = ({ cells }: SourceRow) =>
  cells.some((cell, at) => cell.trim() !== '' && (at > 0 || filledCells(cells) === 1));

/** Words of a cell that says something of a column rather than names it. */
const DESCRIBING_WORDS = 5;

/** Whether a row below one that names each column has sentences about them, or what a program keeps of them. */
export function describesColumns({ cells }: SourceRow, names: SourceRow): boolean {
  const own = names.cells.map((cell) => cell.trim());
  if (cells === names.cells || own.includes('') || new Set(own).size < own.length) return false;
  return cells.some((cell) => {
    const text = cell.trim();
    return /^[{[]".*[}\]]$/s.test(text) || text.split(/\s+/).length >= DESCRIBING_WORDS;
  });
}

/**
 * The texts of the columns under a header of one or more rows. The upper rows name groups: a text holds for the empty
 * cells right of it, as far as it is merged or a lower row has a text there. A period in parts is put together:
 * `2023` over `Q1` is `Q1 2023`. Rows that describe columns are no part of their names.
 */
export function combinedHeader(
  all: readonly SourceRow[],
  merges: readonly MergedArea[],
): readonly string[] {
  const rows = all.filter((row) => !describesColumns(row, all[0]!));
  const width = Math.max(...rows.map(({ cells }) => cells.length), ...widthsOfMerges(rows, merges));
  const spread = rows.map((row, level) => spreadTexts(row, rows.slice(level + 1), merges, width));
  const fillers = fillersOf(spread);
  return Array.from({ length: width }, (_, at) => {
    const parts: string[] = [];
    for (const [level, texts] of spread.entries()) {
      const text = texts[at]!;
      if (level === 1 && fillers.has(text) && !isInGroup(spread[0]!, at)) continue;
      if (text !== '' && !parts.includes(text)) parts.push(text);
    }
    return joined(parts);
  });
}

const isInGroup = (texts: readonly string[], at: number) =>
  texts[at] === texts[at + 1] || texts[at] === texts[at - 1];

/** Texts of a second row that tell no columns apart: the same below several that name theirs, beside named groups. */
function fillersOf([upper, lower, ...others]: readonly (readonly string[])[]): ReadonlySet<string> {
  if (!upper || !lower || others.length > 0) return new Set();
  if (!upper.some((text, at) => text !== '' && isInGroup(upper, at))) return new Set();
  const alone = lower.filter((text, at) => text !== '' && upper[at] && !isInGroup(upper, at));
  const isFiller = (text: string) => !isUnit(text) && readHeaderPeriod(text) === null;
  return new Set(alone.filter((text, at) => isFiller(text) && alone.indexOf(text) !== at));
}

const widthsOfMerges = (rows: readonly SourceRow[], merges: readonly MergedArea[]): number[] => {
  const lower = rows.slice(1).map(({ cells }) => cells.length);
  const own = new Set(rows.slice(0, -1).map(({ row }) => row));
  return merges
    .filter(
      ({ firstRow, lastColumn }) =>
        own.has(firstRow) && lower.some((length) => length > lastColumn),
    )
    .map(({ lastColumn }) => lastColumn + 1);
};

function spreadTexts(
  row: SourceRow,
  lower: readonly SourceRow[],
  merges: readonly MergedArea[],
  width: number,
): string[] {
  let group = '';
  return Array.from({ length: width }, (_, at) => {
    const text = textAt(row, at);
    if (text !== '') {
      group = text;
      return text;
    }
    const holds = lower.some((one) => textAt(one, at) !== '') || isMergedOver(row, at, merges);
    return lower.length > 0 && holds ? group : '';
  });
}

const isMergedOver = (row: SourceRow, at: number, merges: readonly MergedArea[]) =>
  merges.some(
    (area) =>
      area.firstRow <= row.row &&
      area.lastRow >= row.row &&
      area.firstColumn < at &&
      area.lastColumn >= at,
  );

function joined(parts: readonly string[]): string {
  const text = parts.join(' ');
  const period = readHeaderPeriod(text);
  return period && period.grain === 'quarter' && period.year !== null ? periodText(period) : text;
}
