import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';

/** Seeded numbers, 0 ≤ x < 1 (Mulberry32 by Tommy Ettinger, public domain): the same seed gives the same file. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const REGIONS = ['North', 'South', 'East', 'West', 'São Paulo', 'Île-de-France', '東京', 'Bayern'];
const CATEGORIES = ['Electronics', 'Furniture', 'Office Supplies', 'Grocery', 'Clothing', 'Toys'];
const CHANNELS = ['online', 'retail', 'partner', 'phone'];
const LEGAL = ['GmbH', 'AG & Co', 'Ltd', 'Søns', '株式会社'];
const COLUMNS = [
  ...['order_id', 'order_date', 'region', 'customer', 'product', 'category', 'channel'],
  ...['quantity', 'unit_price', 'discount', 'revenue', 'returned'],
];
/** 2022-01-01 as Excel counts days. */
const FIRST_DAY = 44_562;
const DAYS = 1_096;
const DAY_MS = 86_400_000;
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);

interface Sale {
  readonly id: number;
  readonly day: number;
  readonly region: number | null;
  readonly customer: number;
  readonly product: number;
  readonly category: number;
  readonly channel: number;
  readonly quantity: number;
  readonly price: number;
  readonly discount: number | null;
  readonly revenue: number;
  readonly returned: boolean;
}

function* sales(rows: number, customers: number, seed: number): Generator<Sale> {
  const random = randomOf(seed);
  const upTo = (end: number) => Math.floor(random() * end);
  for (let id = 1; id <= rows; id++) {
    const quantity = 1 + upTo(20);
    const price = Math.round(random() * 50_000) / 100;
    const discount = random() < 0.1 ? null : upTo(30) / 100;
    yield {
      id,
      day: FIRST_DAY + upTo(DAYS),
      region: random() < 0.01 ? null : upTo(REGIONS.length),
      customer: Math.floor(random() * random() * customers),
      product: upTo(300),
      category: upTo(CATEGORIES.length),
      channel: upTo(CHANNELS.length),
      quantity,
      price,
      discount,
      revenue: Math.round(quantity * price * (1 - (discount ?? 0)) * 100) / 100,
      returned: random() < 0.05,
    };
  }
}

const productName = (product: number) => `Product ${product} Größe & Co "${product % 7}"`;
const customerName = (customer: number) => `Kunde ${customer} ${LEGAL[customer % LEGAL.length]}`;
const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Writes sales as CSV. */
export function writeSalesCsv(file: string, rows: number, seed = 1): void {
  const out = openSync(file, 'w');
  let text = `${COLUMNS.join(',')}\n`;
  for (const sale of sales(rows, 60_000, seed)) {
    const day = new Date(EXCEL_EPOCH + sale.day * DAY_MS).toISOString().slice(0, 10);
    text += `${sale.id},${day},${sale.region === null ? '' : REGIONS[sale.region]},${customerName(sale.customer)},${quoted(productName(sale.product))},${CATEGORIES[sale.category]},${CHANNELS[sale.channel]},${sale.quantity},${sale.price},${sale.discount ?? ''},${sale.revenue},${sale.returned}\n`;
    if (text.length < 1 << 20) continue;
    writeSync(out, text);
    text = '';
  }
  writeSync(out, text);
  closeSync(out);
}

/** One part of an archive: its text in pieces. */
export interface ZipPart {
  readonly name: string;
  readonly text: Iterable<string>;
}

