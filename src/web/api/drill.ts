export { drill, getDrillTargets } from '#src/client/generated/calls.ts';
export type { DrillBreakdown, DrillTargets } from '#src/client/generated/types.ts';
