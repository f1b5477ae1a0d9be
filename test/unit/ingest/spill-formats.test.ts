import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { openBlocks } from '#workers/ingest/block-source.ts';
import {
  BOOLEAN,
  CLOCK,
  DAY,
  ERROR,
  INSTANT,
  OWN_TEXT,
  SHARED_TEXT,
} from '#workers/ingest/cell-block.ts';
import { CellStore } from '#workers/ingest/cell-store.ts';
import type { RowSource } from '#workers/ingest/row-source.ts';
import { loaded } from './loaded.ts';

/** By column: cells, as kind and value; null for none. Texts are places in `SHARED` and `OWN`. */
type Cell = readonly [kind: number, value: number] | null;

const SHARED = ['North', ' padded ', '', '12', '1,234.50', 'n/a', 'ünï', '2024-02-29', 'total'];
const OWN = ['a "quoted" text', 'line\nend', '7', ' ', '2024-01-05 10:00:00', '0.000001'];
const ROWS = 300;

const cycle = (cells: readonly Cell[]) =>
  Array.from({ length: ROWS }, (_, at) => cells[at % cells.length] ?? null);

const COLUMNS: Readonly<Record<string, readonly Cell[]>> = {
  integers: cycle([[0, 1], [0, -5], null, [0, 9_007_199_254_740_991]]),
  decimals: cycle([
    [2, 125],
    [1, -5],
    [0, 3],
    [6, 1_000_001],
  ]),
  'long decimals': cycle([
    [0, 999_999_999_999],
    [6, 1],
  ]),
  'numbers and texts of numbers': cycle([
    [0, 1],
    [SHARED_TEXT, 3],
    [SHARED_TEXT, 4],
    [2, 150],
  ]),
  'numbers that stand for no value': cycle([
    [0, -9999],
    [0, 5],
    [1, 125],
    [1, -9999],
  ]),
  floats: cycle([
    [15, 123_456_789_012_345],
    [0, 2],
  ]),
  days: cycle([[DAY, 19_782], [SHARED_TEXT, 7], null]),
  'days before 1970': cycle([
    [DAY, -25_000],
    [DAY, 0],
  ]),
  instants: cycle([
    [INSTANT, 1_709_229_600_000],
    [DAY, 19_782],
    [INSTANT, -86_399_500],
    [OWN_TEXT, 4],
  ]),
  clocks: cycle([
    [CLOCK, 43_200_000],
    [CLOCK, 0],
    [CLOCK, 86_399_999],
  ]),
  booleans: cycle([[BOOLEAN, 1], [BOOLEAN, 0], null, [BOOLEAN, 1]]),
  texts: cycle([
    [SHARED_TEXT, 0],
    [SHARED_TEXT, 1],
    [OWN_TEXT, 0],
    [OWN_TEXT, 1],
    [SHARED_TEXT, 2],
    [SHARED_TEXT, 6],
  ]),
  'a mixture': cycle([
    [0, 1],
    [SHARED_TEXT, 0],
    [BOOLEAN, 1],
    [DAY, 3],
    [ERROR, 0],
    [SHARED_TEXT, 8],
  ]),
  'no values among numbers': cycle([
    [0, 1],
    [SHARED_TEXT, 5],
    [ERROR, 0],
  ]),
  'white space beside values': cycle([[OWN_TEXT, 3], [SHARED_TEXT, 0], null]),
};

function sourceOf(
  columns: readonly (readonly Cell[])[],
  folder: string,
  parquet: boolean,
): RowSource {
  const cells = new CellStore(folder, 1_000_000).newSheet();
  const kept = { columns: [] as number[], kinds: [] as number[], values: [] as number[] };
  const ends: number[] = [];
  for (let row = 0; row < ROWS; row++) {
    for (const [at, column] of columns.entries()) {
      const cell = column[row];
      if (!cell) continue;
      kept.columns.push(at);
      kept.kinds.push(cell[0]);
      kept.values.push(cell[1]);
    }
    ends.push(kept.columns.length);
  }
  cells.add({
    rows: ROWS,
    rowNumbers: Uint32Array.from({ length: ROWS }, (_, at) => at + 1),
    ends: Uint32Array.from(ends),
    columns: Uint16Array.from(kept.columns),
    kinds: Uint8Array.from(kept.kinds),
    values: Float64Array.from(kept.values),
    texts: OWN,
  });
  return openBlocks({
    name: 'S',
    cells,
    sharedTexts: SHARED,
    merges: [],
    textColumns: new Set(),
    emptyFormulas: new Map(),
    parquet,
  });
}

describe('rows written as Parquet', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-spill-'));
    writeFileSync(path.join(folder, 'keep'), '');
  });
  after(() => rmSync(folder, { recursive: true }));

  const cases: readonly (readonly [string, readonly (readonly Cell[])[]])[] = [
    ...Object.entries(COLUMNS).map(([what, column]) => [what, [column]] as const),
    ['all of them', Object.values(COLUMNS)],
  ];
  for (const [what, columns] of cases)
    it(`are in the engine what the same rows written as CSV are: ${what}`, async () => {
      const fast = sourceOf(columns, folder, true);
      const { fast: _, ...slow } = sourceOf(columns, folder, false);
      const [one, other] = [await loaded(fast, folder), await loaded(slow, folder)];
      expect(one.format).to.equal('parquet');
      expect(other.format).to.equal(undefined);
      expect(one.table).to.deep.equal(other.table);
    });
});
