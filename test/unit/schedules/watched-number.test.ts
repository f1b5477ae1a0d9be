import { expect } from 'chai';
import fc from 'fast-check';
import type { SavedQuestion } from '#src/boards/types.ts';
import type { ColumnInfo } from '#src/charts/types.ts';
import { type Judged, judgeNumber, sideOf, singleNumber } from '#src/schedules/watched-number.ts';
import { usualRangeOf } from '#src/statistics/robust.ts';

const info = (name: string, more: Partial<ColumnInfo> = {}): ColumnInfo => ({
  ...{ name, kind: 'measure', grain: null, unit: null, scale: null, additive: true },
  ...more,
});
const AMOUNT = info('amount');
const MONTH = info('month', { kind: 'time', grain: 'month' });

type Rows = readonly (readonly (string | number | null)[])[];
const saved = (rows: Rows, infos: readonly ColumnInfo[] = [AMOUNT], more = {}) =>
  ({
    ...{ id: 'sav_1', sql: 'SELECT sum(amount) FROM sales' },
    result: {
      columns: infos.map(({ name }) => name),
      columns_info: infos,
      ...{ rows, total_rows: rows.length },
    },
    ...more,
  }) as unknown as SavedQuestion;

const BOUNDS = { least: 5, most: 60 };
const NOON = '2026-11-29T12:00:00Z';
type Past = Extract<ReturnType<typeof judgeNumber>, Judged>['past'];
const look = (
  of: SavedQuestion,
  {
    kept,
    now = NOON,
    column,
    ...more
  }: { kept?: Past; now?: string; column?: string; policyHash?: string; zone?: string } = {},
) => {
  const about = { zone: 'Europe/Berlin', bounds: BOUNDS, kept, policyHash: 'all', ...more };
  return judgeNumber(of, column, { ...about, now: new Date(now) });
};
const judged = (...about: Parameters<typeof look>) => {
  const found = look(...about);
  if ('why' in found) throw new Error(found.why);
  return found;
};
/** Runs of as many days, one each. */
const days = (values: readonly (number | null)[], change: (day: number) => SavedQuestion) =>
  values.reduce<Past>((kept, _, day) => {
    const now = new Date(Date.parse(NOON) + day * 86_400_000).toISOString();
    const found = look(change(day), { now, ...(kept ? { kept } : {}) });
    return 'why' in found ? kept : found.past;
  }, undefined);
const LATER = '2026-12-24T12:00:00Z';
const pastOf = (values: readonly (number | null)[]) =>
  days(values, (day) => saved([[values[day]!]]));

