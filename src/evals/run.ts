import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import type { Answer, AskService } from '#src/ask/types.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { roundDollars } from '#src/dollars.ts';
import { AppError } from '#src/errors.ts';
import { outcomesOf } from '#src/evals/report.ts';
import { sameRows } from '#src/evals/same-rows.ts';
import type { EvalJob } from '#src/evals/service.ts';
import type { EvalCause, EvalOutcome, GoldenQuestion } from '#src/evals/types.ts';
import { newId } from '#src/ids.ts';
import type { JobHandler, RunningJob } from '#src/jobs/types.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
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
  ) => Promise<{ readonly rows: readonly Row[] } | { readonly failure: string }>;
}

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
      if (job.isLastAttempt) await save(run, 'failed', outcomesOf(row), INTERNAL);
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

async function work(run: EvalRun): Promise<void> {
  const { job, row } = run;
  const questions = JSON.parse(row.questions) as readonly GoldenQuestion[];
  const outcomes = [...outcomesOf(row)];
  const stop = async (reason: string) => {
    const rest = questions.slice(outcomes.length).map((one) => skipped(one, reason));
    await save(run, 'stopped', [...outcomes, ...rest], reason);
  };
  for (const golden of questions.slice(outcomes.length)) {
    job.signal.throwIfAborted();
    if (row.max_cost_usd > 0 && costOf(outcomes) >= row.max_cost_usd)
      return stop(`The run reached its cost limit of $${row.max_cost_usd} (max_cost_usd).`);
    const outcome = await outcomeOf(run, golden);
    if ('stopped' in outcome) return stop(outcome.stopped);
    outcomes.push(outcome);
    await save(run, 'running', outcomes);
  }
  await save(run, 'succeeded', outcomes);
}

const costOf = (outcomes: readonly EvalOutcome[]) =>
  roundDollars(outcomes.reduce((sum, { cost_usd }) => sum + cost_usd, 0));

async function save(
  { deps, job, row }: EvalRun,
  status: EvalRunRow['status'],
  outcomes: readonly EvalOutcome[],
  error: string | null = null,
): Promise<void> {
  const finished_at = status === 'running' ? null : timestamp(deps.clock.now());
  await job.publish(async (trx) => {
    await trx
      .updateTable('eval_runs')
      .set({
        status,
        outcomes: JSON.stringify(outcomes),
        cost_usd: costOf(outcomes),
        error,
        finished_at,
      })
      .where('id', '=', row.id)
      .execute();
  });
}

async function outcomeOf(
  run: EvalRun,
  golden: GoldenQuestion,
): Promise<EvalOutcome | { readonly stopped: string }> {
  const { deps, row, principal } = run;
  const { signal } = run.job;
  const place = { clientId: row.client_id, workspaceId: row.workspace_id };
  const expected =
    golden.sql === null
      ? { rows: golden.rows ?? [] }
      : await deps.expectedRows(principal, place, golden.sql, signal);
  const began = deps.clock.now().getTime();
  const blank = {
    ...{ id: golden.id, question: golden.question, sql: null, verification: null },
    ...{ model_used: null, trace_id: null, cost_usd: 0, duration_ms: 0 },
  };
  if ('failure' in expected) return { ...blank, cause: 'no_expectation', detail: expected.failure };
  try {
    const answer = await answerTo(run, golden.question);
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

async function answerTo({ deps, job, row, principal }: EvalRun, question: string): Promise<Answer> {
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
      ? `${count(data.rows)}, with other values than expected.`
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
