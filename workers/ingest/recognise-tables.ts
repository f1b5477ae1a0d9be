import { familyOf, markedFigure } from '#workers/ingest/column-stats.ts';
import { excerpt } from '#workers/ingest/excerpt.ts';
import {
  type ColumnFamilies,
  columnFamilies,
  combinedHeader,
  describesColumns,
  headerRowCount,
  isTyped,
  sameTexts,
  titleRowCount,
} from '#workers/ingest/header.ts';
import { readHeaderPeriod } from '#workers/ingest/header-period.ts';
import type { MergedArea, SourceNote, SourceRow } from '#workers/ingest/row-source.ts';
import { NOTE_WORDS } from '#workers/ingest/table-words.ts';
import { isTotalName } from '#workers/ingest/total-rows.ts';

/** Sheets with more rows are exports: one table, whose header is looked for in its first rows. */
export const DRAWN_BY_HAND = 10_000;

type FoundNote = Omit<SourceNote, 'column'>;

/** One of the tables of a sheet: what its header says, and its rows. */
export interface FoundTable {
  /** The last text above it that stood alone; null where there was none. */
  readonly title: string | null;
  /** By their place in the cells of `rows`; null: it has no header. */
  readonly header: readonly string[] | null;
  /** Rows of the header, as a spreadsheet counts them. */
  readonly headerRows: readonly number[];
  /** Its cells, from its first column on. */
  readonly rows: readonly SourceRow[];
  /** Place of its first column in the sheet, from 0. */
  readonly firstColumn: number;
  readonly notes: readonly FoundNote[];
}

const isFilled = (cell: string | undefined) => cell !== undefined && cell.trim() !== '';
/** Without the space around it; empty where a row has no cell with a value. */
const firstText = ({ cells }: SourceRow) => cells.find(isFilled)?.trim() ?? '';
const filledIn = (cells: readonly string[]) =>
  cells.reduce((count, cell) => count + (isFilled(cell) ? 1 : 0), 0);

/**
 * Finds the tables of a sheet in its rows (blank ones may be among them): side by side where columns without a value
 * part them, below each other where another header begins. Where that is not plain there is one table.
 */
export function recogniseTables(
  rows: readonly SourceRow[],
  merges: readonly MergedArea[],
): readonly FoundTable[] {
  const lines = new Set(rows.filter(isDrawnLine).map(({ row }) => row));
  const filled = rows.filter(({ cells, row }) => cells.some(isFilled) && !lines.has(row));
  const found = columnParts(filled).flatMap((part) => tablesBelowEachOther(part, merges, lines));
  const [first, ...others] = found;
  const [line] = lines;
  if (!first || line === undefined) return found;
  const note = `${lines.size} ${lines.size === 1 ? 'row' : 'rows'} with only dashes left out`;
  return [{ ...first, notes: [...first.notes, { row: line, note }] }, ...others];
}

/** Whether a row only draws a line, as lists that programs print have it: `-----`, `|---|:--|`. */
function isDrawnLine({ cells }: SourceRow): boolean {
  const filled = cells.filter(isFilled).map((cell) => cell.trim());
  return filled.every((cell) => DRAWN.test(cell)) && filled.some((cell) => cell.length >= 5);
}
const DRAWN = /^[|+:]?[-=_*─━═—–]{2,}[-=_*─━═—–|+:\s]*$/;

interface Part {
  readonly rows: readonly SourceRow[];
  readonly firstColumn: number;
}

/** Columns from `first` to `last` that have a value in rows of more than one. */
interface ColumnRun {
  readonly first: number;
  readonly last: number;
}

function columnParts(rows: readonly SourceRow[]): readonly Part[] {
  const runs = columnRuns(rows);
  const parts: ColumnRun[] = [];
  for (const run of runs) {
    const left = parts.at(-1);
    if (left && !standApart(rows, left, run)) parts[parts.length - 1] = { ...left, last: run.last };
    else parts.push(run);
  }
  if (parts.length < 2) return [{ rows, firstColumn: 0 }];
  return parts.map(({ first }, at) => {
    const from = at === 0 ? 0 : first;
    const to = parts[at + 1]?.first;
    return {
      firstColumn: from,
      rows: rows
        .map(({ cells, row }) => ({ cells: cells.slice(from, to), row }))
        .filter(({ cells }) => cells.some(isFilled)),
    };
  });
}

