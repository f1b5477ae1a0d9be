import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { appendTable, directoryBytes } from '#workers/alasql/engine-file.ts';
import { Inspector } from '#workers/alasql/inspect.ts';
import { LoadedTables } from '#workers/alasql/tables.ts';
import { rounds } from '../../fakes/full.ts';

const ROWS = Array.from({ length: 50 }, (_, n) => [`place ${n % 7}`, String(n)]);

describe('an engine file of AlaSQL', () => {
  let folder: string;
  let whole: Buffer;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-engine-file-'));
    const [spill, file] = [path.join(folder, 'spill'), path.join(folder, 'whole')];
    await writeFile(spill, ROWS.map((row) => `${row.map((one) => `"${one}"`).join()}\n`).join(''));
    await writeFile(file, '');
    const table = appendTable(file, {
      tableName: 'orders',
      path: spill,
      rowCount: ROWS.length,
      columns: [
        { name: 'place', type: 'text' },
        { name: 'amount', type: 'integer' },
      ],
    });
    whole = Buffer.concat([await readFile(file), directoryBytes([table])]);
  });
  after(() => rm(folder, { recursive: true }));

  /** What a worker reads of these bytes. */
  const read = async (bytes: Uint8Array) => {
    const file = path.join(folder, 'read');
    await writeFile(file, bytes);
    const loaded = new LoadedTables(1e6);
    const inspector = new Inspector(loaded, [{ name: 'ver', path: file }]);
    const [table] = inspector.introspect();
    const profile = table && inspector.profile({ physical: table.physical, columns: [] });
    return { rowCount: profile?.rowCount, rows: loaded.rows(file, 'orders', [0, 1]) };
  };

  it('gives the rows that were written', async () => {
    const { rowCount, rows } = await read(whole);
    expect(rowCount).to.equal(50);
    expect(rows[8]).to.deep.equal({ c0: 'place 1', c1: 8 });
  });

  it('that is damaged is said to be unavailable, or lacks the table: never that the question is wrong', async () => {
    const byte = fc.record({
      at: fc.nat({ max: whole.length - 1 }),
      xor: fc.integer({ min: 1, max: 255 }),
    });
    const harm = fc.record({
      flips: fc.array(byte, { minLength: 1, maxLength: 3 }),
      length: fc.oneof(fc.constant(whole.length), fc.nat({ max: whole.length })),
    });
    await fc.assert(
      fc.asyncProperty(harm, async ({ flips, length }) => {
        const bytes = Buffer.from(whole);
        for (const { at, xor } of flips) bytes[at] = (bytes[at] ?? 0) ^ xor;
        const error = await read(bytes.subarray(0, length)).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        if (error === null) return;
        expect(error).to.be.instanceOf(SourceError);
        const { kind, message } = error as SourceError;
        if (kind !== 'unavailable') expect(message).to.match(/^There is no table "orders"/);
      }),
      { numRuns: rounds(500) },
    );
  });
});
