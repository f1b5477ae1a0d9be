import type { DuckDBConnection } from '@duckdb/node-api';
import type { CellValue, ColumnProfile, PhysicalName } from '#src/plugin-api/catalog.ts';
import type { ProfileRequest } from '#src/plugin-api/data-source.ts';
import { columnOf, rowsFrom, tableName } from './names.ts';
import type { ProfileItem } from './protocol.ts';
import { rowsOf } from './rows.ts';

/** Tables of more rows get their distinct counts by HyperLogLog (`approx_count_distinct`, about 2 % off). */
const EXACT_ROWS = 2_000_000;
const SAMPLES = 20;
/** Longer texts are cut in samples and ranges (characters): a profile is kept for good and shown. */
const MAX_TEXT = 200;
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
  for (let from = 0; from < read.length; from += COLUMNS_AT_ONCE) {
    const some = read.slice(from, from + COLUMNS_AT_ONCE);
    const measured = await measure(connection, request.physical, some, rowCount);
    for (const [index, column] of some.entries()) {
      const samples = await frequent(connection, request.physical, column);
      columns.push([column.name, { ...measured[index]!, samples }]);
    }
  }
  return { physical: request.physical, rowCount, columns };
}

async function measure(
  connection: DuckDBConnection,
  physical: PhysicalName,
  columns: readonly Column[],
  rowCount: number,
): Promise<Omit<ColumnProfile, 'samples'>[]> {
  const exact = rowCount <= EXACT_ROWS;
  const list = columns.flatMap(({ name, type }) => {
    const column = columnOf(name);
    const shown = type === 'text' ? `left(${column}, ${MAX_TEXT})` : column;
    const distinct = exact ? `count(DISTINCT ${column})` : `approx_count_distinct(${column})`;
    // In bytes.
    const length = type === 'text' ? `strlen(${column})` : 'NULL::BIGINT';
    const ends = [`min(${shown})`, `max(${shown})`];
    return [`count(${column})`, distinct, ...ends, `max(${length})`, `sum(${length})`];
  });
  const [row] = await rowsOf(connection, `SELECT ${list.join(', ')} FROM ${rowsFrom(physical)}`);
  return columns.map(({ type }, index) => {
    const [filled, distinct, min, max, longest, total] = row!.slice(index * 6, index * 6 + 6);
    const distinctCount = Math.min(Number(distinct), Number(filled));
    return {
      distinctCount,
      nullCount: rowCount - Number(filled),
      min: asText(min!),
      max: asText(max!),
      // An approximate count proves nothing about single rows.
      unique: exact && distinctCount === Number(filled),
      ...(type === 'text' && { textBytes: { longest: Number(longest), total: Number(total) } }),
    };
  });
}

async function frequent(
  connection: DuckDBConnection,
  physical: PhysicalName,
  { name, type }: Column,
): Promise<CellValue[]> {
  const column = columnOf(name);
  const shown = type === 'text' ? `left(${column}, ${MAX_TEXT})` : column;
  const rows = await rowsOf(
    connection,
    `SELECT ${shown} FROM ${rowsFrom(physical)} WHERE ${column} IS NOT NULL
     GROUP BY ${shown} ORDER BY count(*) DESC, ${shown} LIMIT ${SAMPLES}`,
  );
  return rows.map(([value]) => value ?? null).filter((value) => value !== null);
}

function asText(value: CellValue): string | null {
  return value === null ? null : String(value);
}
