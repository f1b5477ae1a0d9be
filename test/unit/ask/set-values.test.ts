import { expect } from 'chai';
import { checkSetValues } from '#src/check/set-values.ts';
import { catalogOf, column, table } from '../guard/fixtures.ts';
import { facts, filter, select } from './facts.ts';

const hotels = (samples: readonly string[] | null, nativeType = "set('wifi','pool','gym')") => {
  const profile = samples && {
    distinctCount: samples.length,
    nullCount: 0,
    min: null,
    max: null,
    samples,
    unique: false,
  };
  return catalogOf([table('hotels', [{ ...column('offers', 'text'), nativeType, profile }])]);
};

const outcome = (catalog: ReturnType<typeof hotels>, ...values: Parameters<typeof filter>) => {
  const short = { sources: ['hotels'], filters: [filter(...values)] };
  const columns = [{ table: 'hotels', column: 'offers', onlyCounted: false }];
  return checkSetValues({ ...facts(select(short)), columns }, catalog).outcome;
};

describe('the check of values of a SET', () => {
  it('warns of one that other cells hold beside others, or may hold', () => {
    const known = hotels(['wifi', 'gym', 'wifi,pool']);
    expect(outcome(known, 'hotels.offers', '=', 'wifi')).to.equal('warning');
    expect(outcome(known, 'hotels.offers', 'not in', 'gym', 'Pool')).to.equal('warning');
    expect(outcome(hotels(null), 'hotels.offers', '=', 'gym')).to.equal('warning');
  });

  it('lets those pass that stand alone, and whole cells', () => {
    const known = hotels(['wifi', 'gym', 'wifi,pool']);
    expect(outcome(known, 'hotels.offers', '=', 'gym')).to.equal('passed');
    expect(outcome(known, 'hotels.offers', '=', 'wifi,pool')).to.equal('passed');
    expect(outcome(known, 'hotels.offers', '=', '')).to.equal('passed');
    // A pattern finds parts of cells: nothing is compared as a whole.
    expect(outcome(known, 'hotels.offers', 'like', '%wifi%')).to.equal('skipped');
  });

  it('has nothing to say of other texts', () => {
    expect(outcome(hotels(null, 'varchar(20)'), 'hotels.offers', '=', 'wifi')).to.equal('skipped');
  });
});
