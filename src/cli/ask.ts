import { setTimeout as wait } from 'node:timers/promises';
import { loadConfig } from '#config/load.ts';
import type { EvalRun, EvalRunSummary } from '#src/evals/types.ts';
import { StartError } from '#src/start-error.ts';

export interface AskOptions {
  /** Configured models to compare, with commas between. */
  readonly models?: string;
  readonly url?: string;
  readonly key?: string;
  readonly workspace?: string;
}

interface Answer {
  readonly result: string;
  readonly sql?: string | null;
  readonly explanation: string;
  readonly error?: string;
  readonly assumptions?: readonly string[];
  readonly verification?: { readonly status: string; readonly reason: string };
  readonly clarification?: {
    readonly question: string;
    readonly options: readonly { readonly question: string }[];
  };
}

/** Says how the running service would answer a question: its SQL and what it assumes. Nothing is executed. */
export async function explain(question: string, options: AskOptions): Promise<string> {
  const service = await serviceOf(options);
  const answer = await dryRun(service, question, options.workspace);
  const lines = [
    ...(service.isSample
      ? ['(Using the sample company. To ask your own data, set --key or PLUMBLINE_API_KEY.)']
      : []),
    answer.result === 'error'
      ? `No answer: ${answer.error ?? answer.explanation}`
      : answer.explanation,
    ...(answer.clarification
      ? [
          answer.clarification.question,
          ...answer.clarification.options.map((one) => `  - ${one.question}`),
        ]
      : []),
    ...(answer.sql ? ['', answer.sql] : []),
    ...(answer.assumptions ?? []).map((one) => `Assumption: ${one}`),
    ...(answer.verification
      ? [
          `Verification: ${answer.verification.status}${answer.verification.reason ? ` (${answer.verification.reason})` : ''}`,
        ]
      : []),
  ];
  if (answer.result === 'error') process.exitCode = 1;
  return [...lines, ...(await readingOf(service, question, options.workspace))].join('\n');
}

interface Reading {
  readonly spans: readonly {
    readonly text: string;
    readonly senses: readonly {
      readonly means: string;
      readonly evidence: string | null;
      readonly cost: number;
    }[];
  }[];
  readonly owed: readonly { readonly kind: string; readonly words: string }[];
  readonly candidates: readonly {
    readonly restatement: string;
    readonly cost: number;
    readonly rules: readonly string[];
  }[];
  readonly stuck_at: string | null;
  readonly outcome: { readonly kind: string; readonly text: string; readonly query: unknown };
}

