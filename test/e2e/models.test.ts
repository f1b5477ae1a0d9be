import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { eventually } from '../fakes/eventually.ts';
import type { FakeRequest } from '../fakes/models/protocol.ts';
import { type FakeModels, startFakeModels } from '../fakes/models/server.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const SALES = `city,country,sold_on,amount
Berlin,Germany,2025-01-10,10
Hamburg,Germany,2025-02-11,5
Paris,France,2025-02-12,20
Lyon,France,2025-03-01,1
`;

interface Answer {
  readonly result: string;
  readonly sql: string | null;
  readonly data: { readonly rows: unknown[][] } | null;
  readonly explanation: string;
  readonly model_used: string;
  readonly tokens: object;
  readonly cost_usd: number;
  readonly fallback_triggered: boolean;
  readonly fallback_reason: string;
  readonly attempts: number;
  readonly complexity: string;
  readonly assumptions: string[];
  readonly verification: {
    readonly status: string;
    readonly reason: string;
    readonly metrics: string[];
  };
  readonly trace_id: string;
  readonly suggestions: readonly string[];
  readonly clarification?: { readonly options: readonly { readonly question: string }[] };
}

const reply = (sql: string, more: object = {}) =>
  JSON.stringify({
    restatement: '',
    answerable: true,
    sql,
    assumptions: [],
    clarification: '',
    ...more,
  });
const SHARE =
  'SELECT country, ROUND(100.0 * SUM(amount) / SUM(SUM(amount)) OVER (), 1) AS share FROM sales GROUP BY country ORDER BY share DESC';
/** Questions that the built-in planner does not answer. */
const HARD = 'how lopsided is amount across countries';

/** Where a model says nothing: how long that is waited for. */
const STALLS = { PLUMBLINE_MODEL__FIRST_TOKEN_TIMEOUT_MS: '3000' };

/** Each test asks in words of its own, so that no kept reply answers. */
let asked = 0;
const hard = () => `${HARD}, please${'!'.repeat(++asked)}`;

/** The data of the last `done` of a streamed question. */
async function lastDone({ service, clientId, workspaceId }: OwnWorkspace, query: string) {
  const response = await fetch(`${service.url}/clients/${clientId}/ask/stream`, {
    method: 'POST',
    headers: { 'X-API-Key': service.apiKey!, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, workspace_id: workspaceId }),
  });
  const dones = [...(await response.text()).matchAll(/event: done\r\ndata: (.*)/g)];
  return JSON.parse(dones.at(-1)![1]!) as Answer;
}

describe('questions with a model', () => {
  let fakes: FakeModels;
  let own: OwnWorkspace;
  const withPlanning = (planning: string, env: Record<string, string> = {}) => {
    before(async () => {
      fakes = await startFakeModels();
      own = await openWorkspace({
        PLUMBLINE_MODEL__PROVIDER: 'openai',
        PLUMBLINE_MODEL__MODEL: 'gpt-5-mini',
        PLUMBLINE_MODEL__API_KEY: 'sk-secret',
        PLUMBLINE_MODEL__BASE_URL: `${fakes.url}/v1`,
        PLUMBLINE_MODEL__PLANNING: planning,
        PLUMBLINE_MODEL__RETRIES: '0',
        PLUMBLINE_MODEL__BREAKER_FAILURES: '100',
        PLUMBLINE_LOG__LEVEL: 'fatal',
        ...env,
      });
      await own.upload(SALES, 'sales.csv');
    });
    beforeEach(() => fakes.reset());
    after(async () => {
      await own.close();
      await fakes.close();
    });
  };
  const ask = (q: string) => own.ask<Answer>(q);
  /** The events of a stream, those of progress by their stage. */
  const streamed = async (query: string): Promise<string[]> => {
    const response = await fetch(`${own.service.url}/clients/${own.clientId}/ask/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': own.service.apiKey! },
      body: JSON.stringify({ query, new_session: true, workspace_id: own.workspaceId }),
    });
    const text = await response.text();
    return [...text.matchAll(/event: (\w+)\r\ndata: (.*)\r\n/g)].map(([, event, data]) =>
      event === 'status' ? String(JSON.parse(data!).stage) : event!,
    );
  };

  describe('under a row filter', () => {
    withPlanning('builtin-first');

    it('shows the model the tables alone that can be read', async () => {
      await own.upload('code,factor\nEUR,1\nUSD,2\n', 'currencies.csv');
      const { clientId, workspaceId } = own;
      const where = `/clients/${clientId}/workspaces/${workspaceId}/semantics`;
      const semantics = await call<object>(own.service, 'GET', where);
      await call(own.service, 'PUT', where, { ...semantics, row_filter: "country = 'France'" });
      fakes.answer = () => reply('SELECT city, amount FROM sales');
      expect((await ask(hard())).data!.rows).to.have.deep.members([
        ['Paris', 20],
        ['Lyon', 1],
      ]);
      expect(fakes.calls[0]!.system).to.contain('sales').and.not.contain('currencies');
    });
  });

  describe('where the built-in planner reads first', () => {
    withPlanning('builtin-first');

    it('asks no model what the built-in planner answers, and the model what it does not', async () => {
      fakes.answer = () =>
        reply(SHARE, { assumptions: ['Shares are of amount.', 'Sales grew by 31 %.'] });
      expect(await ask('total amount by country')).to.include({
        result: 'success',
        model_used: 'built-in',
      });
      expect(fakes.calls).to.have.length(0);
      const answer = await ask(hard());
      expect(answer).to.include({ result: 'success', model_used: 'gpt-5-mini', attempts: 1 });
      expect(fakes.calls).to.have.length(1);
      expect(answer.data!.rows).to.deep.equal([
        ['France', 58.3],
        ['Germany', 41.7],
      ]);
      expect(answer.assumptions.join())
        .to.contain('The model assumed: Shares are of amount.')
        .and.not.contain('31');
      expect(answer.fallback_triggered).to.equal(false);
      const [sent] = fakes.calls;
      expect(sent!.system).to.contain('sales').and.contain('amount');
      expect(sent!.messages.at(-1)!.text).to.contain(HARD);
    });

    it('records tokens and cost, and asks no second time for the same question', async () => {
      fakes.answer = () => reply(SHARE);
      const question = hard();
      const first = await ask(question);
      const again = await ask(`  ${question.toUpperCase()} `);
      expect(again.data!.rows).to.deep.equal(first.data!.rows);
      expect(fakes.calls).to.have.length(1);
      const trace = await eventually(() =>
        call<{ tokens: { input: number }; cost_usd: number }>(
          own.service,
          'GET',
          `/clients/${own.clientId}/answers/${first.trace_id}`,
        ).catch(() => null),
      );
      expect(trace.tokens.input).to.equal(1_200);
      expect(trace.cost_usd).to.be.greaterThan(0);
      const told = ({ model_used, tokens, cost_usd }: Answer) => ({ model_used, tokens, cost_usd });
      const { tokens, cost_usd } = trace;
      expect(told(first)).to.deep.equal({ model_used: 'gpt-5-mini', tokens, cost_usd });
      expect(told(again)).to.deep.include({ cost_usd: 0 });
      const streamed = await lastDone(own, hard());
      expect(told(streamed)).to.deep.equal({ model_used: 'gpt-5-mini', tokens, cost_usd });
      fakes.reset();
      fakes.answer = () => reply(SHARE);
      await own.upload(SALES.replace('Lyon', 'Nice'), 'sales.csv');
      await ask(question);
      expect(fakes.calls).to.have.length(1);
      await own.upload(SALES, 'sales.csv');
    });

    const HOSTILE: readonly (readonly [string, string])[] = [
      ['a write', 'DELETE FROM sales'],
      ['a file', "SELECT * FROM read_csv('/etc/passwd')"],
      ['another table', 'SELECT * FROM customers'],
      ['two statements', 'SELECT 1; DROP TABLE sales'],
      ['text instead of SQL', 'I would rather not'],
      ['an effect', "SELECT * FROM enable_logging(storage='file')"],
    ];
    for (const [what, sql] of HOSTILE)
      it(`runs nothing of a model that writes ${what}, and asks it to mend it, then anew`, async () => {
        fakes.answer = () => reply(sql);
        const answer = await ask(hard());
        expect(answer.result).to.equal('error');
        expect(answer.data ?? null).to.equal(null);
        expect(fakes.calls).to.have.length(3);
        expect(fakes.calls[1]!.messages.at(-1)!.text).to.contain('does not work');
        expect(fakes.calls[2]!.messages).to.have.length(1);
        expect(fakes.calls[2]!.system)
          .to.contain('CREATE TABLE')
          .and.not.equal(fakes.calls[0]!.system);
        expect((await ask('total amount')).data!.rows).to.deep.equal([[36]]);
      });

    it('takes the statement that the model mended', async () => {
      fakes.answer = ({ messages }) =>
        messages.length > 1 ? reply(SHARE) : reply('SELECT share FROM sales');
      expect(await ask(hard())).to.include({ result: 'success', attempts: 2 });
    });

    it('streams the statement alone that is answered with, once, then `executing`, then its rows', async () => {
      fakes.answer = ({ messages }) =>
        messages.length > 1 ? reply(SHARE) : reply('SELECT CAST(city AS INTEGER) AS x FROM sales');
      const stages = await streamed(hard());
      const of = ['sql', 'executing', 'result', 'explanation', 'done'];
      expect(stages.filter((stage) => of.includes(stage))).to.deep.equal([...of, 'done']);
      expect(stages.lastIndexOf('checking_sql')).to.be.below(stages.indexOf('sql'));
      expect(fakes.calls.length).to.be.at.least(2);
    });

    describe('and the question is hard', () => {
      const nested = (fn: string) =>
        reply(
          `SELECT country, ${fn} AS x FROM sales WHERE amount > (SELECT MIN(amount) FROM sales) GROUP BY country`,
        );
      const SECOND = /CREATE TABLE/;
      const REPAIR = 2;
      const answers =
        (first: string, second: string, third: string, choice = 1) =>
        ({ system, messages, schema }: FakeRequest) => {
          if (JSON.stringify(schema).includes('choice')) return JSON.stringify({ choice });
          if (messages.length > REPAIR) return nested(third);
          return nested(SECOND.test(system) ? second : first);
        };
      type Case = readonly [string, ReturnType<typeof answers>, number, string, unknown[][]];
      const SUMS = [
        ['France', 20],
        ['Germany', 15],
      ];
      const COUNTS = [
        ['France', 1],
        ['Germany', 2],
      ];
      const cases: readonly Case[] = [
        [
          'one model agrees with itself',
          answers('SUM(amount)', 'SUM(amount)', ''),
          2,
          'checked',
          SUMS,
        ],
        [
          'the third agrees with the first',
          answers('SUM(amount)', 'COUNT(*)', 'SUM(amount)'),
          3,
          'checked',
          SUMS,
        ],
        [
          'the third agrees with the second',
          answers('SUM(amount)', 'COUNT(*)', 'COUNT(*)'),
          3,
          'checked',
          COUNTS,
        ],
        [
          'all differ, and the model judges',
          answers('SUM(amount)', 'COUNT(*)', 'MAX(amount)', 2),
          4,
          'warning',
          COUNTS,
        ],
        [
          'all differ, and the model names none',
          answers('SUM(amount)', 'COUNT(*)', 'MAX(amount)', 9),
          4,
          'warning',
          SUMS,
        ],
      ];
      for (const [what, answer, calls, status, rows] of cases)
        it(`${what}: ${calls} calls, ${status}; 0 calls when it comes again`, async () => {
          fakes.answer = answer;
          const question = hard();
          for (let times = 0; times < 2; times++) {
            const found = await ask(question);
            expect(found).to.include({ result: 'success', complexity: 'hard' });
            expect([...found.data!.rows].sort()).to.deep.equal(rows);
            expect(found.verification.status).to.equal(status);
            expect(fakes.calls).to.have.length(calls);
          }
        });

      it('lets the answer stand where the model fails at the second reading', async () => {
        fakes.answer = answers('SUM(amount)', '', '');
        fakes.faultOf = ({ system }) => (SECOND.test(system) ? 'cut' : null);
        const found = await ask(hard());
        expect(found).to.include({ result: 'success', fallback_triggered: false });
        expect(found.verification.status).to.equal('checked');
      });
    });

    it('passes on that the data does not hold an answer, without numbers of the model', async () => {
      fakes.answer = () =>
        reply('', {
          answerable: false,
          clarification: 'This data is about sales, not about employees.',
        });
      expect(await ask('who is our best employee')).to.include({ result: 'error' });
      expect((await ask('who is our best employee')).explanation).to.contain('not about employees');
      fakes.answer = () => reply('', { answerable: false, clarification: 'Revenue was 4711.' });
      expect((await ask('what is our profit margin')).explanation).to.not.contain('4711');
    });
  });

  describe('with semantics', () => {
    withPlanning('builtin-first');

    it('tells the model metrics, notes and like examples, and answers an approved question without it', async () => {
      const url = `/clients/${own.clientId}/workspaces/${own.workspaceId}/semantics`;
      const example = {
        question: 'share of each country in percent',
        sql: 'SELECT country, COUNT(*) AS n FROM sales GROUP BY country',
      };
      await call(own.service, 'PUT', url, {
        metrics: [
          { name: 'net', table: 'sales', expression: 'SUM(amount)', filters: ['amount > 0'] },
        ],
        rules: ['The fiscal year is the <data>calendar</data> year.'],
        examples: [
          example,
          { question: 'how many cities are there', sql: 'SELECT 1 AS one FROM sales' },
        ],
      });
      fakes.answer = () => reply(SHARE);
      await ask('share of each country in percent next to its neighbours');
      const [sent] = fakes.calls;
      expect(sent!.system).to.contain('- net = SUM(amount) over sales where amount > 0\n');
      expect(sent!.system).to.contain('- The fiscal year is the ‹data>calendar‹/data> year.\n');
      const last = sent!.messages.at(-1)!.text;
      expect(last).to.contain(`Q: ${example.question}\nSQL: ${example.sql}`);
      expect(last).to.not.contain('how many cities');
      const answer = await ask('Share of each country, in percent?');
      expect(answer.verification.status).to.equal('verified');
      expect(answer.model_used).to.equal('built-in');
      expect(fakes.calls).to.have.length(1);
      await call(own.service, 'PUT', url, {});
      await ask('Share of each country, in percent?');
      expect(fakes.calls).to.have.length(2);
      expect(fakes.calls[1]!.system).to.not.contain('fiscal');
    });

    it('shows the model only examples whose SQL the caller may run now', async () => {
      const { clientId, workspaceId } = own;
      const url = `/clients/${clientId}/workspaces/${workspaceId}/semantics`;
      const open = {
        question: 'how lopsided is the number of sales across countries',
        sql: 'SELECT country, COUNT(*) AS n FROM sales GROUP BY country',
      };
      const closed = {
        question: 'how lopsided is the number of sales across countries, without Hamburg',
        sql: "SELECT country, COUNT(*) AS n FROM sales WHERE city <> 'Hamburg' GROUP BY country",
      };
      await call(own.service, 'PUT', url, { examples: [open, closed] });
      fakes.answer = () => reply(SHARE);
      const shown = async () => {
        fakes.reset();
        fakes.answer = () => reply(SHARE);
        await ask(
          `how lopsided is the number of sales across countries by now${'!'.repeat(++asked)}`,
        );
        expect(fakes.calls).to.not.have.length(0);
        return fakes.calls.map(({ system, messages }) => JSON.stringify([system, messages])).join();
      };
      expect(await shown())
        .to.contain(open.question)
        .and.contain(closed.question);
      const column = `/clients/${clientId}/schema/tables/sales/columns/city?workspace_id=${workspaceId}`;
      await call(own.service, 'PATCH', column, { hidden: true });
      const after = await shown();
      expect(after).to.contain(open.question);
      expect(after).to.not.match(/without Hamburg|<> 'Hamburg'/);
      await call(own.service, 'PATCH', column, { hidden: false });
      expect(await shown()).to.contain(closed.question);
    });

    it('verifies a statement that computes a signed metric as it is signed, and no other', async () => {
      const url = `/clients/${own.clientId}/workspaces/${own.workspaceId}/semantics`;
      const metric = { name: 'net', table: 'sales', expression: 'SUM(amount)' };
      const metrics = [{ ...metric, filters: ['amount > 1'], signed_by: 'ann' }];
      await call(own.service, 'PUT', url, { metrics });
      const question = 'how lopsided is net across countries';
      const sql = (more: string) =>
        `SELECT country, SUM(amount) AS net FROM sales ${more} GROUP BY country`;
      fakes.answer = () => reply(sql(''));
      const other = await ask(`${question}!`);
      expect(other.verification).to.deep.include({ status: 'checked', metrics: [] });
      fakes.answer = () => reply(sql('WHERE amount > 1'));
      const answer = await ask(question);
      expect(answer.verification).to.deep.include({ status: 'verified', metrics: ['net'] });
      expect(answer.verification.reason).to.contain('certified by ann');
      await call(own.service, 'PUT', url, { metrics: [{ ...metrics[0], signed_by: null }] });
      expect((await ask(question)).verification.status).to.equal('checked');
    });
  });

  describe('where the time of an answer ends before the model does', () => {
    withPlanning('model-first', {
      PLUMBLINE_ASK__TOTAL_TIMEOUT_MS: '8000',
      PLUMBLINE_ASK__WITHOUT_MODEL_MS: '4000',
    });

    it('has time left for the built-in planner', async () => {
      fakes.fail('stall', 5);
      expect(await ask('total amount by country')).to.include({
        ...{ result: 'success', model_used: 'built-in', fallback_reason: 'timeout' },
      });
    });

    it('gives the first answer where a second reading does not come', async () => {
      // Nested: a hard statement is read a second time.
      const nested =
        'SELECT country FROM sales GROUP BY country HAVING SUM(amount) > (SELECT AVG(amount) FROM sales) ORDER BY country';
      fakes.answer = () => reply(nested);
      fakes.faultOf = ({ system }) => (system.includes('Schema of a') ? 'stall' : null);
      const answer = await ask(hard());
      expect(answer).to.include({
        result: 'success',
        model_used: 'gpt-5-mini',
        complexity: 'hard',
      });
      expect(fakes.calls.some(({ system }) => system.includes('Schema of a'))).to.equal(true);
    });
  });

  describe('where the model reads first', () => {
    withPlanning('model-first', STALLS);

    for (const fault of [
      'rate_limit',
      'error_500',
      'bad_key',
      'stall',
      'cut',
      'malformed',
      'filtered',
    ] as const)
      it(`lets the built-in planner stand in for a model that fails by "${fault}"`, async () => {
        fakes.fail(fault, 5);
        const answer = await ask('total amount by country');
        expect(answer).to.include({
          result: 'success',
          model_used: 'built-in',
          fallback_triggered: true,
        });
        expect(answer.fallback_reason).to.not.equal('');
        const refused = await ask(hard()).then((body) => JSON.stringify(body), String);
        // Asked again, what was withheld would be withheld again: no 503.
        expect(refused).to.match(fault === 'filtered' ? /"DECLINED"/ : /503 .*model service/s);
      });

    it('answers by the built-in planner what a model wrote no statement for that may run', async () => {
      fakes.answer = () => reply('DROP TABLE sales');
      const answer = await ask('total amount by country');
      expect(answer).to.include({
        ...{ result: 'success', model_used: 'built-in' },
        ...{ fallback_triggered: true, fallback_reason: 'no_statement' },
      });
      const text = await ask(hard()).then((body) => JSON.stringify(body));
      expect(text).to.contain('"DECLINED"');
    });

    it('asks once more after a reply that is none, and reads a statement alone', async () => {
      const replies = ['I would look at the sales.', SHARE];
      fakes.answer = () => replies.shift() ?? 'nothing';
      expect(await ask(hard())).to.include({ result: 'success', model_used: 'gpt-5-mini' });
      expect(fakes.calls).to.have.length(2);
    });

    it('asks back what the model asks, with its options', async () => {
      fakes.answer = () =>
        JSON.stringify({
          ...{ answerable: false, sql: null, restatement: null, assumptions: null },
          clarification: 'Which amount do you mean?',
          options: ['total amount by country', 'total amount by city'],
        });
      const answer = await ask(hard());
      expect(answer).to.include({ result: 'clarification' });
      expect(answer.clarification!.options.map(({ question }) => question)).to.deep.equal([
        ...['total amount by country', 'total amount by city'],
      ]);
    });

    it('counts calls, tokens and costs in the metrics', async () => {
      fakes.answer = () => reply(SHARE);
      await ask(hard());
      const text = await (await fetch(`${own.service.url}/metrics`)).text();
      expect(text).to.match(
        /plumbline_model_call_duration_seconds_count\{model="gpt-5-mini",outcome="answered"\} [1-9]/,
      );
      expect(text).to.match(
        /plumbline_model_tokens_total\{model="gpt-5-mini",kind="output"\} [1-9]/,
      );
      expect(text).to.match(/plumbline_model_cost_usd_total\{model="gpt-5-mini"\} 0\.0/);
    });

    it('shows the key nowhere', async () => {
      fakes.fail('bad_key', 2);
      const text = JSON.stringify(await ask('total amount by country'));
      expect(text).to.not.contain('sk-secret');
    });
  });

  describe('where both read', () => {
    withPlanning('cross-check');

    it('says that two independent readings agree, or shows the model’s and names the other', async () => {
      fakes.answer = () => reply('SELECT country, SUM(amount) AS x FROM sales GROUP BY country');
      expect((await ask('total amount by country')).verification.status).to.equal('verified');
      await own.upload(SALES.replace('Hamburg', 'Berlin'), 'sales.csv');
      fakes.answer = () => reply('SELECT country, COUNT(*) AS cities FROM sales GROUP BY country');
      const differs = await ask('number of cities by country');
      expect(differs.verification.status).to.equal('warning');
      expect(differs).to.include({ model_used: 'gpt-5-mini', attempts: 2 });
      expect(differs.data!.rows).to.deep.include.members([['Germany', 2]]);
      expect(differs.explanation).to.match(/could also mean: .*different cities/);
      expect(differs.suggestions[0]).to.contain('meaning');
      await own.upload(SALES, 'sales.csv');
    });
  });

  describe('where the model phrases explanations', () => {
    withPlanning('builtin-first', { PLUMBLINE_MODEL__EXPLANATIONS: 'model', ...STALLS });

    it('shows what it says when every number stands in the rows', async () => {
      fakes.answer = () => 'France leads with 21, ahead of Germany with 15.';
      expect((await ask('total amount by country')).explanation).to.equal(
        'France leads with 21, ahead of Germany with 15.',
      );
      expect(fakes.calls[0]!.messages[0]!.text).to.contain('["France",21]');
    });

    for (const [index, lie] of [
      'France leads with 22, ahead of Germany with 15.',
      'Germany leads with 21, ahead of France with 15.',
      'Sales grew by twelve percent in France.',
      '',
    ].entries())
      it(`shows the template in place of "${lie}"`, async () => {
        fakes.answer = () => lie || { pieces: [' '] };
        const { explanation, model_used } = await ask(
          `total amount by country since ${2_000 + index}`,
        );
        expect(explanation).to.contain('France').and.not.equal(lie);
        expect(explanation).to.match(/21/);
        expect(model_used).to.equal('built-in');
      });

    it('shows the template when the model fails', async () => {
      fakes.fail('stall');
      const { explanation } = await ask('total amount by country since 2010');
      expect(explanation).to.match(/21/);
    });
  });
});
