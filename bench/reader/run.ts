/**
 * `npm run bench reader -- [--out FILE] [--baseline FILE] [--sets NAME,…] [--sample N] [--ids FILE] [--processes N]
 * [--bench DIR] [--kept DIR] [--afresh]`
 *
 * The net under the reader: plans all questions of the reading sets, everyday questions, conversations, wordings, web tables
 * and unit tests, without a service. Each line of `--out` is a question with its status, statement and a hash of its rows.
 * With `--baseline`, an earlier `--out`, only statements that differ are run and judged (all of them with `--afresh`), and
 * each question whose status or rows changed is listed; of held-out databases only counts are shown. `--sample` takes one
 * question of so many, `--ids` those named in a file. Catalogs are kept in `--kept`; delete it when discovery changes.
 */
import { fork } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Line, Status, ToWorker } from './lines.ts';
import { type Job, jobsOf } from './sets.ts';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    baseline: { type: 'string' },
    sets: { type: 'string' },
    sample: { type: 'string' },
    ids: { type: 'string' },
    processes: { type: 'string', default: '2' },
    bench: { type: 'string', default: path.join(tmpdir(), 'bench') },
    kept: { type: 'string', default: path.join(tmpdir(), 'plumbline-reader') },
    afresh: { type: 'boolean', default: false },
  },
});

const began = performance.now();
const places = { bench: path.resolve(options.bench), kept: path.resolve(options.kept) };
mkdirSync(places.kept, { recursive: true });
const jobs = await jobsOf(places);
const before = options.baseline ? readLines(options.baseline) : [];
const keyOf = ({ set, id }: Pick<Line, 'set' | 'id'>) => `${set}\0${id}`;
const earlier = new Map(before.map((line) => [keyOf(line), line]));
const ids = options.ids ? new Set(readFileSync(options.ids, 'utf8').split('\n')) : null;
const sets = options.sets?.split(',');
const every = Number(options.sample ?? 1);

const wanted = jobs.flatMap((job, at) => {
  if (sets && !sets.includes(job.set)) return [];
  const only = idsOf(job);
  return only && only.length === 0 ? [] : [{ job, at, only }];
});
const lines = (await Promise.all(Array.from({ length: Number(options.processes) }, work))).flat();
lines.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
if (options.out)
  writeFileSync(options.out, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
report();
if (options.baseline) compare();

function readLines(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

/** The questions of a job that are asked; null: all. A conversation is asked whole. */
function idsOf({ set, items }: Job): readonly string[] | null {
  if (!ids && every === 1) return null;
  const chosen = items.filter(({ id }) =>
    ids ? ids.has(`${set}\t${id}`) : hash(`${set}\0${id.replace(/\.\d+$/, '')}`) % every === 0,
  );
  return chosen.map(({ id }) => id);
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return value;
}

/** Gives a process of its own one job after another. */
async function work(): Promise<Line[]> {
  const child = fork(path.join(import.meta.dirname, 'worker.ts'));
  const found: Line[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => (code ? reject(new Error(`a process ended ${code}`)) : resolve()));
  });
  for (let next = wanted.shift(); next; next = wanted.shift()) {
    const { job, at, only } = next;
    const known = options.afresh
      ? []
      : job.items.flatMap(({ id }) => earlier.get(keyOf({ set: job.set, id })) ?? []);
    const reply = new Promise<Line[]>((resolve) =>
      child.once('message', (all: Line[]) => resolve(all)),
    );
    child.send({ kind: 'job', job: at, ...places, only, before: known } satisfies ToWorker);
    found.push(...(await Promise.race([reply, ended.then(() => [])])));
  }
  child.send({ kind: 'end' } satisfies ToWorker);
  await ended;
  return found;
}

function report(): void {
  const groups = Map.groupBy(lines, ({ set, heldOut }) => (heldOut ? `${set}, held out` : set));
  for (const [title, own] of [...groups].sort()) {
    const counts = Map.groupBy(own, ({ status }) => status);
    const of = (...statuses: Status[]) =>
      statuses.reduce((sum, status) => sum + (counts.get(status)?.length ?? 0), 0);
    const answered = of('right', 'wrong', 'answered');
    const share = (part: number, all: number) =>
      `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;
    const all = [...counts].map(([status, some]) => `${status} ${some.length}`).sort();
    console.log(
      `${title.padEnd(24)} ${share(answered, own.length)} of ${own.length} answered: ${all.join(', ')}`,
    );
  }
  const times = lines.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor((times.length - 1) * part)]?.toFixed(1);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `${lines.length} questions in ${seconds} s; planning p50 ${at(0.5)}, p99 ${at(0.99)} ms`,
  );
}

function compare(): void {
  const moves = new Map<string, number>();
  const texts: string[] = [];
  for (const line of lines) {
    const old = earlier.get(keyOf(line));
    if (!old) continue;
    const isOther = old.status !== line.status || (old.sql !== line.sql && old.rows !== line.rows);
    if (!isOther) continue;
    const move = `${old.status} → ${line.status}`;
    const key = `${line.heldOut ? 'held out, ' : ''}${move}`;
    moves.set(key, (moves.get(key) ?? 0) + 1);
    if (line.heldOut) continue;
    const sql = line.sql?.replaceAll(/\s+/g, ' ');
    texts.push(`${move} | ${line.set} ${line.id} | ${line.question}\n    ${sql ?? line.why}`);
  }
  console.log(
    [...moves].map(([move, count]) => `${move}: ${count}`).join('\n') || 'no line differs',
  );
  console.log(texts.join('\n'));
}
