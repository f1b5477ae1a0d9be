import { type Kysely, sql } from 'kysely';

/** Finds what is to be removed with a workspace without reading all there is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [index, on] of INDEXES)
    await sql.raw(`create index if not exists ${index} on ${on}`).execute(db);
}

const INDEXES = [
  ['answers_workspace', 'answers (workspace_id, created_at)'],
  ['spend_workspace', 'spend (workspace_id)'],
] as const;
