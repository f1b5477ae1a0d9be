import { createReadStream } from 'node:fs';
import type { SpillColumn } from '#src/plugin-api/data-source.ts';
import { CsvReader } from '#workers/ingest/csv-reader.ts';
import { firstDay, type HeaderPeriod, readHeaderPeriod } from '#workers/ingest/header-period.ts';
import type { TakenNames } from '#workers/ingest/names.ts';
import { SpillWriter } from '#workers/ingest/spill-writer.ts';
import { yearIn } from '#workers/ingest/unpivot.ts';
import type {
  ParsedColumn,
  ParsedTable,
  ParseLimits,
  ParseNote,
  ReadFrom,
} from '#workers/protocol.ts';

interface Shaped {
  readonly tables: readonly ParsedTable[];
  /** The columns that all have, with a type that holds them all. */
  readonly columns: readonly SpillColumn[];
}

interface UniteRequest {
  readonly tables: readonly ParsedTable[];
  /** Sheets that the mapping keeps out. */
  readonly apart: ReadonlySet<string>;
  readonly filename: string;
  readonly stem: string;
  /** A name made of the file's. */
  readonly wanted: string;
  readonly taken: TakenNames;
  readonly nextSpill: () => string;
  readonly limits: ParseLimits;
}

/**
 * Adds a table with the rows of all tables of one shape (a sheet a region, a month): its first column says which one a
 * row is from. Rows that sum others are left out of it.
 */
export async function withUnions(
  request: UniteRequest,
): Promise<{ readonly tables: readonly ParsedTable[]; readonly notes: readonly ParseNote[] }> {
  const { tables, apart, limits } = request;
  const open = tables.filter(
    // Only spill files are read again here.
    ({ coveredBy, sheetName, format }) => !coveredBy && !apart.has(sheetName) && !format,
  );
  const notes: ParseNote[] = [];
  const united: ParsedTable[] = [];
  const covered = new Map<ParsedTable, string>();
  for (const shape of shapesOf(open)) {
    const rows = shape.tables.reduce((sum, { rowCount }) => sum + rowCount, 0);
    const labels = labelsOf(shape.tables);
    if (!labels || rows > limits.maxRows) continue;
    const union = await unite(shape, labels, request);
    united.push(union);
    for (const table of shape.tables) covered.set(table, union.tableName);
    notes.push({
      sheet_name: request.filename,
      note: `${shape.tables.length} tables have the same columns (${shape.tables.map(({ tableName }) => tableName).join(', ')}): the table ${union.tableName} has the rows of all of them, with their sheet as a column, and questions are asked of it. "union": false in the mapping of a sheet keeps it out`,
      setting: 'union',
    });
  }
  return {
    tables: [
      ...tables.map((table) => {
        const name = covered.get(table);
        return name === undefined ? table : { ...table, coveredBy: name };
      }),
      ...united,
    ],
    notes,
  };
}

const NUMBERS = ['integer', 'decimal', 'float'];

function shapesOf(tables: readonly ParsedTable[]): Shaped[] {
  const byNames = Map.groupBy(tables, ({ columns, columnDetails }) =>
    JSON.stringify(
      ownColumns(columns, columnDetails)
        .map(({ name }) => name.toLowerCase())
        .sort(),
    ),
  );
  return [...byNames.values()].flatMap((of) => {
    const [first] = of;
    if (!first || of.length < 2 || first.columns.length < 2) return [];
    const columns = ownColumns(first.columns, first.columnDetails).flatMap(({ name }) => {
      const all = of.map((table) => columnOf(table, name));
      return all.reduce((one, other) => wider(one, other)) ?? [];
    });
    // Two lists of ids and names are two lists: what is united has figures.
    if (!columns.some(isFigure)) return [];
    const isWhole = columns.length === ownColumns(first.columns, first.columnDetails).length;
    return isWhole ? [{ tables: of, columns }] : [];
  });
}

const isFigure = ({ name, type }: SpillColumn): boolean =>
  NUMBERS.includes(type) &&
  !/(?:^|_)(?:id|no|nr|number|code|key|zip|plz|year|rank|lat|lon)(?:_|$)/.test(name);

const ownColumns = (columns: readonly SpillColumn[], details: readonly ParsedColumn[]) =>
  columns.filter((_, at) => details[at]!.asWrittenOf === null);

const columnOf = ({ columns }: ParsedTable, name: string): SpillColumn | null =>
  columns.find((column) => column.name.toLowerCase() === name.toLowerCase()) ?? null;

/** Digits of a decimal that holds each integer of 64 bits. */
const INTEGER_DIGITS = 19;

/** The type that holds the values of both; null where only text does. */
function wider(one: SpillColumn | null, other: SpillColumn | null): SpillColumn | null {
  if (!one || !other) return null;
  if (one.type === other.type && one.type !== 'decimal') return one;
  if (!NUMBERS.includes(one.type) || !NUMBERS.includes(other.type)) return null;
  if (one.type === 'float' || other.type === 'float') return { name: one.name, type: 'float' };
  const scale = Math.max(one.scale ?? 0, other.scale ?? 0);
  const whole = Math.max(wholeDigits(one), wholeDigits(other));
  return whole + scale > 38
    ? null
    : { name: one.name, type: 'decimal', precision: whole + scale, scale };
}

