import path from 'node:path';
import type { TotalRows } from '#src/plugin-api/catalog.ts';
import type { SpillColumn } from '#src/plugin-api/data-source.ts';
import { type ColumnPlan, habitsOf, planColumn } from '#workers/ingest/column-plan.ts';
import { ColumnStats } from '#workers/ingest/column-stats.ts';
import { excerpt } from '#workers/ingest/excerpt.ts';
import { findLayout, type Layout, layoutAt } from '#workers/ingest/header.ts';
import { identifier, TakenNames } from '#workers/ingest/names.ts';
import { toldRows } from '#workers/ingest/progress.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import type { RowSource, SourceRow } from '#workers/ingest/row-source.ts';
import { SpillWriter } from '#workers/ingest/spill-writer.ts';
import {
  isTotalName,
  KEPT_BY_HAND,
  TotalRowFinder,
  totalNameAt,
} from '#workers/ingest/total-rows.ts';
import type { ParsedTable, ParseLimits, ParseNote, SheetMapping } from '#workers/protocol.ts';

/** Rows that are looked at to find the header. */
const HEAD_ROWS = 200;

/** Progress is told each time so many rows were read. */
const TOLD_ROWS = 1_000;

export interface TableRequest {
  readonly source: RowSource;
  readonly tableName: string;
  readonly spillPath: string;
  readonly mapping: SheetMapping;
  readonly limits: ParseLimits;
}

export interface BuiltTable {
  /** Null: there are no rows in it. */
  readonly table: ParsedTable | null;
  readonly notes: readonly ParseNote[];
}

/**
 * Reads a table twice: once to decide the type of each column over all rows, once to write it. Whatever the result
 * does not hold exactly as the file does is told in a note.
 */
export function buildTable(request: TableRequest): BuiltTable {
  const { source, mapping } = request;
  const notes = new Notes(source.sheetName);
  const head = source.head(Math.max(HEAD_ROWS, mapping.header_row ?? 0));
  if (head.length === 0) {
    notes.add('Left out: it is empty');
    return { table: null, notes: notes.list };
  }
  const layout =
    mapping.header_row === undefined ? findLayout(head) : layoutAt(head, mapping.header_row);
  const survey = surveyRows(source, layout, request.limits);
  if (survey.rows === 0) {
    notes.add('Left out: there are no rows below its header');
    return { table: null, notes: notes.list };
  }
  for (const note of source.notes()) notes.add(note.note, note);
  noteLayout(layout, survey, source, notes);
  const columns = nameColumns(layout, survey, notes);
  const habits = habitsOf(columns.map((column) => column.stats));
  const planned = columns.map((column) => {
    const plan = planColumn(
      column.stats,
      source.decimal ? { ...habits, decimal: source.decimal } : habits,
    );
    for (const note of plan.notes) notes.add(note, { column: column.name });
    return { ...column, plan };
  });
  const finder = mayHaveTotals(survey) ? new TotalRowFinder(planned, survey.rows) : null;
  const rowCount = writeRows(request, layout, planned, finder);
  const totalRows = finder ? finder.result() : [];
  noteTotal(survey, totalRows, notes);
  return { table: describe(request, planned, rowCount, totalRows), notes: notes.list };
}

class Notes {
  readonly list: ParseNote[] = [];
  readonly #sheet: string;

  constructor(sheet: string) {
    this.#sheet = sheet;
  }

  add(note: string, place: { readonly row?: number; readonly column?: string } = {}): void {
    this.list.push({
      sheet_name: this.#sheet,
      ...(place.row === undefined ? {} : { row: place.row }),
      ...(place.column === undefined ? {} : { column: place.column }),
      note,
    });
  }
}

interface Survey {
  readonly columns: readonly ColumnStats[];
  readonly rows: number;
  readonly emptyRows: number;
  readonly shortRows: number;
  readonly firstShortRow: number;
  readonly longRows: number;
  readonly firstLongRow: number;
  /** The last row with a value. */
  readonly lastRow: SourceRow | null;
  /** Whether a row is called a total. */
  readonly namesTotal: boolean;
}

