import { expect } from 'chai';
import fc from 'fast-check';
import { AGGREGATES } from '#workers/alasql/aggregates.ts';
import { fromUnits, roundTo, unitsOf } from '#workers/alasql/numbers.ts';
import { SCALARS } from '#workers/alasql/scalars.ts';

const scale = fc.integer({ min: 0, max: 6 });
const units = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

/** The decimal of so many units of 10^-scale, as its text says it. */
const decimal = (value: number | bigint, places: number) => {
  const digits = String(value < 0 ? -value : value).padStart(places + 1, '0');
  const at = digits.length - places;
  return Number(`${value < 0 ? '-' : ''}${digits.slice(0, at)}.${digits.slice(at)}0`);
};

const call = (name: string, ...args: readonly unknown[]) =>
  (SCALARS[name] as (...args: unknown[]) => unknown)(...args);

describe('exact decimals', () => {
  it('come back from their units', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e15, max: 1e15 }),
        fc.integer({ min: 1, max: 15 }),
        (n, s) => {
          expect(unitsOf(decimal(n, s), s)).to.equal(n);
          expect(fromUnits(n, s)).to.equal(decimal(n, s));
        },
      ),
    );
  });

  it('add, subtract and multiply as decimals do', () => {
    fc.assert(
      fc.property(units, units, scale, (a, b, s) => {
        const [x, y] = [decimal(a, s), decimal(b, s)];
        expect(call('F_ADD', x, y, s)).to.equal(decimal(a + b, s));
        expect(call('F_SUB', x, y, s)).to.equal(decimal(a - b, s));
        const product = BigInt(a) * BigInt(b);
        const size = product < 0n ? -product : product;
        if (s > 0 && size > 10n ** 15n)
          expect(() => call('F_MUL', x, y, s, s)).to.throw(/too many digits/);
        else if (s > 0) expect(call('F_MUL', x, y, s, s)).to.equal(decimal(product, 2 * s));
      }),
    );
  });

  it('sum to what BigInt sums to, or say that they cannot', () => {
    const values = fc.array(fc.option(fc.maxSafeInteger()), { maxLength: 30 });
    fc.assert(
      fc.property(values, (list) => {
        const sum = AGGREGATES['A_SUM']!;
        let state: unknown;
        for (const [at, value] of list.entries()) state = sum(value, state, at === 0 ? 1 : 2);
        const total = list.reduce<bigint>((all, value) => all + BigInt(value ?? 0), 0n);
        const found = sum(null, state, 3);
        if (list.every((value) => value === null)) expect(found).to.equal(null);
        else expect(BigInt(found as number | bigint)).to.equal(total);
      }),
    );
  });

  it('round half away from zero on the digits that are shown', () => {
    for (const [value, places, expected] of [
      [1.005, 2, 1.01],
      [2.675, 2, 2.68],
      [-2.5, 0, -3],
      [1e-7, 7, 1e-7],
      [1e21, 2, 1e21],
      [1250, -2, 1300],
      [0.5, 0, 1],
    ] as const)
      expect(roundTo(value, places), String(value)).to.equal(expected);
  });
});
