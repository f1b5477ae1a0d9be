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
  ['2025-01', '2025-01-01', '2025-02-01'],
  ['in 202501', '2025-01-01', '2025-02-01'],
  ['Jan-25', '2025-01-01', '2025-02-01'],
  ['sept-2024', '2024-09-01', '2024-10-01'],
  ['03/2025', '2025-03-01', '2025-04-01'],
  ['Q2 2025', '2025-04-01', '2025-07-01'],
  ['q2/2025', '2025-04-01', '2025-07-01'],
  ['2025-Q2', '2025-04-01', '2025-07-01'],
  ['2025Q2', '2025-04-01', '2025-07-01'],
  ['H1 2025', '2025-01-01', '2025-07-01'],
  ['h1/2025', '2025-01-01', '2025-07-01'],
  ['last 90 days', '2026-08-03', '2026-11-01'],
  ['last ninety days', '2026-08-03', '2026-11-01'],
  ['past twenty-five days', '2026-10-07', '2026-11-01'],
  ['in the past 2 quarters', '2026-04-01', '2026-10-01'],
  ['last q', '2026-07-01', '2026-10-01'],
  ['last 2 yrs', '2024-01-01', '2026-01-01'],
  ['yesterday', '2026-10-30', '2026-10-31'],
  ['on the day before yesterday', '2026-10-29', '2026-10-30'],
  ['tomorrow', '2026-11-01', '2026-11-02'],
  ['ytd', '2026-01-01', '2026-11-01'],
  ['qtd', '2026-10-01', '2026-11-01'],
  ['mtd', '2026-10-01', '2026-11-01'],
  ['wtd', '2026-10-26', '2026-11-01'],
  ['month to date', '2026-10-01', '2026-11-01'],
  ['in week 12 of 2025', '2025-03-17', '2025-03-24'],
  ['week 1 2026', '2025-12-29', '2026-01-05'],
  ['CW 44', '2026-10-26', '2026-11-02'],
  ['week 50', '2025-12-08', '2025-12-15'],
  ['2025-W12', '2025-03-17', '2025-03-24'],
  ['W12 2025', '2025-03-17', '2025-03-24'],
  ['2023-2024', '2023-01-01', '2025-01-01'],
  ['Jan-Mar 2025', '2025-01-01', '2025-04-01'],
  ['in Q1-Q3 2025', '2025-01-01', '2025-10-01'],
  ['January through March 2025', '2025-01-01', '2025-04-01'],
  ['from 2025-01 to 2025-03', '2025-01-01', '2025-04-01'],
  ['from 1 March 2025 through 15 March 2025', '2025-03-01', '2025-03-16'],
  ['between 2025-02-03 and 2025-02-05', '2025-02-03', '2025-02-06'],
  ['before 2025-03', null, '2025-03-01'],
  ['since Q2 2026', '2026-04-01', null],
  ['on 7/22/2025', '2025-07-22', '2025-07-23'],
  ['on 22/7/2025', '2025-07-22', '2025-07-23'],
  ['on 22.7.2025', '2025-07-22', '2025-07-23'],
  ['on 3.4.2025', '2025-04-03', '2025-04-04'],
  ['on 7-22-25', '2025-07-22', '2025-07-23'],
  ['on 5/5/98', '1998-05-05', '1998-05-06'],
  ['before 2025/12/31.', null, '2025-12-31'],
  ['between 1/2/2025 and 1/31/2025', '2025-01-02', '2025-02-01'],
  ['from 1/2/2025 to 28/2/2025', '2025-02-01', '2025-03-01'],
  ['since 20250722', '2025-07-22', null],
  ['on July 22', '2026-07-22', '2026-07-23'],
  ['on November 1st', '2025-11-01', '2025-11-02'],
  ['since the 3rd of May', '2026-05-03', null],
  ['between July 1 and July 15', '2026-07-01', '2026-07-16'],
  ['from 1 July to 15 July 2025', '2025-07-01', '2025-07-16'],
];

