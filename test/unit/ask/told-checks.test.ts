import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { shownVerification } from '#src/http/envelope.ts';
import { type CompanyWorld, openCompany } from './analytics/world.ts';

const rows = Array.from({ length: 48 }, (_, n) => {
  const month = String(1 + (n % 12)).padStart(2, '0');
  return [n + 1, `${2024 + (n % 3)}-${month}-15`, ['Oslo', 'Bergen'][n % 2], 10 + n].join(',');
});

/** Question → the first day, the day after the last, and the period as the lineage states it. */
const PERIODS: readonly (readonly [question: string, from: string, to: string, period: string])[] =
  [
    ['total litres of deliveries in 2025', '2025-01-01', '2026-01-01', '2025'],
    ['number of deliveries in March 2025', '2025-03-01', '2025-04-01', 'March 2025'],
    ['number of deliveries last month', '2026-05-01', '2026-06-01', 'May 2026'],
    ['total litres by city in Q2 2025', '2025-04-01', '2025-07-01', 'Q2 2025'],
  ];

describe('what is told of the checks of an answer', () => {
  let world: CompanyWorld;
  before(async () => {
    world = await openCompany(
      (folder) =>
        writeFile(
          path.join(folder, 'deliveries.csv'),
          ['delivery_id,delivered_on,city,litres', ...rows].join('\n'),
        ),
      '2026-06-15',
    );
  });
  after(() => world.close());

  for (const [question, from, to, period] of PERIODS)
    it(`the period that is checked is the one that the lineage states: ${question}`, async () => {
      const { sql, lineage, verification } = await world.ask(question);
      expect(sql).to.include(`'${from}'`).and.include(`'${to}'`);
      expect(lineage?.period).to.equal(period);
      const check = verification.checks.find(({ name }) => name === 'period');
      expect(check).to.include({ outcome: 'passed' });
    });

  it('checks that do not apply stand in the trace, not in the envelope', async () => {
    const { verification } = await world.ask('total litres');
    const skipped = verification.checks.filter(({ outcome }) => outcome === 'skipped');
    expect(skipped.map(({ name }) => name)).to.include('period');
    const shown = shownVerification(verification).checks;
    expect(shown.map(({ outcome }) => outcome)).to.not.include('skipped');
    expect(shown.length + skipped.length).to.equal(verification.checks.length);
  });
});
