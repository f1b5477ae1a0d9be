import path from 'node:path';
import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { catalogFromCsvFolder, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { planOver } from './answered.ts';

/** Question → its rows, in their order, by SQL that was written by hand. */
const ORDERED: readonly (readonly [string, string])[] = [
  ['tickets by priority', 'SELECT priority, count(*) n FROM tickets GROUP BY 1 ORDER BY n DESC, 1'],
  ['tickets by channel', 'SELECT channel, count(*) n FROM tickets GROUP BY 1 ORDER BY n DESC, 1'],
  [
    'average handle minutes by category',
    'SELECT category, avg(handle_minutes) n FROM tickets GROUP BY 1 ORDER BY n DESC, 1',
  ],
  [
    'tickets by month',
    `SELECT CAST(date_trunc('month', created_on) AS DATE) m, count(*) FROM tickets GROUP BY 1 ORDER BY m`,
  ],
  [
    'tickets by month and priority',
    `SELECT CAST(date_trunc('month', created_on) AS DATE) m, priority, count(*) FROM tickets
     GROUP BY 1, 2 ORDER BY m, 2`,
  ],
  [
    'which countries have more than 2 customers',
    'SELECT country FROM customers GROUP BY 1 HAVING count(*) > 2 ORDER BY 1',
  ],
  [
    'agents by tickets',
    `SELECT name, (SELECT count(*) FROM tickets t WHERE t.agent_id = a.agent_id) n FROM agents a
     ORDER BY n DESC, name`,
  ],
  [
    'customers by tickets',
    `SELECT company, (SELECT count(*) FROM tickets t WHERE t.customer_id = c.customer_id) n
     FROM customers c ORDER BY n DESC, company`,
  ],
  ['customers by seats', 'SELECT company, seats FROM customers ORDER BY 2 DESC, 1'],
  [
    'customers by handle minutes',
    `SELECT company, sum(handle_minutes) n FROM tickets JOIN customers USING (customer_id) GROUP BY 1 ORDER BY n DESC, 1`,
  ],
];

/** Question → an assumption that its answer states. */
const STATED: readonly (readonly [string, string])[] = [
  ['average satisfaction', 'Rows of tickets without satisfaction are left out of the average.'],
  [
    'highest satisfaction by priority',
    'Rows of tickets without satisfaction are left out of the maximum.',
  ],
  ['tickets per team', 'Rows of tickets without agent are left out.'],
  ['show ticket ids and agent names', 'Rows of tickets without agent are left out.'],
  ['number of tickets per agent id', 'Rows without agent id form one group with no name.'],
  ['tickets with satisfaction not 3', 'Rows without satisfaction are left out.'],
  ['agents by tickets', 'agents are ranked by their number of tickets.'],
  ['agents with at most 12 tickets', 'Entries without tickets are included.'],
  ['which categories have escalated tickets', 'Each category is shown once.'],
  ['customers by seats', 'The largest comes first.'],
  ['customers by handle minutes', 'Entries without rows in tickets are left out.'],
  [
    'customers with satisfaction below 2',
    "It's enough if the satisfaction of one of the tickets matches.",
  ],
];

/** Question → no word of rows that are left out, for there are none. */
const COMPLETE = [
  'tickets by priority',
  'average handle minutes',
  'tickets of Pia Lund',
  'average satisfaction of tickets with satisfaction above 2',
  'tickets without an agent',
];

describe('the order of groups, and rows without a value', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromCsvFolder(path.join(import.meta.dirname, '../../fixtures/helpdesk'));
  });

  after(() => data.close());

  const planned = (question: string) => {
    const found = planOver(question, data);
    if (found.kind !== 'query') throw new Error(JSON.stringify(found));
    return found;
  };

  for (const [question, sql] of ORDERED)
    it(`keeps an order: ${question}`, async () =>
      expect(await data.run(lowerDuckdb(planned(question).query))).to.deep.equal(
        await data.run(sql),
      ));

  for (const [question, sentence] of STATED)
    it(`states: ${question}`, () => expect(planned(question).assumptions).to.include(sentence));

  for (const question of COMPLETE)
    it(`leaves nothing out: ${question}`, () =>
      expect(planned(question).assumptions.join(' ')).to.not.match(/left out|of its own/));
});