describe('the usual range of a number', () => {
  it('says nothing until there is enough past, and then is that of earlier runs only', () => {
    const four = pastOf([10, 11, 9, 10]);
    expect(judged(saved([[99]]), { kept: four, now: LATER })).to.include({ count: 4, usual: null });
    const found = judged(saved([[99]]), { kept: pastOf([10, 11, 9, 10, 12]), now: LATER });
    expect(found).to.deep.include({ value: 99, count: 5, of: 'run', period: null });
    expect(found.usual?.high).to.be.within(12, 30);
    expect(sideOf(found)).to.equal('above');
    expect(sideOf(judged(saved([[1]]), { kept: found.past, now: LATER }))).to.equal('below');
  });

  it('of a number that never changed is that number, and noise of sums is no change', () => {
    const kept = pastOf([0.3, 0.1 + 0.2, 0.3, 0.3, 0.3]);
    expect(judged(saved([[0.3]]), { kept, now: LATER }).usual).to.deep.equal({
      low: 0.3,
      high: 0.3,
    });
    expect(sideOf(judged(saved([[0.1 + 0.2]]), { kept, now: LATER }))).to.equal(null);
    expect(sideOf(judged(saved([[0.31]]), { kept, now: LATER }))).to.equal('above');
  });

  it('is not drawn to a single peak, and lets a number through that mostly is zero', () => {
    expect(usualRangeOf([10, 11, 9, 10, 12, 5_000]).high).to.be.lessThan(40);
    const mostlyZero = usualRangeOf([0, 0, 0, 0, 3, 0, 0, 0, 2, 0]);
    expect(mostlyZero.low).to.equal(0);
    expect(mostlyZero.high).to.be.within(2, 10);
  });

  it('holds its own values but for few, and has no end beyond what people read', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 5, maxLength: 60 }),
        (values) => {
          const { low, high } = usualRangeOf(values);
          expect(low).to.be.at.most(high);
          const inside = values.filter((one) => one >= low && one <= high).length;
          expect(2 * inside).to.be.at.least(values.length);
        },
      ),
    );
    expect(usualRangeOf([1.25, 1.5, 1.75, 1.5, 1.25])).to.deep.equal({ low: 0.57, high: 3.1 });
  });

  it('keeps no value of a run without a number, nor of one that failed', () => {
    const kept = pastOf([10, null, 11, 9, null]);
    expect(kept?.values.map(({ value }) => value)).to.deep.equal([10, 11, 9]);
    expect(look(saved([[null]]))).to.deep.equal({ why: 'The result has no number in amount.' });
    expect(look({ ...saved([]), result: null })).to.have.property('why');
  });

  it('never takes another column where its own has no number', () => {
    const two = saved([[null, 5]], [AMOUNT, info('orders')]);
    expect(singleNumber(two, undefined)).to.deep.equal({
      why: 'The result has no number in amount.',
    });
    expect(look(two)).to.have.property('why').that.contains('several numbers');
    expect(judged(two, { column: 'ORDERS' }).value).to.equal(5);
  });

  for (const [what, of, more] of [
    ['another question', saved([[10]], [AMOUNT], { id: 'sav_2' }), {}],
    ['another unit', saved([[10]], [info('amount', { unit: 'EUR' })]), {}],
    ['millions of it', saved([[10]], [info('amount', { unit: 'EUR', scale: 1e6 })]), {}],
    ['another column', saved([[10]], [info('orders')]), {}],
    ['other rows', saved([[10]]), { policyHash: 'north' }],
  ] as const)
    it(`begins anew with ${what}`, () => {
      const found = judged(of, { kept: pastOf([10, 11, 9, 10, 12]), now: LATER, ...more });
      expect(found).to.include({ count: 0, usual: null });
      expect(found.past?.values).to.have.length(1);
    });

  it('counts one value a local day, over changes of clocks and when they are set back', () => {
    const at = (now: string, value: number, kept?: Past) =>
      judged(saved([[value]]), { now, ...(kept ? { kept } : {}) }).past;
    // The last hour of a day of 25 hours in Berlin, twice.
    const once = at('2026-10-25T00:30:00Z', 1);
    const same = at('2026-10-25T22:30:00Z', 2, once);
    expect(same?.values.map(({ value }) => value)).to.deep.equal([2]);
    const next = at('2026-10-25T23:30:00Z', 3, same);
    expect(next?.values.map(({ value }) => value)).to.deep.equal([2, 3]);
    const back = at('2026-10-25T12:00:00Z', 4, next);
    expect(back?.values.map(({ value }) => value)).to.deep.equal([3, 4]);
  });

  it('keeps as many values as it may', () => {
    const many = days(Array(70).fill(1), (day) => saved([[day]]));
    expect(many?.values).to.have.length(60);
    expect(many?.values.at(-1)?.value).to.equal(69);
  });

  it('compares a day with the same weekday once enough of them are known', () => {
    const weekly = Array.from({ length: 42 }, (_, day) => (day % 7 === 6 ? 10 : 100 + (day % 3)));
    const kept = pastOf(weekly.slice(0, 41));
    const now = new Date(Date.parse(NOON) + 41 * 86_400_000).toISOString();
    const found = judged(saved([[10]]), { now, ...(kept ? { kept } : {}) });
    expect(found).to.include({ count: 5 });
    expect(sideOf(found)).to.equal(null);
    expect(sideOf(judged(saved([[100]]), { now, ...(kept ? { kept } : {}) }))).to.equal('above');
  });
});

describe('the usual range of a question by periods', () => {
  const months = (values: readonly (number | null)[], first = 1) =>
    values.map((value, at) => [
      new Date(Date.UTC(2026, first - 1 + at, 1)).toISOString().slice(0, 10),
      value,
    ]);
  const by = (rows: Rows) => saved(rows, [MONTH, AMOUNT]);

  it('is that of earlier periods; the last one, which may not be complete, is not judged', () => {
    const found = judged(by(months([10, 11, 9, 10, 12, 11, 10, 50, 3])));
    expect(found).to.include({ value: 50, of: 'month', count: 7, past: undefined });
    expect(found.period).to.equal(Date.UTC(2026, 7, 1));
    expect(sideOf(found)).to.equal('above');
  });

  it('takes rows in either order, and no period that is not over by the clock of the zone', () => {
    const rows = months([10, 11, 9, 10, 12, 11, 10, 50, 3]);
    expect(judged(by(rows.toReversed())).value).to.equal(50);
    const planned = by(months([10, 11, 9, 10, 12, 90, 91, 92]));
    const now = '2026-05-31T21:59:00Z';
    expect(judged(planned, { now })).to.include({ value: 10, count: 3 });
    expect(judged(planned, { now: '2026-05-31T22:00:00Z' })).to.include({ value: 12, count: 4 });
  });

  it('waits where no period is complete, and leaves out those without a number', () => {
    expect(judged(by(months([10], 11)), { now: NOON })).to.include({ of: 'run' });
    expect(judged(by(months([10, 4], 11)), { now: NOON })).to.include({ value: null, count: 0 });
    const found = judged(by(months([10, null, 9, 10, null, 11, 10, 3])));
    expect(found).to.include({ value: 10, count: 4, usual: null });
    expect(look(by(months([10, 9, null, 3])))).to.have.property('why');
  });

  it('refuses rows of which periods may be missing or double', () => {
    const top = by([
      ['2026-03-01', 9],
      ['2026-01-01', 8],
      ['2026-02-01', 7],
    ]);
    expect(look(top)).to.have.property('why').that.contains('time order');
    const twice = by([
      ['2026-01-01', 9],
      ['2026-01-01', 8],
    ]);
    expect(look(twice)).to.have.property('why').that.contains('several rows');
    const cut = by(months([1, 2, 3]));
    const truncated = { ...cut, result: { ...cut.result!, total_rows: 5_000 } };
    expect(look(truncated)).to.have.property('why').that.contains('5000 rows');
  });
});
