import { expect } from 'chai';
import { createPostgresDialect } from '#plugins/sources/postgres/dialect/index.ts';
import { checkNonAdditiveSum } from '#src/check/additive.ts';
import { catalogOf, column, table } from '../guard/fixtures.ts';

const dialect = createPostgresDialect();
const followers = { ...column('followers', 'integer'), kind: 'measure', additive: 'snapshot' };
const catalog = catalogOf([
  table('people', [column('name', 'text'), followers as never]),
  table('counts', [
    column('name', 'text'),
    { ...column('day', 'date'), kind: 'time' },
    followers as never,
  ]),
]);

async function outcome(sql: string): Promise<string> {
  const parsed = await dialect.parse(sql, catalog, AbortSignal.timeout(60_000));
  if ('refusal' in parsed) throw new Error(parsed.refusal.text);
  return checkNonAdditiveSum(parsed.facts, catalog).outcome;
}

describe('a number that is a snapshot', () => {
  it('adds up over things, and not over time', async () => {
    expect(await outcome('SELECT SUM(followers) FROM people')).to.equal('passed');
    expect(await outcome('SELECT SUM(followers) FROM counts')).to.equal('warning');
    expect(await outcome('SELECT day, SUM(followers) FROM counts GROUP BY day')).to.equal('passed');
  });
});
