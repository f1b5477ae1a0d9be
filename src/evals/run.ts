import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import type { Answer, AskService } from '#src/ask/types.ts';
import type { CatalogTrial } from '#src/catalog/generations/generations.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { roundDollars } from '#src/dollars.ts';
import { AppError } from '#src/errors.ts';
import { baselineOf, exampleOf, outcomesOf } from '#src/evals/report.ts';
import { sameRows } from '#src/evals/same-rows.ts';
import type { EvalJob } from '#src/evals/service.ts';
import type { EvalCause, EvalOutcome, GoldenQuestion } from '#src/evals/types.ts';
import { newId } from '#src/ids.ts';
import type { JobHandler, RunningJob } from '#src/jobs/types.ts';
import type { ApprovedExample, CellValue } from '#src/plugin-api/catalog.ts';
import type { Principal } from '#src/principal.ts';
import type { EvalRunRow, Store } from '#src/store/schema.ts';

type Row = readonly CellValue[];

export interface EvalRunDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly config: Pick<Config, 'evals'>;
  readonly ask: AskService;
  /** The rows of an expected statement on the data of now, or why there are none. */
  readonly expectedRows: (
    principal: Principal,
    place: { readonly clientId: string; readonly workspaceId: string },
    sql: string,
    signal: AbortSignal,
  ) => Promise<Expected>;
  /** The workspace's definitions without an approved example; null where they don't have it any more. */
  readonly withoutExample: (
    principal: Principal,
    workspaceId: string,
    example: ApprovedExample,
  ) => Promise<CatalogTrial | null>;
}

type Expected = { readonly rows: readonly Row[] } | { readonly failure: string };

/**
 * The handler of the job: asks the questions of a run one after the other, as any caller would ask them, and keeps each
 * outcome at once, so that a run that is taken up again pays for nothing twice. Stops where the run has cost as much as
 * it may, and where a budget or quota refuses a question.
 */
export function createEvalRunner(deps: EvalRunDeps): JobHandler {
  return async (job) => {
    const { runId, principal } = job.payload as unknown as EvalJob;
    const row = await deps.store
      .selectFrom('eval_runs')
      .selectAll()
      .where('id', '=', runId)
      .executeTakeFirst();
    // The workspace is gone, and the run with it.
    if (!row || row.finished_at !== null) return undefined;
    const run: EvalRun = { deps, job, row, principal };
    try {
      await work(run);
    } catch (error) {
      job.signal.throwIfAborted();
      deps.log.error({ err: error, run: runId }, "golden questions weren't asked");
      if (job.isLastAttempt)
        await save(
          run,
          'failed',
          { outcomes: outcomesOf(row), baseline: baselineOf(row) },
          INTERNAL,
        );
      throw error;
    }
    return undefined;
  };
}

const INTERNAL = 'The run failed. Check the log.';

/** A run at work, and in whose name its questions are asked. */
interface EvalRun {
  readonly deps: EvalRunDeps;
  readonly job: RunningJob;
  readonly row: EvalRunRow;
  readonly principal: Principal;
}

/** What came out so far; `baseline` without the example of the run. */
interface Asked {
  readonly outcomes: readonly EvalOutcome[];
  readonly baseline: readonly EvalOutcome[] | null;
}

async function work(run: EvalRun): Promise<void> {
  const { job, row } = run;
  const questions = JSON.parse(row.questions) as readonly GoldenQuestion[];
  let asked: Asked = { outcomes: outcomesOf(row), baseline: baselineOf(row) };
  for (const golden of questions.slice(asked.outcomes.length)) {
    job.signal.throwIfAborted();
    const next =
      row.max_cost_usd > 0 && costOf(asked) >= row.max_cost_usd
        ? { stopped: `The run reached its cost limit of $${row.max_cost_usd} (max_cost_usd).` }
        : await askedNext(run, golden, asked);
    if ('stopped' in next) {
      const left = questions.slice(asked.outcomes.length);
      const rest = left.map((one) => skipped(one, next.stopped));
      const outcomes = [...asked.outcomes, ...rest];
      return save(run, 'stopped', { ...asked, outcomes }, next.stopped);
    }
    asked = next;
    await save(run, 'running', asked);
  }
  await save(run, 'succeeded', asked);
}

/** What came out with one more question. */
async function askedNext(
  run: EvalRun,
  golden: GoldenQuestion,
  { outcomes, baseline }: Asked,
): Promise<Asked | { readonly stopped: string }> {
  const expected = await expectedOf(run, golden);
  const now = await outcomeOf(run, golden, expected);
  if ('stopped' in now) return now;
  const example = exampleOf(run.row);
  if (!example || !baseline) return { outcomes: [...outcomes, now], baseline };
  const { deps, row, principal } = run;
  const trial = await deps.withoutExample(principal, row.workspace_id, example);
  if (!trial) return { stopped: 'This example is no longer in the definitions.' };
  const before = await outcomeOf(run, golden, expected, trial);
  if ('stopped' in before) return before;
  return { outcomes: [...outcomes, now], baseline: [...baseline, before] };
}

