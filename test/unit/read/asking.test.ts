import { expect } from 'chai';
import type { Plan, PriorTurn } from '#src/planner/plan.ts';
import { plan } from '#src/read/plan.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';

/** A yard that lets boats: owners, boats, and their rentals. */
const TABLES = [
  `CREATE TABLE owners AS SELECT * FROM (VALUES
    (1, 'Ruth', 'Malmo', 'private'), (2, 'Omar', 'Lund', 'private'), (3, 'Ines', 'Malmo', 'club'),
    (4, 'Per', 'Ystad', 'club'), (5, 'Ana', 'Ystad', 'club')) AS t(owner_id, name, town, kind)`,
  `CREATE TABLE boats AS SELECT * FROM (VALUES
    (1, 'Gull', 1, 'Lund', 7.5), (2, 'Tern', 2, 'Malmo', 9.0), (3, 'Auk', 3, 'Malmo', 6.1), (4, 'Skua', 4, 'Ystad', 12.0), (5, 'Knot', 1, 'Lund', 5.0))
    AS t(boat_id, name, owner_id, harbour, length_m)`,
  `CREATE TABLE rentals AS SELECT i AS rental_id, 1 + i % 4 AS boat_id, DATE '2025-01-01' + CAST(i AS INTEGER) AS booked_on,
    DATE '2025-01-03' + CAST(i * 2 AS INTEGER) AS returned_on, 40.5 * (1 + i % 3) AS income FROM range(1, 60) t(i)`,
  `CREATE TABLE storms AS SELECT i AS storm_id, DATE '2025-01-01' + CAST(i * 7 AS INTEGER) AS seen_on, 900.5 * i AS damage
    FROM range(1, 20) t(i)`,
];

const NOW = new Date('2025-09-15T12:00:00Z');

