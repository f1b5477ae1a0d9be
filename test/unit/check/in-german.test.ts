import { expect } from 'chai';
import { createPostgresDialect } from '#plugins/sources/postgres/dialect/index.ts';
import { checkAskedFor } from '#src/check/asked-for/check.ts';
import { checkPeriod } from '#src/check/period.ts';
import { catalogOf, column, table } from '../guard/fixtures.ts';

const dialect = createPostgresDialect();
const catalog = catalogOf([
  table('wines', [
    column('name', 'text'),
    column('color', 'text'),
    { ...column('year', 'integer'), kind: 'time' },
    column('score', 'integer'),
  ]),
]);

async function told(question: string, sql: string): Promise<string> {
  const parsed = await dialect.parse(sql, catalog, AbortSignal.timeout(60_000));
  if ('refusal' in parsed) throw new Error(parsed.refusal.text);
  const asked = { question, today: '2026-11-29', seesAll: true };
  const writtenFor = { hits: [], context: '' };
  return [
    checkAskedFor(parsed.facts, catalog, { ...asked, writtenFor }),
    checkPeriod(parsed.facts, catalog, { ...asked, writtenFor }),
  ]
    .filter(({ outcome }) => outcome === 'warning')
    .map(({ detail }) => detail)
    .join(' ');
}

describe('a question in German that is read in part', () => {
  const SOUND = [
    ['Nenne die Namen der weißen Weine', "SELECT name FROM wines WHERE color = 'White'"],
    ['Welche Weine wurden nach 2008 erzeugt?', 'SELECT name FROM wines WHERE year > 2008'],
    ['Die drei besten Weine', 'SELECT name FROM wines ORDER BY score DESC LIMIT 3'],
    ['Welche Rebsorten kommen in mehr als einem Weingut vor?', 'SELECT name FROM wines'],
  ] as const;
  for (const [question, sql] of SOUND)
    it(`leaves alone: ${question}`, async () => {
      expect(await told(question, sql)).to.equal('');
    });

  it('still tells of more values than words could say, and of another year', async () => {
    const values = "SELECT name FROM wines WHERE color = 'White' AND name = 'Opus'";
    expect(await told('Wie viele Weine gibt es?', values)).to.match(/isn't in the question/);
    const year = 'SELECT name FROM wines WHERE year > 2010';
    expect(await told('Welche Weine wurden nach 2008 erzeugt?', year)).to.match(/2008/);
  });
});
