import path from 'node:path';
import type { TotalRows } from '#src/plugin-api/catalog.ts';
import type { SpillColumn } from '#src/plugin-api/data-source.ts';
import {
  type AskedPlan,
  type ColumnPlan,
  type Habits,
  habitsOf,
  planColumn,
} from '#workers/ingest/column-plan.ts';
import type { ColumnStats } from '#workers/ingest/column-stats.ts';
import { excerpt } from '#workers/ingest/excerpt.ts';
import type { Survey, WrittenRows } from '#workers/ingest/fast-rows.ts';
import { unitOfHeader } from '#workers/ingest/header-unit.ts';
import { identifier, TakenNames } from '#workers/ingest/names.ts';
import { withoutClosedCells } from '#workers/ingest/quoted-cells.ts';
import type { RowSource, SourceNote } from '#workers/ingest/row-source.ts';
import { surveyRows } from '#workers/ingest/survey-rows.ts';
import type { TableRange } from '#workers/ingest/table-range.ts';
import {
  isCalledSummary,
  isTotalName,
  KEPT_BY_HAND,
  TotalRowFinder,
} from '#workers/ingest/total-rows.ts';
import { writeRows } from '#workers/ingest/write-rows.ts';
import type {
  LikelyTable,
  ParsedColumn,
  ParsedTable,
  ParseLimits,
  ParseNote,
  SheetMapping,
} from '#workers/protocol.ts';

/** A table whose place is known. */
export interface TableRequest {
  readonly source: RowSource;
  /** Its rows below the header. */
  readonly range: TableRange;
  /** By the places of the range; null: there is none. */
  readonly header: readonly string[] | null;
  /** Places of the range in the sheet, which columns without a header are named after. */
  readonly firstColumn: number;
  readonly title: string | null;
  readonly tableName: string;
  readonly spillPath: string;
  /** Places of the columns that are levels of one hierarchy; null or absent: none are. */
  readonly levels?: readonly number[] | null;
  readonly mapping: SheetMapping;
  readonly limits: ParseLimits;
  /** How the author of its numbers and days writes, where that is known better than from its cells. */
  readonly habits?: Habits;
  /** Gets what the table most likely becomes, where an engine may be given its file as it is. */
  readonly onLikely?: (table: LikelyTable) => void;
}

export interface BuiltTable {
  /** Null: there are no rows in it. */
  readonly table: ParsedTable | null;
  readonly columns: readonly PlannedColumn[];
  readonly habits: Habits;
  readonly notes: readonly ParseNote[];
}

/** A column of the result. */
export interface PlannedColumn extends NamedColumn {
  readonly plan: ColumnPlan;
  /** The column whose bad cells it shows; null for the others. */
  readonly asWrittenOf: string | null;
}

/**
 * Reads a table twice: once to decide the type of each column over all rows, once to write it. Whatever the result
 * does not hold exactly as the file does is told in a note.
 */
export function buildTable(request: TableRequest): BuiltTable {
  const { source, mapping, range, header } = request;
  const notes = new Notes(source.sheetName);
  const survey = surveyRows(source, range, header?.length ?? 0, request.limits, (sample) =>
    tellLikely(request, sample),
  );
  if (survey.rows === 0) {
    notes.add('Left out, because there are no rows below its header');
    return { table: null, columns: [], habits: NO_HABITS, notes: notes.list };
  }
  noteRows(survey, source, notes);
  const { planned, habits } = planTable(request, survey, notes);
  const finder =
    mayHaveTotals(survey) || endsWithSummary(survey)
      ? new TotalRowFinder(planned, survey.rows, request.levels ?? [])
      : null;
  const written = writeRows(source, range, planned, request.spillPath, finder);
  const found = finder ? finder.result() : [];
  const totalRows = mapping.totals === 'keep' ? [] : found;
  const doubtfulRows = mapping.totals === 'keep' ? [] : (finder?.doubtful() ?? []);
  noteTotal(survey, totalRows, doubtfulRows, mapping, notes);
  return {
    table: {
      ...describe(request, planned, written, totalRows),
      ...(doubtfulRows.length > 0 ? { doubtfulRows } : {}),
    },
    columns: planned,
    habits,
    notes: notes.list,
  };
}

