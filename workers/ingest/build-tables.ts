import path from 'node:path';
import { type BuiltTable, buildTable, Notes } from '#workers/ingest/build-table.ts';
import { combinedHeader, headerRowCount, titleRowCount } from '#workers/ingest/header.ts';
import { mappedRange } from '#workers/ingest/mapped-range.ts';
import { identifier, type TakenNames } from '#workers/ingest/names.ts';
import { findOutline } from '#workers/ingest/outline.ts';
import {
  DRAWN_BY_HAND,
  type FoundTable,
  recogniseTables,
} from '#workers/ingest/recognise-tables.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import type { RowSource, SourceRow } from '#workers/ingest/row-source.ts';
import { allBelow, type TableRange } from '#workers/ingest/table-range.ts';
import {
  addsUpOverPeriods,
  findUnpivot,
  unpivotedHeader,
  unpivotedReads,
  unpivotedRows,
  yearIn,
} from '#workers/ingest/unpivot.ts';
import type {
  LikelyTable,
  ParsedTable,
  ParseLimits,
  ParseNote,
  SheetMapping,
} from '#workers/protocol.ts';

/** Rows that are looked at to find the header of an export. */
const HEAD_ROWS = 200;
/** Longer titles name no table. */
const LONGEST_TITLE = 40;

export interface SheetRequest {
  readonly source: RowSource;
  /** Name of its table, taken already; further ones take their own. */
  readonly tableName: string;
  readonly taken: TakenNames;
  /** The name of the file, without its extension: it may say the year. */
  readonly stem: string;
  /** Path of the next spill file. */
  readonly nextSpill: () => string;
  readonly mapping: SheetMapping;
  /** What the mapping says of the second and further tables alone, by their number. */
  readonly mappingOf: (number: number) => SheetMapping | null;
  readonly limits: ParseLimits;
  /** Gets what its only table most likely becomes (`buildTable`). */
  readonly onLikely?: (table: LikelyTable) => void;
}

export interface BuiltSheet {
  readonly tables: readonly ParsedTable[];
  readonly notes: readonly ParseNote[];
}

/** A table whose place was found or said. */
interface PlacedTable {
  readonly source: RowSource;
  readonly range: TableRange;
  readonly header: readonly string[] | null;
  readonly headerRows: readonly number[];
  readonly firstColumn: number;
  readonly title: string | null;
}

/** Reads the tables of a sheet, and what is made of them: each with notes of all that was decided and changed. */
export function buildTables(request: SheetRequest): BuiltSheet {
  const { source, mapping } = request;
  const notes = new Notes(source.sheetName);
  const placed = placeTables(request, notes);
  if (placed.length === 0) {
    notes.add('Left out, because it is empty');
    return { tables: [], notes: notes.list };
  }
  if (placed.length > 1)
    notes.add(
      `${placed.length} separate tables found (rows ${placed.map(placeText).join('; ')}). Set "table_range" in the mapping to import one range as one table`,
      { setting: 'table_range' },
    );
  const all: ParseNote[] = [];
  const tables: ParsedTable[] = [];
  for (const [at, table] of placed.entries()) {
    const own =
      at === 0 ? mapping : { ...mapping, table_name: undefined, ...request.mappingOf(at + 1) };
    if (own.skip) {
      notes.add(`Table ${at + 1} left out, as set in the mapping`, { setting: 'skip' });
      continue;
    }
    const { placed: filled, levels } = withLabels(table, own, notes);
    const built = buildTable({
      ...filled,
      levels,
      tableName: at === 0 ? request.tableName : nameOf(table, at, own, request),
      spillPath: request.nextSpill(),
      mapping: own,
      limits: request.limits,
      ...(placed.length === 1 && request.onLikely && { onLikely: request.onLikely }),
    });
    const told = [...built.notes];
    if (built.table) {
      const mappingKey = at === 0 ? source.sheetName : `${source.sheetName}#${at + 1}`;
      const keyed = { ...built.table, mappingKey };
      tables.push(...withUnpivot(keyed, built, filled, own, request, told));
      all.push(...(at === 0 ? told : told.map((note) => ({ ...note, mapping_key: mappingKey }))));
    } else all.push(...told);
  }
  for (const note of source.notes()) notes.add(note.note, note);
  return { tables, notes: [...notes.list, ...all] };
}

