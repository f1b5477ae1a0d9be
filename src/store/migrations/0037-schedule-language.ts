import { type Kysely, sql } from 'kysely';

/** The language that the messages of a schedule are written in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table schedules add column language text not null default 'en'").execute(db);
}
