import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import { otherReading, plan } from '#src/shapes/plan.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';

const NOW = new Date('2026-06-15T12:00:00Z');
const TABLES = [
  `CREATE TABLE keepers (keeper_id INTEGER PRIMARY KEY, keeper_name VARCHAR, town VARCHAR)`,
  `INSERT INTO keepers SELECT i, 'Keeper ' || i, ['Ghent', 'Bruges'][1 + i % 2] FROM range(1, 20) t(i)`,
  `CREATE TABLE wards (keeper_id INTEGER REFERENCES keepers, ward_name VARCHAR, sex VARCHAR)`,
  `INSERT INTO wards SELECT 1 + i % 19, ['Ann', 'Bo', 'Cy', 'Di'][1 + i % 4], ['F', 'M'][1 + i % 2] FROM range(1, 30) t(i)`,
];

describe('what else a question may mean', () => {
  let world: OfflineCatalog;

  before(async () => {
    world = await catalogFromSql(TABLES);
  });
  after(() => world.close());

  const request = (question: string) => ({
    ...{ question, catalog: world.catalog, values: world.values, history: [], now: NOW },
  });
  const planned = (question: string) => {
    const found = plan(request(question));
    if (found.kind !== 'query') throw new Error(`${question}: ${found.kind}`);
    return found;
  };
  const otherOf = (question: string) =>
    otherReading(request(question), planned(question).query as SelectQuery);
  const sqlOf = (query: SelectQuery) => lowerDuckdb(query).replace(/\s+/g, ' ');

  it('is what the examples have for it, where that is another query', () => {
    const question = 'how many female wards are there?';
    expect(sqlOf(planned(question).query as SelectQuery)).to.equal(
      `SELECT COUNT(DISTINCT ward_name) AS count FROM wards WHERE sex = 'F'`,
    );
    const other = otherOf(question);
    expect(other && sqlOf(other.query)).to.equal(
      `SELECT COUNT(*) AS count FROM wards WHERE sex = 'F'`,
    );
    expect(other?.restatement).to.equal('Number of wards where sex is "F"');
  });

  it('is nothing where they have the same', () => {
    for (const question of ['how many keepers are there', 'names of the keepers in Ghent'])
      expect(otherOf(question), question).to.equal(null);
  });

  it('is nothing of a question in another language, or of one that follows others', () => {
    const question = 'how many female wards are there?';
    const { query } = planned(question);
    const turn = { question: 'how many keepers are there', query: null };
    const followed = { ...request(question), history: [turn] };
    expect(otherReading(followed, query as SelectQuery)).to.equal(null);
    const german = request('Wie viele Namen haben die Keeper in Ghent?');
    expect(otherReading(german, query as SelectQuery)).to.equal(null);
  });

  it('is planned when it is asked for, and so is the first meaning', () => {
    const question = 'how many female wards are there?';
    const other = otherOf(question)!;
    const asked = planned(other.question);
    expect(structuredClone(asked.query)).to.deep.equal(structuredClone(other.query));
    expect(asked.heldTo).to.equal(question);
    const first = planned(question);
    const own = planned(
      `${question} (meaning: Number of different ward name of wards where sex is "F")`,
    );
    expect(structuredClone(own.query)).to.deep.equal(structuredClone(first.query));
  });

  it('is no answer where the question has no such meaning', () => {
    const found = plan(request('how many female wards are there? (meaning: everything)'));
    expect(found.kind).to.not.equal('query');
  });

  it('is looked for where the examples deny rows of what is shown and tell them apart by rows of others', async () => {
    const parts = await catalogFromSql([
      'CREATE TABLE goods (goods_id INTEGER PRIMARY KEY, goods_name VARCHAR)',
      `INSERT INTO goods VALUES (1, 'sesame'), (2, 'poppy'), (3, 'cumin')`,
      'CREATE TABLE features (feature_id INTEGER PRIMARY KEY, feature_name VARCHAR, feature_type_code VARCHAR)',
      `INSERT INTO features VALUES (1, 'slow', 'Grade'), (2, 'fast', 'Grade'), (3, 'hot', 'Colour'), (4, 'slow', 'Colour')`,
      'CREATE TABLE goods_features (goods_id INTEGER REFERENCES goods, feature_id INTEGER REFERENCES features)',
      'INSERT INTO goods_features VALUES (1, 1), (1, 3), (2, 2), (3, 3)',
    ]);
    const { catalog, values } = parts;
    const question =
      "What are the names of the features of the goods 'sesame' that have the feature type code 'Grade'?";
    const asked = { question, catalog, values, history: [], now: NOW };
    const found = plan(asked);
    expect(found.kind).to.equal('query');
    if (found.kind !== 'query') return;
    expect(otherReading(asked, found.query as SelectQuery)).to.equal(null);
    await parts.close();
  });
});
