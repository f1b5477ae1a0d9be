import { expect } from 'chai';
import { sameRows } from '#src/ask/readings/same-rows.ts';

describe('two results', () => {
  const SAME: readonly (readonly [string, unknown[][], unknown[][]])[] = [
    [
      'in another order',
      [
        ['a', 1],
        ['b', 2],
      ],
      [
        ['b', 2],
        ['a', 1],
      ],
    ],
    [
      'with columns in another order',
      [
        ['a', 1],
        ['b', 2],
      ],
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'where one shows a further column',
      [
        ['a', 1],
        ['b', 2],
      ],
      [
        ['a', 9, 1],
        ['b', 9, 2],
      ],
    ],
    ['with decimals as texts', [['0.3']], [[0.30000000000000004]]],
    ['of nothing', [], []],
    ['with null', [[null]], [[null]]],
  ];
  const OTHER: typeof SAME = [
    ['with another number', [['a', 1]], [['a', 2]]],
    [
      'with values of other rows',
      [
        ['a', 1],
        ['b', 2],
      ],
      [
        ['a', 2],
        ['b', 1],
      ],
    ],
    ['with more rows', [['a']], [['a'], ['a']]],
    ['with a row twice and another missing', [['a'], ['a'], ['b']], [['a'], ['b'], ['b']]],
    ['with null and an empty text', [[null]], [['']]],
    ['with null and 0', [[null]], [[0]]],
  ];
  for (const [what, left, right] of SAME)
    it(`${what} say the same`, () => {
      expect(sameRows(left as never, right as never)).to.equal(true);
      expect(sameRows(right as never, left as never)).to.equal(true);
    });
  for (const [what, left, right] of OTHER)
    it(`${what} do not`, () => {
      expect(sameRows(left as never, right as never)).to.equal(false);
    });
});
