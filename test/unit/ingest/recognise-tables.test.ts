import { expect } from 'chai';
import { utils, write } from 'xlsx';
import { type ParseOptions, parsed, refused } from './parse.ts';

type Rows = readonly (readonly (string | number | null)[])[];

/** A CSV of these rows. */
const csv = (rows: Rows) => rows.map((row) => row.map((cell) => cell ?? '').join(',')).join('\n');

function workbook(sheets: Readonly<Record<string, Rows>>, merges: readonly string[] = []): Buffer {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet(rows as (string | number | null)[][]);
    sheet['!merges'] = merges.map((range) => utils.decode_range(range));
    utils.book_append_sheet(book, sheet, name);
  }
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

async function tablesOf(bytes: string | Buffer, options: ParseOptions = {}) {
  const { tables, texts } = await parsed(bytes, options);
  return {
    texts,
    tables: tables.map((table) => ({
      name: table.tableName,
      columns: table.columns.map(({ name }) => name),
      rows: table.rows,
      derived: table.derived?.kind ?? null,
      coveredBy: table.coveredBy ?? null,
    })),
  };
}

const XLSX = { filename: 'data.xlsx' };

describe('tables of a sheet', () => {
  it('are two where a narrow one with a title stands above a wider one', async () => {
    const rows = [
      ['Stock by colour'],
      ['Colour', 'Pieces'],
      ...['Red', 'Blue', 'Green', 'Black', 'White'].map((name, at) => [name, 10 + at]),
      [null],
      [null],
      ['Shops'],
      ['Shop', 'Rent', 'Open Sunday'],
      ...['Oslo', 'Bergen', 'Molde'].map((name, at) => [name, 10.5 + at, 'yes']),
    ];
    const { tables } = await tablesOf(workbook({ Report: rows }), XLSX);
    expect(tables.map(({ name, rows: own }) => [name, own.length])).to.deep.equal([
      ['data', 5],
      ['shops', 3],
    ]);
  });

  it('end above lines that explain marks', async () => {
    const { tables, texts } = await tablesOf(
      'Year,GDP\n2019,1500\n2020,1646\n2021,6622\n2022,2187¹\n2023,4670 (p)\n2024,4671 r\n2025,4672\n2026,4673\n2027,4674\n2028,4675\n2029,4676\n2030,4677\n2031,4677\n¹ Break in series\n(p) provisional\nr = revised\n* estimated\n',
    );
    expect(tables[0]!.rows).to.have.length(13);
    expect(texts.filter((text) => text.startsWith('Row below'))).to.have.length(4);
  });

  it('have no rows of drawn lines', async () => {
    const list = [
      'List of stock',
      '-----------------------------',
      '|Item |Text  |   Qty|  Value|',
      '-----------------------------',
      ...['A', 'B', 'C', 'D'].map((item, at) => `|${item}-1  |Bolt  |  ${at}|  ${at}.50|`),
      '-----------------------------',
    ].join('\n');
    const { tables, texts } = await tablesOf(list);
    expect(tables.map(({ columns }) => columns)).to.deep.equal([['item', 'text', 'qty', 'value']]);
    expect(tables[0]!.rows).to.have.length(4);
    expect(texts.join(' ')).to.include('dashes').and.not.include('hierarchy');
  });

  it('are not named by rows that describe their columns', async () => {
    const { tables, texts } = await tablesOf(
      [
        'ResponseId,Date,Q1,Q2',
        'Response ID,Recorded Date,"How satisfied are you with us?",Score',
        '"{""ImportId"":""id""}","{""ImportId"":""d""}","{""ImportId"":""1""}","{""ImportId"":""2""}"',
        ...[1, 2, 3, 4].map((at) => `R_${at},2025-03-0${at},Satisfied,${at}`),
      ].join('\n'),
    );
    expect(tables[0]!.columns).to.deep.equal(['response_id', 'date', 'q1', 'q2']);
    expect(tables[0]!.rows).to.have.length(4);
    expect(texts.join(' ')).to.include('How satisfied');
  });

  it('have the names of all rows of their header', async () => {
    const rows = [
      [null, 2023, null, 2024],
      ['Region', 'Plan', 'Actual', 'Plan', 'Actual'],
      ['North', 1, 2, 3, 4],
      ['South', 5, 6, 7, 8],
    ];
    const { tables, texts } = await tablesOf(workbook({ A: rows }, ['B1:C1', 'D1:E1']), XLSX);
    expect(tables[0]!.columns).to.deep.equal([
      'region',
      ...['_2023_plan', '_2023_actual', '_2024_plan', '_2024_actual'],
    ]);
    expect(texts).to.include('Header made of rows 1 to 2');
  });

  it('have rows of units in their header', async () => {
    const { tables } = await tablesOf('a,Weight,Price\n,kg,EUR\nx,1,2\ny,3,4\n');
    expect(tables[0]!.columns).to.deep.equal(['a', 'weight_kg', 'price_eur']);
    expect(tables[0]!.rows).to.deep.equal([
      ['x', '1', '2'],
      ['y', '3', '4'],
    ]);
  });

  it('have the parts of the questions of a survey in their names', async () => {
    const rows = [
      ['Respondent', 'Age group', 'Which channels?', null, 'Rating'],
      [null, 'Response', 'Email', 'Phone', 'Response'],
      [8000, '25-34', 'Email', 'Phone', 4],
      [8001, '35-44', 'Email', null, 2],
      [8002, '25-34', null, 'Phone', 5],
    ];
    const merged = await tablesOf(workbook({ Sheet: rows }, ['C1:D1']), XLSX);
    for (const { tables } of [merged, await tablesOf(csv(rows))]) {
      expect(tables[0]!.rows).to.have.length(3);
      expect(tables[0]!.columns).to.deep.equal([
        ...['respondent', 'age_group', 'which_channels_email', 'which_channels_phone', 'rating'],
      ]);
    }
    // A row of data may lack its key alone, and a column of remarks its name.
    const remarks = [
      ['Name', 'Amount', null],
      ['x', 1, 'late'],
      [null, 2, 'paid'],
      ['z', 3, null],
    ];
    expect((await tablesOf(csv(remarks))).tables[0]!.rows).to.have.length(3);
  });

  it('end above remarks, which are told', async () => {
    const { tables, texts } = await tablesOf('a,b,c\nx,1,2\ny,3,4\n\nSource: an office\n');
    expect(tables[0]!.rows).to.have.length(2);
    expect(texts).to.include('Row below the table left out: "Source: an office"');
  });

  it('end above lines of text in the first cell alone, in any language', async () => {
    const rows = 'Region;Ludność\nLubelskie;154\nŚląskie;253\nOpolskie;369\n';
    const source = 'Źródło: GUS, dane na 2024';
    const { tables, texts } = await tablesOf(`${rows}${source}\nDane wstępne, bez miast;\n`);
    expect(tables[0]!.rows).to.have.length(3);
    expect(texts).to.include(`Row below the table left out: "${source}"`);
    expect((await tablesOf(`${rows}Nowe Miasto;\n`)).tables[0]!.rows).to.have.length(4);
    const gaps = rows.replace('253', '');
    expect((await tablesOf(`${gaps}${source}\n`)).tables[0]!.rows).to.have.length(4);
  });

  it('begin below a block of names and values', async () => {
    const { tables } = await tablesOf(
      'Account:,17\nOwner:,Ann\n\nday,text,amount\n2024-01-02,x,5\n',
    );
    expect(tables).to.have.length(1);
    expect(tables[0]!.columns).to.deep.equal(['day', 'text', 'amount']);
  });

  it('are several where another header stands below', async () => {
    const { tables, texts } = await tablesOf(
      'a,b\nx,1\ny,2\n\nPayments\nday,who,amount\n2024-01-02,Ann,5\n2024-01-03,Bob,6\n',
    );
    expect(tables.map(({ name }) => name)).to.deep.equal(['data', 'payments']);
    expect(tables[1]!.columns).to.deep.equal(['day', 'who', 'amount']);
    expect(texts.join()).to.include('2 separate tables found');
  });

  it('end above what is remarked of them, which is no title of the next one', async () => {
    const { tables, texts } = await tablesOf(
      'a,b\nx,1\ny,2\n\nSource: the ministry of fisheries\n\nPayments\nday,who,amount\n2024-01-02,Ann,5\n2024-01-03,Bob,6\n',
    );
    expect(tables.map(({ name }) => name)).to.deep.equal(['data', 'payments']);
    expect(texts.join()).to.include('Source: the ministry of fisheries');
  });

  it('are several where a row begins with the name of the first column again', async () => {
    const { tables } = await tablesOf(
      'Run,a,b\n1,x,y\n2,x,z\n3,w,y\nRun,c,d,e\n1,4,5,6\n2,7,8,9\n\nGifts\nRun,giver\n1,none\n',
    );
    expect(tables.map(({ columns }) => columns)).to.deep.equal([
      ['run', 'a', 'b'],
      ['run', 'c', 'd', 'e'],
      ['run', 'giver'],
    ]);
    expect(tables.map(({ rows }) => rows.length)).to.deep.equal([3, 2, 1]);
  });

  it('are several where they stand side by side and are not as long', async () => {
    const { tables } = await tablesOf('a,b,,c,d\nx,1,,p,5\ny,2,,q,6\nz,3,,,\n');
    expect(tables.map(({ columns, rows }) => [columns, rows.length])).to.deep.equal([
      [['a', 'b'], 3],
      [['c', 'd'], 2],
    ]);
  });

  it('are one where a blank column stands between columns of as many rows', async () => {
    const { tables } = await tablesOf('a,b,,c,d\nx,1,,p,5\ny,2,,q,6\n');
    expect(tables).to.have.length(1);
    expect(tables[0]!.columns).to.deep.equal(['a', 'b', 'c', 'd']);
  });

  it('are one where blank rows stand between its rows', async () => {
    const { tables } = await tablesOf('a,b\n\nx,1\ny,2\n\nz,3\n');
    expect(tables).to.have.length(1);
    expect(tables[0]!.rows).to.have.length(3);
  });

  it('have their header once where it stands on each page', async () => {
    const { tables, texts } = await tablesOf('a,b\nx,1\ny,2\na,b\nz,3\nu,4\n');
    expect(tables).to.have.length(1);
    expect(tables[0]!.rows).to.have.length(4);
    expect(texts.join()).to.include('The header is repeated in 1 more row');
  });

  it('have names of groups as a column', async () => {
    const { tables } = await tablesOf(
      'a,b,c\nNorth,,\nx,1,2\ny,3,4\nSouth,,\nx,5,6\ny,7,8\nz,9,1\n',
    );
    expect(tables[0]!.columns[0]).to.equal('section');
    expect(tables[0]!.rows.map(([section]) => section)).to.deep.equal([
      ...['North', 'North', 'South', 'South', 'South'],
    ]);
  });

  it('are read where a mapping says', async () => {
    const mapping = { 'data.csv': { table_range: 'B3:C4' } };
    const { tables, texts } = await tablesOf('x,,\ny,note,\n1,a,b\n2,5,6\n3,7,8\n', { mapping });
    expect(tables[0]!.columns).to.deep.equal(['a', 'b']);
    expect(tables[0]!.rows).to.deep.equal([['5', '6']]);
    expect(texts).to.include('Only B3:C4 is imported, as set in the mapping');
  });

  it('are read to the end where a mapping gives no last row', async () => {
    const mapping = { 'data.csv': { table_range: 'B3:C' } };
    const { tables } = await tablesOf('x,,\ny,note,\n1,a,b\n2,5,6\n3,7,8\n', { mapping });
    expect(tables[0]!.columns).to.deep.equal(['a', 'b']);
    expect(tables[0]!.rows).to.deep.equal([
      ['5', '6'],
      ['7', '8'],
    ]);
  });

  for (const range of ['C3:B4', 'B4:C3', 'B0:C4', 'B3', 'B3-C4'])
    it(`are not read where a mapping says ${range}`, async () => {
      const { code, message } = await refused('x,,\n1,a,b\n2,5,6\n3,7,8\n', {
        mapping: { 'data.csv': { table_range: range } },
      });
      expect(code).to.equal('upload_bad_mapping');
      expect(message).to.include(range);
    });

  it('keep a decimal mark that a mapping asks for where not all cells have it as text', async () => {
    const text = 'a,b\nx,"1,25"\ny,"2,5"\n';
    const read = async (decimal: 'point' | 'comma') =>
      tablesOf(text, { mapping: { 'data.csv': { decimal } } });
    expect((await read('comma')).tables[0]!.rows.map(([, cell]) => cell)).to.deep.equal([
      ...['1.25', '2.5'],
    ]);
    const asPoint = await read('point');
    expect(asPoint.tables[0]!.rows.map(([, cell]) => cell)).to.deep.equal(['1,25', '2,5']);
    expect(asPoint.texts.join()).to.include('sets a decimal point');
  });

  it('follow a mapping of types, order of days and rows of the header', async () => {
    const mapping = {
      'data.csv': {
        header_row: 1,
        header_rows: 2,
        types: { code_no: 'text' },
        date_order: { day_of_it: 'dmy' },
      } as const,
    };
    const { tables } = await tablesOf('Code,Day\nno,of it\n1,01/02/2024\n', { mapping });
    expect(tables[0]!.rows.at(-1)).to.deep.equal(['1', '2024-02-01']);
  });
});

