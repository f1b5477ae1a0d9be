import { unsupportedClaim } from '#src/ask/explain/claims.ts';
import type { TraceTable } from '#src/ask/trace/types.ts';
import { untracedIn } from '#src/ask/trace-text.ts';

export interface GroundedText {
  readonly text: string;
  /** Whether the offered text is shown. */
  readonly accepted: boolean;
  /** The numbers that came from nowhere, or the word that the rows do not carry, for the trace. */
  readonly untraced: readonly string[];
}

/**
 * Markup, structures and addresses: a page that renders them could be made to call elsewhere with what stands in the
 * rows.
 */
const NO_PROSE = /[<>{}[\]|`\\]|https?:|www\.|\bdata:|^\s*(?:#|[-*+]\s|\d+\.\s)/im;

/** Whether a text that somebody else wrote is words alone. */
export const isProse = (text: string): boolean => !NO_PROSE.test(text);

/**
 * An explanation that somebody else wrote, where it is prose, all its numbers can be traced and it says nothing that the
 * rows do not carry; else the template's. `question`: in the user's words, which may be repeated.
 */
export function groundedText(
  offered: string,
  template: string,
  table: TraceTable,
  question = '',
): GroundedText {
  const numbers = untracedIn(offered, table);
  const claim = numbers.length === 0 ? unsupportedClaim(offered, table, question) : null;
  const untraced = claim === null ? numbers : [claim];
  const prose = offered.trim() !== '' && isProse(offered);
  const accepted = prose && untraced.length === 0;
  return { text: accepted ? offered : template, accepted, untraced };
}
