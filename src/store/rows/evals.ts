/** The golden questions of a workspace. */
export interface EvalsRow {
  workspace_id: string;
  client_id: string;
  /** JSON: array of `GoldenQuestion` (`src/evals/types.ts`). */
  questions: string;
  updated_at: string;
}

/** All of them asked once. */
export interface EvalRunRow {
  id: string;
  client_id: string;
  workspace_id: string;
  status: 'queued' | 'running' | 'succeeded' | 'stopped' | 'failed';
  /** JSON: the questions as they were when it was begun. */
  questions: string;
  /** JSON: array of `EvalOutcome`, as far as it has come. */
  outcomes: string;
  max_cost_usd: number;
  cost_usd: number;
  /** Why it was stopped or failed. */
  error: string | null;
  /** The run that it is compared with. */
  previous_id: string | null;
  /** The configured model that was asked in place of the first; null: the workspace's own. */
  model: string | null;
  /** JSON `{question, sql}`: the approved example that all questions are asked with and without; null: none. */
  example: string | null;
  /** JSON: array of `EvalOutcome` without the example; null where there is none. */
  baseline: string | null;
  created_at: string;
  finished_at: string | null;
}

/** A draft of a definition that nobody wants; unique on (workspace_id, draft_id). */
export interface DismissedDraftRow {
  workspace_id: string;
  draft_id: string;
  client_id: string;
  dismissed_at: string;
}
