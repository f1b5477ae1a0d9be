import { expect } from 'chai';
import { CFB, utils, write } from 'xlsx';
import { parsed, refused } from './parse.ts';

const FILE = 'Book.xlsx';

/** A workbook with two sheets, texts, numbers and a merged cell. */
function plainWorkbook(): Buffer {
  const book = utils.book_new();
  const orders = utils.aoa_to_sheet([
    ['id', 'name', 'price'],
    [1, 'Ann & Bob', 2.5],
    [2, 'Zoë', 3.25],
  ]);
  utils.book_append_sheet(book, orders, 'Orders');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['city'], ['Rome'], ['Oslo']]), 'Cities');
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true });
}

/** The workbook with the text of one part changed. */
function changed(part: string, change: (text: string) => string): Buffer {
  const zip = CFB.read(plainWorkbook(), { type: 'buffer' });
  const entry = CFB.find(zip, part);
  if (!entry) throw new Error(`there is no part ${part}`);
  const text = change(Buffer.from(entry.content as Uint8Array).toString());
  entry.content = Buffer.from(text) as never;
  entry.size = Buffer.byteLength(text);
  return CFB.write(zip, { fileType: 'zip', type: 'buffer' } as never) as Buffer;
}

const SHEET = '/xl/worksheets/sheet1.xml';

describe('malformed workbooks', () => {
  const cases: readonly (readonly [string, string, (text: string) => string])[] = [
    [
      'the target of a sheet is no part',
      '/xl/_rels/workbook.xml.rels',
      (text) => text.replace('worksheets/sheet1.xml', 'worksheets/sheet9.xml'),
    ],
    [
      'the target of a sheet is empty',
      '/xl/_rels/workbook.xml.rels',
      (text) => text.replace('worksheets/sheet1.xml', ''),
    ],
    [
      'the target of a sheet is the workbook',
      '/xl/_rels/workbook.xml.rels',
      (text) => text.replace('worksheets/sheet1.xml', 'workbook.xml'),
    ],
    ['a text has a number that is none', SHEET, (text) => text.replace('<v>1</v>', '<v>99999</v>')],
    ['a text has a negative number', SHEET, (text) => text.replace('<v>1</v>', '<v>-5</v>')],
    ['a text has a word for a number', SHEET, (text) => text.replace('<v>1</v>', '<v>x</v>')],
    [
      'a text has the number of a property',
      SHEET,
      (text) => text.replace('<v>1</v>', '<v>__proto__</v>'),
    ],
    [
      'an entity is beyond Unicode',
      '/xl/sharedStrings.xml',
      (text) => text.replace('&amp;', '&#x110000000;'),
    ],
    [
      'an entity in a cell is beyond Unicode',
      SHEET,
      (text) => text.replace('<v>2.5</v>', '<v>&#99999999999;</v>'),
    ],
    ['a sheet is no XML', SHEET, () => '<<<>>>'],
    ['a sheet is empty', SHEET, () => ''],
    ['the workbook is no XML', '/xl/workbook.xml', () => '\0\0\0'],
    ['the workbook is empty', '/xl/workbook.xml', () => ''],
    [
      'the workbook has no sheets',
      '/xl/workbook.xml',
      (text) => text.replace(/<sheets>.*<\/sheets>/s, ''),
    ],
    [
      'the place of a cell is none',
      SHEET,
      (text) => text.replace('r="A2"', 'r="ZZZZZZ99999999999"'),
    ],
    ['the style of a cell is none', SHEET, (text) => text.replace('r="C2"', 'r="C2" s="99999"')],
  ];
  for (const [what, part, change] of cases)
    it(`give rows or a text for their sender where ${what}`, async () => {
      const bytes = changed(part, change);
      expect(bytes.equals(changed(part, (text) => text)), 'the change changes nothing').to.equal(
        false,
      );
      const outcome = await parsed(bytes, { filename: FILE }).catch(
        (error: Error) => error.message,
      );
      if (typeof outcome === 'string') expect(outcome).to.match(/^upload_[a-z_]+: [A-Z].*\.$/);
      else expect(outcome.tables.every(({ rowCount }) => rowCount > 0)).to.equal(true);
    });
});

