import { expect } from 'chai';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { namedMetrics, sameMetric } from '#src/ask/model/same-metric.ts';
import { semanticsDocument } from '#src/catalog/semantics/document.ts';
import { meaningOf } from '#src/catalog/semantics/meaning.ts';
import { metricQuery } from '#src/catalog/semantics/metric-query.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { openTestDuckdb, type TestDuckdb } from '../../../fakes/duckdb-parser.ts';
import type { OfflineCatalog } from '../../../fakes/offline-catalog.ts';
import { openRetail } from '../../planner/catalogs.ts';

const DOCUMENT = semanticsDocument.parse({
  metrics: [
    {
      name: 'net revenue',
      synonyms: ['net sales'],
      table: 'order_lines',
      expression: 'SUM(revenue)',
      filters: ['revenue > 100 OR quantity > 3'],
      signed_by: 'ann',
    },
    {
      name: 'units per line',
      table: 'order_lines',
      expression: 'SUM(quantity) * 1.0 / COUNT(*)',
      signed_by: 'ann',
    },
    { name: 'revenue', table: 'order_lines', expression: 'SUM(revenue)' },
  ],
});
const NET = '(l.revenue > 100 OR l.quantity > 3)';
const JOINED =
  'order_lines l JOIN orders o ON o.order_id = l.order_id JOIN stores s ON s.store_id = o.store_id';

const SAME: readonly (readonly [metric: string, sql: string])[] = [
  ['net revenue', 'SELECT SUM(revenue) AS r FROM order_lines WHERE revenue > 100 OR quantity > 3'],
  ['net revenue', `SELECT sum(l."revenue") FROM order_lines AS l WHERE (${NET})`],
  [
    'net revenue',
    `SELECT s.region, SUM(l.revenue) AS r FROM ${JOINED} WHERE ${NET} GROUP BY s.region`,
  ],
  ['net revenue', `SELECT SUM(l.revenue) FROM ${JOINED} WHERE ${NET} AND s.region = 'North'`],
  ['units per line', 'SELECT SUM(quantity) * 1.0 / COUNT(*) AS u FROM order_lines'],
];
const DIFFERENT: readonly (readonly [metric: string, sql: string])[] = [
  ['net revenue', 'SELECT SUM(revenue) FROM order_lines'],
  ['net revenue', 'SELECT SUM(revenue) FROM order_lines WHERE revenue > 100'],
  ['net revenue', 'SELECT SUM(revenue) FROM order_lines WHERE revenue > 100 OR quantity > 4'],
  ['net revenue', 'SELECT SUM(revenue) FROM order_lines WHERE revenue > 100 AND quantity > 3'],
  ['net revenue', 'SELECT SUM(quantity) FROM order_lines WHERE revenue > 100 OR quantity > 3'],
  ['net revenue', 'SELECT AVG(revenue) FROM order_lines WHERE revenue > 100 OR quantity > 3'],
  [
    'net revenue',
    'SELECT SUM(DISTINCT revenue) FROM order_lines WHERE revenue > 100 OR quantity > 3',
  ],
  ['net revenue', 'SELECT SUM(revenue) / 2 FROM order_lines WHERE revenue > 100 OR quantity > 3'],
  [
    'net revenue',
    'SELECT SUM(revenue) FILTER (WHERE quantity > 1) FROM order_lines WHERE revenue > 100 OR quantity > 3',
  ],
  // A join for nothing may drop rows; an outer join or a condition on it changes whose rows are summed.
  [
    'net revenue',
    `SELECT SUM(l.revenue) FROM order_lines l JOIN orders o ON o.order_id = l.order_id WHERE ${NET}`,
  ],
  [
    'net revenue',
    `SELECT o.channel, SUM(l.revenue) FROM orders o LEFT JOIN order_lines l ON o.order_id = l.order_id WHERE ${NET} GROUP BY o.channel`,
  ],
  [
    'net revenue',
    `SELECT o.channel, SUM(l.revenue) FROM order_lines l JOIN orders o ON o.order_id = l.order_id AND o.channel <> 'Phone' WHERE ${NET} GROUP BY o.channel`,
  ],
  [
    'net revenue',
    'SELECT SUM(x.revenue) FROM (SELECT * FROM order_lines WHERE revenue > 100 OR quantity > 3 LIMIT 2) x',
  ],
  [
    'net revenue',
    'SELECT SUM(revenue) FROM order_lines WHERE revenue > 100 OR quantity > 3 UNION ALL SELECT 1 FROM orders',
  ],
  ['units per line', 'SELECT SUM(quantity) / COUNT(*) FROM order_lines'],
  ['units per line', 'SELECT AVG(quantity) FROM order_lines'],
];

describe('a signed metric in a statement of a model', () => {
  let retail: OfflineCatalog;
  let duckdb: TestDuckdb;
  let catalog: Catalog;
  before(async () => {
    [retail, duckdb] = await Promise.all([openRetail(), openTestDuckdb()]);
    catalog = { ...retail.catalog, meaning: meaningOf(DOCUMENT, retail.catalog) };
  });
  after(async () => {
    duckdb.close();
    await retail.close();
  });
  const factsOf = async (sql: string) => {
    const dialect = createDuckdbDialect(duckdb);
    const parsed = await dialect.parse(sql, catalog, AbortSignal.timeout(30_000));
    if ('refusal' in parsed) throw new Error(parsed.refusal.text);
    return parsed.facts;
  };
  const isSame = async (name: string, sql: string) => {
    const metric = catalog.meaning!.metrics.find((one) => one.name === name)!;
    const signed = await factsOf(lowerDuckdb(metricQuery(metric)));
    return sameMetric(await factsOf(sql), signed, metric.table);
  };

  for (const [metric, sql] of SAME)
    it(`is the same: ${sql}`, async () => {
      expect(await isSame(metric, sql)).to.equal(true);
    });
  for (const [metric, sql] of DIFFERENT)
    it(`is another number: ${sql}`, async () => {
      expect(await isSame(metric, sql)).to.equal(false);
    });

  it('is one that the question names and somebody signed', () => {
    const names = (question: string) => namedMetrics(question, catalog).map(({ name }) => name);
    expect(names('How lopsided are net sales by region?')).to.deep.equal(['net revenue']);
    expect(names('net revenue and units per line')).to.have.members([
      'net revenue',
      'units per line',
    ]);
    expect(names('revenue by region')).to.deep.equal([]);
    expect(names('networks by region')).to.deep.equal([]);
  });
});
