/** The texts that a clipboard has of what was copied; empty where it has none. */
export interface Clipboard {
  readonly text: string;
  readonly html: string;
}

export type Rows = readonly (readonly string[])[];

/**
 * The rows of a table that was copied from a spreadsheet, a page or a document; null where it is no table. The text is
 * taken before the HTML: spreadsheets quote line breaks in it, and it has what the cells show.
 */
export function pastedRows({ text, html }: Clipboard): Rows | null {
  const typed = text.includes('\t') ? readTabbed(text) : null;
  if (typed && isEven(typed)) return typed;
  const drawn = /<table\b/i.test(html) ? readHtml(html) : [];
  if (drawn.some((row) => row.length > 1)) return drawn;
  return typed;
}

const isEven = (rows: Rows) => rows.every(({ length }) => length === rows[0]?.length);

/**
 * Cells between tabs. One that begins with a quote runs to the quote before the next tab or line end, as spreadsheets
 * write line breaks and tabs within a cell; where there is none, the quote is a character like any.
 */
export function readTabbed(text: string): Rows {
  const rows: string[][] = [[]];
  const clean = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  const quoted = /"((?:[^"]|"")*)"(?=\t|\n|$)/y;
  const plain = /[^\t\n]*/y;
  for (let at = 0; ; at += 1) {
    quoted.lastIndex = at;
    const found = clean[at] === '"' ? quoted.exec(clean) : null;
    plain.lastIndex = at;
    const cell = found ? (found[1] ?? '').replaceAll('""', '"') : (plain.exec(clean)?.[0] ?? '');
    rows.at(-1)?.push(cell);
    at = found ? quoted.lastIndex : plain.lastIndex;
    if (at >= clean.length) return rows;
    if (clean[at] === '\n') rows.push([]);
  }
}

const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
    ...{ euro: '€', pound: '£', yen: '¥', ndash: '–', mdash: '—', minus: '−', hellip: '…' },
    ...{ auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß' },
  }),
);

function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, ten, hex, name) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const code = ten === undefined ? Number.parseInt(hex, 16) : Number(ten);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** What a cell shows: its text in one line, but where it is broken. */
const shownText = (inner: string) =>
  withoutEntities(
    inner
      .replace(/\s+/g, ' ')
      .replace(/<br\b[^>]*>|<\/(?:p|div|li)>/gi, '\n')
      .replace(/<[^>]*>/g, ''),
  )
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .trim();

const MOST_SPANNED = 1_000;
const spanOf = (attributes: string, name: string) => {
  const found = new RegExp(`\\b${name}\\s*=\\s*["']?(\\d+)`, 'i').exec(attributes);
  return Math.min(Math.max(Number(found?.[1] ?? 1), 1), MOST_SPANNED);
};

/**
 * The rows of the first table of a page. A cell that spans others stands in the first of them, the others are empty. It is
 * read as a text: the page may not have the browser make nodes of one.
 */
export function readHtml(html: string): Rows {
  const table = /<table\b[^>]*>([\s\S]*?)<\/table>/i.exec(html)?.[1] ?? '';
  const rows: string[][] = [];
  /** By column: rows below that a cell above takes. */
  const taken: number[] = [];
  for (const [, inner = ''] of table.matchAll(/<tr\b[^>]*>([\s\S]*?)(?=<\/tr>|<tr\b|$)/gi)) {
    const row: string[] = [];
    const skip = () => {
      while ((taken[row.length] ?? 0) > 0) {
        taken[row.length] = (taken[row.length] ?? 0) - 1;
        row.push('');
      }
    };
    const cells = inner.matchAll(/<t[dh]\b([^>]*)>([\s\S]*?)(?=<\/t[dh]>|<t[dh]\b|$)/gi);
    for (const [, attributes = '', content = ''] of cells) {
      skip();
      const below = spanOf(attributes, 'rowspan') - 1;
      for (let column = 0; column < spanOf(attributes, 'colspan'); column += 1) {
        taken[row.length] = below;
        row.push(column === 0 ? shownText(content) : '');
      }
    }
    skip();
    if (row.length > 0) rows.push(row);
  }
  return rows;
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Rows as a CSV (RFC 4180). */
export const csvOf = (rows: Rows): string =>
  rows.map((row) => `${row.map(quoted).join()}\r\n`).join('');
