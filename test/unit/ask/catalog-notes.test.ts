import { expect } from 'chai';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { COMPANY_TODAY, generateCompany } from '../../fixtures/analytics/generate.ts';
import { type CompanyWorld, openCompany } from './analytics/world.ts';
import { principal } from './harness.ts';

/** Notes of people, one hidden and one sensitive column. */
function annotated(catalog: Catalog): Catalog {
  const closed: Readonly<Record<string, object>> = {
    unit_price: { hidden: true },
    segment: { sensitive: true, profile: null },
    revenue: { unit: 'USD', description: 'What a line brought in.' },
  };
  return {
    ...catalog,
    tables: catalog.tables.map((table) => ({
      ...table,
      columns: table.columns.map((column) => ({ ...column, ...closed[column.name] })),
    })),
    meaning: {
      metrics: [
        {
          name: 'net revenue',
          synonyms: ['turnover'],
          table: 'order_lines',
          expression: ['SUM(', { column: 'revenue' }, ')'],
          filters: [],
          fn: 'sum',
          additive: true,
          description: 'Revenue of all lines.',
          signedBy: 'Ada',
        },
      ],
      values: [{ table: 'orders', column: 'status', value: 'Cancelled', synonyms: ['dropped'] }],
      rules: [
        'A customer is churned after 90 days without an order.',
        'The unit price of churned customers is secret.',
      ],
      examples: [],
    },
  };
}

describe('questions that the catalog and its notes answer', () => {
  let company: CompanyWorld;

  before(async () => {
    company = await openCompany((folder) => generateCompany(folder), COMPANY_TODAY, {}, annotated);
  });
  after(() => company.close());

  const cases: readonly (readonly [string, RegExp])[] = [
    ['what does churned mean?', /^A customer is churned after 90 days without an order\.$/],
    [
      'what does revenue mean',
      /^Revenue of order lines is a measure in USD that can be summed.*: What a line brought in\.$/,
    ],
    [
      'how is turnover calculated?',
      /^net revenue: SUM\(revenue\) of order_lines, certified by Ada\. Revenue of all lines\.$/,
    ],
    ['what is meant by dropped', /^Dropped means Cancelled, a value of status of orders\.$/],
    ['what does Cancelled mean', /^Cancelled is a value of status of orders\.$/],
    [
      'what values does status have?',
      /^Status of orders has these values: Completed, Cancelled\.$/,
    ],
    ['which values does channel have', /Counter, Online, Phone|these values: /],
    [
      'what are the possible values of product category',
      /^Category of products has these values: /,
    ],
    ['what values does segment have', /^Values of segment of customers aren't shown\.$/],
    [
      'how are orders and customers linked?',
      /^Each row of orders matches one row of customers, joined on customer id\.$/,
    ],
    [
      'how are order lines related to stores',
      /^Each row of order lines matches (?:at most )?one row of orders, joined on order id; each row of orders matches one row of stores, joined on store id\.$/,
    ],
    ['are orders and customers related', /^Each row of orders matches one row of customers/],
    [
      'since when do we have data',
      /^The dates in the data: .*order date of orders from 2024-09-01 to 2026-10-31/,
    ],
    ['what period does the data cover?', /order date of orders from 2024-09-01 to 2026-10-31/],
    [
      'how far back do orders go',
      /^The dates in the data: order date of orders from 2024-09-01 to 2026-10-31\.$/,
    ],
  ];
  for (const [question, expected] of cases)
    it(question, async () => {
      company.ran.length = 0;
      const answer = await company.ask(question);
      expect([answer.type, answer.agent], answer.explanation).to.deep.equal(['rag', 'Catalog']);
      expect(answer.explanation).to.match(expected);
      expect(answer.sql).to.equal(null);
      expect(company.ran).to.deep.equal([]);
    });

  it('knows nothing of hidden columns', async () => {
    for (const question of ['what does unit price mean', 'what values does unit_price have']) {
      const answer = await company.ask(question);
      expect(answer.result).to.equal('error');
      expect(answer.explanation).not.to.match(/secret|measure/);
    }
  });

  it('says neither values nor dates to who sees only some rows', async () => {
    const policy = { filter: { region: 'West' }, hash: 'west' };
    for (const question of ['what values does status have', 'since when do we have data']) {
      const answer = await company.ask(question, { principal: principal({ policy }) });
      expect(answer.data?.rows).to.deep.equal([]);
      expect(answer.explanation).to.match(/^Your key only has access to some rows/);
      expect(answer.explanation).not.to.match(/\d/);
    }
  });

  it('tells no value by the name that people gave it to who sees only some rows', async () => {
    const question = 'what does dropped mean';
    expect((await company.ask(question)).explanation).to.match(/^Dropped means Cancelled/);
    const policy = { filter: { region: 'West' }, hash: 'west' };
    const answer = await company.ask(question, { principal: principal({ policy }) });
    expect(JSON.stringify(answer)).not.to.match(/cancelled/i);
  });

  it('says that a word is not defined, and where to define it', async () => {
    const answer = await company.ask('what does dormant mean?');
    expect(answer.error?.declineReason).to.equal('not_in_data');
    expect(answer.explanation).to.match(/^"dormant" isn't defined in this workspace\. .*rule/);
  });

  it('leaves what the planner answers to it', async () => {
    const answer = await company.ask('how many customers');
    expect(answer.type).to.equal('text2sql');
  });
});