function surveyRows(source: RowSource, layout: Layout, limits: ParseLimits): Survey {
  const columns: ColumnStats[] = [];
  const seen = {
    rows: 0,
    emptyRows: 0,
    shortRows: 0,
    firstShortRow: 0,
    longRows: 0,
    firstLongRow: 0,
  };
  let width = layout.header?.cells.length ?? 0;
  let lastRow: SourceRow | null = null;
  let namesTotal = false;
  source.forEachRow((cells, row) => {
    if (row <= layout.lastRowAbove) return;
    if (width === 0) width = cells.length;
    let filled = 0;
    for (let at = 0; at < cells.length; at++) {
      const text = trimmed(cells[at]!);
      if (text === '') continue;
      if (at >= limits.maxColumns) throw tooManyColumns(source, limits);
      filled = at + 1;
      const stats = columns[at] ?? new ColumnStats();
      columns[at] = stats;
      if (text.length !== cells[at]!.length) stats.trimmed++;
      stats.add(text, row);
    }
    if (filled === 0) {
      seen.emptyRows++;
      return;
    }
    lastRow = { cells, row };
    namesTotal ||= totalNameAt(cells) >= 0;
    if (cells.length < width && seen.shortRows++ === 0) seen.firstShortRow = row;
    if (filled > width && seen.longRows++ === 0) seen.firstLongRow = row;
    if (++seen.rows % TOLD_ROWS === 0) toldRows(TOLD_ROWS);
    if (seen.rows > limits.maxRows)
      throw new Refusal(
        'upload_too_complex',
        `"${source.sheetName}" has more than ${limits.maxRows} rows. Split it into several files.`,
      );
  });
  toldRows(seen.rows % TOLD_ROWS);
  const count = Math.max(layout.header?.cells.length ?? 0, columns.length);
  if (count > limits.maxColumns) throw tooManyColumns(source, limits);
  return {
    ...seen,
    lastRow,
    namesTotal,
    columns: Array.from({ length: count }, (_, at) => columns[at] ?? new ColumnStats()),
  };
}

const tooManyColumns = ({ sheetName }: RowSource, { maxColumns }: ParseLimits) =>
  new Refusal(
    'upload_too_complex',
    `"${excerpt(sheetName)}" has more than ${maxColumns} columns. Split it into several tables.`,
  );

/** The text without white space around it; the same text where there is none. */
function trimmed(text: string): string {
  if (text === '') return text;
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  return first > 32 && first < 128 && last > 32 && last < 128 ? text : text.trim();
}