describe('a part of a workbook that is two sheets', () => {
  it('is refused: it would be read and kept as often as it is named', async () => {
    const bytes = changed('/xl/_rels/workbook.xml.rels', (text) =>
      text.replace('worksheets/sheet2.xml', 'worksheets/Sheet1.xml'),
    );
    const { code, message } = await refused(bytes, { filename: FILE });
    expect([code, message]).to.deep.equal([
      'upload_unreadable',
      'The sheets "Orders" and "Cities" of the workbook share the same data. Save the workbook again as .xlsx and upload that.',
    ]);
  });
});

describe('characters of a workbook by number', () => {
  const textOf = async (reference: string) => {
    const bytes = changed('/xl/sharedStrings.xml', (text) => text.replace('&amp;', reference));
    return (await parsed(bytes, { filename: FILE })).tables[0]!.rows[0]![1];
  };

  it('are read whole, also beyond two bytes', async () => {
    expect(await textOf('&#x1F600;')).to.equal('Ann \u{1f600} Bob');
    expect(await textOf('&#128512;&#233;')).to.equal('Ann \u{1f600}é Bob');
    expect(await textOf('_x0000_')).to.equal('Ann  Bob');
  });

  for (const reference of ['&#0;', '&#xD800;', '&#x110000;', '&#x110000000;', '&#99999999999;'])
    it(`are refused where they are none: ${reference}`, async () => {
      const bytes = changed('/xl/sharedStrings.xml', (text) => text.replace('&amp;', reference));
      const { code, message } = await refused(bytes, { filename: FILE });
      expect(code).to.equal('upload_unreadable');
      expect(message).to.contain(reference);
    });
});

const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

describe('names of the prototype', () => {
  for (const name of PROTOTYPE_NAMES)
    it(`read a sheet ${name}, with and without a mapping`, async () => {
      const book = utils.book_new();
      book.SheetNames.push(name, 'Other');
      const sheet = (value: number) => utils.aoa_to_sheet([['n'], [value]]);
      Object.defineProperty(book.Sheets, name, { value: sheet(1), enumerable: true });
      book.Sheets['Other'] = sheet(2);
      const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
      const plain = await parsed(bytes, { filename: FILE });
      expect(plain.tables.map(({ sheetName, rows }) => [sheetName, rows])).to.deep.equal([
        [name, [['1']]],
        ['Other', [['2']]],
      ]);
      const mapping = Object.fromEntries([[name, { table_name: name }]]);
      const mapped = await parsed(bytes, { filename: FILE, mapping });
      expect(mapped.tables[0]).to.include({ sheetName: name, tableName: name });
      const skip = Object.fromEntries([[name, { skip: true }]]);
      const skipped = await parsed(bytes, { filename: FILE, mapping: skip });
      expect(skipped.tables.map(({ sheetName }) => sheetName)).to.deep.equal(['Other']);
      // Not named: the mapping is of the other sheet, and this one is hidden.
      const other = { Other: { table_name: 'x' } };
      expect((await parsed(bytes, { filename: FILE, mapping: other })).tables).to.have.length(2);
    });

  it('read columns of them', async () => {
    const { tables } = await parsed(`${PROTOTYPE_NAMES.join(',')}\n1,2,3,4,5\n`);
    expect(tables[0]!.columns.map(({ name }) => name)).to.deep.equal([
      ...['proto', 'constructor', 'to_string', 'has_own_property', 'value_of'],
    ]);
    expect(tables[0]!.rows).to.deep.equal([['1', '2', '3', '4', '5']]);
  });
});

