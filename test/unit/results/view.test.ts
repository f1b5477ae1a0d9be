import { expect } from 'chai';
import { type ResultView, viewSql } from '#src/results/view.ts';

const answer = { sql: 'SELECT a, b FROM t -- rows', columns: ['a', 'B b', 'x', 'X'] };
const sqlOf = (dialect: string, view: Partial<ResultView>) =>
  viewSql(dialect, answer, { sort: [], filters: [], ...view });

describe('the statement of a sorted and filtered result', () => {
  it('stands around that of the answer, whose last line may be a comment', () => {
    expect(sqlOf('duckdb', { sort: [{ column: 'b b', descending: true }] })).to.equal(
      'SELECT *\nFROM (\nSELECT a, b FROM t -- rows\n) AS answer\nORDER BY "b b" DESC NULLS LAST',
    );
    expect(sqlOf('mysql', { sort: [{ column: 'a', descending: false }] })).to.match(
      /ORDER BY `a` IS NULL, `a` ASC$/,
    );
  });

  it('takes no name that the answer has twice or not at all', () => {
    for (const column of ['x', 'nothing', 'a" OR 1=1 --'])
      expect(sqlOf('duckdb', { filters: [{ column, is: 'empty' }] })).to.equal(null);
  });

  it('writes values as values', () => {
    const where = (dialect: string, value: string | number | boolean) =>
      /WHERE (.*)$/s.exec(
        sqlOf(dialect, { filters: [{ column: 'a', is: 'equal', value }] }) ?? '',
      )?.[1];
    expect(where('postgres', "O'Hara\\")).to.equal(`"a" = 'O''Hara\\'`);
    expect(where('mysql', "O'Hara\\")).to.equal(`\`a\` = 'O''Hara\\\\'`);
    expect(where('duckdb', 1e21)).to.equal('"a" = 1e+21');
    expect(where('duckdb', true)).to.equal('"a" = true');
  });

  it('meets all conditions', () => {
    const view = sqlOf('duckdb', {
      filters: [
        { column: 'a', is: 'contains', value: '100%' },
        { column: 'a', is: 'not_empty' },
        { column: 'a', is: 'at_least', value: 3 },
      ],
    });
    expect(view).to.contain(
      `WHERE STRPOS(LOWER(CAST("a" AS VARCHAR)), LOWER('100%')) > 0\n  AND "a" IS NOT NULL\n  AND "a" >= 3`,
    );
  });
});
