import { deflateRawSync, gzipSync } from 'node:zlib';
import { type BookType, utils, write } from 'xlsx';
import { KINDS, parquetOf, sqliteOf } from '../../test/fakes/file-kinds.ts';
import type { HostileFile } from './hostile-file.ts';
import { HOSTILE_FORMATS } from './hostile-formats.ts';
import { randomOf, workbookParts, zipOf } from './make-files.ts';

const MIB = 1024 * 1024;
const SHEET = 'xl/worksheets/sheet1.xml';
const TEXTS = 'xl/sharedStrings.xml';
const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const SOME = sheet(
  '<row><c t="inlineStr"><is><t>name</t></is></c></row><row><c><v>1</v></c></row>',
);
const parts = (more: Readonly<Record<string, string | Buffer>> = {}) => ({
  ...workbookParts(['S']),
  [TEXTS]: '<sst/>',
  [SHEET]: SOME,
  ...more,
});
const DOCTYPE = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1_000)}">${'bcdefghij'
  .split('')
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`)
  .join('')}]>`;
const odsContent = (rows: string) =>
  `<office:document-content><office:body><office:spreadsheet><table:table table:name="A">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`;
const ods = (content: string) =>
  zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': content });
const odsCell = (times: number) =>
  `<table:table-cell table:number-columns-repeated="${times}" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell>`;

/** The archive with the directory's entry of its last part changed: at a place behind its signature. */
function withEntry(bytes: Buffer, change: (entry: Buffer, at: number) => void): Buffer {
  const changed = Buffer.from(bytes);
  change(changed, changed.lastIndexOf('PK\x01\x02', undefined, 'latin1'));
  return changed;
}

/** Bytes with some of them changed at random, from a place on. */
function flipped(bytes: Buffer, seed: number, from = 0): Buffer {
  const random = randomOf(seed);
  const changed = Buffer.from(bytes);
  for (let n = 0; n < 12; n++)
    changed[from + Math.floor(random() * (changed.length - from))] = Math.floor(random() * 256);
  return changed;
}

/** A zip with one part of so many zeros, packed twice: a small file of a large one. */
const zeros = (size: number) => Buffer.alloc(size, '0');
const book = (bookType: BookType, rows: number): Buffer => {
  const made = utils.book_new();
  const cells = Array.from({ length: rows }, (_, n) => [n, `text ${n}`, n / 3]);
  utils.book_append_sheet(made, utils.aoa_to_sheet([['a', 'b', 'c'], ...cells]), 'A');
  return write(made, { type: 'buffer', bookType }) as Buffer;
};
const sample = (filename: string) =>
  KINDS.find((kind) => kind.filename === filename)!.write([
    ['a', 'b'],
    ...Array.from({ length: 200 }, (_, n) => [n, `text ${n}`]),
  ]);
const series = (count: number) =>
  `(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count}) SELECT n FROM c)`;

/** A Parquet file whose footer says something else about its length. */
function withFooterLength(bytes: Buffer, length: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt32LE(length >>> 0, changed.length - 8);
  return changed;
}

