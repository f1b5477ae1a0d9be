import { type Kysely, sql } from 'kysely';

/** By which rules a generation's secret columns were told (`CLOSING_RULES`); 0: by those before they were counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('alter table generations add column closing_rules integer not null default 0')
    .execute(db);
}
