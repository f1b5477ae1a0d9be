import {
  BOOLEAN,
  type CellBlock,
  CLOCK,
  DAY,
  DAY_MS,
  ERROR,
  INSTANT,
  MAX_SCALE,
  OWN_TEXT,
  POWERS,
  SHARED_TEXT,
  textOfCell,
} from '#workers/ingest/cell-block.ts';
import type { SheetCells } from '#workers/ingest/cell-store.ts';
import {
  ColumnStats,
  familyOf,
  isLookedAt,
  type TextOfCell,
} from '#workers/ingest/column-stats.ts';
import type { RowWatcher, Survey, WrittenColumn, WrittenRows } from '#workers/ingest/fast-rows.ts';
import { type ParquetColumn, TextColumn } from '#workers/ingest/parquet-columns.ts';
import { ParquetWriter } from '#workers/ingest/parquet-writer.ts';
import { toldRows } from '#workers/ingest/progress.ts';
import type { MergedArea, RowSource, SourceRow } from '#workers/ingest/row-source.ts';
import { tooManyColumns, tooManyRows } from '#workers/ingest/survey-rows.ts';
import { type TableRange, trimmed } from '#workers/ingest/table-range.ts';
import { isTotalName } from '#workers/ingest/total-rows.ts';
import type { ParseLimits } from '#workers/protocol.ts';

/** A sheet whose cells were scanned. */
export interface ScannedSheet {
  readonly name: string;
  readonly cells: SheetCells;
  readonly sharedTexts: readonly string[];
  readonly merges: readonly MergedArea[];
  readonly textColumns: ReadonlySet<number>;
  readonly emptyFormulas: ReadonlyMap<number, number>;
  /** Whether its rows may be given to an engine as Parquet. */
  readonly parquet: boolean;
}

/** What a look at a shared text says, so that it is looked at once. */
const UNSEEN = 0;
const BLANK = 1;
/** Nothing but a text: no number, day or word for no value, without white space around it. */
const PLAIN_TEXT = 2;
const OTHER = 3;
const TOTAL = 4;
/** Filled cells at the start of a row among which the name of a total stands. */
const LABEL_CELLS = 3;

/** The rows of a sheet that is kept in blocks. */
export function openBlocks(sheet: ScannedSheet): RowSource {
  const rows = new BlockRows(sheet);
  return {
    sheetName: sheet.name,
    notesShortRows: false,
    decimal: 'point',
    head: (count) => rows.head(count),
    forEachRow: (onRow) =>
      rows.eachRow((cells, row) => {
        onRow(cells, row);
        return true;
      }),
    notes: () => rows.notes(),
    merges: sheet.merges,
    textColumns: sheet.textColumns,
    emptyFormulas: sheet.emptyFormulas,
    fast: {
      survey: (range, headerWidth, limits) => rows.survey(range, headerWidth, limits),
      write: (range, columns, spillPath, watcher) =>
        sheet.parquet ? rows.write(range, columns, spillPath, watcher) : null,
    },
  };
}

class BlockRows implements TextOfCell {
  readonly #sheet: ScannedSheet;
  readonly #vertical: readonly MergedArea[];
  /** What is known of the shared texts, and of those of the block at hand. */
  readonly #sharedLooks: Uint8Array;
  #ownLooks = new Uint8Array(0);
  #kind = 0;
  #value = 0;
  #own: readonly string[] = [];
  #errors = { count: 0, row: 0 };
  #filled = 0;

  constructor(sheet: ScannedSheet) {
    this.#sheet = sheet;
    this.#vertical = verticalAreas(sheet.merges);
    this.#sharedLooks = new Uint8Array(sheet.sharedTexts.length);
  }

  /** The text of the cell that a survey stands at. */
  currentText(): string {
    return this.#text(this.#kind, this.#value, this.#own) ?? '';
  }

  #text(kind: number, value: number, own: readonly string[]): string | null {
    return textOfCell(kind, value, this.#sheet.sharedTexts, own);
  }

