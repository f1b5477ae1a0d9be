import { expect } from 'chai';
import fc from 'fast-check';
import { addDays, addUnits, type PeriodUnit, startOf } from '#src/planner/day.ts';
import { readPeriod } from '#src/planner/periods/periods.ts';
import { tokenize } from '#src/planner/tokens.ts';

const NOW = '2026-10-31';

const READ: readonly (readonly [string, string | null, string | null])[] = [
  ['in 2024', '2024-01-01', '2025-01-01'],
  ['Q3 2025', '2025-07-01', '2025-10-01'],
  ['in the third quarter of 2025', '2025-07-01', '2025-10-01'],
  ['in the first half of 2025', '2025-01-01', '2025-07-01'],
  ['H2 2025', '2025-07-01', '2026-01-01'],
  ['last quarter', '2026-07-01', '2026-10-01'],
  ['this month', '2026-10-01', '2026-11-01'],
  ['last year', '2025-01-01', '2026-01-01'],
  ['since March', '2026-03-01', null],
  ['in December', '2025-12-01', '2026-01-01'],
  ['in March 2025', '2025-03-01', '2025-04-01'],
  ['in February last year', '2025-02-01', '2025-03-01'],
  ['last 30 days', '2026-10-02', '2026-11-01'],
  ['last 3 months', '2026-07-01', '2026-10-01'],
  ['year to date', '2026-01-01', '2026-11-01'],
  ['between May and July 2025', '2025-05-01', '2025-08-01'],
  ['from 2023 to 2024', '2023-01-01', '2025-01-01'],
  ['before 2005', null, '2005-01-01'],
  ['after 2000', '2001-01-01', null],
  ['until March 2025', null, '2025-04-01'],
  ['after September 7th, 1987', '1987-09-08', null],
  ['on 29 February 2024', '2024-02-29', '2024-03-01'],
  ['in 2001 or before', null, '2002-01-01'],
  ['in the 1990s', '1990-01-01', '2000-01-01'],
  ['last week', '2026-10-19', '2026-10-26'],
];

describe('Periods', () => {
  for (const [text, from, to] of READ) {
    it(`reads "${text}"`, () => {
      const found = readPeriod(tokenize(text), 0, NOW);
      expect(found && [found.period.from, found.period.to]).to.deep.equal([from, to]);
    });
  }

  it('knows no 30 February', () => {
    expect(readPeriod(tokenize('30 February 2024'), 0, NOW)).to.equal(null);
  });

  const days = fc
    .integer({ min: -200_000, max: 100_000 })
    .map((count) => addDays('2000-01-01', count));
  const units = fc.constantFrom<PeriodUnit>('year', 'quarter', 'month', 'week', 'day');

  it('puts each day into exactly one period of a unit', () => {
    fc.assert(
      fc.property(days, units, (day, unit) => {
        const from = startOf(unit, day);
        const to = addUnits(from, unit, 1);
        expect(from <= day && day < to).to.equal(true);
        expect(startOf(unit, to)).to.equal(to);
        expect(startOf(unit, addDays(to, -1))).to.equal(from);
      }),
    );
  });

  it('comes back after as many units forth and back, from the start of a period', () => {
    fc.assert(
      fc.property(days, units, fc.integer({ min: -400, max: 400 }), (day, unit, count) => {
        const start = startOf(unit, day);
        expect(addUnits(addUnits(start, unit, count), unit, -count)).to.equal(start);
      }),
    );
  });

  it('joins last, this and next without gap or overlap', () => {
    fc.assert(
      fc.property(days, fc.constantFrom('year', 'quarter', 'month', 'week'), (now, unit) => {
        const read = (word: string) => readPeriod(tokenize(`${word} ${unit}`), 0, now)!.period;
        expect(read('last').to).to.equal(read('this').from);
        expect(read('this').to).to.equal(read('next').from);
      }),
    );
  });
});
