import { OPENERS } from '#src/language/en/periods.ts';
import type { Token } from '#src/planner/tokens.ts';
import type { ValueHit, ValueLookup } from '#src/plugin-api/catalog.ts';

/** The value that is written just like a period without the words that open it. */
export function rivalOf(
  span: readonly Token[],
  question: string,
  values: ValueLookup,
): ValueHit | null {
  const named = span.slice(span.findIndex(({ lower }) => !OPENERS.has(lower)));
  if (named.length !== 1 || named[0]!.kind === 'mark') return null;
  const [hit] = values.lookup(question.slice(named[0]!.start, named[0]!.end), { limit: 1 });
  return hit?.match === 'exact' ? hit : null;
}
