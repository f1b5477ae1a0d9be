import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { type CompanyWorld, openCompany } from './analytics/world.ts';

async function writeClinic(folder: string): Promise<void> {
  const days = Array.from({ length: 120 }, (_, at) =>
    new Date(Date.UTC(2026, 2, 2 + at)).toISOString().slice(0, 10),
  );
  const lines = days.map(
    (day, at) => `${at + 1},${day},${['North', 'South'][at % 2]},${20 + at},${at % 2}`,
  );
  await writeFile(
    path.join(folder, 'appointments.csv'),
    ['appointment_id,scheduled_on,clinic,fee,missed', ...lines].join('\n'),
  );
}

const BEGIN = "The data in appointments starts on March 2, 2026, so there's nothing before that.";

describe('a period without data', () => {
  let world: CompanyWorld;
  before(async () => {
    world = await openCompany(writeClinic, '2026-06-15');
  });
  after(() => world.close());

  const told = async (question: string) => {
    const { result, explanation, verification } = await world.ask(question);
    expect(result).to.equal('success');
    return { explanation, ...verification };
  };

  for (const question of [
    'how many appointments in January 2026',
    'total fee in January 2026',
    'total fee by clinic in January 2026',
    'appointments by month in 2025',
    'show all appointments last year',
    'average fee per month in 2024',
    'which clinic had the most appointments in January 2026',
    'how many appointments before 2026',
  ])
    it(`is warned of: ${question}`, async () => {
      const { status, explanation } = await told(question);
      expect(status).to.equal('warning');
      expect(explanation).to.include(BEGIN);
    });

  for (const question of [
    'how many appointments in March 2026',
    'how many appointments in 2026',
    'how many appointments since January 2026',
    'how many appointments next month',
    'how many appointments in 2027',
    'how many appointments today',
  ])
    it(`is not where the data reach into it, or it is yet to come: ${question}`, async () => {
      const { reason, explanation } = await told(question);
      expect(`${reason} ${explanation}`).to.not.match(/The data in/);
    });
});
