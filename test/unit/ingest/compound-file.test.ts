import { expect } from 'chai';
import { utils, write } from 'xlsx';
import { hasTangledDirectory } from '#workers/ingest/compound-file.ts';

const NONE = 0xffffffff;
const SECTOR = 512;

/** An `.xls` of SheetJS; the longer one has more sectors than one table says. */
function workbook(rows: number): Buffer {
  const book = utils.book_new();
  const cells = Array.from({ length: rows }, (_, n) => [n, `text ${n}`]);
  utils.book_append_sheet(book, utils.aoa_to_sheet(cells), 'A');
  return write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer;
}

const directoryAt = (bytes: Buffer) => (bytes.readUInt32LE(48) + 1) * SECTOR;

function withLinks(links: Readonly<Record<number, readonly [number, number, number]>>): Buffer {
  const bytes = workbook(2);
  for (const [entry, numbers] of Object.entries(links))
    for (const [n, to] of numbers.entries())
      bytes.writeUInt32LE(to, directoryAt(bytes) + 128 * Number(entry) + 68 + 4 * n);
  return bytes;
}

describe('the directory of a compound file', () => {
  for (const rows of [2, 5_000])
    it(`of ${rows} rows is a tree`, () => {
      expect(hasTangledDirectory(workbook(rows))).to.equal(false);
    });

  for (const [name, links] of [
    ['an entry is its own neighbour', { 1: [1, NONE, NONE] }],
    ['two are each other’s children', { 1: [NONE, NONE, 2], 2: [NONE, NONE, 1] }],
    ['the root is a child', { 1: [0, NONE, NONE] }],
    ['one has two parents', { 0: [NONE, NONE, 1], 1: [2, 2, NONE] }],
  ] as const)
    it(`is none where ${name}`, () => {
      expect(hasTangledDirectory(withLinks(links))).to.equal(true);
    });

  it('is left to the reader where it cannot be found', () => {
    const bytes = workbook(2);
    for (const part of [bytes.subarray(0, 8), bytes.subarray(0, 600), Buffer.alloc(5_000, 0xff)])
      expect(hasTangledDirectory(part)).to.equal(false);
  });
});
