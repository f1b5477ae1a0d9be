import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { plan as planByRules } from '#src/read/plan.ts';
import { candidatesFor } from '#src/shapes/candidates.ts';
import { isComplete } from '#src/shapes/complete.ts';
import { plan } from '#src/shapes/plan.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';

const NOW = new Date('2026-06-15T12:00:00Z');
const TABLES = [
  `CREATE TABLE studios (studio_id INTEGER, studio_name VARCHAR, city VARCHAR, floor_area INTEGER)`,
  `INSERT INTO studios SELECT i, 'Studio ' || i, ['Ghent', 'Bruges', 'Ostend'][1 + i % 3], 40 + (i * 37) % 91 FROM range(1, 13) t(i)`,
  `CREATE TABLE lessons (lesson_id INTEGER, studio_id INTEGER, style VARCHAR, price INTEGER)`,
  `INSERT INTO lessons SELECT i, 1 + (i * i) % 11, ['salsa', 'tango', 'swing'][1 + i % 3], 5 + i % 11 FROM range(1, 90) t(i)`,
];

describe('questions after examples', () => {
  let world: OfflineCatalog;

  before(async () => {
    world = await catalogFromSql(TABLES);
  });
  after(() => world.close());

  const request = (question: string) => ({
    ...{ question, catalog: world.catalog, values: world.values, history: [], now: NOW },
  });

  it('propose what they mean first', () => {
    for (const [question, shown] of [
      [
        'what was the studio name of whichever studio held the most lessons',
        /ORDER BY \( SELECT COUNT/,
      ],
      ['studio names of studios that never once hosted any lessons', /NOT EXISTS/],
    ] as const) {
      const [first] = candidatesFor(request(question))!.groups;
      expect(lowerDuckdb(first!.query).replace(/\s+/g, ' '), question).to.match(shown);
    }
  });

  it('read a word that the data has as a value, though a dictionary relates it to the name of its column', async () => {
    const fleet = await catalogFromSql([
      `CREATE TABLE tractors (tractor_id INTEGER, colour VARCHAR, mileage INTEGER)`,
      `INSERT INTO tractors SELECT i, ['green', 'red', 'blue'][1 + i % 3], 100 + (i * 37) % 91 FROM range(1, 30) t(i)`,
    ]);
    const { catalog, values } = fleet;
    const question = 'what would the average mileage of tractors from blue be';
    const [first] = candidatesFor({ question, catalog, values, history: [], now: NOW })!.groups;
    expect(lowerDuckdb(first!.query)).to.match(/colour = 'blue'/);
    await fleet.close();
  });

  it('count no rows for each of themselves, and take no greatest of yes and no', async () => {
    const fleet = await catalogFromSql([
      `CREATE TABLE ferries (ferry_id INTEGER PRIMARY KEY, flag VARCHAR, fare INTEGER, fare_paid BOOLEAN)`,
      `INSERT INTO ferries SELECT i, ['red', 'blue'][1 + i % 2], 10 + i, i % 3 = 0 FROM range(1, 30) t(i)`,
    ]);
    const { catalog, values } = fleet;
    for (const question of [
      'group the ferries by ferry and flag and tell the number of ferries of each',
      'what may be the maximum fare paid of the ferries',
    ]) {
      const { groups } = candidatesFor({ question, catalog, values, history: [], now: NOW })!;
      for (const { query } of groups)
        expect(lowerDuckdb(query), question).to.not.match(/GROUP BY ferry_id|MAX\(fare_paid\)/);
    }
    await fleet.close();
  });

  it('are not complete where a verb before a denial was passed over', async () => {
    const school = await catalogFromSql([
      `CREATE TABLE pupils (pupil_id INTEGER PRIMARY KEY, pupil_name VARCHAR)`,
      `INSERT INTO pupils SELECT i, 'Pupil ' || i FROM range(1, 20) t(i)`,
      `CREATE TABLE exams (exam_id INTEGER PRIMARY KEY, pupil_id INTEGER REFERENCES pupils, mark INTEGER)`,
      `INSERT INTO exams SELECT i, 1 + i % 11, 40 + i FROM range(1, 40) t(i)`,
    ]);
    const { catalog, values } = school;
    for (const [question, complete] of [
      ['pupil names of pupils that never once sat any exams', true],
      ['pupil names of pupils that enrolled but never once sat any exams', false],
    ] as const) {
      const found = candidatesFor({ question, catalog, values, history: [], now: NOW })!;
      const denying = found.groups.find(({ query }) => /NOT EXISTS/.test(lowerDuckdb(query)))!;
      expect(isComplete(denying, found), question).to.equal(complete);
    }
    await school.close();
  });

  it('do not count different numbers where a number is asked', async () => {
    const question = 'how many price are there in the lessons';
    const shown = candidatesFor(request(question))!.groups.map(({ query }) => lowerDuckdb(query));
    expect(shown.filter((sql) => /COUNT\(DISTINCT/.test(sql))).to.deep.equal([]);
  });

  it('say which of their words nothing was read in, and what is said where they are not sure enough', () => {
    for (const question of [
      'what was the studio name of whichever studio held the most lessons',
      'studio names of studios that never once hosted any lessons',
    ]) {
      const found = plan(request(question));
      if (found.kind !== 'query' || !found.byExample) continue;
      expect(found.heldTo).to.equal(question);
      expect(found.byExample.otherwise).to.deep.equal(planByRules(request(question)));
    }
  });

  it('are complete where no noun that stands for itself, no adjective and no number is left unread', () => {
    for (const [question, complete] of [
      ['what is the studio name of the studio with the largest floor area', true],
      ['what is the studio name of the glorp with the largest floor area', false],
      ['what is the studio name of the glorious studio with the largest floor area', false],
      ['studio names of studios that never once hosted any lessons', true],
    ] as const) {
      const candidates = candidatesFor(request(question))!;
      expect(isComplete(candidates.groups[0]!, candidates), question).to.equal(complete);
    }
  });

  it('are told which of their words a dictionary stands for', () => {
    const found = plan(request('how many different manners do the lessons have'));
    if (found.kind !== 'query') throw new Error(JSON.stringify(found));
    expect(lowerDuckdb(found.query)).to.match(/COUNT\(DISTINCT style\)/);
    expect(found.assumptions).to.include('"manners" was read as style.');
  });

  it('leave what the rules answer as it is', () => {
    for (const question of ['how many studios are there', 'lessons per style'])
      expect(plan(request(question))).to.deep.equal(planByRules(request(question)));
  });
});
