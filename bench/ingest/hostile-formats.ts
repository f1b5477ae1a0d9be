import { gzipSync } from 'node:zlib';
import { sqliteOf } from '../../test/fakes/file-kinds.ts';
import { ThriftCompact } from '../../workers/ingest/thrift-compact.ts';
import type { HostileFile } from './hostile-file.ts';
import { workbookParts, zipOf } from './make-files.ts';

/**
 * Files that lie where the specifications of their formats let a writer say something: .ZIP (APPNOTE 6.3), GZIP (RFC
 * 1952), SpreadsheetML (ECMA-376), OpenDocument 1.3, MS-CFB and MS-XLS, Parquet (parquet.thrift), SQLite (fileformat2)
 * and JSON (RFC 8259). They were written from these texts, not from what our readers do.
 */
type Make = HostileFile['make'];
const of =
  (kind: string, filename: string) =>
  (name: string, make: Make, isLarge?: true): HostileFile => ({
    name: `${kind}: ${name}`,
    filename,
    make,
    ...(isLarge && { isLarge }),
  });
const times = (count: number, piece: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at)).join('');
const MIB = 1024 * 1024;

const SHEET = 'xl/worksheets/sheet1.xml';
const sheet = (rows: string, more = '') =>
  `<worksheet><sheetData>${rows}</sheetData>${more}</worksheet>`;
const cell = (value: string, attributes = '') => `<c ${attributes}><v>${value}</v></c>`;
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const TWO_ROWS = `<row>${text('a')}${text('b')}</row><row>${cell('1')}${cell('2')}</row>`;
const parts = (more: Readonly<Record<string, string | Buffer>> = {}) => ({
  ...workbookParts(['S']),
  'xl/sharedStrings.xml': '<sst/>',
  [SHEET]: sheet(TWO_ROWS),
  ...more,
});

const LOCAL = 'PK\x03\x04';
const ENTRY = 'PK\x01\x02';
const END = 'PK\x05\x06';
/** The archive with its bytes changed from the last place of a signature on. */
function changed(bytes: Buffer, signature: string, change: (at: number, all: Buffer) => void) {
  const all = Buffer.from(bytes);
  change(all.lastIndexOf(signature, undefined, 'latin1'), all);
  return all;
}

/** The archive with a zip64 end (APPNOTE 4.3.14, 4.3.15) that says of it what is asked. */
function withZip64End(
  bytes: Buffer,
  said: { readonly entries: bigint; readonly size: bigint; readonly at: bigint },
  locator = BigInt(bytes.lastIndexOf(END, undefined, 'latin1')),
): Buffer {
  const at = bytes.lastIndexOf(END, undefined, 'latin1');
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(45, 12);
  end64.writeUInt16LE(45, 14);
  for (const [place, value] of [
    [24, said.entries],
    [32, said.entries],
    [40, said.size],
    [48, said.at],
  ] as const)
    end64.writeBigUInt64LE(value, place);
  const found = Buffer.alloc(20);
  found.writeUInt32LE(0x07064b50, 0);
  found.writeBigUInt64LE(locator, 8);
  found.writeUInt32LE(1, 16);
  const end = Buffer.from(bytes.subarray(at));
  end.fill(0xff, 8, 20);
  return Buffer.concat([bytes.subarray(0, at), end64, found, end]);
}

