import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { type OwnWorkspace, openWorkspace } from '../e2e/workspace.ts';
import { HOSTILE } from '../fixtures/hostile-sql/open.ts';

interface Selected {
  readonly result: string;
  readonly data: { readonly columns: string[]; readonly rows: unknown[][] } | null;
  readonly sql: string;
  readonly error?: string;
  readonly trace_id: string;
  readonly session_id?: string;
  readonly agent: string;
  readonly verification: {
    readonly status: string;
    readonly reason: string;
    readonly checks: readonly { readonly name: string; readonly outcome: string }[];
  };
}

describe('a SELECT of a caller’s own', () => {
  let own: OwnWorkspace;
  before(async () => {
    own = await openWorkspace();
    await own.upload('city,amount\nRome,7\nOslo,1\n', 'sales.csv');
  });
  after(() => own?.close());
  const select = (body: object) =>
    call<Selected>(own.service, 'POST', `/clients/${own.clientId}/select`, {
      workspace_id: own.workspaceId,
      ...body,
    });

  it('gives its rows, says only what they say, and stands on its trace', async () => {
    const sql = 'SELECT city, amount FROM sales ORDER BY amount DESC';
    const made = await select({ sql });
    expect(made).to.deep.include({ result: 'success', sql });
    expect(made.data).to.deep.equal({
      columns: ['city', 'amount'],
      rows: [
        ['Rome', 7],
        ['Oslo', 1],
      ],
    });
    expect(made.verification.status).to.equal('not_applicable');
    const trace = await call<{ sql: string; model_calls: number }>(
      own.service,
      'GET',
      `/clients/${own.clientId}/answers/${made.trace_id}`,
    );
    expect(trace).to.include({ sql, model_calls: 0 });
  });

  it('is only judged where nothing is to be run', async () => {
    const made = await select({ sql: 'SELECT city FROM sales', dry_run: true });
    expect(made).to.deep.include({ result: 'dry_run', data: null });
  });

  it('stays in a chat under the question that it answers', async () => {
    const question = 'who sold most?';
    const sql = 'SELECT city FROM sales ORDER BY amount DESC LIMIT 1';
    const made = await select({ sql, question, new_session: true });
    expect(made.agent).to.equal('OwnSQL');
    const chat = await call<{ turns: { question: string; sql: string; answer: Selected }[] }>(
      own.service,
      'GET',
      `/clients/${own.clientId}/chats/${made.session_id}`,
    );
    expect(chat.turns.map((turn) => [turn.question, turn.sql, turn.answer.agent])).to.deep.equal([
      [question, sql, 'OwnSQL'],
    ]);
    const again = await select({ sql, question, session_id: made.session_id });
    expect(again.session_id).to.equal(made.session_id);
    const both = { sql, new_session: true, session_id: made.session_id };
    const refused = await select(both).catch((error: Error) => error.message);
    expect(refused).to.contain('422');
  });

  it('is judged by the checks that need no question, and warns of what they find', async () => {
    await own.upload('city,country\nRome,Italy\nRome,Italia\nOslo,Norway\n', 'places.csv');
    const clean = await select({ sql: 'SELECT SUM(amount) AS amount FROM sales' });
    expect(clean.verification.status).to.equal('not_applicable');
    expect(clean.verification.checks.length).to.be.greaterThan(0);
    const fanned = await select({
      sql: 'SELECT SUM(s.amount) AS amount FROM sales s JOIN places p ON p.city = s.city',
    });
    expect(fanned.data?.rows).to.deep.equal([[15]]);
    expect(fanned.verification.status).to.equal('warning');
    expect(fanned.verification.checks).to.deep.include.members([
      { ...fanned.verification.checks.find(({ name }) => name === 'fan_out')! },
    ]);
    expect(fanned.verification.reason).to.match(/more than once|twice|repeat/i);
  });

  it('becomes an example as the correction of the answer that it was made of', async () => {
    const asked = await call<{ trace_id: string }>(
      own.service,
      'POST',
      `/clients/${own.clientId}/ask`,
      { query: 'total amount by city', new_session: true, workspace_id: own.workspaceId },
    );
    const sql = "SELECT city, SUM(amount) AS sold FROM sales WHERE city <> 'Oslo' GROUP BY city";
    const made = await select({ sql, question: 'total amount by city' });
    const rate = (traceId: string, body: object) =>
      call<{ example: boolean; example_reason: string | null }>(
        own.service,
        'POST',
        `/clients/${own.clientId}/answers/${traceId}/feedback`,
        body,
      );
    expect((await rate(made.trace_id, { rating: 'up' })).example_reason).to.contain('correct_sql');
    expect(await rate(asked.trace_id, { rating: 'down', correct_sql: sql })).to.include({
      example: true,
    });
    const again = await own.ask<{ data: { rows: unknown[][] } }>('total amount by city');
    expect(again.data.rows).to.deep.equal([['Rome', 7]]);
  });

  it('refuses what would take more than it may, and leaves the data as it was', async () => {
    for (const sql of HOSTILE['duckdb']!) {
      const text = sql.replaceAll(/\borders\b/g, 'sales').replaceAll(/\bid\b/g, 'amount');
      const made = await select({ sql: text.replaceAll(/\bstatus\b/g, 'city') });
      expect(made.result, text.slice(0, 200)).to.equal('error');
    }
    expect((await select({ sql: 'SELECT COUNT(*) AS n FROM sales' })).data?.rows).to.deep.equal([
      [2],
    ]);
  }).timeout(120_000);

  for (const [sql, why] of [
    ['DROP TABLE sales', /SELECT/],
    ['SELECT 1; SELECT 2', /one/i],
    ["SELECT * FROM read_csv('/etc/passwd')", /./],
    ["COPY sales TO '/tmp/x.csv'", /SELECT/],
    ['SELECT nothing FROM sales', /nothing/],
    ['SELECT', /./],
  ] as const)
    it(`is refused with the reason: ${sql}`, async () => {
      const { result, error, data } = await select({ sql });
      expect({ result, data }).to.deep.equal({ result: 'error', data: undefined });
      expect(error).to.match(why);
      expect(error).to.not.contain('root:');
    });
});
