import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import type { SpillColumn } from '#src/plugin-api/data-source.ts';
import { mergeSpills } from '#workers/ingest/merge-spills.ts';
import type { MergeTask } from '#workers/protocol.ts';

const quoted = (cell: string | null) => (cell === null ? '' : `"${cell.replaceAll('"', '""')}"`);
const spillOf = (rows: readonly (readonly (string | null)[])[]) =>
  rows.map((row) => `${row.map(quoted).join(',')}\n`).join('');
const text = (name: string): SpillColumn => ({ name, type: 'text' });

describe('spills of one table', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-merge-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const merge = (
    columns: readonly SpillColumn[],
    pieces: readonly {
      readonly columns: readonly SpillColumn[];
      readonly rows: readonly (readonly (string | null)[])[];
    }[],
    key: readonly string[] = [],
  ) => {
    const target = path.join(folder, 'merged');
    rmSync(target, { force: true });
    const task: MergeTask = {
      ...{ path: target, columns, key },
      pieces: pieces.map(({ columns: own, rows }, at) => {
        const file = path.join(folder, `piece-${at}`);
        writeFileSync(file, spillOf(rows));
        return { path: file, columns: own, rowCount: rows.length };
      }),
    };
    return { ...mergeSpills(task), text: readFileSync(target, 'utf8') };
  };

  it('are one after the other in the order of its columns, whatever stands in a cell', () => {
    const cell = fc.option(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'é', '東') }));
    const rowsOf = fc.array(fc.tuple(cell, cell), { maxLength: 20 });
    fc.assert(
      fc.property(rowsOf, rowsOf, (first, second) => {
        const [a, b] = [text('a'), text('b')];
        const found = merge(
          [a, b],
          [
            { columns: [a, b], rows: first },
            { columns: [b, a], rows: second.map(([one, other]) => [other, one]) },
          ],
        );
        expect(found.text).to.equal(spillOf([...first, ...second]));
        const known = new Set(first.map((row) => JSON.stringify(row)));
        const repeated = second.filter((row) => known.has(JSON.stringify(row))).length;
        expect(found).to.include({
          rows: first.length + second.length,
          repeatedRows: repeated,
        });
      }),
    );
  });

  it('may be longer than what is read at once', () => {
    const columns = [text('a'), text('b')];
    const rows = Array.from({ length: 30_000 }, (_, n) => [`row ${n}`, 'x"\n,'.repeat(n % 50)]);
    const found = merge(columns, [
      { columns, rows },
      { columns, rows: rows.slice(0, 10) },
    ]);
    expect(found).to.include({ rows: 30_010, repeatedRows: 10 });
    expect(found.text).to.equal(spillOf([...rows, ...rows.slice(0, 10)]));
  });

  it('leave cells empty of columns that they lack, and make instants of days', () => {
    const at = (type: SpillColumn['type']): SpillColumn => ({ name: 'at', type });
    const found = merge(
      [text('a'), at('timestamp'), text('b')],
      [
        {
          columns: [text('a'), at('date')],
          rows: [
            ['1', '2024-01-02'],
            ['2', null],
          ],
        },
        {
          columns: [text('a'), at('timestamp'), text('b')],
          rows: [['3', '2024-01-02 03:04:05', 'x']],
        },
      ],
    );
    expect(found.text).to.equal(
      '"1","2024-01-02 00:00:00",\n"2",,\n"3","2024-01-02 03:04:05","x"\n',
    );
  });

  it('count rows whose numbers are equal, and rows of the same key', () => {
    const size = { name: 'n', type: 'decimal', precision: 6, scale: 2 } as const;
    const columns = [{ name: 'id', type: 'integer' } as const, size];
    const found = merge(
      columns,
      [
        {
          columns,
          rows: [
            ['1', '5'],
            ['2', '7.50'],
            ['3', '1'],
          ],
        },
        {
          columns,
          rows: [
            ['1', '5.00'],
            ['2', '7.5'],
            ['3', '2'],
            ['4', '1'],
          ],
        },
      ],
      ['id'],
    );
    expect(found).to.include({ repeatedRows: 2, repeatedKeys: 1 });
  });
});
