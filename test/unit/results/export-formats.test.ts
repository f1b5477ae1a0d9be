import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { assert, expect } from 'chai';
import XLSX from 'xlsx';
import { csvPieces } from '#src/results/export/csv.ts';
import { jsonPieces } from '#src/results/export/json.ts';
import { parquetPieces } from '#src/results/export/parquet.ts';
import { xlsxPieces } from '#src/results/export/xlsx.ts';
import type { ExportColumn, ExportRow, ExportSource } from '#src/results/export-format.ts';
import { plainNumber } from '#src/sql/number-text.ts';

const COLUMNS: readonly ExportColumn[] = [
  { name: 'text', type: 'text' },
  { name: 'whole', type: 'integer' },
  { name: 'price', type: 'decimal' },
  { name: 'share', type: 'float' },
  { name: 'day', type: 'date' },
  { name: 'at', type: 'timestamp' },
  { name: 'clock', type: 'time' },
  { name: 'open', type: 'boolean' },
  { name: '=1+1', type: 'text' },
];
const ROWS: readonly ExportRow[] = [
  ['=SUM(A1)', -5, -12.5, -1.5e-9, '2024-02-29', '2024-03-01T10:15:00.25', '10:15:00', true, 'a,b'],
  [
    '+49 30',
    '-9223372036854775808',
    '-12345678901234567.89',
    1e21,
    '1899-12-31',
    '2024-03-01T10:15:00.123456',
    '23:59:59.5',
    false,
    'say "hi"',
  ],
  [
    '@cmd',
    9007199254740991,
    0.0000001,
    0.1,
    '9999-12-31',
    '1900-01-01T00:00:00',
    '00:00:00',
    null,
    'line\nbreak',
  ],
  ['\tx', null, null, null, null, null, null, null, null],
  ['-2', 0, 0, 0, '1970-01-01', '1970-01-01T00:00:00', '12:00:00', true, ''],
  [null, 1, 2, 3, '2000-01-01', '2000-01-01T00:00:00', '01:02:03', true, '<&> _x0041_ \u0001 é😀'],
];

async function* batches(rows: readonly ExportRow[], size = 2) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
const source = (rows = ROWS, columns = COLUMNS) => ({ columns, batches: batches(rows) });

async function whole(pieces: AsyncIterable<string | Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const piece of pieces) parts.push(Buffer.from(piece));
  return Buffer.concat(parts);
}

