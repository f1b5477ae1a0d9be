import { type Kysely, sql } from 'kysely';

/** Versions of files that were appended to know their parts, and the version that they were appended to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table file_versions add column appended text').execute(db);
}