function columnRuns(rows: readonly SourceRow[]): ColumnRun[] {
  const has: boolean[] = [];
  for (const { cells } of rows) {
    if (filledIn(cells) < 2) continue;
    for (const [at, cell] of cells.entries()) if (isFilled(cell)) has[at] = true;
  }
  const runs: ColumnRun[] = [];
  for (let at = 0; at < has.length; at++) {
    if (!has[at]) continue;
    const last = runs.at(-1);
    if (last && last.last === at - 1) runs[runs.length - 1] = { ...last, last: at };
    else runs.push({ first: at, last: at });
  }
  return runs;
}

/** Whether two runs of columns are tables of their own: both have a header and keys, and they are not as long. */
function standApart(rows: readonly SourceRow[], left: ColumnRun, right: ColumnRun): boolean {
  if (left.last === left.first || right.last === right.first) return false;
  const [one, other] = [bodyOf(rows, left), bodyOf(rows, right)];
  const [[oneFirst, ...oneRows], [otherFirst, ...otherRows]] = [one, other];
  const [oneLast, otherLast] = [oneRows.at(-1), otherRows.at(-1)];
  if (!oneFirst || !otherFirst || !oneLast || !otherLast) return false;
  const [oneHeader, otherHeader] = [
    oneFirst.cells.filter(isFilled),
    otherFirst.cells.filter(isFilled),
  ];
  if (!otherHeader.every((cell) => familyOf(cell.trim()) === 'text')) return false;
  const again = otherHeader.filter((cell) => oneHeader.includes(cell)).length;
  if (again >= 2 && again * 2 >= otherHeader.length) return true;
  const asLong = oneFirst.row === otherFirst.row && oneLast.row === otherLast.row;
  return !asLong && hasKeys(one) && hasKeys(other);
}

const bodyOf = (rows: readonly SourceRow[], { first, last }: ColumnRun): SourceRow[] =>
  rows
    .map(({ cells, row }) => ({ cells: cells.slice(first, last + 1), row }))
    .filter(({ cells }) => filledIn(cells) >= 2);

const hasKeys = (rows: readonly SourceRow[]): boolean =>
  rows.every(({ cells }) => isFilled(cells[0]));

/** Rows without a blank row between them, in which one header stands at the most. */
type Segment = readonly SourceRow[];

interface Open {
  readonly titles: SourceRow[];
  readonly rows: SourceRow[];
  /** Rows below the last of them that stand alone. */
  readonly below: SourceRow[];
}

function tablesBelowEachOther(
  part: Part,
  merges: readonly MergedArea[],
  lines: ReadonlySet<number>,
): FoundTable[] {
  const moved = mergesOf(part, merges);
  const tables: Open[] = [];
  let between: SourceRow[] = [];
  for (const segment of segmentsOf(part.rows, moved, lines)) {
    const open = tables.at(-1);
    if (segment.every(({ cells }) => filledIn(cells) < 2) && widthOf(part.rows) > 1) {
      between.push(...segment);
      continue;
    }
    if (!open) {
      tables.push({ titles: between, rows: [...segment], below: [] });
    } else if (isPreamble(open, segment, moved)) {
      tables.pop();
      tables.push({
        titles: [...open.titles, ...open.rows, ...between],
        rows: [...segment],
        below: [],
      });
    } else if (startsTable(open, segment, between, moved)) {
      const notes = between.filter(isNote);
      open.below.push(...notes);
      // What follows may be as narrow as a title, so titles are told from rows here.
      const count = titleRowCount(segment, moved);
      tables.push({
        titles: [...between.filter((row) => !notes.includes(row)), ...segment.slice(0, count)],
        rows: segment.slice(count),
        below: [],
      });
    } else {
      open.rows.push(...between, ...segment);
    }
    between = [];
  }
  const last = tables.at(-1);
  if (!last)
    return between.length > 0 ? [read({ titles: [], rows: between, below: [] }, part, moved)] : [];
  last.below.push(...between);
  return tables.map((table) => read(table, part, moved));
}

