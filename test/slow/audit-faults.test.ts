import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { expect } from 'chai';
import pg from 'pg';
import { call } from '../../bench/service.ts';
import { type OwnWorkspace, openWorkspace } from '../e2e/workspace.ts';
import { requirePostgres, temporaryDatabase } from '../fakes/postgres.ts';

/** The metadata store of a service, from beside it. */
interface StoreBeside {
  readonly env: Readonly<Record<string, string>>;
  run(own: OwnWorkspace, statements: readonly string[]): Promise<void>;
  readonly refuse: readonly string[];
  readonly allow: readonly string[];
  close(): Promise<void>;
}

async function onSqlite(): Promise<StoreBeside> {
  return {
    env: {},
    async run({ service }, statements) {
      const db = new SQLite(path.join(service.dataDir, 'plumbline.db'), { timeout: 10_000 });
      for (const statement of statements) db.exec(statement);
      db.close();
    },
    refuse: [
      `create trigger refuse_audit before insert on audit_log
       begin select raise(abort, 'the audit log is full'); end`,
    ],
    allow: ['drop trigger refuse_audit'],
    close: async () => {},
  };
}

async function onPostgres(): Promise<StoreBeside> {
  const database = await temporaryDatabase();
  return {
    env: { PLUMBLINE_STORE__URL: database.url },
    async run(_own, statements) {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
    },
    refuse: [
      `create function refuse_audit() returns trigger language plpgsql as
       $$ begin raise exception 'the audit log is full'; end $$`,
      'create trigger refuse_audit before insert on audit_log execute function refuse_audit()',
    ],
    allow: ['drop function refuse_audit cascade'],
    close: () => database.drop(),
  };
}

const STORES = { SQLite: onSqlite, PostgreSQL: onPostgres };

/** What a caller does, and the entry that tells of it. */
interface Step {
  readonly action: string;
  readonly method: string;
  readonly path: () => string;
  readonly body?: () => unknown;
  /** What is kept of the answer. */
  readonly keep?: (answer: Record<string, unknown>) => void;
}

