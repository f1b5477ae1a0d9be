import { runOf, summaryOf } from '#src/evals/report.ts';
import type { Evals } from '#src/evals/types.ts';
import type { EvalRunRow, Store } from '#src/store/schema.ts';

const RUN: EvalRunRow = {
  id: 'evr_1',
  client_id: 'cli_1',
  workspace_id: 'ws_1',
  status: 'queued',
  questions: '[]',
  outcomes: '[]',
  max_cost_usd: 1,
  cost_usd: 0,
  error: null,
  previous_id: null,
  model: null,
  example: null,
  baseline: null,
  created_at: '2026-11-01T00:00:00.000',
  finished_at: null,
};

/** Golden questions that are put and asked by nobody. */
export function createFakeEvals(store: Store): Evals {
  return {
    read: async () => ({ questions: [], updated_at: null }),
    async put(_principal, _workspace, questions, _signal, settle) {
      const made = { questions, updated_at: RUN.created_at };
      await store.transaction().execute((trx) => settle(trx, made));
      return made;
    },
    async begin(_principal, _workspace, _maxCostUsd, settle) {
      await store.transaction().execute((trx) => settle(trx, summaryOf(RUN)));
      return summaryOf(RUN);
    },
    examples: async () => [],
    runs: async () => ({ items: [summaryOf(RUN)], nextCursor: null }),
    run: async () => runOf(RUN, null),
  };
}
