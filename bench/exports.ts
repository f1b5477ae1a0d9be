import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type OwnWorkspace, openWorkspace } from '../test/e2e/workspace.ts';
import { median, printTable } from './stats.ts';

/**
 * Exports of one long result in each format, with the memory of all processes of the service above what it
 * was before, each in a service that was just started; medians of the runs, and the largest:
 * `npm run bench exports [-- --rows 1000000] [--again] [--formats csv,json,xlsx,parquet] [--runs 1]`. With `--again`
 * the result is cut when it is kept, so that each export runs the query again.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    again: { type: 'boolean', default: false },
    formats: { type: 'string', default: 'csv,json,xlsx,parquet' },
    runs: { type: 'string', default: '1' },
  },
});
const ROWS = Number(values.rows);
const MIB = 1024 * 1024;
const SAMPLE_MS = 50;
/** A service that nobody asks has given back what it will after this long. */
const IDLE_MS = 5_000;
const UPLOAD_ROWS = 1_000_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function* lines(from: number, to: number): Generator<string> {
  yield 'id,city,amount,sold_on\n';
  for (let n = from; n < to; n++)
    yield `${n},city ${n % 60},${((n * 7919) % 100_000) / 100},2024-${String((n % 12) + 1).padStart(2, '0')}-15\n`;
}

interface Memory {
  /** Resident bytes, each shared page counted once (proportional set size). */
  readonly pss: number;
  /** Resident bytes as each process tells them: pages that several share count in each. */
  readonly rss: number;
  /** Of `pss`, by the script that a process runs. */
  readonly parts: ReadonlyMap<string, number>;
}

/** Memory of a process and of all below it. */
function memoryOf(root: number): Memory {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const status = /^\d+$/.test(name) && readProc(`${name}/status`);
    if (status) parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]));
  }
  const belongs = (pid: number): boolean =>
    pid === root || (parents.has(pid) && belongs(parents.get(pid)!));
  const sum = { pss: 0, rss: 0 };
  const parts = new Map<string, number>();
  for (const pid of parents.keys()) {
    const maps = belongs(pid) && readProc(`${pid}/smaps_rollup`);
    if (!maps) continue;
    const pss = Number(/^Pss:\s+(\d+)/m.exec(maps)?.[1] ?? 0) * 1024;
    sum.pss += pss;
    const script = scriptOf(readProc(`${pid}/cmdline`) ?? '');
    parts.set(script, (parts.get(script) ?? 0) + pss);
    sum.rss += Number(/^Rss:\s+(\d+)/m.exec(maps)?.[1] ?? 0) * 1024;
  }
  return { ...sum, parts };
}

const scriptOf = (commandLine: string) =>
  path.basename(commandLine.split('\0').find((word) => /\.[jt]s$/.test(word)) ?? 'other');

/** Null where the process has ended meanwhile. */
function readProc(file: string): string | null {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return null;
  }
}

async function exportOnce(own: OwnWorkspace, token: string, format: string) {
  const root = own.service.process.pid!;
  await pause(IDLE_MS);
  const idle = memoryOf(root);
  let peak = idle;
  let mostRss = idle.rss;
  const timer = setInterval(() => {
    const now = memoryOf(root);
    if (now.pss > peak.pss) peak = now;
    mostRss = Math.max(mostRss, now.rss);
  }, SAMPLE_MS);
  const began = performance.now();
  const url = `${own.service.url}/clients/${own.clientId}/results/${token}/export?format=${format}`;
  const response = await fetch(url, { headers: { 'x-api-key': own.service.apiKey! } });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  let bytes = 0;
  for await (const piece of response.body!) bytes += piece.length;
  const seconds = (performance.now() - began) / 1_000;
  clearInterval(timer);
  const grown = [...peak.parts].map(
    ([script, pss]) => `${script} ${Math.round((pss - (idle.parts.get(script) ?? 0)) / MIB)}`,
  );
  console.log(`${format}, MiB above idle at the peak: ${grown.join(', ')}`);
  return {
    seconds,
    fileBytes: bytes,
    idle: idle.pss,
    above: peak.pss - idle.pss,
    aboveRss: mostRss - idle.rss,
  };
}

type Run = Awaited<ReturnType<typeof exportOnce>>;

function rowOf(format: string, runs: readonly Run[]) {
  const middle = (field: keyof Run) => median(runs.map((run) => run[field]));
  return {
    format,
    seconds: middle('seconds'),
    'rows/s': Math.round(ROWS / middle('seconds')),
    'file MiB': middle('fileBytes') / MIB,
    'idle MiB': Math.round(middle('idle') / MIB),
    'above idle MiB': Math.round(middle('above') / MIB),
    'most MiB': Math.round(Math.max(...runs.map(({ above }) => above)) / MIB),
    'above idle, RSS MiB': Math.round(middle('aboveRss') / MIB),
  };
}

const env = {
  PLUMBLINE_ASK__MAX_ROWS: '10',
  ...(values.again ? { PLUMBLINE_RESULTS__MAX_SPOOL_ROWS: '1000' } : {}),
};
let own = await openWorkspace(env);
try {
  if (ROWS > UPLOAD_ROWS) throw new Error(`at most ${UPLOAD_ROWS} rows fit in an upload`);
  await own.upload(new Blob([[...lines(0, ROWS)].join('')]), 'sales.csv');
  const { result_token } = await own.ask<{ result_token: string }>(
    'list id, city, amount and sold on of sales',
  );
  const found = [];
  for (const format of values.formats.split(',')) {
    const runs: Run[] = [];
    for (let run = 0; run < Number(values.runs); run++) {
      // A fresh process has nothing left of upload and answer that an export could hide in.
      own = await own.restart(env);
      runs.push(await exportOnce(own, result_token, format));
    }
    found.push(rowOf(format, runs));
  }
  const how = values.again ? 'the query run again' : 'kept';
  printTable(`${ROWS} rows, ${how}, ${values.runs} runs`, found);
} finally {
  await own.close();
}
