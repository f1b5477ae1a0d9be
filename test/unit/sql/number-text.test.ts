import { expect } from 'chai';
import fc from 'fast-check';
import { isNumber, plainNumber } from '#src/sql/number-text.ts';

describe('a number as text', () => {
  it('is told from other texts of a column of numbers', () => {
    for (const text of ['1', '-12', '+3', '12345678901234567890', '1.50', '-0.5e-10', '1E+30'])
      expect(isNumber(text, 'decimal'), text).to.equal(true);
    for (const text of ['', 'x1', '1x', '1.', '.5', '1.5.2', '1e', 'e5', '--1', '1 2', 'NaN'])
      expect(isNumber(text, 'decimal'), text).to.equal(false);
    expect(isNumber('12', 'text')).to.equal(false);
    expect(isNumber('12', 'integer')).to.equal(true);
    expect(isNumber('12', 'float')).to.equal(true);
    expect(isNumber(12, 'text')).to.equal(true);
    expect(isNumber(null, 'integer')).to.equal(false);
  });

  it('is written without an exponent', () => {
    const cases: readonly (readonly [number | string, string])[] = [
      [1e-7, '0.0000001'],
      ['-1.5e-3', '-0.0015'],
      ['1.5e3', '1500'],
      ['12.345e1', '123.45'],
      ['1.5E+1', '15'],
      ['15e-1', '1.5'],
      ['15e-2', '0.15'],
      ['+2e2', '+200'],
      [12.5, '12.5'],
      ['007', '007'],
    ];
    for (const [given, plain] of cases) expect(plainNumber(given)).to.equal(plain);
  });

  it('stays the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const plain = plainNumber(value);
        expect(plain).not.to.match(/e/i);
        expect(Number(plain)).to.equal(value);
      }),
    );
  });
});