describe('columns that are periods', () => {
  const rows = [
    ['Budget 2024'],
    ['Item', 'Jan', 'Feb', 'Mar', 'Total'],
    ['Rent', 1, 2, 3, 6],
    ['Pay', 4, 5, 6, 15],
    ['Total', 5, 7, 9, 21],
  ];

  it('become a table with a row for each, without rows and columns of sums', async () => {
    const { tables } = await tablesOf(csv(rows));
    const [wide, long] = tables;
    expect(wide!.coveredBy).to.equal(long!.name);
    expect(long).to.deep.include({
      name: 'data_unpivoted',
      derived: 'unpivot',
      columns: ['item', 'month', 'value'],
    });
    expect(long!.rows).to.deep.equal([
      ['Rent', '2024-01-01', '1'],
      ['Rent', '2024-02-01', '2'],
      ['Rent', '2024-03-01', '3'],
      ['Pay', '2024-01-01', '4'],
      ['Pay', '2024-02-01', '5'],
      ['Pay', '2024-03-01', '6'],
    ]);
  });

  it('stay as they are where the mapping says so', async () => {
    const mapping = { 'data.csv': { unpivot: false } };
    expect((await tablesOf(csv(rows), { mapping })).tables).to.have.length(1);
  });

  it('have a number beside their name where no year is known', async () => {
    const { tables } = await tablesOf(csv(rows.slice(1)));
    expect(tables[1]!.columns).to.deep.equal(['item', 'month', 'month_number', 'value']);
    expect(tables[1]!.rows[1]).to.deep.equal(['Rent', 'Feb', '2', '2']);
  });
});

