import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { type FakeModels, startFakeModels } from '../fakes/models/server.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const SALES = `tenant_id,country,sold_on,amount
1,Germany,2025-01-10,10
1,Germany,2025-02-11,5
2,France,2025-02-12,20
2,France,2025-03-01,1
`;
const NESTED =
  'SELECT country, SUM(amount) AS x FROM sales WHERE amount > (SELECT MIN(amount) FROM sales) GROUP BY country';
const TOTALS = 'SELECT country, SUM(amount) AS x FROM sales GROUP BY country';
const OTHERS = 'SELECT country, COUNT(*) AS x FROM sales GROUP BY country';
const EXPLANATION = 'France leads with 21, ahead of Germany with 15.';

interface Answer {
  readonly result: string;
  readonly sql: string;
  readonly data: { readonly rows: unknown[][] };
  readonly explanation: string;
  readonly model_used: string;
  readonly attempts: number;
  readonly verification: { readonly status: string };
}

const reply = (sql: string) =>
  JSON.stringify({ restatement: '', answerable: true, sql, assumptions: [], clarification: '' });

let fakes: FakeModels;
let own: OwnWorkspace;
const withModel = (planning: string, more: Readonly<Record<string, string>> = {}) => {
  before(async () => {
    fakes.reset();
    own = await own.restart({
      PLUMBLINE_MODEL__PROVIDER: 'openai',
      PLUMBLINE_MODEL__MODEL: 'gpt-5-mini',
      PLUMBLINE_MODEL__API_KEY: 'sk-secret',
      PLUMBLINE_MODEL__BASE_URL: `${fakes.url}/v1`,
      PLUMBLINE_MODEL__PLANNING: planning,
      PLUMBLINE_LOG__LEVEL: 'fatal',
      ...more,
    });
  });
  beforeEach(() => fakes.reset());
};

describe('a question that comes again', () => {
  before(async () => {
    fakes = await startFakeModels();
    own = await openWorkspace();
    await own.upload(SALES, 'sales.csv');
  });
  after(async () => {
    await own.close();
    await fakes.close();
  });
  const ask = (q: string) => own.ask<Answer>(q);
  /** Calls that the question takes now. */
  const callsFor = async (ask: () => Promise<unknown>) => {
    const before = fakes.calls.length;
    await ask();
    return fakes.calls.length - before;
  };
  const shown = ({ result, sql, data, model_used, attempts, verification }: Answer) => ({
    ...{ result, sql, rows: data.rows.toSorted(), model_used, attempts },
    status: verification.status,
  });

  const CASES = [
    ['builtin-first', 'how lopsided is amount by country', TOTALS, TOTALS, 1, 'checked'],
    ['builtin-first', 'how very lopsided is amount by country', NESTED, NESTED, 2, 'checked'],
    ['builtin-first', 'how oddly lopsided is amount by country', NESTED, OTHERS, 4, 'warning'],
    ['model-first', 'total amount by country', TOTALS, TOTALS, 1, 'verified'],
    ['model-first', 'how very lopsided is amount by country', NESTED, NESTED, 2, 'checked'],
    ['cross-check', 'total amount by country', TOTALS, TOTALS, 1, 'verified'],
    ['cross-check', 'total amount by country in 2025', OTHERS, OTHERS, 4, 'warning'],
    ['cross-check', 'how very lopsided is amount by country', NESTED, NESTED, 2, 'checked'],
  ] as const;
  for (const planning of ['builtin-first', 'model-first', 'cross-check'] as const)
    describe(`with ${planning}`, () => {
      withModel(planning);
      for (const [mode, question, first, second, calls, status] of CASES)
        if (mode === planning)
          it(`"${question}", ${status} by ${calls} calls: the same answer without a call`, async () => {
            let judged = 0;
            fakes.answer = ({ system, messages, schema }) => {
              if (JSON.stringify(schema).includes('choice')) return '{"choice": 1}';
              if (messages.length > 1) return reply(`${NESTED} ORDER BY x LIMIT ${++judged}`);
              return reply(system.includes('CREATE TABLE') ? second : first);
            };
            const answer = await ask(question);
            expect(answer.verification.status).to.equal(status);
            expect(fakes.calls).to.have.length(calls);
            const again = await ask(`  ${question.toUpperCase().replaceAll(' ', '  ')}`);
            expect(fakes.calls).to.have.length(calls);
            expect(shown(again)).to.deep.equal(shown(answer));
          });
    });

  describe('where the model phrases explanations', () => {
    withModel('builtin-first', { PLUMBLINE_MODEL__EXPLANATIONS: 'model' });

    it('shows the same text without a call, and asks for another where the rows changed', async () => {
      const question = 'total amount by country';
      fakes.answer = () => EXPLANATION;
      expect((await ask(question)).explanation).to.equal(EXPLANATION);
      expect(await callsFor(() => ask(question))).to.equal(0);
      expect((await ask(question)).explanation).to.equal(EXPLANATION);
      await own.upload(SALES.replace('2025-03-01,1', '2025-03-01,2'), 'sales.csv');
      const other = await ask(question);
      expect(fakes.calls).to.have.length(2);
      expect(other.explanation).to.contain('22').and.not.equal(EXPLANATION);
      expect(await callsFor(() => ask(question))).to.equal(0);
      await own.upload(SALES, 'sales.csv');
    });

    it('takes neither statement nor text of the model from anew', async () => {
      const question = 'how lopsided is amount by country';
      fakes.answer = ({ schema }) => (schema ? reply(TOTALS) : EXPLANATION);
      expect(await callsFor(() => ask(question))).to.equal(2);
      expect(await callsFor(() => ask(question))).to.equal(0);
    });
  });

  describe('is asked anew', () => {
    withModel('model-first');
    const question = 'total amount by country';
    beforeEach(() => {
      fakes.answer = () => reply(TOTALS);
    });

    it('when a file changed', async () => {
      await ask(question);
      await own.upload(SALES.replace('Germany', 'Denmark'), 'sales.csv');
      expect(await callsFor(() => ask(question))).to.equal(1);
      await own.upload(SALES, 'sales.csv');
    });

    it('when the semantics changed', async () => {
      await ask(question);
      const url = `/clients/${own.clientId}/workspaces/${own.workspaceId}/semantics`;
      await call(own.service, 'PUT', url, { rules: ['Amounts are net.'] });
      expect(await callsFor(() => ask(question))).to.equal(1);
      await call(own.service, 'PUT', url, {});
    });

    it('by one who sees other rows', async () => {
      const asTenant = async (tenant: number) => {
        const minted = await call<{ token: string }>(
          own.service,
          'POST',
          `/clients/${own.clientId}/tokens`,
          { end_user_id: 'ann', row_filter: { tenant_id: tenant } },
        );
        const response = await fetch(`${own.service.url}/clients/${own.clientId}/ask`, {
          method: 'POST',
          headers: { authorization: `Bearer ${minted.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            query: question,
            workspace_id: own.workspaceId,
            new_session: true,
          }),
        });
        return ((await response.json()) as Answer).data.rows;
      };
      await ask(question);
      expect(await callsFor(() => asTenant(1))).to.equal(1);
      expect(await callsFor(() => asTenant(2))).to.equal(1);
      expect(await callsFor(() => asTenant(1))).to.equal(0);
      expect(await asTenant(1)).to.deep.equal([['Germany', 15]]);
    });

    it('when the model gave no answer to it', async () => {
      fakes.answer = () => '{"answerable": false, "sql": "", "clarification": "Not here."}';
      expect(await callsFor(() => ask('who is our best employee'))).to.equal(1);
      expect(await callsFor(() => ask('who is our best employee'))).to.equal(1);
    });
  });
});
