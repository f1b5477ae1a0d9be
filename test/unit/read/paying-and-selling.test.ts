import { expect } from 'chai';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { describeAnswersOver, expectRows, planOver } from '../planner/answered.ts';

const HOTEL = [
  `CREATE TABLE guests (guest_id INTEGER PRIMARY KEY, guest_name VARCHAR, country VARCHAR, birth_year INTEGER)`,
  `INSERT INTO guests SELECT i, 'Guest ' || i, ['Norway', 'Chile', 'Japan'][1 + i % 3], 1950 + i % 50 FROM range(1, 40) t(i)`,
  `CREATE TABLE stays (stay_id INTEGER PRIMARY KEY, guest_id INTEGER REFERENCES guests, arrival_date DATE, nights INTEGER, room_fee DECIMAL(10,2))`,
  `INSERT INTO stays SELECT i, 1 + (i * i) % 37, DATE '2023-01-01' + ((i * 11) % 900)::INT, 1 + i % 6, 40 + (i * 13) % 200 FROM range(1, 90) t(i)`,
  `CREATE TABLE players (player_id INTEGER PRIMARY KEY, player_name VARCHAR, medals INTEGER)`,
  `INSERT INTO players SELECT i, 'Player ' || i, i % 5 FROM range(1, 20) t(i)`,
];

/** Guests with stays that are so. */
const stayed = (having: string, where = 'TRUE') =>
  `SELECT guest_name FROM guests JOIN stays USING (guest_id) WHERE ${where} GROUP BY guest_id, guest_name HAVING ${having}`;
const IN = (year: number) => `year(arrival_date) = ${year}`;
const MAY = `arrival_date >= DATE '2023-05-01' AND arrival_date < DATE '2023-06-01'`;
const JUNE = `arrival_date >= DATE '2023-06-01' AND arrival_date < DATE '2023-07-01'`;
const inBoth = (one: string, other: string, denied = '') =>
  `SELECT guest_name FROM guests WHERE guest_id IN (SELECT guest_id FROM stays WHERE ${one}) AND guest_id ${denied} IN (SELECT guest_id FROM stays WHERE ${other})`;

describeAnswersOver('verbs of money, of how often, and two periods', HOTEL, {
  answered: [
    ['guests who spent more than 500', stayed('SUM(room_fee) > 500')],
    ['which guests paid less than 400', stayed('SUM(room_fee) < 400')],
    ['how many guests spent over 500', `SELECT COUNT(*) FROM (${stayed('SUM(room_fee) > 500')})`],
    ['guests who spent more than 200 in 2024', stayed('SUM(room_fee) > 200', IN(2024))],
    [
      'which guest paid the most in 2024',
      `${stayed('TRUE', IN(2024))} ORDER BY SUM(room_fee) DESC, guest_name LIMIT 1`,
    ],
    [
      'how much did guests from Norway pay in 2024',
      `SELECT SUM(room_fee) FROM stays JOIN guests USING (guest_id) WHERE country = 'Norway' AND ${IN(2024)}`,
    ],
    [
      'top 3 guests by spend',
      `SELECT guest_name, SUM(room_fee) AS fee FROM guests JOIN stays USING (guest_id) GROUP BY guest_id, guest_name ORDER BY fee DESC, guest_name LIMIT 3`,
    ],
    ['guests who stayed at least 2 times in 2024', stayed('COUNT(*) >= 2', IN(2024))],
    ['how many guests stayed more than once', `SELECT COUNT(*) FROM (${stayed('COUNT(*) > 1')})`],
    [
      'how many guests stayed at least 3 times in 2023',
      `SELECT COUNT(*) FROM (${stayed('COUNT(*) >= 3', IN(2023))})`,
    ],
    ['guests who stayed in 2023 but not in 2025', inBoth(IN(2023), IN(2025), 'NOT')],
    ['which guests stayed in 2023, but never in 2025', inBoth(IN(2023), IN(2025), 'NOT')],
    ['guests who stayed in 2023 and in 2025', inBoth(IN(2023), IN(2025))],
    ['guests with stays in May 2023 but not in June 2023', inBoth(MAY, JUNE, 'NOT')],
    [
      'how many guests stayed in 2023 but not in 2025',
      `SELECT COUNT(*) FROM (${inBoth(IN(2023), IN(2025), 'NOT')})`,
    ],
    ['players who earned more than 3 medals', `SELECT player_name FROM players WHERE medals > 3`],
    [
      'number of stays and room fee by nights',
      `SELECT nights, COUNT(*), SUM(room_fee) FROM stays GROUP BY nights`,
    ],
    [
      'number of stays and room fee per country in 2024',
      `SELECT country, COUNT(*), SUM(room_fee) FROM stays JOIN guests USING (guest_id) WHERE ${IN(2024)} GROUP BY country`,
    ],
    ['stays above 3 nights', 'SELECT stay_id FROM stays WHERE nights > 3'],
  ],
  open: [
    'guests who spent more than 3 nights',
    'guests who spent the most nights',
    'guests who paid nothing',
    'guests who stayed in 2023 and were not in 2025',
    // May be in either.
    'guests with stays in 2023 and 2025',
    'guests with stays in May 2023 and in June 2023 but not in July 2023',
    'who sold the most',
    'how much did Ann spend',
    'longest guest',
  ],
});