function* archives(): Generator<HostileFile> {
  const zip = of('zip', 'a.zip');
  const one = () => zipOf({ 'a.csv': 'a,b\n1,2\n' });
  const huge = 2n ** 63n - 1n;
  yield zip('a zip64 end of 2^63 files', () =>
    withZip64End(one(), { entries: huge, size: 10n, at: 0n }),
  );
  yield zip('a zip64 end of a directory behind the file', () =>
    withZip64End(one(), { entries: 1n, size: 60n, at: huge }),
  );
  yield zip('a zip64 end that is nowhere', () =>
    withZip64End(one(), { entries: 1n, size: 60n, at: 0n }, huge),
  );
  yield zip('a zip64 end that is itself', () => {
    const bytes = one();
    return withZip64End(bytes, { entries: 1n, size: 60n, at: 0n }, BigInt(bytes.length + 40));
  });
  yield zip('sizes that zip64 has and does not say', () =>
    changed(one(), ENTRY, (at, all) => all.fill(0xff, at + 20, at + 28)),
  );
  yield zip('65,535 files of which one is there', () =>
    changed(one(), END, (at, all) => all.fill(0xff, at + 8, at + 12)),
  );
  yield zip('another disk', () => changed(one(), END, (at, all) => all.writeUInt16LE(7, at + 4)));
  yield zip('a directory in the middle of its file', () =>
    changed(one(), END, (at, all) => all.writeUInt32LE(12, at + 16)),
  );
  yield zip('a comment longer than the file', () =>
    changed(one(), END, (at, all) => all.writeUInt16LE(0xffff, at + 20)),
  );
  yield zip('a comment that is another archive', () => {
    const other = zipOf({ 'b.csv': 'a,b\n9,9\n' });
    const bytes = changed(one(), END, (at, all) => all.writeUInt16LE(other.length, at + 20));
    return Buffer.concat([bytes, other]);
  });
  yield zip('another name before its bytes than in the directory', () =>
    changed(one(), LOCAL, (at, all) => all.write('b.exe', at + 30, 'latin1')),
  );
  yield zip('a name longer than the archive', () =>
    changed(one(), LOCAL, (at, all) => all.writeUInt16LE(0xffff, at + 26)),
  );
  yield zip('another sum', () => changed(one(), ENTRY, (at, all) => all.writeUInt32LE(1, at + 16)));
  yield zip('a link to /etc/passwd', () => {
    const bytes = zipOf({ 'a.csv': '/etc/passwd' });
    return changed(bytes, ENTRY, (at, all) => {
      all.writeUInt16LE(0x0314, at + 4);
      all.writeUInt32LE((0o120777 << 16) >>> 0, at + 38);
    });
  });
  yield zip('packed bytes of another kind', () =>
    changed(one(), LOCAL, (at, all) => all.fill(0xff, at + 35, at + 42)),
  );
  yield zip('a megabyte before it', () => Buffer.concat([Buffer.alloc(MIB, 'x'), one()]));
  yield zip('a zip of zips of zips', () => {
    let inner = one();
    for (let deep = 0; deep < 6; deep++)
      inner = zipOf(Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`${n}.zip`, inner])));
    return inner;
  });
  yield zip('a zip called .csv in it, 50 times', () =>
    zipOf(Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${n}.csv`, one()]))),
  );
  yield zip('100 tables of 50 keys each', () => {
    const csv = `${times(50, (n) => `k${n},`)}z\n${times(100, (row) => `${`${row},`.repeat(50)}${row}\n`)}`;
    return zipOf(
      Object.fromEntries(
        Array.from({ length: 100 }, (_, n) => [`t${n}.csv`, csv.replaceAll('k', `k${n}_`)]),
      ),
    );
  });
  yield zip('10,000 folders', () =>
    zipOf(Object.fromEntries(Array.from({ length: 9_999 }, (_, n) => [`${n}/`, '']))),
  );

  const gz = of('gz', 'a.csv.gz');
  const header = (flags: number) => Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3]);
  const body = gzipSync('a,b\n1,2\n').subarray(10);
  yield gz('gz in gz in gz', () => gzipSync(gzipSync(gzipSync('a,b\n1,2\n'))));
  yield gz('a name without an end', () =>
    Buffer.concat([header(0x08), Buffer.alloc(10 * MIB, 'x')]),
  );
  yield gz('a comment of 10 MB', () =>
    Buffer.concat([header(0x10), Buffer.alloc(10 * MIB, 'x'), Buffer.of(0), body]),
  );
  yield gz('flags that are not known', () => Buffer.concat([header(0xe0), body]));
  yield gz('500,000 empty members', () =>
    Buffer.concat(Array.from({ length: 500_000 }, () => EMPTY_MEMBER)),
  );
  yield gz('something else behind it', () =>
    Buffer.concat([gzipSync('a,b\n1,2\n'), Buffer.alloc(MIB, 'x')]),
  );
  yield gz('a zip in it', () => gzipSync(one()));
}
const EMPTY_MEMBER = gzipSync('');

function* sheets(): Generator<HostileFile> {
  const xlsx = of('xlsx', 'a.xlsx');
  const withSheet = (content: string) => zipOf(parts({ [SHEET]: content }));
  const book = (more: string) =>
    (workbookParts(['S'])['xl/workbook.xml'] ?? '').replace('</workbook>', `${more}</workbook>`);
  yield xlsx('a million defined names', () =>
    zipOf(
      parts({
        'xl/workbook.xml': book(
          `<definedNames>${times(1_000_000, (n) => `<definedName name="n${n * 7919}">S!$A$${(n * 104_729) % 1_000_000}</definedName>`)}</definedNames>`,
        ),
      }),
    ),
  );
  for (const [name, value] of [
    ['beyond its end', '7'],
    ['below 0', '-1'],
    ['of a fraction', '0.5'],
    ['of 40 digits', '9'.repeat(40)],
    ['of no digits', 'x'],
  ] as const)
    yield xlsx(`a text by a number ${name}`, () =>
      zipOf(
        parts({
          'xl/sharedStrings.xml':
            '<sst count="4000000000" uniqueCount="4000000000"><si><t>a</t></si></sst>',
          [SHEET]: sheet(`<row>${cell('0', 't="s"')}</row><row>${cell(value, 't="s"')}</row>`),
        }),
      ),
    );
  yield xlsx('a style that is not there', () =>
    withSheet(sheet(`${TWO_ROWS}<row>${cell('3', 's="4000000000"')}${cell('4', 's="-1"')}</row>`)),
  );
  yield xlsx('100,000 number formats', () =>
    zipOf(
      parts({
        'xl/styles.xml': `<styleSheet><numFmts>${times(100_000, (n) => `<numFmt numFmtId="${n + 164}" formatCode="${'['.repeat(n % 40)}yy&quot;"/>`)}</numFmts><cellXfs>${times(100_000, (n) => `<xf numFmtId="${n + 164}"/>`)}</cellXfs></styleSheet>`,
      }),
    ),
  );
  yield xlsx('a number format of 1 MB', () =>
    zipOf(
      parts({
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'[h]&quot;\\_'.repeat(100_000)}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
      }),
    ),
  );
  yield xlsx('days beyond the calendar', () =>
    withSheet(
      sheet(
        `<row>${text('day')}</row>${['1e308', '-1e308', '2958466', '-0.5', 'NaN', '1e-400', '0x10'].map((day) => `<row>${cell(day, 's="1"')}</row>`).join('')}`,
      ),
    ),
  );
  yield xlsx('one part that is 100 sheets', () => {
    const names = Array.from({ length: 100 }, (_, n) => `S${n}`);
    const all = workbookParts(names);
    return zipOf({
      ...all,
      'xl/_rels/workbook.xml.rels': all['xl/_rels/workbook.xml.rels']!.replaceAll(
        /sheet\d+\.xml/g,
        'sheet1.xml',
      ),
      'xl/sharedStrings.xml': '<sst/>',
      [SHEET]: sheet(
        `<row>${text('a')}${text('b')}</row>${times(60_000, (n) => `<row>${cell(String(n * 7919))}${cell(String(n % 97))}</row>`)}`,
      ),
    });
  });
  yield xlsx('a sheet that is the workbook, the texts, or outside', () =>
    zipOf({
      ...parts(),
      'xl/_rels/workbook.xml.rels': (
        workbookParts(['S'])['xl/_rels/workbook.xml.rels'] ?? ''
      ).replace('worksheets/sheet1.xml', '../../../../etc/passwd'),
    }),
  );
  yield xlsx('a million rows that are all row 1', () =>
    withSheet(sheet(times(300_000, (n) => `<row r="1"><c r="A1"><v>${n * 7919}</v></c></row>`))),
  );
  yield xlsx('rows from the last to the first', () =>
    withSheet(
      sheet(times(100_000, (n) => `<row r="${100_000 - n}">${cell(String(n * 7919))}</row>`)),
    ),
  );
  yield xlsx('cells of no place', () =>
    withSheet(
      sheet(
        `<row r="0"><c r="A0"><v>1</v></c><c r="$A$1"><v>2</v></c><c r="a1"><v>3</v></c><c r="1A"><v>4</v></c><c r=""><v>5</v></c></row>`,
      ),
    ),
  );
  yield xlsx('200,000 runs of rich text in a cell', () =>
    withSheet(
      sheet(`<row><c t="inlineStr"><is>${'<r><rPr/><t>x</t></r>'.repeat(200_000)}</is></c></row>`),
    ),
  );
  yield xlsx('a million attributes', () =>
    withSheet(sheet(`<row ${times(300_000, (n) => `a${n * 7919}="${n}" `)}>${cell('1')}</row>`)),
  );
  yield xlsx('characters that are none', () =>
    withSheet(
      sheet(
        `<row>${text('&#0;&#xFFFFFFFFFFFF;&#55296;_x0000__xD800_&#x110000;&unknown;&;')}</row><row>${cell('1')}</row>`,
      ),
    ),
  );
  yield xlsx('a sheet in UTF-16', () =>
    zipOf(
      parts({
        [SHEET]: Buffer.from(
          `\ufeff<?xml version="1.0" encoding="UTF-16"?>${sheet(TWO_ROWS)}`,
          'utf16le',
        ),
      }),
    ),
  );
  yield xlsx('a sheet in UTF-7', () =>
    withSheet(
      `<?xml version="1.0" encoding="UTF-7"?>${sheet(`<row>${text('+ADw-script+AD4-')}</row><row>${cell('1')}</row>`)}`,
    ),
  );
  yield xlsx('types of cells that are none', () =>
    withSheet(
      sheet(
        `<row>${text('a')}</row>${['b', 'd', 'e', 'n', 'zz', ''].map((type) => `<row>${cell('maybe', `t="${type}"`)}</row>`).join('')}`,
      ),
    ),
  );
  yield xlsx(
    '9,999 rows that are all called total',
    () =>
      withSheet(
        sheet(
          `<row>${text('what')}${times(200, (n) => text(`c${n}`))}</row>${times(9_990, (row) => `<row>${text('Total')}${times(200, (n) => cell(String((row * n) % 97)))}</row>`)}`,
        ),
      ),
    true,
  );
  yield xlsx('a board of cells and gaps', () =>
    withSheet(
      sheet(
        times(
          5_000,
          (row) =>
            `<row r="${row + 1}">${times(100, (n) => `<c r="${columnName(2 * n + (row % 2))}${row + 1}"><v>${(row * n) % 1_000}</v></c>`)}</row>`,
        ),
      ),
    ),
  );
  yield xlsx(
    '1,000 months as columns of 2,000 rows',
    () =>
      withSheet(
        sheet(
          `<row>${text('id')}${times(900, (n) => text(`${1930 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`))}</row>${times(2_000, (row) => `<row>${cell(String(row))}${times(900, (n) => cell(String((row * n) % 97)))}</row>`)}`,
        ),
      ),
    true,
  );
  yield xlsx('nothing but merged cells', () =>
    withSheet(
      sheet(
        TWO_ROWS,
        `<mergeCells>${times(100_000, (n) => `<mergeCell ref="A${n + 1}:XFD${n + 500_000}"/>`)}</mergeCells>`,
      ),
    ),
  );

  const ods = of('ods', 'a.ods');
  const odsOf = (table: string) =>
    zipOf({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': `<office:document-content><office:body><office:spreadsheet>${table}</office:spreadsheet></office:body></office:document-content>`,
    });
  const repeated = (rows: string, columns: string) =>
    odsOf(
      `<table:table table:name="A"><table:table-row table:number-rows-repeated="${rows}"><table:table-cell table:number-columns-repeated="${columns}" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell></table:table-row></table:table>`,
    );
  for (const [rows, columns] of [
    ['50000', '900'],
    ['1000000', '20'],
    ['-1', '-1'],
    ['1e9', '1e9'],
    ['NaN', ''],
  ] as const)
    yield ods(`a cell repeated ${rows} × ${columns} times`, () => repeated(rows, columns));
  yield ods('100,000 tables', () =>
    odsOf(
      times(100_000, (n) => `<table:table table:name="t${n}"><table:table-row/></table:table>`),
    ),
  );
  yield ods('tables within each other', () => odsOf('<table:table>'.repeat(100_000)));
}

const columnName = (at: number): string =>
  (at >= 26 ? columnName(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));

/** A compound file (MS-CFB 2.2) with an allocation table and a directory as they are said. */
function compoundFile(fields: readonly (readonly [at: number, value: number])[]): Buffer {
  const bytes = Buffer.alloc(512 * 6, 0xff);
  bytes.fill(0, 0, 76);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  for (const [at, value] of [
    [24, 0x003e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    bytes.writeUInt16LE(value, at);
  // One sector of the table, the directory in sector 1, no small ones.
  for (const [at, value] of [
    [44, 1],
    [48, 1],
    [56, 4096],
    [60, 0xfffffffe],
    [68, 0xfffffffe],
    [76, 0],
    ...fields,
  ] as const)
    bytes.writeUInt32LE(value, at);
  return bytes;
}

function* oldWorkbooks(): Generator<HostileFile> {
  const xls = of('xls', 'a.xls');
  const FAT = 512;
  const DIRECTORY = 1024;
  yield xls('a directory that follows itself', () => compoundFile([[FAT + 4, 1]]));
  yield xls('a table of tables that follows itself', () =>
    compoundFile([
      [68, 2],
      [72, 0xffff_fff0],
      [512 * 4 - 4, 2],
    ]),
  );
  yield xls('sectors of 2^65535 bytes', () => {
    const bytes = compoundFile([]);
    bytes.writeUInt16LE(0xffff, 30);
    return bytes;
  });
  yield xls('sectors of a byte', () => {
    const bytes = compoundFile([]);
    bytes.writeUInt16LE(0, 30);
    return bytes;
  });
  yield xls('4 billion sectors', () => compoundFile([[44, 0xffff_fff0]]));
  yield xls('entries that are each other’s children', () => {
    const bytes = compoundFile([[FAT + 4, 0xfffffffe]]);
    for (let n = 0; n < 4; n++) {
      const at = DIRECTORY + 128 * n;
      bytes.fill(0, at, at + 128);
      bytes.write('Workbook', at, 'utf16le');
      bytes.writeUInt16LE(18, at + 64);
      bytes.writeUInt8(n === 0 ? 5 : 1, at + 66);
      for (const [place, other] of [
        [68, 0],
        [72, (n + 1) % 4],
        [76, (n + 2) % 4],
      ] as const)
        bytes.writeUInt32LE(other, at + place);
      bytes.writeUInt32LE(0, at + 116);
      bytes.writeUInt32LE(0xffff_fff0, at + 120);
    }
    return bytes;
  });
  const record = (type: number, body: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(type, 0);
    head.writeUInt16LE(body.length, 2);
    return Buffer.concat([head, body]);
  };
  const BOF = record(0x0809, Buffer.from('00060500000000000000000000000000', 'hex'));
  yield xls('texts of which there are 4 billion (SST)', () =>
    Buffer.concat([
      BOF,
      record(0x00fc, Buffer.alloc(2_000, 0xff)),
      record(0x000a, Buffer.alloc(0)),
    ]),
  );
  yield xls('a million records that go on (CONTINUE)', () =>
    Buffer.concat([
      BOF,
      ...Array.from({ length: 200_000 }, () => record(0x003c, Buffer.of(1, 2, 3))),
    ]),
  );
  yield xls('columns from the last to the first (MULRK)', () =>
    Buffer.concat([BOF, record(0x00bd, Buffer.from('0000ff000000000000000000', 'hex'))]),
  );
  yield xls('rows of Lotus 1-2-3', () =>
    Buffer.from(`00000200${'04040600ffffffffffff'.repeat(50_000)}`, 'hex'),
  );
  yield xls(
    'a link of SYLK',
    () => `ID;PWXL;N;E\nC;Y1048576;X16384;K"x"\n${'C;Y99999999;X99999999;K1\n'.repeat(50_000)}E\n`,
  );
  yield xls('a dBASE file of 4 billion rows', () =>
    Buffer.concat([Buffer.from('03790101ffffffff4100ffff', 'hex'), Buffer.alloc(100_000, 0x20)]),
  );
}

interface ParquetLies {
  readonly rows?: number;
  /** Values that the column's chunk says to have, and its page. */
  readonly values?: number;
  readonly pageValues?: number;
  readonly codec?: number;
  readonly encoding?: number;
  readonly page?: Buffer;
  /** Sizes that the head of the page says. */
  readonly unpacked?: number;
  readonly packed?: number;
  readonly pageAt?: number;
  readonly dictionary?: {
    readonly values: number;
    readonly bytes: Buffer;
    readonly unpacked?: number;
  };
  readonly children?: number;
  readonly elements?: number;
  readonly groups?: number;
  readonly converted?: number;
  readonly precision?: number;
}

const INT64 = 2;
const BYTES = 6;
/** A Parquet file of one column of integers (of texts, with a dictionary), whose metadata says what is asked. */
function parquetThatSays(lies: ParquetLies): Buffer {
  const data = lies.page ?? Buffer.alloc(80);
  const pages: Buffer[] = [Buffer.from('PAR1')];
  let at = 4;
  const add = (head: Buffer, body: Buffer) => {
    pages.push(Buffer.from(head), body);
    at += head.length + body.length;
  };
  const { dictionary } = lies;
  if (dictionary) {
    const thrift = new ThriftCompact();
    const head = thrift
      .i32(1, 2)
      .i32(2, dictionary.unpacked ?? dictionary.bytes.length)
      .i32(3, dictionary.bytes.length)
      .struct(7, () => thrift.i32(1, dictionary.values).i32(2, 0))
      .end();
    add(head, dictionary.bytes);
  }
  const dataAt = at;
  const page = new ThriftCompact();
  const head = page
    .i32(1, 0)
    .i32(2, lies.unpacked ?? data.length)
    .i32(3, lies.packed ?? data.length)
    .struct(5, () =>
      page
        .i32(1, lies.pageValues ?? 10)
        .i32(2, lies.encoding ?? (dictionary ? 8 : 0))
        .i32(3, 3)
        .i32(4, 3),
    )
    .end();
  add(head, data);
  const footer = new ThriftCompact();
  const physical = dictionary ? BYTES : INT64;
  const leaves = Array.from({ length: lies.elements ?? 1 }, (_, n) => `c${n}`);
  footer
    .i32(1, 1)
    .structList(2, ['root', ...leaves], (name) => {
      if (name === 'root') footer.string(4, name).i32(5, lies.children ?? leaves.length);
      else {
        footer.i32(1, physical).i32(3, 0).string(4, name);
        if (lies.converted !== undefined) footer.i32(6, lies.converted);
        if (lies.precision !== undefined) footer.i32(7, lies.precision - 1).i32(8, lies.precision);
      }
    })
    .i64(3, lies.rows ?? 10)
    .structList(4, Array.from({ length: lies.groups ?? 1 }), () => {
      footer
        .structList(1, leaves, (name) => {
          footer.i64(2, 4).struct(3, () => {
            footer
              .i32(1, physical)
              .i32List(2, [0, 3, 8])
              .stringList(3, [name])
              .i32(4, lies.codec ?? 0)
              .i64(5, lies.values ?? 10)
              .i64(6, at - 4)
              .i64(7, at - 4)
              .i64(9, lies.pageAt ?? dataAt);
            if (dictionary) footer.i64(11, 4);
          });
        })
        .i64(2, at - 4)
        .i64(3, lies.rows ?? 10);
    });
  const metadata = Buffer.from(footer.end());
  const length = Buffer.alloc(4);
  length.writeUInt32LE(metadata.length);
  return Buffer.concat([...pages, metadata, length, Buffer.from('PAR1')]);
}

function* parquet(): Generator<HostileFile> {
  const one = of('parquet', 'a.parquet');
  const lie = (name: string, lies: () => ParquetLies) => one(name, () => parquetThatSays(lies()));
  const MOST = 2 ** 31 - 1;
  yield lie('says nothing wrong', () => ({}));
  yield lie('a page of 2 GB in 80 bytes', () => ({ unpacked: MOST }));
  yield lie('a packed page of 2 GB', () => ({ packed: MOST }));
  yield lie('a page of fewer than 0 bytes', () => ({ unpacked: -1, packed: -1 }));
  yield lie('a page of 2 billion values', () => ({ pageValues: MOST, values: MOST, rows: MOST }));
  yield lie('2^50 rows', () => ({ rows: 2 ** 50, values: 2 ** 50 }));
  yield lie('fewer than 0 rows', () => ({ rows: -5, values: -5, pageValues: -5 }));
  yield lie('a page behind the file', () => ({ pageAt: 2 ** 50 }));
  yield lie('a page in the footer’s place', () => ({ pageAt: 0 }));
  yield lie('a packing that is none', () => ({ codec: 99 }));
  yield lie('an encoding that is none', () => ({ encoding: 77 }));
  yield lie('a page of 500 MB of gzip', () => {
    const page = gzipSync(Buffer.alloc(500 * MIB));
    return {
      codec: 2,
      page,
      unpacked: 500 * MIB,
      pageValues: 500 * 131_072,
      values: 500 * 131_072,
      rows: 500 * 131_072,
    };
  });
  yield lie('a page of snappy that says 4 GB', () => ({
    codec: 1,
    page: Buffer.concat([Buffer.from('ffffffff0f', 'hex'), Buffer.alloc(50)]),
    unpacked: 80,
  }));
  yield lie('a dictionary of 2 billion texts', () => ({
    dictionary: { values: MOST, bytes: Buffer.alloc(100) },
  }));
  yield lie('a text in the dictionary of 4 GB', () => ({
    dictionary: { values: 1, bytes: Buffer.from('ffffffff61', 'hex') },
  }));
  yield lie('places beyond the dictionary', () => ({
    dictionary: { values: 1, bytes: Buffer.from('0100000061', 'hex') },
    page: Buffer.concat([Buffer.of(32, 21), Buffer.alloc(80, 0x7f)]),
  }));
  yield lie('a dictionary of 200 MB, once a row', () => {
    const long = Buffer.alloc(900_000, 'x');
    const size = Buffer.alloc(4);
    size.writeUInt32LE(long.length);
    return {
      codec: 2,
      dictionary: {
        values: 220,
        unpacked: 220 * (long.length + 4),
        bytes: gzipSync(
          Buffer.concat(Array.from({ length: 220 }, () => Buffer.concat([size, long]))),
        ),
      },
      page: gzipSync(Buffer.concat([Buffer.of(8), Buffer.from([0xc0, 0x9a, 0x0c, 7])])),
      unpacked: 5,
      pageValues: 100_000,
      values: 100_000,
      rows: 100_000,
    };
  });
  yield lie('a schema of 2 billion children', () => ({ children: MOST }));
  yield lie('a schema of fewer than 0 children', () => ({ children: -1 }));
  yield lie('50,000 columns', () => ({ elements: 50_000 }));
  yield lie('100,000 groups of rows', () => ({ groups: 100_000 }));
  yield lie('decimals of 1,000 digits', () => ({ converted: 5, precision: 1_000 }));
  yield lie('instants beyond every calendar', () => ({
    converted: 10,
    page: Buffer.alloc(80, 0x7f),
  }));
  yield one('an encrypted footer', () => {
    const bytes = parquetThatSays({});
    bytes.write('PARE', bytes.length - 4, 'latin1');
    return bytes;
  });
  yield one('a footer of structures within each other', () => {
    const footer = Buffer.alloc(5 * MIB, 0x1c);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    return Buffer.concat([Buffer.from('PAR1'), footer, length, Buffer.from('PAR1')]);
  });
}

function* databases(): Generator<HostileFile> {
  const one = of('sqlite', 'a.sqlite');
  const rows = (count: number) =>
    `(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count}) SELECT n FROM c)`;
  const SLOW = 'length(hex(zeroblob(9000000 + a)))';
  const filled = (count: number, ...statements: string[]) =>
    sqliteOf(...statements, `INSERT INTO t(a) SELECT n FROM ${rows(count)}`);
  yield one('checks that take long', () =>
    filled(
      3_000,
      'PRAGMA ignore_check_constraints = ON',
      `CREATE TABLE t (a, CHECK (${SLOW} > 0))`,
    ),
  );
  // Columns that are added when the rows are there: SQLite computes others with each row that is inserted.
  const computed = (count: number, columns: readonly string[]) =>
    sqliteOf(
      'CREATE TABLE t (a)',
      `INSERT INTO t(a) SELECT n FROM ${rows(count)}`,
      ...columns.map((column) => `ALTER TABLE t ADD COLUMN ${column}`),
    );
  yield one('columns that take long to compute', () =>
    computed(
      3_000,
      Array.from({ length: 20 }, (_, n) => `b${n} AS (${SLOW})`),
    ),
  );
  yield one('columns that are computed from each other', () =>
    computed(10, [
      "c0 AS (a || 'x')",
      ...Array.from({ length: 60 }, (_, n) => `c${n + 1} AS (substr(c${n} || c${n}, 1, 100))`),
    ]),
  );
  yield one('a view of itself, in a loop of triggers', () =>
    sqliteOf(
      'CREATE TABLE t (a)',
      'INSERT INTO t VALUES (1)',
      'CREATE VIEW v AS SELECT a FROM t',
      'CREATE TRIGGER x INSTEAD OF INSERT ON v BEGIN INSERT INTO v VALUES (new.a); END',
    ),
  );
  yield one('indexes on expressions that take long', () =>
    filled(20, 'CREATE TABLE t (a)', `CREATE INDEX i ON t (${SLOW})`),
  );
  const raw = async (change: (bytes: Buffer) => void, count = 3_000) => {
    const bytes = await filled(count, 'CREATE TABLE t (a, b)');
    change(bytes);
    return bytes;
  };
  yield one('4 billion pages', () => raw((bytes) => bytes.writeUInt32BE(0xffffffff, 28)));
  yield one('free pages that follow themselves', () =>
    raw((bytes) => {
      bytes.writeUInt32BE(3, 32);
      bytes.writeUInt32BE(1_000_000, 36);
      bytes.writeUInt32BE(3, 4096 * 2);
    }),
  );
  yield one('a text of UTF-16 that is none', () =>
    sqliteOf(
      "PRAGMA encoding = 'UTF-16le'",
      'CREATE TABLE t (a, b)',
      "INSERT INTO t VALUES (1, CAST(x'00d8ffdf00dc' AS TEXT)), (2, 'x')",
    ),
  );
  yield one('a table that is another one’s pages', () =>
    sqliteOf(
      'CREATE TABLE t (a)',
      `INSERT INTO t SELECT n FROM ${rows(20_000)}`,
      'PRAGMA writable_schema = ON',
      ...Array.from(
        { length: 90 },
        (_, n) =>
          `INSERT INTO sqlite_schema SELECT 'table', 't${n}', 't${n}', rootpage, 'CREATE TABLE t${n} (a)' FROM sqlite_schema WHERE name = 't'`,
      ),
    ),
  );
  yield one('a definition of 5 MB', () =>
    sqliteOf(`CREATE TABLE t (a /*${'x'.repeat(900_000)}*/, b)`, 'INSERT INTO t VALUES (1, 2)'),
  );
  yield one('a definition that is none', () =>
    sqliteOf(
      'CREATE TABLE t (a)',
      'PRAGMA writable_schema = ON',
      "UPDATE sqlite_schema SET sql = 'CREATE TABLE t (a, b AS (load_extension(''x'')))'",
    ),
  );
  yield one('virtual tables of the pages themselves', () =>
    sqliteOf(
      'CREATE TABLE t (a)',
      'INSERT INTO t VALUES (1)',
      'PRAGMA writable_schema = ON',
      "INSERT INTO sqlite_schema VALUES ('table', 'p', 'p', 0, 'CREATE VIRTUAL TABLE p USING dbstat')",
    ),
  );
}

function* texts(): Generator<HostileFile> {
  const json = of('json', 'a.json');
  yield json('lists 10,000 deep', () => `[{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}]`);
  yield json(
    'a record of a million keys',
    () => `[{${times(1_000_000, (n) => `"k${n}":1,`)}"z":1}]`,
  );
  yield json('keys that are paths of others', () => '[{"a.b":1,"a":{"b":2},"a.b.c":3,"":{"":4}}]');
  yield json('UTF-16', () => Buffer.from('\ufeff[{"a":1},{"a":2}]', 'utf16le'));
  yield json('UTF-16 without a mark', () => Buffer.from('[{"a":1},{"a":2}]', 'utf16le'));
  yield json('UTF-32', () => Buffer.from('5b0000007b000000220000006100000022000000', 'hex'));
  yield json('numbers of JavaScript', () => '[{"a":NaN},{"a":Infinity},{"a":0x10},{"a":-}]');
  yield json('a comma too many', () => '[{"a":1,},]');
  yield json(
    'rows of other lengths each',
    () => `[${times(1_500, (n) => `[${'1,'.repeat(n)}1],`)}[1]]`,
  );
  yield json(
    'one list of 900 lists',
    () => `{${times(899, (n) => `"t${n}":[{"a":1}],`)}"z":[{"a":1}]}`,
  );
  yield json('a million scalars', () => `[${'1,'.repeat(2_000_000)}1]`);
  yield json('a text alone', () => '"x"');
  yield of('json', 'a.jsonl')('lines of 10 MB', () =>
    `{"a":"${'x'.repeat(10 * MIB)}"}\n`.repeat(3),
  );
  yield of('json', 'a.jsonl')('a million lines of other keys', () =>
    times(300_000, (n) => `{"k${n % 900}":${n}}\n`),
  );

  const csv = of('csv', 'a.csv');
  const wide = (value: string) => `a,b\n${times(2_000, (n) => `${n},${value}\n`)}`;
  yield csv('quotes alone', () => '"'.repeat(3_000_001));
  yield csv('quotes and line ends alone', () => '"\n'.repeat(1_000_000));
  yield csv('UTF-7', () => '+AGE-,+AGI-\n+ADE-,+ADI-\n');
  for (const encoding of ['utf16le', 'utf8'] as const)
    yield csv(`100,000 marks of ${encoding}`, () =>
      Buffer.from(`${'\ufeff'.repeat(100_000)}a,b\n1,2\n`, encoding),
    );
  yield csv('UTF-16 of the other order, without a mark', () =>
    Buffer.from('a,b\n1,2\n', 'utf16le').swap16(),
  );
  yield csv('UTF-32 with a mark', () =>
    Buffer.from('fffe0000610000002c000000620000000a000000', 'hex'),
  );
  yield csv('CR alone, LF alone and both', () => `a,b\r${'1,2\r3,4\n5,6\r\n'.repeat(100_000)}`);
  yield csv('a delimiter of each line', () => times(50_000, (n) => `${n}${',;\t|:'[n % 5]}${n}\n`));
  yield csv('one column more in each of 900 rows', () => times(900, (n) => `${'1,'.repeat(n)}1\n`));
  yield csv('six million rows', () => `a\n${'1\n'.repeat(6_000_000)}`);
  yield csv('9 MB of blanks in a line', () => `a,b\n1,${' '.repeat(900_000)}x\n`);
  // Texts that patterns of numbers, days and periods go through again and again.
  for (const [name, value] of [
    ['digits and points', '1.'.repeat(4_000)],
    ['digits and blanks', '1 '.repeat(4_000)],
    ['signs', '-'.repeat(8_000)],
    ['brackets', '('.repeat(8_000)],
    ['currencies', '€$£ '.repeat(2_000)],
    ['zeros', '0'.repeat(8_000)],
    ['days', '2024-01-'.repeat(1_000)],
    ['hours', '12:'.repeat(2_500)],
    ['quarters', 'Q1 '.repeat(2_500)],
    ['per cents', '%'.repeat(8_000)],
    ['exponents', '1e'.repeat(4_000)],
    ['blanks before a letter', `${' '.repeat(8_000)}x`],
    ['combining marks', 'e\u0301'.repeat(4_000)],
  ] as const)
    yield csv(`cells of ${name}`, () => wide(value));
  yield csv(
    '900 headers of periods',
    () =>
      `id,${times(899, (n) => `Q${(n % 4) + 1} ${1900 + n},`)}x\n${times(50, () => `${'1,'.repeat(900)}1\n`)}`,
  );
  yield csv(
    'subtotals of subtotals',
    () => `item,amount\n${times(9_000, (n) => `${n % 3 === 2 ? 'Subtotal' : `item ${n}`},${n}\n`)}`,
  );
}

/** What takes seconds to make, or to read. */
const LARGE =
  /10,000 folders|million|100,000 (?:number|tables)|100 (?:sheets|tables)|last to the first|a board|page of 500 MB|dictionary of 200 MB|50,000 columns|groups of rows|merged cells/;

/** All of them, in one order. */
export const HOSTILE_FORMATS: readonly HostileFile[] = [
  ...archives(),
  ...sheets(),
  ...oldWorkbooks(),
  ...parquet(),
  ...databases(),
  ...texts(),
].map((file) => (LARGE.test(file.name) ? { ...file, isLarge: true } : file));
