import { expect } from 'chai';
import fc from 'fast-check';
import { csvOf, pastedRows, readHtml, readTabbed } from '#src/web/format/pasted.ts';

describe('a table from the clipboard', () => {
  const cases: readonly (readonly [string, string, readonly (readonly string[])[]])[] = [
    [
      'Excel: line ends of Windows, one at the end',
      'a\tb\r\n1\t2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'Excel: a line break within a cell',
      'a\tb\r\n"x\ny"\t2\r\n',
      [
        ['a', 'b'],
        ['x\ny', '2'],
      ],
    ],
    ['quotes within quotes', 'a\t"say ""hi""\nnow"', [['a', 'say "hi"\nnow']]],
    ['a quote that is a character', '5" pipe\t"open\tc', [['5" pipe', '"open', 'c']]],
    ['a cell that is all quoted', '"a"\tb', [['a', 'b']]],
    ['a word in quotes before others', '"a" b\tc', [['"a" b', 'c']]],
    [
      'decimal commas',
      'a\tb\n1.234,50\t0,5',
      [
        ['a', 'b'],
        ['1.234,50', '0,5'],
      ],
    ],
    [
      'empty cells',
      'a\t\tb\n\t\t',
      [
        ['a', '', 'b'],
        ['', '', ''],
      ],
    ],
    ['a single cell', 'a', [['a']]],
  ];
  for (const [what, text, rows] of cases)
    it(`reads ${what}`, () => expect(readTabbed(text)).to.deep.equal(rows));

  it('reads whatever rows a spreadsheet writes', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ',', ' ', 'é') });
    const written = (text: string) =>
      /["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const text = rows.map((row) => row.map(written).join('\t')).join('\n');
        expect(readTabbed(`${text}\n`)).to.deep.equal(rows);
      }),
    );
  });

  const html = `<html><body><!--StartFragment--><table><tr><th>Name</th><th colspan=2>Sum</th></tr>
    <tr><td rowspan="2">Müller &amp;\n S&ouml;hne</td><td style="a:b">1.234,50&nbsp;&#8364;</td><td>x<br>y</td></tr>
    <tr><td><b>2</b></td><td></td></tr></table>`;
  it('reads HTML, with cells that span others', () =>
    expect(readHtml(html)).to.deep.equal([
      ['Name', 'Sum', ''],
      ['Müller & Söhne', '1.234,50 €', 'x\ny'],
      ['', '2', ''],
    ]));

  it('takes HTML where the text is torn, and the text where it is not', () => {
    const torn = {
      text: 'Name\tSum\nx\ny\t1',
      html: '<table><tr><td>Name<td>Sum<tr><td>x y<td>1</table>',
    };
    expect(pastedRows(torn)).to.deep.equal([
      ['Name', 'Sum'],
      ['x y', '1'],
    ]);
    expect(pastedRows({ ...torn, text: 'a\tb\n1\t2' })).to.deep.equal([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('is none where nothing stands in columns', () => {
    expect(pastedRows({ text: 'only a text', html: '<p>only a text</p>' })).to.equal(null);
  });

  it('becomes a CSV with the same cells', () => {
    expect(
      csvOf([
        ['a', '1,5'],
        ['say "hi"', 'x\ny'],
      ]),
    ).to.equal('a,"1,5"\r\n"say ""hi""","x\ny"\r\n');
  });
});
