import { expect } from 'chai';
import fc from 'fast-check';
import { decimalCell, distinctNames, integerCell, shortestSingle } from '#src/sql/cells.ts';

describe('cells of any engine', () => {
  it('keeps every integer exact', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 130n), 2n ** 130n), (value) => {
        expect(BigInt(integerCell(value))).to.equal(value);
        expect(integerCell(value.toString())).to.equal(integerCell(value));
      }),
    );
    expect(integerCell(9007199254740991n)).to.equal(9007199254740991);
    expect(integerCell(9007199254740992n)).to.equal('9007199254740992');
  });

  for (const [text, cell] of [
    ['12.50', 12.5],
    ['-0.05', -0.05],
    ['0.000', 0],
    ['123456789012345', 123456789012345],
    ['1234567890123456', '1234567890123456'],
    ['1000000000000000.00', '1000000000000000.00'],
    ['0.100000000000000000000000000000', 0.1],
    ['0.1234567890123456', '0.1234567890123456'],
  ] as const)
    it(`gives the decimal ${text} as ${JSON.stringify(cell)}`, () => {
      expect(decimalCell(text)).to.equal(cell);
    });

  it('writes a 32-bit float as short as it reads back', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true }), (value) => {
        expect(Math.fround(shortestSingle(value))).to.equal(value);
      }),
    );
    expect(shortestSingle(Math.fround(0.1))).to.equal(0.1);
  });

  it('numbers equal names in their order', () => {
    expect(distinctNames(['a', 'a', 'A', 'a_2', 'b'])).to.deep.equal([
      'a',
      'a_3',
      'A_4',
      'a_2',
      'b',
    ]);
    expect(distinctNames(['total', 'total'])).to.deep.equal(['total', 'total_2']);
  });
});