const wholeDigits = ({ precision, scale }: SpillColumn): number =>
  precision === undefined ? INTEGER_DIGITS : precision - (scale ?? 0);

/** What tells the tables apart: their sheets, else their titles; null where neither does. */
function labelsOf(tables: readonly ParsedTable[]): readonly string[] | null {
  const sheets = tables.map(({ sheetName }) => sheetName);
  if (new Set(sheets).size === tables.length) return sheets;
  const titles = tables.flatMap(({ title }) => (title === null ? [] : [title]));
  return new Set(titles).size === tables.length ? titles : null;
}

async function unite(
  shape: Shaped,
  labels: readonly string[],
  request: UniteRequest,
): Promise<ParsedTable> {
  const spill = request.nextSpill();
  const year = yearIn(request.stem);
  const periods = labels.map((label) => periodOf(label, year));
  const grain = periods[0]?.period.grain;
  const isDated = periods.every((one) => one !== null && one.period.grain === grain);
  const names = new Set(shape.columns.map(({ name }) => name.toLowerCase()));
  const free = (...wanted: string[]) => wanted.find((name) => !names.has(name)) ?? wanted.at(-1)!;
  const label: SpillColumn = { name: free('sheet', 'source_sheet', 'sheet_of_file'), type: 'text' };
  const dated: SpillColumn[] =
    isDated && grain
      ? [{ name: free(grain, `sheet_${grain}`, `${grain}_of_sheet`), type: 'date' }]
      : [];
  const writer = new SpillWriter(spill);
  try {
    for (const [at, table] of shape.tables.entries()) {
      const lead = [labels[at]!, ...(isDated ? [periods[at]!.day] : [])];
      const places = shape.columns.map(({ name }) =>
        table.columns.findIndex((column) => column.name.toLowerCase() === name.toLowerCase()),
      );
      const isSum = sumRows(table);
      await eachSpilled(table.path, (cells) => {
        if (isSum(cells)) return;
        for (const [i, cell] of lead.entries()) writer.cell(cell, i === 0);
        for (const place of places) writer.cell(cells[place] || null, false);
        writer.endRow();
      });
    }
  } finally {
    writer.close();
  }
  const columns = [label, ...dated, ...shape.columns];
  return {
    tableName: request.taken.takeUnique(request.wanted),
    path: spill,
    sheetName: request.filename,
    mappingKey: request.filename,
    rowCount: writer.rows,
    columns,
    columnDetails: columns.map(({ name }) => detailOf(name, shape.tables)),
    totalRows: [],
    title: null,
    decisions: {},
    derived: {
      kind: 'union',
      of: shape.tables.map(({ tableName }) => tableName),
      reads: Object.fromEntries(
        shape.columns.map(({ name }) => [
          name,
          shape.tables.flatMap((table) => readsThrough(table, name)),
        ]),
      ),
    },
  };
}

/** A column of a table, and those that it is made of where the table is derived itself. */
function readsThrough({ tableName, columns, derived }: ParsedTable, name: string): ReadFrom[] {
  const column = columns.find((one) => one.name.toLowerCase() === name.toLowerCase())?.name ?? name;
  const further = derived && Object.hasOwn(derived.reads, column) ? derived.reads[column]! : [];
  return [{ table: tableName, column }, ...further];
}

function detailOf(name: string, tables: readonly ParsedTable[]): ParsedColumn {
  const details = tables.flatMap(({ columnDetails }) =>
    columnDetails.filter((one) => one.name.toLowerCase() === name.toLowerCase()),
  );
  const units = new Set(details.map(({ unit }) => unit));
  return {
    name,
    header: details[0]?.header ?? null,
    unit: units.size === 1 ? details[0]!.unit : null,
    guess: details.find(({ guess }) => guess !== null)?.guess ?? null,
    asWrittenOf: null,
  };
}

function periodOf(
  label: string,
  year: number | null,
): { readonly period: HeaderPeriod; readonly day: string } | null {
  const period = readHeaderPeriod(label);
  const day = period && firstDay(period, year);
  return period && day ? { period, day } : null;
}

/** Whether the cells of a spilled row are those of a row that sums others. */
function sumRows({ totalRows, columns }: ParsedTable): (cells: readonly string[]) => boolean {
  const labels = (totalRows ?? []).map(({ column, values }) => ({
    at: columns.findIndex(({ name }) => name === column),
    values: new Set(values.map((value) => value ?? '')),
  }));
  return (cells) => labels.some(({ at, values }) => values.has(cells[at] ?? ''));
}

/** Gives the rows of a spill file; an empty cell is no value. */
async function eachSpilled(path: string, onRow: (cells: readonly string[]) => void): Promise<void> {
  const whole = {
    delimiter: ',',
    maxCellChars: Number.POSITIVE_INFINITY,
    maxColumns: Number.POSITIVE_INFINITY,
  };
  const reader = new CsvReader(whole, onRow);
  for await (const chunk of createReadStream(path, 'utf8')) reader.push(chunk as string);
  reader.end();
}
