/**
 * `npm run bench ingest [-- --scale 0.1] [--only csv,xlsx] [--folder DIR]`: makes files by a seeded generator, uploads
 * each to a service of its own and prints the time until questions see its tables, beside the floor in the same run
 * (DuckDB's own `read_csv` into a file; SheetJS parsing the workbook), with the processor time and the peak of memory
 * of all processes, how long `GET /whoami` takes meanwhile, and what a question on another workspace takes at rest and
 * meanwhile: each time another one, so that no kept answer answers it.
 */
import { execFileSync } from 'node:child_process';
import { openAsBlob, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { writeSalesCsv, writeSalesWorkbook, writeWideWorkbook } from './ingest/make-files.ts';
import { treeOf } from './ingest/process-tree.ts';
import { call, startService } from './service.ts';
import { median, printTable } from './stats.ts';

const { values: options } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    only: { type: 'string' },
    repeat: { type: 'string', default: '1' },
  },
});
const scale = Number(options.scale);
const rows = (count: number) => Math.max(10, Math.round(count * scale));
const MIB = 1024 * 1024;
const SAMPLE_MS = 25;
/** Questions of the neighbour at rest, whose median counts. */
const QUESTIONS_AT_REST = 40;

interface Kind {
  readonly name: string;
  readonly file: string;
  readonly floor: 'duckdb' | 'sheetjs';
  /** The time to `ready` as a share of the floor's that is aimed at; null: none. */
  readonly target: number | null;
  make(file: string): unknown;
}

const KINDS: readonly Kind[] = [
  {
    name: 'csv',
    file: 'sales.csv',
    floor: 'duckdb',
    target: 2.5,
    make: (file) => writeSalesCsv(file, rows(435_000)),
  },
  {
    name: 'xlsx',
    file: 'sales.xlsx',
    floor: 'sheetjs',
    target: 0.25,
    make: (file) => writeSalesWorkbook(file, { rows: rows(770_000) }),
  },
  {
    name: 'sheets',
    file: 'sixty-sheets.xlsx',
    floor: 'sheetjs',
    target: null,
    make: (file) => writeSalesWorkbook(file, { rows: rows(3_000), sheets: 60 }),
  },
  {
    name: 'columns',
    file: 'wide.xlsx',
    floor: 'sheetjs',
    target: null,
    make: (file) => writeWideWorkbook(file, { rows: rows(4_000), columns: 500 }),
  },
  {
    name: 'texts',
    file: 'texts.xlsx',
    floor: 'sheetjs',
    target: null,
    make: (file) => writeSalesWorkbook(file, { rows: rows(300_000), customers: rows(700_000) }),
  },
];

interface Floor {
  readonly ms: number;
  readonly cpuMs: number;
  readonly peakMb: number;
}

const floorOf = (what: Kind['floor'], file: string): Floor =>
  JSON.parse(
    execFileSync(process.execPath, [
      '--max-old-space-size=8192',
      path.join(import.meta.dirname, 'ingest/floors.ts'),
      what,
      file,
    ]).toString(),
  ) as Floor;