for (const [name, openStore] of Object.entries(STORES))
  describe(`changes and their entries of the audit log on ${name}`, () => {
    let store: StoreBeside;
    let own: OwnWorkspace;
    const ids: Record<string, string> = {};
    /** A database that can be connected; null where no server runs. */
    let reachable: Awaited<ReturnType<typeof temporaryDatabase>> | null = null;

    before(async function () {
      if (name === 'PostgreSQL' && !(await requirePostgres())) this.skip();
      store = await openStore();
      if (await requirePostgres()) {
        reachable = await temporaryDatabase();
        const client = new pg.Client({ connectionString: reachable.url });
        await client.connect();
        await client.query('create table sales (city text, amount int)');
        await client.end();
      }
      own = await openWorkspace({
        ...store.env,
        PLUMBLINE_WEBHOOKS__ALLOW_PRIVATE_HOSTS: 'true',
        PLUMBLINE_LOG__LEVEL: 'fatal',
      });
      // The key of the first start is bound to its tenant; one of the whole account may everything.
      await store.run(own, ['update api_keys set client_id = null, workspace_id = null']);
      await own.upload('city,amount\nRome,7\nOslo,1\n', 'sales.csv');
      const { files } = await get<{ files: { id: number }[] }>(own.files);
      ids['file'] = String(files[0]!.id);
      await ready();
      keepId('answer', 'trace_id')(await own.ask('total amount by city'));
    });
    after(async () => {
      await own?.close();
      await store?.close();
      await reachable?.drop();
    });

    const get = <T>(url: string) => call<T>(own.service, 'GET', url);
    const status = () => `/clients/${own.clientId}/schema/status?workspace_id=${own.workspaceId}`;
    const ready = async (url = status()) => {
      while ((await get<{ status: string }>(url)).status !== 'ready') await sleep(50);
    };
    const form = (text: string) => () => {
      const data = new FormData();
      data.set('file', new Blob([text]), 'sales.csv');
      return data;
    };
    const tenant = () => `/clients/${own.clientId}`;
    const workspace = () => `${tenant()}/workspaces/${own.workspaceId}`;
    const webhook = () => `/accounts/webhooks/${ids['webhook']}`;
    const database = () => `/accounts/clients/${own.clientId}/database`;
    const key = () => `/accounts/api-keys/${ids['key']}`;
    const tablePath = () => `${tenant()}/schema/tables/sales?workspace_id=${own.workspaceId}`;
    const columnPath = () => tablePath().replace('?', '/columns/city?');
    const keepId = (as: string, field: string) => (answer: Record<string, unknown>) => {
      ids[as] = String(answer[field]);
    };

    const STEPS: readonly Step[] = [
      {
        action: 'budgets.replaced',
        ...{ method: 'PUT', path: () => '/accounts/budgets' },
        body: () => ({ budgets: [{ scope_type: 'end_user', scope_id: '*', cap: 3 }] }),
      },
      {
        action: 'webhook.created',
        ...{ method: 'POST', path: () => '/accounts/webhooks' },
        body: () => ({ url: 'https://127.0.0.1:9/in' }),
        keep: keepId('webhook', 'id'),
      },
      {
        action: 'webhook.changed',
        ...{ method: 'PATCH', path: webhook, body: () => ({ description: 'changed' }) },
      },
      {
        action: 'webhook.secret_rotated',
        ...{ method: 'POST', path: () => `${webhook()}/rotate-secret` },
      },
      { action: 'webhook.deleted', method: 'DELETE', path: webhook },
      {
        action: 'key.created',
        ...{ method: 'POST', path: () => '/accounts/api-keys', body: () => ({ name: 'New' }) },
        keep: keepId('key', 'id'),
      },
      {
        action: 'key.changed',
        ...{ method: 'PATCH', path: key, body: () => ({ name: 'Renamed' }) },
      },
      {
        action: 'key.rotated',
        ...{ method: 'POST', path: () => `${key()}/rotate`, body: () => ({}) },
        keep: keepId('key', 'id'),
      },
      { action: 'key.revoked', method: 'DELETE', path: key },
      {
        action: 'tenant.created',
        ...{ method: 'POST', path: () => '/accounts/clients', body: () => ({ name: 'New' }) },
        keep: keepId('tenant', 'client_id'),
      },
      {
        action: 'tenant.changed',
        ...{ method: 'PATCH', path: () => `/accounts/clients/${ids['tenant']}` },
        body: () => ({ name: 'Renamed' }),
      },
      {
        action: 'tenant.deleted',
        ...{ method: 'DELETE', path: () => `/accounts/clients/${ids['tenant']}` },
      },
      {
        action: 'workspace.created',
        ...{ method: 'POST', path: () => `${tenant()}/workspaces`, body: () => ({ name: 'New' }) },
        keep: keepId('workspace', 'workspace_id'),
      },
      {
        action: 'workspace.changed',
        ...{ method: 'PATCH', path: () => `${tenant()}/workspaces/${ids['workspace']}` },
        body: () => ({ name: 'Renamed' }),
      },
      {
        action: 'database.connected',
        ...{ method: 'PUT', path: database },
        body: () => ({ workspace_id: ids['workspace'], url: reachable!.url }),
      },
      {
        action: 'schema.refreshed',
        ...{ method: 'POST', path: () => `${tenant()}/schema/refresh` },
        body: () => ({ workspace_id: ids['workspace'] }),
      },
      {
        action: 'database.disconnected',
        ...{ method: 'DELETE', path: () => `${database()}?workspace_id=${ids['workspace']}` },
      },
      {
        action: 'workspace.deleted',
        ...{ method: 'DELETE', path: () => `${tenant()}/workspaces/${ids['workspace']}` },
      },
      {
        action: 'tokens.revoked',
        ...{ method: 'POST', path: () => `${tenant()}/tokens/revoke` },
        body: () => ({ end_user_id: 'ann' }),
      },
      {
        action: 'column.changed',
        ...{ method: 'PATCH', path: columnPath },
        body: () => ({ description: 'Where it was sold' }),
      },
      {
        action: 'table.changed',
        ...{ method: 'PATCH', path: tablePath },
        body: () => ({ synonyms: ['deals'] }),
      },
      {
        action: 'semantics.replaced',
        ...{ method: 'PUT', path: () => `${workspace()}/semantics` },
        body: () => ({ rules: ['A year is a calendar year.'] }),
      },
      {
        action: 'semantics.example_approved',
        ...{ method: 'POST', path: () => `${tenant()}/answers/${ids['answer']}/feedback` },
        body: () => ({ rating: 'up' }),
      },
      {
        action: 'file.uploaded',
        ...{ method: 'POST', path: () => own.files, body: form('city,amount\nRome,70\n') },
      },
      {
        action: 'file.deleted',
        ...{ method: 'DELETE', path: () => `${own.files}/${ids['file']}` },
      },
      {
        action: 'file.queued',
        ...{
          method: 'POST',
          path: () => `${own.files}/async`,
          body: form('city,amount\nOslo,3\n'),
        },
      },
    ];

    /** What callers see; of files and jobs what answers questions. */
    const seen = async () => {
      const urls = [
        ...['/accounts/budgets', '/accounts/webhooks', '/accounts/clients'],
        ...[`${tenant()}/workspaces`, `${workspace()}/semantics`],
        `${tenant()}/schema?workspace_id=${own.workspaceId}`,
        `${tenant()}/schema/status?workspace_id=${ids['workspace'] ?? own.workspaceId}`,
        `${database()}?workspace_id=${ids['workspace']}`,
      ];
      const answers = await Promise.all(urls.map((url) => get(url).catch(String)));
      const { files } = await get<{ files: { status: string; tables: unknown }[] }>(own.files);
      const { api_keys: keys } = await get<{ api_keys: Record<string, unknown>[] }>(
        '/accounts/api-keys',
      );
      return JSON.stringify([
        answers,
        files.map(({ tables }) => tables).filter((tables) => JSON.stringify(tables) !== '[]'),
        keys.map(({ last_used_at: _, ...rest }) => rest),
      ]);
    };
    const entries = async () =>
      (await get<{ entries: { action: string }[] }>('/accounts/audit?limit=200')).entries.map(
        ({ action }) => action,
      );
    const take = ({ method, path: url, body }: Step) =>
      call<Record<string, unknown>>(own.service, method, url(), body?.());

    for (const step of STEPS)
      it(`are there together or not at all: ${step.action}`, async function () {
        if (/^(database|schema)/.test(step.action) && !reachable) this.skip();
        const [before, told] = [await seen(), await entries()];
        await store.run(own, store.refuse);
        const failure = await take(step).then(() => 'done', String);
        await store.run(own, store.allow);
        expect(failure).to.match(/: 5\d\d /);
        expect(await seen()).to.equal(before);
        expect(await entries()).to.deep.equal(told);

        const answer = await take(step);
        step.keep?.(answer);
        expect(await entries()).to.deep.equal([step.action, ...told]);
        if (/^(semantics|column|table|file)/.test(step.action) && step.action !== 'file.deleted')
          await ready();
        if (/^(database.connected|schema)/.test(step.action))
          await ready(`${tenant()}/schema/status?workspace_id=${ids['workspace']}`);
      });
  });