  /** All blocks, with the values of merged areas in each of their rows. */
  *#blocks(): Generator<CellBlock> {
    this.#filled = 0;
    this.#errors = { count: 0, row: 0 };
    const fill = this.#vertical.length > 0 ? new MergeFill(this.#vertical) : null;
    for (const block of this.#sheet.cells.blocks()) {
      const filled = fill ? fill.filled(block) : block;
      this.#countErrors(filled);
      yield filled;
    }
    this.#filled = fill?.count ?? 0;
  }

  #countErrors({ kinds, ends, rowNumbers }: CellBlock): void {
    for (let at = kinds.indexOf(ERROR); at >= 0; at = kinds.indexOf(ERROR, at + 1)) {
      if (this.#errors.count++ > 0) continue;
      this.#errors.row = rowNumbers[ends.findIndex((end) => end > at)] ?? 0;
    }
  }

  notes(): readonly { readonly row?: number; readonly note: string }[] {
    return [
      ...mergeNotes(this.#sheet.merges, this.#filled),
      ...(this.#errors.count > 0
        ? [
            {
              row: this.#errors.row,
              note: `${this.#errors.count} cells with an error value (such as #DIV/0!) imported as empty`,
            },
          ]
        : []),
    ];
  }

  head(count: number): readonly SourceRow[] {
    const head: SourceRow[] = [];
    this.eachRow((cells, row) => {
      head.push({ cells, row });
      return head.length < count;
    });
    return head;
  }

  /** Gives the rows as texts until `onRow` gives false; those without any text are left out. */
  eachRow(onRow: (cells: readonly string[], row: number) => boolean): void {
    for (const block of this.#blocks())
      for (let r = 0; r < block.rows; r++) {
        const cells = this.#cellsOf(block, r);
        if (cells.some((cell) => cell !== '') && !onRow(cells, block.rowNumbers[r]!)) return;
      }
  }

  #cellsOf({ columns, kinds, values, ends, texts }: CellBlock, r: number): string[] {
    const cells: string[] = [];
    for (let i = r === 0 ? 0 : ends[r - 1]!; i < ends[r]!; i++) {
      while (cells.length < columns[i]!) cells.push('');
      cells.push(this.#text(kinds[i]!, values[i]!, texts) ?? '');
    }
    return cells;
  }

  /** What is known of the text of a cell. */
  #lookAt(kind: number, value: number): number {
    const isShared = kind === SHARED_TEXT;
    const looks = isShared ? this.#sharedLooks : this.#ownLooks;
    const seen = looks[value]!;
    if (seen !== UNSEEN) return seen;
    const text = (isShared ? this.#sheet.sharedTexts[value] : this.#own[value]) ?? '';
    const bare = trimmed(text);
    let look = BLANK;
    if (bare !== '') {
      const isPlain = bare.length === text.length && familyOf(bare) === 'text' && !isLookedAt(bare);
      look = isPlain ? PLAIN_TEXT : OTHER;
      if (isTotalName(bare)) look |= TOTAL;
    }
    looks[value] = look;
    return look;
  }

  #enter(block: CellBlock): void {
    this.#own = block.texts;
    this.#ownLooks = new Uint8Array(block.texts.length);
  }

  survey(range: TableRange, headerWidth: number, limits: ParseLimits): Survey {
    const sheet = { sheetName: this.#sheet.name };
    const stats: ColumnStats[] = [];
    const { firstColumn, lastColumn } = range;
    let width = headerWidth;
    let rows = 0;
    let emptyRows = 0;
    let shortRows = 0;
    let firstShortRow = 0;
    let longRows = 0;
    let firstLongRow = 0;
    let namesTotal = false;
    let last: { readonly block: CellBlock; readonly r: number } | null = null;
    for (const block of this.#blocks()) {
      this.#enter(block);
      const { columns, kinds, values, ends, rowNumbers } = block;
      const before = rows;
      for (let r = 0, start = 0; r < block.rows; start = ends[r]!, r++) {
        const row = rowNumbers[r]!;
        if (row < range.firstRow || row > range.lastRow || range.skipRows?.has(row)) continue;
        let filled = 0;
        let labels = 0;
        let given = false;
        const end = ends[r]!;
        for (let i = start; i < end; i++) {
          const kind = kinds[i]!;
          if (kind === ERROR) continue;
          const value = values[i]!;
          const isText = kind === SHARED_TEXT || kind === OWN_TEXT;
          const look = isText ? this.#lookAt(kind, value) : PLAIN_TEXT;
          given ||= look !== BLANK || this.#isSpace(kind, value);
          const at = columns[i]! - firstColumn;
          if (at < 0 || columns[i]! > lastColumn || look === BLANK) continue;
          if (at >= limits.maxColumns) throw tooManyColumns(sheet, limits);
          filled = at + 1;
          if (labels++ < LABEL_CELLS && isText && (look & TOTAL) !== 0) namesTotal = true;
          const column = stats[at] ?? new ColumnStats();
          stats[at] = column;
          this.#kind = kind;
          this.#value = value;
          if (kind <= MAX_SCALE) column.addNumber(value, wholeDigits(value, kind), kind, row, this);
          else if (isText) {
            if (look === PLAIN_TEXT) column.addKnown('text', row, this);
            else this.#addText(column, row);
          } else if (kind === DAY) column.addKnown('date', row, this);
          else if (kind === INSTANT) column.addInstant(row, this);
          else if (kind === CLOCK) column.addKnown('time', row, this);
          else if (kind === BOOLEAN) column.addBoolean(value === 1, row, this);
        }
        if (!given) continue;
        const cells = Math.max(0, Math.min(columns[end - 1]!, lastColumn) + 1 - firstColumn);
        if (width === 0) width = cells;
        if (filled === 0) {
          emptyRows++;
          continue;
        }
        last = { block, r };
        if (cells < width && shortRows++ === 0) firstShortRow = row;
        if (filled > width && longRows++ === 0) firstLongRow = row;
        if (++rows > limits.maxRows) throw tooManyRows(sheet, limits);
      }
      toldRows(rows - before);
    }
    const count = Math.max(headerWidth, stats.length);
    if (count > limits.maxColumns) throw tooManyColumns(sheet, limits);
    const lastCells = last ? this.#cellsOf(last.block, last.r) : [];
    return {
      columns: Array.from({ length: count }, (_, at) => stats[at] ?? new ColumnStats()),
      rows,
      emptyRows,
      shortRows,
      firstShortRow,
      longRows,
      firstLongRow,
      lastRow: last
        ? {
            cells: lastCells.slice(firstColumn, lastColumn + 1),
            row: last.block.rowNumbers[last.r]!,
          }
        : null,
      namesTotal,
    };
  }

  /** A text with white space around it, or one that may be a number, a day or no value. */
  #addText(stats: ColumnStats, row: number): void {
    const text = this.currentText();
    const bare = trimmed(text);
    if (bare.length !== text.length) stats.trimmed++;
    stats.add(bare, row);
  }

  /** Whether a blank text is white space and not nothing: its row counts as an empty one. */
  #isSpace(kind: number, value: number): boolean {
    return this.#text(kind, value, this.#own) !== '';
  }

  write(
    range: TableRange,
    columns: readonly WrittenColumn[],
    path: string,
    watcher: RowWatcher | null,
  ): WrittenRows | null {
    const writer = ParquetWriter.open(
      path,
      columns.map(({ plan: { type, precision, scale } }) => ({
        type,
        ...(precision !== undefined && { precision }),
        ...(scale !== undefined && { scale }),
      })),
      { rows: this.#sheet.cells.rows, sharedTexts: this.#sheet.sharedTexts.length },
    );
    if (!writer) return null;
    try {
      const places = placesOf(columns);
      for (const block of this.#blocks()) {
        this.#enter(block);
        for (let r = 0, start = 0; r < block.rows; start = block.ends[r]!, r++)
          if (this.#hasValue(block, r, start, range))
            this.#writeRow(block, r, start, { range, columns, places, writer, watcher });
      }
      writer.close();
    } catch (error) {
      writer.abandon();
      throw error;
    }
    return { rows: writer.rows, path, format: { kind: 'parquet' } };
  }

  /** Whether a row is one of the range and has a value in it. */
  #hasValue(block: CellBlock, r: number, start: number, range: TableRange): boolean {
    const row = block.rowNumbers[r]!;
    if (row < range.firstRow || row > range.lastRow || range.skipRows?.has(row)) return false;
    for (let i = start; i < block.ends[r]!; i++) {
      const column = block.columns[i]!;
      if (column < range.firstColumn || column > range.lastColumn) continue;
      const kind = block.kinds[i]!;
      if (kind === ERROR) continue;
      if (kind !== SHARED_TEXT && kind !== OWN_TEXT) return true;
      if (this.#lookAt(kind, block.values[i]!) !== BLANK) return true;
    }
    return false;
  }

  #writeRow(block: CellBlock, r: number, start: number, writing: Writing): void {
    const { range, columns, places, writer, watcher } = writing;
    const written = watcher ? new Array<string | null>(columns.length).fill(null) : null;
    for (let i = start; i < block.ends[r]!; i++) {
      const place = places[block.columns[i]! - range.firstColumn];
      const kind = block.kinds[i]!;
      if (place === undefined || kind === ERROR) continue;
      this.#own = block.texts;
      for (const index of place) {
        if (written) written[index] = this.#writeText(writing, index, kind, block.values[i]!);
        else this.#writeCell(writing, index, kind, block.values[i]!);
      }
    }
    if (written) watcher?.add(written);
    writer.endRow();
  }

  #writeCell(writing: Writing, index: number, kind: number, value: number): void {
    const column = writing.writer.columns[index]!;
    const { row } = writing.writer;
    if (kind === SHARED_TEXT && column instanceof TextColumn) {
      if (column.known(row, value)) return;
      const text = trimmed(this.#sheet.sharedTexts[value] ?? '');
      const converted = text === '' ? null : writing.columns[index]!.plan.convert(text);
      if (converted !== null) column.shared(row, value, converted);
    } else if (!addAsItIs(column, writing.columns[index]!.plan, kind, row, value))
      this.#writeText(writing, index, kind, value);
  }

  /** Writes a cell as the text that it becomes; gives that, null where it has no value. */
  #writeText(writing: Writing, index: number, kind: number, value: number): string | null {
    const text = trimmed(this.#text(kind, value, this.#own) ?? '');
    const converted = text === '' ? null : writing.columns[index]!.plan.convert(text);
    if (converted !== null) writing.writer.columns[index]!.text(writing.writer.row, converted);
    return converted;
  }
}

