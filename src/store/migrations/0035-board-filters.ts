import { type Kysely, sql } from 'kysely';

/** What readers can narrow the cards of a board by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table boards add column filters text not null default '[]'").execute(db);
}
