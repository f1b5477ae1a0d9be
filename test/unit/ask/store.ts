import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { Store, StoreSchema } from '#src/store/schema.ts';

/** The tables that the pipeline writes, in a SQLite of its own in memory. */
export async function memoryStore(): Promise<Store> {
  const store = new Kysely<StoreSchema>({
    dialect: new SqliteDialect({ database: new Database(':memory:') }),
  });
  const tables: Record<string, readonly string[]> = {
    sessions: 'client_id workspace_id end_user_id is_default title created_at updated_at'.split(
      ' ',
    ),
    turns: 'session_id position question answer query trace_id created_at'.split(' '),
    answers:
      'account_id client_id workspace_id key_id end_user_id generation_id question result sql trace cost_usd duration_ms created_at'.split(
        ' ',
      ),
    results:
      'client_id workspace_id end_user_id policy_hash generation_id columns total_rows total_rows_exact spool sql created_at expires_at'.split(
        ' ',
      ),
  };
  const keys: Record<string, string> = { answers: 'trace_id', results: 'token_hash' };
  const numbers = new Set(
    'is_default position cost_usd duration_ms total_rows total_rows_exact'.split(' '),
  );
  for (const [name, columns] of Object.entries(tables)) {
    let builder = store.schema
      .createTable(name)
      .addColumn(keys[name] ?? 'id', 'text', (column) => column.primaryKey());
    for (const column of columns)
      builder = builder.addColumn(column, numbers.has(column) ? 'real' : 'text');
    await builder.execute();
  }
  return store;
}
