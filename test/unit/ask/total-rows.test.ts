import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import type { Catalog, TotalRows } from '#src/plugin-api/catalog.ts';
import { expectRows, planOver } from '../planner/answered.ts';
import { type CompanyWorld, openCompany } from './analytics/world.ts';

const COSTS = [
  'department,site,staff,amount',
  'Sales,Leeds,29,112',
  'Legal,Leeds,34,290',
  'Docks,Hull,10,921',
  'Fleet,Hull,7,785',
  'Total,,80,2108',
];
const SCHOOLS = ['Ashby,Leith', 'Birch,Leith', 'Coull,Perth', 'Dunn,Ayr'].flatMap((school, at) =>
  [2022, 2023, 2024].map((year) => `${school},${year},${300 + at * 50 + (year - 2022) * 40}`),
);
const CENTRES = [
  'account,position,spent',
  '4000,Salaries,12',
  '4000,Training,3',
  '4000,Summe 4000 Personal,15',
  '5000,Paper,4',
  '5000,Summe 5000 Material,4',
];
const SCORES = ['Ayr,11', 'Bute,25', 'Coll,30', 'Target,90', 'Average,22'];
const FUEL = ['1,Shell,40', '2,Total,30', '3,Esso,20', '4,Total,10'];

async function writeSheets(folder: string): Promise<void> {
  const write = (name: string, lines: readonly string[]) =>
    writeFile(path.join(folder, `${name}.csv`), lines.join('\n'));
  await write('costs', COSTS);

  await write('schools', ['school,town,year,students', ...SCHOOLS]);
  await write('scores', ['club,points', ...SCORES]);
  await write('fuel', ['station_no,brand,litres', ...FUEL]);
}

/** What ingest finds in these files. */
const FOUND: Readonly<Record<string, readonly TotalRows[]>> = {
  costs: [{ column: 'department', values: ['Total'] }],
  centres: [{ column: 'position', values: ['Summe 4000 Personal', 'Summe 5000 Material'] }],
  schools: [],
  fuel: [],
  scores: [{ column: 'club', values: ['Average'], summarise: true }],
};

const UNREAD = { cells: 2, example: 'about 40', type: 'number', formulas: 1 } as const;

const asIngested = (catalog: Catalog): Catalog => ({
  ...catalog,
  tables: catalog.tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) =>
      column.name === 'points' ? { ...column, unread: UNREAD } : column,
    ),
    totalRows: FOUND[table.name] ?? [],
    ...(table.name === 'scores'
      ? { doubtfulRows: [{ column: 'club', values: ['Target'], summarise: true as const }] }
      : {}),
  })),
});

