import { expect } from 'chai';
import { createPostgresDialect } from '#plugins/sources/postgres/dialect/index.ts';
import { checkPeriod } from '#src/check/period.ts';
import { catalogOf, column, table } from '../guard/fixtures.ts';

const dialect = createPostgresDialect();
const catalog = catalogOf([
  table('temperatures', [
    column('city', 'text'),
    ...['jan', 'february', 'mar', 'margin'].map((name) => column(name, 'float')),
  ]),
  table('openings', [column('shop', 'text'), column('month', 'text')]),
]);

async function outcome(question: string, sql: string): Promise<string> {
  const parsed = await dialect.parse(sql, catalog, AbortSignal.timeout(60_000));
  if ('refusal' in parsed) throw new Error(parsed.refusal.text);
  return checkPeriod(parsed.facts, catalog, { question, today: '2026-11-29', seesAll: true })
    .outcome;
}

describe('a month that a table has a column of', () => {
  it('is kept to by the column of that month, and of no other', async () => {
    const sql = "SELECT jan FROM temperatures WHERE city = 'Oslo'";
    expect(await outcome('temperature of Oslo in January', sql)).to.equal('passed');
    expect(await outcome('temperature of Oslo in February', sql)).to.equal('warning');
    expect(
      await outcome(
        'coldest city in Feb',
        'SELECT city FROM temperatures ORDER BY february LIMIT 1',
      ),
    ).to.equal('passed');
  });

  it('is kept to by its name in a column of texts', async () => {
    const inMay = (month: string) => `SELECT shop FROM openings WHERE month = '${month}'`;
    expect(await outcome('shops with an opening in May', inMay('May'))).to.equal('passed');
    expect(await outcome('shops with an opening in May', inMay('June'))).to.equal('warning');
  });

  it('is not that of a year that is named, nor a word that begins alike', async () => {
    expect(await outcome('temperature in January 2025', 'SELECT jan FROM temperatures')).to.equal(
      'warning',
    );
    expect(await outcome('margin in March', 'SELECT margin FROM temperatures')).to.equal('warning');
  });
});
