import { type Kysely, sql } from 'kysely';

/** Text cards of a board. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table boards add column texts text not null default '[]'").execute(db);
}
