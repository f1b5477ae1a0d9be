import { expect } from 'chai';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { readFragment } from '#src/catalog/semantics/fragment.ts';
import { metricDrafts } from '#src/catalog/semantics/metric-draft.ts';
import { openTestDuckdb, type TestDuckdb } from '../../fakes/duckdb-parser.ts';
import { catalogOf, column, table } from '../guard/fixtures.ts';

const CATALOG = catalogOf([
  table('sales', [
    column('region', 'text'),
    column('unit_price', 'decimal'),
    column('quantity', 'integer'),
    column('sold_on', 'date'),
    column('store_id', 'integer'),
  ]),
  table('stores', [column('store_id', 'integer'), column('city', 'text')]),
]);
const NONE = { filters: [], others: [] };
const SUM = 'SUM(quantity)';

/** Statements, and the metrics that they could be; those of no metric at all have none. */
const CASES: readonly (readonly [sql: string, drafts: readonly object[]])[] = [
  [
    'SELECT SUM(quantity) FROM sales',
    [{ name: 'quantity', table: 'sales', expression: SUM, ...NONE }],
  ],
  [
    'SELECT region, SUM(s.quantity * s.unit_price) AS revenue FROM sales s GROUP BY region',
    [{ name: null, table: 'sales', expression: 'SUM(quantity * unit_price)', ...NONE }],
  ],
  ['SELECT COUNT(*) FROM sales', [{ name: null, table: 'sales', expression: 'COUNT(*)', ...NONE }]],
  [
    'SELECT COUNT(DISTINCT region), AVG(quantity), AVG(quantity) FROM sales',
    [
      { name: null, table: 'sales', expression: 'COUNT(DISTINCT region)', ...NONE },
      { name: null, table: 'sales', expression: 'AVG(quantity)', ...NONE },
    ],
  ],
  [
    "SELECT SUM(quantity) FROM sales WHERE region = 'O''Hare' AND quantity BETWEEN 1 AND 9 AND region NOT IN ('a', 'b')",
    [
      {
        name: 'quantity',
        table: 'sales',
        expression: SUM,
        filters: ["region = 'O''Hare'", 'quantity BETWEEN 1 AND 9', "region NOT IN ('a', 'b')"],
        others: [],
      },
    ],
  ],
  [
    "SELECT t.city, SUM(s.quantity) FROM sales s JOIN stores t ON s.store_id = t.store_id WHERE t.city = 'Bonn' AND s.region IS NOT NULL GROUP BY t.city",
    [
      {
        name: 'quantity',
        table: 'sales',
        expression: SUM,
        filters: ['region IS NOT NULL'],
        others: ["t.city = 'Bonn'"],
      },
    ],
  ],
  [
    "SELECT SUM(CASE WHEN region = 'a' THEN quantity ELSE 0 END) * 1.0 / SUM(quantity) FROM sales",
    [
      {
        name: null,
        table: 'sales',
        expression: "(SUM(CASE WHEN region = 'a' THEN quantity ELSE 0 END) * 1.0) / SUM(quantity)",
        ...NONE,
      },
    ],
  ],
  [
    "SELECT SUM(quantity) FILTER (WHERE region = 'a') FROM sales",
    [
      {
        name: 'quantity',
        table: 'sales',
        expression: "SUM(quantity) FILTER (WHERE region = 'a')",
        ...NONE,
      },
    ],
  ],
  ['SELECT region, quantity FROM sales', []],
  ['SELECT COUNT(*) FROM sales s JOIN stores t ON s.store_id = t.store_id', []],
  ['SELECT SUM(s.quantity * t.store_id) FROM sales s JOIN stores t ON s.store_id = t.store_id', []],
  ['SELECT SUM(n) FROM (SELECT quantity AS n FROM sales) t', []],
  ['WITH t AS (SELECT SUM(quantity) AS n FROM sales GROUP BY region) SELECT AVG(n) FROM t', []],
  ['SELECT SUM(quantity) FROM sales UNION ALL SELECT SUM(quantity) FROM sales', []],
  ['SELECT region, SUM(SUM(quantity)) OVER () FROM sales GROUP BY region', []],
];

describe('measures of a statement as drafts of metrics', () => {
  let duckdb: TestDuckdb;
  before(async () => {
    duckdb = await openTestDuckdb();
  });
  after(() => duckdb.close());

  for (const [sql, expected] of CASES)
    it(sql, async () => {
      const dialect = createDuckdbDialect(duckdb);
      const parsed = await dialect.parse(sql, CATALOG, AbortSignal.timeout(60_000));
      if ('refusal' in parsed) throw new Error(parsed.refusal.text);
      const drafts = metricDrafts(parsed.facts);
      expect(drafts).to.deep.equal(expected);
      for (const { table: name, expression, filters } of drafts) {
        const of = CATALOG.tables.find((one) => one.name === name);
        for (const text of [expression, ...filters])
          expect(of && readFragment(text, of), text).to.have.property('parts');
      }
    });
});
