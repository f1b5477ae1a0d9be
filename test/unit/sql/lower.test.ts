import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import type { Literal } from '#src/plugin-api/query.ts';
import { byRegion, column, select, where } from '../../fixtures/lowering-cases.ts';

describe('IR lowered to DuckDB', () => {
  it('is written for people', () => {
    expect(lowerDuckdb(select(byRegion))).to.equal(
      'SELECT region, SUM(amount) AS total\nFROM sales\nGROUP BY region\nORDER BY total DESC NULLS LAST',
    );
  });

  it('quotes what is no plain name', () => {
    const sql = lowerDuckdb(
      select({
        from: { table: 'order', alias: 'order' },
        select: [{ expr: column('a "b"', 'order'), as: 'a "b"' }],
      }),
    );
    expect(sql).to.equal('SELECT "a ""b"""\nFROM "order"');
  });

  it('refuses a number that is none', () => {
    const broken: Literal = { kind: 'literal', type: 'integer', value: '1; DROP TABLE sales' };
    expect(() =>
      lowerDuckdb(where({ kind: 'compare', op: '=', left: column('amount'), right: broken })),
    ).to.throw(RangeError);
  });
});