const widthOf = (rows: readonly SourceRow[]) =>
  Math.max(...rows.map(({ cells }) => filledIn(cells)));

const mergesOf = ({ firstColumn }: Part, merges: readonly MergedArea[]): readonly MergedArea[] =>
  merges.map((area) => ({
    ...area,
    firstColumn: area.firstColumn - firstColumn,
    lastColumn: area.lastColumn - firstColumn,
  }));

function segmentsOf(
  rows: readonly SourceRow[],
  merges: readonly MergedArea[],
  lines: ReadonlySet<number>,
): Segment[] {
  const below = (row: number): number => (lines.has(row + 1) ? below(row + 1) : row + 1);
  const segments: SourceRow[][] = [];
  for (const row of rows) {
    const open = segments.at(-1);
    const above = open?.at(-1);
    if (open && above && row.row <= below(above.row)) open.push(row);
    else segments.push([row]);
  }
  return segments.flatMap((segment) => cutAtHeaders(segment, merges));
}

/** Cuts rows where a row of texts stands above numbers and below numbers: another header, or the same again. */
function cutAtHeaders(segment: Segment, merges: readonly MergedArea[]): Segment[] {
  if (segment.length < 4) return [segment];
  const titles = titleRowCount(segment, merges);
  const families = columnFamilies(segment.slice(titles));
  const typed = families.flatMap((family, at) => (isTyped(family) ? [at] : []));
  const first = titles + headerRowCount(segment.slice(titles), merges);
  const header = (first > titles && segment[first - 1]) || null;
  const cuts: number[] = [];
  const counts = textCounts(segment.slice(first), typed);
  for (const [at, { cells }] of segment.entries()) {
    if (at <= first || at === segment.length - 1) continue;
    const isOther =
      (contradicts(cells, typed) && !areMarks(cells, typed, counts)) ||
      namesFirstColumnAgain(cells, header?.cells);
    if (!isOther && !isHeaderAgain(cells, header, typed)) continue;
    // A title of one cell right above belongs to what follows.
    const hasTitle = at - 1 > first && filledIn(segment[at - 1]?.cells ?? []) === 1;
    cuts.push(hasTitle ? at - 1 : at);
  }
  return [...cuts, segment.length].map((end, at) => segment.slice(cuts[at - 1] ?? 0, end));
}

const isHeaderAgain = (
  cells: readonly string[],
  header: SourceRow | null,
  typed: readonly number[],
) => header !== null && typed.some((at) => isFilled(cells[at])) && sameTexts(cells, header.cells);

/**
 * Whether a row of texts has the name of the first column where its value should be, and other texts than the header:
 * it is the header of another table that begins with the same column.
 */
function namesFirstColumnAgain(
  cells: readonly string[],
  header: readonly string[] | undefined,
): boolean {
  const at = header?.findIndex(isFilled) ?? -1;
  if (!header || at < 0 || cells[at]?.trim() !== header[at]?.trim() || filledIn(cells) < 2)
    return false;
  return (
    !sameTexts(cells, header) &&
    cells.every((cell) => !isFilled(cell) || familyOf(cell.trim()) === 'text')
  );
}

/** Whether a row has texts in all of several columns of numbers or days. */
function contradicts(cells: readonly string[], typed: readonly number[]): boolean {
  // A header has short texts, and no row that a slip tore apart is one.
  if (cells.some((cell) => cell.length > LONGEST_HEADER)) return false;
  let texts = 0;
  for (const at of typed) {
    const text = cells[at]?.trim() ?? '';
    if (text === '') continue;
    if (familyOf(text) !== 'text') return false;
    texts++;
  }
  return (
    texts >= 2 &&
    texts * 2 > typed.length &&
    filledIn(cells) >= 3 &&
    !cells.some((cell) => isTotalName(cell.trim()))
  );
}

