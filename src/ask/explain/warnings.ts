import type { Verification } from '#src/ask/types.ts';
import type { Said } from '#src/texts/message.ts';

/**
 * Checks whose warning says nothing about the numbers of an answer that the explanation does not say already: how many
 * rows are shown or match, or that readings of the question differ, which points to the explanation itself.
 */
const SAID_OTHERWISE: ReadonlySet<string> = new Set([
  'empty_result',
  'truncation',
  'second_reading',
  'unmatched_literal',
]);

/**
 * Adds the warnings that change what a number of the answer means: mixed currencies, rows counted twice, a period that
 * isn't over. People who read only the explanation have to see them.
 */
export function withWarnings(
  said: readonly Said[],
  { checks }: Pick<Verification, 'checks'>,
): readonly Said[] {
  const warned = checks.flatMap(({ name, outcome, detail }) =>
    outcome === 'warning' && !SAID_OTHERWISE.has(name) ? [detail] : [],
  );
  return [...new Set([...said, ...warned])];
}
