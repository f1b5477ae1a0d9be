import type {
  EvalCause,
  EvalDifference,
  EvalOutcome,
  EvalRun,
  EvalRunSummary,
  ExampleEffect,
  GoldenQuestion,
} from '#src/evals/types.ts';
import type { ApprovedExample } from '#src/plugin-api/catalog.ts';
import type { EvalRunRow } from '#src/store/schema.ts';

const EVAL_CAUSES: readonly EvalCause[] = [
  'right',
  'other_rows',
  'declined',
  'asked_back',
  'failed',
  'no_expectation',
  'skipped',
];

export const outcomesOf = ({ outcomes }: Pick<EvalRunRow, 'outcomes'>) =>
  JSON.parse(outcomes) as readonly EvalOutcome[];

export function summaryOf(row: EvalRunRow): EvalRunSummary {
  const outcomes = outcomesOf(row);
  const count = (cause: EvalCause) => outcomes.filter((one) => one.cause === cause).length;
  return {
    run_id: row.id,
    workspace_id: row.workspace_id,
    model: row.model,
    example: exampleOf(row)?.question ?? null,
    status: row.status,
    total: (JSON.parse(row.questions) as readonly GoldenQuestion[]).length,
    done: outcomes.length,
    counts: Object.fromEntries(
      EVAL_CAUSES.map((cause) => [cause, count(cause)]),
    ) as EvalRunSummary['counts'],
    cost_usd: Number(row.cost_usd),
    max_cost_usd: Number(row.max_cost_usd),
    error: row.error,
    created_at: row.created_at,
    finished_at: row.finished_at,
  };
}

/** The outcomes without the example of a run; null where it has none. */
export const baselineOf = ({ baseline }: Pick<EvalRunRow, 'baseline'>) =>
  baseline === null ? null : (JSON.parse(baseline) as readonly EvalOutcome[]);

/** How a run keeps the example that it was begun for. */
export const exampleText = ({ question, sql }: ApprovedExample) =>
  JSON.stringify({ question, sql });

export const exampleOf = ({ example }: EvalRunRow) =>
  example === null ? null : (JSON.parse(example) as ApprovedExample);

/** A run with what came out differently than without its example, or in the run before. */
export function runOf(row: EvalRunRow, previous: EvalRunRow | null): EvalRun {
  const outcomes = outcomesOf(row);
  const before = baselineOf(row) ?? (previous && outcomesOf(previous));
  return {
    ...summaryOf(row),
    outcomes,
    previous_run_id: previous?.id ?? null,
    changes: changesOf(outcomes, before),
  };
}

/** What an approved example changed, by the last run that was begun for it. */
export function effectOf(
  { question, sql }: ApprovedExample,
  run: Pick<EvalRunRow, 'id' | 'status' | 'outcomes' | 'baseline'> | undefined,
): ExampleEffect {
  if (!run) return { question, sql, run_id: null, status: null, fixed: [], broken: [] };
  const { fixed, broken } = changesOf(outcomesOf(run), baselineOf(run));
  return {
    ...{ question, sql, run_id: run.id, status: run.status },
    fixed: fixed.map((one) => one.question),
    broken: broken.map((one) => one.question),
  };
}

/** What was skipped in one of the two says nothing. */
function changesOf(
  now: readonly EvalOutcome[],
  before: readonly EvalOutcome[] | null,
): EvalRun['changes'] {
  const none = { broken: [], fixed: [], other: [], added: [], removed: [] };
  if (!before) return none;
  const then = new Map(before.map((one) => [one.id, one.cause]));
  const ids = new Set(now.map(({ id }) => id));
  const differences = now.flatMap(({ id, question, cause }): EvalDifference[] => {
    const from = then.get(id);
    if (from === undefined || from === cause || from === 'skipped' || cause === 'skipped')
      return [];
    return [{ id, question, from, to: cause }];
  });
  return {
    broken: differences.filter(({ from }) => from === 'right'),
    fixed: differences.filter(({ to }) => to === 'right'),
    other: differences.filter(({ from, to }) => from !== 'right' && to !== 'right'),
    added: now.filter(({ id }) => !then.has(id)).map(({ id }) => id),
    removed: before.filter(({ id }) => !ids.has(id)).map(({ id }) => id),
  };
}
