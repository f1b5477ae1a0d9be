import { expect } from 'chai';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { expectRows, planOver } from './answered.ts';

const grid = (things: string, years: string, numbers: string) =>
  `SELECT *, ${numbers} FROM (VALUES ${things}) AS t(name, place, size), (VALUES ${years}) AS y(t_at)`;

const TABLES = [
  // A row for each school and year; students is counted anew, meals and money are amounts of the year.
  `CREATE TABLE schools AS SELECT name AS school, place AS town, t_at AS "year", students, meals_served, budget_gbp, trees FROM (${grid(
    `('Ashby', 'Leith', 300), ('Birch', 'Leith', 350), ('Coull', 'Perth', 400), ('Dunn', 'Ayr', 450)`,
    '(2022), (2023), (2024)',
    'size + 40 * (t_at - 2022) AS students, size * 10 + t_at AS meals_served, size * 100 AS budget_gbp, size / 10 AS trees',
  )})`,
  // Malmo was not counted in 2020.
  `CREATE TABLE cities AS SELECT name AS city, place AS country, t_at AS census_year, inhabitants, births FROM (${grid(
    `('Oslo', 'Norway', 600), ('Bergen', 'Norway', 280), ('Malmo', 'Sweden', 340)`,
    '(2010), (2015), (2020)',
    'size * 1000 + t_at AS inhabitants, size * 10 + t_at AS births',
  )}) WHERE NOT (name = 'Malmo' AND t_at = 2020)`,
  `CREATE TABLE shops AS SELECT name AS shop, t_at AS month, units_sold, revenue_eur, staff FROM (${grid(
    `('North', '', 30), ('South', '', 40)`,
    `(DATE '2025-01-01'), (DATE '2025-02-01'), (DATE '2025-03-01')`,
    'size + month(t_at) AS units_sold, size * 7 + month(t_at) AS revenue_eur, size - 3 * month(t_at) AS staff',
  )})`,
  // Two parts of a date in the key: neither alone is a period.
  `CREATE TABLE wards AS SELECT name AS ward, t_at AS "year", m AS month, beds, nurses_on_leave FROM (${grid(
    `('East', '', 30), ('West', '', 40)`,
    '(2024), (2025)',
    'm, size + m AS beds, size * 2 + m AS nurses_on_leave',
  )}, (VALUES (1), (2), (3)) AS z(m))`,
];

/** Question → SQL of the answer. */
const ANSWERS: readonly (readonly [question: string, sql: string])[] = [
  ['how many students are there', 'SELECT sum(students) FROM schools WHERE "year" = 2024'],
  ['total students', 'SELECT sum(students) FROM schools WHERE "year" = 2024'],
  ['number of students', 'SELECT sum(students) FROM schools WHERE "year" = 2024'],
  ['students by town', 'SELECT town, sum(students) FROM schools WHERE "year" = 2024 GROUP BY 1'],
  ['students in Leith', `SELECT sum(students) FROM schools WHERE "year" = 2024 AND town = 'Leith'`],
  [
    'top 2 schools by students',
    `SELECT school, students FROM schools WHERE "year" = 2024 ORDER BY 2 DESC LIMIT 2`,
  ],
  ['total students in 2023', 'SELECT sum(students) FROM schools WHERE "year" = 2023'],
  ['total students since 2024', 'SELECT sum(students) FROM schools WHERE "year" = 2024'],
  ['total students by year', 'SELECT "year", sum(students) FROM schools GROUP BY 1'],
  ['total students over all years', 'SELECT sum(students) FROM schools'],
  ['total staff', `SELECT sum(staff) FROM shops WHERE month = '2025-03-01'`],
  ['total staff in February 2025', `SELECT sum(staff) FROM shops WHERE month = '2025-02-01'`],
  ['beds by year and month', 'SELECT "year", month, sum(beds) FROM wards GROUP BY 1, 2'],
  // Amounts of each period add up.
  ['total meals served', 'SELECT sum(meals_served) FROM schools'],
  ['total budget', 'SELECT sum(budget_gbp) FROM schools'],
  ['total births', 'SELECT sum(births) FROM cities'],
  ['births by country', 'SELECT country, sum(births) FROM cities GROUP BY 1'],
  ['total revenue', 'SELECT sum(revenue_eur) FROM shops'],
  ['revenue by shop', 'SELECT shop, sum(revenue_eur) FROM shops GROUP BY 1'],
  ['total students by school', 'SELECT school, students FROM schools WHERE "year" = 2024'],
  ['total units sold', 'SELECT sum(units_sold) FROM shops'],
];

/** Question → options that are asked back. */
const ASKED: readonly (readonly [question: string, options: readonly string[]])[] = [
  ['total inhabitants', ['in 2020', 'by census year', 'over all years']],
  ['how many students since 2023', ['by year', 'over all years']],
  ['total trees', ['in 2024', 'by year', 'over all years']],
];

describe('sums of what is counted anew in each period', () => {
  let data: OfflineCatalog;
  before(async () => {
    data = await catalogFromSql(TABLES);
  });
  after(() => data.close());

  for (const [question, sql] of ANSWERS)
    it(`answers: ${question}`, () => expectRows(question, sql, data));

  for (const [question, labels] of ASKED)
    it(`asks which period is meant, with answers that can be sent back: ${question}`, () => {
      const asked = planOver(question, data);
      if (asked.kind !== 'clarify') throw new Error(JSON.stringify(asked));
      expect(asked.options.map(({ label }) => label)).to.deep.equal(labels);
      for (const { question: whole } of asked.options)
        expect(planOver(whole, data).kind, whole).to.equal('query');
    });

  for (const question of ['how many beds are there', 'beds by year', 'total beds in 2025'])
    it(`does not guess a month of a year: ${question}`, () =>
      expect(planOver(question, data).kind).to.not.equal('query'));

  it('says which period is taken', () => {
    const found = planOver('how many students are there', data);
    expect(found)
      .to.have.property('assumptions')
      .that.includes('students of schools is recorded for each year, so the latest is used: 2024.');
  });

  it('asks where rows can come after the catalog looked at them', () => {
    const live: OfflineCatalog = { ...data, catalog: { ...data.catalog, databaseId: 'db' } };
    expect(planOver('how many students are there', live).kind).to.equal('clarify');
  });

  it('adds up what people say adds up', async () => {
    const tables = data.catalog.tables.map((table) => ({
      ...table,
      columns: table.columns.map((column) => ({ ...column, additiveSaid: true as const })),
    }));
    const told: OfflineCatalog = { ...data, catalog: { ...data.catalog, tables } };
    await expectRows('total trees', 'SELECT sum(trees) FROM schools', told);
    await expectRows('total students', 'SELECT sum(students) FROM schools', told);
  });
});
