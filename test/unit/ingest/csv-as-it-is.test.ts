import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { openCsv } from '#workers/ingest/csv-source.ts';
import { loaded } from './loaded.ts';
import { LIMITS } from './parse.ts';

const HEADER = 'id,name,amount,day,ok\n';
const REGULAR = '1,Ann,2.5,2024-01-05,true\n2,Bob,-3.25,2024-12-31,false\n3,,10,,true\n';

/** Files and whether the engine may read them as they are. */
const FILES: readonly (readonly [string, string, boolean])[] = [
  ['plain cells', HEADER + REGULAR, true],
  ['no line end behind the last row', (HEADER + REGULAR).trimEnd(), true],
  ['lines that end in CRLF', (HEADER + REGULAR).replaceAll('\n', '\r\n'), true],
  ['lines that end in both', HEADER + REGULAR.replace('\n', '\r\n'), false],
  ['cells in quotes', 'a,b\n"1","x, y"\n"2","say ""hi"""\n', true],
  ['empty cells in quotes', 'a,b\n1,""\n"",x\n', true],
  ['a line end in a cell', 'a,b\n1,"x\ny"\n2,z\n', false],
  ['a quote within a cell', 'a,b\n1,x"y\n2,z\n', false],
  ['text behind a closing quote', 'a,b\n1,"x"y\n2,z\n', false],
  ['white space around cells', 'a,b\n1, x\n2,y \n', false],
  ['a cell of white space', 'a,b\n1, \n2,y\n', false],
  ['white space that is no ASCII', 'a,b\n1,x\u00a0\n2,\u3000y\n', false],
  [
    'white space that is no ASCII around letters that are none',
    'a,b\n1,\u3000東京\u00a0\n2,y\n',
    false,
  ],
  ['cells in single quotes', "a,b\n1,'x, y'\n2,'z, w'\n3,'u, v'\n", false],
  ['letters of other scripts', 'a,b\n1,é\n2,東京\n', true],
  ['a short row', 'a,b,c\n1,2,3\n4,5\n6,7,8\n', false],
  ['a long row', 'a,b\n1,2\n3,4,5\n', false],
  ['a blank line', 'a,b\n1,2\n\n3,4\n', false],
  ['a row of nothing', 'a,b\n1,2\n,\n3,4\n', false],
  ['rows that end in a comma', 'a,b,\n1,2,\n3,4,\n', true],
  ['decimal commas', 'a;b\n1,5;x\n2,25;y\n', false],
  ['thousands', 'a;b\n1,000;x\n2,500;y\n', false],
  ['three decimals', 'a,b\n1.125,x\n12.250,y\n3.5,z\n', true],
  ['whole numbers with a point', 'a,b\n1.0,x\n2.0,y\n', false],
  ['negative numbers and zeros', 'a,b\n-1.50,0\n-0,-0\n0.10,0\n', true],
  [
    'numbers of 15, 18 and 19 digits',
    'a,b\n123456789012345,1\n999999999999999999,2\n1234567890123456789,3\n',
    false,
  ],
  ['leading zeros', 'a,b\n007,1\n012,2\n', true],
  ['exponents', 'a,b\n1e5,1\n2.5e-7,2\n', false],
  ['words for no value among numbers', 'a,b\n1,x\nn/a,y\n3,z\n', false],
  ['numbers that stand for no value', 'a,b\n-9999,1\n5,2\n7,3\n12,4\n8,5\n9,6\n-9999,7\n', false],
  ['words for no value among texts', 'a,b\nx,1\nn/a,2\nNULL,3\n', true],
  ['truth values in capitals', 'a,b\nTrue,1\nFALSE,2\n', false],
  ['yes and no', 'a,b\nyes,1\nno,2\n', false],
  ['days of the calendar and others', 'a,b\n2024-02-29,2023-02-29\n2024-02-28,2023-02-28\n', true],
  ['days with the day first', 'a,b\n31.12.2024,1\n05.01.2024,2\n', false],
  ['instants', 'a,b\n2024-01-05 10:00:00,1\n2024-02-29 23:59:59,2\n', true],
  ['instants at midnight', 'a,b\n2024-01-05 00:00:00,1\n2024-02-29 00:00:00,2\n', false],
  ['instants with a T', 'a,b\n2024-01-05T10:00:00,1\n2024-02-29T23:59:59,2\n', false],
  ['days and instants', 'a,b\n2024-01-05,1\n2024-02-29 23:59:59,2\n', true],
  ['times', 'a,b\n10:00,1\n23:59,2\n', false],
  ['percentages', 'a,b\n10%,1\n20%,2\n', false],
  ['a byte order mark', `\ufeff${HEADER}${REGULAR}`, true],
  ['tabs', (HEADER + REGULAR).replaceAll(',', '\t'), true],
  ['a hint of the separator', `sep=;\n${(HEADER + REGULAR).replaceAll(',', ';')}`, true],
  ['one column', 'a\nx\ny\n', false],
  ['NUL', 'a,b\n1,x\0y\n2,z\n', false],
  ['an apostrophe in the path of a cell', "a,b\n1,'; DROP TABLE t; --\n2,=1+1\n", true],
];

