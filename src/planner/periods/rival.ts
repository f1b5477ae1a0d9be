import type { Token } from '#src/planner/tokens.ts';
import type { ValueHit, ValueLookup } from '#src/plugin-api/catalog.ts';

const PERIOD_OPENERS = new Set(
  'in during on of for within over from since before after until till through past the'.split(' '),
);

/** The value that is written just like a period without the words that open it. */
export function rivalOf(
  span: readonly Token[],
  question: string,
  values: ValueLookup,
): ValueHit | null {
  const named = span.slice(span.findIndex(({ lower }) => !PERIOD_OPENERS.has(lower)));
  if (named.length !== 1 || named[0]!.kind === 'mark') return null;
  const [hit] = values.lookup(question.slice(named[0]!.start, named[0]!.end), { limit: 1 });
  return hit?.match === 'exact' ? hit : null;
}
