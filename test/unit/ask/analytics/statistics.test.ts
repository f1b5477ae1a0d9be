import { expect } from 'chai';
import fc from 'fast-check';
import { contributionsOf, type Part } from '#src/ask/analytics/statistics/contribution.ts';
import { correlationOf, type Pair } from '#src/ask/analytics/statistics/correlation.ts';
import { outliersOf } from '#src/ask/analytics/statistics/outliers.ts';
import { trendOf } from '#src/ask/analytics/statistics/trend.ts';
import { createRandom } from '#src/sample/random.ts';

const members = (ratio: boolean) =>
  fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    fc.record({
      top: fc.integer({ min: -1_000, max: 1_000 }),
      bottom: ratio ? fc.integer({ min: 1, max: 100 }) : fc.constant(null),
    }),
    { minKeys: 1 },
  );
const asMap = (parts: Record<string, Part>) => new Map(Object.entries(parts));
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

describe('contributions to a change', () => {
  it('of sums are the differences, and give the change of the whole', () => {
    fc.assert(
      fc.property(members(false), members(false), (before, after) => {
        const found = contributionsOf(asMap(before), asMap(after));
        const whole = (parts: Record<string, Part>) => sum(Object.values(parts).map((p) => p.top));
        expect(found.change).to.equal(whole(after) - whole(before));
        for (const { member, contribution } of found.members)
          expect(contribution).to.equal((after[member]?.top ?? 0) - (before[member]?.top ?? 0));
        expect(sum(found.members.map((one) => one.contribution))).to.equal(found.change);
      }),
    );
  });

  it('of ratios give the change of the ratio, and are mix and rate together', () => {
    fc.assert(
      fc.property(members(true), members(true), (before, after) => {
        const found = contributionsOf(asMap(before), asMap(after));
        const ratio = (parts: Record<string, Part>) =>
          sum(Object.values(parts).map((p) => p.top)) /
          sum(Object.values(parts).map((p) => p.bottom!));
        expect(found.change).to.be.closeTo(ratio(after) - ratio(before), 1e-9);
        expect(sum(found.members.map((one) => one.contribution))).to.be.closeTo(found.change, 1e-6);
        for (const { contribution, mix, rate } of found.members)
          expect(mix! + rate!).to.be.closeTo(contribution, 1e-9);
      }),
    );
  });
});

describe('the trend of a series', () => {
  const noise = createRandom(7);
  const series = (of: (at: number) => number, length = 36) =>
    Array.from({ length }, (_, at) => of(at));

  it('is that of a line, whatever its size', () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 50 }), fc.integer(), (slope, start) => {
        const found = trendOf(series((at) => start + slope * at))!;
        expect(found.slope).to.equal(slope);
        if (slope === 0) expect(found.pValue).to.equal(1);
        else expect(found.pValue).to.be.below(0.001);
      }),
    );
  });

  it('does not take the course of a year for one', () => {
    const years = series((at) => 100 + 40 * Math.sin((2 * Math.PI * at) / 12) + noise.next());
    expect(trendOf(years, 12)!.pValue).to.be.above(0.05);
  });

  it('finds none in noise but by chance, which it says how often', () => {
    const found = Array.from({ length: 400 }, () => trendOf(series(() => noise.next()))!.pValue);
    expect(found.filter((p) => p < 0.05).length / 400).to.be.within(0.01, 0.1);
  });

  it('is a known value: Kendall’s score of 1, 3, 2, 5, 4, 6', () => {
    // S = 11 and Var S = 28.33: z = 10 / 5.323 = 1.879.
    expect(trendOf([1, 3, 2, 5, 4, 6])!.pValue).to.be.closeTo(0.0603, 0.001);
  });
});

describe('outliers of a series', () => {
  const random = createRandom(3);
  const days = () => Array.from({ length: 365 }, (_, at) => 100 + 50 * (at % 7) + random.below(30));
  const around = { season: 7, neighbours: 5 };

  it('are found among days whose weekdays differ', () => {
    const values = days();
    values[100] = 3_000;
    values[200] = 0;
    expect(outliersOf(values, around).map(({ at, isHigh }) => [at, isHigh])).to.deep.equal([
      [100, true],
      [200, false],
    ]);
  });

  it('are rare where there are none', () => {
    const counts = Array.from({ length: 50 }, () => outliersOf(days(), around).length);
    expect(sum(counts)).to.be.at.most(3);
  });
});

describe('the correlation of two numbers', () => {
  const pairs = fc.array(
    fc.record({
      x: fc.integer({ min: 0, max: 9 }),
      y: fc.integer({ min: 0, max: 9 }),
      count: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 12, maxLength: 30 },
  );

  it('is the same of counted pairs as of the rows themselves', () => {
    fc.assert(
      fc.property(pairs, (counted) => {
        const rows: Pair[] = counted.flatMap(({ x, y, count }) =>
          Array.from({ length: count }, () => ({ x, y, count: 1 })),
        );
        const [a, b] = [correlationOf(counted), correlationOf(rows)];
        expect(a === null).to.equal(b === null);
        if (a && b)
          expect([a.rank, a.linear]).to.satisfy(
            ([rank, linear]: [number, number]) =>
              Math.abs(rank - b.rank) < 1e-9 && Math.abs(linear - b.linear) < 1e-9,
          );
      }),
    );
  });

  it('of ranks does not mind the shape, and neither has one without variation', () => {
    const curve = Array.from({ length: 40 }, (_, x) => ({ x, y: x ** 3, count: 1 }));
    expect(correlationOf(curve)!.rank).to.be.closeTo(1, 1e-9);
    expect(correlationOf(curve.map((pair) => ({ ...pair, y: 5 })))).to.equal(null);
  });
});
