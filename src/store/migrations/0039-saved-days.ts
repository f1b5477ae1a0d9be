import { type Kysely, sql } from 'kysely';

/** What the days of a saved question are found again by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table saved_questions add column asked text').execute(db);
}
