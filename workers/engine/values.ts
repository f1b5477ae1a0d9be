import type { DuckDBConnection } from '@duckdb/node-api';
import type { ValuesRequest } from '#src/plugin-api/data-source.ts';
import { identifier, tableName } from './names.ts';

/** Distinct values of a text column that are not too long, with their row counts, most frequent first. */
export async function* valuesOf(
  connection: DuckDBConnection,
  { physical, column, maxValues, maxLength }: ValuesRequest,
): AsyncGenerator<{ value: string; rowCount: number }[]> {
  const name = identifier(column);
  const result = await connection.stream(
    `SELECT v::VARCHAR, n FROM (
       SELECT ${name} AS v, count(*) AS n FROM ${tableName(physical)}
       WHERE ${name} IS NOT NULL AND length(${name}::VARCHAR) <= ${Math.trunc(maxLength)} GROUP BY v)
     ORDER BY n DESC, v LIMIT ${Math.trunc(maxValues)}`,
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
