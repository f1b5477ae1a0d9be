import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { SpillColumn } from '#src/plugin-api/data-source.ts';
import { CsvReader } from '#workers/ingest/csv-reader.ts';
import { firstDay, type HeaderPeriod, readNamePeriod } from '#workers/ingest/header-period.ts';
import { identifier, stemOf, type TakenNames } from '#workers/ingest/names.ts';
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
  /** Whether its sheets are files, whose paths say what their rows are of. */
  readonly areFiles?: boolean;
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
  // Files of one name in several folders are parts of one thing, and those of another name of another.
  const kindOf = request.areFiles ? repeatedNames(open) : () => '';
  for (const shape of shapesOf(open, kindOf)) {
    const rows = shape.tables.reduce((sum, { rowCount }) => sum + rowCount, 0);
    const labels = labelsOf(shape.tables, request.areFiles === true);
    if (!labels || rows > limits.maxRows) continue;
    const union = await unite(shape, labels, request);
    united.push(union);
    for (const table of shape.tables) covered.set(table, union.tableName);
    notes.push({
      sheet_name: request.filename,
      note: `${shape.tables.length} tables have the same columns (${shape.tables.map(({ tableName }) => tableName).join(', ')}). Questions use one table, ${union.tableName}, with all rows; its column ${labels.name} says where each came from. Set "union": false in a sheet's mapping to keep it separate`,
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

/** By table the name of its file, where others in other folders have it, too. */
function repeatedNames(tables: readonly ParsedTable[]): (table: ParsedTable) => string {
  const nameOf = ({ sheetName }: ParsedTable) => path.posix.basename(sheetName);
  const counts = Map.groupBy(tables, nameOf);
  return (table) => (counts.get(nameOf(table))!.length > 1 ? nameOf(table) : '');
}

function shapesOf(
  tables: readonly ParsedTable[],
  kindOf: (table: ParsedTable) => string,
): Shaped[] {
  const byNames = Map.groupBy(tables, (table) =>
    JSON.stringify([
      kindOf(table),
      ...ownColumns(table.columns, table.columnDetails)
        .map(({ name }) => name.toLowerCase())
        .sort(),
    ]),
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

/** What tells the rows of united tables apart, and what it is called. */
interface Labels {
  readonly name: 'sheet' | 'file' | 'folder';
  readonly texts: readonly string[];
}

/** What tells the tables apart: their sheets or paths, else their titles; null where neither does. */
function labelsOf(tables: readonly ParsedTable[], areFiles: boolean): Labels | null {
  const sheets = tables.map(({ sheetName }) => sheetName);
  if (new Set(sheets).size === tables.length) {
    if (!areFiles) return { name: 'sheet', texts: sheets };
    const paths = sheets.map((name) => path.posix.parse(name));
    const isOneName = new Set(paths.map(({ base }) => base)).size === 1;
    return isOneName
      ? { name: 'folder', texts: paths.map(({ dir }) => dir) }
      : { name: 'file', texts: paths.map(({ dir, name }) => path.posix.join(dir, name)) };
  }
  const titles = tables.flatMap(({ title }) => (title === null ? [] : [title]));
  return new Set(titles).size === tables.length ? { name: 'sheet', texts: titles } : null;
}

async function unite(shape: Shaped, labels: Labels, request: UniteRequest): Promise<ParsedTable> {
  const spill = request.nextSpill();
  const year = yearIn(request.stem);
  const periods = labels.texts.map((label) => periodOf(label, year));
  const grain = periods[0]?.period.grain;
  const isDated = periods.every((one) => one !== null && one.period.grain === grain);
  const names = new Set(shape.columns.map(({ name }) => name.toLowerCase()));
  const free = (...wanted: string[]) => wanted.find((name) => !names.has(name)) ?? wanted.at(-1)!;
  const { name: called } = labels;
  const label: SpillColumn = {
    name: free(called, `source_${called}`, `${called}_of_file`),
    type: 'text',
  };
  const dated: SpillColumn[] =
    isDated && grain
      ? [{ name: free(grain, `${called}_${grain}`, `${grain}_of_${called}`), type: 'date' }]
      : [];
  const writer = new SpillWriter(spill);
  try {
    for (const [at, table] of shape.tables.entries()) {
      const lead = [labels.texts[at]!, ...(isDated ? [periods[at]!.day] : [])];
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
    tableName: request.taken.takeUnique(wantedOf(labels, shape, request)),
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

/** Files of one name in several folders are called by it together. */
const wantedOf = ({ name }: Labels, { tables }: Shaped, { wanted }: UniteRequest): string =>
  (name === 'folder' && identifier(stemOf(tables[0]!.sheetName))) || wanted;

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
  const period = readNamePeriod(label);
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
async function eachSpilled(
  spill: string,
  onRow: (cells: readonly string[]) => void,
): Promise<void> {
  const whole = {
    delimiter: ',',
    maxCellChars: Number.POSITIVE_INFINITY,
    maxColumns: Number.POSITIVE_INFINITY,
  };
  const reader = new CsvReader(whole, onRow);
  for await (const chunk of createReadStream(spill, 'utf8')) reader.push(chunk as string);
  reader.end();
}