/** The table with labels that are written once in each of their rows. */
function withLabels(
  table: PlacedTable,
  { fill_down: asked }: SheetMapping,
  notes: Notes,
): { readonly placed: PlacedTable; readonly levels: readonly number[] | null } {
  const { outline, doubt } = findOutline(table.source, table.range, table.header, asked);
  const told = outline?.note ?? doubt;
  if (told) notes.add(told.note, told);
  if (!outline) return { placed: table, levels: null };
  const placed = { ...table, source: rowsOf(table.source, outline.rows), range: allBelow(0) };
  return { placed, levels: outline.levels };
}

const placeText = ({ headerRows, source }: PlacedTable) => {
  const first = source.head(1)[0]?.row ?? 0;
  return `from ${Math.min(first, ...headerRows)}`;
};

function nameOf(
  { title }: PlacedTable,
  at: number,
  mapping: SheetMapping,
  { taken, tableName }: SheetRequest,
): string {
  if (mapping.table_name) {
    if (taken.take(mapping.table_name)) return mapping.table_name;
    throw new Refusal(
      'upload_bad_mapping',
      `mapping: two tables would have the name "${mapping.table_name}".`,
    );
  }
  const titled =
    title && title.length <= LONGEST_TITLE ? identifier(title.replace(/^[\d.\s]+/, '')) : '';
  return taken.takeUnique(titled || `${tableName}_${at + 1}`);
}

function placeTables(request: SheetRequest, notes: Notes): PlacedTable[] {
  const { source, mapping } = request;
  if (mapping.header_row !== undefined) return [saidTable(source, mapping, notes)];
  if (source.namesColumns && mapping.table_range === undefined && source.head(1).length > 0)
    return [saidTable(source, { header_row: 1 }, notes)];
  const range = mapping.table_range === undefined ? null : mappedRange(mapping.table_range);
  const first = source.head(HEAD_ROWS);
  if (first.length === 0) return [];
  const drawn = range || first.length < HEAD_ROWS || isNarrow(first, request.limits);
  const all = drawn ? rowsByHand(source, range, request.limits) : null;
  if (!all) return [exportedTable(source, first, notes)];
  const { rows, blank } = all;
  const merges = (source.merges ?? []).map((area) => ({
    ...area,
    firstColumn: area.firstColumn - (range?.firstColumn ?? 0),
    lastColumn: area.lastColumn - (range?.firstColumn ?? 0),
  }));
  const found = range ? recogniseTables(rows, merges).slice(0, 1) : recogniseTables(rows, merges);
  if (range)
    notes.add(`Only ${mapping.table_range} is imported, as set in the mapping`, {
      setting: 'table_range',
    });
  const placed = found.map((table) => placeFound(table, source, range?.firstColumn ?? 0, notes));
  if (blank > 0)
    notes.add(`${blank} ${blank === 1 ? 'row' : 'rows'} left out, because all cells are empty`);
  return placed;
}

/** Cells of a sheet that are held at once. */
const MOST_CELLS = 1_000_000;

const isNarrow = (rows: readonly SourceRow[], { maxColumns }: ParseLimits) =>
  rows.every(({ cells }) => cells.length <= maxColumns);

class TooManyRows extends Error {}

/** The rows of a sheet, or of a range of it, and how many are blank; null where they are more than people draw. */
function rowsByHand(
  source: RowSource,
  range: TableRange | null,
  limits: ParseLimits,
): { readonly rows: readonly SourceRow[]; readonly blank: number } | null {
  const rows: SourceRow[] = [];
  let blank = 0;
  let cellCount = 0;
  try {
    source.forEachRow((cells, row) => {
      if (range && (row < range.firstRow || row > range.lastRow)) return;
      const own = range ? cells.slice(range.firstColumn, range.lastColumn + 1) : cells;
      cellCount += own.length;
      // What is too wide is refused where its cells are counted.
      if (cellCount > MOST_CELLS || own.length > limits.maxColumns || rows.length >= DRAWN_BY_HAND)
        throw new TooManyRows();
      if (own.some((cell) => cell.trim() !== '')) rows.push({ cells: own, row });
      else if (rows.length > 0) blank++;
    });
  } catch (error) {
    if (!(error instanceof TooManyRows)) throw error;
    if (!range) return null;
    throw new Refusal(
      'upload_too_complex',
      `The "table_range" in the mapping has more than ${DRAWN_BY_HAND} rows or ${MOST_CELLS} cells. Set "header_row" instead.`,
    );
  }
  return { rows, blank };
}

