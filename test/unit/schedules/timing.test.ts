import { expect } from 'chai';
import fc from 'fast-check';
import { nextDue, quietUntil } from '#src/schedules/timing.ts';
import { timeZoneOf } from '#src/time-zone.ts';

const CHECK_MS = 300_000;
const due = (at: string, zone: string, after: string) =>
  nextDue({ type: 'daily', at }, zone, new Date(after), CHECK_MS).toISOString();

describe('when a schedule is due', () => {
  for (const [what, at, zone, after, expected] of [
    ['later today', '08:00', 'UTC', '2026-11-29T07:59:59Z', '2026-11-29T08:00:00.000Z'],
    [
      'not at the same instant again',
      '08:00',
      'UTC',
      '2026-11-29T08:00:00Z',
      '2026-11-30T08:00:00.000Z',
    ],
    [
      'by the clock of the zone',
      '08:00',
      'Asia/Kolkata',
      '2026-11-29T00:00:00Z',
      '2026-11-29T02:30:00.000Z',
    ],
    [
      'on the day of the zone',
      '00:30',
      'Pacific/Auckland',
      '2026-11-29T10:00:00Z',
      '2026-11-29T11:30:00.000Z',
    ],
    [
      'before clocks go forward',
      '08:00',
      'Europe/Berlin',
      '2026-03-28T00:00:00Z',
      '2026-03-28T07:00:00.000Z',
    ],
    [
      'after clocks went forward',
      '08:00',
      'Europe/Berlin',
      '2026-03-28T08:00:00Z',
      '2026-03-29T06:00:00.000Z',
    ],
    [
      'an hour later where the time is skipped',
      '02:30',
      'Europe/Berlin',
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:30:00.000Z',
    ],
    [
      'the first time where it comes twice',
      '02:30',
      'Europe/Berlin',
      '2026-10-24T12:00:00Z',
      '2026-10-25T00:30:00.000Z',
    ],
    [
      'only once where it comes twice',
      '02:30',
      'Europe/Berlin',
      '2026-10-25T00:30:00Z',
      '2026-10-26T01:30:00.000Z',
    ],
    [
      'where midnight is skipped',
      '00:00',
      'America/Santiago',
      '2026-09-05T12:00:00Z',
      '2026-09-06T04:00:00.000Z',
    ],
    [
      'where clocks move by half an hour',
      '02:15',
      'Australia/Lord_Howe',
      '2026-10-03T00:00:00Z',
      '2026-10-03T15:45:00.000Z',
    ],
  ] as const)
    it(`${what}`, () => expect(due(at, zone, after)).to.equal(expected));

  it('on its day of the week', () => {
    const weekly = (after: string) =>
      nextDue(
        { type: 'weekly', at: '09:00', day: 'monday' },
        'Europe/Berlin',
        new Date(after),
        CHECK_MS,
      ).toISOString();
    expect(weekly('2026-11-29T12:00:00Z')).to.equal('2026-11-30T08:00:00.000Z');
    expect(weekly('2026-11-30T08:00:00Z')).to.equal('2026-12-07T08:00:00.000Z');
  });

  it('once each local day, and within 25 hours, in every zone and over every change of clocks', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 1_439 }),
        fc.date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
        (zone, minute, start) => {
          const at = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
          let last = start;
          for (let step = 0; step < 3; step += 1) {
            const next = nextDue({ type: 'daily', at }, zone, last, CHECK_MS);
            const hours = (next.getTime() - last.getTime()) / 3_600_000;
            expect(hours, `${zone} ${at} ${last.toISOString()}`).to.be.within(
              step === 0 ? 0 : 22,
              26,
            );
            last = next;
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('knows a time zone by any spelling', () => {
    const spelled = ['UTC', 'europe/BERLIN', 'Mars/Olympus', ''];
    expect(spelled.map(timeZoneOf)).to.deep.equal(['UTC', 'Europe/Berlin', null, null]);
  });

  it('comes every full hour', () => {
    const next = nextDue({ type: 'hourly' }, 'UTC', new Date('2026-03-29T01:00:00Z'), 1);
    expect(next.toISOString()).to.equal('2026-03-29T02:00:00.000Z');
  });
});

describe('quiet hours', () => {
  const until = (from: string, to: string, now: string) =>
    quietUntil({ from, to }, 'Europe/Berlin', new Date(now))?.toISOString() ?? null;

  for (const [what, from, to, now, expected] of [
    [
      'over midnight, before it',
      '22:00',
      '07:00',
      '2026-11-29T21:30:00Z',
      '2026-11-30T06:00:00.000Z',
    ],
    [
      'over midnight, after it',
      '22:00',
      '07:00',
      '2026-11-30T05:59:00Z',
      '2026-11-30T06:00:00.000Z',
    ],
    ['end at their end', '22:00', '07:00', '2026-11-30T06:00:00Z', null],
    ['within a day', '12:00', '13:00', '2026-11-29T11:15:00Z', '2026-11-29T12:00:00.000Z'],
    ['not outside', '12:00', '13:00', '2026-11-29T12:00:00Z', null],
    ['none where both are the same', '12:00', '12:00', '2026-11-29T11:00:00Z', null],
    [
      'over a change of clocks',
      '22:00',
      '07:00',
      '2026-03-28T22:00:00Z',
      '2026-03-29T05:00:00.000Z',
    ],
  ] as const)
    it(what, () => expect(until(from, to, now)).to.equal(expected));

  it('are none without any', () => {
    expect(quietUntil(null, 'UTC', new Date())).to.equal(null);
  });
});
