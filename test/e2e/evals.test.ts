import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { eventually } from '../fakes/eventually.ts';
import { type FakeModels, startFakeModels } from '../fakes/models/server.ts';
import { onBothStores } from './both-stores.ts';
import { type Caller, callerOf } from './http-caller.ts';
import { type OwnWorkspace, openWorkspace, type Workspace } from './workspace.ts';

interface Run {
  readonly run_id: string;
  readonly status: string;
  readonly total: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly cost_usd: number;
  readonly error: string | null;
  readonly finished_at: string | null;
  readonly outcomes: readonly {
    readonly id: string;
    readonly cause: string;
    readonly detail: string;
    readonly trace_id: string | null;
  }[];
  readonly previous_run_id: string | null;
  readonly changes: Readonly<Record<'broken' | 'fixed' | 'other', { readonly id: string }[]>>;
}

const SALES = `city,country,amount
Berlin,Germany,10
Paris,France,20
Lyon,France,1
`;
const QUESTIONS = [
  { id: 'total', question: 'total amount', sql: 'SELECT SUM(amount) FROM sales' },
  { id: 'wider', question: 'amount by country', rows: [['France'], ['Germany']] },
  {
    id: 'ordered',
    question: 'amount by country',
    rows: [
      ['Germany', 10],
      ['France', 21],
    ],
    ordered: true,
  },
  { id: 'wrong', question: 'total amount', rows: [[99]] },
  { id: 'declined', question: 'what is the weather like', rows: [[1]] },
];

