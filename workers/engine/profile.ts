import type { DuckDBConnection } from '@duckdb/node-api';
import type { CellValue, ColumnProfile, PhysicalName } from '#src/plugin-api/catalog.ts';
import type { CountedValue, ProfileRequest } from '#src/plugin-api/data-source.ts';
import { columnOf, rowsFrom, tableName } from './names.ts';
import type { ProfileItem } from './protocol.ts';
import { rowsOf } from './rows.ts';

const SAMPLES = 20;
/** Longer texts are cut in samples and ranges (characters): a profile is kept for good and shown. */
const MAX_TEXT = 200;
/** Different texts of a column that are given with its profile: a column of more is asked for them by itself. */
const FEW_VALUES = 1_000;
/** Values that a profile carries at the most, of all columns together. */
const MOST_VALUES = 50_000;
/** Columns that one statement measures: bounds its memory. */
const COLUMNS_AT_ONCE = 32;

type Column = ProfileRequest['columns'][number];

/** Counts, ranges and frequent values of the columns of a table; those that are sensitive are not read. */
export async function profileTable(
  connection: DuckDBConnection,
  request: ProfileRequest,
): Promise<ProfileItem> {
  const table = tableName(request.physical);
  const [count] = await rowsOf(connection, `SELECT count(*) FROM ${table}`);
  const rowCount = Number(count![0]);
  const read = request.columns.filter((column) => !column.sensitive);
  const columns: (readonly [string, ColumnProfile])[] = [];
  const values: (readonly [string, readonly CountedValue[]])[] = [];
  let room = MOST_VALUES;
  for (let from = 0; from < read.length; from += COLUMNS_AT_ONCE) {
    const some = read.slice(from, from + COLUMNS_AT_ONCE);
    const measured = await measure(connection, request.physical, some, rowCount);
    for (const [index, { name, type }] of some.entries()) {
      const { frequent, ...profile } = measured[index]!;
      const cut = (profile.textBytes?.longest ?? 0) > MAX_TEXT;
      const samples = cut
        ? await frequentBeginnings(connection, request.physical, name)
        : frequent.slice(0, SAMPLES).map(({ value }) => value);
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

/** Cells that `measures` gives. */
const CELLS = 7;

/** One grouping of a column by its values has all that is asked of it. */
async function measure(
  connection: DuckDBConnection,
  physical: PhysicalName,
  columns: readonly Column[],
  rowCount: number,
): Promise<Measured[]> {
  const parts = columns.map((column, index) => `(${measures(physical, column)}) AS "m${index}"`);
  const [row] = await rowsOf(connection, `SELECT * FROM ${parts.join(', ')}`);
  return columns.map(({ type }, index) => {
    const cells = row!.slice(index * CELLS, (index + 1) * CELLS);
    const [distinct, filled, min, max, longest, total, frequent] = cells;
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

function measures(physical: PhysicalName, { name, type }: Column): string {
  const column = columnOf(name);
  const isText = type === 'text';
  const shown = (text: string) => (isText ? `left(${text}, ${MAX_TEXT})` : text);
  // In bytes.
  const length = isText ? 'strlen("v")' : 'NULL::BIGINT';
  return `SELECT count(*), coalesce(sum("n"), 0), ${shown('min("v")')}, ${shown('max("v")')},
      max(${length}), sum(${length} * "n"),
      min({'n': -"n", 'v': ${shown('"v"')}}, ${isText ? FEW_VALUES : SAMPLES})
    FROM (SELECT ${column} AS "v", count(*) AS "n" FROM ${rowsFrom(physical)}
          WHERE ${column} IS NOT NULL GROUP BY ${column}) AS "g"`;
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
     GROUP BY ${shown} ORDER BY count(*) DESC, ${shown} LIMIT ${SAMPLES}`,
  );
  return rows.map(([value]) => value ?? null);
}

function asText(value: CellValue): string | null {
  return value === null ? null : String(value);
}