describe('a CSV that the engine reads as it is', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-csv-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const both = async (text: string | Buffer) => {
    const file = path.join(folder, "it's a file.csv");
    writeFileSync(file, text);
    const headerRow = text.toString().startsWith('sep=') ? 2 : 1;
    const open = () => openCsv(file, 'data.csv', LIMITS, true);
    const { fast: _, ...slow } = open();
    // The header of a file with a hint is its second record, but its first row.
    const rows = (source: ReturnType<typeof open>) =>
      headerRow === 1 ? source : { ...source, head: (n: number) => source.head(n - 1) };
    return {
      direct: await loaded(rows(open()), folder, headerRow),
      own: await loaded(rows(slow), folder, headerRow),
    };
  };

  for (const [what, text, asItIs] of FILES)
    it(`has the rows that our own reader gives: ${what}`, async () => {
      const { direct, own } = await both(text);
      expect(direct.table).to.deep.equal(own.table);
      expect(direct.format).to.equal(asItIs ? 'delimited' : undefined);
    });

  it('has the rows that our own reader gives: made of pieces at random', async () => {
    const PIECES = [
      ...[
        '1',
        '-2',
        '3.5',
        '0.10',
        '1.125',
        '007',
        '',
        '""',
        '"x"',
        '"a ""b"" c"',
        'n/a',
        'true',
        'no',
      ],
      ...[
        '2024-01-05',
        '2024-02-30',
        '05/06/2024',
        '2024-01-05 10:00:00',
        ' x',
        'é',
        'Total',
        '"1,5"',
      ],
      ...[
        '\u00a0é\u3000',
        '1234567890123456',
        '12.',
        '.5',
        '-0.0',
        '00',
        '1.2.3',
        '+5',
        '1.50',
        '0.125',
        '\u007f',
      ],
    ];
    let state = 7;
    const next = (end: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % end;
    };
    let direct = 0;
    for (let file = 0; file < 60; file++) {
      // Few pieces a column, so that many columns are of one type.
      const columns = Array.from({ length: 2 + next(3) }, () =>
        Array.from({ length: 1 + next(2) }, () => PIECES[next(PIECES.length)]),
      );
      const rows = Array.from({ length: 1 + next(30) }, () =>
        columns.map((pieces) => pieces[next(pieces.length)]).join(','),
      );
      const text = `${columns.map((_, at) => `c${at}`).join(',')}\n${rows.join(next(5) ? '\n' : '\r\n')}\n`;
      if (rows.every((row) => !/[^,"]/.test(row))) continue;
      const found = await both(text);
      expect(found.direct.table, JSON.stringify(text)).to.deep.equal(found.own.table);
      if (found.direct.format === 'delimited') direct++;
    }
    expect(direct).to.be.above(5);
  });

  for (const encoding of ['latin1', 'utf16le'] as const)
    it(`is none where it is written in ${encoding}`, async () => {
      const mark = encoding === 'utf16le' ? '\ufeff' : '';
      const { direct, own } = await both(Buffer.from(`${mark}a,b\n1,Zürich\n2,Genève\n`, encoding));
      expect(direct.table).to.deep.equal(own.table);
      expect(JSON.stringify(direct.table)).to.include('Zürich').and.to.include('Genève');
      expect(direct.format).to.equal(undefined);
    });
});