describe('a number that is not said', () => {
  let hotel: OfflineCatalog;

  before(async () => {
    hotel = await catalogFromSql(HOTEL);
  });
  after(() => hotel.close());

  const ASKED: readonly (readonly [question: string, labels: readonly string[]])[] = [
    ['stays over 100', ['nights', 'room fee']],
    ['how many stays of more than 4', ['nights', 'room fee']],
    ['which guests sold the most in 2024', ['room fee', 'number of stays', 'nights']],
    ['most popular guest', ['room fee', 'number of stays', 'nights']],
    ['best selling guests in 2024', ['room fee', 'number of stays', 'nights']],
    ['biggest guest', ['room fee', 'number of stays', 'nights']],
    ['lowest guest', ['room fee', 'number of stays', 'nights']],
  ];
  for (const [question, labels] of ASKED)
    it(`is asked for, and each option is answered: ${question}`, () => {
      const found = planOver(question, hotel);
      if (found.kind !== 'clarify') throw new Error(JSON.stringify(found));
      expect(found.options.map(({ label }) => label)).to.have.members(labels);
      const queries = found.options.map((option) => {
        const plan = planOver(option.question, hotel);
        return plan.kind === 'query' ? JSON.stringify(plan.query) : plan.kind;
      });
      expect(new Set(queries).size).to.equal(labels.length);
      expect(queries).to.not.include('decline');
    });

  it('is none where the word of the comparison tells of what it speaks', () => {
    for (const question of ['guests older than 40', 'guests longer than 5'])
      expect(planOver(question, hotel).kind, question).to.equal('decline');
  });

  it('keeps the words around it', async () => {
    const found = planOver('stays over 100 in 2024', hotel);
    const fee = found.kind === 'clarify' && found.options.find(({ label }) => label === 'room fee');
    if (!fee) throw new Error(JSON.stringify(found));
    await expectRows(
      fee.question,
      `SELECT stay_id FROM stays WHERE room_fee > 100 AND ${IN(2024)}`,
      hotel,
    );
  });
});

