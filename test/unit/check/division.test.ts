import { expect } from 'chai';
import { checkDivision, checkQuotients } from '#src/check/division.ts';
import { openParser, type Parser } from './parser.ts';

type Type = 'integer' | 'decimal' | 'text';

/** A statement, the types of its result, and the column whose fraction is dropped. */
const QUOTIENTS: readonly (readonly [sql: string, types: readonly Type[], lost: string | null])[] =
  [
    ['SELECT SUM(paid) / COUNT(*) AS paid FROM orders', ['integer'], 'paid'],
    ['SELECT SUM(paid) / COUNT(*) AS paid FROM orders', ['decimal'], null],
    ['SELECT ROUND(SUM(paid) / COUNT(*)) AS paid FROM orders', ['integer'], null],
    ['SELECT CAST(SUM(paid) / COUNT(*) AS INTEGER) AS paid FROM orders', ['integer'], null],
    ['SELECT SUM(paid) * COUNT(*) AS paid FROM orders', ['integer'], null],
    [
      'SELECT city, SUM(paid) / COUNT(*) AS paid FROM orders GROUP BY 1',
      ['text', 'integer'],
      'paid',
    ],
    ['SELECT paid, SUM(paid) / COUNT(*) AS p FROM orders GROUP BY 1', ['integer', 'decimal'], null],
    ['SELECT paid / 100 AS bin FROM orders', ['integer'], null],
    ['SELECT paid / 100 AS paid_rate FROM orders', ['integer'], 'paid rate'],
    ['SELECT paid / (SELECT SUM(paid) FROM orders) AS paid FROM orders', ['integer'], 'paid'],
  ];

const DIVISIONS: readonly (readonly [sql: string, outcome: string])[] = [
  ['SELECT SUM(paid) AS paid FROM orders', 'skipped'],
  ['SELECT SUM(paid) / COUNT(*) AS paid FROM orders', 'passed'],
  ['SELECT SUM(paid) // COUNT(*) AS paid FROM orders', 'failed'],
  ['SELECT paid // 100 AS bin FROM orders', 'passed'],
  ['SELECT SUM(mean) AS s FROM (SELECT SUM(paid) // COUNT(*) AS mean FROM orders) AS t', 'failed'],
];

describe('a division of whole numbers', () => {
  let parser: Parser;
  before(async () => {
    parser = await openParser([
      "CREATE TABLE orders AS SELECT i AS order_id, i * 3 AS paid, 'Ghent' AS city FROM range(1, 9) t(i)",
    ]);
  });
  after(() => parser.close());

  for (const [sql, types, lost] of QUOTIENTS)
    it(`${lost === null ? 'loses nothing' : `loses the fraction of ${lost}`} as ${types.join(', ')}: ${sql}`, async () => {
      const columns = types.map((type, at) => ({ name: `c${at}`, type, nativeType: type }));
      const found = checkQuotients(await parser.factsOf(sql), columns);
      expect(found.map(({ detail }) => detail)).to.deep.equal(
        lost === null ? [] : [`${lost} divides whole numbers and drops the decimals.`],
      );
    });

  for (const [sql, outcome] of DIVISIONS)
    it(`${outcome} by its text: ${sql}`, async () => {
      expect(checkDivision(await parser.factsOf(sql)).outcome).to.equal(outcome);
    });
});
