import { expect } from 'chai';
import { createPostgresDialect } from '#plugins/sources/postgres/dialect/index.ts';
import { untriedNotes } from '#src/check/untried-rows.ts';
import { catalogOf, column, table } from '../guard/fixtures.ts';

const dialect = createPostgresDialect();
const withGaps = (nullCount: number) => ({
  ...{ distinctCount: 3, nullCount, min: null, max: null, samples: [], unique: false },
});
const catalog = catalogOf([
  table('tickets', [
    column('id', 'integer'),
    { ...column('status', 'text'), profile: withGaps(4) },
    { ...column('region', 'text'), profile: withGaps(0) },
  ]),
]);

async function notes(condition: string): Promise<readonly string[]> {
  const sql = `SELECT count(*) FROM tickets WHERE ${condition}`;
  const parsed = await dialect.parse(sql, catalog, AbortSignal.timeout(60_000));
  if ('refusal' in parsed) throw new Error(parsed.refusal.text);
  return untriedNotes(parsed.facts, catalog);
}

describe('rows without a value, of which one is denied', () => {
  const SAID = ['Rows without status are left out.'];

  it('are said to be left out, once', async () => {
    expect(await notes("status <> 'paid'")).to.deep.equal(SAID);
    expect(await notes("status NOT IN ('paid', 'void')")).to.deep.equal(SAID);
    expect(await notes("status <> 'paid' AND status <> 'void'")).to.deep.equal(SAID);
    expect(await notes("id IN (SELECT id FROM tickets WHERE status <> 'paid')")).to.deep.equal(
      SAID,
    );
  });

  it('are not where they are kept, asked for, or there are none', async () => {
    for (const condition of [
      "status <> 'paid' OR status IS NULL",
      "status = 'paid'",
      "region <> 'N'",
    ])
      expect(await notes(condition), condition).to.deep.equal([]);
  });
});
