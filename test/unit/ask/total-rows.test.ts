import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { checkAskedFor } from '#src/check/asked-for/check.ts';
import { dayFor } from '#src/planner/day.ts';
import type { Catalog, TotalRows } from '#src/plugin-api/catalog.ts';
import { hitsOf } from '#workers/plan-host.ts';
import { openTestDuckdb, type TestDuckdb } from '../../fakes/duckdb-parser.ts';
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
const REPAIRS = [
  'ticket,shop,fee',
  ',North,40',
  'R-2,North,25',
  ',South,30',
  'R-4,South,10',
  ',South,20',
  'Total,,125',
];
const SHOPS = ['shop,manager', 'North,Ada', 'South,Ben', 'West,Cy'];
const FUEL = ['1,Shell,40', '2,Total,30', '3,Esso,20', '4,Total,10'];

async function writeSheets(folder: string): Promise<void> {
  const write = (name: string, lines: readonly string[]) =>
    writeFile(path.join(folder, `${name}.csv`), lines.join('\n'));
  await write('costs', COSTS);

  await write('schools', ['school,town,year,students', ...SCHOOLS]);
  await write('scores', ['club,points', ...SCORES]);
  await write('fuel', ['station_no,brand,litres', ...FUEL]);
}

const MECHANICS = ['mechanic,shop', 'Anna,North', 'Tom,South', 'Kofi,North'];
const JOBS = [
  'job_no,job_no_as_written,bill,date,shop,mechanic,charge_eur',
  ...[
    ['North', 'Anna', 120],
    ['South', 'Tom', 80],
    ['North', 'Kofi', 60],
    ['South', 'Tom', 90],
  ].map(
    ([shop, mechanic, charge], at) =>
      `${at},,B${at},2026-05-1${at},${shop},${mechanic},${charge}.5`,
  ),
  ',Total,Grand total,,,,352',
];

/** What ingest finds in these files. */
const FOUND: Readonly<Record<string, readonly TotalRows[]>> = {
  costs: [{ column: 'department', values: ['Total'] }],
  centres: [{ column: 'position', values: ['Summe 4000 Personal', 'Summe 5000 Material'] }],
  repairs: [{ column: 'ticket', values: ['Total'] }],
  schools: [],
  fuel: [],
  jobs: [
    { column: 'job_no_as_written', values: ['Total'] },
    { column: 'bill', values: ['Grand total'] },
  ],
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

describe('rows that sum others where the label of others may be empty', () => {
  let world: CompanyWorld;
  before(async () => {
    const write = async (folder: string) => {
      await writeFile(path.join(folder, 'repairs.csv'), REPAIRS.join('\n'));
      await writeFile(path.join(folder, 'shops.csv'), SHOPS.join('\n'));
    };
    world = await openCompany(write, '2026-06-15', {}, asIngested);
  });
  after(() => world.close());

  for (const question of [
    'total fee by shop',
    'share of fee by shop',
    'shops with more than 2 repairs',
    'shops without repairs',
    'average fee per shop',
    'repairs with fee over 20',
  ])
    it(`are told in words, once: ${question}`, async () => {
      const { sql, explanation, lineage, assumptions } = await world.ask(question);
      expect(sql).to.match(/<> 'Total'\) OR \(\S+ IS NULL\)/);
      const told = [explanation, JSON.stringify(lineage), ...(assumptions ?? [])];
      expect(told.join('\n')).to.not.match(/'Total'|is not|is missing/);
      expect(assumptions?.filter((one) => one.includes('"Total"'))).to.have.length(1);
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

describe('a total row of a sheet of jobs', () => {
  let world: CompanyWorld;
  let duckdb: TestDuckdb;
  before(async () => {
    const write = async (folder: string) => {
      await writeFile(path.join(folder, 'jobs.csv'), JOBS.join('\n'));
      await writeFile(path.join(folder, 'mechanics.csv'), MECHANICS.join('\n'));
    };
    world = await openCompany(write, '2026-06-15', {}, asIngested);
    duckdb = await openTestDuckdb();
  });
  after(async () => {
    await world.close();
    duckdb.close();
  });

  const SHOPS = [
    ['North', 181],
    ['South', 171],
  ];
  const READ: readonly (readonly [question: string, rows: readonly (readonly unknown[])[]])[] = [
    ['How much did each shop earn last month?', SHOPS],
    ['total revenue by shop last month', SHOPS],
    ['which mechanic earned the most in 2026?', [['Tom']]],
  ];
  for (const [question, rows] of READ)
    it(`is left out of what no word asks to leave out: ${question}`, async () => {
      const { data, assumptions, verification, explanation } = await world.ask(question);
      expect(data?.rows, explanation).to.deep.equal(rows);
      expect(assumptions).to.include(
        'The total rows of jobs ("Total", "Grand total"), which add up other rows, are left out.',
      );
      expect(verification.status, verification.reason).to.equal('checked');
    });

  const LEFT_OUT = `(job_no_as_written <> 'Total' OR job_no_as_written IS NULL)`;
  const CHECKED: readonly (readonly [question: string, where: string, why: RegExp | null])[] = [
    ['total charge', LEFT_OUT, null],
    ['charge', LEFT_OUT, null],
    ['charge of Tom', `${LEFT_OUT} AND mechanic = 'Tom'`, null],
    ['charge', "bill <> 'Grand total'", null],
    ['total charge without the total row', LEFT_OUT, null],
    ['total charge', `${LEFT_OUT} AND mechanic <> 'Tom'`, /Tom/],
    ['total charge of Tom', `${LEFT_OUT} AND mechanic <> 'Tom'`, /asks for Tom, but/],
    ['charge of the mechanics that are not paid', LEFT_OUT, /doesn't exclude anything/],
  ];
  for (const [question, where, why] of CHECKED)
    it(`is left out in the SQL of a model, too: ${question}, ${where}`, async () => {
      const catalog = asIngested(world.data.catalog);
      const sql = `SELECT SUM(charge_eur) AS charge FROM jobs WHERE ${where}`;
      const signal = AbortSignal.timeout(60_000);
      const parsed = await createDuckdbDialect(duckdb).parse(sql, catalog, signal);
      if ('refusal' in parsed) throw new Error(parsed.refusal.text);
      const writtenFor = { hits: hitsOf(question, world.data.values), context: '' };
      const today = dayFor(catalog, new Date('2026-06-15'));
      const asked = { question, today, seesAll: true, writtenFor };
      const { detail, outcome } = checkAskedFor(parsed.facts, catalog, asked);
      if (why) expect(detail).to.match(why);
      else expect(outcome, detail).to.equal('passed');
    });
});
