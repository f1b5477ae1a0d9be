/**
 * `npm run bench speed [-- --only start,questions,uploads] [--repeat N] [--warm-up N]`
 *
 * Starts the service as a user would and prints medians and ratios: start-up, question latency by step beside a bare
 * DuckDB call of the same SQL on the same engine files (after so many rounds of all questions that V8 has compiled what
 * they use; the first rounds are printed too), and uploads beside DuckDB's own CSV reader. Machines are
 * noisy: read the ratios. With `--awake` no processor sleeps meanwhile.
 */

import { execFileSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { generateSampleCsvs } from '../src/sample/generate.ts';
import { keepAwake } from './awake.ts';
import { openEngineFiles } from './engine-files.ts';
import { call, type StartedService, startService } from './service.ts';
import { measure, median, printTable } from './stats.ts';

const QUESTIONS = [
  'how many orders are there',
  'total revenue by region in 2025',
  'total revenue in 2025',
  'top 5 products by revenue',
  'how many orders per month in 2025',
  'average unit price by category',
  'list the names of products in the category Furniture',
  'how many customers are there per segment',
  'total quantity by channel last quarter',
  'which store has the most orders',
] as const;

/** Rounds at the start of the warm-up whose time is printed: a service that has just been started. */
const FIRST_ROUNDS = 10;

const MAKE_CSV = path.join(import.meta.dirname, 'make-csv.ts');

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    repeat: { type: 'string', default: '30' },
    'warm-up': { type: 'string', default: '200' },
    awake: { type: 'boolean', default: false },
  },
});
const repeat = Number(options.repeat);
const warmUp = Number(options['warm-up']);
const sections = new Set(options.only?.split(',') ?? ['start', 'questions', 'uploads']);
const dataDir = await mkdtemp(path.join(tmpdir(), 'plumbline-bench-'));
if (options.awake) keepAwake();
try {
  if (sections.has('start')) await benchStart();
  if (sections.has('questions')) {
    await benchQuestions('asked before (answers kept whole)', {});
    await benchQuestions('new (nothing kept)', {
      PLUMBLINE_ASK__KEPT_ANSWERS: '0',
      PLUMBLINE_ASK__KEPT_PLANS: '0',
      PLUMBLINE_ASK__KEPT_RESULTS: '0',
      PLUMBLINE_GUARD__KEPT_VERDICTS: '0',
    });
  }
  if (sections.has('uploads')) await benchUploads();
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function benchStart(): Promise<void> {
  const first = await startService({ dataDir });
  await first.stop();
  const again: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const service = await startService({ dataDir });
    again.push(service.readyMs);
    await service.stop();
  }
  printTable('Start until ready (ms)', [
    { start: 'empty data folder, sample data made and ingested', median: first.readyMs, runs: '1' },
    { start: 'filled data folder', median: median(again), runs: '5' },
  ]);
}

interface Answered {
  readonly result: string;
  readonly sql: string;
  readonly trace_id: string;
}

async function benchQuestions(which: string, env: Readonly<Record<string, string>>): Promise<void> {
  const service = await startService({ env: { PLUMBLINE_SAMPLE__ENABLED: 'false', ...env } });
  const csv = await mkdtemp(path.join(tmpdir(), 'plumbline-bench-sample-'));
  try {
    const me = await call<{ client_id: string }>(service, 'GET', '/whoami');
    for (const { filename, path: file } of await generateSampleCsvs(csv)) {
      const form = new FormData();
      form.set('file', await openAsBlob(file), filename);
      const { workspaces } = await call<{ workspaces: { workspace_id: string }[] }>(
        service,
        'GET',
        '/whoami',
      );
      await call(
        service,
        'POST',
        `/clients/${me.client_id}/workspaces/${workspaces[0]!.workspace_id}/files`,
        form,
      );
    }
    const bare = await openEngineFiles(path.join(service.dataDir, 'engine'));
    await printWarmUp(service);
    const runs = await answeredQuestions(service);
    // By turns, so that a machine that is slow for a while is slow for all of them.
    await measure(repeat, async () => {
      for (const run of runs) {
        const ask = () => call<Answered>(service, 'POST', '/query', { q: run.question });
        run.http.push(...(await measure(1, async () => run.traces.push((await ask()).trace_id))));
      }
    });
    await measure(repeat, async () => {
      for (const { sql, direct } of runs)
        direct.push(...(await measure(1, () => bare.runAndReadAll(sql))));
    });
    const rows: Record<string, string | number>[] = [];
    for (const { question, http, direct, traces } of runs) {
      const timings = await readTimings(service, me.client_id, traces);
      const engine = median(timings.map(engineTime));
      rows.push({
        question,
        'HTTP ms': median(http),
        'engine ms': engine,
        'beyond engine ms': median(http.map((ms, i) => ms - engineTime(timings[i] ?? {}))),
        'bare DuckDB ms': median(direct),
        'engine : bare': engine / median(direct),
        steps: stepMedians(timings),
      });
    }
    bare.closeSync();
    printTable(`Questions ${which} over the sample data, ${repeat} runs each, medians`, rows);
    const beyond = median(rows.map((row) => Number(row['beyond engine ms'])));
    const bareHttp = median(await measure(repeat, () => call(service, 'GET', '/healthz')));
    console.log(
      `\nmedian time beyond the engine: ${beyond.toFixed(2)} ms over ${rows.length} of ${QUESTIONS.length} questions, ${(beyond - bareHttp).toFixed(2)} ms without the ${bareHttp.toFixed(2)} ms that a bare HTTP round trip (/healthz) takes`,
    );
  } finally {
    await service.stop();
    await rm(csv, { recursive: true, force: true });
  }
}

