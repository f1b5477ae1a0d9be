import type { DuckDBConnection } from '@duckdb/node-api';
import {
  type CellValue,
  type ColumnProfile,
  MOST_SAMPLES,
  type PhysicalName,
} from '#src/plugin-api/catalog.ts';
import type { CountedValue, ProfileRequest } from '#src/plugin-api/data-source.ts';
import { columnOf, rowsFrom, tableName } from './names.ts';
import type { ProfileItem } from './protocol.ts';
import { rowsOf } from './rows.ts';

/** Longer texts are cut in samples and ranges (characters): a profile is kept for good and shown. */
const MAX_TEXT = 200;
/** Different texts of a column that are given with its profile: a column of more is asked for them by itself. */
const FEW_VALUES = 1_000;
/** Values that a profile carries at the most, of all columns together. */
const MOST_VALUES = 50_000;
/** Columns that one statement measures: bounds its memory. */
const COLUMNS_AT_ONCE = 32;
/**
 * Cells of a table whose columns of one type are grouped together: a statement that groups each column by itself takes
 * DuckDB 2 ms a column to plan, which is more than to read some thousand cells of it.
 */
const FEW_CELLS = 500_000;
/** The same of texts, which may be long: no more of them are held at once than of columns that are grouped each. */
const FEW_TEXTS = 50_000;
/** Columns that are grouped together at the most. */
const MOST_TOGETHER = 500;

type Column = ProfileRequest['columns'][number];

/** Counts, ranges and frequent values of the columns of a table; those that are sensitive are not read. */
export async function profileTable(
  connection: DuckDBConnection,
  request: ProfileRequest,
): Promise<ProfileItem> {
  const table = tableName(request.physical);
  const [count] = await rowsOf(connection, `SELECT count(*) FROM ${table}`);
  const rowCount = Number(count![0]);
  const columns: (readonly [string, ColumnProfile])[] = [];
  const values: (readonly [string, readonly CountedValue[]])[] = [];
  let room = MOST_VALUES;
  for (const some of await statementsOf(connection, request, rowCount)) {
    const measured = await measure(connection, request.physical, some, rowCount);
    for (const [index, { name, type }] of some.columns.entries()) {
      const { frequent, ...profile } = measured[index]!;
      const cut = (profile.textBytes?.longest ?? 0) > MAX_TEXT;
      const samples = cut
        ? await frequentBeginnings(connection, request.physical, name)
        : frequent.slice(0, MOST_SAMPLES).map(({ value }) => value);
      columns.push([name, { ...profile, samples: samples.filter((value) => value !== null) }]);
      const { distinctCount } = profile;
      if (type !== 'text' || cut || distinctCount > Math.min(FEW_VALUES, room)) continue;
      room -= distinctCount;
      values.push([name, frequent.map((one) => ({ ...one, value: String(one.value) }))]);
    }
  }
  return { physical: request.physical, rowCount, columns, values };
}

interface Frequent {
  readonly value: CellValue;
  readonly rowCount: number;
}

type Measured = Omit<ColumnProfile, 'samples'> & {
  /** Most frequent first; texts are cut. */
  readonly frequent: readonly Frequent[];
};

/** Columns that one statement measures. */
interface Statement {
  readonly columns: readonly Column[];
  /** Whether they are all of one type, and grouped together. */
  readonly together: boolean;
}

/** In the order of the columns, but for those that are grouped together. */
async function statementsOf(
  connection: DuckDBConnection,
  { physical, columns }: ProfileRequest,
  rowCount: number,
): Promise<Statement[]> {
  const read = columns.filter((column) => !column.sensitive);
  const fitting = (cells: number) =>
    Math.min(MOST_TOGETHER, Math.floor(cells / Math.max(rowCount, 1)));
  if (fitting(FEW_CELLS) < 2 || read.length < 2) return chunks(read, COLUMNS_AT_ONCE, false);
  const types = await typesOf(connection, physical);
  const alike = [...Map.groupBy(read, ({ name }) => types.get(name) ?? name).values()];
  const size = ([first]: readonly Column[]) =>
    fitting(first?.type === 'text' ? FEW_TEXTS : FEW_CELLS);
  const isTogether = (some: readonly Column[]) => some.length > 1 && size(some) > 1;
  return [
    ...alike.filter(isTogether).flatMap((some) => chunks(some, size(some), true)),
    ...chunks(alike.filter((some) => !isTogether(some)).flat(), COLUMNS_AT_ONCE, false),
  ];
}

const chunks = (columns: readonly Column[], size: number, together: boolean): Statement[] =>
  Array.from({ length: Math.ceil(columns.length / size) }, (_, at) => ({
    columns: columns.slice(at * size, (at + 1) * size),
    together,
  }));

