import { expect } from 'chai';
import type { CellBlock } from '#workers/ingest/cell-block.ts';
import type { NumberFormat } from '#workers/ingest/xlsx/number-formats.ts';
import { SharedTextsScanner } from '#workers/ingest/xlsx/shared-texts.ts';
import { SheetDamaged, SheetScanner } from '#workers/ingest/xlsx/sheet-scanner.ts';
import { Unrecognised } from '#workers/ingest/xlsx/xml-text.ts';

const NUMBER = { kind: 'number' } as const;

/** The cells of a sheet, given to the scanner in chunks of so many bytes. */
function cellsOf(
  xml: string,
  size: number,
  formats: readonly NumberFormat[] = [NUMBER, { kind: 'date' }],
): unknown {
  const blocks: CellBlock[] = [];
  const scanner = new SheetScanner(
    {
      sharedTexts: 3,
      formats,
      date1904: false,
      maxCellBytes: 1_000,
      maxRows: 10,
      onTooManyRows: () => {
        throw new Error('too many rows');
      },
    },
    (block) => blocks.push(block),
  );
  const bytes = Buffer.from(xml);
  for (let at = 0; at < bytes.length; at += size) scanner.push(bytes.subarray(at, at + size));
  scanner.end();
  return blocks.map(({ rowNumbers, columns, kinds, values, texts }) => ({
    rows: [...rowNumbers],
    cells: [...columns].map((column, at) => [column, kinds[at], values[at]]),
    texts,
  }));
}

const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

describe('scanning the XML of a sheet', () => {
  const cases: readonly (readonly [string, string, readonly unknown[]])[] = [
    [
      'numbers in decimal, without zeros at their end',
      '<row><c><v>12.50</v></c><c><v>-3</v></c><c><v>0.000001</v></c></row>',
      [
        [0, 1, 125],
        [1, 0, -3],
        [2, 6, 1],
      ],
    ],
    [
      'numbers of a double, to fifteen digits',
      '<row><c><v>0.30000000000000004</v></c><c><v>1.5E2</v></c></row>',
      [
        [0, 1, 3],
        [1, 0, 150],
      ],
    ],
    ['days', '<row><c s="1"><v>45351</v></c></row>', [[0, 20, 19_782]]],
    ['cells without a place', '<row><c/><c><v>1</v></c></row>', [[1, 0, 1]]],
    ['cells far from each other', '<row><c r="XFD1"><v>1</v></c></row>', [[16_383, 0, 1]]],
    [
      'truth values and errors',
      '<row><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>',
      [
        [0, 18, 1],
        [1, 19, 0],
      ],
    ],
    ['shared texts', '<row><c t="s"><v>2</v></c></row>', [[0, 16, 2]]],
    [
      'empty values as none, whatever their type',
      '<row><c t="b"><v></v></c><c t="s"><v></v></c><c><v></v></c><c t="b"><v>1</v></c></row>',
      [[3, 18, 1]],
    ],
    ['values beside comments', '<row><!-- > --><c><v>1</v></c></row>', [[0, 0, 1]]],
  ];
  for (const [what, rows, cells] of cases)
    it(`reads ${what}, however the bytes are cut`, () => {
      for (const size of [1, 2, 3, 7, 1_000])
        expect(cellsOf(sheet(rows), size), `chunks of ${size}`).to.deep.equal([
          { rows: [1], cells, texts: [] },
        ]);
    });

  it('reads cells without a style in the first one', () => {
    expect(
      cellsOf(sheet('<row><c><v>45351</v></c></row>'), 1_000, [{ kind: 'date' }]),
    ).to.deep.equal([{ rows: [1], cells: [[0, 20, 19_782]], texts: [] }]);
  });

  it('reads texts of cells with references and runs', () => {
    const xml = sheet(
      '<row r="4"><c t="inlineStr"><is><r><t>a&amp;b</t></r><r><t> &#x1F600;</t></r><rPh><t>no</t></rPh></is></c></row>',
    );
    for (const size of [1, 5, 1_000])
      expect(cellsOf(xml, size)).to.deep.equal([
        { rows: [4], cells: [[0, 17, 0]], texts: ['a&b \u{1f600}'] },
      ]);
  });

  it('takes nothing for rows where the sheet ends with its first tag', () => {
    const xml = '<worksheet/><sheetData><row><c><v>1</v></c></row></sheetData>';
    for (const size of [1, 4, 1_000]) expect(cellsOf(xml, size)).to.deep.equal([]);
  });

  for (const rows of ['<row r="2"/><row r="1"/>', '<row><c r="B1"/><c r="A1"/></row>', '<x/>'])
    it(`leaves what it does not know to another reader: ${rows}`, () => {
      expect(() => cellsOf(sheet(rows), 1_000)).to.throw(/out of order|between cells/);
    });

  it('fails with what is no sheet in one way, however the bytes are cut', () => {
    for (const text of ['<orksheet>works\0worksheet>', '</si>\fheet\0>'])
      for (let size = 1; size <= text.length; size++)
        expect(() => cellsOf(text, size), `chunks of ${size}`).to.throw(SheetDamaged);
  });

  it('ends with a sheet that is cut off', () => {
    expect(() => cellsOf('<worksheet><sheetData><row><c><v>1</v></c>', 1_000)).to.throw();
  });
});

describe('scanning the texts that sheets share', () => {
  const textsOf = (xml: string, size: number) => {
    const scanner = new SharedTextsScanner(1_000);
    const bytes = Buffer.from(xml);
    for (let at = 0; at < bytes.length; at += size) scanner.push(bytes.subarray(at, at + size));
    return scanner.end();
  };

  it('reads plain ones, runs and empty ones, however the bytes are cut', () => {
    const xml =
      '<sst><si><t>a &lt; b</t></si><si><t xml:space="preserve"> c </t></si><si><r><t>d</t></r><r><t>e</t></r></si><si/><si><t/></si></sst>';
    for (const size of [1, 2, 9, 40, 1_000])
      expect(textsOf(xml, size)).to.deep.equal(['a < b', ' c ', 'de', '', '']);
  });

  it('finds no texts where the table of them does not begin', () => {
    const text = `count="3"><si><t>one</t></si><si><t> two &#0; ${'x'.repeat(40)}</t></si></sst>`;
    for (let size = 1; size <= text.length; size += 7)
      expect(() => textsOf(text, size), `chunks of ${size}`).to.throw(Unrecognised);
  });

  it('passes over comments, whatever they hold', () => {
    const xml =
      '<sst><!-- <si><t>no</t></si> --><si><t>a</t><!-- > --><!----></si><si><t>b</t></si></sst>';
    for (const size of [1, 5, 1_000]) expect(textsOf(xml, size)).to.deep.equal(['a', 'b']);
  });

  it('takes an item for no other that is closed otherwise', () => {
    const xml = '<sst><si><t>a</t></so><t>b</t></si></sst>';
    for (const size of [1, 12, 1_000]) expect(textsOf(xml, size)).to.deep.equal(['ab']);
  });
});
