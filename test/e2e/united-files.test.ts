import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { shareWorkspace, type Workspace } from './workspace.ts';

interface Answered {
  readonly result: string;
  readonly sql: string;
  readonly explanation: string;
  readonly assumptions: readonly string[];
  readonly data: { readonly rows: readonly (readonly unknown[])[] };
}

/** A month of sales; the fourth column has amounts of the month, times a hundred. */
const month = (at: number, rows: number, total = '') =>
  [
    'order_day,customer,region,amount',
    ...Array.from({ length: rows }, (_, row) =>
      [
        `2024-0${at}-${String(row + 1).padStart(2, '0')}`,
        ['Acme', 'Blue', 'Core'][row % 3],
        ['North', 'South'][row % 2],
        at * 100 + row,
      ].join(','),
    ),
    total,
  ].join('\n');

const sumOf = (at: number, rows: number) => at * 100 * rows + (rows * (rows - 1)) / 2;

describe('a file a month', () => {
  let own: Workspace;
  const ask = (q: string) => own.ask<Answered>(q);
  const number = ({ data }: Answered) => Number(data.rows[0]!.at(-1));

  before(async () => {
    own = await shareWorkspace();
    await own.upload(month(1, 20), 'sales_2024_01.csv');
    await own.upload(month(2, 20), 'sales_2024_02.csv');
    await own.upload(month(3, 12, `Total,,,${sumOf(3, 12)}`), 'sales_2024_03.csv');
  });
  after(() => own.close());

  it('is asked as one table, and answers say so', async () => {
    const answer = await ask('total amount');
    expect(number(answer)).to.equal(sumOf(1, 20) + sumOf(2, 20) + sumOf(3, 12));
    expect(answer.assumptions.join()).to.contain('combines 3 tables');
    expect(number(await ask('total amount in February 2024'))).to.equal(sumOf(2, 20));
    expect(number(await ask('total amount in sales 2024 03'))).to.equal(sumOf(3, 12));
    const north = await ask('how many sales where region is North');
    expect(number(north)).to.equal(26);
  });

  it('shows nothing of a column that is closed in one of the files', async () => {
    const column = `/clients/${own.clientId}/schema/tables/sales_2024_02/columns/customer`;
    const mark = (sensitive: boolean) =>
      call(own.service, 'PATCH', `${column}?workspace_id=${own.workspaceId}`, { sensitive });
    expect((await ask('total amount by customer')).result).to.equal('success');
    await mark(true);
    expect((await ask('total amount by customer')).result).to.not.equal('success');
    await mark(false);
  });

  it('stays apart where the mapping says so', async () => {
    const form = new FormData();
    form.set('file', new Blob([month(3, 12)]), 'sales_2024_03.csv');
    form.set('mapping', JSON.stringify({ 'sales_2024_03.csv': { union: false } }));
    await call(own.service, 'POST', own.files, form);
    const answer = await ask('total amount in sales');
    expect(answer.result === 'success' ? number(answer) : null).to.be.oneOf([
      null,
      sumOf(1, 20) + sumOf(2, 20),
    ]);
    const { sql } = await ask('total sales 2024 03 amount');
    expect(sql).to.contain('FROM sales_2024_03');
  });
});
