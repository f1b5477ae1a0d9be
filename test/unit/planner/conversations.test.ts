import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import type { Plan, PriorTurn } from '#src/planner/plan.ts';
import { plan } from '#src/read/plan.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

/** Guests and their stays, and a file of sales for each of two branches. */
const TABLES = [
  `CREATE TABLE guests AS SELECT * FROM (VALUES
    (1, 'Ann', 'Rome', 30), (2, 'Ben', 'Oslo', 50), (3, 'Cid', 'Rome', 61), (4, 'Dot', 'Oslo', 19))
    AS t(guest_id, name, city, age)`,
  `CREATE TABLE stays AS SELECT * FROM (VALUES
    (10, 1, 'twin', 90.5, DATE '2025-06-01'), (11, 1, 'twin', 80.0, DATE '2025-06-09'),
    (12, 2, 'suite', 250.0, DATE '2025-07-02'), (13, 4, 'twin', 70.0, DATE '2025-07-03'),
    (14, 4, 'single', 60.0, DATE '2025-07-04'), (15, 4, 'suite', 99.0, DATE '2025-07-05'))
    AS t(stay_id, guest_id, room, price, stayed_on)`,
  `CREATE TABLE north AS SELECT * FROM (VALUES ('a', 'tea', 3, 1.5), ('b', 'jam', 4, 2.5)) AS t(shop, goods, pieces, takings)`,
  `CREATE TABLE south AS SELECT * FROM (VALUES ('c', 'tea', 5, 3.5), ('d', 'oil', 6, 4.5)) AS t(shop, goods, pieces, takings)`,
];

/** The last of some questions, asked one after the other. */
function ask(questions: readonly string[], { catalog, values }: OfflineCatalog): Plan {
  const history: PriorTurn[] = [];
  let found: Plan | null = null;
  for (const question of questions) {
    found = plan({ question, catalog, values, history, now: NOW });
    history.push({ question, query: found.kind === 'query' ? found.query : null });
  }
  return found!;
}

describe('changes of an answer', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql(TABLES);
  });
  after(() => data.close());

  const ANSWERED: readonly (readonly [readonly string[], string])[] = [
    [
      ['most common room of stays', 'and the least common?'],
      'SELECT room FROM stays GROUP BY 1 ORDER BY COUNT(*), room LIMIT 1',
    ],
    [
      ['which room is least common', 'and the most common?'],
      'SELECT room FROM stays GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1',
    ],
    [
      ['guests without stays', 'and how many have stays'],
      'SELECT COUNT(*) FROM guests WHERE guest_id IN (SELECT guest_id FROM stays)',
    ],
    [
      ['guests in Rome with stays', 'and how many have no stays'],
      `SELECT COUNT(*) FROM guests WHERE city = 'Rome' AND guest_id NOT IN (SELECT guest_id FROM stays)`,
    ],
    [
      ['guests with stays in a suite', 'which of them have no stays in a single'],
      `SELECT name FROM guests WHERE guest_id IN (SELECT guest_id FROM stays WHERE room = 'suite')
        AND guest_id NOT IN (SELECT guest_id FROM stays WHERE room = 'single')`,
    ],
  ];
  for (const [questions, sql] of ANSWERED)
    it(`are made: ${questions.join(' → ')}`, async () => {
      const found = ask(questions, data);
      if (found.kind !== 'query') throw new Error(JSON.stringify(found));
      expect(await data.run(lowerDuckdb(found.query))).to.deep.equal(await data.run(sql));
    });

  for (const questions of [
    ['total price by room', 'by room'],
    ['top 2 rooms by price', 'and the top 2?'],
    ['top 2 rooms by price', 'and by guests?'],
    ['most common room of stays', 'and city?'],
  ])
    it(`never give the unchanged query: ${questions.join(' → ')}`, () =>
      expect(ask(questions, data).kind).to.equal('decline'));

  for (const questions of [
    ['which guests have stays', 'which ones have no stays'],
    ['guests without stays', 'which of them are in Rome', 'and which ones have stays'],
    ['guests with stays in a twin', 'which of them have no stays'],
    ['guests with stays in a twin', 'which of them have no stays in a twin'],
    ['guests in Rome', 'which of those are not in Rome'],
    ['guests in Rome', 'how many of those are in Oslo'],
    ['guests older than 40', 'and younger than 30?'],
  ])
    it(`never ask for what no row can be: ${questions.join(' → ')}`, () =>
      expect(ask(questions, data).kind).to.equal('decline'));

  it('say which answer they change where a question since then got none', () => {
    const found = ask(['how many stays in June 2025', 'why is that', 'and in July 2025?'], data);
    if (found.kind !== 'query') throw new Error(JSON.stringify(found));
    expect(found.assumptions).to.include(
      '"and in July 2025?" changes the earlier question "how many stays in June 2025".',
    );
    const next = ask(['how many stays in June 2025', 'and in July 2025?'], data);
    if (next.kind !== 'query') throw new Error(JSON.stringify(next));
    expect(next.assumptions.join(' ')).to.not.include('changes the earlier question');
  });
});

