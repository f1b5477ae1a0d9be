import { CFB, utils, write } from 'xlsx';
import { openWorkspace } from '../../../test/e2e/workspace.ts';
import { seeded } from '../../kill/run.ts';
import type { FaultContext, FaultPart, FaultRow } from '../fault.ts';

const FILES = 600;
/** No file of a few kilobytes may take longer, on a busy machine. */
const LONGEST_MS = 30_000;
const ENV = { PLUMBLINE_LOG__LEVEL: 'silent', PLUMBLINE_FILES__PARSE_TIMEOUT_MS: '60000' };

type Make = (random: () => number) => { readonly bytes: Buffer; readonly filename: string };

/** Uploads malformed CSVs and workbooks: each is taken or refused with 4xx and a text, in bounded time. */
export const part: FaultPart = {
  name: 'hostile-files',
  async run(context) {
    const rows: FaultRow[] = [];
    for (const [fault, make] of Object.entries(KINDS))
      if (!context.signal.aborted && context.wants(fault))
        rows.push(await upload(context, fault, make));
    return rows;
  },
};

async function upload(context: FaultContext, fault: string, make: Make): Promise<FaultRow> {
  const random = seeded(context.seed);
  const own = await openWorkspace(ENV);
  const counts = { runs: 0, deaths: 0, wrong: 0 };
  let [taken, slowestMs] = [0, 0];
  try {
    const files = Math.max(5, Math.round((FILES * context.scale) / Object.keys(KINDS).length));
    while (counts.runs < files && !context.signal.aborted) {
      counts.runs++;
      const { bytes, filename } = make(random);
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(bytes)]), filename);
      form.set('force', 'true');
      const began = performance.now();
      const response = await fetch(own.service.url + own.files, {
        ...{ method: 'POST', body: form, headers: { 'x-api-key': own.service.apiKey ?? '' } },
      }).catch(() => null);
      const took = performance.now() - began;
      slowestMs = Math.max(slowestMs, took);
      const status = response?.status ?? 0;
      if (status === 200) taken++;
      const isFine = status === 200 || (status >= 400 && status < 500);
      if (!isFine || took > LONGEST_MS) {
        counts.wrong++;
        const text = await response?.text();
        context.say(`wrong: ${fault} ${counts.runs}: ${status}, ${Math.round(took)} ms: ${text}`);
      }
      await response?.body?.cancel().catch(() => {});
      const { process: child } = own.service;
      if (child.exitCode !== null || child.signalCode !== null) {
        counts.deaths++;
        break;
      }
    }
  } finally {
    await own.close();
  }
  return {
    ...{ fault, ...counts, lost: 0, orphans: 0, effects: 0 },
    figures: `${taken} taken, slowest ${Math.round(slowestMs)} ms`,
  };
}

const pick = <T>(all: readonly T[], random: () => number): T =>
  all[Math.floor(random() * all.length)] as T;

/** Pieces that readers of tables have trouble with. */
const PIECES = [
  ...[
    '"',
    '""',
    ',',
    ';',
    '\t',
    '|',
    '\n',
    '\r',
    '\r\n',
    '\0',
    '\ufeff',
    '\u2028',
    '\ud800',
    '=1+1',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'NULL',
    'NaN',
    '1e999',
    '-0',
    '1,2,3',
  ],
  ...[
    '31/02/2024',
    '99:99',
    '$',
    '%',
    '(',
    '1'.repeat(400),
    ' '.repeat(2_000),
    'x'.repeat(100_000),
  ],
  ...['地'.repeat(500), '\u0301'.repeat(3_000), '9'.repeat(39), '0x10', "'; DROP TABLE t; --"],
];

function csv(random: () => number): Buffer {
  const width = 1 + Math.floor(random() * 8);
  const lines = Array.from({ length: 1 + Math.floor(random() * 60) }, (_, row) =>
    Array.from({ length: random() < 0.05 ? 300 : width }, (_cell, at) =>
      random() < 0.1 ? pick(PIECES, random) : row === 0 ? `column ${at}` : String(row * at),
    ).join(random() < 0.02 ? ';' : ','),
  );
  return Buffer.from(lines.join(random() < 0.1 ? '\r' : '\n'));
}

