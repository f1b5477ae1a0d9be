import { expect } from 'chai';
import { createPostgresDialect } from '#plugins/sources/postgres/dialect/index.ts';
import { checkNotIn } from '#src/check/not-in.ts';
import { catalogOf, column, table } from '../guard/fixtures.ts';

const dialect = createPostgresDialect();
const catalog = (nullable: boolean, nullCount: number | null) => {
  const profile =
    nullCount === null
      ? null
      : { distinctCount: 5, nullCount, min: null, max: null, samples: [], unique: false };
  return catalogOf([
    table('sales', [{ ...column('shop_id', 'integer'), nullable, profile }]),
    table('shops', [column('id', 'integer')]),
  ]);
};

async function outcome(over: ReturnType<typeof catalog>, inner: string): Promise<string> {
  const sql = `SELECT id FROM shops WHERE id NOT IN (${inner})`;
  const parsed = await dialect.parse(sql, over, AbortSignal.timeout(60_000));
  if ('refusal' in parsed) throw new Error(parsed.refusal.text);
  return checkNotIn(parsed.facts, over).outcome;
}

describe('the check of NOT IN', () => {
  const PLAIN = 'SELECT shop_id FROM sales';

  it('fails where a value that is left out may be empty', async () => {
    expect(await outcome(catalog(true, 3), PLAIN)).to.equal('failed');
    expect(await outcome(catalog(true, null), PLAIN)).to.equal('failed');
  });

  it('passes where none is, or may be', async () => {
    expect(await outcome(catalog(true, 0), PLAIN)).to.equal('passed');
    expect(await outcome(catalog(false, null), PLAIN)).to.equal('passed');
  });

  it('passes where the empty ones are left out, and only then', async () => {
    const some = catalog(true, 3);
    expect(await outcome(some, `${PLAIN} WHERE shop_id IS NOT NULL`)).to.equal('passed');
    expect(await outcome(some, `${PLAIN} WHERE shop_id > 5`)).to.equal('passed');
    expect(await outcome(some, `${PLAIN} WHERE shop_id IS NULL`)).to.equal('failed');
    expect(
      await outcome(some, 'SELECT s.shop_id FROM sales s JOIN shops h ON h.id = s.shop_id'),
    ).to.equal('passed');
    expect(
      await outcome(some, 'SELECT s.shop_id FROM sales s LEFT JOIN shops h ON h.id = s.shop_id'),
    ).to.equal('failed');
  });
});