/** How the built-in planner reads the question, in lines; none for a key of no tenant. */
async function readingOf(
  service: RunningService,
  q: string,
  workspace: string | undefined,
): Promise<readonly string[]> {
  const { client_id } = await call<{ client_id: string | null }>(service, 'GET', '/whoami');
  if (client_id === null) return [];
  const read = await call<Reading>(service, 'POST', `/clients/${client_id}/readings`, {
    q,
    ...(workspace ? { workspace_id: workspace } : {}),
  });
  const senses = read.spans.flatMap(({ text, senses: found }) =>
    found.map(
      ({ means, evidence, cost }) =>
        `  ${text}: ${means} (${evidence ? `${evidence}, ` : ''}${cost.toFixed(2)})`,
    ),
  );
  const { outcome } = read;
  return [
    ...section('Possible meanings (a lower cost is more certain):', senses),
    ...section(
      'The SQL must include:',
      read.owed.map(({ kind, words }) => `  ${kind}: ${words}`),
    ),
    ...section(
      'Alternative interpretations:',
      read.candidates.map(
        ({ restatement, cost, rules }) =>
          `  ${cost.toFixed(2)}  ${restatement} [${rules.join(', ')}]`,
      ),
    ),
    ...(read.stuck_at === null
      ? []
      : [
          '',
          `The second interpretation failed because Plumbline didn't understand "${read.stuck_at}".`,
        ]),
    '',
    `Planner: ${outcome.kind}: ${outcome.text}`,
    ...(outcome.query ? [JSON.stringify(outcome.query)] : []),
  ];
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', title, ...lines];

/**
 * Has the service ask the golden questions of a workspace, and prints its report; where it has none, says of the
 * approved examples which are still planned as they were approved.
 */
export async function evaluate(options: AskOptions): Promise<string> {
  const service = await serviceOf(options);
  if (service.isSample)
    throw new StartError('This command needs a full-access key. Set --key or PLUMBLINE_API_KEY.');
  const place = await workspaceOf(service, options.workspace);
  const evals = `/clients/${place.clientId}/workspaces/${place.workspaceId}/evals`;
  const golden = await call<{ questions: readonly unknown[] }>(service, 'GET', evals);
  const { models } = options;
  if (models !== undefined) {
    if (golden.questions.length === 0)
      throw new StartError(
        'This workspace has no golden questions to compare models with. Add some with PUT …/evals (docs/api.md).',
      );
    return compareModels(
      service,
      evals,
      models.split(',').map((name) => name.trim()),
    );
  }
  if (golden.questions.length > 0) {
    const run = await finishedRun(service, evals, {});
    if (run.counts.right < run.total) process.exitCode = 1;
    return reportLines(run).join('\n');
  }
  return compareExamples(service, place);
}

/** How often a run is looked at (milliseconds). */
const POLL_MS = 500;

/** Begins a run and waits for its end. */
async function finishedRun(service: RunningService, evals: string, body: object): Promise<EvalRun> {
  const begun = await call<EvalRunSummary>(service, 'POST', `${evals}/runs`, body);
  for (;;) {
    const run = await call<EvalRun>(service, 'GET', `${evals}/runs/${begun.run_id}`);
    if (run.finished_at !== null) return run;
    await wait(POLL_MS);
  }
}

/** One run for each model, then a table with a line for each question and the sums. */
async function compareModels(
  service: RunningService,
  evals: string,
  models: readonly string[],
): Promise<string> {
  const runs: EvalRun[] = [];
  for (const model of models) runs.push(await finishedRun(service, evals, { model }));
  const width = Math.max(...models.map((name) => name.length), 'no_expectation'.length) + 2;
  const row = (cells: readonly (string | number)[], last: string) =>
    `${cells.map((cell) => String(cell).padEnd(width)).join('')}${last}`.trimEnd();
  const seconds = ({ outcomes }: EvalRun) =>
    (outcomes.reduce((sum, { duration_ms }) => sum + duration_ms, 0) / 1_000).toFixed(1);
  return [
    row(models, ''),
    ...(runs[0]?.outcomes ?? []).map(({ question }, at) =>
      row(
        runs.map(({ outcomes }) => outcomes[at]?.cause ?? ''),
        question,
      ),
    ),
    '',
    row(
      runs.map(({ counts, total }) => `${counts.right} of ${total}`),
      'right',
    ),
    row(runs.map(seconds), 'seconds'),
    row(
      runs.map(({ cost_usd }) => `$${cost_usd}`),
      'cost',
    ),
    ...runs.flatMap(({ error }, at) => (error === null ? [] : [`${models[at]}: ${error}`])),
  ].join('\n');
}

function reportLines({ outcomes, counts, changes, ...run }: EvalRun): string[] {
  const shown = outcomes.flatMap(({ cause, question, detail }) => [
    `${cause.padEnd(14)}  ${question}`,
    ...(detail === '' ? [] : [`${' '.repeat(16)}${detail}`]),
  ]);
  const causes = Object.entries(counts).filter(([, count]) => count > 0);
  const since = [
    ...changes.broken.map(({ question, to }) => `  broken: ${question} (now ${to})`),
    ...changes.fixed.map(({ question, from }) => `  fixed:  ${question} (was ${from})`),
    ...changes.other.map(({ question, from, to }) => `  other:  ${question} (${from} → ${to})`),
  ];
  return [
    ...shown,
    `${counts.right} of ${run.total} golden questions are correct: ${causes.map(([cause, count]) => `${count} ${cause}`).join(', ')}. Cost $${run.cost_usd}.`,
    ...(run.error === null ? [] : [`The run was ${run.status}: ${run.error}`]),
    ...(run.previous_run_id === null
      ? []
      : since.length === 0
        ? ['No changes since the previous run.']
        : ['Changes since the previous run:', ...since]),
  ];
}

async function compareExamples(
  service: RunningService,
  place: { readonly clientId: string; readonly workspaceId: string },
): Promise<string> {
  const { examples } = await call<{ examples: readonly { question: string; sql: string }[] }>(
    service,
    'GET',
    `/clients/${place.clientId}/workspaces/${place.workspaceId}/semantics`,
  );
  if (examples.length === 0)
    return 'This workspace has no golden questions and no approved examples. Add some with PUT …/evals (docs/api.md) or in its definitions (docs/semantics.md).';
  const lines: string[] = [];
  let matching = 0;
  for (const { question, sql } of examples) {
    const answer = await dryRun(service, question, place.workspaceId);
    const same = answer.result !== 'error' && plain(answer.sql ?? '') === plain(sql);
    if (same) matching++;
    lines.push(`${same ? 'match   ' : 'MISMATCH'}  ${question}`);
    if (!same)
      lines.push(
        `  approved: ${sql.trim()}`,
        answer.sql
          ? `  planned:  ${answer.sql}`
          : `  no SQL:   ${answer.error ?? answer.explanation}`,
      );
  }
  if (matching < examples.length) process.exitCode = 1;
  return [...lines, `${matching} of ${examples.length} approved examples match.`].join('\n');
}

interface RunningService {
  readonly url: string;
  readonly key: string;
  readonly isSample: boolean;
}

/** The service that a command talks to; the sample company where no key is given. */
export async function serviceOf(options: AskOptions): Promise<RunningService> {
  const config = loadConfig(process.env);
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  const url = (options.url ?? `http://${host}:${config.port}`).replace(/\/+$/, '');
  const key = options.key ?? process.env['PLUMBLINE_API_KEY'];
  if (key) return { url, key, isSample: false };
  const sample = await call<{ api_key: string }>({ url, key: '' }, 'GET', '/sample');
  return { url, key: sample.api_key, isSample: true };
}

async function workspaceOf(service: RunningService, wanted: string | undefined) {
  const me = await call<{
    client_id: string | null;
    workspace_id: string | null;
    workspaces?: readonly { workspace_id: string; name: string }[];
  }>(service, 'GET', '/whoami');
  if (me.client_id === null)
    throw new StartError('This is an account-level key. Use a key for one tenant.');
  const all = me.workspaces ?? [];
  const only = all.length === 1 ? all[0]!.workspace_id : null;
  const workspaceId = wanted ?? me.workspace_id ?? only;
  if (!workspaceId)
    throw new StartError(
      `There are several workspaces. Choose one with --workspace: ${all.map((one) => `${one.workspace_id} (${one.name})`).join(', ')}`,
    );
  return { clientId: me.client_id, workspaceId };
}

const dryRun = (service: RunningService, q: string, workspace: string | undefined) =>
  call<Answer>(service, 'POST', '/query', {
    q,
    dry_run: true,
    ...(workspace ? { workspace_id: workspace } : {}),
  });

async function call<T>(
  { url, key }: Pick<RunningService, 'url' | 'key'>,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: {
      accept: 'application/json',
      ...(key ? { 'x-api-key': key } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch((error: unknown) => {
    throw new StartError(
      `Couldn't reach Plumbline at ${url}. Start it, or set another URL with --url.`,
      {
        cause: error,
      },
    );
  });
  const answer = (await response.json().catch(() => ({}))) as T & { detail?: unknown };
  if (response.ok) return answer;
  const { detail } = answer;
  throw new StartError(
    `${url} returned an error (${response.status}): ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`,
  );
}

/** SQL without what does not change its meaning: spaces around signs, letter case of words, the final semicolon. */
const plain = (sql: string) =>
  sql
    .split(/('(?:[^']|'')*')/)
    .map((part, at) =>
      at % 2 === 1 ? part : part.toLowerCase().replaceAll('"', '').replaceAll(/\s+/g, ''),
    )
    .join('')
    .replace(/;$/, '');
