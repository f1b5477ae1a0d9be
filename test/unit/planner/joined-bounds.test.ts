import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { plan } from '#src/planner/planner.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';

const NOW = new Date('2026-06-15T12:00:00Z');

describe('what is joined by "as well as"', () => {
  let world: OfflineCatalog;

  before(async () => {
    world = await catalogFromSql([
      `CREATE TABLE crates (crate_id INTEGER, crate_name VARCHAR, price INTEGER, weight INTEGER)`,
      `INSERT INTO crates SELECT i, 'Crate ' || i, 5 + (i * 7) % 90, 10 + (i * 13) % 90 FROM range(1, 40) t(i)`,
    ]);
  });
  after(() => world.close());

  const planned = (question: string) =>
    plan({ question, catalog: world.catalog, values: world.values, history: [], now: NOW });

  it('is no column that is shown, and no second bound of the first, where a bound follows it', () => {
    for (const question of [
      'crate names of crates having price more than 40 as well as weight more than 20',
      'how many crates have price more than 40 as well as weight more than 20',
    ]) {
      const found = planned(question);
      if (found.kind !== 'query') continue;
      expect(lowerDuckdb(found.query), question).to.match(/weight > 20/);
    }
  });

  it('is a column that is shown where nothing follows it', () => {
    const found = planned('crate names of crates with price more than 40 as well as the weight');
    if (found.kind !== 'query') throw new Error(JSON.stringify(found));
    expect(lowerDuckdb(found.query)).to.match(/SELECT crate_name, weight/);
  });
});
