import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  'alter table results add column trace_id text',
  'alter table results add column rows text',
  'create index if not exists results_trace on results (trace_id)',
];

/** Results know the answer that they are of, and hold the rows of short ones themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