function* texts(): Generator<HostileFile> {
  const csv = (name: string, make: HostileFile['make'], filename = 'a.csv', isLarge?: true) => ({
    name: `csv: ${name}`,
    filename,
    make,
    ...(isLarge && { isLarge }),
  });
  yield csv('NUL characters', () => `a,b\n1,x\0y\n2,\0\n`);
  yield csv('nothing but NUL', () => Buffer.alloc(MIB));
  yield csv('random bytes', () => flipped(Buffer.alloc(MIB, 0x5a), 1));
  yield csv(
    '16,384 columns',
    () => `${Array.from({ length: 16_384 }, (_, n) => `c${n}`).join()}\n${'1,'.repeat(16_383)}1\n`,
  );
  yield csv('a million columns', () => `${'a,'.repeat(1_000_000)}a\n`);
  yield csv('a cell of 10 MB', () => `a,b\n1,${'x'.repeat(10 * MIB)}\n`);
  yield csv('a quoted cell of 10 MB', () => `a,b\n1,"${'x\n'.repeat(5 * MIB)}"\n`);
  yield csv('a single line of 200 MB', () => Buffer.alloc(200 * MIB, 'x'), 'a.csv', true);
  yield csv('a single line of 200 MB of cells', () => Buffer.alloc(200 * MIB, '1,'), 'a.csv', true);
  yield csv('a quote that never closes', () => `a,b\n1,"${'2,3\n'.repeat(2_000_000)}`);
  yield csv('quotes without end', () => `a,b\n${'"'.repeat(4 * MIB)}`);
  yield csv('rows of other lengths each', () =>
    Array.from({ length: 3_000 }, (_, n) => '1,'.repeat(n % 900)).join('\n'),
  );
  yield csv(
    '__proto__ and others as headers',
    () => '__proto__,constructor,toString,__proto__\n1,2,3,4\n',
  );
  yield csv('1,000 equal headers', () => `${'a,'.repeat(999)}a\n${'1,'.repeat(999)}1\n`);
  yield csv('headers without letters', () => `${'!,'.repeat(500)}?\n${'1,'.repeat(500)}1\n`);
  yield csv('a header of 1 MB of combining marks', () => `a${'\u0301'.repeat(400_000)},b\n1,2\n`);
  yield csv('formula injection', () => `name,n\n=cmd|'/c calc'!A0,1\n+1+1,2\n@SUM(A1),3\n-2+3,4\n`);
  yield csv(
    'SQL in headers and cells',
    () => `"a""; DROP TABLE x; --","b');--"\n"1'); ATTACH 'x';",2\n`,
  );
  yield csv('right-to-left and invisible characters', () => 'a\u202eb,\u200b\n1,\u2066x\u2069\n');
  yield csv('half characters of UTF-16', () =>
    Buffer.from([
      0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00, 0x2c, 0x00, 0x00, 0xdc, 0x0a, 0x00, 0x31, 0x00,
    ]),
  );
  yield csv('UTF-8 that is none', () =>
    Buffer.concat([Buffer.from('a,b\n1,'), Buffer.alloc(100_000, 0xc0), Buffer.from('\n')]),
  );
  yield csv('empty lines alone', () => '\n'.repeat(8 * MIB));
  yield csv('commas alone', () => `a,b\n${',\n'.repeat(2_000_000)}`);
  yield csv('a digit of a million digits', () => `a,b\n${'9'.repeat(1_000_000)},1\n`);
  yield csv('numbers beyond every type', () => `a\n1e999\n-1e-999\n${'9'.repeat(400)}\nNaN\n`);
  yield csv('a path as a name', () => 'a,b\n1,2\n', '..%2f..%2fetc%2fpasswd.csv');
  yield csv('sep= of another character', () => 'sep=\u0000\na,b\n1,2\n');
}