function placeFound(
  table: FoundTable,
  source: RowSource,
  moved: number,
  notes: Notes,
): PlacedTable {
  for (const note of table.notes) notes.add(note.note, note);
  noteHeader(table.header, table.headerRows, notes);
  return {
    source: rowsOf(source, table.rows),
    range: allBelow(0),
    header: table.header,
    headerRows: table.headerRows,
    firstColumn: table.firstColumn + moved,
    title: table.title,
  };
}

function noteHeader(header: readonly string[] | null, rows: readonly number[], notes: Notes): void {
  const setting = 'header_row';
  if (header === null)
    notes.add('No header row found; columns are named column_1, column_2, …', { setting });
  else if (rows.length > 1)
    notes.add(`Header made of rows ${rows[0]} to ${rows.at(-1)}`, { row: rows[0]!, setting });
  else if (rows[0]! > 1) notes.add('Header row found here', { row: rows[0]!, setting });
}

/** The rows of a found table as a source of their own. */
function rowsOf(source: RowSource, rows: readonly SourceRow[]): RowSource {
  return {
    sheetName: source.sheetName,
    notesShortRows: source.notesShortRows,
    decimal: source.decimal,
    likelyDecimal: source.likelyDecimal,
    ...(source.textColumns && { textColumns: source.textColumns }),
    ...(source.quotedColumns && { quotedColumns: source.quotedColumns }),
    ...(source.emptyFormulas && { emptyFormulas: source.emptyFormulas }),
    head: (count) => rows.slice(0, count),
    forEachRow: (onRow) => {
      for (const { cells, row } of rows) onRow(cells, row);
    },
    notes: () => [],
  };
}

/** One table of very many rows, of which the first show where its header is. */
function exportedTable(source: RowSource, head: readonly SourceRow[], notes: Notes): PlacedTable {
  const filled = head.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const merges = source.merges ?? [];
  const titles = titleRowCount(filled, merges);
  const rows = filled.slice(titles);
  const headerRows = rows.slice(0, headerRowCount(rows, merges));
  const above = filled.slice(0, titles);
  return rangeBelow({ source, above, headerRows, firstRow: rows[0]!.row }, notes);
}

/** The table whose header the mapping names. */
function saidTable(source: RowSource, mapping: SheetMapping, notes: Notes): PlacedTable {
  const { header_row: first = 0, header_rows: count = 1 } = mapping;
  const head = source.head(Math.max(HEAD_ROWS, first + count));
  if (first === 0) return rangeBelow({ source, above: [], headerRows: [], firstRow: 1 }, notes);
  const headerRows = head.filter(({ row }) => row >= first && row < first + count);
  if (headerRows[0]?.row !== first)
    throw new Refusal(
      'upload_bad_mapping',
      `mapping: "header_row" is ${first}, but that row is blank or not among the first ${head.length} rows with content.`,
    );
  const above = head.filter(({ row }) => row < first);
  return rangeBelow({ source, above, headerRows, firstRow: first }, notes);
}

/** Where a table begins in its sheet. */
interface TableStart {
  readonly source: RowSource;
  readonly above: readonly SourceRow[];
  readonly headerRows: readonly SourceRow[];
  /** Of the table, where it has no header. */
  readonly firstRow: number;
}

function rangeBelow(
  { source, above, headerRows, firstRow }: TableStart,
  notes: Notes,
): PlacedTable {
  for (const { cells, row } of above)
    notes.add(
      `Row above the header left out: "${cells
        .filter((cell) => cell.trim() !== '')
        .join(' | ')
        .slice(0, 200)}"`,
      { row, setting: 'header_row' },
    );
  const rows = headerRows.map(({ row }) => row);
  const header = headerRows.length > 0 ? combinedHeader(headerRows, source.merges ?? []) : null;
  noteHeader(header, rows, notes);
  return {
    source,
    range: allBelow(rows.at(-1) ?? firstRow - 1),
    header,
    headerRows: rows,
    firstColumn: 0,
    title: null,
  };
}

