import { expect } from 'chai';
import fc from 'fast-check';
import { rounds } from '../../fakes/full.ts';
import { readCsv } from './parse.ts';

const cell = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '"', ',', ';', '\n', '\r', 'é', '😀', '0', '.'),
  maxLength: 8,
});
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

describe('CSV reader', () => {
  it('gives back every table that was written with quotes, in pieces of any size', () => {
    const tables = fc.integer({ min: 2, max: 5 }).chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
        minLength: 1,
        maxLength: 6,
      }),
    );
    fc.assert(
      fc.property(
        tables,
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        (rows, newline, size, lastNewline) => {
          const text =
            rows.map((row) => row.map(quoted).join(',')).join(newline) +
            (lastNewline ? newline : '');
          expect(readCsv(text, size)).to.deep.equal(rows);
        },
      ),
      { numRuns: rounds(300) },
    );
  });

  it('reads the same whatever the size of the pieces', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' '),
      maxLength: 30,
    });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), (sample, size) => {
        const attempt = (pieces: number) => {
          try {
            return readCsv(sample, pieces);
          } catch (error) {
            return (error as Error).message;
          }
        };
        expect(attempt(size)).to.deep.equal(attempt(1_000));
      }),
      { numRuns: rounds(500) },
    );
  });

  const cases: readonly [string, string, string[][]][] = [
    ['a quote inside an unquoted cell', 'a,5" pipe\n', [['a', '5" pipe']]],
    ['text behind a closing quote', '"a"b,c\n', [['ab', 'c']]],
    [
      'an empty last cell',
      'a,\nb,',
      [
        ['a', ''],
        ['b', ''],
      ],
    ],
    ['a line end inside quotes', '"a\r\nb",c', [['a\r\nb', 'c']]],
    [
      'blank lines',
      'a,b\n\n\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
  ];
  for (const [what, text, rows] of cases)
    it(`reads ${what}`, () => {
      expect(readCsv(text, 1_000)).to.deep.equal(rows);
    });

  it('refuses a quote that is never closed and names the row', () => {
    expect(() => readCsv('a,b\n"c,d\n', 1_000)).to.throw('row 2 is never closed');
  });
});
