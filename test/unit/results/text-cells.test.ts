import { expect } from 'chai';
import { csvPieces } from '#src/results/export/csv.ts';
import { rowXml } from '#src/results/export/sheet-xml.ts';
import { neutralised } from '#src/results/export/text-cells.ts';

/** What stands before a formula without being seen, by its name. */
const UNSEEN: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['a byte order mark', '\ufeff'],
  ['a zero-width space', '\u200b'],
  ['a zero-width joiner', '\u200d'],
  ['a right-to-left mark', '\u200f'],
  ['a right-to-left override', '\u202e'],
  ['a soft hyphen', '\u00ad'],
  ['a word joiner', '\u2060'],
  ['a no-break space', '\u00a0'],
  ['a space', ' '],
  ['an ideographic space', '\u3000'],
  ['a line separator', '\u2028'],
  ['NUL', '\0'],
  ['an escape character', '\u001b'],
  ['a C1 control', '\u0085'],
  ['a combining mark', '\u0301'],
  ['a variation selector', '\ufe0f'],
  ['a Hangul filler', '\u3164'],
  ['a blank of Braille', '\u2800'],
  ['a tag character', '\u{e0020}'],
  ['a lone surrogate', '\ud800'],
  ['several of them', '\ufeff \u200b\t\u00a0'],
];
const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '⁼', '−'];

const csvOf = async (cell: string) => {
  const columns = [{ name: 'a', type: 'text' }] as const;
  const pieces: string[] = [];
  const batches = (async function* () {
    yield [[cell]];
  })();
  for await (const piece of csvPieces({ columns, batches })) pieces.push(piece);
  return pieces[1]!.replace(/^"|"?\r\n$/g, '');
};

describe('texts in exports', () => {
  for (const [name, before] of UNSEEN)
    it(`are no formulas behind ${name}`, async () => {
      for (const sign of SIGNS) {
        const text = `${before}${sign}1+1`;
        expect(neutralised(text), JSON.stringify(text)).to.equal(`'${text}`);
        expect(await csvOf(text), JSON.stringify(text)).to.match(/^'/);
        expect(rowXml([text], [{ name: 'a', type: 'text' }])).to.contain(`>'`);
      }
    });

  it('are kept where they begin no formula', () => {
    for (const text of ['', 'a=1', '\ufeffName', ' lead', 'é', '5-4', '\u0301a', '日本', '(1)'])
      expect(neutralised(text)).to.equal(text);
  });

  it('take no longer for many unseen characters', () => {
    const text = '\u200b'.repeat(1_000_000);
    expect(neutralised(text)).to.equal(text);
  });
});