/** The table, and the one with a row for each of its columns that are periods. */
function withUnpivot(
  table: ParsedTable,
  built: BuiltTable,
  placed: PlacedTable,
  mapping: SheetMapping,
  request: SheetRequest,
  notes: ParseNote[],
): ParsedTable[] {
  const decided = { ...table, decisions: decisionsOf(placed, built, mapping) };
  if (mapping.unpivot === false) return [decided];
  const { source } = request;
  const year = yearIn(placed.title) ?? yearIn(source.sheetName) ?? yearIn(request.stem);
  const unpivot = findUnpivot(built.columns, year);
  if (!unpivot) return [decided];
  const tableName = request.taken.takeUnique(`${table.tableName}_unpivoted`);
  const long = buildTable({
    source: unpivotedRows(placed.source, placed.range, unpivot, {
      ...table,
      columns: built.columns,
    }),
    range: allBelow(0),
    header: unpivotedHeader(unpivot),
    firstColumn: 0,
    title: placed.title,
    tableName,
    spillPath: request.nextSpill(),
    mapping: { ...mapping, totals: 'keep' },
    limits: request.limits,
    habits: built.habits,
  });
  if (!long.table) return [decided];
  const addsUp = addsUpOverPeriods(placed.source, placed.range, unpivot, built.columns);
  const headers = unpivot.periods.map(({ header }) => header);
  const assumed =
    unpivot.year === null || unpivot.grain === 'year' ? '' : `, taken to be in ${unpivot.year}`;
  notes.push({
    sheet_name: source.sheetName,
    note: `${headers.length} columns are periods (${headers[0]} to ${headers.at(-1)}${assumed}), so questions use the table ${tableName} with a row for each of them. Set "unpivot": false in the mapping to turn this off`,
    setting: 'unpivot',
  });
  return [
    unpivot.isWhole ? { ...decided, coveredBy: tableName } : decided,
    {
      ...long.table,
      totalRows: [],
      ...doubtfulOf(table, long.table),
      columnDetails: long.table.columnDetails.map((detail) =>
        addsUp && detail.name === unpivot.measures[0]!.name ? { ...detail, addsUp } : detail,
      ),
      derived: {
        kind: 'unpivot',
        of: [table.tableName],
        reads: unpivotedReads(
          table.tableName,
          built.columns,
          unpivot,
          long.columns.flatMap(({ name, asWrittenOf }) => (asWrittenOf === null ? [name] : [])),
        ),
      },
    },
  ];
}

/** Rows that may sum others are as doubtful where each has a row for every period. */
function doubtfulOf({ doubtfulRows = [] }: ParsedTable, long: ParsedTable) {
  const kept = doubtfulRows.filter(({ column }) =>
    long.columns.some(({ name }) => name === column),
  );
  return kept.length > 0 ? { doubtfulRows: kept } : {};
}

/** The mapping that gives the same table again, whatever is found in the next version. */
function decisionsOf(
  { headerRows }: PlacedTable,
  { table, columns }: BuiltTable,
  mapping: SheetMapping,
): SheetMapping {
  const types = columns.flatMap(({ name, plan, asWrittenOf }) =>
    asWrittenOf === null ? [[name, plan.type] as const] : [],
  );
  const first = headerRows[0];
  return {
    ...(table ? { table_name: table.tableName } : {}),
    header_row: first ?? 0,
    ...(headerRows.length > 1 ? { header_rows: headerRows.length } : {}),
    types: Object.fromEntries(types),
    totals: mapping.totals ?? 'skip',
    ...(mapping.table_range === undefined ? {} : { table_range: mapping.table_range }),
    ...(mapping.unpivot === undefined ? {} : { unpivot: mapping.unpivot }),
    ...(mapping.fill_down === undefined ? {} : { fill_down: mapping.fill_down }),
    ...(mapping.union === undefined ? {} : { union: mapping.union }),
  };
}

/** Gives the paths of spill files in a folder, one after the other. */
export function spillPaths(folder: string): () => string {
  let count = 0;
  return () => path.join(folder, `table-${++count}.csv`);
}
