import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { type InsertObject, type Kysely, sql, type TableMetadata } from 'kysely';
import { pino } from 'pino';
import { createRemove, REMOVE_JOB, type Removal } from '#src/accounts/remove.ts';
import { createRemoveRest } from '#src/accounts/remove-rest.ts';
import { releaseAbandoned } from '#src/budgets/spend-ledger.ts';
import { openGenerations } from '#src/catalog/generations/open.ts';
import { systemClock, timestamp } from '#src/clock.ts';
import type { ServiceEvent } from '#src/events/types.ts';
import { foldersOf, makeFolders } from '#src/files/folders.ts';
import { forgetWorkspaces } from '#src/files/forget.ts';
import { Originals } from '#src/files/originals.ts';
import type { NewJob, RunningJob } from '#src/jobs/types.ts';
import { localObjects } from '#src/objects/objects.ts';
import { createResultSpool } from '#src/results/spool.ts';
import type { TenantRow, WorkspaceRow } from '#src/store/schema.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';

/** What belongs to an account as a whole, or to nobody: a new table stands here or goes with its tenant. */
const OF_THE_ACCOUNT = [
  'accounts',
  'audit_log',
  'idempotent_requests',
  'members',
  'question_counts',
  'token_secrets',
];
/** Tables in whose rows others point, in the order in which they are filled. */
/** One row for all, and records of files, which go with their files. */
const OF_THE_SERVICE = [
  'installation',
  'kept_files',
  'gateways',
  'in_making',
  'oidc_flows',
  'rate_counts',
];
const FIRST = [
  'accounts',
  'tenants',
  'workspaces',
  'api_keys',
  'databases',
  'files',
  'sessions',
  'webhooks',
  'webhook_events',
  'saved_questions',
  'boards',
  'schedules',
];
const PARENTS: Readonly<Record<string, string>> = {
  account_id: 'accounts',
  client_id: 'tenants',
  workspace_id: 'workspaces',
  scope_id: 'workspaces',
  database_id: 'databases',
  session_id: 'sessions',
  key_id: 'api_keys',
  webhook_id: 'webhooks',
  event_id: 'webhook_events',
  saved_id: 'saved_questions',
  board_id: 'boards',
  schedule_id: 'schedules',
};
const AT = '2026-11-01T00:00:00.000';
const clock = { now: () => new Date(`${AT}Z`) };
const log = pino({ level: 'silent' });

