import type { Span } from './tree.ts';

/** What stands in the place of a part of a text; a place without a length is written into. */
export interface TextEdit extends Span {
  readonly text: string;
}

/** A text, or a part of one, with changes that do not touch each other. */
export function edited(
  text: string,
  edits: readonly TextEdit[],
  within: Span = { start: 0, end: text.length },
): string {
  const parts: string[] = [];
  let at = within.start;
  for (const { start, end, text: by } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < at || end > within.end)
      throw new RangeError('two edits at the same position of a text');
    parts.push(text.slice(at, start), by);
    at = end;
  }
  return [...parts, text.slice(at, within.end)].join('');
}
