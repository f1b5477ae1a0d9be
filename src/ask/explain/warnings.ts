import type { Verification } from '#src/ask/types.ts';

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
 * The text with a sentence for each warning that changes what a number of the answer means: mixed currencies, rows that
 * are counted twice, a period that is not over. Who reads only the explanation must know them.
 */
export function withWarnings(text: string, { checks }: Pick<Verification, 'checks'>): string {
  const told = checks.flatMap(({ name, outcome, detail }) =>
    outcome === 'warning' && !SAID_OTHERWISE.has(name) && !text.includes(detail) ? [detail] : [],
  );
  return [text, ...new Set(told)].filter((sentence) => sentence !== '').join(' ');
}