interface Writing {
  readonly range: TableRange;
  readonly columns: readonly WrittenColumn[];
  readonly places: readonly (readonly number[] | undefined)[];
  readonly writer: ParquetWriter;
  readonly watcher: RowWatcher | null;
}

/** By place in the range: the written columns that are made of it. */
function placesOf(columns: readonly WrittenColumn[]): (readonly number[] | undefined)[] {
  const places: number[][] = [];
  for (const [index, { at }] of columns.entries()) {
    const place = places[at] ?? [];
    places[at] = place;
    place.push(index);
  }
  return places;
}

/** Adds a cell that is what its column holds already, without a text; false where it must become one. */
function addAsItIs(
  column: ParquetColumn,
  { type, missing }: WrittenColumn['plan'],
  kind: number,
  row: number,
  value: number,
): boolean {
  if (kind <= MAX_SCALE) {
    if (missing) return false;
    if (type === 'integer' ? kind > 0 : type !== 'decimal' && type !== 'float') return false;
    column.number(row, value, kind);
    return true;
  }
  if (kind === DAY && type === 'date') column.moment(row, value);
  else if (kind === DAY && type === 'timestamp') column.moment(row, value * DAY_MS);
  else if (kind === INSTANT && type === 'timestamp') column.moment(row, value);
  else if (kind === CLOCK && type === 'time') column.moment(row, value);
  else if (kind === BOOLEAN && type === 'boolean') column.boolean(row, value === 1);
  else return false;
  return true;
}