function flipped(bytes: Buffer, random: () => number): Buffer {
  const changed = Buffer.from(bytes);
  const flips = 1 + Math.floor(random() * 20);
  for (let n = 0; n < flips; n++)
    changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256);
  return random() < 0.3 ? changed.subarray(0, Math.floor(random() * changed.length)) : changed;
}

function workbook(random: () => number): Buffer {
  const book = utils.book_new();
  const rows = Array.from({ length: 20 }, (_, row) =>
    row === 0 ? ['id', 'name & more', 'at'] : [row, `n${row % 5}`, new Date(2024, 0, row)],
  );
  const sheet = utils.aoa_to_sheet(rows);
  sheet['!merges'] = [{ s: { r: 2, c: 1 }, e: { r: 4, c: 1 } }];
  book.SheetNames.push(pick(['Data', '__proto__', 'constructor', 'toString'], random));
  Object.defineProperty(book.Sheets, book.SheetNames[0] ?? '', { value: sheet, enumerable: true });
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true });
}

/** Changes to the text of a part of a workbook. */
const EDITS: readonly ((text: string, random: () => number) => string)[] = [
  (text, random) =>
    text.replace(/<v>\d+<\/v>/, `<v>${pick(['-1', '99999', 'x', '1e400', ''], random)}</v>`),
  (text, random) =>
    text.replace(/ref="[^"]*"/, `ref="${pick(['A1:XFD1048576', 'Z', '', 'B2:A1'], random)}"`),
  (text, random) =>
    text.replace('&amp;', pick(['&#0;', '&#x110000;', '&bogus;', '&#xD800;', '&'], random)),
  (text, random) =>
    text.replace(/Target="[^"]*"/, `Target="${pick(['', '../..', '/x', 'a.xml'], random)}"`),
  (text, random) =>
    text.replace(/t="\w+"/, `t="${pick(['s', 'e', 'b', 'd', 'str', 'zz'], random)}"`),
  (text, random) => text.replace(/s="\d+"/, `s="${pick(['-1', '999999', 'x'], random)}"`),
  (text, random) =>
    text.replace(/r="[A-Z]+\d+"/, `r="${pick(['A0', 'XFE1', 'A99999999', '?'], random)}"`),
  (text, random) => text.slice(0, Math.floor(text.length * random())),
  (text, random) => {
    const at = Math.floor(text.length * random());
    return text.slice(0, at) + pick(PIECES, random) + text.slice(at);
  },
  (text) => text.replaceAll('<', '<!['),
  () => '',
];

function editedWorkbook(random: () => number): Buffer {
  const zip = CFB.read(workbook(random), { type: 'buffer' });
  const parts: { size: number; content: Uint8Array }[] = zip.FileIndex.filter(
    (part: { readonly size: number }) => part.size > 0,
  );
  for (let n = 0; n < 1 + Math.floor(random() * 3); n++) {
    const part = pick(parts, random);
    const text = pick(EDITS, random)(Buffer.from(part.content).toString(), random);
    part.content = Buffer.from(text);
    part.size = part.content.length;
  }
  return Buffer.from(CFB.write(zip, { fileType: 'zip', type: 'buffer' } as never) as Uint8Array);
}

const KINDS: Readonly<Record<string, Make>> = {
  'CSVs of hostile pieces': (random) => ({ bytes: csv(random), filename: 'data.csv' }),
  'CSVs with flipped bytes': (random) => ({
    bytes: flipped(csv(random), random),
    filename: 'data.csv',
  }),
  'workbooks with flipped bytes': (random) => ({
    ...{ bytes: flipped(workbook(random), random), filename: 'data.xlsx' },
  }),
  'workbooks with edited parts': (random) => ({
    ...{ bytes: editedWorkbook(random), filename: 'data.xlsx' },
  }),
};
