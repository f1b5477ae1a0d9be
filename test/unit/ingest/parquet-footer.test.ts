import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { parquetParts } from '#workers/ingest/parquet-footer.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import { ThriftCompact } from '#workers/ingest/thrift-compact.ts';
import { parquetOf } from '../../fakes/file-kinds.ts';
import { refused } from './parse.ts';

const count = (size: number) => Array.from({ length: size }, (_, at) => at);

/** A Parquet file of a footer alone. */
function footed(footer: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([Buffer.from('PAR1'), footer, length, Buffer.from('PAR1')]);
}

function footerOf(columns: number, groups: number): Buffer {
  const thrift = new ThriftCompact();
  return thrift
    .i32(1, 1)
    .structList(2, ['root', ...count(columns).map((at) => `c${at}`)], (name) => {
      if (name === 'root') thrift.string(4, name).i32(5, columns);
      else thrift.i32(1, 2).i32(3, 1).string(4, name);
    })
    .i64(3, groups)
    .structList(4, count(groups), () => thrift.i64(2, 0).i64(3, 1))
    .end();
}

describe('the footer of a Parquet file', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-parquet-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const partsOf = (bytes: Uint8Array) => {
    const file = path.join(folder, 'a.parquet');
    writeFileSync(file, bytes);
    return parquetParts(file);
  };

  it('says of how many parts a file is', async () => {
    expect(partsOf(footed(footerOf(3, 2)))).to.deep.equal({ schemaElements: 4, rowGroups: 2 });
    expect(partsOf(footed(footerOf(40, 100)))).to.deep.equal({
      schemaElements: 41,
      rowGroups: 100,
    });
  });

  it('is read as DuckDB writes it', async () => {
    const bytes = await parquetOf(
      "SELECT range AS n, {'a': 1, 'b': [true]} AS o, map {'k': range} AS m, 1.5::DOUBLE AS d FROM range(300000)",
    );
    const { schemaElements, rowGroups } = partsOf(bytes);
    expect(schemaElements).to.equal(12);
    expect(rowGroups).to.equal(3);
  });

  it('refuses a file of very many columns or groups of rows before a reader has work with it', async () => {
    const of = (bytes: Buffer) => refused(bytes, { filename: 'a.parquet' });
    expect((await of(footed(footerOf(50_000, 1)))).message).to.contain('has 50001 columns');
    expect((await of(footed(footerOf(1, 100_000)))).message).to.contain('100000 row groups');
  });

  it('is none where it is cut off, deeper than any, or of nothing', () => {
    const whole = footerOf(3, 2);
    for (const footer of [
      Buffer.alloc(0),
      ...[1, 10, whole.length - 1].map((size) => whole.subarray(0, size)),
      Buffer.alloc(1024 * 1024, 0x1c),
      // A map of 2^35 truth values.
      Buffer.from('1bffffffff7f11', 'hex'),
      // A list of 2^35 numbers, and a text of as many bytes.
      Buffer.from('19f6ffffffff7f', 'hex'),
      Buffer.from('18ffffffff7f', 'hex'),
    ])
      expect(() => partsOf(footed(footer)), footer.toString('hex', 0, 20)).to.throw(
        Refusal,
        /damaged/,
      );
    const long = footed(whole);
    long.writeUInt32LE(0xff_ff_ff_ff, long.length - 8);
    expect(() => partsOf(long)).to.throw(Refusal, /damaged/);
    expect(() => partsOf(Buffer.from('PAR1'))).to.throw(Refusal, /damaged/);
  });
});
