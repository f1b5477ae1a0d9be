import type { TraceTable } from '#src/ask/trace/types.ts';
import { untracedIn } from '#src/ask/trace-text.ts';

export interface GroundedText {
  readonly text: string;
  /** Whether the offered text is shown. */
  readonly accepted: boolean;
  /** The numbers that came from nowhere, for the trace. */
  readonly untraced: readonly string[];
}

/**
 * Markup, structures and addresses: a page that renders them could be made to call elsewhere with what stands in the
 * rows.
 */
const NO_PROSE = /[<>{}[\]|`\\]|https?:|www\.|\bdata:|^\s*(?:#|[-*+]\s|\d+\.\s)/im;

/** Whether a text that somebody else wrote is words alone. */
export const isProse = (text: string): boolean => !NO_PROSE.test(text);

/** An explanation that somebody else wrote, where it is prose and all its numbers can be traced; else the template's. */
export function groundedText(offered: string, template: string, table: TraceTable): GroundedText {
  const untraced = untracedIn(offered, table);
  const prose = offered.trim() !== '' && isProse(offered);
  const accepted = prose && untraced.length === 0;
  return { text: accepted ? offered : template, accepted, untraced };
}
