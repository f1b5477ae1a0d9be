export {
  getEvalRun,
  getEvals,
  listEvalRuns,
  replaceEvals,
  startEvalRun,
} from '#src/client/generated/calls.ts';
export type {
  EvalDifference,
  EvalRun,
  GoldenQuestion,
} from '#src/client/generated/types.ts';
