import { expect } from 'chai';
import fc from 'fast-check';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import { inlineRowsOf } from '#src/sql/inline-rows.ts';

const LIMITS = { rows: 100, bytes: 10_000, cellChars: 1_000 };
const bytesOf = (rows: readonly (readonly CellValue[])[]) =>
  rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row)) + 1, 0);

describe('the rows that an answer carries', () => {
  it('are all of them where they fit, as they are', () => {
    const rows = [
      [1, 'one'],
      [2, null],
    ];
    const inline = inlineRowsOf(rows, LIMITS);
    expect(inline.rows).to.deep.equal(rows);
    expect([inline.isFull, inline.cut]).to.deep.equal([false, []]);
  });

  it('end at the bytes of an answer', () => {
    const rows = Array.from({ length: 100 }, (_, n) => [n, 'x'.repeat(900)]);
    const inline = inlineRowsOf(rows, LIMITS);
    expect(inline.rows).to.have.length(11);
    expect(inline.isFull).to.equal(true);
  });

  it('end at the bytes of an answer where its cells are empty', () => {
    const rows = Array.from({ length: 100 }, () => Array.from({ length: 60 }, () => ''));
    const inline = inlineRowsOf(rows, LIMITS);
    expect(bytesOf(inline.rows)).to.be.within(LIMITS.bytes - 182, LIMITS.bytes);
  });

  it('show the beginning of long cells, and say which and how long they are', () => {
    const inline = inlineRowsOf(
      [
        ['short', 'y'.repeat(1_001)],
        ['z'.repeat(1_000), 1],
      ],
      LIMITS,
    );
    expect(inline.rows[0]).to.deep.equal(['short', `${'y'.repeat(1_000)}…`]);
    expect(inline.rows[1]).to.deep.equal(['z'.repeat(1_000), 1]);
    expect(inline.cut).to.deep.equal([{ row: 0, column: 1, chars: 1_001 }]);
  });

  it('do not cut a character in two', () => {
    const text = `${'a'.repeat(999)}😀tail`;
    const inline = inlineRowsOf([[text]], LIMITS);
    expect(inline.rows[0]).to.deep.equal([`${'a'.repeat(999)}…`]);
  });

  it('show the beginning of a first row that alone is too large', () => {
    const row = Array.from({ length: 40 }, () => '"'.repeat(900));
    const inline = inlineRowsOf([row, ['next']], LIMITS);
    expect(inline.rows).to.have.length(1);
    expect(inline.cut).to.have.length(40);
    expect(bytesOf(inline.rows)).to.be.at.most(LIMITS.bytes);
  });

  it('never come to more than their limits, and are a beginning of the rows', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    );
    const limits = { rows: 5, bytes: 2_000, cellChars: 100 };
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 })), (rows) => {
        const inline = inlineRowsOf(rows, limits);
        expect(inline.rows.length).to.be.at.most(limits.rows);
        expect(bytesOf(inline.rows)).to.be.at.most(limits.bytes);
        const cut = new Set(inline.cut.map(({ row, column }) => `${row} ${column}`));
        for (const [at, row] of inline.rows.entries())
          for (const [column, shown] of row.entries()) {
            const whole = rows[at]![column];
            if (!cut.has(`${at} ${column}`)) expect(shown).to.equal(whole);
            else
              expect(String(whole).toWellFormed()).to.satisfy((text: string) =>
                text.startsWith(String(shown).slice(0, -1)),
              );
          }
      }),
    );
  });
});
