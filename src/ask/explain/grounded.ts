import type { TraceTable } from '#src/ask/trace/types.ts';
import { untracedIn } from '#src/ask/trace-text.ts';

export interface GroundedText {
  readonly text: string;
  /** Whether the offered text is shown. */
  readonly accepted: boolean;
  /** The numbers that came from nowhere, for the trace. */
  readonly untraced: readonly string[];
}

/** An explanation that somebody else wrote, where all its numbers can be traced; else the template's. */
export function groundedText(offered: string, template: string, table: TraceTable): GroundedText {
  const untraced = untracedIn(offered, table);
  const accepted = untraced.length === 0 && offered.trim() !== '';
  return { text: accepted ? offered : template, accepted, untraced };
}
