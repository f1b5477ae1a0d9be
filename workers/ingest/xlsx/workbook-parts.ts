import path from 'node:path';
import { excerpt } from '#workers/ingest/excerpt.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import { builtInFormat, formatOf, type NumberFormat } from '#workers/ingest/xlsx/number-formats.ts';
import { SharedTextsScanner } from '#workers/ingest/xlsx/shared-texts.ts';
import { tagsOf, Unrecognised } from '#workers/ingest/xlsx/xml-text.ts';
import type { Zip } from '#workers/ingest/xlsx/zip.ts';

/** What the parts of a workbook beside its sheets say. */
export interface Workbook {
  readonly sheets: readonly SheetPart[];
  readonly date1904: boolean;
  /** By style number of a cell. */
  readonly formats: readonly NumberFormat[];
  readonly sharedTexts: readonly string[];
}

export interface SheetPart {
  readonly name: string;
  readonly hidden: boolean;
  /** Its part; null where it has no cells (a chart) . */
  readonly part: string | null;
}

/** The small parts are read as a whole up to this size (bytes). */
const SMALL_PART_BYTES = 16 * 1024 * 1024;

/** Reads the list of sheets, the formats and the shared texts of a workbook. */
export async function readWorkbook(zip: Zip, maxCellBytes: number): Promise<Workbook> {
  const parts = new Parts(zip);
  const main = await mainPart(parts);
  const relations = await relationsOf(parts, main);
  const xml = await parts.text(main);
  if (xml === null || !/<(?:[\w.-]+:)?workbook[\s>]/.test(xml)) throw notAWorkbook();
  const sheets: SheetPart[] = [];
  let date1904 = false;
  for (const { name, closes, attributes } of tagsOf(xml)) {
    if (closes) continue;
    // Excel for Mac writes another element of the name (`x14:workbookPr`), which says nothing of dates.
    if (name === 'workbookPr' && attributes.has('date1904'))
      date1904 = /^(?:1|true)$/i.test(attributes.get('date1904')!);
    if (name !== 'sheet') continue;
    const relation = relations.get(attributes.get('id') ?? '');
    const isSheet = relation === undefined || relation.type.endsWith('/worksheet');
    sheets.push({
      name: attributes.get('name') ?? `Sheet${sheets.length + 1}`,
      hidden: /^(?:hidden|veryHidden)$/i.test(attributes.get('state') ?? ''),
      part: isSheet ? (parts.find(relation?.target ?? '') ?? '') : null,
    });
  }
  if (sheets.length === 0) throw new Unrecognised('a workbook without sheets');
  refuseShared(sheets);
  const partOf = (type: string) =>
    [...relations.values()].find((relation) => relation.type.endsWith(`/${type}`))?.target ?? '';
  const styles = parts.find(partOf('styles'));
  const shared = parts.find(partOf('sharedStrings'));
  return {
    sheets,
    date1904,
    formats: styles === null ? [] : formatsOf((await parts.text(styles)) ?? ''),
    sharedTexts: shared === null ? [] : await sharedTexts(zip, shared, maxCellBytes),
  };
}

/** A part that is several sheets would be read, and kept, as often as it is named. */
function refuseShared(sheets: readonly SheetPart[]): void {
  const owners = new Map<string, string>();
  for (const { part, name } of sheets) {
    if (!part) continue;
    const owner = owners.get(part);
    if (owner !== undefined)
      throw new Refusal(
        'upload_unreadable',
        `The sheets "${excerpt(owner)}" and "${excerpt(name)}" of the workbook share the same data. Save the workbook again as .xlsx and upload that.`,
      );
    owners.set(part, name);
  }
}

export const notAWorkbook = () =>
  new Refusal(
    'upload_unreadable',
    'This zip archive is not an Excel workbook. Upload a workbook saved as .xlsx.',
  );

/** Parts by their names without regard to case, as spreadsheet programs find them. */
class Parts {
  readonly #zip: Zip;
  readonly #byName = new Map<string, string>();

  constructor(zip: Zip) {
    this.#zip = zip;
    for (const name of zip.names) this.#byName.set(name.toLowerCase(), name);
  }

  find(name: string): string | null {
    return this.#byName.get(name.toLowerCase()) ?? null;
  }

  async text(name: string): Promise<string | null> {
    const found = this.find(name);
    if (found === null) return null;
    if (this.#zip.statedBytes(found) > SMALL_PART_BYTES)
      throw new Refusal(
        'upload_too_complex',
        `The part "${found.slice(0, 100)}" of the workbook is too large. Save the workbook again as .xlsx, or export its tables as CSV.`,
      );
    const chunks: Buffer[] = [];
    for await (const chunk of this.#zip.unpacked(found)) chunks.push(Buffer.from(chunk));
    const bytes = Buffer.concat(chunks);
    if (bytes[0] === 0xff || bytes[0] === 0xfe) throw new Unrecognised('an unsupported encoding');
    return bytes.toString();
  }
}

async function mainPart(parts: Parts): Promise<string> {
  const root = await parts.text('_rels/.rels');
  for (const { name, closes, attributes } of tagsOf(root ?? '')) {
    if (closes || name !== 'Relationship') continue;
    if (!(attributes.get('Type') ?? '').endsWith('/officeDocument')) continue;
    const part = parts.find(resolved('', attributes.get('Target') ?? ''));
    if (part !== null) return part;
  }
  const usual = parts.find('xl/workbook.xml');
  if (usual === null) throw notAWorkbook();
  return usual;
}

interface Relation {
  readonly type: string;
  readonly target: string;
}

async function relationsOf(parts: Parts, part: string): Promise<Map<string, Relation>> {
  const folder = path.posix.dirname(part);
  const xml = await parts.text(
    path.posix.join(folder, '_rels', `${path.posix.basename(part)}.rels`),
  );
  const relations = new Map<string, Relation>();
  for (const { name, closes, attributes } of tagsOf(xml ?? '')) {
    if (closes || name !== 'Relationship') continue;
    relations.set(attributes.get('Id') ?? '', {
      type: attributes.get('Type') ?? '',
      target: resolved(folder, attributes.get('Target') ?? ''),
    });
  }
  return relations;
}

const resolved = (folder: string, target: string) =>
  target.startsWith('/') ? target.slice(1) : path.posix.join(folder, target);

/** The formats of cells by style number: `cellXfs`, whose numbers name formats of the workbook or of all. */
function formatsOf(xml: string): NumberFormat[] {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  for (const { name, closes, attributes } of tagsOf(xml)) {
    if (name === 'cellXfs') inCells = !closes;
    if (closes) continue;
    if (name === 'numFmt')
      codes.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '');
    if (name !== 'xf' || !inCells) continue;
    const id = Number(attributes.get('numFmtId') ?? 0);
    const code = codes.get(id);
    formats.push(code === undefined ? builtInFormat(id) : formatOf(code));
  }
  return formats;
}

async function sharedTexts(
  zip: Zip,
  part: string,
  maxCellBytes: number,
): Promise<readonly string[]> {
  const scanner = new SharedTextsScanner(maxCellBytes);
  for await (const chunk of zip.unpacked(part)) scanner.push(chunk);
  return scanner.end();
}