const WHARF = [
  `CREATE TABLE anglers AS SELECT i AS angler_id, 'Angler ' || i AS angler_name FROM range(1, 12) t(i)`,
  'ALTER TABLE anglers ADD PRIMARY KEY (angler_id)',
  `CREATE TABLE boats AS SELECT i AS boat_id, 'Boat ' || i AS boat_name FROM range(1, 6) t(i)`,
  'ALTER TABLE boats ADD PRIMARY KEY (boat_id)',
  `CREATE TABLE hires AS SELECT i AS hire_id, 1 + i * i % 11 AS angler_id, 1 + i % 5 AS boat_id, DATE '2025-01-01' + i::INT * 4 AS hired_on, 20.5 * (1 + i % 7) AS amount FROM range(1, 80) t(i)`,
  'ALTER TABLE hires ADD PRIMARY KEY (hire_id)',
  `CREATE TABLE repairs AS SELECT i AS repair_id, 1 + i % 5 AS boat_id, 99.5 * i AS cost FROM range(1, 30) t(i)`,
  'ALTER TABLE repairs ADD PRIMARY KEY (repair_id)',
];
const PAID = 'FROM anglers JOIN hires USING (angler_id)';
const MOST_PAID = 'GROUP BY angler_id, angler_name ORDER BY sum(amount) DESC, angler_name';

describeAnswersOver('the only money that belongs to the rows that pay it', WHARF, {
  answered: [
    ['which angler spent the most', `SELECT angler_name ${PAID} ${MOST_PAID} LIMIT 1`],
    [
      'Which angler paid us the most money in 2025?',
      `SELECT angler_name ${PAID} WHERE year(hired_on) = 2025 ${MOST_PAID} LIMIT 1`,
    ],
    [
      'which three anglers have spent the most',
      `SELECT angler_name, sum(amount) ${PAID} ${MOST_PAID} LIMIT 3`,
    ],
    [
      '3 biggest spenders among our anglers',
      `SELECT angler_name, sum(amount) ${PAID} ${MOST_PAID} LIMIT 3`,
    ],
    [
      'anglers who spent over 500',
      `SELECT angler_name ${PAID} GROUP BY angler_id, angler_name HAVING sum(amount) > 500`,
    ],
    // Repairs cost something: nothing is earned by them.
    [
      'which boat earned the most',
      'SELECT boat_name FROM boats JOIN hires USING (boat_id) GROUP BY 1 ORDER BY sum(amount) DESC LIMIT 1',
    ],
  ],
  // What we pay is nobody's hire.
  open: ['which anglers do we pay the most', 'what did we spend'],
});

const BENCH = [
  `CREATE TABLE mechanics AS SELECT * FROM (VALUES ('Anna Berg', 'North'), ('Tom Fuchs', 'South')) AS t(mechanic, shop)`,
  'ALTER TABLE mechanics ADD PRIMARY KEY (mechanic)',
  `CREATE TABLE jobs AS SELECT i AS job_no, DATE '2026-01-03' + i::INT * 9 AS done_on, ['Anna Berg', 'Tom Fuchs'][1 + i % 2] AS mechanic,
    0.25 * i AS hours, 20.5 * i AS charge_eur FROM range(1, 30) t(i)`,
];

describe('a verb that is a synonym of an amount', () => {
  let data: OfflineCatalog;
  before(async () => {
    const made = await catalogFromSql(BENCH);
    const tables = made.catalog.tables.map((table) => ({
      ...table,
      columns: table.columns.map((column) =>
        column.name === 'charge_eur'
          ? { ...column, synonyms: ['earned', 'earnings', 'money'], synonymsSaid: true as const }
          : column,
      ),
    }));
    data = { ...made, catalog: { ...made.catalog, tables } };
  });
  after(() => data.close());

  const TOTALS = 'SELECT mechanic, sum(charge_eur) FROM jobs GROUP BY mechanic';
  const ANNA = "SELECT sum(charge_eur) FROM jobs WHERE mechanic = 'Anna Berg'";
  for (const [question, sql] of [
    [
      'which mechanic earned the most in 2026?',
      'SELECT mechanic FROM jobs WHERE year(done_on) = 2026 GROUP BY mechanic ORDER BY sum(charge_eur) DESC LIMIT 1',
    ],
    ['how much did each mechanic earn', TOTALS],
    ['how much has Anna Berg earned in 2026', `${ANNA} AND year(done_on) = 2026`],
    ['earnings by mechanic', TOTALS],
    ['earned by mechanic', TOTALS],
  ] as const)
    it(`is what it sums: ${question}`, () => expectRows(question, sql, data));
});
