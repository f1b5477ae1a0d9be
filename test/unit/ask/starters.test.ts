import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { starterQuestions } from '#src/catalog/starter-questions.ts';
import { openCompany } from './analytics/world.ts';

const rows = Array.from({ length: 40 }, (_, at) => at);
const day = (at: number) => new Date(Date.UTC(2026, 0, 3 + at * 5)).toISOString().slice(0, 10);
const numbers = (factor: number, groups: readonly string[]) =>
  rows.map((n) => `${day(n)},${groups[n % groups.length]},${n * factor}`);
const header = 'date,product,amount';

/** Files that nothing relates, most of whose columns are called alike. */
const SETS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'of different kinds': {
    sales: ['date,region,amount', ...numbers(3, ['North', 'South'])],
    expenses: ['date,department,amount', ...numbers(2, ['IT', 'HR', 'Law'])],
  },
  'of one shape': {
    berlin: [header, ...numbers(3, ['Tea', 'Milk'])],
    paris: [header, ...numbers(4, ['Tea', 'Milk'])],
    rome: [header, ...numbers(5, ['Tea', 'Milk'])],
  },
  'of two years': {
    sales_2024: [header, ...numbers(3, ['Tea', 'Milk'])],
    sales_2025: [header, ...numbers(4, ['Tea', 'Milk'])],
  },
  'without numbers': {
    contacts: ['name,city', ...rows.map((n) => `Person ${n},${['Rome', 'Oslo'][n % 2]}`)],
    books: ['title,genre', ...rows.map((n) => `Book ${n},${['Crime', 'Poems'][n % 2]}`)],
  },
};

const MOST_SHOWN = 6;

describe('starter questions of files that are not related', () => {
  for (const [name, files] of Object.entries(SETS))
    it(`are about each of them and have answers: files ${name}`, async () => {
      const world = await openCompany(async (folder) => {
        for (const [file, lines] of Object.entries(files))
          await writeFile(path.join(folder, `${file}.csv`), lines.join('\n'));
      }, '2026-08-15');
      try {
        const questions = starterQuestions(world.data.catalog);
        const tables: string[] = [];
        for (const question of questions) {
          const { result, lineage } = await world.ask(question);
          expect(result, question).to.equal('success');
          tables.push(...(lineage?.tables ?? []));
        }
        for (const table of Object.keys(files))
          expect(
            tables.slice(0, MOST_SHOWN).filter((one) => one === table),
            `${table} in ${questions}`,
          ).to.have.length.of.at.least(2);
      } finally {
        await world.close();
      }
    });
});
