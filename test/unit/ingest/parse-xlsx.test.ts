import { expect } from 'chai';
import { utils, type WorkBook, type WorkSheet, write } from 'xlsx';
import { parsed, refused } from './parse.ts';

const FILE = 'Book.xlsx';

function workbook(
  sheets: Readonly<Record<string, WorkSheet>>,
  book: Partial<WorkBook> = {},
): Buffer {
  const made = { ...utils.book_new(), ...book };
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(made, sheet, name);
  return write(made, { type: 'buffer', bookType: 'xlsx', compression: true });
}

const sheet = (rows: readonly (readonly unknown[])[]) => utils.aoa_to_sheet(rows as unknown[][]);
const cells = async (bytes: Uint8Array) => (await parsed(bytes, { filename: FILE })).tables[0]!;

describe('parsing a workbook', () => {
  it('makes a table of each sheet with rows', async () => {
    const { tables, notes } = await parsed(
      workbook({
        Orders: sheet([
          ['id', 'Total Price'],
          [1, 2.5],
          [2, 3.25],
        ]),
        'New Customers': sheet([
          ['id', 'name'],
          [1, 'Zoë'],
        ]),
        Empty: sheet([]),
      }),
      { filename: FILE },
    );
    expect(
      tables.map(({ tableName, sheetName, rowCount }) => [tableName, sheetName, rowCount]),
    ).to.deep.equal([
      ['orders', 'Orders', 2],
      ['new_customers', 'New Customers', 1],
    ]);
    expect(tables[0]!.columns).to.deep.equal([
      { name: 'id', type: 'integer' },
      { name: 'total_price', type: 'decimal', precision: 3, scale: 2 },
    ]);
    expect(tables[1]!.rows).to.deep.equal([['1', 'Zoë']]);
    expect(notes).to.deep.include({ sheet_name: 'Empty', note: 'Left out, because it is empty' });
  });

  const versions: readonly (readonly [string, readonly string[], object, string])[] = [
    ['formatted as text', ['1.10', '1.11', '2.30'], { z: '@' }, 'text'],
    ['that only were typed as text', ['1.10', '1.11', '2.30'], {}, 'decimal'],
    ['formatted as text that lose nothing', ['1.15', '1.11', '2.36'], { z: '@' }, 'decimal'],
    ['that are amounts, formatted as text', ['1200.10', '15.50', '-2.30'], { z: '@' }, 'decimal'],
  ];
  for (const [name, texts, format, type] of versions)
    it(`reads numbers ${name} as ${type}`, async () => {
      const made = sheet([['version', 'count']]);
      for (const [at, v] of texts.entries()) {
        made[`A${at + 2}`] = { t: 's', v, ...format };
        made[`B${at + 2}`] = { t: 'n', v: at };
      }
      made['!ref'] = `A1:B${texts.length + 1}`;
      const { tables, texts: notes } = await parsed(workbook({ A: made }), { filename: FILE });
      expect(tables[0]!.columns[0]!.type).to.equal(type);
      if (type === 'text') expect(tables[0]!.rows.map(([cell]) => cell)).to.deep.equal(texts);
      expect(notes.some((note) => note.includes('are formatted as text'))).to.equal(
        type === 'text',
      );
      const types = { A: { types: { version: 'decimal' as const } } };
      const asked = await parsed(workbook({ A: made }), { filename: FILE, mapping: types });
      expect(asked.tables[0]!.columns[0]!.type).to.equal('decimal');
    });

  it('names the table of a single sheet after the file', async () => {
    expect(
      (
        await cells(
          workbook({
            Sheet1: sheet([
              ['a', 'b'],
              [1, 2],
            ]),
          }),
        )
      ).tableName,
    ).to.equal('book');
  });

  for (const date1904 of [false, true])
    it(`reads days, instants and times of the ${date1904 ? 1904 : 1900} date system`, async () => {
      const made = sheet([['day', 'instant', 'time', 'zip']]);
      const base = date1904 ? 1462 : 0;
      const styled: Record<string, unknown> = {
        A2: { t: 'n', v: 45_351 - base, z: 'yyyy-mm-dd' },
        B2: { t: 'n', v: 45_351.75 - base, z: 'm/d/yy h:mm' },
        C2: { t: 'n', v: 0.5, z: 'h:mm' },
        D2: { t: 'n', v: 501, z: '00000' },
      };
      Object.assign(made, styled, { '!ref': 'A1:D2' });
      const table = await cells(workbook({ S: made }, { Workbook: { WBProps: { date1904 } } }));
      // The 1904 system has no times before its first day: a bare fraction is that day.
      const time = date1904 ? '1904-01-01 12:00:00' : '12:00:00';
      expect(table.rows[0]).to.deep.equal(['2024-02-29', '2024-02-29 18:00:00', time, '00501']);
    });

  it('keeps the numbers as the spreadsheet shows them', async () => {
    const table = await cells(
      workbook({
        S: sheet([
          ['x', 'big'],
          [0.1 + 0.2, 1],
          [1234.5, 123456789012],
        ]),
      }),
    );
    expect(table.rows).to.deep.equal([
      ['0.3', '1'],
      ['1234.5', '123456789012'],
    ]);
  });

  it('reads truth values, and error values as no value with a note', async () => {
    const made = sheet([
      ['ok', 'n'],
      [true, 1],
      [false, 2],
    ]);
    made['B3'] = { t: 'e', v: 7 };
    const { tables, notes } = await parsed(workbook({ S: made }), { filename: FILE });
    expect(tables[0]!.rows).to.deep.equal([
      ['true', '1'],
      ['false', null],
    ]);
    expect(notes).to.deep.include({
      sheet_name: 'S',
      row: 3,
      note: '1 cells with an error value (such as #DIV/0!) imported as empty',
    });
  });

  it('reads the stored results of formulas and tells of missing ones', async () => {
    const made = sheet([
      ['a', 'b'],
      [1, 0],
      [2, 4],
    ]);
    made['B2'] = { t: 'n', v: 2, f: 'A2*2' };
    const { tables } = await parsed(workbook({ S: made }), { filename: FILE });
    expect(tables[0]!.rows).to.deep.equal([
      ['1', '2'],
      ['2', '4'],
    ]);
  });

  it('fills a value that is merged over rows', async () => {
    const made = sheet([
      ['region', 'n'],
      ['North', 1],
      [null, 2],
      ['South', 3],
    ]);
    made['!merges'] = [{ s: { r: 1, c: 0 }, e: { r: 2, c: 0 } }];
    const { tables, texts } = await parsed(workbook({ S: made }), { filename: FILE });
    expect(tables[0]!.rows.map((row) => row[0])).to.deep.equal(['North', 'North', 'South']);
    expect(texts.join()).to.contain('merged');
  });

  it('leaves hidden and skipped sheets out and says so', async () => {
    const book = workbook(
      {
        Shown: sheet([
          ['a', 'b'],
          [1, 2],
        ]),
        Secret: sheet([
          ['a', 'b'],
          [1, 2],
        ]),
        Old: sheet([
          ['a', 'b'],
          [1, 2],
        ]),
      },
      { Workbook: { Sheets: [{}, { Hidden: 1 }, {}] } },
    );
    const { tables, notes } = await parsed(book, {
      filename: FILE,
      mapping: { Old: { skip: true } },
    });
    expect(tables.map((table) => table.sheetName)).to.deep.equal(['Shown']);
    expect(notes.map((note) => note.sheet_name)).to.include.members(['Secret', 'Old']);
  });

  const refusals: readonly [string, () => Uint8Array, string, string][] = [
    [
      'whose sheets are all empty',
      () => workbook({ A: sheet([]) }),
      'upload_no_data',
      'every sheet',
    ],
    ['that is a page', () => Buffer.from('<html></html>'), 'upload_unreadable', 'HTML'],
    [
      'of the old format that is cut off',
      () => Buffer.from('d0cf11e0a1b11ae10000', 'hex'),
      'upload_unreadable',
      '.xls',
    ],
    [
      'with a password',
      () =>
        Buffer.concat([
          Buffer.from('d0cf11e0a1b11ae1', 'hex'),
          Buffer.from('EncryptedPackage', 'utf16le'),
        ]),
      'upload_unreadable',
      'password',
    ],
    [
      'that is cut off',
      () => workbook({ A: sheet([['a'], [1]]) }).subarray(0, 900),
      'upload_unreadable',
      'damaged',
    ],
  ];
  for (const [what, bytes, code, message] of refusals)
    it(`refuses a workbook ${what}`, async () => {
      const refusal = await refused(bytes(), { filename: FILE });
      expect(refusal.code).to.equal(code);
      expect(refusal.message).to.contain(message);
    });

  it('refuses more rows and columns than allowed', async () => {
    const bytes = workbook({
      S: sheet([
        ['a', 'b', 'c'],
        [1, 2, 3],
        [4, 5, 6],
      ]),
    });
    for (const limits of [{ maxRows: 1 }, { maxColumns: 2 }])
      expect((await refused(bytes, { filename: FILE, limits })).code).to.equal(
        'upload_too_complex',
      );
  });

  it('refuses a workbook that unpacks to far more than it is', async () => {
    const rows = Array.from({ length: 60_000 }, () => ['x', 'x', 'x', 'x', 'x', 'x', 'x', 'x']);
    const bytes = workbook({ S: sheet(rows) });
    const tight = await refused(bytes, { filename: FILE, limits: { maxZipRatio: 10 } });
    expect(tight).to.include({ code: 'upload_too_complex' });
    const large = await refused(bytes, { filename: FILE, limits: { maxUnzippedBytes: 1_000_000 } });
    expect(large.message).to.contain('unpacked');
  });
});