/** Decides on a sample as `buildTable` does on all rows; its notes are those of the sample, and of no use. */
function tellLikely(request: TableRequest, sample: Survey): void {
  const { source, range, onLikely } = request;
  if (!onLikely || sample.rows === 0 || mayHaveTotals(sample)) return;
  const { planned } = planTable(request, sample, new Notes(source.sheetName));
  const written = source.fast?.write(range, planned, request.spillPath, null);
  if (written?.format?.kind !== 'delimited') return;
  const { tableName, path: file, columns, format } = describe(request, planned, written, []);
  onLikely({ tableName, path: file, columns, ...(format && { format }) });
}

function planTable(request: TableRequest, survey: Survey, notes: Notes) {
  const { source } = request;
  const columns = nameColumns(request, survey, notes);
  const habits = request.habits ?? habitsOf(columns.map((column) => column.stats));
  const decimal = source.decimal ?? habits.decimal ?? source.likelyDecimal ?? null;
  const known: Habits = { ...habits, decimal };
  return { planned: planColumns(columns, known, request, notes), habits: known };
}

const NO_HABITS: Habits = { decimal: null, order: null };

/** Collects what is to be told of a sheet. */
export class Notes {
  readonly list: ParseNote[] = [];
  readonly #sheet: string;

  constructor(sheet: string) {
    this.#sheet = sheet;
  }

  add(note: string, { row, column, setting, decided, open }: Omit<SourceNote, 'note'> = {}): void {
    this.list.push({
      sheet_name: this.#sheet,
      ...(row === undefined ? {} : { row }),
      ...(column === undefined ? {} : { column }),
      note,
      ...(setting === undefined ? {} : { setting }),
      ...(decided === undefined ? {} : { decided }),
      ...(open ? { open } : {}),
    });
  }
}

const rowsText = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`;

function noteRows(survey: Survey, source: RowSource, notes: Notes): void {
  if (survey.emptyRows > 0)
    notes.add(`${rowsText(survey.emptyRows)} left out, because all cells are empty`);
  if (source.notesShortRows && survey.shortRows > 0)
    notes.add(`${rowsText(survey.shortRows)} with too few cells; the missing ones are empty`, {
      row: survey.firstShortRow,
    });
  if (survey.longRows > 0)
    notes.add(
      `${rowsText(survey.longRows)} with more cells than the header; kept in extra columns`,
      { row: survey.firstLongRow },
    );
}

function planColumns(
  columns: readonly NamedColumn[],
  habits: Habits,
  { mapping, source: { textColumns, quotedColumns }, firstColumn }: TableRequest,
  notes: Notes,
): PlannedColumn[] {
  const taken = new TakenNames();
  for (const { name } of columns) taken.take(name);
  return columns.flatMap((column): PlannedColumn[] => {
    const asked: AskedPlan = {
      type: own(mapping.types, column.name),
      order: own(mapping.date_order, column.name),
      decimal: mapping.decimal,
      header: column.header,
      quotedAsText: quotedColumns?.has(firstColumn + column.at) === true,
      formattedAsText: textColumns?.has(firstColumn + column.at) === true,
    };
    const plan = withoutClosedCells(column.name, planColumn(column.stats, habits, asked));
    for (const { note, ...rest } of plan.notes) notes.add(note, { column: column.name, ...rest });
    const { isBad } = plan;
    if (!isBad) return [{ ...column, plan, asWrittenOf: null }];
    const written: PlannedColumn = {
      ...column,
      name: taken.takeUnique(`${column.name}_as_written`),
      header: null,
      plan: {
        type: 'text',
        unit: null,
        notes: [],
        convert: (text) => (isBad(text) ? text : null),
      },
      asWrittenOf: column.name,
    };
    return [{ ...column, plan, asWrittenOf: null }, written];
  });
}

const own = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;

/** Whether rows are worth adding up while they are written. */
const mayHaveTotals = ({ namesTotal, rows }: Survey) =>
  rows > 1 && (namesTotal || rows <= KEPT_BY_HAND);

/** Whether the last row of an export is called what is said of other rows. */
const endsWithSummary = ({ lastRow, rows }: Survey) =>
  rows > 1 && lastRow !== null && isCalledSummary(lastRow.cells);

/** Rows of sums count twice in every sum over them: says whether answers leave them out. */
function noteTotal(
  { lastRow, rows }: Survey,
  found: readonly TotalRows[] | null,
  doubtful: readonly TotalRows[],
  { totals }: SheetMapping,
  notes: Notes,
): void {
  if (totals === 'keep') {
    notes.add('Total rows count like all other rows, as set in the mapping', {
      setting: 'totals',
      decided: 'keep',
    });
    return;
  }
  const labelsOf = (all: readonly TotalRows[]) =>
    all.flatMap(({ column, values }) =>
      values.map((value) => (value === null ? `no ${column}` : `"${excerpt(value)}"`)),
    );
  const sums = labelsOf((found ?? []).filter(({ summarise }) => !summarise));
  const summaries = labelsOf((found ?? []).filter(({ summarise }) => summarise));
  const unsure = labelsOf(doubtful);
  for (const [labels, said] of [
    [sums, 'sum other rows'],
    [summaries, 'describe other rows'],
  ] as const)
    if (labels.length > 0)
      notes.add(
        `Rows that ${said} (${listed(labels)}) are kept, but answers leave them out and say so`,
        { setting: 'totals', decided: 'skip' },
      );
  const isTold = unsure.length > 0 && found !== null;
  if (isTold)
    notes.add(
      `Rows that may sum or describe others (${listed(unsure)}) count like all other rows, and answers say so. If they shouldn't count, upload the file without them`,
      { setting: 'table_range' },
    );
  if (isTold || sums.length > 0 || summaries.length > 0) return;
  const text = lastRow?.cells.find((cell) => cell.trim() !== '')?.trim() ?? '';
  if (lastRow && rows > 1 && isTotalName(text))
    notes.add(
      `The last row is called "${excerpt(text)}", but doesn't sum the rows above, so it counts like the others. If it is a total, upload the file without it`,
      { row: lastRow.row, setting: 'table_range' },
    );
}