function noteLayout(layout: Layout, survey: Survey, source: RowSource, notes: Notes): void {
  for (const row of layout.leftOut)
    notes.add(
      `Row above the header left out: "${row.cells
        .filter((cell) => cell.trim() !== '')
        .join(' | ')
        .slice(0, 200)}"`,
      { row: row.row },
    );
  if (layout.header === null)
    notes.add('No header row found; columns are named column_1, column_2, …');
  else if (layout.header.row > 1) notes.add('Header row found here', { row: layout.header.row });
  const rows = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`;
  if (survey.emptyRows > 0) notes.add(`${rows(survey.emptyRows)} without any value left out`);
  if (source.notesShortRows && survey.shortRows > 0)
    notes.add(`${rows(survey.shortRows)} with too few cells; the missing ones have no value`, {
      row: survey.firstShortRow,
    });
  if (survey.longRows > 0)
    notes.add(`${rows(survey.longRows)} with more cells than the header; kept in further columns`, {
      row: survey.firstLongRow,
    });
}

/** Whether rows are worth adding up while they are written. */
const mayHaveTotals = ({ namesTotal, rows }: Survey) =>
  rows > 1 && (namesTotal || rows <= KEPT_BY_HAND);

/** Rows of sums count twice in every sum over them: says whether answers leave them out. */
function noteTotal(
  { lastRow, rows }: Survey,
  found: readonly TotalRows[] | null,
  notes: Notes,
): void {
  const labels = (found ?? []).flatMap(({ column, values }) =>
    values.map((value) => (value === null ? `no ${column}` : `"${excerpt(value)}"`)),
  );
  if (labels.length > 0) {
    notes.add(
      `Rows that sum others (${listed(labels)}) are kept as rows; answers leave them out and say so`,
    );
    return;
  }
  const text = lastRow?.cells.find((cell) => cell.trim() !== '')?.trim() ?? '';
  if (lastRow && rows > 1 && isTotalName(text))
    notes.add(
      `The last row is called "${excerpt(text)}", but its numbers are not the sums of the rows above; it is kept as a row like the others, so sums count it too: upload the file without it if it is a total`,
      { row: lastRow.row },
    );
}

interface NamedColumn {
  /** Its place in the rows of the source. */
  readonly at: number;
  readonly name: string;
  readonly header: string | null;
  readonly stats: ColumnStats;
}

function nameColumns(layout: Layout, survey: Survey, notes: Notes): NamedColumn[] {
  const taken = new TakenNames();
  const columns: NamedColumn[] = [];
  const renamed: string[] = [];
  for (const [at, stats] of survey.columns.entries()) {
    const header = layout.header?.cells[at]?.trim() ?? '';
    if (header === '' && stats.filled === 0) continue;
    const wanted = identifier(header);
    const name = taken.takeUnique(wanted || `column_${at + 1}`);
    if (layout.header && wanted === '')
      notes.add(
        header === ''
          ? 'Column without a header'
          : `Header "${excerpt(header)}" has no letters or digits`,
        { column: name },
      );
    else if (layout.header && name !== wanted)
      notes.add(`Another column has the header "${excerpt(header)}" too; this one is renamed`, {
        column: name,
      });
    else if (layout.header && name !== header) renamed.push(`"${excerpt(header)}" → ${name}`);
    if (stats.trimmed > 0)
      notes.add(`White space around ${stats.trimmed} values left out`, { column: name });
    columns.push({ at, name, header: header === '' ? null : excerpt(header), stats });
  }
  if (renamed.length > 0) notes.add(`Column names in snake case: ${listed(renamed)}`);
  return columns;
}

/** Renamed columns that the note about them lists. */
const LISTED = 200;

const listed = (all: readonly string[]) =>
  all.length <= LISTED
    ? all.join(', ')
    : `${all.slice(0, LISTED).join(', ')} and ${all.length - LISTED} more`;

type PlannedColumn = NamedColumn & { readonly plan: ColumnPlan };

function writeRows(
  request: TableRequest,
  layout: Layout,
  columns: readonly PlannedColumn[],
  finder: TotalRowFinder | null,
): number {
  const writer = new SpillWriter(request.spillPath);
  try {
    request.source.forEachRow((cells, row) => {
      if (row <= layout.lastRowAbove || cells.every((cell) => trimmed(cell) === '')) return;
      const written = finder ? new Array<string | null>(columns.length) : null;
      for (let i = 0; i < columns.length; i++) {
        const column = columns[i]!;
        const text = trimmed(cells[column.at] ?? '');
        const value = text === '' ? null : column.plan.convert(text);
        writer.cell(value, i === 0);
        if (written) written[i] = value;
      }
      if (written) finder?.add(written);
      writer.endRow();
    });
  } finally {
    writer.close();
  }
  return writer.rows;
}

function describe(
  request: TableRequest,
  columns: readonly PlannedColumn[],
  rowCount: number,
  totalRows: readonly TotalRows[] | null,
): ParsedTable {
  return {
    tableName: request.tableName,
    path: path.resolve(request.spillPath),
    sheetName: request.source.sheetName,
    rowCount,
    columns: columns.map(({ name, plan }): SpillColumn => {
      return plan.type === 'decimal'
        ? { name, type: plan.type, precision: plan.precision!, scale: plan.scale! }
        : { name, type: plan.type };
    }),
    columnDetails: columns.map(({ name, header, plan }) => ({ name, header, unit: plan.unit })),
    totalRows,
  };
}
