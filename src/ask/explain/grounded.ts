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

/** Whether a text has no markup or link. Markup may span sentences, so one occurrence rules out the whole text. */
export const isPlain = (text: string): boolean => !NO_PROSE.test(text);

/** Whether a text by a model is plain, has no address and doesn't tell the reader to do something elsewhere. */
export const isProse = (text: string): boolean =>
  isPlain(text) && !ADDRESS.test(text) && sentencesIn(text).every((one) => !tellsToAct(one));

export const sentencesIn = (text: string): readonly string[] =>
  sentencesOf(text)
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter((sentence) => sentence !== '');

/**
 * A model's explanation without the sentences that aren't prose, have a number that can't be traced or claim something
 * that the rows don't show; the template's explanation if no sentence is left. The words of `question` may be repeated.
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
    // A sentence that begins with "it" or "they" is checked together with the one before, and dropped if that was.
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

/** How a sentence begins that refers to the one before. */
const LEANS =
  /^\W*(?:it|its|they|their|them|this|these|that|those|he|she|both|there|then|the (?:latter|former|other|second|next|same)|sie|es|er|dies\p{L}*|beide|dort|il|elle|ils|elles|cela|ceci|ello|esto|esso|followed|and|but|while|also)\b/iu;

function unsoundIn(text: string, table: TraceTable, question: string) {
  const numbers = untracedIn(text, table);
  const claim = numbers.length === 0 ? unsupportedClaim(text, table, question) : null;
  const words = claim === null ? numbers : [claim];
  return { words, isUnsound: words.length > 0 || !isProse(text) };
}
