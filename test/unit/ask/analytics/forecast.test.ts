import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import {
  forecastOf,
  halfWidth,
  neededFor,
  stepsFrom,
} from '#src/ask/analytics/statistics/forecast.ts';
import { generateSampleCsvs } from '#src/sample/generate.ts';
import { createRandom } from '#src/sample/random.ts';
import { type CompanyWorld, openCompany } from './world.ts';

const series = (count: number, valueAt: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => valueAt(at));
const course = (at: number) => 20 * Math.sin((2 * Math.PI * at) / 12);

describe('a forecast of a series', () => {
  it('continues what repeats exactly', () => {
    const { values, errors } = forecastOf(
      series(48, (at) => 100 + course(at)),
      6,
      12,
    )!;
    for (const [step, value] of values.entries())
      expect(value).to.be.closeTo(100 + course(48 + step), 1e-6);
    expect(halfWidth({ method: 'seasonal_naive', values, errors }, (one) => one[0]!)).to.be.closeTo(
      0,
      1e-6,
    );
  });

  it('follows a trend that seasons lie on', () => {
    const made = forecastOf(
      series(60, (at) => 100 + 2 * at + course(at)),
      3,
      12,
    )!;
    expect(made.method).to.equal('holt_winters');
    for (const [step, value] of made.values.entries())
      expect(value).to.be.closeTo(100 + 2 * (60 + step) + course(60 + step), 6);
  });

  it('repeats the last value of a series that wanders', () => {
    const random = createRandom(7);
    let level = 100;
    const walk = series(80, () => (level += random.next() < 0.5 ? -5 : 5));
    const { method, values } = forecastOf(walk, 2, 1)!;
    expect(['last_value', 'holt']).to.include(method);
    for (const value of values) expect(Math.abs(value - walk.at(-1)!)).to.be.below(15);
  });

  it('has a range that holds what comes in about four of five cases', () => {
    const random = createRandom(11);
    let inside = 0;
    const rounds = 200;
    for (let round = 0; round < rounds; round++) {
      const noise = () => random.next() + random.next() + random.next() - 1.5;
      const all = series(63, (at) => 100 + course(at) + 10 * noise());
      const made = forecastOf(all.slice(0, 60), 3, 12)!;
      const half = halfWidth(made, (error) => error.reduce((sum, one) => sum + one, 0));
      const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0);
      if (Math.abs(sum(made.values) - sum(all.slice(60))) <= half) inside++;
    }
    expect(inside / rounds).to.be.within(0.68, 0.92);
  });

  it('does not repeat a value that stands out, and its range is wide enough for another', () => {
    const values = series(40, (at) => (at === 29 ? 9000 : 100 + (at % 3)));
    const usual = values.with(29, 101);
    const made = forecastOf(values, 2, 12, usual)!;
    for (const value of made.values) expect(value).to.be.within(95, 110);
    expect(halfWidth(made, (error) => error[0]!)).to.be.above(1000);
  });

  it('needs a past that is long enough', () => {
    expect(
      forecastOf(
        series(31, (at) => at),
        3,
        12,
      ),
    ).to.equal(null);
    expect(
      forecastOf(
        series(neededFor(3, 12), (at) => at),
        3,
        12,
      ),
    ).to.not.equal(null);
    expect(forecastOf([], 1, 1)).to.equal(null);
    expect(stepsFrom(36, 12)).to.equal(7);
    expect(stepsFrom(9, 1)).to.equal(0);
  });
});

