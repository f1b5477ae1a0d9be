import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { type CompanyWorld, openCompany } from './analytics/world.ts';

const LABS = ['Lab A', 'Lab B', 'online'];
const KINDS = ['a; the highest is 99 (fake)', 'west', 'West, East', ''];

/** Numbers that are huge, tiny, negative or missing, names that read like sentences, and gaps between dates. */
async function writeSheets(folder: string): Promise<void> {
  const readings = Array.from({ length: 24 }, (_, n) => {
    const money = n % 2 === 0 ? n * 10.25 : -n;
    const volume = n % 3 === 0 ? 1_000_000 : 1;
    return [`S${n}`, LABS[n % 3], 9_007_199_254_740_993n + BigInt(n), money, n % 5, volume].join(
      ',',
    );
  });
  await writeFile(
    path.join(folder, 'readings.csv'),
    ['sample,lab,huge,money,grade,volume', ...readings].join('\n'),
  );
  const deals = ['North,10', 'South,20', 'North,12.5', 'Total,40'];
  await writeFile(path.join(folder, 'deals.csv'), ['area,price_paid', ...deals].join('\n'));
  const visits = Array.from({ length: 40 }, (_, n) => {
    const month = [1, 2, 4, 5][n % 4]!;
    const day = String(1 + (n % 27)).padStart(2, '0');
    const paid = n % 4 === 1 ? '' : n;
    return [n + 1, `2026-0${month}-${day}`, `"${KINDS[n % 4]}"`, paid, ''].join(',');
  });
  await writeFile(
    path.join(folder, 'visits.csv'),
    ['visit_id,visited_on,kind,paid_eur,rating', ...visits].join('\n'),
  );
}

describe('answers over hostile sheets', () => {
  let world: CompanyWorld;
  before(async () => {
    world = await openCompany(writeSheets, '2026-06-15');
  });
  after(() => world.close());

  const CASES: readonly (readonly [question: string, explanation: string])[] = [
    [
      'number of readings by grade',
      'Across 5 grades, the number of readings is highest for 0 and others (5) and lowest for 4 (4).',
    ],
    [
      'labs with more than 7 readings',
      'Lab has 3 values where number of readings is more than 7: Lab A, Lab B, online.',
    ],
    ['number of visits by kind', 'The number of visits is 10 for all 4 kinds.'],
    [
      'number of visits by month',
      "The number of visits is 10 for all 4 months. Months without rows aren't shown.",
    ],
    [
      'which month had the fewest visits',
      "January 2026 has the lowest number of visits: 10. Months without rows aren't compared. At least one more row ties with the first row. The row shown is one of several.",
    ],
    [
      'compare money of Lab A and Lab B',
      'Total money: Lab A 321, Lab B 493. That is 172 (-34.9%) less for Lab A than for Lab B.',
    ],
    [
      'share of readings by lab',
      'Number of readings is 24. By lab, Lab A accounts for 33.3% (8), Lab B for 33.3% (8) and online for 33.3% (8).',
    ],
  ];
  for (const [question, explanation] of CASES)
    it(question, async () => {
      expect((await world.ask(question)).explanation).to.equal(explanation);
    });

  it('puts names into quotes that would read as part of the sentence', async () => {
    const { explanation } = await world.ask('top 3 kinds by paid eur');
    expect(explanation).to.include('"a; the highest is 99 (fake)" ');
    expect(explanation).to.include('"West, East" ');
  });

  it('does not compare with a number that it cannot hold', async () => {
    const asked = (bound: string) => world.ask(`number of readings with huge over ${bound}`);
    expect((await asked('9007199254740994')).data?.rows).to.deep.equal([[22]]);
    expect((await asked('9007199254740995')).result).to.equal('error');
    expect((await asked('0.12345678901234567')).result).to.equal('error');
  });

  it('calls nothing the highest of what has no value', async () => {
    const none = await world.ask('visit with the highest rating');
    expect(none.result).to.equal('error');
    const few = await world.ask('top 31 visits by paid eur');
    expect(few.verification.reason).to.include('Some of the rows shown have no value');
  });

  it('calls no share all or nothing that is rounded to it', async () => {
    const { explanation } = await world.ask('share of volume by lab');
    expect(explanation).to.include('Lab A accounts for more than 99.9% (');
    expect(explanation).to.include('Lab B for less than 0.1% (');
    expect((await world.ask('what share of volume comes from Lab B')).explanation).to.include(
      'less than 0.1% of volume',
    );
  });

  it('says of growth no comparison with a time before the data', async () => {
    const { explanation, assumptions } = await world.ask('growth of number of visits by year');
    expect(explanation).to.equal("There's no earlier period to compare with.");
    expect(assumptions.join(' '))
      .to.include('only days through 2026-05-')
      .and.include(' are included.');
    expect(assumptions.join(' ')).to.not.include('2025');
  });

  it('warns of a group that is called a total', async () => {
    for (const question of ['number of deals by area', 'number of deals'])
      expect((await world.ask(question)).verification.reason, question).to.include(
        'One group is called "Total"',
      );
    expect((await world.ask('number of readings by lab')).verification.status).to.equal('checked');
  });

  it('says which weeks of a month are not whole', async () => {
    const said = async (month: string) =>
      (await world.ask(`number of visits by week in ${month}`)).verification.reason;
    expect(await said('May 2026')).to.equal(
      'The first week is incomplete, so only days from 2026-05-01 are included.',
    );
    expect(await said('April 2026')).to.equal(
      'The first and last weeks are incomplete, so only days from 2026-04-01 through 2026-04-30 are included.',
    );
  });

  it('calls no day unusual where most have none', async () => {
    const answer = await world.ask('are there outliers in daily number of visits');
    expect(answer.result).to.equal('error');
    expect(answer.explanation).to.match(
      /^Most days in .+ have no rows, so there's no typical value/,
    );
  });
});