describe('Periods', () => {
  for (const [text, from, to] of READ) {
    it(`reads "${text}"`, () => {
      const found = readPeriod(tokenize(text), 0, NOW);
      expect(found && [found.period.from, found.period.to]).to.deep.equal([from, to]);
    });
  }

  for (const text of [
    'week 53 2025',
    '202501',
    'W12',
    'Q5 2025',
    'on Jan-25',
    '18-25',
    'on 3/4/2025',
    'on 13/13/2025',
    'on 12-34-56',
    'in 1.2.3',
    '20250722',
    'on 20251301',
    'on 30 February',
  ])
    it(`reads no period in "${text}"`, () =>
      expect(readPeriod(tokenize(text), 0, NOW)).to.equal(null));

  it('reads every way to write a month as that month', () => {
    const names =
      'January February March April May June July August September October November December'.split(
        ' ',
      );
    fc.assert(
      fc.property(
        fc.integer({ min: 2000, max: 2099 }),
        fc.integer({ min: 1, max: 12 }),
        (year, month) => {
          const two = String(month).padStart(2, '0');
          const short = names[month - 1]!.slice(0, 3);
          const forms = [
            ...[
              `${names[month - 1]!} ${year}`,
              `${short} ${year}`,
              `${year}-${two}`,
              `${year}${two}`,
            ],
            ...[`${short}-${String(year).slice(2)}`, `${short}-${year}`, `${two}/${year}`],
            `${names[month - 1]!} of ${year}`,
          ];
          const read = forms.map((form) => readPeriod(tokenize(`in ${form}`), 0, NOW)?.period);
          for (const [index, one] of read.entries())
            expect([one?.from, one?.to], forms[index]).to.deep.equal([read[0]?.from, read[0]?.to]);
          expect(read[0]?.from).to.equal(`${year}-${two}-01`);
        },
      ),
    );
  });

  it('gives each week seven days from a Monday, and the weeks of a year one after the other', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1990, max: 2100 }),
        fc.integer({ min: 1, max: 51 }),
        (year, week) => {
          const [one, next] = [week, week + 1].map(
            (number) => readPeriod(tokenize(`week ${number} of ${year}`), 0, NOW)!.period,
          );
          expect(one!.to).to.equal(next!.from);
          expect(one!.from).to.equal(startOf('week', one!.from!));
          expect(one!.to).to.equal(addDays(one!.from!, 7));
        },
      ),
    );
  });

  it('takes the last of those that are told of for no year of the calendar', () => {
    const at = (text: string, place: number) => readPeriod(tokenize(text), place, NOW);
    expect(at('what was the last year in which Ann won', 3)).to.equal(null);
    expect(at('the last month that had no orders', 1)).to.equal(null);
    expect(at('orders in the last year that were paid', 1)).to.not.equal(null);
    expect(at('orders of the last year', 3)).to.not.equal(null);
  });

  it('knows no 30 February', () => {
    expect(readPeriod(tokenize('30 February 2024'), 0, NOW)).to.equal(null);
  });

  it('tells a date in figures as it was written', () => {
    expect(readPeriod(tokenize('on 7/22/2025'), 0, NOW)?.period).to.include({
      text: 'on 7/22/2025',
      stated: true,
    });
  });

  const days = fc
    .integer({ min: -200_000, max: 100_000 })
    .map((count) => addDays('2000-01-01', count));
  const units = fc.constantFrom<PeriodUnit>('year', 'quarter', 'month', 'week', 'day');

  it('reads every day that is written in figures, unless day and month may be either', () => {
    fc.assert(
      fc.property(days, (one) => {
        const [year, month, date] = one.split('-') as [string, string, string];
        const readOf = (text: string) => readPeriod(tokenize(`on ${text}`), 0, NOW)?.period.from;
        fc.pre(year.length === 4);
        expect(readOf(`${year}/${month}/${date}`)).to.equal(one);
        expect(readOf(`${Number(date)}.${Number(month)}.${year}`)).to.equal(one);
        const isOpen = Number(date) <= 12 && date !== month;
        for (const text of [`${month}/${date}/${year}`, `${date}/${month}/${year}`])
          expect(readOf(text)).to.equal(isOpen ? undefined : one);
      }),
    );
  });

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