/** Uploads a file to a service of its own. */
async function uploadMeasured(file: string) {
  const service = await startService({
    env: { PLUMBLINE_SAMPLE__ENABLED: 'false', PLUMBLINE_FILES__MAX_FILE_BYTES: '524288000' },
  });
  try {
    const me = await call<{ client_id?: string; clients?: { client_id: string }[] }>(
      service,
      'GET',
      '/whoami',
    );
    const clientId = me.client_id ?? me.clients?.[0]?.client_id ?? '';
    const workspaces = `/clients/${clientId}/workspaces`;
    const workspaceOf = (name: string) =>
      call<{ workspace_id: string }>(service, 'POST', workspaces, { name });
    const made = await workspaceOf('Bench');
    const neighbour = await workspaceOf('Neighbour');
    const sales = new FormData();
    sales.append('file', new Blob(['city,amount\nRome,1\nOslo,2\nRome,3\n']), 'sales.csv');
    await call(service, 'POST', `${workspaces}/${neighbour.workspace_id}/files`, sales);
    let asked = 0;
    const question = async () => {
      const q = `total amount by city where amount is less than ${10 + asked++}`;
      const began = performance.now();
      const { data } = await call<{ data?: { rows?: unknown[] } }>(service, 'POST', '/query', {
        q,
        workspace_id: neighbour.workspace_id,
      });
      if (data?.rows?.length !== 2) throw new Error('the neighbour got another answer');
      return performance.now() - began;
    };
    const atRest: number[] = [];
    while (atRest.length < QUESTIONS_AT_REST) atRest.push(await question());
    await sleep(1_000);
    const pid = service.process.pid ?? 0;
    const idle = treeOf(pid);
    let peak = idle.bytes;
    let done = false;
    const watch = (async () => {
      while (!done) {
        peak = Math.max(peak, treeOf(pid).bytes);
        await sleep(SAMPLE_MS);
      }
    })();
    const waits: number[] = [];
    const asking = (async () => {
      while (!done) {
        const began = performance.now();
        await call(service, 'GET', '/whoami');
        waits.push(performance.now() - began);
        await sleep(10);
      }
    })();
    const questions: number[] = [];
    const neighbouring = (async () => {
      while (!done) {
        questions.push(await question());
        await sleep(50);
      }
    })();
    const form = new FormData();
    form.append('file', await openAsBlob(file), path.basename(file));
    const began = performance.now();
    await call(service, 'POST', `${workspaces}/${made.workspace_id}/files`, form);
    const ms = performance.now() - began;
    done = true;
    await Promise.all([watch, asking, neighbouring]);
    const cpuMs = treeOf(pid).cpuMs - idle.cpuMs;
    waits.sort((a, b) => a - b);
    return {
      ms,
      cpuMs,
      peakMb: (peak - idle.bytes) / MIB,
      p99: waits[Math.floor(waits.length * 0.99)] ?? 0,
      question: {
        atRest: median(atRest.slice(-QUESTIONS_AT_REST / 2)),
        meanwhile: median(questions),
      },
    };
  } finally {
    await service.stop();
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-ingest-'));
try {
  const wanted = options.only?.split(',');
  for (const kind of KINDS.filter(({ name }) => !wanted || wanted.includes(name))) {
    const file = path.join(folder, kind.file);
    await kind.make(file);
    for (let round = 0; round < Number(options.repeat); round++) {
      const load = loadavg()[0] ?? 0;
      const floor = floorOf(kind.floor, file);
      const found = await uploadMeasured(file);
      printTable(
        `${kind.file}: ${(statSync(file).size / MIB).toFixed(1)} MiB, load ${load.toFixed(1)}`,
        [
          {
            what: kind.floor === 'duckdb' ? 'read_csv into a file' : 'SheetJS parsing',
            ms: Math.round(floor.ms),
            'cpu ms': Math.round(floor.cpuMs),
            'peak MB': Math.round(floor.peakMb),
          },
          {
            what: 'upload to ready',
            ms: Math.round(found.ms),
            'cpu ms': Math.round(found.cpuMs),
            'peak MB': Math.round(found.peakMb),
          },
        ],
      );
      const ratio = found.ms / floor.ms;
      console.log(
        `ratio of times ${ratio.toFixed(2)}${kind.target === null ? '' : ` (aim ${kind.target})`}, of processor time ${(found.cpuMs / floor.cpuMs).toFixed(2)}; GET /whoami p99 meanwhile ${found.p99.toFixed(0)} ms; a neighbour's question ${found.question.meanwhile.toFixed(0)} ms, ${found.question.atRest.toFixed(0)} ms at rest`,
      );
    }
    await rm(file);
  }
} finally {
  await rm(folder, { recursive: true });
}
