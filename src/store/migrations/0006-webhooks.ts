import { type Kysely, sql } from 'kysely';

/** Webhooks of accounts, the events that they are told of, and how each delivery went. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table webhooks (
    id text primary key, account_id text not null references accounts (id) on delete cascade,
    client_id text references tenants (id) on delete cascade, workspace_id text references workspaces (id) on delete cascade,
    url text not null, description text not null, events text not null, secret text not null,
    previous_secret text, previous_until text, status text not null, disabled_reason text, failing_since text,
    created_at text not null, updated_at text not null)`,
  'create index webhooks_account on webhooks (account_id, created_at)',
  `create table webhook_events (
    id text primary key, account_id text not null references accounts (id) on delete cascade,
    type text not null, payload text not null, created_at text not null)`,
  'create index webhook_events_created on webhook_events (created_at)',
  `create table webhook_deliveries (
    id text primary key, webhook_id text not null references webhooks (id) on delete cascade,
    event_id text not null references webhook_events (id) on delete cascade, status text not null,
    attempts integer not null, last_status integer, last_error text, log text not null,
    next_attempt_at text, give_up_at text not null, created_at text not null, updated_at text not null)`,
  'create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, created_at)',
  'create index webhook_deliveries_event on webhook_deliveries (event_id)',
  'create index jobs_finished on jobs (updated_at)',
];
