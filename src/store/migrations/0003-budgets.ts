import { type Kysely, sql } from 'kysely';

/** Budgets of accounts, and what was spent in each scope and period, so that a reservation need not add up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table if not exists budgets (
    account_id text not null references accounts (id) on delete cascade, position integer not null,
    scope_type text not null, scope_id text not null, cap double precision not null, period text not null,
    enforcement text not null, thresholds text not null, primary key (account_id, scope_type, scope_id, period))`,
  `create table if not exists spend_totals (
    account_id text not null, scope_type text not null, scope_id text not null, period text not null,
    starts_on text not null, reserved_nano bigint not null, settled_nano bigint not null,
    primary key (account_id, scope_type, scope_id, period, starts_on))`,
  `create index if not exists spend_unsettled on spend (account_id, created_at) where settled_usd is null`,
  ...[
    ['account', 'account_id'],
    ['tenant', 'client_id'],
    ['workspace', 'workspace_id'],
    ['end_user', 'end_user_id'],
  ].flatMap(([type, column]) => [
    totals(type!, column!, 'month', `substr(created_at, 1, 7) || '-01'`),
    totals(type!, column!, 'day', 'substr(created_at, 1, 10)'),
  ]),
  // Reservations from before the totals were kept are in none of them.
  'update spend set reserved_usd = 0 where settled_usd is null',
];

function totals(type: string, column: string, period: string, start: string): string {
  return `insert into spend_totals
    select account_id, '${type}', ${column}, '${period}', ${start}, 0, cast(round(sum(settled_usd) * 1000000000) as bigint)
    from spend where settled_usd is not null and ${column} is not null
    group by account_id, ${column}, ${start}
    on conflict do nothing`;
}
