/**
 * `npm run bench hostile [-- --only json,zip] [--from "zip: a bomb"] [--small]`: uploads files that are made to do harm to a service of its own,
 * one after the other, and prints what became of each: the answer, its time, the processor time and the memory of all
 * processes beyond what they had before, and the slowest question of a neighbour meanwhile. After each a plain CSV has to
 * be taken, and nothing may be left in the folders of uploads and spilled files. Ends with 1 where one of these fails.
 */
import { readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { HostileFile } from './ingest/hostile-file.ts';
import { HOSTILE_FILES } from './ingest/hostile-files.ts';
import { treeOf } from './ingest/process-tree.ts';
import { startService } from './service.ts';
import { median, printTable } from './stats.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    from: { type: 'string' },
    small: { type: 'boolean', default: false },
  },
});
const MIB = 1024 * 1024;
const SAMPLE_MS = 20;
const MOST_MS = 2_000;
const MOST_MIB = 100;
const PLAIN: HostileFile = { name: 'plain', filename: 'a.csv', make: () => 'a,b\n1,2\n' };
const QUESTION = { q: 'total amount by city' };

const only = options.only?.split(',');
const first = HOSTILE_FILES.findIndex(({ name }) => name === options.from);
const files = HOSTILE_FILES.slice(Math.max(0, first)).filter(
  ({ name, isLarge }) =>
    !(options.small && isLarge) && (!only || only.some((kind) => name.startsWith(kind))),
);
const service = await startService({
  env: { PLUMBLINE_FILES__MAX_FILE_BYTES: String(256 * MIB) },
});
const pid = service.process.pid ?? 0;
const key = service.apiKey ?? '';

async function request(target: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${service.url}${target}`, {
    ...init,
    headers: { 'X-API-Key': key, ...(init.headers ?? {}) },
  });
}

const post = (target: string, body: unknown) =>
  request(target, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

async function workspaceOf(name: string): Promise<string> {
  const made = (await (await post(`/clients/${client}/workspaces`, { name })).json()) as {
    workspace_id: string;
  };
  return made.workspace_id;
}

async function upload(workspace: string, filename: string, bytes: string | Buffer) {
  const form = new FormData();
  form.append(
    'file',
    new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]),
    filename,
  );
  const answer = await request(`/clients/${client}/workspaces/${workspace}/files`, {
    method: 'POST',
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function removeAll(workspace: string): Promise<void> {
  const target = `/clients/${client}/workspaces/${workspace}/files`;
  const { files: list } = (await (await request(target)).json()) as { files: { id: number }[] };
  for (const { id } of list) await request(`${target}/${id}`, { method: 'DELETE' });
}

const { client_id: client } = (await (await request('/whoami')).json()) as { client_id: string };
const neighbour = await workspaceOf('neighbour');
const hostile = await workspaceOf('hostile');
await upload(neighbour, 'sales.csv', 'city,amount\nRome,1\nOslo,2\nRome,3\n');

/** Asks until it is told to stop; gives the slowest answer (milliseconds). */
async function asking(isOver: () => boolean): Promise<number> {
  let slowest = 0;
  while (!isOver()) {
    const began = performance.now();
    const answer = await post('/query', { ...QUESTION, workspace_id: neighbour });
    const { data } = (await answer.json()) as { data?: { rows?: unknown[] } };
    if (data?.rows?.length !== 2) throw new Error(`the neighbour got ${answer.status}`);
    slowest = Math.max(slowest, performance.now() - began);
    await sleep(SAMPLE_MS);
  }
  return slowest;
}

interface Outcome {
  readonly file: HostileFile;
  readonly answer: string;
  readonly ms: number;
  readonly cpuMs: number;
  readonly mib: number;
  readonly neighbourMs: number;
  readonly faults: readonly string[];
}

async function tryFile(file: HostileFile): Promise<Outcome> {
  const bytes = await file.make();
  const before = treeOf(pid);
  let peak = before.bytes;
  let isOver = false;
  const sampling = (async () => {
    for (; !isOver; await sleep(SAMPLE_MS)) peak = Math.max(peak, treeOf(pid).bytes);
  })();
  const asked = asking(() => isOver);
  const began = performance.now();
  const { status, body } = await upload(hostile, file.filename, bytes);
  const ms = performance.now() - began;
  const { cpuMs } = treeOf(pid);
  isOver = true;
  await sampling;
  const neighbourMs = await asked;
  const faults: string[] = [];
  if (status >= 500) faults.push(`status ${status}`);
  const good = await upload(hostile, 'good.csv', 'a,b\n1,2\n');
  if (good.status !== 200) faults.push(`a plain CSV got ${good.status}`);
  await removeAll(hostile);
  for (const folder of ['uploads', 'spill'])
    for (const name of readdirSync(path.join(service.dataDir, folder)))
      faults.push(`left ${folder}/${name}`);
  const tables = body['tables'] as { row_count: number }[] | undefined;
  return {
    file,
    answer: tables
      ? `taken: ${tables.length} tables, ${tables.reduce((sum, one) => sum + one.row_count, 0)} rows`
      : `${status}: ${String(body['detail'] ?? body['message']).slice(0, 80)}`,
    ms,
    cpuMs: cpuMs - before.cpuMs,
    mib: (peak - before.bytes) / MIB,
    neighbourMs,
    faults,
  };
}

try {
  // Threads and processes are started by the first of their files.
  for (const file of files.slice(0, 3)) await tryFile(file);
  const plain = await tryFile(PLAIN);
  const outcomes: Outcome[] = [];
  for (const file of files) {
    const one = await tryFile(file);
    outcomes.push(one);
    console.error(
      `${file.name}: ${one.answer}; ${one.ms.toFixed(0)} ms, ${one.mib.toFixed(0)} MiB ${one.faults.join()}`,
    );
  }
  const plainMib = plain.mib;
  const isMuch = ({ mib }: Outcome) => mib > plainMib + MOST_MIB;
  printTable(
    `Hostile files; a plain CSV of one row takes ${plain.ms.toFixed(0)} ms and ${plainMib.toFixed(0)} MiB`,
    outcomes.map((one) => ({
      file: one.file.name,
      answer: one.answer,
      ms: one.ms.toFixed(0),
      'cpu ms': one.cpuMs.toFixed(0),
      'MiB more': one.mib.toFixed(0),
      'neighbour ms': one.neighbourMs.toFixed(0),
      faults: [
        ...one.faults,
        ...(one.ms > MOST_MS ? ['slow'] : []),
        ...(isMuch(one) ? ['memory'] : []),
      ].join(),
    })),
  );
  const count = (is: (one: Outcome) => boolean) => outcomes.filter(is).length;
  console.log(
    `${outcomes.length} files: ${count(({ answer }) => answer.startsWith('taken'))} taken; ${count(({ ms }) => ms > MOST_MS)} over ${MOST_MS} ms, ${count(({ cpuMs }) => cpuMs > MOST_MS)} over ${MOST_MS} ms of processor time, ${count(isMuch)} over ${MOST_MIB} MiB more than a plain CSV, ${count(({ faults }) => faults.length > 0)} with a fault; median ${median(outcomes.map(({ ms }) => ms)).toFixed(0)} ms; slowest question of the neighbour ${Math.max(...outcomes.map(({ neighbourMs }) => neighbourMs)).toFixed(0)} ms; load ${loadavg()[0]?.toFixed(1)}`,
  );
  if (outcomes.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
} finally {
  await service.stop();
}