function* archives(): Generator<HostileFile> {
  const xlsx = (name: string, make: HostileFile['make'], isLarge?: true): HostileFile => ({
    name: `xlsx: ${name}`,
    filename: 'a.xlsx',
    make,
    ...(isLarge && { isLarge }),
  });
  yield xlsx('a bomb of zeros', () => zipOf(parts({ [SHEET]: sheet(' '.repeat(50 * MIB)) })));
  yield xlsx('a bomb in its texts', () =>
    zipOf(parts({ [TEXTS]: `<sst>${' '.repeat(50 * MIB)}</sst>` })),
  );
  yield xlsx('a bomb in its styles', () =>
    zipOf(parts({ 'xl/styles.xml': `<styleSheet>${' '.repeat(50 * MIB)}</styleSheet>` })),
  );
  yield xlsx(
    'many bombs below the ratio',
    () =>
      zipOf(
        parts(
          Object.fromEntries(
            Array.from({ length: 80 }, (_, n) => [`xl/p${n}.xml`, zeros(15 * MIB)]),
          ),
        ),
      ),
    true,
  );
  yield xlsx('parts that overlap', () =>
    withEntry(zipOf(parts()), (entry, at) => entry.writeUInt32LE(0, at + 42)),
  );
  yield xlsx('a size that lies below', () =>
    withEntry(zipOf(parts()), (entry, at) => entry.writeUInt32LE(10, at + 24)),
  );
  yield xlsx('a size that lies above', () =>
    withEntry(zipOf(parts()), (entry, at) => entry.writeUInt32LE(2 ** 31, at + 24)),
  );
  yield xlsx('a part with a password', () =>
    withEntry(zipOf(parts()), (entry, at) => entry.writeUInt16LE(0x801, at + 8)),
  );
  yield xlsx('a packing that is not known', () =>
    withEntry(zipOf(parts()), (entry, at) => entry.writeUInt16LE(99, at + 10)),
  );
  yield xlsx('names that lead outside', () => zipOf({ ...parts(), '../../../etc/cron.d/x': 'x' }));
  yield xlsx('an absolute name', () => zipOf({ ...parts(), '/etc/x': 'x' }));
  yield xlsx('20,000 parts', () =>
    zipOf(parts(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`p${n}`, ''])))),
  );
  yield xlsx('a directory that is cut off', () => zipOf(parts()).subarray(0, -30));
  yield xlsx('half of it', () => zipOf(parts()).subarray(0, 400));
  yield xlsx('entities in a sheet', () =>
    zipOf(parts({ [SHEET]: DOCTYPE + sheet('<row><c t="str"><v>&j;</v></c></row>') })),
  );
  yield xlsx('entities in its texts', () =>
    zipOf(parts({ [TEXTS]: `${DOCTYPE}<sst><si><t>&j;</t></si></sst>` })),
  );
  yield xlsx('entities in the list of sheets', () =>
    zipOf(parts({ 'xl/workbook.xml': DOCTYPE + workbookParts(['S'])['xl/workbook.xml'] })),
  );
  yield xlsx('an entity that names a file', () =>
    zipOf(parts({ [SHEET]: `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${SOME}` })),
  );
  yield xlsx('1,048,576 styled empty rows', () =>
    zipOf(parts({ [SHEET]: sheet('<row><c s="1"/><c s="1"/></row>'.repeat(1_048_576)) })),
  );
  yield xlsx('16,384 columns', () =>
    zipOf(parts({ [SHEET]: sheet(`<row>${'<c><v>1</v></c>'.repeat(16_384)}</row>`.repeat(3)) })),
  );
  yield xlsx('a cell in the last place', () =>
    zipOf(
      parts({
        [SHEET]: sheet(
          '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
        ),
      }),
    ),
  );
  yield xlsx('a cell outside of a sheet', () =>
    zipOf(parts({ [SHEET]: sheet('<row r="1"><c r="ZZZZZ1"><v>1</v></c></row>') })),
  );
  yield xlsx('a row outside of a sheet', () =>
    zipOf(parts({ [SHEET]: sheet('<row r="99999999"><c><v>1</v></c></row>') })),
  );
  yield xlsx('a cell of 10 MB', () =>
    zipOf(parts({ [SHEET]: sheet(`<row><c t="str"><v>${'xy'.repeat(5 * MIB)}</v></c></row>`) })),
  );
  yield xlsx('a shared text of 10 MB', () =>
    zipOf(parts({ [TEXTS]: `<sst><si><t>${'xy'.repeat(5 * MIB)}</t></si></sst>` })),
  );
  yield xlsx('a tag of 10 MB', () =>
    zipOf(parts({ [SHEET]: sheet(`<row><c x="${'xy'.repeat(5 * MIB)}"><v>1</v></c></row>`) })),
  );
  yield xlsx('a comment that never ends', () =>
    zipOf(parts({ [SHEET]: `<worksheet><!--${'x'.repeat(5 * MIB)}` })),
  );
  yield xlsx('merged areas over everything', () =>
    zipOf(
      parts({
        [SHEET]: `<worksheet><sheetData><row><c><v>1</v></c></row></sheetData><mergeCells>${'<mergeCell ref="A1:A1048576"/>'.repeat(20_000)}</mergeCells></worksheet>`,
      }),
    ),
  );
  yield xlsx('a text by a number that is none', () =>
    zipOf(parts({ [SHEET]: sheet('<row><c t="s"><v>99999999</v></c></row>') })),
  );
  yield xlsx('elements within each other', () =>
    zipOf(parts({ [SHEET]: sheet('<a>'.repeat(1_000_000)) })),
  );
  yield xlsx('5,000 sheets', () =>
    zipOf({
      ...workbookParts(Array.from({ length: 5_000 }, (_, n) => `S${n}`)),
      [TEXTS]: '<sst/>',
    }),
  );
  yield xlsx('a sheet called __proto__', () =>
    zipOf({ ...parts(), ...workbookParts(['__proto__']) }),
  );
  yield xlsx('macros', () =>
    zipOf(parts({ 'xl/vbaProject.bin': Buffer.alloc(100_000, 'Sub AutoOpen') })),
  );
  yield xlsx('a link to another file', () =>
    zipOf(
      parts({
        'xl/externalLinks/externalLink1.xml': '<externalLink r:id="rId1"/>',
        'xl/externalLinks/_rels/externalLink1.xml.rels':
          '<Relationships><Relationship Id="rId1" Target="http://169.254.169.254/" TargetMode="External"/></Relationships>',
      }),
    ),
  );
  yield xlsx('formula injection', () =>
    zipOf(
      parts({
        [SHEET]: sheet(
          `<row><c t="inlineStr"><is><t>a</t></is></c></row><row><c t="str"><f>HYPERLINK("http://x")</f><v>=cmd|' /c calc'!A0</v></c></row>`,
        ),
      }),
    ),
  );
  yield xlsx('a document of Word', () =>
    zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' }),
  );
  yield xlsx('CDATA, so that another reader is asked', () =>
    zipOf(
      parts({
        [SHEET]: sheet(
          `<row><c t="str"><v><![CDATA[x]]></v></c></row>${'<row><c><v>1</v></c></row>'.repeat(200_000)}`,
        ),
      }),
    ),
  );
  yield xlsx('CDATA and a cell in each last column', () =>
    zipOf(
      parts({
        [SHEET]: sheet(
          `<row><c t="str"><v><![CDATA[x]]></v></c></row>${Array.from({ length: 3_000 }, (_, n) => `<row r="${n + 2}"><c r="XFD${n + 2}"><v>1</v></c></row>`).join('')}`,
        ),
      }),
    ),
  );
  yield xlsx('CDATA and the last row', () =>
    zipOf(
      parts({
        [SHEET]: sheet(
          '<row><c t="str"><v><![CDATA[x]]></v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
        ),
      }),
    ),
  );
  for (const seed of [1, 2, 3])
    yield xlsx(`bytes changed at random (${seed})`, () => flipped(zipOf(parts()), seed));

  const zip = (name: string, make: HostileFile['make'], isLarge?: true): HostileFile => ({
    name: `zip: ${name}`,
    filename: 'a.zip',
    make,
    ...(isLarge && { isLarge }),
  });
  yield zip('a bomb', () => zipOf({ 'a.csv': zeros(300 * MIB) }), true);
  yield zip('a bomb of commas', () => zipOf({ 'a.csv': Buffer.alloc(50 * MIB, ',') }));
  yield zip(
    'many bombs below the ratio',
    () =>
      zipOf(
        Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`${n}.csv`, zeros(15 * MIB)])),
      ),
    true,
  );
  yield zip('a zip in a zip', () => zipOf({ 'a.csv': zipOf({ 'a.csv': 'a,b\n1,2\n' }) }));
  yield zip('names that lead outside', () => zipOf({ '../../a.csv': 'a,b\n1,2\n' }));
  yield zip('names of Windows that lead outside', () => zipOf({ '..\\..\\a.csv': 'a,b\n1,2\n' }));
  yield zip('an absolute name', () => zipOf({ '/tmp/a.csv': 'a,b\n1,2\n' }));
  yield zip('names with control characters', () => zipOf({ 'a\u0000\u001b[2J.csv': 'a,b\n1,2\n' }));
  yield zip('a name of 60,000 characters', () =>
    zipOf({ [`${'x'.repeat(60_000)}.csv`]: 'a,b\n1,2\n' }),
  );
  yield zip('1,000 files', () =>
    zipOf(Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`${n}.csv`, 'a,b\n1,2\n']))),
  );
  yield zip('files that overlap', () =>
    withEntry(zipOf({ 'a.csv': 'a,b\n1,2\n', 'b.csv': 'a,b\n3,4\n' }), (entry, at) =>
      entry.writeUInt32LE(0, at + 42),
    ),
  );
  yield zip('two files of one name', () =>
    Buffer.from(
      zipOf({ 'aa.csv': 'a,b\n1,2\n', 'bb.csv': 'a,b\n3,4\n' })
        .toString('latin1')
        .replaceAll('bb.csv', 'aa.csv'),
      'latin1',
    ),
  );
  yield zip('nothing in it', () => zipOf({}));
  yield zip('a program', () => zipOf({ 'run.exe': Buffer.alloc(1_000, 'MZ') }));
}

