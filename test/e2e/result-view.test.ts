import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { callerOf } from './http-caller.ts';
import { shareWorkspace, type Workspace } from './workspace.ts';

const ROWS = 2_500;
const CITIES = ['Rome', "L'Aquila", '100% Oslo', ''];
const amountOf = (n: number) => (n * 37) % 1_000;
const AMOUNTS = Array.from({ length: ROWS }, (_, n) => amountOf(n));
const csv = (raise = 0) =>
  `id,city,amount\n${Array.from(
    { length: ROWS },
    (_, n) => `${n},"${CITIES[n % 4]}",${amountOf(n) + raise}\n`,
  ).join('')}`;

interface Viewed {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly total_rows: number;
  readonly result_token: string | null;
}

describe('a long result that is sorted and filtered', () => {
  let own: Workspace;
  let token: string;
  before(async () => {
    own = await shareWorkspace();
    await own.upload(csv(), 'sales.csv');
    const made = await call<{ result_token: string }>(
      own.service,
      'POST',
      `/clients/${own.clientId}/select`,
      {
        sql: 'SELECT id, city, amount FROM sales ORDER BY id',
        workspace_id: own.workspaceId,
        max_rows: 10,
      },
    );
    token = made.result_token;
  });
  after(() => own?.close());
  const view = (body: object, of = token) =>
    call<Viewed>(own.service, 'POST', `/clients/${own.clientId}/results/${of}/view`, body);

  it('is sorted over all rows, empty cells last, and goes on page by page', async () => {
    const down = await view({ sort: [{ column: 'amount', descending: true }, { column: 'id' }] });
    expect(down.columns).to.deep.equal(['id', 'city', 'amount']);
    expect(down.total_rows).to.equal(ROWS);
    expect(down.rows.slice(0, 9).map(([, , amount]) => amount)).to.deep.equal(
      AMOUNTS.toSorted((a, b) => b - a).slice(0, 9),
    );
    const page = await call<Viewed>(
      own.service,
      'GET',
      `/clients/${own.clientId}/results/${down.result_token}?offset=${ROWS - 1}`,
    );
    expect(page.rows[0]?.[2]).to.equal(0);
    const up = await view({ sort: [{ column: 'city' }] });
    expect(up.rows[0]?.[1]).to.equal('100% Oslo');
    const again = await view({ sort: [{ column: 'city', descending: true }] });
    expect(again.rows[0]?.[1]).to.equal('Rome');
  });

  for (const [filter, count] of [
    [{ column: 'city', is: 'equal', value: "L'Aquila" }, 625],
    [{ column: 'city', is: 'not_equal', value: 'Rome' }, 1_250],
    [{ column: 'city', is: 'contains', value: '% o' }, 625],
    [{ column: 'city', is: 'contains', value: '_' }, 0],
    [{ column: 'city', is: 'empty' }, 625],
    [{ column: 'city', is: 'not_empty' }, 1_875],
    [{ column: 'AMOUNT', is: 'at_least', value: 990 }, AMOUNTS.filter((one) => one >= 990).length],
    [{ column: 'amount', is: 'at_most', value: '9' }, AMOUNTS.filter((one) => one <= 9).length],
    [{ column: 'city', is: 'equal', value: "x' OR '1'='1" }, 0],
    [{ column: 'city', is: 'equal', value: "x'); DROP TABLE sales; --" }, 0],
  ] as const)
    it(`is filtered: ${JSON.stringify(filter)}`, async () => {
      expect((await view({ filters: [filter] })).total_rows).to.equal(count);
    });

  it('takes only columns of the result, and values that fit them', async () => {
    for (const [body, why] of [
      [{ sort: [{ column: 'nothing' }] }, '422'],
      [{ sort: [{ column: 'id" FROM sales --' }] }, '422'],
      [{}, 'Send sort or filters'],
      [{ filters: [{ column: 'amount', is: 'at_least', value: 'many' }] }, '422'],
      [{ filters: [{ column: 'amount', is: 'like', value: '%' }] }, '422'],
    ] as const)
      expect(await view(body).catch((error: Error) => error.message)).to.contain(why);
  });

  it('is another person’s to see as little as the result itself', async () => {
    const caller = callerOf(own.service.url, own.service.apiKey);
    const { status } = await caller('POST', `/clients/${own.clientId}/results/${token}/view`, {
      user: 'ann',
      body: { sort: [{ column: 'id' }] },
    });
    expect(status).to.equal(404);
  });

  it('is refused once the data has changed', async () => {
    await own.upload(csv(1), 'sales.csv');
    const refused = await view({ sort: [{ column: 'id' }] }).catch((error: Error) => error.message);
    expect(refused).to.match(/409|404/);
  });
});
