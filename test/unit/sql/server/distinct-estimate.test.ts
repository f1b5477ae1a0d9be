import { expect } from 'chai';
import fc from 'fast-check';
import { estimateDistinct } from '#src/sql/server/distinct-estimate.ts';

describe('estimates of distinct values', () => {
  it('are what a whole column holds', () => {
    expect(estimateDistinct({ rows: 500, distinct: 20, single: 3, of: 500 })).to.equal(20);
  });

  it('take a sample without repeats for a column without repeats', () => {
    expect(estimateDistinct({ rows: 100, distinct: 100, single: 100, of: 5_000 })).to.equal(5_000);
  });

  it('take a sample whose values all repeat for all there are', () => {
    expect(estimateDistinct({ rows: 100, distinct: 7, single: 0, of: 5_000 })).to.equal(7);
  });

  it('are at least what was seen and at most all values', () => {
    const sample = fc
      .tuple(fc.nat(1_000), fc.nat(1_000), fc.nat(1_000), fc.nat(1_000_000))
      .map(([single, repeated, more, rest]) => ({
        rows: single + 2 * repeated + (repeated > 0 ? more : 0),
        distinct: single + repeated,
        single,
        rest,
      }));
    fc.assert(
      fc.property(sample, ({ rows, distinct, single, rest }) => {
        const of = rows + rest;
        expect(estimateDistinct({ rows, distinct, single, of })).to.be.within(distinct, of);
      }),
    );
  });
});
