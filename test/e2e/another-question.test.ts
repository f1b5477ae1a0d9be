import { expect } from 'chai';
import { replyWith } from '../fakes/models/hostile.ts';
import { type FakeModels, startFakeModels } from '../fakes/models/server.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const SALES = `city,country,status,sold_on,amount,weight
Berlin,Germany,paid,2025-01-10,10,4
Hamburg,Germany,open,2025-02-11,5,2
Paris,France,paid,2024-02-12,20,9
Lyon,France,open,2024-03-01,1,1
`;
const SUM = 'SELECT SUM(amount) AS amount FROM sales';

interface Answer {
  readonly result: string;
  readonly sql: string;
  readonly data: { readonly rows: unknown[][] };
  readonly attempts: number;
  readonly verification: { readonly status: string; readonly reason: string };
}

/** Question → a sound statement that answers another one → part of what the model is told of it. */
const WRONG: readonly (readonly [question: string, sql: string, reason: string])[] = [
  ['total amount in Berlin', SUM, 'mentions Berlin'],
  ['total amount of paid sales', SUM, 'mentions paid'],
  ['total amount', `${SUM} WHERE city = 'Paris'`, '"Paris", which isn\'t in the question'],
  ['total amount in Berlin', `${SUM} WHERE city = 'Paris'`, 'mentions Berlin'],
  [
    'total amount in 2025',
    `${SUM} WHERE sold_on >= '2024-01-01' AND sold_on < '2025-01-01'`,
    'in 2025',
  ],
  ['total weight', SUM.replace('AS amount', 'AS weight'), 'mentions weight'],
  ['sales with an amount over 8', 'SELECT city FROM sales WHERE amount > 2', 'mentions 8'],
  ['cities of all sales', 'SELECT city FROM sales LIMIT 3', 'returns at most 3 rows'],
];

describe('a model that answers another question', () => {
  let fakes: FakeModels;
  let own: OwnWorkspace;
  let replies: readonly string[] = [];
  before(async () => {
    fakes = await startFakeModels();
    own = await openWorkspace({
      PLUMBLINE_MODEL__PROVIDER: 'openai',
      PLUMBLINE_MODEL__MODEL: 'gpt-5-mini',
      PLUMBLINE_MODEL__API_KEY: 'sk-secret',
      PLUMBLINE_MODEL__BASE_URL: `${fakes.url}/v1`,
      PLUMBLINE_MODEL__PLANNING: 'model-first',
      PLUMBLINE_MODEL__KEPT_REPLIES: '0',
      PLUMBLINE_MODEL__RETRIES: '0',
      PLUMBLINE_MODEL__BREAKER_FAILURES: '100',
      PLUMBLINE_LOG__LEVEL: 'fatal',
    });
    await own.upload(SALES, 'sales.csv');
  });
  beforeEach(() => {
    fakes.reset();
    fakes.answer = ({ messages }) => replies[messages.length > 1 ? replies.length - 1 : 0]!;
  });
  after(async () => {
    await own?.close();
    await fakes?.close();
  });

  for (const [question, sql, reason] of WRONG)
    it(`is told so once, then the planner answers with a warning: ${question} / ${sql}`, async () => {
      replies = [replyWith(sql)];
      const answer = await own.ask<Answer>(question);
      expect(answer.verification.status).to.equal('warning');
      expect(answer.verification.reason).to.contain('independent second query');
      expect(answer.sql).to.not.equal(sql);
      expect(fakes.calls).to.have.length(2);
      expect(fakes.calls[1]!.messages.at(-1)!.text).to.contain(reason);
    });

  it('is corrected where the second statement keeps to the question', async () => {
    replies = [replyWith(SUM), replyWith(`${SUM} WHERE city = 'Berlin'`)];
    const answer = await own.ask<Answer>('total amount in Berlin');
    expect(answer.verification.status).to.equal('verified');
    expect(answer.data.rows).to.deep.equal([[10]]);
    expect(answer.attempts).to.equal(2);
  });

  it('is outvoted by the planner where nothing better comes', async () => {
    for (const second of ['no JSON', replyWith(''), replyWith('DELETE FROM sales')]) {
      replies = [replyWith(SUM), second];
      const answer = await own.ask<Answer>('total amount in Berlin');
      expect(answer.verification.status, second).to.equal('warning');
      expect(answer.data.rows).to.deep.equal([[10]]);
    }
  });

  it('is asked once where the statement keeps to the question', async () => {
    replies = [replyWith(`${SUM} WHERE country = 'Germany' AND status = 'paid'`)];
    const answer = await own.ask<Answer>('total amount of paid sales in Germany');
    expect(answer.verification.status).to.equal('verified');
    expect(fakes.calls).to.have.length(1);
  });
});
