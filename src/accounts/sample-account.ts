import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { NO_ROW_POLICY, type Principal } from '#src/principal.ts';
import type { Store } from '#src/store/schema.ts';
import { createAccount, newKey } from './create.ts';
import type { SampleRecord } from './types.ts';

/** Where the sample data lives, and a principal that may fill it. */
export interface SampleAccount {
  readonly principal: Principal;
  readonly clientId: string;
  readonly workspaceId: string;
}

const NAME = 'Sample company';

/** The public sample account, made at the first call: all or nothing, so that a start can break off anywhere. */
export async function ensureSampleAccount(
  store: Store,
  clock: Clock,
  config: Config['sample'],
): Promise<SampleAccount> {
  const known = await findSample(store);
  if (known) return known;
  await store.transaction().execute(async (trx) => {
    const account = await createAccount(trx, clock, {
      type: 'sample',
      plan: 'sample',
      name: NAME,
      email: null,
      key: null,
    });
    const key = newKey({
      accountId: account.accountId,
      clientId: account.clientId,
      workspaceId: account.workspace.workspace_id,
      name: 'Sample key',
      scope: 'query',
      sample: true,
      created_at: timestamp(clock.now()),
    });
    await trx.insertInto('api_keys').values(key.row).execute();
    await trx
      .insertInto('public_keys')
      .values({ key_id: key.row.id, api_key: key.apiKey })
      .execute();
    await trx
      .updateTable('workspaces')
      .set({ as_of: config.as_of, name: NAME, slug: 'sample-company' })
      .where('id', '=', account.workspace.workspace_id)
      .execute();
  });
  return (await findSample(store))!;
}

/** The sample account, where there is one: with a principal that acts for all of it. */
export async function findSample(store: Store): Promise<SampleAccount | null> {
  const row = await sampleRow(store);
  if (!row) return null;
  const principal: Principal = {
    accountId: row.account_id,
    accountType: 'sample',
    plan: 'sample',
    key: {
      id: row.key_id,
      name: 'Sample data',
      prefix: '',
      environment: 'live',
      scope: 'full',
      sample: false,
      allowedOrigins: [],
    },
    clientId: row.client_id,
    workspaceId: row.workspace_id,
    endUserId: null,
    policy: NO_ROW_POLICY,
  };
  return { principal, clientId: row.client_id!, workspaceId: row.workspace_id! };
}

const sampleRow = (store: Store) =>
  store
    .selectFrom('public_keys as shown')
    .innerJoin('api_keys as key', 'key.id', 'shown.key_id')
    .innerJoin('workspaces as workspace', 'workspace.id', 'key.workspace_id')
    .select([
      'shown.key_id',
      'shown.api_key',
      'key.account_id',
      'key.client_id',
      'key.workspace_id',
      'workspace.name',
      'workspace.slug',
      'workspace.suggestions',
    ])
    .where('key.sample', '=', 1)
    .where('key.revoked_at', 'is', null)
    .executeTakeFirst();

/** What `GET /sample` shows; null where there is no sample. */
export async function readSample(
  store: Store,
  config: Config['sample'],
): Promise<SampleRecord | null> {
  const row = config.enabled ? await sampleRow(store) : undefined;
  if (!row) return null;
  const tables = await store
    .selectFrom('tables')
    .select(['table_name', 'row_count'])
    .where('workspace_id', '=', row.workspace_id)
    .orderBy('table_key')
    .execute();
  return {
    api_key: row.api_key,
    client_id: row.client_id!,
    workspace_id: row.workspace_id!,
    workspace: { workspace_id: row.workspace_id!, name: row.name, slug: row.slug },
    questions: JSON.parse(row.suggestions) as string[],
    tables,
    limits: {
      requests_per_minute: config.requests_per_minute,
      questions_per_hour: config.questions_per_hour,
    },
    end_user_header: 'X-End-User-Id',
  };
}