/** DuckDB's own types of the columns of a table. */
async function typesOf(
  connection: DuckDBConnection,
  physical: PhysicalName,
): Promise<ReadonlyMap<string, string>> {
  const prepared = await connection.prepare(`SELECT * FROM ${tableName(physical)}`);
  try {
    return new Map(
      Array.from({ length: prepared.columnCount }, (_, at) => [
        prepared.columnName(at),
        prepared.columnType(at).toString(),
      ]),
    );
  } finally {
    prepared.destroySync();
  }
}

/** Cells that `measures` gives. */
const CELLS = 7;

/** One grouping of a column by its values has all that is asked of it. */
async function measure(
  connection: DuckDBConnection,
  physical: PhysicalName,
  { columns, together }: Statement,
  rowCount: number,
): Promise<Measured[]> {
  const rows = together
    ? await measuredTogether(connection, physical, columns)
    : await measuredEach(connection, physical, columns);
  return columns.map(({ type }, index) => {
    const [distinct, filled, min, max, longest, total, frequent] = rows[index] ?? NO_VALUES;
    const distinctCount = Number(distinct);
    return {
      distinctCount,
      nullCount: rowCount - Number(filled),
      min: asText(min!),
      max: asText(max!),
      unique: distinctCount === Number(filled),
      ...(type === 'text' && { textBytes: { longest: Number(longest), total: Number(total) } }),
      frequent: frequentOf(frequent!),
    };
  });
}

/** What `measures` gives of a column without values. */
const NO_VALUES: readonly CellValue[] = [0, 0, null, null, null, null, null];

async function measuredEach(
  connection: DuckDBConnection,
  physical: PhysicalName,
  columns: readonly Column[],
): Promise<CellValue[][]> {
  const parts = columns.map(({ name, type }, index) => {
    const column = columnOf(name);
    const grouped = `SELECT ${column} AS "v", count(*) AS "n" FROM ${rowsFrom(physical)}
      WHERE ${column} IS NOT NULL GROUP BY ${column}`;
    return `(SELECT ${measures(type)} FROM (${grouped}) AS "g") AS "m${index}"`;
  });
  const [row] = await rowsOf(connection, `SELECT * FROM ${parts.join(', ')}`);
  return columns.map((_, index) => row!.slice(index * CELLS, (index + 1) * CELLS));
}

/** The same of columns of one type, by their place; those without values are left out. */
async function measuredTogether(
  connection: DuckDBConnection,
  physical: PhysicalName,
  columns: readonly Column[],
): Promise<readonly (CellValue[] | undefined)[]> {
  const places = columns.map((_, place) => place).join(', ');
  const cells = columns.map(({ name }) => columnOf(name)).join(', ');
  const rows = await rowsOf(
    connection,
    `SELECT "k", ${measures(columns[0]!.type)} FROM (
       SELECT "k", "v", count(*) AS "n"
       FROM (SELECT unnest([${places}]) AS "k", unnest([${cells}]) AS "v" FROM ${rowsFrom(physical)}) AS "c"
       WHERE "v" IS NOT NULL GROUP BY "k", "v") AS "g"
     GROUP BY "k"`,
  );
  const found: CellValue[][] = [];
  for (const [place, ...row] of rows) found[Number(place)] = row;
  return found;
}

/** Of values `v` with their counts `n`. */
function measures(type: Column['type']): string {
  const isText = type === 'text';
  const shown = (text: string) => (isText ? `left(${text}, ${MAX_TEXT})` : text);
  // In bytes.
  const length = isText ? 'strlen("v")' : 'NULL::BIGINT';
  return `count(*), coalesce(sum("n"), 0), ${shown('min("v")')}, ${shown('max("v")')},
    max(${length}), sum(${length} * "n"),
    min({'n': -"n", 'v': ${shown('"v"')}}, ${isText ? FEW_VALUES : MOST_SAMPLES})`;
}

/** A list of counts, as negative numbers, and values. */
function frequentOf(list: CellValue): Frequent[] {
  const items = JSON.parse(String(list ?? '[]')) as readonly { n: number; v: CellValue }[];
  return items.map(({ n, v }) => ({ value: v, rowCount: -Number(n) }));
}

/** Samples of a column of long texts: those that begin alike are one. */
async function frequentBeginnings(
  connection: DuckDBConnection,
  physical: PhysicalName,
  name: string,
): Promise<CellValue[]> {
  const column = columnOf(name);
  const shown = `left(${column}, ${MAX_TEXT})`;
  const rows = await rowsOf(
    connection,
    `SELECT ${shown} FROM ${rowsFrom(physical)} WHERE ${column} IS NOT NULL
     GROUP BY ${shown} ORDER BY count(*) DESC, ${shown} LIMIT ${MOST_SAMPLES}`,
  );
  return rows.map(([value]) => value ?? null);
}

function asText(value: CellValue): string | null {
  return value === null ? null : String(value);
}