describe('texts that could take long', () => {
  // Each took minutes or hours where a step is quadratic: the tests then end by their time limit.
  const MANY = 1_000_000;
  const limits = { maxCellBytes: 2 * MANY, maxColumns: 10_000 };
  const headers: readonly (readonly [string, string])[] = [
    ['letters', 'x'.repeat(MANY)],
    ['capital letters', 'X'.repeat(MANY)],
    ['letters of three bytes', '地'.repeat(MANY)],
    ['combining marks', `a${'\u0301\u0323'.repeat(MANY / 2)}`],
    ['per cents', '%'.repeat(MANY)],
    ['underscores', `a${'_'.repeat(MANY)}b`],
    ['spaces', `a${' '.repeat(MANY)}b`],
  ];
  for (const [what, header] of headers)
    it(`give a header of ${what} a short name`, async () => {
      const { tables, notes } = await parsed(`${header},n\nu,1\nv,2\n`, { limits });
      const [name = ''] = tables[0]!.columns.map((column) => column.name);
      expect(Buffer.byteLength(name)).to.be.within(1, 63);
      expect(JSON.stringify(notes).length).to.be.below(2_000);
      expect(tables[0]!.columnDetails[0]!.header!.length).to.be.below(300);
    });

  const cells: readonly (readonly [string, string])[] = [
    ['digits', `${'1'.repeat(MANY)}x`],
    ['digits and commas', `"${'1,'.repeat(MANY / 2)}x"`],
    ['spaces in parentheses', `(${' '.repeat(MANY)}x`],
    ['spaces behind a digit', `1${' '.repeat(MANY)}x`],
    ['spaces behind a unit', `$${' '.repeat(MANY)}x`],
    ['a short cell of spaces in parentheses', `(${' '.repeat(100)}x`],
    ['colons', ':'.repeat(MANY)],
    ['spaces behind a word of sums', `total${' '.repeat(MANY)}x`],
  ];
  for (const [what, cell] of cells)
    it(`read a cell of ${what}`, async () => {
      const rows = cell.length < 200 ? 2_000 : 2;
      const { tables } = await parsed(`a,b\n${`${cell},1\n`.repeat(rows)}`, { limits });
      expect(tables[0]!.rowCount).to.equal(rows);
    });

  it('number thousands of equal headers', async () => {
    const count = 10_000;
    const long = 'x'.repeat(100);
    const row = Array.from({ length: count }, () => '1').join(',');
    for (const header of ['a', long, `${'地'.repeat(40)}`]) {
      const line = Array.from({ length: count }, () => header).join(',');
      const { tables } = await parsed(`${line}\n${row}\n`, { limits });
      const names = new Set(tables[0]!.columns.map(({ name }) => name));
      expect(names.size).to.equal(count);
      expect([...names].every((name) => Buffer.byteLength(name) <= 63)).to.equal(true);
    }
  });

  it('number headers that look like numbered ones', async () => {
    const { tables } = await parsed('a,a_2,a,a,A_3\n1,2,3,4,5\n');
    expect(tables[0]!.columns.map(({ name }) => name)).to.deep.equal([
      ...['a', 'a_2', 'a_3', 'a_4', 'a_3_2'],
    ]);
  });

  it('decode bytes above 127 without an end', async () => {
    const bytes = Buffer.concat([Buffer.from('a\n'), Buffer.alloc(8 * MANY, 0xe4)]);
    const cut = { limits: { ...limits, maxCellBytes: 64 * MANY } };
    expect((await parsed(bytes, cut)).tables[0]!.rowCount).to.equal(1);
  });

  it('refuse a sheet with far cells in many rows', async () => {
    const far = (row: number) => `<row r="${row}"><c r="XFD${row}"><v>1</v></c></row>`;
    const rows = Array.from({ length: 100_000 }, (_, at) => far(at + 1)).join('');
    const bytes = changed(SHEET, () => `<worksheet><sheetData>${rows}</sheetData></worksheet>`);
    const { code } = await refused(bytes, { filename: FILE, limits: { maxRows: 1_000_000 } });
    expect(code).to.equal('upload_too_complex');
  });

  it('read a sheet with thousands of merged areas over all rows', async () => {
    const rows = Array.from(
      { length: 5_000 },
      (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${at}</v></c></row>`,
    );
    const merge = '<mergeCell ref="B1:B1048576"/>';
    const merges = `<mergeCells>${merge.repeat(20_000)}</mergeCells>`;
    const bytes = changed(
      SHEET,
      () => `<worksheet><sheetData>${rows.join('')}</sheetData>${merges}</worksheet>`,
    );
    const { tables } = await parsed(bytes, { filename: FILE });
    expect(tables[0]!.rowCount).to.be.within(4_999, 5_000);
  });
});