describe('what is asked back', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql(TABLES);
  });
  after(() => data.close());

  function ask(...questions: readonly string[]): Plan {
    const { catalog, values } = data;
    const history: PriorTurn[] = [];
    let found: Plan | null = null;
    for (const question of questions) {
      found = plan({ question, catalog, values, history, now: NOW });
      history.push({ question, query: found.kind === 'query' ? found.query : null });
    }
    return found!;
  }

  function options(question: string): readonly { label: string; question: string }[] {
    const found = ask(question);
    if (found.kind !== 'clarify') throw new Error(`${question}: ${JSON.stringify(found)}`);
    return found.options;
  }

  const ASKED: readonly (readonly [question: string, labels: readonly string[]])[] = [
    ['how many storms were seen on 3/4/2025?', ['4 March 2025', '3 April 2025']],
    ['total damage of storms seen since 03-04-25', ['4 March 2025', '3 April 2025']],
    ['best boat', ['income', 'number of rentals', 'length m']],
    ['Who is our most important owner?', ['income', 'number of boats', 'length m']],
    ['top 3 boats', ['income', 'number of rentals', 'length m']],
    [
      'worst boats in Malmo',
      ['income (5 of them)', 'number of rentals (5 of them)', 'length m (5 of them)'],
    ],
    ['busiest month', ['number of storms', 'damage']],
    ['how many rentals in March 2025', ['booked on', 'returned on']],
    ['What are their names?', ['boats', 'owners']],
    [
      'what are the names of those owners',
      ['all owners', 'owners with kind club', 'owners with kind private'],
    ],
    [
      'how many do we have in Ystad?',
      [
        'number of boats with harbour "Ystad"',
        'number of owners with town "Ystad"',
        'number of boats with owners town "Ystad"',
        'number of rentals with boats harbour "Ystad"',
      ],
    ],
    ['Ystad count', ['number of boats with harbour "Ystad"', 'number of owners with town "Ystad"']],
    [
      'Please tell me how many there are in Lund.',
      ['number of boats with harbour "Lund"', 'number of owners with town "Lund"'],
    ],
    [
      "what's the total for 2025?",
      [
        'total income of rentals with booked on in 2025',
        'total income of rentals with returned on in 2025',
        'total damage of storms in 2025',
      ],
    ],
    ['total 2025', ['total income of rentals with booked on in 2025']],
    [
      'the sum for Ystad',
      [
        'total income of rentals with boats harbour "Ystad"',
        'total income of rentals with owners town "Ystad"',
      ],
    ],
    ['which boats are doing well?', ['income (5 of them)', 'number of rentals (5 of them)']],
    ['boats that perform poorly', ['income (5 of them)', 'number of rentals (5 of them)']],
    ['How are the boats doing?', ['income (5 of them)', 'number of rentals (5 of them)']],
    ['which boat is the strongest', ['income', 'number of rentals', 'length m']],
    ['our number one owner', ['income', 'number of boats']],
    [
      'the best ones among our owners, please',
      ['income (5 of them)', 'number of boats (5 of them)'],
    ],
    ['those 2 owners', ['all owners', 'owners with kind club']],
    ['and Ystad?', ['owners with town "Ystad"', 'boats with harbour "Ystad"']],
  ];
  for (const [question, labels] of ASKED)
    it(question, () => {
      const found = options(question);
      expect(found.map(({ label }) => label).slice(0, labels.length)).to.deep.equal(labels);
      expect(found.length).to.be.within(2, 4);
      const queries = found.map((option) => {
        const planned = ask(option.question);
        if (planned.kind !== 'query') throw new Error(option.question);
        return JSON.stringify(planned.query);
      });
      expect(new Set(queries).size).to.equal(found.length);
    });

  const OFFERED: readonly (readonly [question: string, options: readonly string[]])[] = [
    [
      'are there any boats longer than 8?',
      ['which boats longer than 8', 'how many boats longer than 8'],
    ],
    [
      'do any owners have a boat in Lund?',
      ['which owners have a boat in Lund', 'how many owners have a boat in Lund'],
    ],
    ['out of those, show boats longer than 7', ['show boats longer than 7']],
    ['which of them is the longest', ['which of boats is the longest']],
    ['are there any other boats?', ['which boats', 'how many boats']],
  ];
  for (const [question, wanted] of OFFERED)
    it(question, () => {
      const found = options(question).map((option) => option.question);
      expect(found).to.deep.equal(wanted);
      for (const one of found) expect(ask(one).kind, one).to.equal('query');
    });

  it('says nothing of rows that no table has, by yes or no', () => {
    expect(ask('are there any pirates here?').kind).to.equal('decline');
    expect(ask('is the boat in Lund longer than 8?').kind).to.equal('decline');
  });

  const REPLIES: readonly (readonly [reply: string, place: number])[] = [
    ['2', 1],
    ['the second one', 1],
    ['option 1, please', 0],
    ['#3', 2],
    ['the last one', 2],
    ['income', 0],
    ['by income please', 0],
    ['I mean rentals', 1],
    ['length', 2],
  ];
  for (const [reply, place] of REPLIES)
    it(`"${reply}" is an answer to it`, () => {
      const meant = ask(options('best boat')[place]!.question);
      const said = ask('best boat', reply);
      if (meant.kind !== 'query' || said.kind !== 'query') throw new Error(JSON.stringify(said));
      expect(structuredClone(said.query)).to.deep.equal(structuredClone(meant.query));
      expect(said.assumptions[0]).to.include(`"${reply}" means`);
    });

  for (const [question, meant] of [
    ['number of insured rentals by harbour', 'number of rentals by harbour'],
    ['average length of boats in Lund by seaworthiness', null],
    ['and how many boats have those owners in storage', null],
    ['how many insured pets', null],
    // Without its time it would be another question.
    ['total income by harbour and year for every boat', null],
    ['total income by harbour this month for every boat', null],
    ['total insured income by harbour for every boat', 'total income by harbour for every boat'],
  ] as const)
    it(`${question}: ${meant === null ? 'no reading is near' : 'is it meant without the word?'}`, () => {
      const found = ask(question);
      if (meant === null) return expect(found.kind).to.equal('decline');
      if (found.kind !== 'clarify') throw new Error(JSON.stringify(found));
      expect(found.question).to.include('"insured"');
      expect(found.options.map((option) => option.question)).to.deep.equal([meant]);
      const agreed = ask(question, 'yes, please');
      const asked = ask(meant);
      if (asked.kind !== 'query' || agreed.kind !== 'query')
        throw new Error(JSON.stringify(agreed));
      expect(structuredClone(agreed.query)).to.deep.equal(structuredClone(asked.query));
      expect(found.options[0]!.label).to.equal(asked.restatement);
    });

  it('a question of its own is no answer to it', () => {
    const said = ask('best boat', 'number of rentals by harbour');
    if (said.kind !== 'query') throw new Error(JSON.stringify(said));
    const named = ask('number of rentals by harbour') as Extract<Plan, { kind: 'query' }>;
    expect(structuredClone(said.query)).to.deep.equal(structuredClone(named.query));
  });

  it('nothing is asked back of what says what is meant, or of what cannot be answered', () => {
    expect(ask('boat with the highest income').kind).to.equal('query');
    expect(ask('top 3 boats by income').kind).to.equal('query');
    expect(ask('delete those boats').kind).to.equal('decline');
    expect(ask('best film').kind).to.equal('decline');
    expect(ask('best weather in Ystad').kind).to.equal('decline');
    expect(ask('how many pirates in Ystad').kind).to.equal('decline');
    expect(ask('total of the pirates in 2025').kind).to.equal('decline');
    expect(ask('boats that perform well by income').kind).not.to.equal('clarify');
    expect(ask('number of boats in Lund', 'how many in Ystad').kind).not.to.equal('clarify');
  });
});