describe('tables of one shape', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql(TABLES);
  });
  after(() => data.close());

  for (const question of [
    'total takings',
    'total takings by goods',
    'takings per shop',
    'average pieces',
    'top 3 shops by takings',
    'how many different goods',
    'list goods',
    'total takings for tea',
  ])
    it(`are never one of them in silence: ${question}`, () =>
      expect(ask([question], data).kind).to.not.equal('query'));

  it('are not taken for one where only one of them can be read', async () => {
    // The same columns, but the pieces of one file were read as text.
    const mixed = await catalogFromSql([
      ...TABLES.slice(2),
      `CREATE TABLE west AS SELECT * FROM (VALUES ('e', 'tea', 5, 'n/a'), ('f', 'oil', 6, '4.5')) AS t(shop, goods, pieces, takings)`,
      'DROP TABLE south',
    ]);
    try {
      expect(ask(['total takings'], mixed).kind).to.not.equal('query');
      expect(ask(['total north takings'], mixed).kind).to.equal('query');
    } finally {
      await mixed.close();
    }
  });

  it('are told apart by their names and by values that only one of them has', async () => {
    for (const [question, sql] of [
      ['total takings of south', 'SELECT SUM(takings) FROM south'],
      ['total takings for jam', `SELECT SUM(takings) FROM north WHERE goods = 'jam'`],
    ] as const) {
      const found = ask([question], data);
      if (found.kind !== 'query') throw new Error(JSON.stringify(found));
      expect(await data.run(lowerDuckdb(found.query))).to.deep.equal(await data.run(sql));
    }
  });
});

describe('options of what is asked back', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql(TABLES);
  });
  after(() => data.close());

  for (const question of [
    'total takings',
    'total pieces by goods',
    'top 1 shops by takings',
    'list goods',
    'average takings for tea',
  ])
    it(`are understood, as questions and by their words alone: ${question}`, () => {
      const asked = ask([question], data);
      if (asked.kind !== 'clarify') throw new Error(JSON.stringify(asked));
      expect(asked.options).to.have.length(2);
      const queries = asked.options.map((option) => {
        const whole = ask([option.question], data);
        const said = ask([question, option.label], data);
        if (whole.kind !== 'query' || said.kind !== 'query') throw new Error(option.label);
        expect(structuredClone(said.query)).to.deep.equal(structuredClone(whole.query));
        return JSON.stringify(whole.query);
      });
      expect(new Set(queries)).to.have.length(2);
    });

  it('can be changed by the questions after them', () => {
    const asked = ask(['total takings'], data);
    if (asked.kind !== 'clarify') throw new Error(JSON.stringify(asked));
    const { label } = asked.options[1]!;
    const found = ask(['total takings', `${label}.`, 'by goods'], data);
    if (found.kind !== 'query') throw new Error(JSON.stringify(found));
    expect(found.query).to.have.nested.property('groupBy[0].column', 'goods');
  });
});
