import { type Kysely, sql } from 'kysely';

/** Results know the files that they were read from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table results add column data_version text not null default ''`).execute(db);
}
