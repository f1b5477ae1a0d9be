import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import iconv from 'iconv-lite';
import { utils, write } from 'xlsx';
import { zipOf } from '../../../bench/ingest/make-files.ts';
import { type Parsed, parsed, refused } from './parse.ts';

const lines = (...rows: readonly string[]) => `${rows.join('\r\n')}\r\n`;
const table = async (bytes: string | Uint8Array, filename = 'data.csv') => {
  const { tables, texts } = await parsed(bytes, { filename });
  const shown = tables.filter(({ coveredBy }) => coveredBy === undefined);
  expect(shown.map(({ tableName }) => tableName)).to.have.lengthOf(1);
  return { ...shown[0]!, texts };
};
const column = (
  { columns, rows }: Pick<Parsed['tables'][number], 'columns' | 'rows'>,
  name: string,
) => rows.map((row) => row[columns.findIndex((one) => one.name === name)] ?? null);
const typesOf = ({
  columns,
  columnDetails,
}: Pick<Parsed['tables'][number], 'columns' | 'columnDetails'>) =>
  columns.map(({ name, type }, at) => {
    const unit = columnDetails[at]!.unit;
    return `${name} ${type}${unit === null ? '' : ` ${unit}`}`;
  });
const book = (rows: readonly (readonly unknown[])[]): Buffer => {
  const made = utils.book_new();
  utils.book_append_sheet(made, utils.aoa_to_sheet(rows as unknown[][]), 'Sheet');
  return write(made, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};

const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (type: string, target: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${RELATIONS}/${type}" Target="${target}"/></Relationships>`;
/** A workbook of hand-written parts, in a folder or in none. */
const package_ = (folder: string, properties: string, cells: string): Buffer => {
  const sheets = `<sheets><sheet name="S" sheetId="1" xmlns:r="${RELATIONS}" r:id="r1"/></sheets>`;
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations('officeDocument', `${folder}workbook.xml`),
    [`${folder}workbook.xml`]: `<workbook ${NS}>${properties.replace('<sheets/>', sheets)}</workbook>`,
    [`${folder}_rels/workbook.xml.rels`]: relations('worksheet', 'sheet1.xml').replace(
      '</Relationships>',
      `<Relationship Id="r2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ),
    [`${folder}styles.xml`]: `<styleSheet ${NS}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    [`${folder}sheet1.xml`]: `<worksheet ${NS}><sheetData>${cells}</sheetData></worksheet>`,
  });
};
const CELLS =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>day</t></is></c><c r="B1" t="inlineStr"><is><t>amount</t></is></c></row>' +
  '<row r="2"><c r="A2" s="1"><v>43834</v></c><c r="B2"><v>7</v></c></row>';

describe('files as offices write them', () => {
  it('reads days of a workbook of 1904, also where Excel for Mac writes its properties twice', async () => {
    const twice =
      '<workbookPr date1904="1"/><sheets/><extLst><ext xmlns:x14="urn:x"><x14:workbookPr defaultImageDpi="32767"/></ext></extLst>';
    const { rows } = await table(package_('xl/', twice, CELLS), 'a.xlsx');
    expect(rows).to.deep.equal([['2024-01-05', '7']]);
  });

  it('reads a workbook whose parts lie in no folder', async () => {
    const { rows } = await table(package_('', '<sheets/>', CELLS), 'a.xlsx');
    expect(rows).to.deep.equal([['2020-01-04', '7']]);
  });

  for (const [what, row] of [
    ['bounds', 'Celle,<10,<10'],
    ['one word', 'Celle,closed,closed'],
    ['a bound and another', 'Celle,<10,<5'],
  ] as const)
    it(`does not take a row of ${what} among numbers for a header`, async () => {
      const data = [
        'place,men,women',
        'Aue,100,200',
        'Bern,110,210',
        row,
        'Dax,120,220',
        'Ems,130,230',
      ];
      for (const rows of [data, [...data.slice(0, 3), ',,', ...data.slice(3)]]) {
        const found = await table(lines(...rows));
        expect(found.rowCount).to.equal(5);
        expect(column(found, 'men')).to.deep.equal(['100', '110', null, '120', '130']);
        expect(column(found, 'men_as_written').filter((cell) => cell !== null)).to.have.lengthOf(1);
        expect(found.texts.join()).to.include("isn't a number");
      }
    });

  it('keeps one table where rows of its shape follow a blank one', async () => {
    const found = await table(
      lines(
        'code,label,ref',
        'A,First,',
        'A1,Alpha,300100',
        'A2,Beta,',
        ',,',
        'B,Second,300300',
        ',,300400',
        'B1,Delta,',
      ),
    );
    expect(found.rowCount).to.equal(6);
    expect(column(found, 'ref').filter(Boolean)).to.deep.equal(['300100', '300300', '300400']);
  });

  it('gives a label that is written once to the rows below it, where the rows show it', async () => {
    const rows = [
      ['region', 'product', 'sales'],
      ['North', 'a', 10],
      ['', 'b', 20],
      ['', 'c', 30],
      ['South', 'a', 40],
      ['', 'b', 50],
    ];
    const found = await table(book(rows), 'a.xlsx');
    expect(column(found, 'region')).to.deep.equal(['North', 'North', 'North', 'South', 'South']);
    expect(found.texts.join()).to.include('3 blank cells got the value above');
  });

  it('asks where blank cells may be values that there are not, and does what the mapping says', async () => {
    const data = lines(
      'nickname,name,age',
      'Ace,John,31',
      ',Mary,42',
      ',Ann,25',
      'Duke,Tom,61',
      ',Eve,33',
    );
    const open = await table(data);
    expect(column(open, 'nickname')).to.deep.equal(['Ace', null, null, 'Duke', null]);
    expect(open.texts.join()).to.include('"fill_down": true');
    const { tables } = await parsed(data, { mapping: { 'data.csv': { fill_down: true } } });
    expect(column(tables[0]!, 'nickname')).to.deep.equal(['Ace', 'Ace', 'Ace', 'Duke', 'Duke']);
  });

  it('leaves sums of a hierarchy with a column a level out of what answers count', async () => {
    const found = await table(
      lines(
        'group,task,item,amount',
        'Order,,,60',
        ',Law,,25',
        ',,Courts,10',
        ',,Prisons,15',
        ',Police,,35',
        'Social,,,40',
        ',Health,,40',
        ',,Clinics,40',
      ),
    );
    expect(found.totalRows).to.deep.equal([{ column: 'item', values: [null] }]);
    const counted = found.rows.filter((row) => row[2] !== null);
    expect(counted).to.deep.equal([
      ['Order', 'Law', 'Courts', '10'],
      ['Order', 'Law', 'Prisons', '15'],
      // It has no parts, so it is its own.
      ['Order', 'Police', 'Police', '35'],
      ['Social', 'Health', 'Clinics', '40'],
    ]);
  });

  it('reads files of one name in folders of months as one table with the month', async () => {
    const files = Object.fromEntries(
      ['01', '02', '03'].map((month, at) => [
        `2024/${month}/sales.csv`,
        lines('day,amount', `2024-${month}-01,${at + 1}`),
      ]),
    );
    const found = await table(zipOf(files), 'export.zip');
    expect(found.tableName).to.equal('sales');
    expect(column(found, 'month')).to.deep.equal(['2024-01-01', '2024-02-01', '2024-03-01']);
    expect(column(found, 'folder')).to.deep.equal(['2024/01', '2024/02', '2024/03']);
  });

  it('reads files of two names in the same folders as two tables', async () => {
    const files = Object.fromEntries(
      ['north', 'south'].flatMap((region, at) => [
        [`${region}/sales.csv`, lines('day,amount', `2024-01-01,${at + 1}`)],
        [`${region}/returns.csv`, lines('day,amount', `2024-01-01,${at + 5}`)],
      ]),
    );
    const { tables } = await parsed(zipOf(files), { filename: 'export.zip' });
    const shown = tables.filter(({ coveredBy }) => coveredBy === undefined);
    expect(shown.map(({ tableName, rowCount }) => [tableName, rowCount])).to.deep.equal([
      ['sales', 2],
      ['returns', 2],
    ]);
  });

  const amounts: readonly (readonly [
    cells: readonly string[],
    type: string,
    read: readonly string[],
  ])[] = [
    [['+2.000,00', '-500,00', '-12,30'], 'amount decimal', ['2000.00', '-500.00', '-12.30']],
    [['- $220.00', '$10.00', '$5.50'], 'amount decimal USD', ['-220.00', '10.00', '5.50']],
    [['+ £1,100.00', '- £2.50'], 'amount decimal GBP', ['1100.00', '-2.50']],
    [['+2.68%', '-0.40%'], 'amount decimal %', ['2.68', '-0.40']],
    [['+12', '-5', '0'], 'amount integer', ['12', '-5', '0']],
    [['1 234,50 zł', '10,00 zł'], 'amount decimal PLN', ['1234.50', '10.00']],
    [['1 234,50 Kč', '10,00 Kč'], 'amount decimal CZK', ['1234.50', '10.00']],
    [['1.234,50 kr', '10,00 kr'], 'amount decimal kr', ['1234.50', '10.00']],
    [['R$ 1.234,50', 'R$ 10,00'], 'amount decimal BRL', ['1234.50', '10.00']],
    [['1,23,456.00', '10.00'], 'amount decimal', ['123456.00', '10.00']],
    [['₫12', '₫15'], 'amount integer VND', ['12', '15']],
    [['¥10.50', '¥20.00'], 'amount decimal CNY', ['10.50', '20.00']],
    [['¥1,050', '¥2,000'], 'amount integer JPY', ['1050', '2000']],
    [['21.5 °C', '-3.5 °C'], 'amount decimal °C', ['21.5', '-3.5']],
    [['+491701234567', '+491709876543'], 'amount text', ['+491701234567', '+491709876543']],
  ];
  for (const [cells, type, read] of amounts)
    it(`reads ${cells.join(' | ')} as ${type.replace('amount ', '')}`, async () => {
      const found = await table(
        lines('item\tamount', ...cells.map((cell, at) => `x${at}\t${cell}`)),
      );
      expect(typesOf(found)[1]).to.equal(type);
      expect(column(found, 'amount')).to.deep.equal(read);
    });

  it('says that numbers with an unknown unit stay texts, and nothing of names with numbers', async () => {
    const found = await table(lines('size,name,code', '10 boxes,Line 1,A1', '12 boxes,Line 2,A2'));
    expect(found.texts).to.have.lengthOf(1);
    expect(found.texts[0]).to.include('Cells like "10 boxes"');
  });

  it('takes the currency from the header where a sign is written for several', async () => {
    const found = await table(lines('item,paid (CAD),金额(元)', 'a,$5.50,¥3', 'b,$6.50,¥4'));
    expect(typesOf(found)).to.deep.equal([
      'item text',
      'paid_cad decimal CAD',
      '金额_元 integer CNY',
    ]);
  });

  it('leaves a line of metadata above the header out, with a note', async () => {
    const found = await table(
      lines(
        '"EXPORT";700;21;"Postings";;20240306',
        'amount;side;account;day;doc;text',
        '24,95;H;1200;0102;a;Book',
        '5950,00;S;10000;0202;b;Fee',
      ),
    );
    expect(found.columns.map(({ name }) => name)).to.deep.equal([
      'amount',
      'side',
      'account',
      'day',
      'doc',
      'text',
    ]);
    expect(found.texts.join()).to.include('Row above the header left out: "EXPORT');
  });

  it('reads ="01067" as the text in it, with codes kept as texts', async () => {
    const found = await table(
      lines('="zip";="no";amount', '="01067";="80331";12,50', '="80331";="80332";7,00'),
    );
    expect(typesOf(found)).to.deep.equal(['zip text', 'no text', 'amount decimal']);
    expect(found.rows[0]).to.deep.equal(['01067', '80331', '12.50']);
  });

  it('reads the order of day and month that the rows of a column show', async () => {
    const months = Array.from(
      { length: 24 },
      (_, at) => `01/${String((at % 12) + 1).padStart(2, '0')}/${2022 + Math.floor(at / 12)}`,
    );
    const even = await table(lines('day,value', ...months.map((day, at) => `${day},${at}`)));
    expect(column(even, 'day').slice(0, 3)).to.deep.equal([
      '2022-01-01',
      '2022-02-01',
      '2022-03-01',
    ]);
    const on = await table(
      lines(
        'day,value',
        '03/01/2024,1',
        '05/01/2024,2',
        '11/01/2024,3',
        '02/02/2024,4',
        '07/02/2024,5',
      ),
    );
    expect(column(on, 'day')[4]).to.equal('2024-02-07');
    expect(on.columnDetails[0]!.guess).to.equal(null);
  });

  const texts: readonly (readonly [encoding: string, text: string])[] = [
    ['gb18030', lines('日期,商品', '2024-01-05,苹果', '2024-01-06,香蕉')],
    ['big5', lines('日期,商品', '2024-01-05,蘋果', '2024-01-06,香蕉')],
    ['shiftjis', lines('日付,商品', '2024-01-05,りんご', '2024-01-06,バナナ')],
    ['euc-kr', lines('날짜,상품', '2024-01-05,사과', '2024-01-06,바나나')],
    ['windows-1250', lines('data,opis', '2024-01-05,Zakup żywności', '2024-01-06,Śniadanie')],
    ['windows-1251', lines('дата,описание', '2024-01-05,Хлеб', '2024-01-06,Молоко')],
    ['koi8-r', lines('дата,описание', '2024-01-05,Хлеб', '2024-01-06,Молоко')],
    ['windows-1252', lines('Datum,Text', '2024-01-05,Bäckerei', '2024-01-06,Straße')],
    ['windows-1254', lines('tarih,açıklama', '2024-01-05,Şişli', '2024-01-06,İstanbul')],
    ['windows-1256', lines('التاريخ,الوصف', '2024-01-05,خبز', '2024-01-06,حليب')],
  ];
  for (const [encoding, text] of texts)
    it(`reads a file in ${encoding} as its letters`, async () => {
      const found = await table(iconv.encode(text, encoding));
      const [header, ...rows] = text
        .trim()
        .split('\r\n')
        .map((line) => line.split(','));
      expect(found.columnDetails.map((one) => one.header)).to.deep.equal(header);
      expect(found.rows).to.deep.equal(rows);
      expect(found.texts[0]).to.include("isn't UTF-8");
    });

  it('reads numbers that are days without marks as days, and ids as numbers', async () => {
    const found = await table(
      lines('posted,order no,n', '20240105,20240105,20240100', '20240229,20240106,20240101'),
    );
    expect(typesOf(found)).to.deep.equal(['posted date', 'order_no integer', 'n integer']);
    expect(column(found, 'posted')).to.deep.equal(['2024-01-05', '2024-02-29']);
    const held = await table(
      book([
        ['posted', 'n'],
        [20240105, 1],
        [20240229, 2],
      ]),
      'a.xlsx',
    );
    expect(held.rows[1]).to.deep.equal(['2024-02-29', '2']);
  });

  it('finds rows of sums by their name in any column', async () => {
    const short = await table(
      lines(
        'region,line,amount',
        'North,Bread,10',
        'North,Cake,20',
        'North,Subtotal,30',
        'South,Bread,40',
        'South,Subtotal,40',
      ),
    );
    expect(short.totalRows).to.deep.equal([{ column: 'line', values: ['Subtotal'] }]);
    const far = await table(
      lines(
        'day,region,rep,shop,line,amount',
        '2024-01-01,N,Ann,S1,Bread,10',
        '2024-01-02,N,Ann,S1,Cake,20',
        '2024-01-02,N,Ann,S1,Total,30',
        '2024-01-05,S,Bo,S2,Bread,40',
        '2024-01-05,S,Bo,S2,Cake,5',
        '2024-01-05,S,Bo,S2,Total,45',
      ),
    );
    expect(far.totalRows).to.deep.equal([{ column: 'line', values: ['Total'] }]);
  });

  it('says to close a database whose rows are only in its log', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-wal-'));
    const database = new Database(path.join(folder, 'a.db'));
    try {
      database.pragma('journal_mode = WAL');
      database.pragma('wal_autocheckpoint = 0');
      database.exec('CREATE TABLE t (n INT)');
      database.pragma('wal_checkpoint(TRUNCATE)');
      database.exec('INSERT INTO t VALUES (1)');
      const { code, message } = await refused(readFileSync(path.join(folder, 'a.db')), {
        filename: 'a.db',
      });
      expect(code).to.equal('upload_no_data');
      expect(message).to.include('Close the program that uses it');
    } finally {
      database.close();
      rmSync(folder, { recursive: true });
    }
  });
});
