/**
 * `npm run bench ingest/fuzz [-- --runs 1000000] [--seed 1]`: gives mutated sheets and tables of texts to the scanners
 * of workbooks, cut into chunks at random. Ends with 1 where one fails otherwise than it says, takes long, gives other
 * cells for other chunks, or where memory grows.
 */
import { parseArgs } from 'node:util';
import type { CellBlock } from '../../workers/ingest/cell-block.ts';
import { Refusal } from '../../workers/ingest/refusal.ts';
import { SharedTextsScanner } from '../../workers/ingest/xlsx/shared-texts.ts';
import { SheetDamaged, SheetScanner } from '../../workers/ingest/xlsx/sheet-scanner.ts';
import { Unrecognised } from '../../workers/ingest/xlsx/xml-text.ts';
import { randomOf } from './make-files.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
  },
});
const runs = Number(options.runs);
const random = randomOf(Number(options.seed));
const upTo = (end: number) => Math.floor(random() * end);
const SLOW_MS = 1_000;
const MIB = 1024 * 1024;

const SHEETS = [
  `<?xml version="1.0"?><worksheet xmlns="x"><dimension ref="A1:D4"/><cols><col min="1"/></cols><sheetData><row r="1" spans="1:4"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t xml:space="preserve"> a&amp;b </t></is></c><c r="C1" s="1"><v>45000.5</v></c></row><row r="3"><c t="b"><v>1</v></c><c r="C3" t="e"><v>#N/A</v></c><c r="D3" t="str"><f>A1&amp;"x"</f><v>y&#x1F600;</v></c></row><row><c s="2"><v>-1.5E-3</v></c><c/><c r="XFD4"><v>0.30000000000000004</v></c></row></sheetData><mergeCells count="1"><mergeCell ref="A1:A3"/></mergeCells></worksheet>`,
  `<x:worksheet xmlns:x="y"><x:sheetData><x:row r="2"><x:c r="A2" s="3"><x:v>00501</x:v></x:c><x:c r="B2" t="inlineStr"><x:is><x:r><x:rPr><x:b/></x:rPr><x:t>rich</x:t></x:r><x:r><x:t> text</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh></x:is></x:c></x:row><!-- note --></x:sheetData></x:worksheet>`,
  `<worksheet><sheetData/></worksheet>`,
].map((text) => Buffer.from(text));
const TEXTS = [
  `<sst xmlns="x" count="3"><si><t>one</t></si><si><t xml:space="preserve"> two &lt; </t></si><si><r><t>thr</t></r><r><rPr/><t>ee</t></r><rPh sb="0"><t>x</t></rPh></si><si/><si><t/></si></sst>`,
].map((text) => Buffer.from(text));
const PIECES = [
  ...[
    '<',
    '>',
    '/',
    '"',
    "'",
    '&',
    ';',
    '=',
    ' ',
    '<c',
    '<c r="A1"',
    '</c>',
    '<v>',
    '</v>',
    '<row',
    '</row>',
  ],
  ...[
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<!DOCTYPE',
    '<?',
    '&#0;',
    '&#x110000;',
    '9'.repeat(400),
    'r="ZZZZ9"',
  ],
  ...[
    '<is>',
    '<t>',
    '</sheetData>',
    '\0',
    '\ufeff',
    '1e999',
    '<mergeCell ref="A1:B2"/>',
    '</si>',
    '<si>',
  ],
].map((text) => Buffer.from(text));

function mutated(from: Buffer): Buffer {
  let bytes = from;
  for (let changes = 1 + upTo(4); changes > 0; changes--) {
    const at = upTo(bytes.length + 1);
    const to = Math.min(bytes.length, at + upTo(20));
    const middle = [
      () => Buffer.alloc(0),
      () => Buffer.of(upTo(256)),
      () => PIECES[upTo(PIECES.length)] ?? Buffer.alloc(0),
      () => Buffer.concat([bytes.subarray(at, to), bytes.subarray(at, to)]),
    ][upTo(4)]?.();
    const rest = upTo(2) ? at : to;
    bytes = Buffer.concat([bytes.subarray(0, at), middle ?? Buffer.alloc(0), bytes.subarray(rest)]);
  }
  return bytes;
}

/** What a scanner makes of bytes in chunks; a failure by its kind. */
function outcome(bytes: Buffer, size: number, scan: (chunks: Iterable<Buffer>) => unknown): string {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  try {
    return JSON.stringify(scan(chunks));
  } catch (error) {
    if (error instanceof Refusal) return 'refused';
    if (error instanceof Unrecognised || error instanceof SheetDamaged)
      return error.constructor.name;
    throw error;
  }
}

const NUMBER = { kind: 'number' } as const;

function scanSheet(chunks: Iterable<Buffer>): unknown {
  const blocks: CellBlock[] = [];
  const scanner = new SheetScanner(
    {
      sharedTexts: 3,
      formats: [NUMBER, { kind: 'date' }, { kind: 'elapsed' }, { kind: 'zeros', zeros: 5 }],
      date1904: false,
      maxCellBytes: 10_000,
      maxRows: 1_000,
      onTooManyRows: () => {
        throw new Refusal('upload_too_complex', 'rows');
      },
    },
    (block) => blocks.push(block),
  );
  for (const chunk of chunks) scanner.push(chunk);
  scanner.end();
  return [
    scanner.merges,
    scanner.emptyFormulas,
    blocks.map((block) => [
      [...block.rowNumbers],
      [...block.columns],
      [...block.kinds],
      [...block.values],
      block.texts,
    ]),
  ];
}

function scanTexts(chunks: Iterable<Buffer>): unknown {
  const scanner = new SharedTextsScanner(10_000);
  for (const chunk of chunks) scanner.push(chunk);
  return scanner.end();
}

const kinds = new Map<string, number>();
let slowest = 0;
let early = 0;
let failed = 0;
for (let run = 0; run < runs && failed < 10; run++) {
  const isSheet = upTo(4) > 0;
  const from = isSheet ? SHEETS[upTo(SHEETS.length)] : TEXTS[0];
  const scan = isSheet ? scanSheet : scanTexts;
  const bytes = mutated(from ?? Buffer.alloc(0));
  const began = performance.now();
  try {
    const whole = outcome(bytes, bytes.length + 1, scan);
    const kind = whole.startsWith('[') ? 'read' : whole;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const size = 1 + upTo(60);
    const cut = outcome(bytes, size, scan);
    if (cut !== whole) {
      failed++;
      console.error(
        `run ${run}: chunks of ${size} give ${cut}, not ${whole}\n${JSON.stringify(bytes.toString('latin1'))}`,
      );
    }
  } catch (error) {
    failed++;
    console.error(
      `run ${run}: ${(error as Error).stack}\n${JSON.stringify(bytes.toString('latin1'))}`,
    );
  }
  slowest = Math.max(slowest, performance.now() - began);
  if (run === Math.floor(runs / 10)) early = process.memoryUsage().rss;
}
const growth = (process.memoryUsage().rss - early) / MIB;
console.log(
  `${runs} runs, seed ${options.seed}: ${JSON.stringify(Object.fromEntries(kinds))}; slowest ${slowest.toFixed(0)} ms; memory ${growth.toFixed(0)} MiB more than after a tenth`,
);
if (failed > 0 || slowest > 10 * SLOW_MS || growth > 200) process.exitCode = 1;