interface Runs {
  readonly question: string;
  readonly sql: string;
  /** Milliseconds. */
  readonly http: number[];
  readonly direct: number[];
  readonly traces: string[];
}

async function answeredQuestions(service: StartedService): Promise<Runs[]> {
  const runs: Runs[] = [];
  for (const question of QUESTIONS) {
    const { result, sql } = await call<Answered>(service, 'POST', '/query', { q: question });
    if (result === 'success') runs.push({ question, sql, http: [], direct: [], traces: [] });
    else console.log(`not answered: ${question}`);
  }
  return runs;
}

async function printWarmUp(service: StartedService): Promise<void> {
  const rounds = await measure(warmUp, async () => {
    for (const q of QUESTIONS) await call(service, 'POST', '/query', { q });
  });
  const first = median(rounds.slice(0, FIRST_ROUNDS)) / QUESTIONS.length;
  console.log(
    `\nwarm-up: ${warmUp * QUESTIONS.length} questions; the first ${FIRST_ROUNDS * QUESTIONS.length} took ${first.toFixed(2)} ms each (HTTP, median of rounds)`,
  );
}

/** What the engine itself took: a breakdown runs beside the question, so the longer of the two. */
function engineTime(timings: Timings): number {
  return Math.max(timings['engine'] ?? 0, timings['breakdown_engine'] ?? 0);
}

type Timings = Readonly<Record<string, number>>;

/** Timings of answers; traces are written in batches, so the last may come a moment later. */
async function readTimings(
  service: StartedService,
  clientId: string,
  traces: readonly string[],
): Promise<Timings[]> {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const found: Timings[] = [];
  for (const trace of traces) {
    const answer = await call<{ timings?: Timings }>(
      service,
      'GET',
      `/clients/${clientId}/answers/${trace}`,
    ).catch(() => ({ timings: {} }));
    found.push(answer.timings ?? {});
  }
  return found;
}

function stepMedians(timings: readonly Timings[]): string {
  const steps = new Set(timings.flatMap((one) => Object.keys(one)));
  return [...steps]
    .map((step) => `${step} ${median(timings.map((one) => one[step] ?? 0)).toFixed(2)}`)
    .join(', ');
}

async function benchUploads(): Promise<void> {
  const service = await startService();
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-bench-csv-'));
  try {
    const me = await call<{ client_id: string | null; clients?: { client_id: string }[] }>(
      service,
      'GET',
      '/whoami',
    );
    const clientId = me.client_id ?? me.clients![0]!.client_id;
    const rows: Record<string, string | number>[] = [];
    for (const megabytes of [1, 10, 49]) {
      const file = path.join(folder, `sales_${megabytes}.csv`);
      execFileSync(process.execPath, [MAKE_CSV, file, String(megabytes)]);
      const workspace = await call<{ workspace_id: string }>(
        service,
        'POST',
        `/clients/${clientId}/workspaces`,
        { name: `bench ${megabytes}` },
      );
      const form = new FormData();
      form.set('file', await openAsBlob(file), path.basename(file));
      const [upload] = await measure(1, () =>
        call(
          service,
          'POST',
          `/clients/${clientId}/workspaces/${workspace.workspace_id}/files`,
          form,
        ),
      );
      const instance = await DuckDBInstance.create(path.join(folder, `bare_${megabytes}.duckdb`), {
        threads: '2',
      });
      const connection = await instance.connect();
      const [bare] = await measure(1, () =>
        connection.run(`CREATE TABLE t AS SELECT * FROM read_csv('${file}', sample_size = -1)`),
      );
      connection.closeSync();
      instance.closeSync();
      rows.push({
        'CSV MB': (await stat(file)).size / 1e6,
        'upload ms': upload!,
        'bare DuckDB read_csv ms': bare!,
        ratio: upload! / bare!,
      });
    }
    printTable(
      'Upload until the answer 200 (parsed, typed, loaded, profiled, value-indexed, published)',
      rows,
    );
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
