import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type BookType, utils, write } from 'xlsx';
import { UPLOAD_ENDINGS } from '#src/client/index.ts';
import { ENDINGS } from '#workers/ingest/file-names.ts';
import { KINDS, parquetOf, sqliteOf, zipped } from '../../fakes/file-kinds.ts';
import { FOREIGN } from '../../fakes/foreign-files.ts';
import { parsed, refused } from './parse.ts';

const namesOf = (table: { columns: readonly { name: string }[] } | undefined) =>
  table?.columns.map(({ name }) => name);
const typesOf = (table: { columns: readonly { type: string }[] } | undefined) =>
  table?.columns.map(({ type }) => type);

describe('kinds of files by their content', () => {
  it('are those that the client kit names', () => {
    expect(ENDINGS).to.have.members([...UPLOAD_ENDINGS]);
  });

  const rows = [
    ['city', 'amount'],
    ['Rome', 10],
    ['Oslo', 20],
  ];
  for (const { filename, write: encode } of KINDS)
    it(`reads what ${filename} holds under another name, and says so`, async () => {
      const wrong = filename.endsWith('.zip') || filename.endsWith('.gz') ? 'x.csv' : 'x.zip';
      const { tables, texts } = await parsed(await encode(rows), { filename: wrong });
      expect(tables[0]!.rows).to.deep.equal([
        ['Rome', '10'],
        ['Oslo', '20'],
      ]);
      expect(texts[0]).to.match(/^The file is .*, despite its name/);
      const right = await parsed(await encode(rows), { filename });
      expect(right.texts.join()).not.to.contain('despite its name');
    });

  const refusals: readonly (readonly [
    string,
    string,
    string | Buffer | Promise<Buffer>,
    RegExp,
  ])[] = [
    ['a page of HTML', 'report.xls', '<html><table><tr><td>1</td></tr></table></html>', /HTML/],
    ['XML', 'report.xls', '<?xml version="1.0"?><Workbook/>', /XML/],
    ['a rar archive', 'a.zip', Buffer.from('Rar!\x1a\x07\x00 and so on'), /is a RAR archive/],
    ['bytes that are no text', 'a.csv', Buffer.alloc(5_000, 'a\0\0\x01b'), /binary/],
    ['a PDF', 'a.csv', '%PDF-1.4\n1 0 obj\n', /"a.csv" is a PDF/],
    ['a picture', 'a.csv', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /"a.csv" is an image/],
    ['a PDF in an archive', 'a.zip', zipped({ 'in.csv': '%PDF-1.4\n' }), /"in.csv" is a PDF/],
    ['a workbook in gzip', 'a.gz', gzipSync('PK\x05\x06'.padEnd(22, '\0')), /archive/],
    ['a gzip in gzip', 'a.csv.gz', gzipSync(gzipSync('a,b\n1,2')), /gzip/],
  ];
  for (const [what, filename, bytes, reason] of refusals)
    it(`refuses ${what}`, async () => {
      const { code, message } = await refused(await bytes, { filename });
      expect(code).to.match(/^upload_/);
      expect(message).to.match(reason);
    });
});

describe('files that hold no table', () => {
  for (const [name, bytes] of FOREIGN)
    it(`are refused as ${name}, whatever their names say`, async () => {
      for (const filename of ['a.csv', 'a.xlsx']) {
        const { code, message } = await refused(await bytes, { filename });
        expect(code).to.equal('upload_unsupported_type');
        expect(message).to.contain(`"${filename}" is ${name}, which isn't supported.`);
      }
    });

  it('are refused as binary where nothing tells their kind', async () => {
    const packed = deflateRawSync(Array.from({ length: 4_000 }, (_, n) => `${n ** 3}`).join());
    const { message } = await refused(packed, { filename: 'a.csv' });
    expect(message).to.contain('binary file');
  });

  for (const header of ['BMI,MZ', 'MZ,BM', 'ID3,RIFF', 'GIF,OTTO', 'LZ,ftyp', 'ORCID,PK'])
    it(`are no texts whose first column is called as they begin: ${header}`, async () => {
      const { tables } = await parsed(`${header}\n1,2\n3,4\n`, { filename: 'a.csv' });
      expect(tables[0]!.rows).to.deep.equal([
        ['1', '2'],
        ['3', '4'],
      ]);
    });
});