describe('sheets of one shape', () => {
  const sheet = (n: number): Rows => [
    ['Item', 'Amount'],
    ['a', n],
    ['b', n + 0.5],
    ['Total', 2 * n + 0.5],
  ];

  it('become one table with their names as a column, without rows of sums', async () => {
    const bytes = workbook({ North: sheet(1), South: sheet(2) });
    const { tables } = await tablesOf(bytes, { filename: 'sales.xlsx' });
    expect(tables.map(({ name, coveredBy }) => [name, coveredBy])).to.deep.equal([
      ['north', 'sales'],
      ['south', 'sales'],
      ['sales', null],
    ]);
    expect(tables[2]!.rows).to.deep.equal([
      ['North', 'a', '1'],
      ['North', 'b', '1.5'],
      ['South', 'a', '2'],
      ['South', 'b', '2.5'],
    ]);
  });

  it('have their period as a column where their names say it', async () => {
    const bytes = workbook({ 'Jan 2024': sheet(1), 'Feb 2024': sheet(2) });
    const { tables } = await tablesOf(bytes, { filename: 'sales.xlsx' });
    expect(tables[2]!.columns).to.deep.equal(['sheet', 'month', 'item', 'amount']);
    expect(tables[2]!.rows[0]).to.deep.equal(['Jan 2024', '2024-01-01', 'a', '1']);
  });

  it('stay apart where the mapping says so', async () => {
    const mapping = { North: { union: false } };
    const bytes = workbook({ North: sheet(1), South: sheet(2) });
    const { tables } = await tablesOf(bytes, { filename: 'sales.xlsx', mapping });
    expect(tables).to.have.length(2);
  });
});
