import type { DuckDBConnection } from '@duckdb/node-api';
import type { ValuesRequest } from '#src/plugin-api/data-source.ts';
import { columnOf, rowsFrom } from './names.ts';

/** Distinct values of a text column that are not too long, with their row counts, most frequent first. */
export async function* valuesOf(
  connection: DuckDBConnection,
  { physical, column, maxValues, maxLength }: ValuesRequest,
): AsyncGenerator<{ value: string; rowCount: number }[]> {
  const value = columnOf(column);
  const result = await connection.stream(
    `SELECT ${value}::VARCHAR, count(*) FROM ${rowsFrom(physical)}
     WHERE ${value} IS NOT NULL AND length(${value}::VARCHAR) <= ${Math.trunc(maxLength)}
     GROUP BY ${value} ORDER BY count(*) DESC, ${value} LIMIT ${Math.trunc(maxValues)}`,
  );
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    yield chunk.getRows().map(([value, count]) => ({
      value: String(value),
      rowCount: Number(count),
    }));
  }
}
