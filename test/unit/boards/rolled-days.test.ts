import { expect } from 'chai';
import { onDay } from '#src/boards/rolled-days.ts';
import { dayFor } from '#src/planner/day.ts';

const BETWEEN = (from: string, to: string) =>
  `SELECT SUM("amount") FROM "sales" WHERE "sold" >= DATE '${from}' AND "sold" < DATE '${to}'`;

/** A question, the day it was asked on, its days then, another day, and its days on that. */
const ROLLS: readonly (readonly [string, string, string, string, string, string, string])[] = [
  [
    'this month',
    '2026-11-29',
    '2026-11-01',
    '2026-12-01',
    '2026-12-01',
    '2026-12-01',
    '2027-01-01',
  ],
  [
    'last month',
    '2026-12-31',
    '2026-11-01',
    '2026-12-01',
    '2027-01-01',
    '2026-12-01',
    '2027-01-01',
  ],
  ['this year', '2026-11-29', '2026-01-01', '2027-01-01', '2027-01-01', '2027-01-01', '2028-01-01'],
  [
    'last 30 days',
    '2026-11-29',
    '2026-10-31',
    '2026-11-30',
    '2026-03-01',
    '2026-01-31',
    '2026-03-02',
  ],
  [
    'last 3 months',
    '2026-11-29',
    '2026-08-01',
    '2026-11-01',
    '2027-02-10',
    '2026-11-01',
    '2027-02-01',
  ],
  ['yesterday', '2026-12-01', '2026-11-30', '2026-12-01', '2027-01-01', '2026-12-31', '2027-01-01'],
  [
    'year to date',
    '2026-11-29',
    '2026-01-01',
    '2026-11-30',
    '2028-02-29',
    '2028-01-01',
    '2028-03-01',
  ],
  [
    'March last year',
    '2026-11-29',
    '2025-03-01',
    '2025-04-01',
    '2027-01-01',
    '2026-03-01',
    '2026-04-01',
  ],
  [
    'this quarter',
    '2026-11-30',
    '2026-10-01',
    '2027-01-01',
    '2027-01-01',
    '2027-01-01',
    '2027-04-01',
  ],
];