const costOf = ({ outcomes, baseline }: Asked) =>
  roundDollars([...outcomes, ...(baseline ?? [])].reduce((sum, { cost_usd }) => sum + cost_usd, 0));

async function save(
  { deps, job, row }: EvalRun,
  status: EvalRunRow['status'],
  asked: Asked,
  error: string | null = null,
): Promise<void> {
  const finished_at = status === 'running' ? null : timestamp(deps.clock.now());
  const { outcomes, baseline } = asked;
  await job.publish(async (trx) => {
    await trx
      .updateTable('eval_runs')
      .set({
        status,
        outcomes: JSON.stringify(outcomes),
        baseline: baseline && JSON.stringify(baseline),
        cost_usd: costOf(asked),
        error,
        finished_at,
      })
      .where('id', '=', row.id)
      .execute();
  });
}

async function expectedOf(
  { deps, row, principal, job }: EvalRun,
  { sql, rows }: GoldenQuestion,
): Promise<Expected> {
  if (sql === null) return { rows: rows ?? [] };
  const place = { clientId: row.client_id, workspaceId: row.workspace_id };
  return deps.expectedRows(principal, place, sql, job.signal);
}

async function outcomeOf(
  run: EvalRun,
  golden: GoldenQuestion,
  expected: Expected,
  trial?: CatalogTrial,
): Promise<EvalOutcome | { readonly stopped: string }> {
  const { deps } = run;
  const { signal } = run.job;
  const began = deps.clock.now().getTime();
  const blank = {
    ...{ id: golden.id, question: golden.question, sql: null, verification: null },
    ...{ model_used: null, trace_id: null, cost_usd: 0, duration_ms: 0 },
  };
  if ('failure' in expected) return { ...blank, cause: 'no_expectation', detail: expected.failure };
  try {
    const answer = await answerTo(run, golden.question, trial);
    const { cause, detail } = judge(answer, expected.rows, golden);
    return {
      ...blank,
      cause,
      detail,
      sql: answer.sql,
      verification: answer.verification.status,
      model_used: answer.modelUsed,
      trace_id: answer.traceId,
      cost_usd: answer.usage.costUsd,
      duration_ms: Math.round(answer.durationMs),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'budget_exceeded' || error.code === 'quota_exceeded')
      return { stopped: error.message };
    const duration_ms = deps.clock.now().getTime() - began;
    return { ...blank, cause: 'failed', detail: error.message, duration_ms };
  }
}

async function answerTo(
  { deps, job, row, principal }: EvalRun,
  question: string,
  trial: CatalogTrial | undefined,
): Promise<Answer> {
  const { ask, config } = deps;
  const prepared = await ask.prepare(
    {
      principal,
      clientId: row.client_id,
      workspaceId: row.workspace_id,
      question,
      dryRun: false,
      outputMode: 'both',
      conversation: { mode: 'none' },
      requestId: newId('req'),
      maxRows: config.evals.max_rows,
      model: row.model ?? undefined,
      ...(trial && { trial }),
    },
    job.signal,
  );
  const events = ask.run(prepared, job.signal);
  for (;;) {
    const next = await events.next();
    if (next.done) return next.value;
  }
}

function judge(
  answer: Answer,
  expected: readonly Row[],
  { ordered }: GoldenQuestion,
): { readonly cause: EvalCause; readonly detail: string } {
  const { result, data, error, clarification, truncated, totalRows } = answer;
  if (result === 'clarification')
    return { cause: 'asked_back', detail: clarification?.question ?? answer.explanation };
  if (error)
    return { cause: error.type === 'DECLINED' ? 'declined' : 'failed', detail: error.message };
  if (!data) return { cause: 'failed', detail: 'The answer has no rows.' };
  if (truncated)
    return {
      cause: 'failed',
      detail: `The answer is too long to compare: ${totalRows} rows (evals.max_rows).`,
    };
  if (sameRows(expected, data.rows, ordered)) return { cause: 'right', detail: '' };
  const count = (rows: readonly Row[]) => `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`;
  const detail =
    expected.length === data.rows.length
      ? `${count(data.rows)}, but with different values than expected.`
      : `${count(data.rows)} instead of ${count(expected)}.`;
  return { cause: 'other_rows', detail };
}

const skipped = ({ id, question }: GoldenQuestion, detail: string): EvalOutcome => ({
  id,
  question,
  cause: 'skipped',
  detail,
  sql: null,
  verification: null,
  model_used: null,
  trace_id: null,
  cost_usd: 0,
  duration_ms: 0,
});
