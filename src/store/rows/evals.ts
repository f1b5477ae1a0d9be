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
  created_at: string;
  finished_at: string | null;
}
