import { expect } from 'chai';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { describeAnswersOver, planOver } from '../planner/answered.ts';

const FERRIES = [
  `CREATE TABLE ports AS SELECT * FROM (VALUES (1, 'Kiel', 'north'), (2, 'Oslo', 'north'), (3, 'Genoa', 'south')) AS t(port_id, port_name, region)`,
  'ALTER TABLE ports ADD PRIMARY KEY (port_id)',
  `CREATE TABLE sailings AS SELECT i AS sailing_id, 1 + i % 3 AS port_id, DATE '2024-01-01' + i::INT * 9 AS sailing_date, 50 + i * 3 AS passengers FROM range(1, 70) t(i)`,
  'ALTER TABLE sailings ADD PRIMARY KEY (sailing_id)',
];
const SAILED = 'sailings JOIN ports USING (port_id)';

describeAnswersOver('two that are set against each other', FERRIES, {
  answered: [
    [
      'Kiel vs Oslo passengers',
      `SELECT port_name, sum(passengers) FROM ${SAILED} WHERE port_name IN ('Kiel', 'Oslo') GROUP BY 1`,
    ],
    ['number of sailings north versus south', `SELECT region, count(*) FROM ${SAILED} GROUP BY 1`],
    [
      'compare the sailings in Kiel and Genoa',
      `SELECT port_name, count(*) FROM ${SAILED} WHERE port_name <> 'Oslo' GROUP BY 1`,
    ],
    [
      '2024 vs 2025 passengers',
      `SELECT date_trunc('year', sailing_date)::DATE, sum(passengers) FROM sailings GROUP BY 1`,
    ],
    [
      'compare sailings in 2024 and 2025',
      `SELECT date_trunc('year', sailing_date)::DATE, count(*) FROM sailings GROUP BY 1`,
    ],
  ],
  open: [
    'Kiel vs north passengers',
    'Kiel vs Oslo vs Genoa passengers',
    'passengers of Kiel vs Oslo in 2024 by month',
    'compare Kiel and 2024',
  ],
});

const NURSERY = [
  `CREATE TABLE plants AS SELECT * FROM (VALUES (1, 'Ash', 'Tall tree', 30.0), (2, 'Fern', 'Shade plant', 4.0), (3, 'Oak', 'Tall tree', 50.0), (4, 'Rose', 'Shrub', 9.0))
    AS t(plant_id, plant_name, kind, price)`,
  'ALTER TABLE plants ADD PRIMARY KEY (plant_id)',
  `CREATE TABLE sales AS SELECT i AS sale_id, 1 + i % 4 AS plant_id, ['Kiel', 'Lund', 'Oslo'][1 + i % 3] AS town, i AS pieces FROM range(1, 40) t(i)`,
  'ALTER TABLE sales ADD PRIMARY KEY (sale_id)',
];
const averageOf = (...kinds: string[]) =>
  `SELECT kind, avg(price) FROM plants WHERE kind IN (${kinds.map((one) => `'${one}'`).join()}) GROUP BY 1`;

describeAnswersOver('the same number of each of several values', NURSERY, {
  answered: [
    ...[
      'Average price of tall trees compared with shade plants',
      'average price of tall trees and of shade plants',
      'Compare the average price of tall trees and shade plants.',
      'average price for tall trees versus shade plants',
    ].map((one) => [one, averageOf('Tall tree', 'Shade plant')] as const),
    [
      'Compare the average price of tall trees, shade plants and shrubs.',
      averageOf('Tall tree', 'Shade plant', 'Shrub'),
    ],
    [
      'Compare the number of sales in Kiel, Lund and Oslo',
      'SELECT town, count(*) FROM sales GROUP BY 1',
    ],
  ],
  open: [
    // A single value, other words behind them, or nothing to compare by.
    'compare the average price of shrubs',
    'Compare the average price of tall trees and shrubs without sales',
    'names of shrubs and of tall trees versus shade plants',
    'Kiel compared with Lund',
  ],
});

describe('a comparison by what is not said', () => {
  let data: OfflineCatalog;
  before(async () => {
    data = await catalogFromSql(FERRIES);
  });
  after(() => data.close());

  for (const question of ['compare Kiel and Oslo', 'north vs south'])
    it(`asks by what: ${question}`, () => {
      const asked = planOver(question, data);
      if (asked.kind !== 'clarify') throw new Error(JSON.stringify(asked));
      expect(asked.options.map(({ label }) => label)).to.include.members([
        'passengers',
        'number of sailings',
      ]);
      for (const option of asked.options)
        expect(planOver(option.question, data).kind, option.question).to.equal('query');
    });
});