function* packed(): Generator<HostileFile> {
  const gz = (name: string, make: HostileFile['make'], filename = 'a.csv.gz'): HostileFile => ({
    name: `gz: ${name}`,
    filename,
    make,
  });
  yield gz('a bomb of zeros', () => gzipSync(zeros(100 * MIB)));
  yield gz('a bomb in many members', () =>
    Buffer.concat(Array.from({ length: 200 }, () => gzipSync(zeros(MIB)))),
  );
  yield gz('a bomb in a bomb', () => gzipSync(gzipSync(zeros(100 * MIB))));
  yield gz('one that is cut off', () =>
    gzipSync(`a,b\n${'1,2\n'.repeat(10_000)}`).subarray(0, -20),
  );
  yield gz('another sum', () => flipped(gzipSync(`a,b\n${'1,2\n'.repeat(10_000)}`), 3, 40));
  yield gz('its head alone', () => Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0]));
  yield gz('a workbook in it', () => gzipSync(zipOf(parts())));
  yield gz('a database in it', async () => gzipSync(await sample('any.sqlite')), 'a.sqlite.gz');
  yield gz('nothing in it', () => gzipSync(''));
  yield gz('deep JSON in it', () => gzipSync('['.repeat(5_000_000)), 'a.json.gz');
}

