import { Refused } from '#src/plugin-api/refused.ts';
import { tokensOf } from '#src/sql/guard-depth.ts';

/** More than any statement may have after it is parsed, since this counts nested sets twice. */
const MOST = 4_096;

/**
 * Refuses a text before it is parsed whose grouping sets DuckDB's parser would write out by the ten thousands: it
 * multiplies CUBE, ROLLUP and GROUPING SETS of a GROUP BY with each other at once, and `GrowthBudget` sees them after.
 */
export function checkGroupingText(sql: string): void {
  if (!/\b(?:cube|rollup|sets)\b/i.test(sql)) return;
  let sets = 1;
  const open: Opened[] = [];
  let before = '';
  for (const [token] of tokensOf(sql)) {
    const word = token.toLowerCase();
    if (word === 'group') sets = 1;
    if (word === '(') open.push({ kind: before, items: 1 });
    const list = open.at(-1);
    if (word === ',' && list) list.items += 1;
    if (word === ')') sets *= setsOf(open.pop());
    if (sets > MOST)
      throw new Refused(
        'too_deep',
        'The statement has too many grouping sets. Use CUBE and ROLLUP with fewer columns, or list the GROUPING SETS you need.',
      );
    // Comments and strings stand between words as spaces do.
    if (!/^(?:--|\/\*|')/.test(word)) before = word;
  }
}

/** A bracket, the word before it, and what it lists. */
interface Opened {
  readonly kind: string;
  items: number;
}

function setsOf(closed: Opened | undefined): number {
  if (closed?.kind === 'cube') return 2 ** closed.items;
  if (closed?.kind === 'rollup') return closed.items + 1;
  return closed?.kind === 'sets' ? closed.items : 1;
}