/** Digits before the point of `mantissa / 10 ** scale`; 1 at the least. */
function wholeDigits(mantissa: number, scale: number): number {
  const size = Math.abs(mantissa);
  let digits = 1;
  while (digits + scale < POWERS.length && size >= POWERS[digits + scale]!) digits++;
  return digits;
}

/** Areas over rows of one column, by their first row, of those that overlap the first. */
function verticalAreas(merges: readonly MergedArea[]): MergedArea[] {
  const areas = merges
    .filter((area) => area.firstColumn === area.lastColumn && area.lastRow > area.firstRow)
    .sort((a, b) => a.firstRow - b.firstRow);
  const ends = new Map<number, number>();
  return areas.filter((area) => {
    // A workbook has no areas that overlap; of those in a damaged one the first holds.
    if (area.firstRow <= (ends.get(area.firstColumn) ?? 0)) return false;
    ends.set(area.firstColumn, area.lastRow);
    return true;
  });
}

interface Held {
  readonly area: MergedArea;
  readonly kind: number;
  readonly value: number;
  readonly text: string | null;
}

/** Puts the value of a merged area into each of its rows that has cells, block after block. */
class MergeFill {
  /** Cells that were filled. */
  count = 0;
  readonly #areas: readonly MergedArea[];
  #next = 0;
  /** Areas at the row at hand whose first cell has a value, by column. */
  #held: Held[] = [];

