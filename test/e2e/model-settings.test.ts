import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from 'chai';
import type { FakeRequest } from '../fakes/models/protocol.ts';
import { type FakeModels, startFakeModels } from '../fakes/models/server.ts';
import { type Caller, callerOf } from './http-caller.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const SALES =
  'city,country,amount\nBerlin,Germany,10\nHamburg,Germany,5\nParis,France,20\nLyon,France,1\n';
/** Questions that the built-in planner does not answer. */
const HARD = 'how lopsided is amount across countries';
const SQL = 'SELECT country, SUM(amount) AS total FROM sales GROUP BY country';

interface Answer {
  readonly model_used: string;
  readonly result: string;
}

const reply = (sql: string) =>
  JSON.stringify({
    ...{ restatement: '', answerable: true, sql, assumptions: [], clarification: '', options: [] },
  });

describe('models of tenants and workspaces', () => {
  let fakes: FakeModels;
  let own: OwnWorkspace;
  let call: Caller;
  let model: string;
  before(async () => {
    fakes = await startFakeModels();
    own = await openWorkspace({
      PLUMBLINE_MODEL__PROVIDER: 'vllm',
      PLUMBLINE_MODEL__MODEL: 'deployed',
      PLUMBLINE_MODEL__API_KEY: 'sk-operator',
      PLUMBLINE_MODEL__BASE_URL: `${fakes.url}/v1`,
      PLUMBLINE_MODEL__FALLBACKS: JSON.stringify([
        { provider: 'vllm', model: 'second', api_key: 'sk-second', base_url: `${fakes.url}/v1` },
      ]),
      PLUMBLINE_MODEL__STEPS__REPAIR: JSON.stringify({
        ...{ provider: 'vllm', model: 'mender', api_key: 'sk-mender', base_url: `${fakes.url}/v1` },
      }),
      PLUMBLINE_MODEL__RETRIES: '0',
      PLUMBLINE_MODEL__ALLOW_PRIVATE_HOSTS: 'true',
      PLUMBLINE_LOG__LEVEL: 'fatal',
    });
    await own.upload(SALES, 'sales.csv');
    call = callerOf(own.service.url, own.service.apiKey);
    model = `/clients/${own.clientId}/workspaces/${own.workspaceId}/model`;
  });
  beforeEach(() => {
    fakes.reset();
    fakes.answer = () => reply(SQL);
  });
  after(async () => {
    await own?.close();
    await fakes.close();
  });
  const ask = (q: string) => own.ask<Answer>(q);
  const chosen = (change: object = {}) => ({
    ...{ provider: 'vllm', model: 'chosen', api_key: 'sk-tenant', base_url: `${fakes.url}/v1` },
    ...change,
  });
  const keys = (calls: readonly FakeRequest[]) =>
    calls.map(({ model: name, headers }) => `${name} ${headers['authorization']}`);

  it('answer in the place of the deployment’s, with their own key, until they are removed', async () => {
    expect(await ask(HARD)).to.include({ result: 'success', model_used: 'deployed' });
    const put = await call('PUT', model, { body: chosen() });
    expect(put.status, JSON.stringify(put.body)).to.equal(200);
    expect(put.body).to.include({ source: 'workspace', model: 'chosen', has_api_key: true });
    expect(JSON.stringify(put.body)).to.not.contain('sk-tenant');
    expect(await ask(HARD), 'no reply of the other model is taken').to.include({
      ...{ result: 'success', model_used: 'chosen' },
    });
    expect(keys(fakes.calls)).to.deep.equal([
      'deployed Bearer sk-operator',
      'chosen Bearer sk-tenant',
    ]);
    expect((await call('DELETE', model)).body).to.include({ source: 'deployment' });
    expect(await ask(`${HARD}?`)).to.include({ model_used: 'deployed' });
  });

  it('have other models for some steps, the deployment’s too', async () => {
    fakes.answer = ({ messages }) => reply(messages.length > 1 ? SQL : 'SELECT nothing FROM sales');
    expect(await ask(`${HARD}!`)).to.include({ model_used: 'mender' });
    expect(keys(fakes.calls)).to.deep.equal([
      'deployed Bearer sk-operator',
      'mender Bearer sk-mender',
    ]);
    fakes.reset();
    fakes.answer = ({ messages }) => reply(messages.length > 1 ? SQL : 'SELECT nothing FROM sales');
    await call('PUT', model, { body: chosen({ steps: { repair: 'larger' } }) });
    expect(await ask(`${HARD}!`)).to.include({ model_used: 'larger' });
    expect(keys(fakes.calls)).to.deep.equal(['chosen Bearer sk-tenant', 'larger Bearer sk-tenant']);
    await call('DELETE', model);
  });

  it('say in one sentence what is wrong with them', async () => {
    const refused = async (body: object) => {
      const { status, body: said } = await call('PUT', model, { body });
      expect(status).to.equal(422);
      return (said['detail'] as { msg: string }[])[0]!.msg;
    };
    expect(await refused(chosen({ provider: 'openai', base_url: null, api_key: null }))).to.equal(
      'There is no key for openai chosen. Send api_key.',
    );
    expect(await refused(chosen({ provider: 'llama-cpp' }))).to.contain('expected one of');
    expect(await refused(chosen({ file: '/etc/passwd' }))).to.contain('file');
    expect(await refused(chosen({ body: {} }))).to.contain('body');
    expect((await call('GET', model)).body).to.include({ source: 'deployment' });
  });

  it('are compared by plumbline eval --models', async () => {
    const evals = `/clients/${own.clientId}/workspaces/${own.workspaceId}/evals`;
    const questions = [
      { id: 'hard', question: HARD, sql: SQL },
      { id: 'total', question: 'total amount', rows: [[36]] },
    ];
    await call('PUT', evals, { body: { questions } });
    fakes.answer = ({ model: name }) => reply(name === 'second' ? 'SELECT 1 AS one' : SQL);
    const cli = async (models: string) => {
      const args = ['eval', '--url', own.service.url, '--models', models];
      const child = spawn(process.execPath, [path.resolve('bin/plumbline.js'), ...args], {
        env: { ...process.env, PLUMBLINE_API_KEY: own.service.apiKey! },
      });
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          text += chunk;
        });
      await once(child, 'close');
      return text;
    };
    const text = await cli('deployed,second');
    expect(text).to.match(/^deployed +second\n/);
    expect(text).to.match(new RegExp(`right +(other_rows|failed|declined) +${HARD}`));
    expect(text).to.match(/right +right +total amount/);
    expect(text).to.match(/2 of 2 +1 of 2 +right/);
    expect(text).to.match(/\$0 +\$0 +cost/);
    expect(await cli('deployed,unknown')).to.contain(
      'No model called "unknown" is configured. Use one of: deployed, second',
    );
  });
});
