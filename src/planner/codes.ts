import type { Token } from '#src/planner/tokens.ts';

const CODES = new Set(['us', 'it', 'no', 'me']);
const BEFORE = new Set(['in', 'and', 'or']);

/** `servers in eu and us`, `people in it`: a short form that is written as a word of the grammar may be a value there. */
export const isCode = (span: readonly Token[], before: Token | undefined): boolean =>
  span.length === 1 && CODES.has(span[0]!.lower) && BEFORE.has(before?.lower ?? '');

/** `vehicles by state`, `which state`: past the first word, a verb that asks may be the name of a column. */
export const mayName = ({ lower }: Token, before: Token | undefined, at: number): boolean =>
  (at > 1 || before?.lower === 'which') && (lower === 'state' || lower === 'report');

/**
 * `devices no shop has`: behind several rows, or before the name of others, "no" denies what follows and is no short form
 * of "number" (`device no`).
 */
export const endsInDenial = (
  span: readonly Token[],
  next: Token | undefined,
  namesRows: (lemma: string) => boolean,
): boolean => {
  const [before, last] = span.slice(-2);
  if (span.length < 2 || last!.text !== 'no' || next?.kind !== 'word') return false;
  return before!.lower !== before!.lemma || namesRows(next.lemma);
};
