import type { Token } from '#src/planner/tokens.ts';

const CODES = new Set(['us', 'it', 'no', 'me']);
const BEFORE = new Set(['in', 'and', 'or']);

/** `servers in eu and us`, `people in it`: a short form that is written as a word of the grammar may be a value there. */
export const isCode = (span: readonly Token[], before: Token | undefined): boolean =>
  span.length === 1 && CODES.has(span[0]!.lower) && BEFORE.has(before?.lower ?? '');

/** `vehicles by state`, `which state`: past the first word, a verb that asks may be the name of a column. */
export const mayName = ({ lower }: Token, before: Token | undefined, at: number): boolean =>
  (at > 1 || before?.lower === 'which') && (lower === 'state' || lower === 'report');