onBothStores('golden questions', ({ open }) => {
  let own: Workspace;
  let call: Caller;
  let evals: string;
  before(async () => {
    own = await open();
    await own.upload(SALES, 'sales.csv');
    call = callerOf(own.service.url, own.service.apiKey);
    evals = `/clients/${own.clientId}/workspaces/${own.workspaceId}/evals`;
  });
  after(() => own?.close());

  const run = async () => {
    const begun = await call<Run>('POST', `${evals}/runs`, { body: {} });
    expect(begun.status).to.equal(202);
    return finished(call, `${evals}/runs/${begun.body.run_id}`);
  };

  it('are asked as a job and reported by cause, with what changed since the run before', async () => {
    expect((await call('POST', `${evals}/runs`, { body: {} })).status).to.equal(422);
    const put = await call('PUT', evals, { body: { questions: QUESTIONS } });
    expect(put.status, JSON.stringify(put.body)).to.equal(200);
    expect((await call('GET', evals)).body).to.deep.equal(put.body);
    const first = await run();
    expect(first).to.include({ status: 'succeeded', previous_run_id: null, total: 5, error: null });
    expect(first.outcomes.map(({ id, cause }) => [id, cause])).to.deep.equal([
      ['total', 'right'],
      ['wider', 'right'],
      ['ordered', 'other_rows'],
      ['wrong', 'other_rows'],
      ['declined', 'declined'],
    ]);
    const trace = await call(
      'GET',
      `/clients/${own.clientId}/answers/${first.outcomes[0]!.trace_id}`,
    );
    expect(trace.body).to.include({ question: 'total amount' });
    await own.upload(`${SALES}Rome,Italy,68\n`, 'sales.csv');
    const second = await run();
    expect(second.previous_run_id).to.equal(first.run_id);
    expect(second.changes.broken.map(({ id }) => id)).to.deep.equal(['wider']);
    expect(second.changes.fixed.map(({ id }) => id)).to.deep.equal(['wrong']);
    await own.upload(SALES.replace('amount', 'sum'), 'sales.csv');
    const third = await run();
    expect(third.outcomes[0]).to.include({ cause: 'no_expectation' });
    await own.upload(SALES, 'sales.csv');
    const runs = await call<{ runs: Run[]; next_cursor: string }>('GET', `${evals}/runs?limit=2`);
    expect(runs.body.runs.map(({ run_id }) => run_id)).to.deep.equal([third.run_id, second.run_id]);
    expect(runs.body.next_cursor).to.be.a('string');
  });

  it('refuse what cannot be asked or compared, with its place', async () => {
    const put = (questions: unknown) => call('PUT', evals, { body: { questions } });
    const refused = await put([
      QUESTIONS[0],
      { question: 'x', sql: 'DELETE FROM sales' },
      { question: 'y', sql: 'SELECT * FROM keys' },
    ]);
    expect(refused.status).to.equal(422);
    const detail = refused.body['detail'] as { loc: unknown[] }[];
    expect(detail.map(({ loc }) => loc.join('.'))).to.deep.equal([
      'body.questions.1.sql',
      'body.questions.2.sql',
    ]);
    for (const bad of [
      [{ question: 'x' }],
      [{ question: 'x', sql: 'SELECT 1', rows: [[1]] }],
      [{ question: ' ', rows: [[1]] }],
      [{ id: 'a b', question: 'x', rows: [[1]] }],
      [
        { question: 'x', rows: [[1]] },
        { question: 'x', rows: [[2]] },
      ],
      [{ question: 'x', rows: [[{ a: 1 }]] }],
      Array.from({ length: 11 }, (_, n) => ({ question: `q ${n}`, rows: [[1]] })),
    ])
      expect((await put(bad)).status, JSON.stringify(bad).slice(0, 80)).to.equal(422);
    for (const max_cost_usd of [0, -1, 2, '1'])
      expect((await call('POST', `${evals}/runs`, { body: { max_cost_usd } })).status).to.equal(
        422,
      );
    const other = `/clients/${own.clientId}/workspaces/ws_other/evals`;
    expect((await call('GET', other)).status).to.equal(404);
    expect((await call('GET', `${evals}/runs/evr_none`)).status).to.equal(404);
  });

  it('are run by plumbline eval, whose exit code says whether all is right', async () => {
    const cli = async () => {
      const child = spawn(
        process.execPath,
        [path.resolve('bin/plumbline.js'), 'eval', '--url', own.service.url],
        { env: { ...process.env, PLUMBLINE_API_KEY: own.service.apiKey! } },
      );
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += chunk;
      });
      const [code] = await once(child, 'close');
      return { code, text };
    };
    await call('PUT', evals, { body: { questions: QUESTIONS } });
    const some = await cli();
    expect(some.code).to.equal(1);
    expect(some.text).to.include('2 of 5 golden questions are correct');
    await call('PUT', evals, { body: { questions: QUESTIONS.slice(0, 2) } });
    const all = await cli();
    expect(all, all.text).to.include({ code: 0 });
    expect(all.text).to.include('2 of 2 golden questions are correct');
  });

  it('are not asked twice at once in a workspace', async () => {
    const many = Array.from({ length: 10 }, (_, n) => ({
      question: `top ${n + 1} cities by amount`,
      rows: [[n]],
    }));
    await call('PUT', evals, { body: { questions: many } });
    const begun = await Promise.all(
      [1, 2, 3].map(() => call<Run>('POST', `${evals}/runs`, { body: {} })),
    );
    expect(begun.map(({ status }) => status).toSorted()).to.deep.equal([202, 409, 409]);
    const first = begun.find(({ status }) => status === 202)!.body;
    await finished(call, `${evals}/runs/${first.run_id}`);
  });
});

describe('runs that are kept', () => {
  let own: OwnWorkspace;
  before(async () => {
    own = await openWorkspace({ PLUMBLINE_EVALS__KEPT_RUNS: '2' });
    await own.upload(SALES, 'sales.csv');
  });
  after(() => own?.close());

  it('those of approved examples drop none of all questions, and the other way round', async () => {
    const call = callerOf(own.service.url, own.service.apiKey);
    const at = `/clients/${own.clientId}/workspaces/${own.workspaceId}`;
    const example = { question: 'total amount', sql: 'SELECT SUM(amount) FROM sales' };
    await call('PUT', `${at}/semantics`, { body: { examples: [example] } });
    await call('PUT', `${at}/evals`, { body: { questions: QUESTIONS.slice(0, 1) } });
    const run = async (body: object) => {
      const begun = await call<Run>('POST', `${at}/evals/runs`, { body });
      expect(begun.status, JSON.stringify(begun.body)).to.equal(202);
      await finished(call, `${at}/evals/runs/${begun.body.run_id}`);
      return begun.body.run_id;
    };
    const kept = async () => {
      const { body } = await call<{ runs: readonly Run[] }>('GET', `${at}/evals/runs`);
      return body.runs.map(({ run_id }) => run_id);
    };
    const whole = await run({});
    const ofExample = [];
    for (let times = 0; times < 3; times++)
      ofExample.push(await run({ example: example.question }));
    expect(await kept()).to.have.members([whole, ...ofExample.slice(1)]);
    const later = [await run({}), await run({})];
    expect(await kept()).to.have.members([...later, ...ofExample.slice(1)]);
  });
});

