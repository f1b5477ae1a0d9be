import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { type OwnWorkspace, openWorkspace } from '../e2e/workspace.ts';

interface Selected {
  readonly result: string;
  readonly data: { readonly columns: string[]; readonly rows: unknown[][] } | null;
  readonly sql: string;
  readonly error?: string;
  readonly trace_id: string;
  readonly verification: { readonly status: string };
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
