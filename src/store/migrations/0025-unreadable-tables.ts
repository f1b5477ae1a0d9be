import { type Kysely, sql } from 'kysely';

/** What the last discovery of a database left out, since the server cannot read it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table databases add column left_out text not null default '[]'").execute(db);
}
