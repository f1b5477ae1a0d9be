import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { type FakeModels, startFakeModels } from '../fakes/models/server.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const ANSWER =
  '{"answerable": true, "restatement": "", "sql": "SELECT SUM(amount) AS total FROM sales", "assumptions": [], "clarification": ""}';
const CAP_USD = 0.5;
/** 1,200 tokens in and 80 out, as the fake model bills them. */
const PRICES = { input: 10, cached_input: 10, output: 170 };
const COST_USD = (1_200 * PRICES.input + 80 * PRICES.output) / 1e6;

describe('a blocking budget under 120 questions at once, each dearer than the estimate', () => {
  let fakes: FakeModels;
  let own: OwnWorkspace;
  let folder: string;
  before(async () => {
    fakes = await startFakeModels();
    fakes.answer = () => ANSWER;
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-caps-'));
    const settings = path.join(folder, 'plumbline.yaml');
    await writeFile(
      settings,
      `budgets: {policies: [{use: monthly-cap, cap_usd: ${CAP_USD}, scope: tenant}]}\n`,
    );
    own = await openWorkspace({
      PLUMBLINE_CONFIG: settings,
      PLUMBLINE_MODEL__PROVIDER: 'openai-compatible',
      PLUMBLINE_MODEL__MODEL: 'm',
      PLUMBLINE_MODEL__BASE_URL: `${fakes.url}/v1`,
      PLUMBLINE_MODEL__PLANNING: 'model-first',
      PLUMBLINE_MODEL__PRICES__INPUT: String(PRICES.input),
      PLUMBLINE_MODEL__PRICES__CACHED_INPUT: String(PRICES.cached_input),
      PLUMBLINE_MODEL__PRICES__OUTPUT: String(PRICES.output),
      PLUMBLINE_MODEL__MAX_OUTPUT_TOKENS: '100',
      PLUMBLINE_MODEL__SCHEMA_TOKENS: '200',
      PLUMBLINE_MODEL__ESTIMATE_USD: '0.001',
      PLUMBLINE_MODEL__KEPT_REPLIES: '0',
      PLUMBLINE_MODEL__MAX_CALLS: '1',
    });
    await own.upload('city,country,amount\nBerlin,Germany,10\nParis,France,20\n', 'sales.csv');
  });
  after(async () => {
    await own.close();
    await fakes.close();
    await rm(folder, { recursive: true });
  });

  it('is passed by one question at the most, whose answer tells so', async () => {
    const told: { level: string; spent: number }[] = [];
    const ask = async (at: number) => {
      const response = await fetch(`${own.service.url}/query`, {
        method: 'POST',
        headers: { 'x-api-key': own.service.apiKey ?? '', 'content-type': 'application/json' },
        body: JSON.stringify({ q: `lopsided amount number ${at}?`, workspace_id: own.workspaceId }),
      });
      const { budget_alerts = [] } = (await response.json()) as { budget_alerts?: typeof told };
      told.push(...budget_alerts);
      return response.status;
    };
    const spent = async () => {
      const { caps } = await call<{ caps: { spent: number; reserved: number }[] }>(
        own.service,
        'GET',
        '/accounts/budgets',
      );
      return caps[0]!;
    };
    let answered = 0;
    for (let inRound = -1; inRound !== 0; answered += inRound) {
      const statuses = await Promise.all(Array.from({ length: 120 }, (_, at) => ask(at)));
      for (const status of statuses) expect(status).to.be.oneOf([200, 402]);
      inRound = statuses.filter((status) => status === 200).length;
    }
    const all = await spent();
    expect(all.reserved).to.equal(0);
    expect(all.spent).to.be.within(CAP_USD, CAP_USD + COST_USD);
    const past = told.filter(({ level }) => level === 'over100');
    expect(past.map(({ spent }) => spent >= CAP_USD)).to.deep.equal([true]);
    expect(answered).to.equal(Math.ceil(CAP_USD / COST_USD));
  });
});
