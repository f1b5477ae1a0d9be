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
    expect(texts.join()).to.contain("1 bytes that aren't valid UTF-8");
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
      setting: 'header_row',
    });
    expect(notes).to.deep.include({
      sheet_name: 'data.csv',
      row: 3,
      note: 'Header row found here',
      setting: 'header_row',
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

  describe('rows that sum others', () => {
    const totalRows = async (csv: string) => {
      const { tables, texts } = await parsed(csv);
      return { found: tables[0]!.totalRows, rows: tables[0]!.rowCount, said: texts.join(' ') };
    };

    const FOUND: readonly (readonly [string, string, readonly unknown[]])[] = [
      [
        'a last row that is called a total and adds up',
        'region,n\nNorth,1\nSouth,2\nTotal,3\n',
        [{ column: 'region', values: ['Total'] }],
      ],
      [
        'in other languages, with averages beside the sums',
        'sitz,ort,preis,betrag\nA,Ulm,2.00,10\nB,Ulm,3.00,20\nC,Bonn,4.00,30\nSumme:,,3.00,60\n',
        [{ column: 'sitz', values: ['Summe:'] }],
      ],
      [
        'subtotals and the total of all',
        'team,area,n\nA,North,10\nB,North,20\nSubtotal North,,30\nC,South,5\nD,South,6\nSubtotal South,,11\nGrand Total,,41\n',
        [{ column: 'team', values: ['Subtotal North', 'Subtotal South', 'Grand Total'] }],
      ],
      [
        'sums of numbers that were rounded',
        'team,share\nA,1.33\nB,1.33\nC,1.33\nTotal,4.00\n',
        [{ column: 'team', values: ['Total'] }],
      ],
      [
        'a label that stands behind a running number',
        'no,team,n\n1,A,10\n2,B,20\n,Total,30\n',
        [{ column: 'team', values: ['Total'] }],
      ],
      [
        'a last row of a name that is not known, where all its numbers are sums',
        'dział,miasto,osoby,kwota\nA,Łódź,4,100\nB,Łódź,5,210\nC,Gdynia,6,320\nRazem,,15,630\n',
        [{ column: 'dział', values: ['Razem'] }],
      ],
      [
        'a last row without a name',
        'team,n,m\nA,4,100\nB,5,210\nC,6,320\n,15,630\n',
        [{ column: 'team', values: [null] }],
      ],
    ];
    for (const [name, csv, expected] of FOUND)
      it(`are found: ${name}`, async () => {
        const { found, rows, said } = await totalRows(csv);
        expect(found).to.deep.equal(expected);
        expect(rows).to.equal(csv.trim().split('\n').length - 1);
        expect(said).to.include('answers leave them out and say so');
      });

    const NONE: readonly (readonly [string, string])[] = [
      [
        'a brand that is called Total',
        'no,brand,town,litres\n1,Shell,Mainz,40\n2,Total,Worms,30\n3,Esso,Worms,20\n4,Total,Mainz,10\n',
      ],
      ['a last row that is the largest', 'team,n\nA,4\nB,5\nC,6\nD,16\n'],
      ['a small number that adds up by chance', 'team,n\nA,1\nB,2\nC,3\n'],
      ['a series of days', 'day,n\n2025-01-01,1\n2025-01-02,2\n2025-01-03,3\n2025-01-04,6\n'],
      ['a row with numbers that are no sums', 'team,n,rank\nA,400,1\nB,500,2\nC,600,3\nD,1500,4\n'],
    ];
    for (const [name, csv] of NONE)
      it(`are not made of ${name}`, async () => {
        const { found, said } = await totalRows(csv);
        expect(found).to.deep.equal([]);
        expect(said).to.not.include('leave them out');
      });

    it('are not known where a row called a total does not add up', async () => {
      const { found, said } = await totalRows('team,town,n\nA,Ulm,10\nB,Bonn,20\nTotal,,31\n');
      expect(found).to.equal(null);
      expect(said).to.include("doesn't sum the rows above");
    });

    it('are found above what they sum', async () => {
      const { found } = await totalRows('team,n\nTotal,60\nA,10\nB,20\nC,30\n');
      expect(found).to.deep.equal([{ column: 'team', values: ['Total'] }]);
    });

    it('are not told from others by a label that others have too', async () => {
      const { found } = await totalRows('team,n\nTotal,7\nA,10\nB,20\nTotal,37\n');
      expect(found).to.equal(null);
    });
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
    ['without any row', '\n\n', 'upload_no_data', 'No data to import'],
    ['with a header alone', 'a,b\n', 'upload_no_data', 'No data to import'],
    ['that is a broken archive', 'PK\x03\x04rest', 'upload_unreadable', 'damaged'],
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

describe('text with columns at fixed places', () => {
  const HEADER = [
    'NO    CUSTOMER      SINCE                AMOUNT',
    '----  ------------  ----------------  --------',
  ];
  const ROWS = [
    '0001  Baker         2025-08-01 10:00     18.35',
    '0002  Adams         2025-08-02 11:30    665.14',
    '0003  Evans Ltd     2025-08-03 08:15  1,698.44',
    '0004  Baker                              68.63',
  ];

  it('is split at what is blank in all lines', async () => {
    const { tables, texts } = await parsed([...HEADER, ...ROWS].join('\n'), { filename: 'a.txt' });
    expect(tables[0]!.columns.map(({ name, type }) => [name, type])).to.deep.equal([
      ['no', 'text'],
      ['customer', 'text'],
      ['since', 'timestamp'],
      ['amount', 'decimal'],
    ]);
    expect(tables[0]!.rows[2]).to.deep.equal([
      '0003',
      'Evans Ltd',
      '2025-08-03 08:15:00',
      '1698.44',
    ]);
    expect(tables[0]!.rows[3]).to.deep.equal(['0004', 'Baker', null, '68.63']);
    expect(texts).to.include('Lines split into 4 columns at the spaces between them');
  });

  it('is split between a title and a remark, and tells of lines that do not fit', async () => {
    const lines = [
      'Orders of August, as of today',
      '',
      ...HEADER,
      ...ROWS,
      '',
      'Amounts are without any tax',
    ];
    const { tables } = await parsed(lines.join('\r\n'), { filename: 'a.txt' });
    expect(tables[0]!.rowCount).to.equal(4);
    expect(tables[0]!.columns.map(({ name }) => name)).to.include('amount');
  });

  it('is one column with a note where no place is blank in all lines', async () => {
    const lines = ['words', 'a  few words', 'some  more of them', 'one two  three', 'and  so on'];
    const { tables, texts } = await parsed(lines.join('\n'), { filename: 'a.txt' });
    expect(tables[0]!.columns).to.have.length(1);
    expect(texts.join()).to.contain('kept as one column');
  });

  it('is a CSV where a delimiter stands in all lines, however they are padded', async () => {
    const { tables } = await parsed(
      'id ,name   ,n\n1  ,Ann    ,12\n2  ,Bob    ,7\n3  ,Cy     ,9\n',
    );
    expect(tables[0]!.columns.map(({ name }) => name)).to.deep.equal(['id', 'name', 'n']);
  });

  it('is no list of names of two words', async () => {
    const { tables } = await parsed('City\nNew York\nNew Bern\nNew Ulm\nNew Rome\n');
    expect(tables[0]!.columns).to.have.length(1);
  });
});