describe('a run of golden questions that costs', () => {
  let fakes: FakeModels;
  let own: OwnWorkspace;
  let call: Caller;
  let evals: string;
  before(async () => {
    fakes = await startFakeModels();
    own = await openWorkspace({
      PLUMBLINE_MODEL__PROVIDER: 'openai',
      PLUMBLINE_MODEL__MODEL: 'gpt-5-mini',
      PLUMBLINE_MODEL__API_KEY: 'sk-secret',
      PLUMBLINE_MODEL__BASE_URL: `${fakes.url}/v1`,
      PLUMBLINE_MODEL__PLANNING: 'model-first',
      PLUMBLINE_LOG__LEVEL: 'fatal',
    });
    await own.upload(SALES, 'sales.csv');
    call = callerOf(own.service.url, own.service.apiKey);
    evals = `/clients/${own.clientId}/workspaces/${own.workspaceId}/evals`;
    fakes.answer = () =>
      JSON.stringify({
        ...{ restatement: '', answerable: true, assumptions: [], clarification: '' },
        sql: 'SELECT SUM(amount) AS total FROM sales',
      });
    const questions = Array.from({ length: 6 }, (_, n) => ({
      id: `q${n}`,
      question: `how much is it altogether in way ${'i'.repeat(n + 1)}`,
      rows: [[31]],
    }));
    await call('PUT', evals, { body: { questions } });
  });
  after(async () => {
    await own?.close();
    await fakes?.close();
  });

  it('stops at its cap, and at a budget that blocks', async () => {
    const begun = await call<Run>('POST', `${evals}/runs`, { body: { max_cost_usd: 0.000_001 } });
    const capped = await finished(call, `${evals}/runs/${begun.body.run_id}`);
    expect(capped, JSON.stringify(capped)).to.include({ status: 'stopped', total: 6 });
    expect(capped.error).to.include('max_cost_usd');
    expect(capped.counts).to.deep.include({ right: 1, skipped: 5 });
    expect(capped.cost_usd).to.be.greaterThan(0);
    const budgets = [
      { scope_type: 'tenant', scope_id: own.clientId, cap: 0.000_001, enforcement: 'block' },
    ];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [path.resolve('bin/plumbline.js'), 'key', 'create', '--account-level'],
      { env: { ...process.env, PLUMBLINE_DATA_DIR: own.service.dataDir } },
    );
    const whole = callerOf(own.service.url, /plumb_live_\w+/.exec(stdout)![0]);
    const put = await whole('PUT', '/accounts/budgets', { body: { budgets } });
    expect(put.status, JSON.stringify(put.body)).to.equal(200);
    const blocked = await call<Run>('POST', `${evals}/runs`, { body: {} });
    const stopped = await finished(call, `${evals}/runs/${blocked.body.run_id}`);
    expect(stopped).to.include({ status: 'stopped' });
    expect(stopped.error).to.match(/budget/i);
    expect(stopped.counts['skipped']).to.equal(6);
    expect(stopped.changes.broken, 'what was skipped says nothing').to.deep.equal([]);
  });
});

/** A run when it is over. */
async function finished(call: Caller, at: string): Promise<Run> {
  return eventually(async () => {
    const { body } = await call<Run>('GET', at);
    return body.finished_at === null ? null : body;
  });
}