/** How often texts stand in columns of numbers or days. */
function textCounts(rows: readonly SourceRow[], typed: readonly number[]) {
  const counts = new Map<string, number>();
  for (const { cells } of rows)
    for (const at of typed) {
      const text = cells[at]?.trim() ?? '';
      if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  return counts;
}

/** A bound in place of a figure: `<10`, `> 1,000`. */
const BOUND = /^[<>≤≥~≈±]\s*\d/;

/**
 * Whether the texts of a row among numbers stand for figures that there are not, `<10`, `DNS`, `closed`: names of
 * columns are different, and each stands once.
 */
function areMarks(
  cells: readonly string[],
  typed: readonly number[],
  counts: ReadonlyMap<string, number>,
): boolean {
  const texts = typed.map((at) => cells[at]?.trim() ?? '').filter((text) => text !== '');
  return texts.some((text) => BOUND.test(text)) || texts.every((text) => counts.get(text)! > 1);
}

/** Whether what stands first is a block of names and values above a wider table. */
function isPreamble(open: Open, next: Segment, merges: readonly MergedArea[]): boolean {
  if (open.rows.length > 12 || widthOf(open.rows) > 2 || widthOf(next) < 3) return false;
  if (headerRowCount(next.slice(titleRowCount(next, merges)), merges) === 0) return false;
  const own = open.rows.slice(titleRowCount(open.rows, merges));
  const [first] = own;
  const isTable =
    first !== undefined &&
    own.length > 2 &&
    headerRowCount(own, merges) === 1 &&
    columnFamilies(own.slice(1)).some(isTyped) &&
    !/[:：]$/.test(firstText(first));
  if (isTable) return false;
  const pairs = open.rows.filter(({ cells }) => filledIn(cells) === 2);
  const keys = pairs.map(firstText);
  const kinds = new Set(pairs.map(({ cells }) => familyOf(cells.findLast(isFilled)?.trim() ?? '')));
  return (
    keys.every((key) => familyOf(key) === 'text') &&
    (keys.filter((key) => /[:：]$/.test(key)).length * 2 >= keys.length ||
      kinds.size > 1 ||
      pairs.length < 3)
  );
}

/** Whether a table of its own begins with a segment; else its rows go on with the table above. */
function startsTable(
  open: Open,
  segment: Segment,
  between: readonly SourceRow[],
  merges: readonly MergedArea[],
): boolean {
  const above = open.rows.slice(titleRowCount(open.rows, merges));
  const titles = titleRowCount(segment, merges);
  const rows = segment.slice(titles);
  const headers = headerRowCount(rows, merges);
  const aboveHeaders = headerRowCount(above, merges);
  // A header alone: its rows follow a blank one.
  if (aboveHeaders >= above.length || headers >= rows.length) return false;
  const header = rows[headers - 1]?.cells;
  if (!header || filledIn(header) < 2) return false;
  const titled = titles > 0 || between.some((row) => !isNote(row));
  const aboveHeader = above[aboveHeaders - 1]?.cells ?? [];
  if (aboveHeaders > 0 && sameTexts(header, aboveHeader))
    return titled || repeatsRows(above.slice(aboveHeaders), rows.slice(headers));
  if (namesFirstColumnAgain(header, aboveHeader)) return true;
  const families = columnFamilies(above.slice(aboveHeaders));
  if (aboveHeaders > 0 && titles === 0 && goesOn(header, rows, families)) return false;
  const unlike = header.some((cell, at) => isFilled(cell) && isTyped(families[at] ?? null));
  const typedBelow = columnFamilies(rows.slice(headers)).some(isTyped);
  return unlike || (titled && typedBelow) || (typedBelow && spanOf(header) !== spanOf(aboveHeader));
}

/** Whether what looks like a header is a row of the table above: with figures, or marks in place of them. */
function goesOn(
  header: readonly string[],
  rows: readonly SourceRow[],
  families: ColumnFamilies,
): boolean {
  const typed = families.flatMap((family, at) =>
    isTyped(family) && isFilled(header[at]) ? [at] : [],
  );
  if (typed.length === 0) return false;
  const fits = (at: number) => {
    const text = header[at]!.trim();
    return familyOf(text) === families[at] && readHeaderPeriod(text) === null;
  };
  return typed.some(fits) || areMarks(header, typed, textCounts(rows, typed));
}

const spanOf = (cells: readonly string[]) =>
  `${cells.findIndex(isFilled)}-${cells.findLastIndex(isFilled)}`;

/** Whether rows stand in the table above, too: with them every sum would count twice. */
function repeatsRows(above: readonly SourceRow[], rows: readonly SourceRow[]): boolean {
  const key = ({ cells }: SourceRow) => cells.map((cell) => cell.trim()).join('\0');
  const seen = new Set(above.map(key));
  return rows.length >= 3 && rows.filter((row) => seen.has(key(row))).length * 5 >= rows.length * 4;
}

/** The header, rows and notes of what was found to be one table. */
function read(open: Open, part: Part, merges: readonly MergedArea[]): FoundTable {
  const titleCount = titleRowCount(open.rows, merges);
  const titles = [...open.titles, ...open.rows.slice(0, titleCount)];
  const rows = open.rows.slice(titleCount);
  const headers = headerRowCount(rows, merges);
  const headerRows = rows.slice(0, headers);
  const header = headers > 0 ? combinedHeader(headerRows, merges) : null;
  const notes: FoundNote[] = titles.map(leftOutAbove);
  for (const row of headerRows)
    if (describesColumns(row, headerRows[0]!))
      notes.push({
        row: row.row,
        note: `Row with column descriptions left out of the header: "${textOf(row)}"`,
        setting: 'header_row',
      });
  const below = [...open.below];
  const data = withoutRepeats(rows.slice(headers), headerRows.at(-1) ?? null, notes);
  const families = columnFamilies(data);
  for (let last = data.at(-1); last && isFooter(last, data, families); last = data.at(-1)) {
    below.unshift(last);
    data.pop();
  }
  for (const row of below)
    notes.push({
      row: row.row,
      note: `Row below the table left out: "${textOf(row)}"`,
      setting: 'table_range',
    });
  const grouped = header ? withSections(header, data, families, notes) : null;
  return {
    title: titleOf(titles),
    header: grouped?.header ?? header,
    headerRows: headerRows.map(({ row }) => row),
    rows: grouped?.rows ?? data,
    // The column of the groups stands before those of the sheet.
    firstColumn: part.firstColumn - (grouped ? 1 : 0),
    notes,
  };
}

const textOf = ({ cells }: SourceRow) => cells.filter(isFilled).join(' | ').slice(0, 200);

const leftOutAbove = (row: SourceRow): FoundNote => ({
  row: row.row,
  note: `Row above the header left out: "${textOf(row)}"`,
  setting: 'header_row',
});

const titleOf = (titles: readonly SourceRow[]): string | null =>
  titles
    .findLast(({ cells }) => filledIn(cells) === 1)
    ?.cells.find(isFilled)
    ?.trim() ?? null;

function withoutRepeats(
  rows: readonly SourceRow[],
  header: SourceRow | null,
  notes: FoundNote[],
): SourceRow[] {
  if (!header || filledIn(header.cells) < 2) return [...rows];
  const again = rows.filter(({ cells }) => sameTexts(cells, header.cells));
  const [first] = again;
  if (!first) return [...rows];
  notes.push({
    row: first.row,
    note: `The header is repeated in ${again.length} more ${again.length === 1 ? 'row, which is' : 'rows, which are'} left out`,
  });
  const left = new Set(again);
  return rows.filter((row) => !left.has(row));
}

/** Longer cells (characters) head no column of a table that begins amid another. */
const LONGEST_HEADER = 80;

const FIRST_WORD = /^[\p{L}.]+/u;
const NOTES = new Set(NOTE_WORDS);
const LONG_TEXT = 40;

/** Whether a row is a remark on the table: a mark, a known word, or a sentence. */
function isNote(row: SourceRow): boolean {
  if (filledIn(row.cells) !== 1) return false;
  const text = firstText(row);
  if (/^(?:[*†‡§¹²³⁰⁴-⁹©]|\(\p{L}{1,2}\)\s|\(?\d{1,2}\)\s|\[\d{1,2}\])/u.test(text)) return true;
  const word = FIRST_WORD.exec(text)?.[0].toLowerCase() ?? '';
  return (
    NOTES.has(word) ||
    NOTES.has(word.replace(/\.$/, '')) ||
    /^(?:注|资料来源|出典|出所|備考)/.test(text)
  );
}

/** Whether a line says what a letter behind figures of the table means: `p provisional`, `r = revised`. */
function explainsMark(text: string, data: readonly SourceRow[]): boolean {
  const mark = /^(\p{L}{1,2})(?:\s*[=:–-])?\s+\S/u.exec(text)?.[1];
  if (mark === undefined) return false;
  const isMarked = (cell: string) => cell.endsWith(` ${mark}`) && markedFigure(cell) !== null;
  return data.some(({ cells }) => cells.some((cell) => isMarked(cell.trim())));
}

/** Whether the last row is none of the table: alone in its row, and a remark or apart from the others. */
function isFooter(row: SourceRow, data: readonly SourceRow[], families: ColumnFamilies): boolean {
  const filled = filledIn(row.cells);
  const above = data.at(-2);
  if (!above || filled > 1 || widthOf(data) < 2) return false;
  const family = families[row.cells.findIndex(isFilled)] ?? null;
  const text = firstText(row);
  if (isTyped(family) && familyOf(text) === family) return false;
  return (
    isNote(row) ||
    explainsMark(text, data) ||
    text.length > LONG_TEXT ||
    (families.some(isTyped) && (row.row - above.row > 1 || isUnlikeKeys(row, data)))
  );
}

/**
 * Whether a row that has its first cell alone says more than a key of the rows above, all of which have values:
 * several words, longer than each of their keys. Below it other such rows may have stood.
 */
function isUnlikeKeys({ cells }: SourceRow, data: readonly SourceRow[]): boolean {
  const text = cells[0]?.trim() ?? '';
  const last = data.findLastIndex((row) => filledIn(row.cells) > 1);
  const rows = data.slice(0, last + 1);
  return (
    /\S\s+\S/.test(text) &&
    !isTotalName(text) &&
    rows.length >= FEWEST_KEYS &&
    rows.every(({ cells: others }) => {
      const key = others[0]?.trim() ?? '';
      return filledIn(others) > 1 && key.length * LONGER_THAN_KEYS <= text.length;
    })
  );
}
const FEWEST_KEYS = 3;
const LONGER_THAN_KEYS = 1.5;

/**
 * Rows with a name alone above the rows of its group: the name becomes a column, `section`. Only where the first row
 * is one, each has rows below, and there are numbers that it lacks.
 */
function withSections(
  header: readonly string[],
  data: readonly SourceRow[],
  families: ColumnFamilies,
  notes: FoundNote[],
): { readonly header: readonly string[]; readonly rows: readonly SourceRow[] } | null {
  if (!families.some(isTyped)) return null;
  const keyOf = ({ cells }: SourceRow) => cells[0]?.trim() ?? '';
  const isName = (row: SourceRow | undefined) =>
    row !== undefined && filledIn(row.cells) === 1 && keyOf(row) !== '' && !isTotalName(keyOf(row));
  const named = data.filter(isName);
  const [firstName] = named;
  if (!firstName || firstName !== data[0]) return null;
  if (named.length < 2 || named.length * 3 > data.length) return null;
  const endsWithRows = data.every(
    (row, at) => !isName(row) || (at + 1 < data.length && !isName(data[at + 1])),
  );
  const names = new Set(named.map(keyOf));
  const others = data.filter((row) => !isName(row));
  if (!endsWithRows || names.size !== named.length) return null;
  if (others.some((row) => keyOf(row) === '' || names.has(keyOf(row)))) return null;
  let name = '';
  const rows = data.flatMap((row) => {
    if (isName(row)) {
      name = keyOf(row);
      return [];
    }
    const isGrandTotal = isTotalName(keyOf(row)) && row === data.at(-1);
    return [{ cells: [isGrandTotal ? '' : name, ...row.cells], row: row.row }];
  });
  const list = [...names].slice(0, 20).map((one) => `"${excerpt(one)}"`);
  notes.push({
    row: firstName.row,
    note: `${named.length} rows are headings of the rows below (${list.join(', ')}). They became the column "section"`,
  });
  return { header: ['section', ...header], rows };
}
