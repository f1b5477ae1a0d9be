import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { CellBlock } from '#workers/ingest/cell-block.ts';
import { CellStore } from '#workers/ingest/cell-store.ts';

/** A block of one column of numbers. */
function blockOf(values: readonly number[]): CellBlock {
  const rows = values.length;
  return {
    rows,
    rowNumbers: Uint32Array.from(values, (_, at) => at + 1),
    ends: Uint32Array.from(values, (_, at) => at + 1),
    columns: new Uint16Array(rows),
    kinds: new Uint8Array(rows),
    values: Float64Array.from(values),
    texts: ['kept with it'],
  };
}

describe('cells of the sheets of a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-cells-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const isInFile = () => existsSync(path.join(folder, 'cells.tmp'));

  it('are read as they were kept, in memory and in the file', () => {
    const store = new CellStore(folder, 150);
    const sheet = store.newSheet();
    const blocks = [blockOf([1, 2, 3]), blockOf([4, 5.5]), blockOf([-6])];
    for (const block of blocks) sheet.add(block);
    expect(isInFile()).to.equal(true);
    expect([...sheet.blocks()]).to.deep.equal(blocks);
    expect([...sheet.blocks()], 'a second time').to.deep.equal(blocks);
    expect(sheet).to.include({ cells: 6, rows: 6 });
    store.close();
    expect(isInFile()).to.equal(false);
  });

  it('leave the memory of a sheet to the next one when that is dropped', () => {
    const store = new CellStore(folder, 150);
    const first = store.newSheet();
    first.add(blockOf([1, 2, 3]));
    first.drop();
    expect([...first.blocks()]).to.deep.equal([]);
    const second = store.newSheet();
    second.add(blockOf([4, 5, 6]));
    expect(isInFile()).to.equal(false);
    second.add(blockOf([7, 8, 9]));
    expect(isInFile()).to.equal(true);
    store.close();
  });
});
