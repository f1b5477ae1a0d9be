import { expect } from 'chai';
import { checkSinglePrecision } from '#src/check/single-precision.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import { catalogOf, column, table } from '../guard/fixtures.ts';
import { facts, filter, select } from './facts.ts';

const readings = (
  nativeType: string,
  known: readonly CellValue[] | null = null,
  distinctCount = known?.length ?? 0,
) => {
  const profile = known && {
    distinctCount,
    nullCount: 0,
    min: null,
    max: null,
    samples: known,
    unique: false,
  };
  const level = { ...column('level', 'float'), nativeType, profile };
  return catalogOf([table('readings', [level])]);
};

const check = (catalog: ReturnType<typeof readings>, ...values: Parameters<typeof filter>) => {
  const short = { sources: ['readings'], filters: [filter(...values)] };
  const columns = [{ table: 'readings', column: 'level', onlyCounted: false }];
  return checkSinglePrecision({ ...facts(select(short)), columns }, catalog);
};

describe('the check of numbers of single precision', () => {
  for (const native of ['real', 'float', 'float unsigned', 'float(7,2)'])
    it(`warns of a bound that a ${native} cannot hold`, () => {
      const found = check(readings(native), 'readings.level', '>=', '21.3');
      expect(found.outcome).to.equal('warning');
      expect(found.detail).to.match(/wrong side of the limit/);
      const equal = check(readings(native), 'readings.level', '=', '21.3');
      expect(equal.detail).to.match(/21\.3 matches no rows/);
    });

  it('lets numbers pass that are the same in four bytes, and those that no row shows', () => {
    expect(check(readings('real'), 'readings.level', '>', '21.5').outcome).to.equal('passed');
    expect(check(readings('real'), 'readings.level', '>', '100').outcome).to.equal('passed');
    const known = readings('real', [21.2, 21.4]);
    expect(check(known, 'readings.level', '>', '21.3').outcome).to.equal('passed');
    expect(check(known, 'readings.level', '>', '21.4').outcome).to.equal('warning');
    const some = readings('real', [21.2, 21.4], 3);
    expect(check(some, 'readings.level', '>', '21.3').outcome).to.equal('warning');
  });

  it('has nothing to say of other numbers', () => {
    for (const native of ['double precision', 'double', 'FLOAT', 'numeric(10,2)'])
      expect(check(readings(native), 'readings.level', '>', '21.3').outcome).to.equal('skipped');
  });
});
