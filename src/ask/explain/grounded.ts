import { sentencesOf, unsupportedClaim } from '#src/ask/explain/claims.ts';
import type { TraceTable } from '#src/ask/trace/types.ts';
import { untracedIn } from '#src/ask/trace-text.ts';
import { ADDRESS, tellsToAct } from '#src/language/model-texts.ts';

export interface GroundedText {
  readonly text: string;
  /** Whether the offered text is shown, all of it or what is left of it. */
  readonly accepted: boolean;
  /** The numbers that came from nowhere, or the word that the rows do not carry, for the trace. */
  readonly untraced: readonly string[];
}

/**
 * Markup, structures and addresses: a page that renders them could be made to call elsewhere with what stands in the
 * rows.
 */
const NO_PROSE = /[<>{}[\]|`\\]|https?:|www\.|\bdata:|^\s*(?:#|[-*+]\s|\d+\.\s)/im;

/** Whether a text is words alone: markup may reach over several sentences, so that one spoils all. */
export const isPlain = (text: string): boolean => !NO_PROSE.test(text);

/** Whether a text that somebody else wrote is plain and has no address and nothing to do elsewhere. */
export const isProse = (text: string): boolean =>
  isPlain(text) && !ADDRESS.test(text) && sentencesIn(text).every((one) => !tellsToAct(one));

export const sentencesIn = (text: string): readonly string[] =>
  sentencesOf(text)
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter((sentence) => sentence !== '');

/**
 * An explanation that somebody else wrote, without the sentences that are no prose, have a number that cannot be traced
 * or say what the rows do not carry; the template's where none is left. `question`: in the user's words, which may be
 * repeated.
 */
export function groundedText(
  offered: string,
  template: string,
  table: TraceTable,
  question = '',
): GroundedText {
  const kept: string[] = [];
  const untraced: string[] = [];
  let isBroken = false;
  for (const sentence of isPlain(offered) ? sentencesIn(offered) : []) {
    // What is said of "it" is said of what the sentence before names.
    const isOfLast = LEANS.test(sentence);
    const before = isOfLast ? kept.slice(-1) : [];
    const found = unsoundIn([...before, sentence].join(' '), table, question);
    untraced.push(...found.words);
    isBroken = found.isUnsound || (isBroken && isOfLast);
    if (!isBroken) kept.push(sentence);
  }
  const accepted = kept.length > 0;
  return { text: accepted ? kept.join(' ') : template, accepted, untraced };
}

const LEANS =
  /^\W*(?:it|its|they|their|them|this|these|that|those|he|she|both|there|then|the (?:latter|former|other|second|next|same)|sie|es|er|dies\p{L}*|beide|dort|il|elle|ils|elles|cela|ceci|ello|esto|esso|followed|and|but|while|also)\b/iu;

function unsoundIn(text: string, table: TraceTable, question: string) {
  const numbers = untracedIn(text, table);
  const claim = numbers.length === 0 ? unsupportedClaim(text, table, question) : null;
  const words = claim === null ? numbers : [claim];
  return { words, isUnsound: words.length > 0 || !isProse(text) };
}
