import { type Kysely, sql } from 'kysely';

/** A signup with an address that has an account makes another one: refused, it would tell which addresses have one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop index accounts_email').execute(db);
  await sql.raw('create index accounts_email on accounts (lower(email))').execute(db);
}