/** Writes an archive as programs do that know sizes only behind the data. */
export async function writeZip(file: string, parts: Iterable<ZipPart>): Promise<void> {
  const out = openSync(file, 'w');
  let at = 0;
  const write = (bytes: Buffer) => {
    for (let done = 0; done < bytes.length; ) done += writeSync(out, bytes, done);
    at += bytes.length;
  };
  const directory: Buffer[] = [];
  for (const { name, text } of parts) {
    const from = at;
    const path = Buffer.from(name);
    write(
      Buffer.concat([header(0x04034b50, [20, 0x808, 8, 0, 0], [0, 0, 0], [path.length, 0]), path]),
    );
    const { crc, packed, size } = await pack(text, write);
    write(header(0x08074b50, [], [crc, packed, size], []));
    directory.push(
      header(0x02014b50, [20, 20, 0x808, 8, 0, 0], [crc, packed, size], [path.length, 0, 0, 0, 0]),
      Buffer.from(Uint32Array.of(0, from).buffer),
      path,
    );
  }
  const central = Buffer.concat(directory);
  const count = directory.length / 3;
  const end = Buffer.concat([header(0x06054b50, [0, 0, count, count], [central.length, at], [0])]);
  write(Buffer.concat([central, end]));
  closeSync(out);
}

function header(
  signature: number,
  before: readonly number[],
  sizes: readonly number[],
  after: readonly number[],
): Buffer {
  const bytes = Buffer.alloc(4 + 2 * before.length + 4 * sizes.length + 2 * after.length);
  let at = bytes.writeUInt32LE(signature, 0);
  for (const value of before) at = bytes.writeUInt16LE(value, at);
  for (const value of sizes) at = bytes.writeUInt32LE(value, at);
  for (const value of after) at = bytes.writeUInt16LE(value, at);
  return bytes;
}

async function pack(text: Iterable<string>, write: (bytes: Buffer) => void) {
  let crc = 0;
  let size = 0;
  let packed = 0;
  const deflate = createDeflateRaw({ level: 6 });
  deflate.on('data', (bytes: Buffer) => {
    packed += bytes.length;
    write(bytes);
  });
  const ended = new Promise((resolve) => deflate.once('end', resolve));
  for (const piece of text) {
    const bytes = Buffer.from(piece);
    crc = crc32(bytes, crc);
    size += bytes.length;
    if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once('drain', resolve));
  }
  deflate.end();
  await ended;
  return { crc, size, packed };
}

/** An archive of small parts, in memory. */
export function zipOf(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const crc = crc32(bytes);
    const path = Buffer.from(name);
    const sizes = [crc, packed.length, bytes.length];
    const piece = Buffer.concat([
      header(0x04034b50, [20, 0x800, 8, 0, 0], sizes, [path.length, 0]),
      path,
      packed,
    ]);
    directory.push(
      header(0x02014b50, [20, 20, 0x800, 8, 0, 0], sizes, [path.length, 0, 0, 0, 0]),
      Buffer.from(Uint32Array.of(0, at).buffer),
      path,
    );
    pieces.push(piece);
    at += piece.length;
  }
  const central = Buffer.concat(directory);
  const count = directory.length / 3;
  return Buffer.concat([
    ...pieces,
    central,
    header(0x06054b50, [0, 0, count, count], [central.length, at], [0]),
  ]);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** The parts of a workbook beside its sheets. */