  constructor(areas: readonly MergedArea[]) {
    this.#areas = areas;
  }

  filled(block: CellBlock): CellBlock {
    const first = block.rowNumbers[0]!;
    const last = block.rowNumbers.at(-1)!;
    this.#held = this.#held.filter(({ area }) => area.lastRow >= first);
    if (this.#held.length === 0 && (this.#areas[this.#next]?.firstRow ?? Infinity) > last)
      return block;
    const out = { columns: [] as number[], kinds: [] as number[], values: [] as number[] };
    const texts = [...block.texts];
    const ends: number[] = [];
    for (let r = 0, start = 0; r < block.rows; start = block.ends[r]!, r++) {
      const row = block.rowNumbers[r]!;
      this.#held = this.#held.filter(({ area }) => area.lastRow >= row);
      let i = start;
      for (const held of [...this.#held, null]) {
        const to = held?.area.firstColumn ?? Infinity;
        for (; i < block.ends[r]! && block.columns[i]! < to; i++) {
          out.columns.push(block.columns[i]!);
          out.kinds.push(block.kinds[i]!);
          out.values.push(block.values[i]!);
        }
        if (!held || (i < block.ends[r]! && block.columns[i] === to)) continue;
        this.count++;
        out.columns.push(to);
        out.kinds.push(held.kind);
        out.values.push(held.text === null ? held.value : texts.push(held.text) - 1);
      }
      ends.push(out.columns.length);
      this.#hold(block, r, start);
    }
    return {
      rows: block.rows,
      rowNumbers: block.rowNumbers,
      ends: Uint32Array.from(ends),
      columns: Uint16Array.from(out.columns),
      kinds: Uint8Array.from(out.kinds),
      values: Float64Array.from(out.values),
      texts,
    };
  }

  /** Takes in the areas that begin at a row; those that began in a row without cells have no value. */
  #hold(block: CellBlock, r: number, start: number): void {
    const row = block.rowNumbers[r]!;
    for (; (this.#areas[this.#next]?.firstRow ?? Infinity) <= row; this.#next++) {
      const area = this.#areas[this.#next]!;
      if (area.firstRow < row) continue;
      const cells = block.columns.subarray(start, block.ends[r]);
      const at = start + cells.indexOf(area.firstColumn);
      if (at < start) continue;
      const kind = block.kinds[at]!;
      const value = block.values[at]!;
      const text = kind === OWN_TEXT ? (block.texts[value] ?? '') : null;
      this.#held.push({ area, kind, value, text });
      this.#held.sort((a, b) => a.area.firstColumn - b.area.firstColumn);
    }
  }
}

function mergeNotes(
  merges: readonly MergedArea[],
  filled: number,
): { readonly row?: number; readonly note: string }[] {
  const notes: { readonly row?: number; readonly note: string }[] = [];
  if (filled > 0)
    notes.push({ note: `${filled} cells below merged cells filled with the merged value` });
  const wide = merges.filter(({ firstColumn, lastColumn }) => firstColumn !== lastColumn);
  const [first] = wide;
  if (first)
    notes.push({
      row: first.firstRow,
      note: `${wide.length} merged areas span several columns (first ${rangeName(first)}); the value is kept only in the first of them`,
    });
  return notes;
}

const rangeName = ({ firstRow, lastRow, firstColumn, lastColumn }: MergedArea) =>
  `${columnName(firstColumn)}${firstRow}:${columnName(lastColumn)}${lastRow}`;

/** The letters of a column: 0 is `A`. */
function columnName(column: number): string {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}
