import { expect } from 'chai';
import { breakdownQuery } from '#src/ask/breakdown-query.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import type { RowPolicy } from '#src/principal.ts';
import { readableCatalog, rowFiltersFor } from '#src/sql/guard-policy.ts';
import { PLAN } from '../ask/harness.ts';
import { retailCatalog } from '../ask/retail.ts';
import { SHOP } from './fixtures.ts';

const policy = (filter: RowPolicy['filter']): RowPolicy => ({
  filter,
  hash: JSON.stringify(filter),
});

const IN_A = [[{ column: 'tenant', value: 'a' }]];
const A_OR_PAID = [
  [
    { column: 'tenant', value: 'a' },
    { column: 'status', value: 'paid' },
  ],
];
const SHARED = { ...SHOP, tables: SHOP.tables.map((table) => ({ ...table, shared: true })) };

describe('the catalog of what a caller may read', () => {
  const cases: readonly (readonly [string, Catalog, RowPolicy])[] = [
    ['a filter of the caller', SHOP, policy({ TENANT: 'a' })],
    ['a filter of the workspace', { ...SHOP, rowFilter: IN_A }, policy({})],
    ['both', { ...SHOP, rowFilter: IN_A }, policy({ status: 'paid' })],
    ['a choice of columns', { ...SHOP, rowFilter: A_OR_PAID }, policy({})],
    ['a choice of columns, all shared', { ...SHARED, rowFilter: A_OR_PAID }, policy({})],
    ['a filter that no table has', SHOP, policy({ nowhere: 1 })],
    ['no filter', SHOP, policy({})],
  ];
  for (const [what, catalog, who] of cases)
    it(`has the tables that the guard lets through under ${what}`, () => {
      const allowed = catalog.tables.filter(({ name }) => {
        const facts = { tables: [name] } as Partial<QueryFacts> as QueryFacts;
        return 'filters' in rowFiltersFor(facts, catalog, who);
      });
      const readable = readableCatalog(catalog, who);
      expect(readable.tables).to.deep.equal(allowed);
      const names = allowed.map(({ name }) => name);
      for (const { from, to } of readable.relationships)
        expect(names).to.include.members([from.table, to.table]);
    });

  it('has no shared table of which it is unclear what the filter says', () => {
    const { tables } = readableCatalog({ ...SHARED, rowFilter: A_OR_PAID }, policy({}));
    expect(tables.map(({ name }) => name)).to.deep.equal(['orders', 'regions', 'rates']);
  });

  it('breaks a total down by a dimension that the caller may read', () => {
    const catalog = retailCatalog();
    const readable = readableCatalog(
      {
        ...catalog,
        tables: catalog.tables.map((table) =>
          table.name === 'orders' ? table : { ...table, shared: true },
        ),
      },
      policy({ nowhere: 1 }),
    );
    const query: SelectQuery = {
      ...(PLAN.query as SelectQuery),
      from: { table: 'order_lines', alias: 't' },
      select: [{ expr: { kind: 'aggregate', fn: 'count', arg: null, distinct: false }, as: 'n' }],
    };
    expect(JSON.stringify(breakdownQuery(query, catalog, 25))).to.contain('"orders"');
    expect(JSON.stringify(breakdownQuery(query, readable, 25))).to.not.contain('"orders"');
  });
});
