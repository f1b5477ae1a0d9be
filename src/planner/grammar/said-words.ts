import type { Frame, Thing } from '#src/planner/frame.ts';
import type { QuestionReader } from '#src/planner/grammar/reader.ts';
import type { Mention } from '#src/planner/lattice.ts';
import {
  addWords,
  NO_WORDS,
  type Origin,
  originOf,
  type Span,
  setOrigin,
} from '#src/query/provenance.ts';

/** The characters of the question from the first of some tokens to the last. */
export function spanOf(tokens: readonly Span[]): readonly Span[] {
  const [first, last] = [tokens[0], tokens.at(-1)];
  return first && last ? [{ start: first.start, end: last.end }] : [];
}

/** What comes of the words of a mention. */
export const originOfMention = (mention: Mention): Origin => spanOf(mention.tokens);

/** What said a thing: the clause that asks for it, else the words that name it. */
export const originOfThing = (thing: Thing): Origin => originOf(thing) ?? originOfMention(thing.of);

/**
 * Reads a clause, and marks what it adds to the frame with the words that it takes. Limits, different rows and the most
 * frequent ones are no parts of their own: what says them marks the frame.
 */
export function noting<Result>({ cursor, frame }: QuestionReader, read: () => Result): Result {
  const from = cursor.at;
  const known = new Set<object>(partsOf(frame));
  const picked = picksOf(frame);
  const result = read();
  const words =
    cursor.at > from
      ? spanOf(cursor.mentions.slice(from, cursor.at).flatMap(({ tokens }) => tokens))
      : [];
  for (const part of partsOf(frame)) if (!known.has(part)) addWords(part, words);
  if (picksOf(frame) !== picked) addWords(frame, words);
  return result;
}

/** Marks all that an earlier question asked as that. */
export function markEarlier(frame: Frame): void {
  for (const part of [frame, ...partsOf(frame)]) setOrigin(part, NO_WORDS);
}

const partsOf = ({ select, conditions, groups, order }: Frame): readonly object[] => [
  ...select,
  ...conditions,
  ...groups,
  ...order,
];

const picksOf = ({ limit, bottom, distinct, frequency }: Frame): string =>
  [limit, bottom, distinct, frequency].join();