export function workbookParts(sheets: readonly string[]): Record<string, string> {
  const numbers = sheets.map((_, at) => at + 1);
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr/><sheets>${sheets.map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rIdStyles" Type="${RELATIONS}/styles" Target="styles.xml"/><Relationship Id="rIdTexts" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
}

const sheetXml = (rows: Iterable<string>) =>
  (function* () {
    yield `${XML}<worksheet xmlns="${MAIN}"><sheetData>`;
    let text = '';
    for (const row of rows) {
      text += row;
      if (text.length < 1 << 18) continue;
      yield text;
      text = '';
    }
    yield `${text}</sheetData></worksheet>`;
  })();

const sharedXml = (texts: readonly string[]) =>
  (function* () {
    yield `${XML}<sst xmlns="${MAIN}" uniqueCount="${texts.length}">`;
    for (let at = 0; at < texts.length; at += 2_000)
      yield texts
        .slice(at, at + 2_000)
        .map((text) => `<si><t>${escaped(text)}</t></si>`)
        .join('');
    yield '</sst>';
  })();

const parts = (
  sheets: readonly { readonly name: string; readonly rows: Iterable<string> }[],
  texts: readonly string[],
): ZipPart[] => [
  ...Object.entries(workbookParts(sheets.map(({ name }) => name))).map(([name, text]) => ({
    name,
    text: [text],
  })),
  ...sheets.map(({ rows }, at) => ({
    name: `xl/worksheets/sheet${at + 1}.xml`,
    text: sheetXml(rows),
  })),
  { name: 'xl/sharedStrings.xml', text: sharedXml(texts) },
];

/** Writes sales as workbook, in so many sheets of so many rows; `customers` different texts in one of its columns. */
export function writeSalesWorkbook(
  file: string,
  {
    rows,
    sheets = 1,
    customers = 60_000,
  }: { readonly rows: number; readonly sheets?: number; readonly customers?: number },
  seed = 1,
): Promise<void> {
  const texts = [...COLUMNS, ...REGIONS, ...CATEGORIES, ...CHANNELS];
  const place = { regions: COLUMNS.length, categories: 0, channels: 0, products: 0, customers: 0 };
  place.categories = place.regions + REGIONS.length;
  place.channels = place.categories + CATEGORIES.length;
  place.products = texts.length;
  for (let product = 0; product < 300; product++) texts.push(productName(product));
  place.customers = texts.length;
  for (let customer = 0; customer < customers; customer++) texts.push(customerName(customer));
  const header = `<row r="1">${COLUMNS.map((_, at) => `<c r="${letters(at)}1" t="s"><v>${at}</v></c>`).join('')}</row>`;
  const rowsOf = function* (sheet: number) {
    yield header;
    let r = 1;
    for (const sale of sales(rows, customers, seed + sheet)) {
      r++;
      const number = (column: string, value: number, style = '') =>
        `<c r="${column}${r}"${style}><v>${value}</v></c>`;
      const text = (column: string, value: number) =>
        `<c r="${column}${r}" t="s"><v>${value}</v></c>`;
      yield `<row r="${r}" spans="1:12">${number('A', sale.id)}${number('B', sale.day, ' s="1"')}${sale.region === null ? '' : text('C', place.regions + sale.region)}${text('D', place.customers + sale.customer)}${text('E', place.products + sale.product)}${text('F', place.categories + sale.category)}${text('G', place.channels + sale.channel)}${number('H', sale.quantity)}${number('I', sale.price, ' s="2"')}${sale.discount === null ? '' : number('J', sale.discount)}${number('K', sale.revenue, ' s="2"')}<c r="L${r}" t="b"><v>${sale.returned ? 1 : 0}</v></c></row>`;
    }
  };
  const names = Array.from({ length: sheets }, (_, at) =>
    sheets === 1 ? 'Sales' : `Sales ${at + 1}`,
  );
  return writeZip(
    file,
    parts(
      names.map((name, at) => ({ name, rows: rowsOf(at) })),
      texts,
    ),
  );
}

/** Writes a sheet of numbers with so many columns. */
export function writeWideWorkbook(
  file: string,
  { rows, columns }: { readonly rows: number; readonly columns: number },
  seed = 1,
): Promise<void> {
  const random = randomOf(seed);
  const texts = Array.from({ length: columns }, (_, at) => `measure ${at + 1}`);
  const names = texts.map((_, at) => letters(at));
  const all = function* () {
    yield `<row r="1">${names.map((name, at) => `<c r="${name}1" t="s"><v>${at}</v></c>`).join('')}</row>`;
    for (let r = 2; r <= rows + 1; r++)
      yield `<row r="${r}">${names.map((name) => `<c r="${name}${r}"><v>${Math.round(random() * 1e6) / 100}</v></c>`).join('')}</row>`;
  };
  return writeZip(file, parts([{ name: 'Wide', rows: all() }], texts));
}

function letters(column: number): string {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}
