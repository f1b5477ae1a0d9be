import { expect } from 'chai';
import { parsed, refused } from './parse.ts';

const names = async (text: string) =>
  (await parsed(text)).tables[0]!.columns.map((column) => column.name);

describe('parsing a CSV file', () => {
  it('names the table after the file and counts its rows', async () => {
    const { tables } = await parsed('id,name\n1,a\n2,b\n', { filename: 'Sales Report 2024.csv' });
    expect(tables[0]).to.include({
      tableName: 'sales_report_2024',
      sheetName: 'Sales Report 2024.csv',
      rowCount: 2,
    });
  });

  const delimiters = [',', ';', '\t', '|'];
  for (const delimiter of delimiters)
    it(`finds ${JSON.stringify(delimiter)} between cells`, async () => {
      const text = 'id|name|city\n1|a|Rome\n2|b|Oslo\n'.replaceAll('|', delimiter);
      expect((await parsed(text)).tables[0]!.rows).to.deep.equal([
        ['1', 'a', 'Rome'],
        ['2', 'b', 'Oslo'],
      ]);
    });

  const text = 'city,größe\nKöln,5\n東京,6\n';
  const encodings: readonly [string, Uint8Array, string][] = [
    ['UTF-8', Buffer.from(text), '東京'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`), '東京'],
    ['UTF-16 little endian', Buffer.from(`\ufeff${text}`, 'utf16le'), '東京'],
    ['UTF-16 big endian', Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), '東京'],
    ['UTF-16 without a mark', Buffer.from('city,size\nRome,5\nOslo,6\n', 'utf16le'), 'Oslo'],
    ['Windows-1252', Buffer.from('city,größe\nKöln,5\nPr\x80,6\n', 'latin1'), 'Pr€'],
  ];
  for (const [what, bytes, last] of encodings)
    it(`reads ${what}`, async () => {
      const { tables, texts } = await parsed(bytes);
      expect(tables[0]!.columns[0]!.name).to.equal('city');
      expect(tables[0]!.rows[1]![0]).to.equal(last);
      if (what === 'Windows-1252') expect(texts.join()).to.contain('Windows-1252');
    });

  it('keeps UTF-8 where single bytes of it are wrong', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`name,n\n${'Müller,1\n'.repeat(50)}`),
      Buffer.from([0x41, 0xff, 0x2c, 0x32, 0x0a]),
    ]);
    const { tables, texts } = await parsed(bytes);
    expect(tables[0]!.rows[0]![0]).to.equal('Müller');
    expect(tables[0]!.rows[50]![0]).to.equal('A\ufffd');
    expect(texts.join()).to.contain('1 bytes that are not UTF-8');
  });

  it('gives columns names for SQL that stay close to the header', async () => {
    expect(
      await names(
        'Customer ID,unitPrice,Größe (m²),% growth,# of orders,2019,HTTPStatus\n1,2,3,4,5,6,7\n',
      ),
    ).to.deep.equal([
      'customer_id',
      'unit_price',
      'größe_m²',
      'pct_growth',
      'number_of_orders',
      '_2019',
      'http_status',
    ]);
  });

  it('renames repeated and missing headers and says so', async () => {
    const { tables, notes } = await parsed('a,A,,b,\n1,2,3,4,\n');
    expect(tables[0]!.columns.map((column) => column.name)).to.deep.equal([
      'a',
      'a_2',
      'column_3',
      'b',
    ]);
    expect(notes.map((note) => note.column)).to.include.members(['a_2', 'column_3']);
  });

  it('generates names where the first row is data', async () => {
    const { tables, texts } = await parsed('1,red,2.5\n2,blue,3.5\n');
    expect(tables[0]!.columns.map((column) => column.name)).to.deep.equal([
      'column_1',
      'column_2',
      'column_3',
    ]);
    expect(tables[0]!.rows).to.have.length(2);
    expect(texts.join()).to.contain('No header row');
  });

  it('takes years above numbers for headers', async () => {
    expect(await names('country,2019,2020\nItaly,4.5,3.25\n')).to.deep.equal([
      'country',
      '_2019',
      '_2020',
    ]);
  });

  it('leaves title rows above the header out and says so', async () => {
    const { tables, notes } = await parsed('Sales of 2024,,\n\nid,name,price\n1,a,2\n2,b,3\n');
    expect(tables[0]!.columns.map((column) => column.name)).to.deep.equal(['id', 'name', 'price']);
    expect(notes).to.deep.include({
      sheet_name: 'data.csv',
      row: 1,
      note: 'Row above the header left out: "Sales of 2024"',
    });
    expect(notes).to.deep.include({
      sheet_name: 'data.csv',
      row: 3,
      note: 'Header row found here',
    });
  });

  it('keeps short and long rows and says so', async () => {
    const { tables, texts } = await parsed('a,b\n1\n2,3,extra\n4,5\n');
    expect(tables[0]!.rows).to.deep.equal([
      ['1', null, null],
      ['2', '3', 'extra'],
      ['4', '5', null],
    ]);
    expect(texts.join()).to.contain('too few cells').and.contain('more cells than the header');
  });

  it('warns of a last row that looks like a total', async () => {
    const { tables, notes } = await parsed('region,n\nNorth,1\nSouth,2\nTotal,3\n');
    expect(tables[0]!.rowCount).to.equal(3);
    const [note] = notes;
    expect(note).to.include({ row: 4 });
    expect(note!.note).to.contain('looks like a total');
  });

  it('follows a mapping of name and header row', async () => {
    const mapping = { 'data.csv': { table_name: 'orders', header_row: 2 } };
    const { tables } = await parsed('x,y\na,b\n1,2\n', { mapping });
    expect(tables[0]!.tableName).to.equal('orders');
    expect(tables[0]!.rows).to.deep.equal([['1', '2']]);
  });

  it('reads a file without a header where the mapping says so', async () => {
    const mapping = { 'data.csv': { header_row: 0 } };
    expect((await parsed('red,blue\ngreen,black\n', { mapping })).tables[0]!.rows).to.have.length(
      2,
    );
  });

  const refusals: readonly [string, string | Uint8Array, string, string][] = [
    ['without any row', '\n\n', 'upload_no_data', 'No ingestable data'],
    ['with a header alone', 'a,b\n', 'upload_no_data', 'No ingestable data'],
    ['that is a workbook', 'PK\x03\x04rest', 'upload_unreadable', '.xlsx'],
    [
      'that is binary',
      Buffer.from([1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 9]),
      'upload_unreadable',
      'binary',
    ],
    ['with a quote left open', 'a,b\n1,"2\n', 'upload_unreadable', 'row 2'],
  ];
  for (const [what, bytes, code, message] of refusals)
    it(`refuses a file ${what}`, async () => {
      const refusal = await refused(bytes);
      expect(refusal.code).to.equal(code);
      expect(refusal.message).to.contain(message);
    });

  it('refuses more rows, columns and longer cells than allowed', async () => {
    const limits = { maxRows: 2, maxColumns: 3, maxCellBytes: 64 };
    for (const text of ['a\n1\n2\n3\n', 'a,b,c,d\n1,2,3,4\n', `a\n${'x'.repeat(65)}\n`])
      expect((await refused(text, { limits })).code).to.equal('upload_too_complex');
  });

  it('refuses a mapping that names another file', async () => {
    const refusal = await refused('a\n1\n', { mapping: { 'other.csv': {} } });
    expect(refusal).to.include({ code: 'upload_bad_mapping' });
    expect(refusal.message).to.contain('"other.csv"').and.contain('"data.csv"');
  });
});
