import type { Clause } from '#src/planner/conditions/clause.ts';
import { isColumn, meansTable } from '#src/planner/cursor.ts';
import type { Mention } from '#src/planner/lattice.ts';

const THEIR = new Set(['whose', 'their', 'its', 'his', 'her']);

/** `publishers whose name contains …` where publishers are a column: their name is what they are. */
export function isTheirName({ cursor, frame }: Clause, { lemma, index }: Mention): boolean {
  const before = cursor.mentions[index - 1]?.word ?? '';
  return lemma === 'name' && THEIR.has(before) && askedColumn({ frame }) !== null;
}

/** The one column that is asked, where it is no name of other rows itself. */
export function askedColumn({ frame }: Pick<Clause, 'frame'>): Mention | null {
  const [thing] = frame.select;
  if (frame.select.length !== 1 || frame.entity !== null || thing!.aggregate !== null) return null;
  const { of } = thing!;
  return isColumn(of) && !meansTable(of) && of.tokens.at(-1)!.lemma !== 'name' ? of : null;
}