describe('a forecast of the sample company', () => {
  let company: CompanyWorld;

  before(async () => {
    company = await openCompany(generateSampleCsvs, '2026-10-31');
  });
  after(() => company.close());

  it('is an estimate with its range, its method and the months that it is made of', async () => {
    const answer = await company.ask('forecast revenue for next quarter');
    expect(answer.result).to.equal('success');
    expect(answer.type).to.equal('analytics');
    expect(answer.explanation).to.match(
      /^Total revenue for Q1 2027 is estimated at [\d,.]+(?: \w+)?, with an 80% range of [\d,.]+(?: \w+)? to [\d,.]+(?: \w+)?\. That is (?:[\d.]+% (?:more|less) than|about the same as) in Q1 2026 \([\d,.]+(?: \w+)?\)\.$/,
    );
    expect(answer.data?.columns).to.deep.equal([
      'month',
      'total_revenue',
      'estimate',
      'low_80_percent',
      'high_80_percent',
    ]);
    const rows = answer.data!.rows;
    const ahead = rows.filter(([, value]) => value === null);
    expect(ahead.map(([month]) => String(month).slice(0, 7))).to.deep.equal([
      '2026-11',
      '2026-12',
      '2027-01',
      '2027-02',
      '2027-03',
    ]);
    for (const [, , estimate, low, high] of ahead.map((row) => row.map(Number))) {
      expect(low).to.be.at.most(estimate!);
      expect(estimate).to.be.at.most(high!);
      expect(low).to.be.at.least(0);
    }
    expect(answer.assumptions).to.include('Data used: 2024-01-01 to 2026-10-31.');
    expect(answer.assumptions.join(' ')).to.match(/^.*Estimated .*In \d+ tests on past data/);
    expect(answer.chart?.chart).to.include({ kind: 'line', x: 'month' });
    expect(answer.chart?.chart?.estimated).to.deep.equal({
      column: 'estimate',
      low: 'low_80_percent',
      high: 'high_80_percent',
    });
    expect(answer.verification.status).to.equal('checked');
  });

  it('says which month is unusual, and does not carry it along', async () => {
    const odd = await openCompany(async (folder) => {
      await generateSampleCsvs(folder);
      const orders = readFileSync(path.join(folder, 'orders.csv'), 'utf8').split('\n');
      const [order] = orders.find((line) => line.includes(',2025-11-'))!.split(',');
      appendFileSync(path.join(folder, 'order_lines.csv'), `${order},1031,1,0,900000.00\n`);
    }, '2026-10-31');
    const { explanation } = await odd.ask('forecast revenue for next month');
    await odd.close();
    expect(explanation).to.match(
      /estimated at \d\d,.* November 2025 is unusual with .* The estimate uses what is usual/,
    );
  });

  it('is made in another language', async () => {
    const { type, explanation } = await company.ask('Prognose des Umsatzes für nächsten Monat');
    expect(type, explanation).to.equal('analytics');
  });

  it('counts what is known of a period that is under way', async () => {
    const { explanation } = await company.ask('forecast revenue for 2026');
    expect(explanation).to.match(
      /^Total revenue for 2026 is estimated at .* is already in the data\./,
    );
  });

  it('declines what the past does not carry, and says what it carries', async () => {
    for (const [question, text] of [
      ['forecast revenue for 2031', /Ask for at most \d+ months ahead\./],
      ['forecast revenue for 2025', /2025 is already in the data/],
      ['forecast revenue by region', /not one per region/],
      ['forecast revenue since 2024', /has no end/],
    ] as const) {
      const answer = await company.ask(question);
      expect(answer.result, question).to.not.equal('success');
      expect(answer.explanation, question).to.match(text);
    }
  });

  it('is made of a question for a time to come, which rows of the past do not answer', async () => {
    const { type, explanation } = await company.ask('how many orders will we get tomorrow');
    expect(type).to.equal('analytics');
    expect(explanation).to.match(/^Number of orders for 2026-11-01 is estimated at /);
  });

  it('says that the days of an unfinished month are not used', async () => {
    const early = await openCompany(generateSampleCsvs, '2026-10-12');
    const { assumptions } = await early.ask('forecast revenue for the next 3 months');
    await early.close();
    expect(assumptions).to.include(
      "Rows from 2026-10-01 onward aren't used, because that month isn't over yet.",
    );
  });

  it('names each month of an average, which does not add up', async () => {
    const { explanation } = await company.ask('forecast average order value for the next 3 months');
    expect(explanation).to.match(
      /is estimated at [\d,.]+(?: \w+)? for November 2026, .* and .* for January 2027\./,
    );
  });
});
