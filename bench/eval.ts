/**
 * `npm run bench eval -- --set DIR --questions FILE --out PREDICTIONS [--limit N] [--databases NAME,…] [--parallel N] [--semantics] [--judge]`
 *
 * Uploads the CSV files of a set (`DIR/csv/<db_id>/<table>.csv`, one workspace a database) to a service that it starts
 * itself (with `--semantics`, puts the drafted semantics of each back as they are exported), asks every question over
 * HTTP, and writes one JSON line for each: `{id, turn?, rows, sql, declined, result,
 * decline_reason, verification, ms}`. A question line is `{id, db_id, question}` or, for a conversation,
 * `{id, db_id, turns: [{question}]}`. Prints answered, declined, clarified and latency; with `--judge` (and
 * `DIR/databases/<db_id>.sqlite`) also how many of the answers are right, as `npm run bench judge -- --csv` does.
 */
import { deepStrictEqual } from 'node:assert';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { SetQuestion } from './judge/judge.ts';
import { judgeAll, readLines } from './judge/report.ts';
import { readQuestions } from './questions.ts';
import {
  call,
  type StartedService,
  startService,
  uploadFolder,
  type Workspace,
} from './service.ts';

interface Question {
  readonly id: string | number;
  readonly db_id: string;
  readonly question?: string;
  readonly turns?: readonly { readonly question: string }[];
}

interface Envelope {
  readonly result: string;
  readonly sql?: string | null;
  readonly data?: { readonly rows: readonly unknown[] } | null;
  readonly verification?: { readonly status: string };
  readonly truncated?: boolean;
  readonly trace_id: string;
  readonly session_id?: string;
}

interface Prediction {
  readonly id: string | number;
  readonly turn?: number;
  readonly rows?: readonly unknown[];
  readonly sql: string | null;
  readonly declined: boolean;
  readonly result: string;
  readonly decline_reason: string | null;
  readonly verification: string | null;
  readonly ms: number;
}

const { values: options } = parseArgs({
  options: {
    set: { type: 'string' },
    questions: { type: 'string' },
    out: { type: 'string' },
    limit: { type: 'string' },
    databases: { type: 'string' },
    parallel: { type: 'string', default: '4' },
    semantics: { type: 'boolean', default: false },
    judge: { type: 'boolean', default: false },
  },
});
if (!options.set || !options.questions || !options.out) {
  console.error(
    'usage: npm run bench eval -- --set DIR --questions FILE --out PREDICTIONS [--limit N] [--databases NAME,…] [--parallel N] [--semantics] [--judge]',
  );
  process.exit(2);
}
const questions = (await readQuestions<Question>(options.questions, options.databases)).slice(
  0,
  options.limit ? Number(options.limit) : undefined,
);

const service = await startService({
  env: { PLUMBLINE_ASK__MAX_ROWS: '10000', PLUMBLINE_SAMPLE__ENABLED: 'false' },
});
const predictions: Prediction[] = [];
const unasked: string[] = [];
try {
  const me = await call<{ client_id: string | null; clients?: { client_id: string }[] }>(
    service,
    'GET',
    '/whoami',
  );
  const clientId = me.client_id ?? me.clients![0]!.client_id;
  for (const database of new Set(questions.map((question) => question.db_id))) {
    const own = questions.filter((question) => question.db_id === database);
    const workspace = await uploadFolder(
      service,
      clientId,
      path.join(options.set, 'csv', database),
      database,
    );
    if (!workspace) {
      unasked.push(`${database} (${own.length} questions)`);
      continue;
    }
    if (options.semantics) await importDraft(service, workspace);
    const queue = [...own];
    await Promise.all(
      Array.from({ length: Number(options.parallel) }, async () => {
        for (let question = queue.shift(); question; question = queue.shift())
          predictions.push(...(await ask(service, workspace, question)));
      }),
    );
    process.stderr.write(`${database}: ${own.length} asked\n`);
  }
} finally {
  await service.stop();
}
const file = await open(options.out, 'w');
for (const prediction of predictions) await file.write(`${JSON.stringify(prediction)}\n`);
await file.close();
report(predictions);
if (options.judge) {
  const asked = new Set(questions.map(({ id }) => id));
  const { lines } = judgeAll({
    questions: (await readLines<SetQuestion>(options.questions)).filter(({ id }) => asked.has(id)),
    predictions,
    ...{ databases: path.join(options.set, 'databases'), fromCsv: true, by: 'difficulty' },
  });
  for (const line of lines) console.log(line);
}
if (unasked.length > 0) console.log(`could not be uploaded, not asked: ${unasked.join(', ')}`);

