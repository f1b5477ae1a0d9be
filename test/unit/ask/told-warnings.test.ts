import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { withWarnings } from '#src/ask/explain/warnings.ts';
import type { Check } from '#src/ask/types.ts';
import { type CompanyWorld, openCompany } from './analytics/world.ts';

const csv = (header: string, rows: readonly (readonly unknown[])[]) =>
  [header, ...rows.map((row) => row.join(','))].join('\n');

const COUNT = 24;
const numbers = Array.from({ length: COUNT }, (_, index) => index);
const MONEY = ['EUR', 'JPY', 'USD'];

/** Amounts whose currency stands beside them, in their account, or under a name in another language. */
async function writeLedger(folder: string): Promise<void> {
  const write = (name: string, header: string, rows: readonly (readonly unknown[])[]) =>
    writeFile(path.join(folder, `${name}.csv`), csv(header, rows));
  await write(
    'payments',
    'payment_id,method,amount,currency',
    numbers.map((n) => [`P${n}`, ['card', 'cash'][n % 2], 100 + n * 7.5, MONEY[n % 3]]),
  );
  await write(
    'accounts',
    'account_id,holder,currency',
    ['Ann', 'Ben', 'Cat', 'Dan'].map((name, n) => [n + 1, name, MONEY[n % 3]]),
  );
  await write(
    'transfers',
    'transfer_id,account_id,amount,parts',
    numbers.map((n) => [n + 1, 1 + (n % 4), 50 + n, n % 5]),
  );
  await write(
    'ausgaben',
    'beleg_nr,betrag,waehrung',
    numbers.map((n) => [n + 1, 30 + n, ['CHF', 'NOK'][n % 2]]),
  );
}

describe('warnings that change what a number means', () => {
  let world: CompanyWorld;
  before(async () => {
    world = await openCompany(writeLedger, '2026-06-15');
  });
  after(() => world.close());

  const MIXED: readonly (readonly [question: string, said: string])[] = [
    ['total amount of payments', 'unit of amount depends on the currency of each row'],
    ['average amount of payments', 'unit of amount depends on the currency of each row'],
    ['total amount of payments by method', 'unit of amount depends on the currency of each row'],
    ['total amount of transfers', 'unit of amount depends on the currency from accounts'],
    ['what is the total betrag', 'unit of betrag depends on the waehrung of each row'],
  ];
  for (const [question, said] of MIXED)
    it(`stand in the explanation: ${question}`, async () => {
      const { explanation, verification } = await world.ask(question);
      expect(verification.status).to.equal('warning');
      expect(explanation).to.include(said);
    });

  const FIXED = [
    'total amount of payments by currency',
    'total amount of payments in EUR',
    'total amount of transfers by currency',
    'total amount of transfers by holder',
    'total parts of transfers',
    'number of payments',
  ];
  for (const question of FIXED)
    it(`are not said where one unit is added up: ${question}`, async () => {
      const { result, explanation } = await world.ask(question);
      expect(result).to.equal('success');
      expect(explanation).to.not.match(/different units can't be added/);
    });

  const check = (name: string, outcome: Check['outcome'], detail: string): Check => ({
    name,
    outcome,
    detail,
  });

  it('are added to the text of a model as to ours, each once', () => {
    const checks = [
      check('mixed_units', 'warning', 'Mixed.'),
      check('average_of_averages', 'warning', 'Mixed.'),
      check('fan_out', 'passed', 'Fine.'),
    ];
    expect(withWarnings(['The total is 5.'], { checks })).to.deep.equal([
      'The total is 5.',
      'Mixed.',
    ]);
    expect(withWarnings(['Mixed.', 'It is 5.'], { checks })).to.deep.equal(['Mixed.', 'It is 5.']);
  });

  it('are not those that the text says already', () => {
    const checks = [
      check('truncation', 'warning', 'Cut.'),
      check('empty_result', 'warning', 'None.'),
    ];
    expect(withWarnings(['Nothing matches.'], { checks })).to.deep.equal(['Nothing matches.']);
  });
});
