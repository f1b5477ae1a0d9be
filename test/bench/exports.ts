import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type OwnWorkspace, openWorkspace } from '../e2e/workspace.ts';
import { printTable } from './stats.ts';

/**
 * Exports of one long result in each format, with the memory of all processes of the service above what it
 * was before, each in a service that was just started: `node test/bench/exports.ts [--rows 1000000] [--again]`. With `--again` the result is cut when it is
 * kept, so that each export runs the query again.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    again: { type: 'boolean', default: false },
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
  for (const pid of parents.keys()) {
    const maps = belongs(pid) && readProc(`${pid}/smaps_rollup`);
    if (!maps) continue;
    sum.pss += Number(/^Pss:\s+(\d+)/m.exec(maps)?.[1] ?? 0) * 1024;
    sum.rss += Number(/^Rss:\s+(\d+)/m.exec(maps)?.[1] ?? 0) * 1024;
  }
  return sum;
}

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
  const peak = { ...idle };
  const timer = setInterval(() => {
    const { pss, rss } = memoryOf(root);
    peak.pss = Math.max(peak.pss, pss);
    peak.rss = Math.max(peak.rss, rss);
  }, SAMPLE_MS);
  const began = performance.now();
  const url = `${own.service.url}/clients/${own.clientId}/results/${token}/export?format=${format}`;
  const response = await fetch(url, { headers: { 'x-api-key': own.service.apiKey! } });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  let bytes = 0;
  for await (const piece of response.body!) bytes += piece.length;
  const seconds = (performance.now() - began) / 1_000;
  clearInterval(timer);
  return {
    format,
    seconds,
    'rows/s': Math.round(ROWS / seconds),
    'file MiB': bytes / MIB,
    'idle MiB': Math.round(idle.pss / MIB),
    'above idle MiB': Math.round((peak.pss - idle.pss) / MIB),
    'above idle, RSS MiB': Math.round((peak.rss - idle.rss) / MIB),
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
  for (const format of ['csv', 'json', 'xlsx', 'parquet']) {
    // A fresh process has nothing left of upload and answer that an export could hide in.
    own = await own.restart(env);
    found.push(await exportOnce(own, result_token, format));
  }
  printTable(`${ROWS} rows${values.again ? ', the query run again' : ', kept'}`, found);
} finally {
  await own.close();
}
