import { randomBytes } from 'node:crypto';
import yazl from 'yazl';

export interface LongTexts {
  readonly rows: number;
  /** Of each text. */
  readonly chars: number;
}

/** Texts that the rows of a workbook share, so that a small file holds a large table. */
const SHARED = 4;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_ML = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A workbook with the columns `title` and `body`: a long text in each row. */
export async function workbookOfLongTexts({ rows, chars }: LongTexts): Promise<Blob> {
  const texts = Array.from({ length: SHARED }, () =>
    randomBytes(Math.ceil(chars / 2))
      .toString('hex')
      .slice(0, chars),
  );
  const cells = (first: string, second: string) =>
    `<row><c t="inlineStr"><is><t>${first}</t></is></c>${second}</row>`;
  const sheet = [
    cells('title', '<c t="inlineStr"><is><t>body</t></is></c>'),
    ...Array.from({ length: rows }, (_, row) =>
      cells(`Letter ${row + 1}`, `<c t="s"><v>${row % SHARED}</v></c>`),
    ),
  ];
  const strings = texts.map((text) => `<si><t>${text}</t></si>`).join('');
  return zipped({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_ML}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_ML}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${SHEET_ML}.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="letters" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${sheet.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}" count="${rows}" uniqueCount="${SHARED}">${strings}</sst>`,
  });
}

async function zipped(parts: Readonly<Record<string, string>>): Promise<Blob> {
  const zip = new yazl.ZipFile();
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(XML + xml), name);
  zip.end();
  const blocks: Buffer[] = [];
  for await (const block of zip.outputStream) blocks.push(block as Buffer);
  return new Blob([Buffer.concat(blocks)]);
}
