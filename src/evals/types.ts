import type { ResolvedWorkspace } from '#src/accounts/types.ts';
import type { ApprovedExample, CellValue } from '#src/plugin-api/catalog.ts';
import type { Principal } from '#src/principal.ts';
import type { Page, PageRequest } from '#src/store/page.ts';
import type { Settle } from '#src/store/settle.ts';

type Row = readonly CellValue[];

/** A question whose right answer is known: by a statement that gives it on the data of any day, or by its rows. */
export interface GoldenQuestion {
  /** Unique in its workspace: by it runs are compared. */
  readonly id: string;
  readonly question: string;
  readonly sql: string | null;
  readonly rows: readonly Row[] | null;
  /** Whether the order of the rows counts. */
  readonly ordered: boolean;
}

/**
 * - `right`: the rows that were expected (it may show columns beside them)
 * - `other_rows`: an answer with other rows
 * - `declined`, `asked_back`: no answer, said as such
 * - `failed`: an error, or an answer too long to be compared
 * - `no_expectation`: the expected statement does not run on the data as it is now
 * - `skipped`: the run was stopped before it
 */
export type EvalCause =
  | 'right'
  | 'other_rows'
  | 'declined'
  | 'asked_back'
  | 'failed'
  | 'no_expectation'
  | 'skipped';

export interface EvalOutcome {
  readonly id: string;
  readonly question: string;
  readonly cause: EvalCause;
  /** In words: what differs, or why there is no answer. */
  readonly detail: string;
  /** The statement of the answer. */
  readonly sql: string | null;
  readonly verification: string | null;
  readonly model_used: string | null;
  readonly trace_id: string | null;
  readonly cost_usd: number;
  readonly duration_ms: number;
}

/** A question that came out differently than in the run before. */
export interface EvalDifference {
  readonly id: string;
  readonly question: string;
  readonly from: EvalCause;
  readonly to: EvalCause;
}

export interface EvalRunSummary {
  readonly run_id: string;
  readonly workspace_id: string;
  /** The configured model that was asked in place of the workspace's own; null: none. */
  readonly model: string | null;
  /** The question of the approved example that all questions were asked with and without; null: none. */
  readonly example: string | null;
  /** `stopped`: by its cost or a budget; what was asked until then stands in it. */
  readonly status: 'queued' | 'running' | 'succeeded' | 'stopped' | 'failed';
  readonly total: number;
  readonly done: number;
  readonly counts: Readonly<Record<EvalCause, number>>;
  readonly cost_usd: number;
  readonly max_cost_usd: number;
  readonly error: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
}

export interface EvalRun extends EvalRunSummary {
  readonly outcomes: readonly EvalOutcome[];
  readonly previous_run_id: string | null;
  /** Against the run before, or the same questions without the example: what broke, what became right, the rest. */
  readonly changes: {
    readonly broken: readonly EvalDifference[];
    readonly fixed: readonly EvalDifference[];
    readonly other: readonly EvalDifference[];
    readonly added: readonly string[];
    readonly removed: readonly string[];
  };
}

/** What an approved example changed on the golden questions, by the last run that asked them with and without it. */
export interface ExampleEffect extends ApprovedExample {
  /** Null: none asked them yet. */
  readonly run_id: string | null;
  readonly status: EvalRunSummary['status'] | null;
  /** Golden questions that became right, and that were right without it. */
  readonly fixed: readonly string[];
  readonly broken: readonly string[];
}

interface GoldenSet {
  readonly questions: readonly GoldenQuestion[];
  /** Null: none were ever put. */
  readonly updated_at: string | null;
}

export interface Evals {
  read(workspace: ResolvedWorkspace): Promise<GoldenSet>;
  /** In the place of those before. Fails with `unprocessable` where a statement does not pass the guard. */
  put(
    principal: Principal,
    workspace: ResolvedWorkspace,
    questions: readonly GoldenQuestion[],
    signal: AbortSignal,
    settle: Settle<GoldenSet>,
  ): Promise<GoldenSet>;
  /** Begins a run as a job. Fails with `unprocessable` (no questions) and `conflict` (one is at work). */
  begin(
    principal: Principal,
    workspace: ResolvedWorkspace,
    how: {
      readonly maxCostUsd: number | null;
      /** A configured model by name; null: as the workspace is answered. Fails with `unprocessable` for another. */
      readonly model: string | null;
      /** The question of an approved example to ask all with and without; null: none. Fails with `unprocessable` for another. */
      readonly example: string | null;
    },
    settle: Settle<EvalRunSummary>,
  ): Promise<EvalRunSummary>;
  /** Newest first. */
  runs(workspace: ResolvedWorkspace, page: PageRequest): Promise<Page<EvalRunSummary>>;
  /** The approved examples of a workspace, in the order of its definitions. */
  examples(workspace: ResolvedWorkspace): Promise<readonly ExampleEffect[]>;
  /** Fails with `not_found`. */
  run(workspace: ResolvedWorkspace, runId: string): Promise<EvalRun>;
}