describe('the days of a saved question', () => {
  for (const [period, day, from, to, today, nextFrom, nextTo] of ROLLS)
    it(`move with today: ${period} on ${today}`, () => {
      const asked = { day, texts: [`total amount ${period}`] };
      expect(onDay(BETWEEN(from, to), asked, today)).to.include({
        sql: BETWEEN(nextFrom, nextTo),
        rolls: true,
      });
      expect(onDay(BETWEEN(from, to), asked, day).sql).to.equal(BETWEEN(from, to));
    });

  it('move where a model wrote the last day, a single end, or times of midnight', () => {
    const asked = { day: '2026-11-29', texts: ['total amount this month'] };
    const roll = (sql: string) => onDay(sql, asked, '2027-02-03').sql;
    expect(roll("… BETWEEN '2026-11-01' AND '2026-11-30'")).to.equal(
      "… BETWEEN '2027-02-01' AND '2027-02-28'",
    );
    expect(roll("… sold >= '2026-11-01'")).to.equal("… sold >= '2027-02-01'");
    expect(
      roll("… sold >= TIMESTAMP '2026-11-01 00:00:00' AND sold < '2026-12-01T00:00:00'"),
    ).to.equal("… sold >= TIMESTAMP '2027-02-01 00:00:00' AND sold < '2027-03-01T00:00:00'");
  });

  it('move each by its own period where two meet in a day', () => {
    const sql =
      "SUM(CASE WHEN d >= '2026-11-01' AND d < '2026-12-01' …) - SUM(CASE WHEN d >= '2026-10-01' AND d < '2026-11-01' …)";
    const asked = { day: '2026-11-29', texts: ['revenue this month against last month'] };
    expect(onDay(sql, asked, '2027-01-15').sql).to.equal(
      "SUM(CASE WHEN d >= '2027-01-01' AND d < '2027-02-01' …) - SUM(CASE WHEN d >= '2026-12-01' AND d < '2027-01-01' …)",
    );
  });

  it('move with what a follow-up changed, and with today where no word names it', () => {
    const texts = ['total amount this month', 'and last month'];
    expect(
      onDay(BETWEEN('2026-10-01', '2026-11-01'), { day: '2026-11-29', texts }, '2026-12-02').sql,
    ).to.equal(BETWEEN('2026-11-01', '2026-12-01'));
    const overdue = { day: '2026-11-29', texts: ['overdue invoices'] };
    expect(onDay("… due < DATE '2026-11-29'", overdue, '2026-12-02')).to.include({
      sql: "… due < DATE '2026-12-02'",
      rolls: true,
    });
  });

  for (const [why, text, sql] of [
    ['a named month', 'total amount in March', BETWEEN('2026-03-01', '2026-04-01')],
    ['days of the question', 'total since 2026-11-29', "… sold >= DATE '2026-11-29'"],
    ['a day that no word says', 'total this month', "… >= '2026-11-01' AND paid > '2026-11-15'"],
    ['a year beside', 'total this month', "… YEAR(d) = 2026 AND d >= '2026-11-01'"],
    ['a month as text', 'total this month', "… strftime(d, '%Y-%m') = '2026-11'"],
    ['a day within a text', 'total this month', "… >= '2026-11-01' AND note = 'due 2026-11-01'"],
    ['a time of day', 'total this month', "… d >= '2026-11-01 08:00:00'"],
    ['days that are none of a question', 'total amount', BETWEEN('2026-11-01', '2026-12-01')],
  ] as const)
    it(`stay: ${why}`, () => {
      const asked = { day: '2026-11-29', texts: [text] };
      expect(onDay(sql, asked, '2027-05-01')).to.include({ sql, rolls: false });
    });

  it('stay where a day could be the start of the month as well as the day of asking', () => {
    const sql = "… sold >= '2026-12-01' AND due < '2026-12-20'";
    const asked = { day: '2026-12-01', texts: ['total this month'] };
    expect(onDay(sql, asked, '2027-01-02').rolls).to.equal(false);
    const single = "… sold >= '2026-12-01'";
    expect(onDay(single, asked, '2027-01-02')).to.include({ sql: single, rolls: false });
  });

  it('stay as names, comments and other numbers are', () => {
    const asked = { day: '2026-11-29', texts: ['more than 2000 this month'] };
    const sql = (from: string) =>
      `SELECT "2026-11-01", \`2026\` -- 2026-11-01\nWHERE a > 2000 AND b = 'it''s' AND d >= '${from}'`;
    expect(onDay(sql('2026-11-01'), asked, '2026-12-24').sql).to.equal(sql('2026-12-01'));
  });

  it('are those of the zone of the workspace, also when clocks change', () => {
    const asked = { day: '2026-10-24', texts: ['total yesterday'] };
    const on = (instant: string, timezone: string) =>
      onDay(
        BETWEEN('2026-10-23', '2026-10-24'),
        asked,
        dayFor({ asOf: null, timezone }, new Date(instant)),
      ).sql;
    expect(on('2026-10-31T23:30:00Z', 'UTC')).to.equal(BETWEEN('2026-10-30', '2026-10-31'));
    expect(on('2026-10-31T23:30:00Z', 'Europe/Berlin')).to.equal(
      BETWEEN('2026-10-31', '2026-11-01'),
    );
    // Berlin set its clocks back on 25 October: the day began at 22:00 UTC and ended at 23:00 UTC.
    expect(on('2026-10-24T22:30:00Z', 'Europe/Berlin')).to.equal(
      BETWEEN('2026-10-24', '2026-10-25'),
    );
    expect(on('2026-10-25T22:30:00Z', 'Europe/Berlin')).to.equal(
      BETWEEN('2026-10-24', '2026-10-25'),
    );
    expect(on('2026-10-25T23:00:00Z', 'Europe/Berlin')).to.equal(
      BETWEEN('2026-10-25', '2026-10-26'),
    );
  });

  it('are said as they are meant today, where the question leaves them to be said', () => {
    const days = (texts: readonly string[], sql: string, today: string) =>
      onDay(sql, { day: '2026-11-29', texts }, today).days;
    const both = `${BETWEEN('2026-11-01', '2026-12-01')} … ${BETWEEN('2026-03-01', '2026-04-01')}`;
    expect(days(['revenue this month against March'], both, '2027-05-02')).to.equal(
      '2027-05-01 to 2027-05-31, 2026-03-01 to 2026-03-31',
    );
    expect(
      days(
        ['revenue this month', 'and for Rome'],
        BETWEEN('2026-11-01', '2026-12-01'),
        '2027-05-02',
      ),
    ).to.equal('2027-05-01 to 2027-05-31');
    expect(days(['total in 2025'], BETWEEN('2025-01-01', '2026-01-01'), '2027-05-02')).to.equal('');
    expect(days(['total this month'], '… no days', '2027-05-02')).to.equal(
      '2026-11-01 to 2026-11-30',
    );
    expect(days(['sales today'], BETWEEN('2026-11-29', '2026-11-30'), '2027-05-02')).to.equal(
      '2027-05-02',
    );
    expect(days(['open since last month'], "… >= '2026-10-01'", '2027-05-02')).to.equal(
      'since 2027-04-01',
    );
    expect(days(['orders older than 60 days'], "… < '2026-09-30'", '2027-05-02')).to.equal(
      'until 2027-03-02',
    );
  });

  it('are those of the follow-up alone where it names its own', () => {
    const texts = ['total amount in November 2026', 'total amount this month'];
    const asked = { day: '2026-11-29', texts };
    expect(onDay(BETWEEN('2026-11-01', '2026-12-01'), asked, '2026-12-05').sql).to.equal(
      BETWEEN('2026-12-01', '2027-01-01'),
    );
  });
});