function* json(): Generator<HostileFile> {
  const one = (name: string, make: HostileFile['make'], filename = 'a.json'): HostileFile => ({
    name: `json: ${name}`,
    filename,
    make,
  });
  yield one('lists within each other', () => '['.repeat(5_000_000));
  yield one('objects within each other', () => '{"a":'.repeat(1_000_000));
  yield one('a deep record', () => `[${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}]`);
  yield one(
    'a record of 100,000 keys',
    () => `[{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`).join()}}]`,
  );
  yield one(
    'other keys in each record',
    () => `[${Array.from({ length: 100_000 }, (_, n) => `{"k${n}":1}`).join()}]`,
  );
  yield one(
    'wide records of few values',
    () =>
      `[{${Array.from({ length: 1_000 }, (_, n) => `"k${n}":1`).join()}},${'{"k999":1},'.repeat(200_000)}{}]`,
  );
  yield one('a text of 10 MB', () => `[{"a":"${'x'.repeat(10 * MIB)}"}]`);
  yield one('a number of a million digits', () => `[{"a":${'9'.repeat(1_000_000)}}]`);
  yield one('an exponent without end', () => '[{"a":1e999999999},{"a":1e-999999999}]');
  yield one('a million empty records', () => `[${'{},'.repeat(1_000_000)}{}]`);
  yield one(
    '__proto__ as a key',
    () => '[{"__proto__":{"polluted":1},"constructor":{"prototype":{"x":1}}}]',
  );
  yield one('a key that is repeated', () => `[{${'"a":1,'.repeat(200_000)}"a":2}]`);
  yield one('a key of 1 MB', () => `[{"${'k'.repeat(MIB - 10)}":1}]`);
  yield one('white space of 30 MB', () => `${' '.repeat(30 * MIB)}[]`);
  yield one('an object that is not closed', () => `{"data":[${'{"a":1},'.repeat(500_000)}`);
  yield one(
    '1,000 lists of records',
    () => `{${Array.from({ length: 1_000 }, (_, n) => `"t${n}":[{"a":1}]`).join()}}`,
  );
  yield one('half characters', () => '[{"\\ud800":"\\udc00\\ud800"}]');
  yield one('NUL in a text', () => '[{"a":"x\\u0000y"}]');
  yield one('formula injection', () => `[{"a":"=cmd|' /c calc'!A0"}]`);
  yield one(
    'lines of which one is none',
    () => `${'{"a":1}\n'.repeat(1_000)}{"a":\n{"a":2}\n`,
    'a.jsonl',
  );
  yield one('an executable', () => Buffer.from('\x7fELF\x02\x01\x01\0'.repeat(1_000), 'latin1'));
}

function* parquet(): Generator<HostileFile> {
  const one = (name: string, make: HostileFile['make']): HostileFile => ({
    name: `parquet: ${name}`,
    filename: 'a.parquet',
    make,
  });
  const some = () => parquetOf("SELECT range AS n, 'text ' || range AS t FROM range(20000)");
  yield one('its marks alone', () => 'PAR1PAR1');
  yield one('a footer of 4 GB', async () => withFooterLength(await some(), 0xffffffff));
  yield one('a footer of nothing', async () => withFooterLength(await some(), 0));
  yield one('a footer that is too short', async () => withFooterLength(await some(), 60));
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    yield one(`a footer changed at random (${seed})`, async () => {
      const bytes = await some();
      return flipped(bytes, seed, bytes.length - 400);
    });
    yield one(`pages changed at random (${seed})`, async () =>
      flipped((await some()).subarray(), seed, 4),
    );
  }
  yield one('one that is cut off', async () => (await some()).subarray(0, 5_000));
  yield one('a bomb of equal rows', () =>
    parquetOf("SELECT 1 AS a, repeat('x', 1000) AS b FROM range(4000000)"),
  );
  yield one('50,000,000 equal rows', () => parquetOf('SELECT 1 AS a FROM range(50000000)'));
  yield one('texts of 10 MB', () => parquetOf("SELECT repeat('x', 10000000) AS a FROM range(20)"));
  yield one('2,000 columns', () =>
    parquetOf(`SELECT ${Array.from({ length: 2_000 }, (_, n) => `1 AS c${n}`).join()}`),
  );
  yield one('lists within each other', () =>
    parquetOf(`SELECT ${'['.repeat(60)}1${']'.repeat(60)} AS a`),
  );
  yield one('headers that are SQL', () =>
    parquetOf(`SELECT 1 AS "a"""", (SELECT 1)", 2 AS "__proto__"`),
  );
}

function* sqlite(): Generator<HostileFile> {
  const one = (name: string, make: HostileFile['make']): HostileFile => ({
    name: `sqlite: ${name}`,
    filename: 'a.sqlite',
    make,
  });
  const some = () =>
    sqliteOf('CREATE TABLE t (a, b)', `INSERT INTO t SELECT n, 'text ' || n FROM ${series(5_000)}`);
  yield one('its head alone', () => 'SQLite format 3\0');
  yield one('triggers', () =>
    sqliteOf(
      'CREATE TABLE t (a)',
      'INSERT INTO t VALUES (1)',
      'CREATE TRIGGER x AFTER INSERT ON t BEGIN DELETE FROM t; END',
    ),
  );
  yield one('views that never end', () =>
    sqliteOf(
      'CREATE TABLE t (a)',
      'INSERT INTO t VALUES (1)',
      `CREATE VIEW v AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n FROM c) SELECT * FROM c`,
    ),
  );
  yield one('views alone', () => sqliteOf('CREATE VIEW v AS SELECT 1'));
  yield one('virtual tables', () =>
    sqliteOf(
      'CREATE VIRTUAL TABLE f USING fts5(x)',
      "INSERT INTO f VALUES ('a')",
      'CREATE TABLE t (a)',
      'INSERT INTO t VALUES (1)',
    ),
  );
  yield one('a column that is computed without end', () =>
    sqliteOf(
      'CREATE TABLE t (a)',
      'INSERT INTO t(a) VALUES (1)',
      "ALTER TABLE t ADD COLUMN b AS (printf('%.*c', 900000000, 'x'))",
    ),
  );
  yield one('a column that is computed large, in many rows', () =>
    sqliteOf(
      'CREATE TABLE t (a, b AS (hex(zeroblob(500000))))',
      `INSERT INTO t(a) SELECT n FROM ${series(5_000)}`,
    ),
  );
  yield one('a table called by SQL', () =>
    sqliteOf(
      'CREATE TABLE "t""; DROP TABLE x; --" ("a""b")',
      `INSERT INTO "t""; DROP TABLE x; --" VALUES (1)`,
    ),
  );
  yield one('tables called __proto__ and constructor', () =>
    sqliteOf(
      'CREATE TABLE __proto__ (constructor)',
      'INSERT INTO __proto__ VALUES (1)',
      'CREATE TABLE constructor (a)',
      'INSERT INTO constructor VALUES (1)',
    ),
  );
  yield one('500 tables', () =>
    sqliteOf(...Array.from({ length: 500 }, (_, n) => `CREATE TABLE t${n} (a)`)),
  );
  yield one('2,000 columns', () =>
    sqliteOf(
      `CREATE TABLE t (${Array.from({ length: 1_999 }, (_, n) => `c${n}`).join()})`,
      'INSERT INTO t(c0) VALUES (1)',
    ),
  );
  yield one('a binary value of 20 MB', () =>
    sqliteOf('CREATE TABLE t (a, b)', 'INSERT INTO t VALUES (1, zeroblob(20000000))'),
  );
  yield one('a text of 20 MB', () =>
    sqliteOf('CREATE TABLE t (a, b)', "INSERT INTO t VALUES (1, printf('%.*c', 20000000, 'x'))"),
  );
  yield one('one that is cut off', async () => (await some()).subarray(0, 20_000));
  yield one('a size of a page that is none', async () => {
    const bytes = await some();
    bytes.writeUInt16BE(3, 16);
    return bytes;
  });
  yield one('a page that refers to itself', async () => {
    const bytes = await some();
    const size = bytes.readUInt16BE(16);
    // The rightmost child of the root of the table (file format, 1.6) is the root.
    bytes.writeUInt32BE(2, size + 8);
    return bytes;
  });
  yield one('a schema of another encoding', async () => {
    const bytes = await some();
    bytes.writeUInt32BE(7, 56);
    return bytes;
  });
  for (const seed of [1, 2, 3, 4, 5, 6])
    yield one(`pages changed at random (${seed})`, async () => flipped(await some(), seed, 100));
}

function* workbooks(): Generator<HostileFile> {
  const one = (filename: string, name: string, make: HostileFile['make']): HostileFile => ({
    name: `${filename.slice(2)}: ${name}`,
    filename,
    make,
  });
  yield one('a.ods', 'cells repeated over everything', () =>
    ods(
      odsContent(
        `<table:table-row table:number-rows-repeated="1048576">${odsCell(16_384)}</table:table-row>`,
      ),
    ),
  );
  yield one('a.ods', 'a cell repeated over a row', () =>
    ods(odsContent(`<table:table-row>${odsCell(2_000_000_000)}</table:table-row>`)),
  );
  yield one('a.ods', 'empty rows repeated', () =>
    ods(
      odsContent(
        `<table:table-row>${odsCell(2)}</table:table-row><table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row><table:table-row>${odsCell(2)}</table:table-row>`,
      ),
    ),
  );
  yield one('a.ods', 'columns repeated', () =>
    ods(
      odsContent(
        `<table:table-column table:number-columns-repeated="2000000000"/><table:table-row>${odsCell(2)}</table:table-row>`,
      ),
    ),
  );
  yield one('a.ods', 'entities', () =>
    ods(
      `${DOCTYPE}${odsContent(`<table:table-row><table:table-cell office:value-type="string"><text:p>&j;</text:p></table:table-cell></table:table-row>`)}`,
    ),
  );
  yield one('a.ods', 'spaces repeated', () =>
    ods(
      odsContent(
        '<table:table-row><table:table-cell office:value-type="string"><text:p><text:s text:c="2000000000"/></text:p></table:table-cell></table:table-row>',
      ),
    ),
  );
  yield one('a.ods', 'a bomb', () => ods(odsContent(' '.repeat(80 * MIB))));
  yield one('a.ods', 'elements within each other', () =>
    ods(odsContent('<table:table-row>'.repeat(200_000))),
  );
  yield one('a.ods', 'no content', () => zipOf({ mimetype: 'x', 'content.xml': '' }));
  for (const [filename, type] of [
    ['a.xls', 'biff8'],
    ['a.xlsb', 'xlsb'],
    ['a.ods', 'ods'],
  ] as const) {
    yield one(filename, 'one that is cut off', () => book(type, 300).subarray(0, 9_000));
    for (const seed of [1, 2, 3, 4])
      yield one(filename, `bytes changed at random (${seed})`, () =>
        flipped(book(type, 300), seed, 600),
      );
  }
  yield one('a.xls', 'its head alone', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'));
  yield one('a.xls', 'sectors that follow themselves', () => {
    const bytes = book('biff8', 300);
    // The first sectors of the allocation table (MS-CFB 2.3) name themselves.
    const at = 512 * (bytes.readUInt32LE(76) + 1);
    for (let n = 0; n < 64; n++) bytes.writeUInt32LE(n, at + 4 * n);
    return bytes;
  });
  yield one('a.xls', 'a record longer than the file', () =>
    Buffer.concat([
      Buffer.from('0908080000060500000000000a0000ffff', 'hex'),
      Buffer.alloc(1_000, 0xff),
    ]),
  );
  yield one(
    'a.xls',
    'a page of HTML with a million cells',
    () => `<html><table>${'<tr><td>1</td></tr>'.repeat(1_000_000)}</table></html>`,
  );
  yield one(
    'a.xls',
    'XML with entities',
    () => `<?xml version="1.0"?>${DOCTYPE}<Workbook>&j;</Workbook>`,
  );
  yield one('a.xlsb', 'a bomb', () =>
    zipOf({ '[Content_Types].xml': '<Types/>', 'xl/workbook.bin': zeros(80 * MIB) }),
  );
  yield one('a.xlsb', 'zeros as records', () =>
    zipOf({ '[Content_Types].xml': '<Types/>', 'xl/workbook.bin': zeros(10 * MIB) }),
  );
}

function* wrongNames(): Generator<HostileFile> {
  const contents: readonly (readonly [string, HostileFile['make']])[] = [
    ['a workbook', () => zipOf(parts())],
    ['a database', () => sample('any.sqlite')],
    ['Parquet', () => sample('data.parquet')],
    ['JSON', () => sample('data.json')],
    ['a rar archive', () => Buffer.from('Rar!\x1a\x07\x01\0'.padEnd(1_000, '\0'), 'latin1')],
    ['a PDF', () => `%PDF-1.7\n${'\x01\x02binary\0'.repeat(1_000)}`],
    [
      'a picture',
      () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), deflateRawSync(zeros(MIB))]),
    ],
  ];
  for (const [what, make] of contents)
    for (const filename of ['a.csv', 'a.gz'])
      yield { name: `wrong name: ${what} as ${filename}`, filename, make };
}

/** All of them, in one order. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  ...texts(),
  ...archives(),
  ...packed(),
  ...json(),
  ...parquet(),
  ...sqlite(),
  ...workbooks(),
  ...wrongNames(),
  ...HOSTILE_FORMATS,
];
