import { expect } from 'chai';
import { columnFormats } from '#src/charts/columns.ts';
import type { Cell, ColumnInfo } from '#src/charts/types.ts';
import { sortedPlaces, sortingOf, sortingText } from '#src/web/components/table/sort.ts';
import { isApart, windowAt } from '#src/web/components/table/window.ts';
import { asCsv, asMarkdown, asTsv } from '#src/web/format/copy.ts';
import { ageOf, durationText, instantOf } from '#src/web/format/date.ts';
import { piecesOf } from '#src/web/format/sentence.ts';
import { sqlPieces } from '#src/web/format/sql.ts';

const info = (kind: ColumnInfo['kind'], more: Partial<ColumnInfo> = {}): ColumnInfo => ({
  ...{ name: 'c', kind, grain: null, unit: null, scale: null, additive: null },
  ...more,
});
const texts = (column: ColumnInfo, cells: readonly Cell[], lang: string) => {
  const [format] = columnFormats(
    [column.name],
    [column],
    cells.map((cell) => [cell]),
    lang,
  );
  return cells.map((cell) => format?.text(cell));
};

describe('formats of the page', () => {
  const cases: readonly [string, ColumnInfo, Cell[], Record<string, string[]>][] = [
    [
      'numbers have the decimals of their column',
      info('measure'),
      [1234.5, -3, 0.12345, 1_000_000],
      {
        en: ['1,234.50', '−3.00', '0.12', '1,000,000.00'],
        de: ['1.234,50', '−3,00', '0,12', '1.000.000,00'],
        ar: ['1,234.50', '\u200e−3.00', '0.12', '1,000,000.00'],
      },
    ],
    [
      'small numbers have four digits of the largest, and none is rounded to nothing',
      info('measure'),
      [0.123456, 0.05, -0.00001234567, 0],
      { en: ['0.1235', '0.0500', '−0.00001235', '0.0000'] },
    ],
    [
      'what is too small for the decimals of its column keeps its digits',
      info('measure'),
      [12.25, 0.001234567, 0.005],
      { en: ['12.25', '0.001235', '0.01'] },
    ],
    [
      'exact numbers keep all their digits',
      info('measure'),
      ['12345678901234567890', '1.10'],
      {
        en: ['12,345,678,901,234,567,890.00', '1.10'],
        de: ['12.345.678.901.234.567.890,00', '1,10'],
      },
    ],
    ['ids have no groups', info('id'), [1234567], { en: ['1234567'], de: ['1234567'] }],
    [
      'months are months',
      info('time', { grain: 'month' }),
      ['2025-03-01'],
      { en: ['Mar 2025'], de: ['März 2025'] },
    ],
    [
      'quarters are quarters',
      info('time', { grain: 'quarter' }),
      ['2025-01-01'],
      { en: ['Q1 2025'] },
    ],
    ['weeks are weeks', info('time', { grain: 'week' }), ['2025-03-03'], { en: ['W10 2025'] }],
    [
      'days are days',
      info('time', { grain: 'day' }),
      ['2025-03-03'],
      { en: ['3 Mar 2025'], de: ['3. März 2025'] },
    ],
    ['texts stay on one line', info('text'), ['a\n b\tc'], { en: ['a b c'] }],
    ['what is a code stays one', info('category'), ['007', '1.50'], { en: ['007', '1.50'] }],
  ];
  for (const [name, column, cells, expected] of cases)
    it(name, () => {
      for (const [lang, wanted] of Object.entries(expected))
        expect(texts(column, cells, lang), lang).to.deep.equal(wanted);
    });

  it('takes nothing for granted of columns that nobody described', () => {
    const formats = columnFormats(
      ['order_id', 'total', 'month', 'growth_percent', 'nothing'],
      null,
      [[12345, 1.5, '2025-01-01', 12, null]],
      'en',
    );
    expect(formats.map(({ heading, isNumber }) => [heading, isNumber])).to.deep.equal([
      ['order id', false],
      ['total', true],
      ['month', false],
      ['growth', true],
      ['nothing', false],
    ]);
    const row: readonly Cell[] = [12345, 1.5, '2025-01-01', 12, null];
    expect(formats.map(({ text }, at) => text(row[at] ?? null))).to.deep.equal([
      ...['12345', '1.5', 'Jan 2025', '+12%', ''],
    ]);
  });

  it('copies cells as they are, and none as a formula', () => {
    const rows: readonly (readonly Cell[])[] = [
      ['=1+1', -5.25, '2025-03-01', 1e21],
      ['-x', '12345678901234567890', null, true],
      ['a\tb\nc', '+7', '@x', 0.5],
    ];
    expect(asTsv(['=n', 'b', 'c', 'd'], rows, { comma: false }).split('\n')).to.deep.equal([
      "'=n\tb\tc\td",
      "'=1+1\t-5.25\t2025-03-01\t1000000000000000000000",
      "'-x\t12345678901234567890\t\ttrue",
      "a b c\t+7\t'@x\t0.5",
    ]);
    expect(asTsv([], [[1.5, 'x.y']], { comma: true })).to.equal('\n1,5\tx.y');
    expect(asCsv(['a,b'], [['say "x"'], ['=1'], [null]])).to.equal(
      '\ufeff"a,b"\r\n"say ""x"""\r\n\'=1\r\n\r\n',
    );
    const formats = columnFormats(['a_b', 'n'], null, [['x', 1]], 'en');
    expect(asMarkdown(formats, [['<b>|*', 1000]])).to.equal(
      '| a b | n |\n| --- | ---: |\n| \\<b\\>\\|\\* | 1,000 |',
    );
  });

  it('sets figures apart, and no years', () => {
    const figures = (text: string) =>
      piecesOf(text).flatMap((piece) => (piece.isFigure ? [piece.text] : []));
    expect(figures('fell by 5,837.27 (-11.5%), from 50,946.4 in June 2026')).to.deep.equal([
      ...['5,837.27', '-11.5%', '50,946.4'],
    ]);
    expect(figures('12 rows of 2025-03 and 2024')).to.deep.equal([]);
    for (const text of ['', 'a 1.5', '7%', '1,000,000.00 €'])
      expect(
        piecesOf(text)
          .map((piece) => piece.text)
          .join(''),
      ).to.equal(text);
  });

  it('colours a statement and leaves nothing of it out', () => {
    const sql = `SELECT "from", 'it''s from' -- group by\nFROM t GROUP BY 1 /* where */`;
    const pieces = sqlPieces(sql);
    expect(pieces.map(({ text }) => text).join('')).to.equal(sql);
    expect(pieces.flatMap(({ kind, text }) => (kind === 'keyword' ? [text] : []))).to.deep.equal([
      ...['SELECT', 'FROM', 'GROUP BY'],
    ]);
  });

  it('sorts with nulls last both ways, and long integers by their size', () => {
    const rows: readonly (readonly Cell[])[] = [['9'], [null], ['100'], ['99999999999999999999']];
    const sorted = (direction: 'up' | 'down') =>
      sortedPlaces(rows, { column: 0, direction }, 'en').map((place) => rows[place]?.[0]);
    expect(sorted('up')).to.deep.equal(['9', '100', '99999999999999999999', null]);
    expect(sorted('down')).to.deep.equal(['99999999999999999999', '100', '9', null]);
    expect(sortingOf('-2', 3)).to.deep.equal({ column: 1, direction: 'down' });
    for (const text of [undefined, '', '0', '4', '1e3', '-', '../x'])
      expect(sortingOf(text, 3)).to.equal(null);
    expect(sortingText({ column: 1, direction: 'down' })).to.equal('-2');
  });

  it('draws the rows in view and some around them', () => {
    expect(windowAt(0, 330, 100_000)).to.deep.equal({ from: 0, to: 23 });
    expect(windowAt(33 * 500, 330, 100_000)).to.deep.equal({ from: 488, to: 523 });
    expect(windowAt(33 * 99_995, 330, 100_000).to).to.equal(100_000);
    expect(windowAt(0, 330, 0)).to.deep.equal({ from: 0, to: 0 });
    expect(isApart({ from: 0, to: 20 }, { from: 20, to: 40 })).to.equal(true);
    expect(isApart({ from: 0, to: 20 }, { from: 19, to: 40 })).to.equal(false);
  });

  it('says when things were', () => {
    const now = new Date(2026, 10, 22, 12).getTime();
    const day = 86_400_000;
    expect([0, 1, 3, 8].map((days) => ageOf(now - days * day, now))).to.deep.equal([
      ...['today', 'yesterday', 'week', 'earlier'],
    ]);
    expect(instantOf('2026-11-22T10:00:00')).to.equal(Date.UTC(2026, 10, 22, 10));
    expect([65, 1_234].map((ms) => durationText(ms, 'de'))).to.deep.equal(['65 ms', '1,2 s']);
  });
});
