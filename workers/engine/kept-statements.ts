import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { mayTellTime } from '#src/sql/tells-time.ts';

/** Statements that a connection keeps. */
const KEPT = 16;

/** Statements by their text, least recently used first. They end with their connection. */
const kept = new WeakMap<DuckDBConnection, Map<string, DuckDBPreparedStatement>>();

/** The statement as it was kept, else prepared: half the work of a small query. It is its taker's. */
export async function takeStatement(
  connection: DuckDBConnection,
  sql: string,
): Promise<DuckDBPreparedStatement> {
  const statements = kept.get(connection);
  const known = statements?.get(sql);
  if (!known) return connection.prepare(sql);
  statements!.delete(sql);
  return known;
}

/**
 * Keeps a statement that was run to its end, or destroys it where it would not mean the same another time: DuckDB
 * computes `current_date` and its like when it prepares, and gives the same value ever after.
 */
export function keepStatement(
  connection: DuckDBConnection,
  sql: string,
  statement: DuckDBPreparedStatement,
): void {
  if (mayTellTime(sql)) {
    statement.destroySync();
    return;
  }
  const statements = kept.get(connection) ?? new Map<string, DuckDBPreparedStatement>();
  kept.set(connection, statements.set(sql, statement));
  if (statements.size <= KEPT) return;
  const [oldest, unused] = statements.entries().next().value!;
  statements.delete(oldest);
  unused.destroySync();
}