overStores('removing tenants and workspaces', (open) => {
  let store: TestStore;
  let folder: string;
  let tables: TableMetadata[];
  let jobs: NewJob[];
  let events: ServiceEvent[];
  beforeEach(async () => {
    store = await open();
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-remove-'));
    const all = await store.db.introspection.getTables();
    const order = (name: string) => FIRST.indexOf(name) + 1 || 99;
    tables = all.toSorted((a, b) => order(a.name) - order(b.name) || (a.name < b.name ? -1 : 1));
    jobs = [];
    events = [];
  });
  afterEach(async () => {
    await store.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const db = () => store.db as unknown as Kysely<Record<string, Record<string, unknown>>>;

  /** A row in every table, with a mark in every text and every id. */
  const fill = async (mark: 'gone' | 'kept', tenant: string) => {
    const marks: Readonly<Record<string, string>> = { accounts: 'one', tenants: tenant };
    const idIn = (table: string) => `${table}_${marks[table] ?? mark}`;
    for (const { name, columns } of tables) {
      const isParent = name === 'accounts' || name === 'tenants';
      if (OF_THE_ACCOUNT.includes(name) && name !== 'accounts') continue;
      if (OF_THE_SERVICE.includes(name)) continue;
      const row: Record<string, unknown> = {};
      for (const { name: column, dataType } of columns) {
        const parent = PARENTS[column];
        const isNumber = /int|float|double|real|numeric/i.test(dataType);
        if (column === 'id' && isNumber) row[column] = mark === 'gone' ? 1 : 2;
        else if (column === 'id') row[column] = idIn(name);
        else if (parent) row[column] = idIn(parent);
        else if (column === 'file_id') row[column] = mark === 'gone' ? 1 : 2;
        else if (column === 'scope_type') row[column] = 'workspace';
        else if (column === 'member_id') row[column] = null;
        else if (column === 'revoked_at' || (column === 'email' && isParent)) row[column] = null;
        else if (column === 'payload')
          row[column] = JSON.stringify({
            data: { client_id: idIn('tenants'), workspace_id: idIn('workspaces') },
          });
        else
          row[column] = isNumber ? 0 : isParent ? `${marks[name]}_${column}` : `${mark}_${column}`;
      }
      const insert = row as InsertObject<Record<string, Record<string, unknown>>, string>;
      const made = db().insertInto(name).values(insert);
      await (isParent ? made.onConflict((conflict) => conflict.doNothing()) : made).execute();
    }
  };

  const rowsWith = async (text: string): Promise<string[]> => {
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await db().selectFrom(name).selectAll().execute();
      if (rows.some((row) => JSON.stringify(row).includes(text))) found.push(name);
    }
    return found;
  };

  const remove = createRemove({
    enqueue: async (_trx, job) => jobs.push(job),
    publishEvent: async (_trx, event) => void events.push(event),
    lingerMs: 60_000,
  });

  const runJobs = async (): Promise<Removal> => {
    const folders = foldersOf(folder);
    const objects = localObjects(folder);
    await makeFolders(folders);
    const config = { data_dir: folder, files: { kept_catalogs: 2 } } as never;
    const { generations } = openGenerations({ config, store: store.db, clock: systemClock, log });
    const bounds = { maxRows: 1, maxBytes: 1, maxTotalBytes: 1e9, pageBytes: 1 };
    const caps = { ...bounds, ttlMs: 1, maxStoredBytes: 1, flushMs: 1 };
    const results = createResultSpool({
      store: store.db,
      ...{ folder: path.join(folder, 'spool'), objects },
      clock,
      log,
      onlyShown: false,
      ...caps,
    });
    const rest = createRemoveRest({
      store: store.db,
      forgetDatabase: (id) => generations.sweep(id),
      forgetFiles: (ids) =>
        forgetWorkspaces(
          { store: store.db, folders, generations },
          new Originals({ folders, objects, store: store.db, clock }),
          ids,
        ),
      forgetResults: (ids) => results.forget(ids),
      releaseSpend: (accountId) => releaseAbandoned(store.db, accountId, timestamp(clock.now())),
    });
    expect(jobs.map(({ kind, delayMs = 0 }) => [kind, delayMs])).to.deep.equal([
      [REMOVE_JOB, 0],
      [REMOVE_JOB, 60_000],
    ]);
    // As it is read back from the store; a job may come more than once.
    const payload = JSON.parse(JSON.stringify(jobs[0]!.payload)) as Removal;
    const job = { payload, signal: new AbortController().signal } as unknown as RunningJob;
    await rest(job);
    await rest(job);
    return payload;
  };
  const rowOf = async <T>(table: 'tenants' | 'workspaces', id: string) =>
    (await db().selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as T;

  it('takes every row of a workspace along, and none of its neighbour', async () => {
    await fill('gone', 'shared');
    await fill('kept', 'shared');
    const before = await rowsWith('kept');
    expect(before).to.include.members(['answers', 'spend', 'turns', 'file_versions', 'semantics']);
    expect(await rowsWith('gone')).to.deep.equal(before);
    const workspace = await rowOf<WorkspaceRow>('workspaces', 'workspaces_gone');
    await store.db.transaction().execute((trx) => remove.workspace(trx, 'accounts_one', workspace));
    const removal = await runJobs();
    expect(removal.databaseIds).to.deep.equal(['databases_gone']);
    expect(await rowsWith('gone')).to.deep.equal([]);
    expect(await rowsWith('kept')).to.deep.equal(before);
  });

  it('takes every row of a tenant along, and none of its neighbour', async () => {
    await fill('gone', 'gone');
    await fill('kept', 'kept');
    const before = await rowsWith('kept');
    const tenant = await rowOf<TenantRow>('tenants', 'tenants_gone');
    await store.db.transaction().execute((trx) => remove.tenant(trx, tenant));
    const removal = await runJobs();
    expect(removal.workspaceIds).to.deep.equal(['workspaces_gone']);
    expect(await rowsWith('gone')).to.deep.equal([]);
    expect(await rowsWith('kept')).to.deep.equal(before);
  });

  it('shows nothing any more with the transaction itself, and tells that the keys are revoked', async () => {
    await fill('gone', 'gone');
    const tenant = await rowOf<TenantRow>('tenants', 'tenants_gone');
    await store.db.transaction().execute((trx) => remove.tenant(trx, tenant));
    const left = await rowsWith('gone');
    for (const name of [
      'tenants',
      'workspaces',
      'api_keys',
      'files',
      'tables',
      'databases',
      'sessions',
    ])
      expect(left).to.not.include(name);
    expect(events.map(({ type, scope }) => [type, scope])).to.deep.equal([
      ['key.revoked', { accountId: 'accounts_one', clientId: null, workspaceId: null }],
    ]);
  });

  it('leaves the spend of the account, and what a question holds until it is given back', async () => {
    await fill('gone', 'gone');
    const total = { account_id: 'accounts_one', scope_id: 'accounts_one', period: 'day' } as const;
    const nano = { starts_on: '2026-11-01', reserved_nano: 2_000_000_000, settled_nano: 5 };
    await store.db
      .insertInto('spend_totals')
      .values({ ...total, ...nano, scope_type: 'account' })
      .execute();
    await store.db
      .updateTable('spend')
      .set({ settled_usd: null, reserved_usd: 2, created_at: '2026-11-01T00:00:00.000' })
      .execute();
    const tenant = await rowOf<TenantRow>('tenants', 'tenants_gone');
    await store.db.transaction().execute((trx) => remove.tenant(trx, tenant));
    const shift = sql`update spend set created_at = '2026-10-31T00:00:00.000'`;
    const held = () =>
      store.db
        .selectFrom('spend_totals')
        .select(['reserved_nano', 'settled_nano'])
        .where('scope_type', '=', 'account')
        .where('period', '=', 'day')
        .where('starts_on', '=', '2026-11-01')
        .executeTakeFirst();
    await runJobs();
    expect(await held()).to.deep.equal({ reserved_nano: 2_000_000_000, settled_nano: 5 });
    expect(await rowsWith('spend_gone')).to.deep.equal(['spend']);
    await shift.execute(store.db);
    await runJobs();
    expect(await rowsWith('spend_gone')).to.deep.equal([]);
  });
});
