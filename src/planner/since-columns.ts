import { BOUNDING, BOUNDS } from '#src/language/en/name-heads.ts';
import { Declined } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';

/**
 * `members since 2023` where a column is called so: the year alone would be read as that of the column, and those of
 * later years were lost.
 */
export function refuseBoundInName(mentions: readonly Mention[]): void {
  for (const [at, mention] of mentions.entries()) {
    const bound = mention.tokens.at(-1)?.lower ?? '';
    if (!BOUNDS.has(bound) || mention.tokens.length < 2 || mention.columns.length === 0) continue;
    const next = mentions[at + 1];
    if (!next || (!next.period && next.value === null)) continue;
    if (BOUNDING.has(next.tokens[0]?.lower ?? '')) continue;
    throw new Declined(
      'ambiguous',
      `Is "${bound}" part of the name "${mention.text}", or does it limit the time? Say "${mention.text} after …", or "before …".`,
      mention.text,
    );
  }
}
