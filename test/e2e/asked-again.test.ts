import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { onBothStores } from './both-stores.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const CSV = 'region,amount\nnorth,10\nsouth,20\n';
const QUESTION = 'total amount by region';
const TIMES = 40;

onBothStores('a question over files that is asked again', ({ env }) => {
  let own: OwnWorkspace;
  before(async () => {
    own = await openWorkspace({
      ...env(),
      PLUMBLINE_PLANS__SELF_HOSTED__REQUESTS_PER_MINUTE: '10000',
    });
    await own.upload(CSV, 'sales.csv');
  });
  after(() => own.close());

  const asked = async (key: string | null, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${own.service.url}/query`, {
      method: 'POST',
      headers: { 'x-api-key': key ?? '', 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ q: QUESTION, workspace_id: own.workspaceId }),
    });
    const body = (await response.json()) as { data?: { rows: unknown[][] }; trace_id?: string };
    return { status: response.status, rows: body.data?.rows, traceId: body.trace_id };
  };
  /** Statements of the metadata store so far, by their kind; SQLite's prepared reads are not counted. */
  const statements = async (kind: string) => {
    const text = await (await fetch(`${own.service.url}/metrics`)).text();
    const line = new RegExp(
      `plumbline_store_query_duration_seconds_count\\{operation="${kind}",outcome="ok"\\} (\\d+)`,
    ).exec(text);
    return Number(line?.[1] ?? 0);
  };

  it('costs the store few reads and writes', async () => {
    await asked(own.service.apiKey);
    const [reads, writes] = [await statements('select'), await statements('insert')];
    const traces = new Set<string | undefined>();
    for (let at = 0; at < TIMES; at += 1) traces.add((await asked(own.service.apiKey)).traceId);
    expect(traces.size).to.equal(TIMES);
    // A few more: looks for jobs, and one for each batch of results.
    // Several gateways may share a PostgreSQL: the rows of an answer are kept while its data is still shown, a trace is
    // there when the answer ends, and rates are counted in the store.
    const isShared = env()['PLUMBLINE_STORE__URL'] !== undefined;
    const each = isShared ? 3 : 2;
    expect((await statements('select')) - reads).to.be.at.most(each * TIMES + TIMES / 2);
    expect((await statements('insert')) - writes).to.be.at.most(isShared ? 2 * TIMES : TIMES);
  });

  it('is stopped by a budget from the moment that this is put, and goes on without it', async () => {
    expect((await asked(own.service.apiKey)).status).to.equal(200);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [path.resolve('bin/plumbline.js'), 'key', 'create', '--account-level'],
      { env: { ...process.env, ...env(), PLUMBLINE_DATA_DIR: own.service.dataDir } },
    );
    const whole = { url: own.service.url, apiKey: /plumb_live_\w+/.exec(stdout)![0] };
    const budget = { scope_type: 'tenant', scope_id: own.clientId, cap: 0, enforcement: 'block' };
    await call(whole, 'PUT', '/accounts/budgets', { budgets: [budget] });
    expect((await asked(own.service.apiKey)).status).to.equal(402);
    await call(whole, 'PUT', '/accounts/budgets', { budgets: [] });
    expect((await asked(own.service.apiKey)).status).to.equal(200);
  });

  it('is refused to a key from the moment that this is revoked', async () => {
    const made = await call<{ api_key: string; id: string }>(
      own.service,
      'POST',
      '/accounts/api-keys',
      { name: 'short-lived' },
    );
    expect((await asked(made.api_key)).status).to.equal(200);
    await call(own.service, 'DELETE', `/accounts/api-keys/${made.id}`);
    expect((await asked(made.api_key)).status).to.equal(401);
  });

  it('shows the rows of an upload from the moment that this is acknowledged', async () => {
    expect((await asked(own.service.apiKey)).rows).to.have.length(2);
    await own.upload(`${CSV}east,5\n`, 'sales.csv');
    expect((await asked(own.service.apiKey)).rows).to.have.length(3);
  });
});