describe('kinds that a service does not take', () => {
  const limits = { kinds: ['text', 'archive'] as const };
  it('are refused by name, also within others', async () => {
    const csv = 'city,amount\nRome,10\n';
    expect((await parsed(csv, { filename: 'a.csv', limits })).tables).to.have.length(1);
    for (const [filename, bytes] of [
      ['a.json', '[{"city":"Rome"}]'],
      ['a.csv', '[{"city":"Rome"}]'],
      ['a.csv.gz', gzipSync(csv)],
      ['a.zip', await zipped({ 'in.csv': '[{"city":"Rome"}]' })],
    ] as const) {
      const { code, message } = await refused(bytes, { filename, limits });
      expect(code).to.equal('upload_unsupported_type');
      expect(message).to.match(/" is .* Upload one of \.csv, \.tsv, \.txt, \.zip\./);
    }
  });
});

describe('gzip', () => {
  it('refuses what unpacks to more than the ratio or the size allowed', async () => {
    const bomb = gzipSync(`a,b\n${'1,2\n'.repeat(8_000_000)}`);
    const { code, message } = await refused(bomb, { filename: 'a.csv.gz' });
    expect(code).to.equal('upload_too_complex');
    expect(message).to.contain('200 times');
    const limits = { maxUnzippedBytes: 1_000 };
    const large = await refused(gzipSync(`a\n${'1\n'.repeat(1_000)}`), {
      filename: 'a.csv.gz',
      limits,
    });
    expect(large.message).to.contain('too large');
  });

  it('refuses one that is cut off', async () => {
    const whole = gzipSync(`a,b\n${'1,2\n'.repeat(1_000)}`);
    const { code } = await refused(whole.subarray(0, whole.length - 10), { filename: 'a.csv.gz' });
    expect(code).to.equal('upload_unreadable');
  });
});

describe('zip archives of texts', () => {
  it('give a table for each file, and tell of the others', async () => {
    const bytes = await zipped({
      'data/customers.csv': 'id,name\n1,Ann\n2,Bob\n',
      'data/orders.tsv': 'id\tcustomer_id\tday\n1\t2\t2024-01-02\n',
      'readme.md': 'x',
      '__MACOSX/data/._customers.csv': 'x',
    });
    const { tables, texts } = await parsed(bytes, { filename: 'export.zip' });
    expect(tables.map(({ tableName, sheetName }) => [tableName, sheetName])).to.deep.equal([
      ['customers', 'data/customers.csv'],
      ['orders', 'data/orders.tsv'],
    ]);
    expect(texts[0]).to.contain('"readme.md"').and.not.contain('MACOSX');
    const mapping = { 'data/orders.tsv': { skip: true } };
    expect((await parsed(bytes, { filename: 'export.zip', mapping })).tables).to.have.length(1);
  });

  it('unite files of one shape', async () => {
    const month = (n: number) => `region,amount\nnorth,${n}\nsouth,${n + 1}.5\n`;
    const bytes = await zipped({ '2024-01.csv': month(1), '2024-02.csv': month(2) });
    const { tables } = await parsed(bytes, { filename: 'sales.zip' });
    expect(tables.at(-1)).to.deep.include({ tableName: 'sales', rowCount: 4 });
  });

  it('are refused without a text, with too many files, and with a file that is none', async () => {
    const of = async (files: Record<string, string>, limits = {}) =>
      (await refused(await zipped(files), { filename: 'a.zip', limits })).message;
    expect(await of({ 'a.pdf': 'x' })).to.contain('has no .csv');
    expect(await of({ 'a.csv': 'a\n1', 'b.csv': 'a\n1' }, { maxTables: 1 })).to.contain('2 files');
    expect(await of({ 'a.csv': 'a\n1', 'b.csv': 'a\n1' }, { maxZipEntries: 1 })).to.contain(
      'more than 1 parts',
    );
    expect(await of({ 'a.csv': '<html>' })).to.contain('"a.csv" in the archive is HTML');
  });
});

describe('JSON', () => {
  const json = (text: string, filename = 'data.json') => parsed(text, { filename });

  it('is refused where its records are wide and have next to no values', async () => {
    const wide = Array.from({ length: 100 }, (_, n) => `"k${n}":1`).join();
    const text = `[{${wide}},${'{"k99":1},'.repeat(200_000)}{}]`;
    const limits = { maxRows: 1_000_000, maxZipRatio: 50 };
    const { code, message } = await refused(text, { filename: 'data.json', limits });
    expect(code).to.equal('upload_too_complex');
    expect(message).to.contain('100 columns, but fewer than 1 in 50 cells have a value');
  });

  it('makes columns of nested objects, and keeps lists as texts with a note', async () => {
    const { tables, texts } = await json(
      '[{"id":1,"at":{"city":"Rome","geo":{"lat":41.9}},"tags":["a", "b"]},{"id":2,"at":{"city":null},"tags":[]}]',
    );
    expect(namesOf(tables[0])).to.deep.equal(['id', 'at_city', 'at_geo_lat', 'tags']);
    expect(tables[0]!.rows).to.deep.equal([
      ['1', 'Rome', '41.9', '["a","b"]'],
      ['2', null, null, null],
    ]);
    expect(texts.join()).to.contain('kept as JSON text: "tags"');
  });

  it('keeps each digit of a number, and no code is made of one', async () => {
    const { tables } = await json(
      '[{"a":12345678901234567890123,"b":0.1,"c":1e3,"d":1.10,"e":-2.5E-3},{"a":2,"b":2,"c":2.5e1,"d":1.2,"e":-0.0}]',
    );
    expect(tables[0]!.rows).to.deep.equal([
      ['12345678901234567890123', '0.1', '1000', '1.1', '-0.0025'],
      ['2', '2', '25', '1.2', '0'],
    ]);
    expect(typesOf(tables[0])).to.deep.equal([
      'decimal',
      'decimal',
      'integer',
      'decimal',
      'decimal',
    ]);
  });

  it('finds the lists of records in an object; what stands beside them is told', async () => {
    const { tables, texts } = await json(
      '{"count": 2, "data": {"users": [{"id": 1}, {"id": 2}], "tags": ["x"]}, "roles": [{"role": "admin"}]}',
    );
    expect(tables.map(({ tableName, rowCount }) => [tableName, rowCount])).to.deep.equal([
      ['data_users', 2],
      ['roles', 1],
    ]);
    expect(texts[0]).to.contain('"count"').and.contain('"data.tags"');
  });

  it('takes a list of rows beside the names of its columns as the table', async () => {
    for (const data of [
      '"columns": ["day", "hits"], "rows": [["2025-01-01", 5], ["2025-01-02", 26]]',
      '"rows": [["2025-01-01", 5], ["2025-01-02", 26]], "columns": ["day", "hits"]',
      '"columns": [{"name": "day", "type": "date"}, {"name": "hits"}], "rows": [["2025-01-01", 5], ["2025-01-02", 26]]',
    ]) {
      const { tables, texts } = await json(`{"meta": {"source": "api"}, "data": {${data}}}`);
      expect(tables).to.have.length(1);
      expect(namesOf(tables[0])).to.deep.equal(['day', 'hits']);
      expect(texts.join()).to.contain('meta.source').and.not.contain('columns');
      expect(tables[0]!.rows).to.deep.equal([
        ['2025-01-01', '5'],
        ['2025-01-02', '26'],
      ]);
    }
    const place = await json('{"name": "Rome", "tags": ["x"], "line": [[1, 2], [3, 4]]}');
    expect(namesOf(place.tables[0])).to.deep.equal(['name', 'tags', 'line']);
  });

  it('reads one record, a record a line, lists, and values alone', async () => {
    expect((await json('{"a": 1, "b": {"c": "x"}}')).tables[0]!.rows).to.deep.equal([['1', 'x']]);
    expect((await json('{"a":1}\n{"a":2}\n\n{"b":3}\n')).tables[0]!.rows).to.deep.equal([
      ['1', null],
      ['2', null],
      [null, '3'],
    ]);
    const lists = await json('[["city","n"],["Rome",1],["Oslo",2]]');
    expect(namesOf(lists.tables[0])).to.deep.equal(['city', 'n']);
    expect(lists.tables[0]!.rows).to.deep.equal([
      ['Rome', '1'],
      ['Oslo', '2'],
    ]);
    expect((await json('[1,2,3]')).tables[0]!.rows).to.deep.equal([['1'], ['2'], ['3']]);
    const one = await json('{"a":1,"b":[{"c":2}]}\n', 'a.jsonl');
    expect(one.tables[0]!.rows).to.deep.equal([['1', '[{"c":2}]']]);
  });

  it('reads keys that come up late, repeated ones, and names of the prototype', async () => {
    const many = Array.from({ length: 3_000 }, (_, n) => `{"n":${n}}`);
    const { tables } = await json(`[${many.join(',')},{"n":1,"late":"x, \\"y\\"\\n"}]`);
    expect(tables[0]!.rows.at(-1)).to.deep.equal(['1', 'x, "y"']);
    expect(tables[0]!.rows[0]).to.deep.equal(['0', null]);
    const names = await json('[{"__proto__":1,"constructor":2,"a":3,"a":4,"":5}]');
    expect(namesOf(names.tables[0])).to.deep.equal(['proto', 'constructor', 'a', 'column']);
    expect(names.tables[0]!.rows).to.deep.equal([['1', '2', '4', '5']]);
    expect(names.texts.join()).to.contain('1 values left out, because their key');
  });

  it('reads escapes, UTF-16 and a byte order mark', async () => {
    const text = '[{"ä":"\\u00e9 \\ud83d\\ude00 \\ud83d \\/"}]';
    const row = [['é \u{1f600} \ufffd /']];
    expect((await json(`\ufeff${text}`)).tables[0]!.rows).to.deep.equal(row);
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    expect((await parsed(utf16, { filename: 'a.json' })).tables[0]!.rows).to.deep.equal(row);
  });

  const faults: readonly (readonly [string, string, RegExp])[] = [
    ['a comma too many', '[{"a":1},]', /isn't valid JSON at character 10/],
    ['an end that is missing', '[{"a":1}', /is incomplete/],
    ['a word that is none', '[{"a":nil}]', /isn't valid JSON at character 7/],
    ['an escape that is none', `[{"a":"${'x'.repeat(300)}\\x"}]`, /isn't valid JSON/],
    ['something behind it', '[{"a":1}] x', /./],
    ['many objects within each other', `[${'{"a":'.repeat(200)}1${'}'.repeat(200)}]`, /deep/],
    ['lists without end', '['.repeat(100_000), /deep/],
    [
      'more columns than allowed',
      `[{${Array.from({ length: 200 }, (_, n) => `"k${n}":1`).join(',')}}]`,
      /100 columns/,
    ],
    ['a value that is too long', `[{"a":"${'x'.repeat(70_000)}"}]`, /longer than/],
    ['more rows than allowed', `[${'{"a":1},'.repeat(10_001)}{"a":1}]`, /rows/],
  ];
  for (const [what, text, reason] of faults)
    it(`is refused with ${what}`, async () => {
      const { message } = await refused(text, { filename: 'a.json' });
      expect(message).to.match(reason);
    });

  it('is not what a CSV is that begins with a bracket', async () => {
    const { tables } = await parsed('[id],[name]\n1,x\n', { filename: 'a.csv' });
    expect(tables[0]!.rows).to.deep.equal([['1', 'x']]);
  });
});

describe('Parquet', () => {
  it('keeps digits, days and instants; lists are texts, and binary columns left out', async () => {
    const bytes = await parquetOf(
      `SELECT 9007199254740993::BIGINT AS id, 12.50::DECIMAL(10, 2) AS price, DATE '2024-02-29' AS day,
        TIMESTAMPTZ '2024-02-29 10:00:00+02' AS at, [1, 2] AS list, {'a': 'x'} AS object, 'x'::BLOB AS raw,
        '007' AS code, 0.1::FLOAT AS small, '' AS nothing, 'a' || chr(10) || '"b"' AS text
       UNION ALL SELECT 2, 3, NULL, NULL, NULL, NULL, NULL, '010', 2.5, 'y', 'c'`,
    );
    const { tables, texts } = await parsed(bytes, { filename: 'a.parquet' });
    expect(typesOf(tables[0])).to.deep.equal([
      ...['integer', 'decimal', 'date', 'timestamp', 'text', 'text', 'text', 'decimal', 'text'],
      'text',
    ]);
    expect(tables[0]!.rows[0]).to.deep.equal([
      ...['9007199254740993', '12.50', '2024-02-29', '2024-02-29 08:00:00', '[1,2]', '{"a":"x"}'],
      ...['007', '0.1', null, 'a\n"b"'],
    ]);
    expect(texts.join()).to.contain('Binary columns left out: "raw"').and.contain('JSON text');
  });

  it('is refused where it is damaged, too wide or too long', async () => {
    const bytes = await parquetOf('SELECT range AS n FROM range(20000)');
    const broken = Buffer.from(bytes);
    broken.fill(0xff, 20, bytes.length - 50);
    expect((await refused(broken, { filename: 'a.parquet' })).message).to.contain('damaged');
    expect((await refused('PAR1PAR1', { filename: 'a.parquet' })).message).to.contain('damaged');
    expect((await refused(bytes, { filename: 'a.parquet' })).message).to.contain('rows');
    const limits = { maxRows: 100_000, maxUnzippedBytes: 1_000, maxColumns: 0 };
    expect((await refused(bytes, { filename: 'a.parquet', limits })).message).to.contain('columns');
  });

  it('leaves lists within lists out from a depth on that would take minutes', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
    const bytes = await parquetOf(
      `SELECT ${deep(12)} AS still, ${deep(40)} AS "too deep", {'a, [](': [1]} AS fine`,
    );
    const { tables, texts } = await parsed(bytes, { filename: 'a.parquet' });
    expect(tables[0]!.columns.map(({ name }) => name)).to.deep.equal(['still', 'fine']);
    expect(tables[0]!.rows).to.deep.equal([[deep(12), '{"a, [](":[1]}']]);
    expect(texts.join()).to.contain('lists nested more than 12 levels deep left out: "too deep"');
  });

  it('is refused where a text is longer than a cell, before it is copied', async () => {
    const bytes = await parquetOf(
      `SELECT range AS n, CASE range WHEN 2 THEN repeat('x', 100000) END AS "b""c" FROM range(3)`,
    );
    const { code, message } = await refused(bytes, { filename: 'a.parquet' });
    expect(code).to.equal('upload_too_complex');
    expect(message).to.contain('A cell in the column "b"c" is too long');
  });
});

describe('SQLite', () => {
  it('gives each table, and leaves out what is code of its maker', async () => {
    const bytes = await sqliteOf(
      'CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, raw BLOB)',
      "INSERT INTO customers VALUES (1, 'Ann', x'00'), (9007199254740993, 'O''Neil', NULL)",
      'CREATE TABLE "order items" ("a""b", price REAL)',
      'INSERT INTO "order items" VALUES (1, 0.1), (2, 2.5e-7)',
      'CREATE TABLE empty (x)',
      'CREATE VIEW v AS SELECT * FROM customers',
      'CREATE TRIGGER t AFTER INSERT ON customers BEGIN DELETE FROM customers; END',
      'CREATE VIRTUAL TABLE f USING fts5(x)',
    );
    const { tables, texts } = await parsed(bytes, { filename: 'shop.db' });
    expect(tables.map(({ tableName }) => tableName)).to.deep.equal(['customers', 'order_items']);
    expect(tables[0]!.rows).to.deep.equal([
      ['1', 'Ann', null],
      ['9007199254740993', "O'Neil", null],
    ]);
    expect(tables[1]!.rows).to.deep.equal([
      ['1', '0.1'],
      ['2', '2.5e-7'],
    ]);
    expect(texts.join()).to.contain('views "v"; virtual tables "f"; 1 triggers');
    expect(texts.join()).to.contain('1 binary values');
  });

  it('reads one that keeps a log, with a note', async () => {
    const bytes = await sqliteOf(
      'PRAGMA journal_mode = WAL',
      'CREATE TABLE t (a)',
      'INSERT INTO t VALUES (1)',
    );
    expect(bytes[18]).to.equal(2);
    const { tables, texts } = await parsed(bytes, { filename: 'a.db' });
    expect(tables[0]!.rows).to.deep.equal([['1']]);
    expect(texts.join()).to.contain('write-ahead log');
  });

  it('is refused where a text is longer than a cell; binary values may be', async () => {
    const binary = await sqliteOf(
      'CREATE TABLE t (a, b)',
      "INSERT INTO t VALUES (1, zeroblob(9000000)), ('x', x'')",
    );
    const { tables, texts } = await parsed(binary, { filename: 'a.db' });
    expect(tables[0]!.rows.map(([first]) => first)).to.deep.equal(['1', 'x']);
    expect(texts.join()).to.contain('2 binary values');
    const long = await sqliteOf(
      'CREATE TABLE t (a, b)',
      "INSERT INTO t VALUES (1, 'x'), (2, printf('%.*c', 100000, 'x'))",
    );
    const { code, message } = await refused(long, { filename: 'a.db' });
    expect([code, message]).to.deep.equal([
      'upload_too_complex',
      'A value in the column "b" is longer than 65536 bytes. Shorten it, or leave the column out.',
    ]);
  });

  it('reads computed columns, within a time, and rows that no check of its own allows', async () => {
    const checked = await sqliteOf(
      'PRAGMA ignore_check_constraints = ON',
      'CREATE TABLE t (a, b AS (a * 2), c AS (a * 3) STORED, CHECK (a > 1))',
      'INSERT INTO t(a) VALUES (1), (2)',
    );
    const { tables } = await parsed(checked, { filename: 'a.db' });
    expect(tables[0]!.rows).to.deep.equal([
      ['1', '2', '3'],
      ['2', '4', '6'],
    ]);
    const slow = Array.from({ length: 20 }, () => 'length(hex(zeroblob(4000000 + a)))').join(' + ');
    const computed = await sqliteOf(
      'CREATE TABLE t (a)',
      'INSERT INTO t(a) SELECT value FROM json_each(json_array(1, 2, 3, 4, 5, 6, 7, 8, 9))',
      'INSERT INTO t(a) SELECT a FROM t',
      'INSERT INTO t(a) SELECT a FROM t',
      'PRAGMA writable_schema = ON',
      `UPDATE sqlite_schema SET sql = 'CREATE TABLE t (a, b AS (${slow}))'`,
    );
    const { message } = await refused(computed, { filename: 'a.db' });
    expect(message).to.contain('computed columns of "t" take too long');
  });

  it('is refused where computed columns name each other again and again', async () => {
    const tangled = (count: number) =>
      sqliteOf(
        'CREATE TABLE t (a)',
        'INSERT INTO t VALUES (1)',
        "ALTER TABLE t ADD COLUMN c0 AS (a || 'x')",
        ...Array.from(
          { length: count },
          (_, n) => `ALTER TABLE t ADD COLUMN "c${n + 1}" AS (substr([c${n}] || C${n}, 1, 2))`,
        ),
      );
    const { tables } = await parsed(await tangled(3), { filename: 'a.db' });
    expect(tables[0]!.rows).to.deep.equal([['1', '1x', '1x', '1x', '1x']]);
    // SQLite would need all of the memory that its process may have.
    const { code, message } = await refused(await tangled(60), { filename: 'a.db' });
    expect([code, message]).to.deep.equal([
      'upload_too_complex',
      'The computed columns of "t" take too long. Export the table as CSV.',
    ]);
  });

  it('is refused where its pages are damaged', async () => {
    const bytes = await sqliteOf(
      'CREATE TABLE t (a, b)',
      "INSERT INTO t SELECT value, 'some text' FROM (WITH RECURSIVE c(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM c WHERE value < 5000) SELECT value FROM c)",
    );
    const broken = Buffer.from(bytes);
    broken.fill(0xee, 4096 * 3, 4096 * 4);
    expect((await refused(broken, { filename: 'a.db' })).message).to.contain('damaged');
    const cut = bytes.subarray(0, 4096 * 2);
    expect((await refused(cut, { filename: 'a.db' })).message).to.contain('damaged');
    expect((await refused(bytes.subarray(0, 100), { filename: 'a.db' })).code).to.contain('upload');
  });

  it('is refused where its list of free pages cannot be, although all rows can be read', async () => {
    const bytes = await sqliteOf('CREATE TABLE t (a, b)', "INSERT INTO t VALUES ('north', 1)");
    bytes.writeUInt32BE(7, 36);
    expect((await refused(bytes, { filename: 'a.db' })).message).to.contain('damaged');
  });
});

describe('archives whose bytes were changed', () => {
  for (const { filename, write: encode } of KINDS.filter((kind) =>
    /\.(?:xls[xmb]|ods|zip)$/.test(kind.filename),
  ))
    it(`refuse ${filename} instead of reading a part of it`, async () => {
      const rows = Array.from({ length: 300 }, (_, n) => [n, `text ${n}`]);
      const bytes = Buffer.from(await encode([['a', 'b'], ...rows]));
      const at = Math.floor(bytes.length * 0.4);
      bytes[at] = bytes[at]! ^ 0x10;
      const outcome = await parsed(bytes, { filename }).catch((error: Error) => error.message);
      if (typeof outcome === 'string') expect(outcome).to.match(/^upload_unreadable/);
      // The changed byte may be in a part that holds no cells.
      else expect(outcome.tables[0]!.rows).to.deep.equal(rows.map((row) => row.map(String)));
    });
});

describe('workbooks of other kinds', () => {
  const bookOf = (bookType: BookType): Buffer => {
    const book = utils.book_new();
    const sheet = utils.aoa_to_sheet(
      [
        ['day', 'at', 'share', 'big', 'text'],
        [
          new Date(Date.UTC(2024, 1, 29)),
          new Date(Date.UTC(2024, 1, 29, 13, 30)),
          0.125,
          123456789012,
          '=1+1',
        ],
      ],
      { UTC: true } as never,
    );
    utils.book_append_sheet(book, sheet, 'A');
    utils.book_append_sheet(book, utils.aoa_to_sheet([['x'], [1]]), 'Hidden');
    book.Workbook = { Sheets: [{}, { Hidden: 1 }] };
    return write(book, { type: 'buffer', bookType }) as Buffer;
  };
  for (const bookType of ['xlsx', 'xlsb', 'biff8', 'ods'] as const)
    it(`reads days, numbers and hidden sheets of ${bookType}`, async () => {
      const filename = `a.${bookType === 'biff8' ? 'xls' : bookType}`;
      const { tables, texts } = await parsed(bookOf(bookType), { filename });
      expect(tables[0]!.rows).to.deep.equal([
        ['2024-02-29', '2024-02-29 13:30:00', '0.125', '123456789012', '=1+1'],
      ]);
      if (bookType !== 'ods') expect(texts.join()).to.contain('hidden');
      expect(texts.join()).not.to.contain('unusual format');
      expect(tables).to.have.length(bookType === 'ods' ? tables.length : 1);
    });

  for (const bookType of ['xlsb', 'biff8', 'ods'] as const)
    it(`have one header of merged cells, and values merged over rows: ${bookType}`, async () => {
      const book = utils.book_new();
      const sheet = utils.aoa_to_sheet([
        ['region', 'head', null, 'note'],
        [null, 'north', 'south', null],
        ['A', 'Ann', 'Cy', 'x'],
        [null, 'Bea', 'Dan', 'y'],
        ['B', 'Eve', 'Flo', 'z'],
      ]);
      sheet['!merges'] = ['A1:A2', 'B1:C1', 'D1:D2', 'A3:A4'].map((at) => utils.decode_range(at));
      utils.book_append_sheet(book, sheet, 'A');
      const bytes = write(book, { type: 'buffer', bookType }) as Buffer;
      const { tables } = await parsed(bytes, {
        filename: `a.${bookType === 'biff8' ? 'xls' : bookType}`,
      });
      const [table] = tables;
      expect(table?.columns.map(({ name }) => name)).to.deep.equal([
        'region',
        'head_north',
        'head_south',
        'note',
      ]);
      expect(table?.rows.map(([region]) => region)).to.deep.equal(['A', 'A', 'B']);
    });

  it('are refused where they unpack to more than is held', async () => {
    const limits = { maxHeldWorkbookBytes: 1_000 };
    for (const bookType of ['xlsb', 'biff8', 'ods'] as const) {
      const { message } = await refused(bookOf(bookType), { filename: 'a.xls', limits });
      expect(message).to.contain('1000 bytes');
    }
  });

  it('are refused where an OpenDocument sheet repeats its cells without end', async () => {
    const sheet = `<office:document-content><office:body><office:spreadsheet><table:table table:name="A"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`;
    const bytes = await zipped({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': sheet,
    });
    expect((await refused(bytes, { filename: 'a.ods' })).message).to.contain('repeated cells');
  });
});