/** Exports the drafted semantics and imports them; fails where they are refused, or another document comes back. */
async function importDraft(service: StartedService, workspace: Workspace): Promise<void> {
  const { clientId, workspaceId } = workspace;
  const url = `/clients/${clientId}/workspaces/${workspaceId}/semantics`;
  const draft = await call<object>(service, 'GET', url);
  await call(service, 'PUT', url, draft);
  deepStrictEqual(await call<object>(service, 'GET', url), draft);
}

/** The predictions of one line: one, or one a turn. */
async function ask(
  service: StartedService,
  workspace: Workspace,
  line: Question,
): Promise<Prediction[]> {
  const workspace_id = workspace.workspaceId;
  if (!line.turns) {
    const answer = await timed(() =>
      call<Envelope>(service, 'POST', '/query', { q: line.question, workspace_id }),
    );
    return [await prediction(service, workspace, line.id, undefined, answer)];
  }
  const found: Prediction[] = [];
  let session: string | undefined;
  for (const [turn, { question }] of line.turns.entries()) {
    const answer = await timed(() =>
      call<Envelope>(service, 'POST', `/clients/${workspace.clientId}/ask`, {
        query: question,
        workspace_id,
        ...(session ? { session_id: session } : { new_session: true }),
      }),
    );
    if (answer.value) session = answer.value.session_id;
    found.push(await prediction(service, workspace, line.id, turn, answer));
  }
  return found;
}

interface Timed<T> {
  readonly value: T | null;
  readonly failure: string | null;
  readonly ms: number;
}

async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const began = performance.now();
  try {
    return { value: await work(), failure: null, ms: performance.now() - began };
  } catch (error) {
    return { value: null, failure: String(error), ms: performance.now() - began };
  }
}

async function prediction(
  service: StartedService,
  workspace: Workspace,
  id: string | number,
  turn: number | undefined,
  { value, failure, ms }: Timed<Envelope>,
): Promise<Prediction> {
  const head = { id, ...(turn === undefined ? {} : { turn }), ms: Math.round(ms * 10) / 10 };
  if (!value)
    return {
      ...head,
      sql: null,
      declined: true,
      result: failure!,
      decline_reason: null,
      verification: null,
    };
  const answered = value.result === 'success' && value.data != null && !value.truncated;
  const reason =
    answered || value.result === 'clarification'
      ? null
      : await declineReason(service, workspace, value.trace_id);
  return {
    ...head,
    ...(answered ? { rows: value.data!.rows } : {}),
    sql: value.sql ?? null,
    declined: !answered,
    result: value.truncated ? 'truncated' : value.result,
    decline_reason: reason,
    verification: value.verification?.status ?? null,
  };
}

/** The reason stands on the answer's trace: the envelope of the key surface leaves it out. */
async function declineReason(
  service: StartedService,
  workspace: Workspace,
  traceId: string,
): Promise<string | null> {
  const trace = await call<{ decline_reason?: string | null }>(
    service,
    'GET',
    `/clients/${workspace.clientId}/answers/${traceId}`,
  ).catch(() => null);
  return trace?.decline_reason ?? null;
}

function report(all: readonly Prediction[]): void {
  const tally = (values: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([value, count]) => `${value} ${count}`)
      .join(', ');
  };
  const answered = all.filter((one) => !one.declined);
  const times = all.map((one) => one.ms).sort((a, b) => a - b);
  const quantile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(1);
  const share = (count: number) =>
    `${count} (${((100 * count) / Math.max(1, all.length)).toFixed(1)} %)`;
  console.log(`asked ${all.length}, answered ${share(answered.length)}`);
  console.log(`results: ${tally(all.map((one) => one.result))}`);
  console.log(
    `declined because: ${tally(all.filter((one) => one.result === 'error').map((one) => one.decline_reason ?? 'unstated'))}`,
  );
  console.log(
    `verification of answers: ${tally(answered.map((one) => one.verification ?? 'none'))}`,
  );
  console.log(
    `latency over HTTP: p50 ${quantile(0.5)} ms, p90 ${quantile(0.9)} ms, p99 ${quantile(0.99)} ms`,
  );
}