describe('exports', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-export-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('write CSV: formulas are neutralised, numbers stay numbers, NULL is not an empty text', async () => {
    const text = (await whole(csvPieces(source()))).toString();
    expect(text).to.equal(
      [
        "text,whole,price,share,day,at,clock,open,'=1+1",
        '\'=SUM(A1),-5,-12.5,-1.5e-9,2024-02-29,2024-03-01T10:15:00.25,10:15:00,true,"a,b"',
        '\'+49 30,-9223372036854775808,-12345678901234567.89,1e+21,1899-12-31,2024-03-01T10:15:00.123456,23:59:59.5,false,"say ""hi"""',
        '\'@cmd,9007199254740991,0.0000001,0.1,9999-12-31,1900-01-01T00:00:00,00:00:00,,"line\nbreak"',
        "'\tx,,,,,,,,",
        '\'-2,0,0,0,1970-01-01,1970-01-01T00:00:00,12:00:00,true,""',
        ',1,2,3,2000-01-01,2000-01-01T00:00:00,01:02:03,true,<&> _x0041_ \u0001 é😀',
        '',
      ].join('\r\n'),
    );
  });

  it('write JSON: an object a row, cells as in the API', async () => {
    const rows = JSON.parse((await whole(jsonPieces(source()))).toString());
    const names = COLUMNS.map(({ name }) => name);
    expect(rows).to.deep.equal(
      ROWS.map((row) => Object.fromEntries(row.map((cell, at) => [names[at], cell]))),
    );
    expect(JSON.parse((await whole(jsonPieces(source([])))).toString())).to.deep.equal([]);
  });

  it('write XLSX: real dates and numbers, exact texts, no formula', async () => {
    const book = XLSX.read(await whole(xlsxPieces(source())), { cellFormula: true, UTC: true });
    const sheet = book.Sheets['Result']!;
    const cells = Object.values(sheet).filter((cell) => cell?.t !== undefined);
    expect(cells.some((cell) => cell.f !== undefined)).to.equal(false);
    const rows = XLSX.utils.sheet_to_json<unknown[]>(sheet, {
      header: 1,
      defval: null,
      UTC: true,
      raw: true,
    });
    const day = (text: string) => new Date(`${text}Z`).getTime();
    const read = rows.map((row) =>
      row.map((cell) => (cell instanceof Date ? cell.getTime() : cell)),
    );
    expect(read[0]![8]).to.equal("'=1+1");
    expect(read[1]!.slice(0, 4)).to.deep.equal(["'=SUM(A1)", -5, -12.5, -1.5e-9]);
    expect(sheet['E2']).to.include({ t: 'n', w: '2024-02-29' });
    expect(sheet['E2']!.v).to.equal(45351);
    expect(sheet['F2']!.v * 86_400_000 + day('1899-12-30T00:00:00')).to.be.closeTo(
      day('2024-03-01T10:15:00.25'),
      1,
    );
    expect(sheet['G2']).to.include({ t: 'n', w: '10:15:00' });
    expect(sheet['H2']).to.include({ t: 'b', v: true });
    expect(read[2]!.slice(1, 6)).to.deep.equal([
      '-9223372036854775808',
      '-12345678901234567.89',
      1e21,
      '1899-12-31',
      '2024-03-01T10:15:00.123456',
    ]);
    expect(read[3]!.slice(1, 3)).to.deep.equal([9007199254740991, 1e-7]);
    expect(read[3]!.slice(5, 6)).to.deep.equal(['1900-01-01T00:00:00']);
    expect(read[4]).to.deep.equal(["'\tx", null, null, null, null, null, null, null, null]);
    expect(read[6]![8]).to.equal('<&> _x0041_ \u0001 é😀');
  });

  it('take another sheet where one is full, and refuse more columns than a sheet has', async () => {
    const rows = Array.from({ length: 5_000 }, (_, n) => [n]);
    async function* many() {
      for (let sent = 0; sent < 1_050_000; sent += 5_000) yield rows;
    }
    const columns = [{ name: 'n', type: 'integer' }] as const;
    const bytes = await whole(xlsxPieces({ columns, batches: many() }));
    const book = XLSX.read(bytes, { sheets: ['Result 2'] });
    expect(book.SheetNames).to.deep.equal(['Result', 'Result 2']);
    expect(XLSX.utils.sheet_to_json(book.Sheets['Result 2']!)).to.have.length(
      1_050_000 - 1_048_575,
    );
    const wide = Array.from({ length: 16_385 }, (_, n) => ({
      name: `c${n}`,
      type: 'text' as const,
    }));
    const error = await whole(xlsxPieces(source([], wide))).catch((caught: unknown) => caught);
    expect(error).to.include({ status: 422 });
  });

  it('write Parquet: types that hold every value exactly', async () => {
    const options = {
      folder,
      maxBytes: 1e8,
      memoryMb: 64,
      processTag: '',
      signal: new AbortController().signal,
    };
    const file = path.join(folder, 'out.parquet');
    await writeFile(file, await whole(parquetPieces(source(), options)));
    expect(await readdir(folder)).to.deep.equal(['out.parquet']);
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM '${file}'`);
    expect(described.getRows().map((row) => row[1])).to.deep.equal([
      'VARCHAR',
      'BIGINT',
      'DECIMAL(24,7)',
      'DOUBLE',
      'DATE',
      'TIMESTAMP',
      'TIME',
      'BOOLEAN',
      'VARCHAR',
    ]);
    const read = await connection.runAndReadAll(`SELECT * FROM '${file}'`);
    const rows = read.getRowsJson();
    expect(rows[0]).to.deep.equal([
      '=SUM(A1)',
      '-5',
      '-12.5000000',
      -1.5e-9,
      '2024-02-29',
      '2024-03-01 10:15:00.25',
      '10:15:00',
      true,
      'a,b',
    ]);
    expect(rows[1]!.slice(1, 3)).to.deep.equal([
      '-9223372036854775808',
      '-12345678901234567.8900000',
    ]);
    expect(rows[3]).to.deep.equal(['\tx', null, null, null, null, null, null, null, null]);
    expect(rows[4]![8]).to.equal('');
    expect(rows[5]![8]).to.equal('<&> _x0041_ \u0001 é😀');
  });

  it('write the same Parquet of rows that lie in a file, which stays', async () => {
    const options = {
      folder,
      maxBytes: 1e8,
      memoryMb: 64,
      processTag: '',
      signal: new AbortController().signal,
    };
    const file = path.join(folder, 'kept.jsonl');
    await writeFile(file, ROWS.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const unread = async function* (): AsyncGenerator<ExportRow[]> {
      yield assert.fail('the rows are in the file');
    };
    const kept = { columns: COLUMNS, batches: unread(), file };
    const bytes = async (given: ExportSource) =>
      (await whole(parquetPieces(given, options))).toString('base64');
    expect(await bytes(kept)).to.equal(await bytes(source()));
    expect(await readdir(folder)).to.deep.equal(['kept.jsonl']);
    const small = whole(parquetPieces(kept, { ...options, maxBytes: 10 }));
    expect(await small.catch((caught: unknown) => caught)).to.include({ status: 422 });
    const gone = { ...kept, file: path.join(folder, 'gone.jsonl') };
    const lost = whole(parquetPieces(gone, options));
    expect(await lost.catch((caught: unknown) => caught)).to.include({ code: 'ENOENT' });
    expect(await readdir(folder)).to.deep.equal(['kept.jsonl']);
  });

  it('fall back in Parquet where a column holds what its type does not', async () => {
    const columns = [
      { name: 'huge', type: 'integer' },
      { name: 'long', type: 'decimal' },
      { name: 'bytes', type: 'binary' },
      { name: 'day', type: 'date' },
    ] as const;
    const rows = [['18446744073709551615', `0.${'1'.repeat(40)}`, 'aGk=', '0044-03-15 (BC)']];
    const options = {
      folder,
      maxBytes: 1e8,
      memoryMb: 64,
      processTag: '',
      signal: new AbortController().signal,
    };
    const file = path.join(folder, 'out.parquet');
    await writeFile(file, await whole(parquetPieces(source(rows, columns), options)));
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const read = await connection.runAndReadAll(
      `SELECT typeof(huge), huge::VARCHAR, typeof(long), long, typeof(bytes), bytes::VARCHAR, typeof(day) FROM '${file}'`,
    );
    expect(read.getRows()[0]).to.deep.equal([
      'DECIMAL(20,0)',
      '18446744073709551615',
      'VARCHAR',
      rows[0]![1],
      'BLOB',
      'hi',
      'VARCHAR',
    ]);
  });

  it('end Parquet exports that are too large or given up, and leave no file', async () => {
    const gone = new AbortController();
    const options = { folder, maxBytes: 10, memoryMb: 64, processTag: '', signal: gone.signal };
    const error = await whole(parquetPieces(source(), options)).catch((caught: unknown) => caught);
    expect(error).to.include({ status: 422 });
    async function* endless() {
      for (;;) {
        yield ROWS;
        gone.abort(new Error('gone'));
      }
    }
    const work = whole(
      parquetPieces({ columns: COLUMNS, batches: endless() }, { ...options, maxBytes: 1e9 }),
    );
    expect(String(await work.catch((caught: unknown) => caught))).to.match(/abort|gone/i);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('write numbers without exponents', () => {
    for (const [number, text] of [
      [1e-7, '0.0000001'],
      [-1.5e-9, '-0.0000000015'],
      [1.25e21, '1250000000000000000000'],
      ['1.23456e2', '123.456'],
      [12.5, '12.5'],
    ] as const)
      expect(plainNumber(number)).to.equal(text);
  });
});
