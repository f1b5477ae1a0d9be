import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import type { Plan } from '#src/planner/plan.ts';
import { plan } from '#src/read/plan.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';

/** A sheet of towers as somebody kept it. */
const TABLE = [
  `CREATE TABLE list_of_towers_in_arland AS SELECT * FROM (VALUES
    ('Old Gate', 'Norby', 88, 12, 1931), ('The Needle', 'Suden', 214, 44, 1999), ('Harbour Point', 'Norby', 130, 30, 1978),
    ('Mill Tower', 'Estra', 61, 9, 1904), ('Sky Court', 'Suden', 187, 41, 2006), ('Dome', 'Estra', 40, 3, 1888))
    AS t("Building", "Town", "Height", "Floors", "Opening year")`,
];

describe('questions about a single table', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql(TABLE);
  });
  after(() => data.close());

  const ask = (question: string): Plan =>
    plan({
      question,
      catalog: data.catalog,
      values: data.values,
      history: [],
      now: new Date('2026-01-01T00:00:00Z'),
    });

  const ANSWERED: readonly (readonly [question: string, cells: readonly (string | number)[]])[] = [
    ['how many buildings have at least 40 floors?', [2]],
    ['how many entries have a height above 100', [3]],
    ['how many floors does the needle have?', [44]],
    ['how many floors did Sky Court have', [41]],
    ['which is taller, old gate or harbour point?', ['Harbour Point']],
    ['which has more floors, Old Gate or Dome?', ['Old Gate']],
    ['who had fewer floors, The Needle or Sky Court', ['Sky Court']],
    ['what is the difference in height between old gate and dome?', [48]],
    ['how many more floors does The Needle have than Old Gate?', [32]],
    ['which structure has the most floors', ['The Needle']],
    ['which is the only building with more than 200 height', ['The Needle']],
    ['the only one to have under 5 floors', ['Dome']],
    ['how many different towns are listed', [3]],
    ['which building has 41 floors?', ['Sky Court']],
    ['how many total row entries are there?', [6]],
    ['what building was the only building where the floors was 9', ['Mill Tower']],
    ['which is the only building in the town Norby with 30 floors', ['Harbour Point']],
  ];
  for (const [question, cells] of ANSWERED)
    it(question, async () => {
      const found = ask(question);
      if (found.kind !== 'query') throw new Error(JSON.stringify(found));
      expect((await data.run(lowerDuckdb(found.query))).flat()).to.deep.equal(cells);
    });

  // Nothing in the sheet is called so: that they are its rows would be a guess.
  for (const question of [
    'how many skyscrapers have at least 40 floors?',
    'how many lifts does The Needle have?',
    'which is the only bridge in the town Norby with 30 floors',
  ])
    it(`does not guess: ${question}`, () => expect(ask(question).kind).to.not.equal('query'));

  it('days are held against years, and numberings tell places', async () => {
    const races = await catalogFromSql([
      `CREATE TABLE regattas AS SELECT * FROM (VALUES (1, 'Spring Cup', DATE '1989-05-01', 'Gull'), (2, 'Lake Race', DATE '1990-06-01', 'Auk'),
        (3, 'Night Sail', DATE '1995-07-01', 'Auk'), (4, 'Last Wind', DATE '2001-07-01', 'Knot')) AS t("No", "Race", "Held on", "Winner")`,
    ]);
    const { catalog, values } = races;
    const cells = async (question: string) => {
      const found = plan({ question, catalog, values, history: [], now: new Date() });
      if (found.kind !== 'query') return found.kind;
      return (await races.run(lowerDuckdb(found.query))).flat();
    };
    expect(await cells('how many races were held on before 1995')).to.deep.equal([2]);
    expect(await cells('who was the winner in the race that knot ran')).to.equal('decline');
    expect(await cells('which race is listed right before Night Sail?')).to.deep.equal([
      'Lake Race',
    ]);
    await races.close();
  });

  it('a row that is called a total is left out, and said to be', async () => {
    const medals = await catalogFromSql([
      `CREATE TABLE medals AS SELECT * FROM (VALUES ('Arland', 3, 1), ('Borland', 2, 4), ('Total', 6, 5))
        AS t("Nation", "Gold", "Silver")`,
    ]);
    const { catalog, values } = medals;
    const question = 'how many rows have at least 3 gold medals?';
    const found = plan({ question, catalog, values, history: [], now: new Date() });
    if (found.kind !== 'query') throw new Error(JSON.stringify(found));
    expect(await medals.run(lowerDuckdb(found.query))).to.deep.equal([[1]]);
    expect(found.assumptions).to.include('Rows called Total are left out.');
    await medals.close();
  });

  const IN_FILE = 'Rows are in the order of the file.';
  const PLACED: readonly (readonly [question: string, cells: readonly (string | number)[]])[] = [
    ['which building is listed after Mill Tower?', ['Sky Court']],
    ['what building comes next after The Needle?', ['Harbour Point']],
    ['which building comes right before dome?', ['Sky Court']],
    ['what is the height listed directly above Harbour Point', [214]],
    ['which buildings are listed before Harbour Point?', ['Old Gate', 'The Needle']],
    ['what is the first building on the list', ['Old Gate']],
    ['who is the last building listed?', ['Dome']],
    ['what are the last two buildings on this chart', ['Dome', 'Sky Court']],
    ['what is the town at the bottom of the list', ['Estra']],
    ['which is the first building listed in Suden', ['The Needle']],
  ];
  for (const [question, cells] of PLACED)
    it(question, async () => {
      const found = ask(question);
      if (found.kind !== 'query') throw new Error(JSON.stringify(found));
      expect((await data.run(lowerDuckdb(found.query))).flat()).to.deep.equal(cells);
      expect(found.assumptions).to.include(IN_FILE);
    });

  it('without words of a list, rows are in the order of their only time', async () => {
    const found = ask('which building came after Harbour Point?');
    if (found.kind !== 'query') throw new Error(JSON.stringify(found));
    expect((await data.run(lowerDuckdb(found.query))).flat()).to.deep.equal(['The Needle']);
    expect(found.assumptions).to.include('Rows are sorted by opening year.');
  });

  it('nothing is told of the order of rows where the engine keeps none', () => {
    const [table] = data.catalog.tables;
    const catalog = { ...data.catalog, tables: [{ ...table!, rowOrder: undefined }] };
    const asked = { values: data.values, history: [], now: new Date() };
    for (const [question] of PLACED)
      expect(plan({ question, catalog, ...asked }).kind, question).to.not.equal('query');
  });

  const DECLINED = [
    'which building is listed after Suden?',
    'who came in first place?',
    'what building was listed two rows after Dome',
    'which buildings came after Norby',
    'how many skyscrapers are not in Norby',
    'how many people live in Suden',
    'which building was painted after The Needle',
    'how many visitors went up the needle',
    'which has more visitors, Old Gate or Dome?',
    'how many buildings had the same height as the needle',
    'which town has the most lifts',
  ];
  for (const question of DECLINED)
    it(`leaves alone: ${question}`, () => {
      expect(ask(question).kind).to.not.equal('query');
    });
});
