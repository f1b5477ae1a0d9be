import { expect } from 'chai';
import { type FakeModels, startFakeModels } from '../fakes/models/server.ts';
import { type Caller, callerOf } from './http-caller.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const ORDERS = 'region,revenue,grade\nEast,100,hush\nWest,70,low\n';
const EXAMPLES = [
  {
    question: 'How well does the east do?',
    sql: "SELECT revenue FROM orders WHERE region = 'East'",
  },
  { question: 'Takings overall', sql: 'SELECT SUM(revenue) AS revenue FROM orders' },
  { question: 'Grades by region', sql: 'SELECT region, grade FROM orders' },
];
const QUESTION = 'What came in at the till altogether?';
/** The question means what the second example does. */
const VECTORS: Readonly<Record<string, readonly number[]>> = {
  [QUESTION]: [0.9, 0.1, 0],
  'Takings overall': [2, 0, 0],
  'How well does the east do?': [0, 1, 0],
};

describe('approved examples that are found by embeddings', () => {
  let fakes: FakeModels;
  let own: OwnWorkspace;
  let call: Caller;

  before(async () => {
    fakes = await startFakeModels();
    own = await openWorkspace({
      PLUMBLINE_MODEL__PROVIDER: 'openai-compatible',
      PLUMBLINE_MODEL__MODEL: 'writer',
      PLUMBLINE_MODEL__BASE_URL: `${fakes.url}/v1`,
      PLUMBLINE_LOG__LEVEL: 'fatal',
      PLUMBLINE_MODEL__PLANNING: 'model-first',
      PLUMBLINE_MODEL__KEPT_REPLIES: '0',
      PLUMBLINE_MODEL__EMBEDDINGS: JSON.stringify({
        provider: 'openai-compatible',
        model: 'vectors',
        base_url: `${fakes.url}/v1`,
      }),
    });
    await own.upload(ORDERS, 'orders.csv');
    call = callerOf(own.service.url, own.service.apiKey);
    const at = `/clients/${own.clientId}/workspaces/${own.workspaceId}/semantics`;
    const { body: document } = await call<object>('GET', at);
    const saved = await call('PUT', at, { body: { ...document, examples: EXAMPLES } });
    expect(saved.status, JSON.stringify(saved.body)).to.equal(200);
    const hidden = await call(
      'PATCH',
      `/clients/${own.clientId}/schema/tables/orders/columns/grade?workspace_id=${own.workspaceId}`,
      { body: { hidden: true } },
    );
    expect(hidden.status).to.equal(200);
  });
  after(async () => {
    await own?.close();
    await fakes?.close();
  });
  beforeEach(() => {
    fakes.reset();
    fakes.vectorOf = (text) => VECTORS[text] ?? [0, 0, 1];
    fakes.answer = () =>
      JSON.stringify({
        ...{ restatement: '', answerable: true, assumptions: [], clarification: '' },
        sql: 'SELECT SUM(revenue) AS revenue FROM orders',
      });
  });

  const promptOf = async (question: string) => {
    const { data } = await own.ask(question);
    expect(data.rows).to.deep.equal([[170]]);
    return fakes.calls.at(-1)!.messages[0]!.text;
  };

  it('falls back to their words where no vectors come', async () => {
    fakes.vectorOf = () => null;
    expect(await promptOf(QUESTION)).to.not.contain('Takings overall');
    expect(await promptOf('takings overall, please')).to.contain('Takings overall');
  });

  it('shows those that mean the like in other words, and asks for each vector once', async () => {
    const prompt = await promptOf(QUESTION);
    expect(prompt).to.contain('Takings overall').and.not.contain('How well');
    expect(fakes.embedded.flat()).to.have.members(Object.keys(VECTORS));
    await promptOf(QUESTION);
    expect(fakes.embedded.length).to.equal(1);
  });

  it('sends no words of an example whose SQL may not run', async () => {
    await promptOf('Anything else at the till?');
    expect(fakes.embedded.flat()).to.deep.equal(['Anything else at the till?']);
  });
});
