import path from 'node:path';
import type { TotalRows } from '#src/plugin-api/catalog.ts';
import type { SpillColumn } from '#src/plugin-api/data-source.ts';
import { type ColumnPlan, habitsOf, planColumn } from '#workers/ingest/column-plan.ts';
import type { ColumnStats } from '#workers/ingest/column-stats.ts';
import { excerpt } from '#workers/ingest/excerpt.ts';
import type { Survey, WrittenRows } from '#workers/ingest/fast-rows.ts';
import { findLayout, type Layout, layoutAt } from '#workers/ingest/header.ts';
import { identifier, TakenNames } from '#workers/ingest/names.ts';
import type { RowSource } from '#workers/ingest/row-source.ts';
import { surveyRows } from '#workers/ingest/survey-rows.ts';
import { allBelow } from '#workers/ingest/table-range.ts';
import { isTotalName, KEPT_BY_HAND, TotalRowFinder } from '#workers/ingest/total-rows.ts';
import { writeRows } from '#workers/ingest/write-rows.ts';
import type { ParsedTable, ParseLimits, ParseNote, SheetMapping } from '#workers/protocol.ts';

/** Rows that are looked at to find the header. */
const HEAD_ROWS = 200;

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
  const range = allBelow(layout.lastRowAbove);
  const survey = surveyRows(source, range, layout.header?.cells.length ?? 0, request.limits);
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
  const written = writeRows(source, range, planned, request.spillPath, finder);
  const totalRows = finder ? finder.result() : [];
  noteTotal(survey, totalRows, notes);
  return { table: describe(request, planned, written, totalRows), notes: notes.list };
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

function describe(
  request: TableRequest,
  columns: readonly PlannedColumn[],
  { rows, path: spillPath, format }: WrittenRows,
  totalRows: readonly TotalRows[] | null,
): ParsedTable {
  return {
    tableName: request.tableName,
    path: path.resolve(spillPath),
    ...(format && { format }),
    sheetName: request.source.sheetName,
    rowCount: rows,
    columns: columns.map(({ name, plan }): SpillColumn => {
      return plan.type === 'decimal'
        ? { name, type: plan.type, precision: plan.precision!, scale: plan.scale! }
        : { name, type: plan.type };
    }),
    columnDetails: columns.map(({ name, header, plan }) => ({ name, header, unit: plan.unit })),
    totalRows,
  };
}
