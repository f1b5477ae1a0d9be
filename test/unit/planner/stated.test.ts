import path from 'node:path';
import { expect } from 'chai';
import { catalogFromCsvFolder, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { planOver } from './answered.ts';

/** Fixture, question, and what its answer must say, or must not. */
const STATED: readonly (readonly [string, string, string, boolean])[] = [
  ['league', 'goals per match', "matches without goals aren't shown as groups.", true],
  ['league', 'matches per referee', "aren't shown as groups", false],
  ['webshop', 'total amount by customer', 'customers without payments', true],
  ['webshop', 'top 3 customers by number of orders', "aren't shown as groups", false],
  ['webshop', 'products sorted by price', 'The smallest comes first.', true],
  ['webshop', 'customers ranked by number of orders', 'The largest comes first.', true],
  ['webshop', 'products sorted by name', 'comes first', false],
  ['webshop', 'how many orders does Anna Berg have', 'Some customers have the same name', true],
  ['league', 'players of Ajax', 'have the same', false],
  ['till', 'how many different regions', 'without region are left out of the count', true],
  ['till', 'how many channels', 'left out of the count', false],
  ['till', 'how many sales', 'left out of the count', false],
  ['desk', 'agent with the highest rating', 'Rows are ranked individually', true],
  ['cinema', 'highest rated film', 'Rows are ranked individually', false],
  [
    'bank',
    'clients of Central',
    'It also appears in branch name of branches and region of branches',
    true,
  ],
  ['bank', 'clients in Oslo', 'also stands', false],
  [
    'payroll',
    'average sick days per employee',
    'The average is calculated over rows of absences.',
    true,
  ],
  ['travel', 'total price of confirmed bookings', 'For a single number, ask for the sum', true],
  ['conf', 'most popular track', 'Rows of sessions are counted.', true],
  ['ops', 'services with error rate over 2', "It's enough", true],
  ['conf', 'how many tracks', 'Each value of track is counted once.', true],
  ['helpdesk', 'tickets with handle minutes over 2 hours', '2 h means 120 min', true],
  ['travel', 'total price by currency', 'ask for the sum', false],
];

describe('what the built-in planner says of an answer', () => {
  const opened = new Map<string, OfflineCatalog>();

  before(async () => {
    for (const fixture of new Set(STATED.map(([name]) => name)))
      opened.set(
        fixture,
        await catalogFromCsvFolder(path.join(import.meta.dirname, '../../fixtures', fixture)),
      );
  });
  after(() => Promise.all([...opened.values()].map((one) => one.close())));

  for (const [fixture, question, text, said] of STATED)
    it(`${question}: ${said ? '' : 'not '}${text}`, () => {
      const plan = planOver(question, opened.get(fixture)!);
      expect(plan.kind).to.equal('query');
      if (plan.kind !== 'query') return;
      const all = plan.assumptions.join(' ');
      if (said) expect(all).to.include(text);
      else expect(all).to.not.include(text);
    });
});
