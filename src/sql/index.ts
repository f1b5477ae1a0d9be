/** What a plugin package imports as `plumbline/sql`: what dialects and sources have in common. */
export { distinctNames } from './cells.ts';
export { enterSource } from './enter-source.ts';
export { type LoweringRules, lowerQuery, rankedTies } from './lower.ts';
export { type Caps, ResultCaps } from './result-caps.ts';
export { resolveSelect } from './select/resolve.ts';
export type { SelectRules } from './select/rules.ts';
export type { SizeRules } from './select/size-rules.ts';
export type * from './select/tree.ts';
export { TimeLimit } from './time-limit.ts';
