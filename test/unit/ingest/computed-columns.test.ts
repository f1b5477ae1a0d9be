import { expect } from 'chai';
import { expandedColumns } from '#workers/ingest/computed-columns.ts';

const CASES: readonly (readonly [string, string, readonly string[], number])[] = [
  ['columns that name none', 'CREATE TABLE t (a, b AS (a + 1), c AS (a * 2))', ['b', 'c'], 2],
  [
    'each with those that it names',
    'CREATE TABLE t (a, b AS (a), c AS (b + b), d AS (c + b))',
    ['b', 'c', 'd'],
    9,
  ],
  [
    'in any order and case, in quotes of all kinds',
    'CREATE TABLE "t (" (d AS ([C] + `b`), "c" AS ("B" + b), b AS (1))',
    ['b', 'c', 'd'],
    9,
  ],
  [
    'no comments, and no other tables’ parentheses',
    'CREATE TABLE t (b AS (1), -- c AS (b, b)\n /* b */ c AS (abs(b)))',
    ['b', 'c'],
    3,
  ],
  ['quotes within quotes', 'CREATE TABLE t ("b""x" AS (1), c AS ("b""x"))', ['b"x', 'c'], 3],
  ['a circle once', 'CREATE TABLE t (b AS (c), c AS (b))', ['b', 'c'], 5],
];

describe('expressions of computed columns', () => {
  for (const [name, sql, computed, count] of CASES)
    it(`count ${name}`, () => {
      expect(expandedColumns(sql, new Set(computed))).to.equal(count);
    });

  it('are counted at once where they double sixty times', () => {
    const names = Array.from({ length: 60 }, (_, n) => `c${n}`);
    const columns = names.map(
      (name, n) => `${name} AS (${n === 0 ? '1' : `c${n - 1} || c${n - 1}`})`,
    );
    expect(expandedColumns(`CREATE TABLE t (${columns.join()})`, new Set(names))).to.be.above(
      2 ** 60,
    );
  });
});
