import type { DuckDBConnection } from '@duckdb/node-api';
import type { ContainmentRequest } from '#src/plugin-api/data-source.ts';
import { columnOf, rowsFrom } from './names.ts';
import { rowsOf } from './rows.ts';

type Columns = ContainmentRequest['from'];

/**
 * The share (0 to 1) of distinct combinations without nulls of `from` that occur in `to`; 0 where `from` has none.
 * Values of types that cannot be compared are contained in nothing.
 */
export async function contained(
  connection: DuckDBConnection,
  { from, to }: ContainmentRequest,
): Promise<number> {
  const on = from.columns.map((_, index) => `"f"."c${index}" = "t"."c${index}"`).join(' AND ');
  const [row] = await rowsOf(
    connection,
    `SELECT (SELECT count(*) FROM (${distinct(from)}) AS "f"),
            (SELECT count(*) FROM (${distinct(from)}) AS "f" SEMI JOIN (${filled(to)}) AS "t" ON ${on})`,
  ).catch((error: unknown) => {
    if (error instanceof Error && /^Conversion Error|Cannot compare values/.test(error.message))
      return [[0, 0]];
    throw error;
  });
  const [total, found] = row!.map(Number);
  return total === 0 ? 0 : found! / total!;
}

/** How many different combinations without nulls a set of columns holds. */
export async function countDistinct(connection: DuckDBConnection, set: Columns): Promise<number> {
  const [row] = await rowsOf(connection, `SELECT count(*) FROM (${distinct(set)}) AS "d"`);
  return Number(row![0]);
}

function filled({ physical, columns }: Columns): string {
  const list = columns.map((column, index) => `${columnOf(column)} AS "c${index}"`).join(', ');
  const notNull = columns.map((column) => `${columnOf(column)} IS NOT NULL`).join(' AND ');
  return `SELECT ${list} FROM ${rowsFrom(physical)} WHERE ${notNull}`;
}

function distinct(set: Columns): string {
  return `SELECT DISTINCT * FROM (${filled(set)}) AS "r"`;
}
