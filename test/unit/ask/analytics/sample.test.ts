import { expect } from 'chai';
import { generateSampleCsvs } from '#src/sample/generate.ts';
import { someOf } from '../../../fakes/full.ts';
import { principal } from '../harness.ts';
import { type CompanyWorld, openCompany } from './world.ts';

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
/** From the eighth month of the data on, but for July 2026, when a region was made to sell less, and the return from it. */
const QUIET_MONTHS = ['2024', '2025', '2026'].flatMap((year) =>
  MONTHS.map((month) => `${month} ${year}`)
    .slice(year === '2024' ? 7 : 0, year === '2026' ? 10 : 12)
    .filter((month) => month !== 'July 2026' && month !== 'August 2026'),
);

describe('analyses of the sample company', () => {
  let company: CompanyWorld;

  before(async () => {
    company = await openCompany(generateSampleCsvs, '2026-10-31');
  });
  after(() => company.close());

  it('finds the region that sold less in July', async () => {
    const answer = await company.ask('why did revenue fall in July 2026?');
    expect(answer.type).to.equal('analytics');
    expect(answer.agent).to.equal('Analytics');
    expect(answer.explanation).to.match(/Most of the change comes from region West /);
    expect(answer.data?.columns).to.deep.equal([
      'region',
      'June 2026',
      'July 2026',
      'change',
      'growth_percent',
      'share_of_change_percent',
    ]);
    expect(answer.data?.rows[0]?.[0]).to.equal('West');
    expect(answer.lineage?.grouped_by).to.include('region');
    expect(answer.assumptions).to.include('Compared with June 2026.');
    expect(answer.verification.status).to.equal('checked');
  });

  it('is not asked of all rows where the answer before is meant', async () => {
    const { sessionId } = await company.ask('how many customers are there', {
      conversation: { mode: 'new' },
    });
    const conversation = { mode: 'continue', sessionId: sessionId! } as const;
    const answer = await company.ask('what is the correlation between their quantity and revenue', {
      conversation,
    });
    expect(answer.error?.declineReason).to.equal('unsupported_question');
    expect(answer.explanation).to.contain('Write out what "their" means.');
    const alone = await company.ask('what is the correlation between quantity and revenue', {
      conversation,
    });
    expect(alone.result).to.equal('success');
  });

  it('names no cause in months where nothing was planted', async () => {
    const named: string[] = [];
    for (const what of ['revenue', 'orders'])
      for (const month of someOf(QUIET_MONTHS, what.length)) {
        const question = `why did ${what} change in ${month}`;
        const { result, explanation } = await company.ask(question);
        expect(result, question).to.equal('success');
        if (explanation.includes('Most of the change comes from'))
          named.push(`${question}: ${explanation}`);
      }
    expect(QUIET_MONTHS.length * 2).to.be.at.least(50);
    expect(named.length, named.join('\n')).to.be.at.most(1);
  });

  it('says what did not happen', async () => {
    const { explanation } = await company.ask('why did revenue rise in July 2026?');
    expect(explanation).to.match(/^Total revenue didn't rise in July 2026\. It fell by /);
  });

  it('leaves what one statement answers to it', async () => {
    for (const question of ['total revenue by region in 2025', 'top 5 products by revenue']) {
      const answer = await company.ask(question);
      expect([answer.type, answer.agent]).to.deep.equal(['text2sql', 'Text2SQL']);
    }
  });

  it('says its stages, the SQL before it is executing, and rows before words', async () => {
    const events = await company.events('which region drove the change in revenue in July');
    const names = events.map((one) => (one.event === 'status' ? one.stage : one.event));
    expect(names).to.deep.equal([
      'building_context',
      'routing',
      'agent_selected',
      'generating_sql',
      'checking_sql',
      'sql',
      'executing',
      'result',
      'verifying',
      'explaining',
      'explanation',
      'done',
    ]);
  });

  it('runs nothing in a dry run', async () => {
    company.ran.length = 0;
    const answer = await company.ask('is there a trend in revenue', { dryRun: true });
    expect([answer.result, answer.type, answer.data]).to.deep.equal(['dry_run', 'analytics', null]);
    expect(answer.sql).to.match(/revenue/i);
    expect(company.ran).to.deep.equal([]);
  });

  it('says which word is not in the data', async () => {
    const answer = await company.ask('why did happiness fall in July');
    expect(answer.error?.declineReason).to.equal('not_in_data');
    expect(answer.error?.message).to.include('happiness');
  });

  const rowsOf = async (question: string) => (await company.ask(question)).data!.rows;
  const yearly = `SELECT year(order_date), round(sum(revenue), 2) FROM order_lines JOIN orders USING (order_id) GROUP BY 1 ORDER BY 1`;

  it('shows the growth of each year against the one before, the last one so far', async () => {
    const answer = await company.ask('revenue growth by year');
    const [first, second, third] = (await company.data.run(yearly)).map(([, value]) =>
      Number(value),
    );
    const [[soFar]] = (await company.data.run(
      `SELECT round(sum(revenue), 2) FROM order_lines JOIN orders USING (order_id) WHERE order_date >= DATE '2025-01-01' AND order_date < DATE '2025-11-01'`,
    )) as [[number]];
    const growth = (value: number, before: number) =>
      Number((100 * (value / before - 1)).toFixed(1));
    const change = (value: number, before: number) => Number((value - before).toFixed(2));
    expect(answer.data).to.deep.equal({
      columns: ['year', 'total_revenue', 'previous', 'change', 'growth_percent', 'complete'],
      rows: [
        ['2024-01-01', first, null, null, null, true],
        ['2025-01-01', second, first, change(second!, first!), growth(second!, first!), true],
        ['2026-01-01', third, soFar, change(third!, soFar), growth(third!, soFar), false],
      ],
    });
    expect(answer.assumptions).to.include(
      "2026 isn't over yet or its data is incomplete: only days through 2026-10-31 are compared with 2025-01-01 to 2025-10-31.",
    );
    expect(await rowsOf('revenue growth in 2025')).to.deep.equal([answer.data!.rows[1]]);
    expect(await rowsOf('year over year revenue')).to.deep.equal(answer.data!.rows);
  });

  it('shows the growth of each member, in each month against that of the year before', async () => {
    const answer = await company.ask('year over year revenue growth by region');
    expect(answer.data!.rows).to.have.length(15);
    for (const [, , value, previous, change, percent] of answer.data!.rows as number[][]) {
      if (previous === null) continue;
      expect(change).to.be.closeTo(value! - previous!, 0.005);
      expect(percent).to.be.closeTo((100 * change!) / previous!, 0.06);
    }
    const months = await rowsOf('year over year revenue growth by month');
    expect(months).to.have.length(34);
    for (const [at, [, , previous]] of months.entries())
      expect(previous).to.equal(at < 12 ? null : months[at - 12]![1]);
  });

  it('asks what grows, and does not split a change by time', async () => {
    const nothing = await company.ask('year over year growth by region');
    expect(nothing.explanation).to.match(/^Growth of what\? .*growth by region and year/);
    const time = await company.ask('which month drove the growth in revenue');
    expect(time.explanation).to.match(/Ask for "revenue growth by month"/);
  });

  it('gives what part of all some rows are', async () => {
    const [[some, all]] = (await company.data.run(
      `SELECT count(*) FILTER (status = 'Cancelled'), count(*) FROM orders`,
    )) as [[number, number]];
    const percent = Number(((100 * Number(some)) / Number(all)).toFixed(1));
    for (const question of [
      'what percentage of orders are cancelled?',
      'percentage of orders that were cancelled',
      'share of cancelled orders',
    ]) {
      const answer = await company.ask(question);
      expect(answer.data!.rows, question).to.deep.equal([[Number(some), Number(all), percent]]);
      expect(answer.data!.columns).to.deep.equal(['cancelled_orders', 'orders', 'share_percent']);
      expect(answer.verification.status).to.equal('checked');
    }
    const [online] = await rowsOf('what share of revenue comes from online orders');
    expect(await rowsOf('share of online revenue')).to.deep.equal([online]);
    const statuses = await rowsOf('share of orders by status');
    expect(statuses.find(([status]) => status === 'Cancelled')).to.deep.equal([
      'Cancelled',
      Number(some),
      percent,
    ]);
  });

  it('gives the part of each member, and reads "by" as a group only where the data have it', async () => {
    const stores = await company.ask('what percent of orders are returned per store');
    expect(stores.data?.columns).to.deep.equal([
      'store',
      'returned_orders',
      'orders',
      'share_percent',
    ]);
    expect(stores.explanation).to.match(
      /^Share of returned orders in orders by store: the highest /,
    );
    expect(stores.verification.status).to.equal('checked');
    const phone = await company.ask('what percentage of orders are made by phone');
    expect(phone.data?.columns).to.deep.equal(['orders_from_phone', 'orders', 'share_percent']);
    const none = await company.ask('what percentage of orders are returned by wombat');
    expect(none.result).to.equal('error');
    company.ran.length = 0;
    const dry = await company.ask('what percent of orders are returned per store', {
      dryRun: true,
    });
    expect([dry.result, company.ran]).to.deep.equal(['dry_run', []]);
    expect(dry.sql).to.contain('GROUP BY');
  });

  it('has no share of what is no part', async () => {
    for (const question of ['share of happy revenue', 'what percentage of orders are revenue'])
      expect((await company.ask(question)).result, question).to.equal('error');
  });

  it('sees no row that its caller may not see', async () => {
    const policy = { filter: { status: 'Returned' }, hash: 'returned' };
    company.ran.length = 0;
    const question = 'why did the number of orders change in July 2026';
    const answer = await company.ask(question, { principal: principal({ policy }) });
    expect(answer.result, answer.explanation).to.equal('success');
    for (const sql of company.ran) expect(sql).to.match(/status\S* = 'Returned'/);
    const [[returned]] = (await company.data.run(
      `SELECT count(*) FROM orders WHERE status = 'Returned' AND order_date >= DATE '2026-07-01' AND order_date < DATE '2026-08-01'`,
    )) as [[number]];
    const at = answer.data!.columns.indexOf('July 2026');
    const told = answer.data!.rows.reduce((sum, row) => sum + Number(row[at]), 0);
    expect(told).to.equal(Number(returned));
  });

  it('ends with the signal', async () => {
    const stop = new AbortController();
    stop.abort(new Error('left'));
    const answer = await company.ask('why did revenue fall in July', {}, stop.signal);
    expect(answer.result).to.equal('error');
  });
});

describe('the bound on statements of an analysis', () => {
  it('looks at fewer dimensions where fewer may run', async () => {
    const company = await openCompany(generateSampleCsvs, '2026-10-31', {
      max_analysis_queries: 4,
    });
    await company.ask('why did revenue fall in July 2026?');
    expect(company.ran).to.have.length(4);
    await company.close();
  });
});
