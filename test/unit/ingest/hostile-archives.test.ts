import { expect } from 'chai';
import { workbookParts, zipOf } from '../../../bench/ingest/make-files.ts';
import { parsed, refused } from './parse.ts';

const FILE = 'Book.xlsx';
const SHEET = 'xl/worksheets/sheet1.xml';
const TEXTS = 'xl/sharedStrings.xml';
const row = (value: string) => `<row><c t="inlineStr"><is><t>name</t></is></c></row>${value}`;
const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const SOME = sheet(row('<row><c><v>1</v></c></row>'));

const parts = (more: Readonly<Record<string, string | Buffer>> = {}) => ({
  ...workbookParts(['S']),
  [TEXTS]: '<sst/>',
  [SHEET]: SOME,
  ...more,
});

/** The archive with the directory's entry of the last part changed: at a place behind its signature. */
function withEntry(bytes: Buffer, change: (entry: Buffer, at: number) => void): Buffer {
  const changed = Buffer.from(bytes);
  change(changed, changed.lastIndexOf('PK\x01\x02', undefined, 'latin1'));
  return changed;
}

const DOCTYPE = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';

describe('hostile archives', () => {
  it('are no archives of the same form without their fault', async () => {
    const { tables } = await parsed(zipOf(parts()), { filename: FILE });
    expect(tables[0]).to.include({ rowCount: 1 });
  });

  const cases: readonly (readonly [string, () => Buffer, RegExp])[] = [
    [
      'parts that overlap',
      () => withEntry(zipOf(parts()), (entry, at) => entry.writeUInt32LE(0, at + 42)),
      /overlap/,
    ],
    [
      'a part that is larger than its directory says',
      () => withEntry(zipOf(parts()), (entry, at) => entry.writeUInt32LE(10, at + 24)),
      /larger|damaged/,
    ],
    [
      'a part that is smaller than its directory says',
      () => withEntry(zipOf(parts()), (entry, at) => entry.writeUInt32LE(100_000, at + 24)),
      /smaller|damaged/,
    ],
    [
      'a part with a password',
      () => withEntry(zipOf(parts()), (entry, at) => entry.writeUInt16LE(0x801, at + 8)),
      /password/,
    ],
    [
      'a packing that is not known',
      () => withEntry(zipOf(parts()), (entry, at) => entry.writeUInt16LE(99, at + 10)),
      /method 99|damaged/,
    ],
    ['a bomb', () => zipOf(parts({ [SHEET]: sheet(' '.repeat(20_000_000)) })), /times its size/],
    ['names that lead outside', () => zipOf({ ...parts(), '../../x.xml': 'x' }), /damaged/],
    ['entities of its own in a sheet', () => zipOf(parts({ [SHEET]: DOCTYPE + SOME })), /DTD/],
    [
      'entities of its own in its texts',
      () => zipOf(parts({ [TEXTS]: `${DOCTYPE}<sst/>` })),
      /DTD/,
    ],
    [
      'entities of its own in the list of sheets',
      () =>
        zipOf(parts({ 'xl/workbook.xml': `${DOCTYPE}${workbookParts(['S'])['xl/workbook.xml']}` })),
      /DTD/,
    ],
    [
      'a cell of megabytes',
      () =>
        zipOf(
          parts({
            [SHEET]: sheet(row(`<row><c t="str"><v>${'xy'.repeat(2_000_000)}</v></c></row>`)),
          }),
        ),
      /longer than/,
    ],
    [
      'a text of megabytes',
      () => zipOf(parts({ [TEXTS]: `<sst><si><t>${'xy'.repeat(2_000_000)}</t></si></sst>` })),
      /longer than/,
    ],
    ['a sheet that is cut off', () => zipOf(parts({ [SHEET]: SOME.slice(0, -30) })), /damaged/],
  ];
  for (const [what, bytes, message] of cases)
    it(`are refused with a text: ${what}`, async () => {
      const began = performance.now();
      const refusal = await refused(bytes(), { filename: FILE });
      expect(refusal.message).to.match(message);
      expect(refusal.code).to.match(/^upload_(?:unreadable|too_complex)$/);
      expect(performance.now() - began).to.be.below(10_000);
    });

  it('take no time for a million of styled rows without a cell', async () => {
    const rows = '<row><c s="1"/><c s="1"/></row>'.repeat(1_048_570);
    const bytes = zipOf(parts({ [SHEET]: sheet(row(`<row><c><v>1</v></c></row>${rows}`)) }));
    const limits = { maxZipRatio: 100_000 };
    const { tables } = await parsed(bytes, { filename: FILE, limits });
    expect(tables[0]).to.include({ rowCount: 1 });
  });
});
