import { execFile } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { type OwnWorkspace, openWorkspace } from '../e2e/workspace.ts';
import { requirePostgres, temporaryDatabase } from '../fakes/postgres.ts';

/** A POST that makes something, and where what it made is listed. */
interface Creation {
  readonly path: string;
  readonly body: () => string | FormData;
  readonly list: string;
  readonly items: string;
  /** The field of the answer that only one thing made has. */
  readonly id: string;
  /** A field that is shown this once. */
  readonly secret?: string;
}

const named = (name: string) => () => JSON.stringify({ name });

function form(csv: string, filename: string): FormData {
  const made = new FormData();
  made.set('file', new Blob([csv]), filename);
  return made;
}

type Own = Pick<OwnWorkspace, 'clientId' | 'files'>;

const CREATIONS: Readonly<Record<string, (own: Own) => Creation>> = {
  'a key': ({ clientId }) => ({
    path: '/accounts/api-keys',
    body: () => JSON.stringify({ name: 'Shop', scope: 'query', client_id: clientId }),
    list: '/accounts/api-keys',
    items: 'api_keys',
    id: 'id',
    secret: 'api_key',
  }),
  'a tenant': () => ({
    path: '/accounts/clients',
    body: named('Second'),
    list: '/accounts/clients',
    items: 'clients',
    id: 'client_id',
  }),
  'a workspace': ({ clientId }) => ({
    path: `/clients/${clientId}/workspaces`,
    body: named('Second'),
    list: `/clients/${clientId}/workspaces`,
    items: 'workspaces',
    id: 'workspace_id',
  }),
  'a webhook': () => ({
    path: '/accounts/webhooks',
    body: () => JSON.stringify({ url: 'https://93.184.215.14/hook' }),
    list: '/accounts/webhooks',
    items: 'webhooks',
    id: 'id',
    secret: 'secret',
  }),
  'a file': ({ files }) => ({
    path: files,
    body: () => form('city,amount\nRome,7\n', 'sales.csv'),
    list: files,
    items: 'files',
    id: 'sha256',
  }),
  'a file in the background': ({ files }) => ({
    path: `${files}/async`,
    body: () => form('city,amount\nOslo,1\n', 'later.csv'),
    list: files,
    items: 'files',
    id: 'job_id',
  }),
};

const root = path.resolve(import.meta.dirname, '../..');

/** A key that reaches all tenants, as the command line makes it. */
async function accountKey(dataDir: string, env: Readonly<Record<string, string>>): Promise<string> {
  const args = [path.join(root, 'bin/plumbline.js'), 'key', 'create', '--account-level'];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, PLUMBLINE_DATA_DIR: dataDir },
  });
  return stdout.trim();
}

const STORES = {
  SQLite: null,
  PostgreSQL: async () => ((await requirePostgres()) ? temporaryDatabase() : null),
} as const;

for (const [name, database] of Object.entries(STORES))
  describe(`a request with an Idempotency-Key whose service is killed before it answers, on ${name}`, () => {
    let own: OwnWorkspace | null = null;
    let key = '';
    let opened: { readonly url: string; drop(): Promise<void> } | null = null;
    const env: Record<string, string> = { PLUMBLINE_CRASH_AT: 'answer-made' };

    before(async function () {
      opened = (await database?.()) ?? null;
      if (database && !opened) this.skip();
      if (opened) env['PLUMBLINE_STORE__URL'] = opened.url;
      own = await openWorkspace(env);
      key = await accountKey(own.service.dataDir, env);
    });
    after(async () => {
      await own?.close();
      await opened?.drop();
    });

    const send = (at: OwnWorkspace, { path, body }: Creation) => {
      const content = body();
      return fetch(at.service.url + path, {
        method: 'POST',
        headers: {
          'x-api-key': key,
          'idempotency-key': `made ${path}`.replaceAll(' ', '-'),
          ...(typeof content === 'string' ? { 'content-type': 'application/json' } : {}),
        },
        body: content,
      });
    };
    const count = async (at: OwnWorkspace, { list, items }: Creation) => {
      const response = await fetch(at.service.url + list, {
        headers: { 'x-api-key': key },
      });
      const body = (await response.json()) as Record<string, unknown[]>;
      return body[items]!.length;
    };

    for (const [thing, creationOf] of Object.entries(CREATIONS))
      it(`makes ${thing} once, and gives its answer`, async () => {
        const creation = creationOf(own!);
        const { id, secret } = creation;
        const before = await count(own!, creation);
        const ended = once(own!.service.process, 'exit');
        const cut = await send(own!, creation).then(({ status }) => status, String);
        expect(cut).to.match(/fetch failed/);
        expect((await ended)[1]).to.equal('SIGKILL');
        own = await own!.restart(env);
        expect(await count(own, creation)).to.equal(before + 1);
        const again = await send(own, creation);
        const answer = (await again.json()) as Record<string, string>;
        expect(again.headers.get('idempotent-replayed'), String(again.status)).to.equal('true');
        expect(answer[id]).to.be.a('string');
        if (secret) expect(answer[secret]).to.be.a('string');
        expect(await count(own, creation)).to.equal(before + 1);
      });

    it('notes each in the audit log once', async () => {
      const response = await fetch(`${own!.service.url}/accounts/audit`, {
        headers: { 'x-api-key': key },
      });
      const { entries } = (await response.json()) as {
        entries: { action: string; actor: { type: string } }[];
      };
      const called = entries.filter(({ actor }) => actor.type === 'api_key');
      const actions = called.map(({ action }) => action).toSorted();
      expect(actions).to.deep.equal([
        'file.queued',
        'file.uploaded',
        'key.created',
        'tenant.created',
        'webhook.created',
        'workspace.created',
      ]);
    });
  });