describe('rows that sum others', () => {
  let world: CompanyWorld;
  before(async () => {
    world = await openCompany(writeSheets, '2026-06-15', {}, asIngested);
  });
  after(() => world.close());

  const LEFT_OUT = 'The total row of costs ("Total"), which adds up other rows, is left out.';

  const ANSWERS: readonly (readonly [question: string, rows: readonly (readonly unknown[])[]])[] = [
    ['total amount', [[2108]]],
    ['average amount', [[527]]],
    ['average amount per department', [[527]]],
    ['highest amount', [[921]]],
    ['how many departments', [[4]]],
    ['which department has the highest amount', [['Docks']]],
    [
      'total amount per site',
      [
        ['Hull', 1706],
        ['Leeds', 402],
      ],
    ],
    ['departments with amount over 500', [['Docks'], ['Fleet']]],
  ];
  for (const [question, rows] of ANSWERS)
    it(`are left out, and the answer says so: ${question}`, async () => {
      const { data, explanation, assumptions, verification } = await world.ask(question);
      expect(data?.rows).to.deep.equal(rows);
      expect(explanation).to.include(LEFT_OUT).and.not.include('is not Total');
      expect(assumptions).to.include(LEFT_OUT);
      expect(verification.status, verification.reason).to.equal('checked');
    });

  it('stay where their label is asked for', async () => {
    const { data, explanation } = await world.ask('amount of department "Total"');
    expect(data?.rows.flat()).to.include(2108);
    expect(explanation).to.not.include('left out');
  });

  const SUMMARY = 'The summary row of scores ("Average"), which describes other rows, is left out.';
  const PERHAPS = 'The row "Target" of scores may sum or describe other rows, but is counted too.';

  it('are left out where they are averages, and what may be one is told', async () => {
    const { data, assumptions, verification } = await world.ask('total points');
    expect(data?.rows).to.deep.equal([[156]]);
    expect(assumptions).to.include.members([SUMMARY, PERHAPS]);
    expect(verification.status, verification.reason).to.equal('checked');
  });

  const NO_NUMBER = [
    '2 cells in points don\'t contain a valid number ("about 40", …) and are left out.',
    '1 formula in points has no stored result and is left out.',
  ];

  it('stand beside cells without a number, which are told where a number is computed', async () => {
    expect((await world.ask('total points')).assumptions).to.include.members(NO_NUMBER);
    expect((await world.ask('how many clubs')).assumptions).to.not.include.members(NO_NUMBER);
  });

  it('are not told of where nothing is computed, or they are asked for', async () => {
    const { assumptions } = await world.ask('points of club "Target"');
    expect(assumptions).to.not.include(PERHAPS);
    expect((await world.ask('points of club "Average"')).data?.rows.flat()).to.include(22);
  });

  it('are none where a value is merely called Total', async () => {
    const { data, verification, explanation } = await world.ask('total litres by brand');
    expect(data?.rows).to.deep.include(['Total', 40]);
    expect(verification.status, verification.reason).to.equal('checked');
    expect(explanation).to.not.include('left out');
  });
});

describe('things that have several rows', () => {
  let world: CompanyWorld;
  before(async () => {
    world = await openCompany(writeSheets, '2026-06-15');
  });
  after(() => world.close());

  const COUNTS: readonly (readonly [question: string, sql: string])[] = [
    ['how many schools are in Leith', 'SELECT 2'],
    ['schools by town', `SELECT * FROM (VALUES ('Leith', 2), ('Perth', 1), ('Ayr', 1))`],
    ['how many schools in 2023', 'SELECT 4'],
    ['how many schools have more than 400 students in 2022', 'SELECT 1'],
  ];
  for (const [question, sql] of COUNTS)
    it(`are counted once: ${question}`, () => expectRows(question, sql, world.data));

  it('says that each is counted once', async () => {
    const { assumptions } = await world.ask('how many schools are in Leith');
    expect(assumptions).to.include(
      'Rows of schools can share the same school. Each one counts once if any of its rows match.',
    );
  });

  it('are not held to a number that differs from row to row', () =>
    expect(planOver('how many schools have more than 400 students', world.data).kind).to.equal(
      'decline',
    ));

  it('are summed at the last year, and the answer says so', async () => {
    const { data, explanation, assumptions, verification } = await world.ask(
      'how many students are there',
    );
    expect(data?.rows).to.deep.equal([[1820]]);
    expect(explanation).to.include('year is 2024');
    expect(assumptions).to.include(
      'Students of schools is recorded for each year, so the latest is used: 2024.',
    );
    expect(verification.status, verification.reason).to.equal('checked');
  });
});

describe('rows that sum others of the only sheet', () => {
  let world: CompanyWorld;
  before(async () => {
    const write = (folder: string) =>
      writeFile(path.join(folder, 'centres.csv'), CENTRES.join('\n'));
    world = await openCompany(write, '2026-06-15', {}, asIngested);
  });
  after(() => world.close());

  it('are left out of a count of rows, whatever they are called', async () => {
    const { data, verification } = await world.ask('how many rows');
    expect(data?.rows).to.deep.equal([[3]]);
    expect(verification.status, verification.reason).to.equal('checked');
  });
});
