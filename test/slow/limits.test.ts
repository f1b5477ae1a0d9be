import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { type OwnWorkspace, openWorkspace } from '../e2e/workspace.ts';
import { type FakeModels, startFakeModels } from '../fakes/models/server.ts';

const SALES = 'city,country,amount\nBerlin,Germany,10\nParis,France,20\n';
const HARD = 'what is the running total of amount over the countries, please';
const REPLY = JSON.stringify({
  restatement: '',
  answerable: true,
  sql: 'SELECT country, SUM(amount) AS total FROM sales GROUP BY country ORDER BY country',
  assumptions: [],
  clarification: '',
});
/** Longer than a start takes on a busy machine. */
const HELD_MS = 20_000;
/** One question that is set aside uses it up. */
const POLICIES = 'budgets: { policies: [{ use: monthly-cap, cap_usd: 0.01 }] }\n';

describe('a gateway that is killed with a question at work', () => {
  let fakes: FakeModels;
  let own: OwnWorkspace;
  let env: Readonly<Record<string, string>>;
  let folder: string;
  before(async () => {
    fakes = await startFakeModels();
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-limits-'));
    await writeFile(path.join(folder, 'config.yaml'), POLICIES);
    env = {
      PLUMBLINE_CONFIG: path.join(folder, 'config.yaml'),
      PLUMBLINE_MODEL__PROVIDER: 'openai',
      PLUMBLINE_MODEL__MODEL: 'gpt-5-mini',
      PLUMBLINE_MODEL__API_KEY: 'sk-secret',
      PLUMBLINE_MODEL__BASE_URL: `${fakes.url}/v1`,
      PLUMBLINE_MODEL__ESTIMATE_USD: '0.01',
      PLUMBLINE_ASK__TOTAL_TIMEOUT_MS: String(HELD_MS / 2),
      PLUMBLINE_BUDGETS__RESERVATION_MS: String(HELD_MS),
      PLUMBLINE_IDEMPOTENCY__LEASE_MS: String(HELD_MS),
      PLUMBLINE_LOG__LEVEL: 'fatal',
    };
    own = await openWorkspace(env);
    await own.upload(SALES, 'sales.csv');
  });
  after(async () => {
    await own.close();
    await fakes.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (headers: Readonly<Record<string, string>> = { 'Idempotency-Key': 'k' }) => {
    const response = await fetch(`${own.service.url}/query`, {
      method: 'POST',
      headers: {
        'X-API-Key': own.service.apiKey!,
        'Content-Type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ q: HARD, workspace_id: own.workspaceId }),
    });
    return {
      status: response.status,
      replayed: response.headers.get('idempotent-replayed'),
      body: (await response.json()) as object,
    };
  };

  it('gives back what it had set aside and frees its Idempotency-Key, after their time', async () => {
    fakes.faultOf = () => 'stall';
    const lost = ask().catch(() => null);
    while (fakes.calls.length === 0) await sleep(20);
    const ended = once(own.service.process, 'exit');
    own.service.process.kill('SIGKILL');
    await ended;
    expect(await lost).to.equal(null);

    own = await own.restart(env);
    fakes.reset();
    fakes.faultOf = () => null;
    fakes.answer = () => REPLY;
    expect((await ask()).status).to.equal(409);
    expect((await ask({})).status).to.equal(402);
    expect(fakes.calls).to.have.length(0);
    let answered = await ask();
    while (answered.status === 409 || answered.status === 402) {
      await sleep(500);
      answered = await ask();
    }
    expect([answered.status, answered.replayed]).to.deep.equal([200, null]);
    const asked = fakes.calls.length;
    const again = await ask();
    expect([again.status, again.replayed]).to.deep.equal([200, 'true']);
    expect(again.body).to.deep.equal(answered.body);
    expect(fakes.calls).to.have.length(asked);
    expect((await ask({})).status).to.equal(200);
  });
});
