import { type Kysely, sql } from 'kysely';

/** Which budgets were told of in which period, so that each threshold and each block is told once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table if not exists budget_notices (
        account_id text not null, scope_type text not null, scope_id text not null, period text not null,
        starts_on text not null, event text not null, cap_nano bigint not null, enforcement text not null,
        reached_nano bigint not null,
        primary key (account_id, scope_type, scope_id, period, starts_on, event, cap_nano, enforcement, reached_nano))`,
    )
    .execute(db);
}