interface NamedColumn {
  /** Its place in the range. */
  readonly at: number;
  readonly name: string;
  readonly header: string | null;
  readonly stats: ColumnStats;
}

function nameColumns(request: TableRequest, survey: Survey, notes: Notes): NamedColumn[] {
  const { header: texts, firstColumn } = request;
  const taken = new TakenNames();
  const columns: NamedColumn[] = [];
  for (const [at, stats] of survey.columns.entries()) {
    const header = texts?.[at]?.trim() ?? '';
    if (header === '' && stats.filled === 0) continue;
    const wanted = identifier(header);
    const name = taken.takeUnique(wanted || `column_${firstColumn + at + 1}`);
    if (texts && wanted === '')
      notes.add(
        header === ''
          ? 'Column without a header'
          : `Header "${excerpt(header)}" has no letters or digits`,
        { column: name },
      );
    else if (texts && name !== wanted)
      notes.add(`Another column also has the header "${excerpt(header)}", so this one is renamed`, {
        column: name,
      });
    columns.push({ at, name, header: header === '' ? null : excerpt(header), stats });
  }
  return columns;
}

/** Renamed columns that the note about them lists. */
const LISTED = 200;

const listed = (all: readonly string[]) =>
  all.length <= LISTED
    ? all.join(', ')
    : `${all.slice(0, LISTED).join(', ')} and ${all.length - LISTED} more`;

function describe(
  request: TableRequest,
  columns: readonly PlannedColumn[],
  { rows, path: spillPath, format }: WrittenRows,
  totalRows: readonly TotalRows[] | null,
): ParsedTable {
  const {
    firstColumn,
    source: { emptyFormulas },
  } = request;
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
    columnDetails: columns.map(({ at, name, header, plan, asWrittenOf, stats }) => ({
      name,
      header,
      unit: plan.unit ?? (plan.type === 'text' ? null : unitOfHeader(header)),
      guess: plan.guess ?? null,
      asWrittenOf,
      ...(plan.readBy === undefined ? {} : { readBy: plan.readBy }),
      ...(stats.filled === 0 ? { isEmpty: true as const } : {}),
      ...(asWrittenOf === null ? unreadOf(plan, emptyFormulas?.get(firstColumn + at) ?? 0) : {}),
    })),
    totalRows,
    title: request.title,
    mappingKey: request.source.sheetName,
    decisions: {},
  };
}

/** Formulas without a result are of the type that the column has; what has none is a text without them. */
function unreadOf({ unread, type }: ColumnPlan, formulas: number): Pick<ParsedColumn, 'unread'> {
  if (formulas === 0) return unread ? { unread } : {};
  const of = type === 'text' ? null : (unread ?? { cells: 0, example: null, type: 'number' });
  return of ? { unread: { ...of, formulas } } : {};
}
