import type { Period } from '#src/planner/periods/periods.ts';
import type { Ref, ValueRef } from '#src/read/ask.ts';
import { costOfClass, type WordClass } from '#src/read/lessons/word-classes.ts';
import type { Question } from '#src/read/question.ts';

/** What a slot of a lesson's question stands for. */
export type SlotKind = 'column' | 'value' | 'number' | 'period';

/** A piece of a lesson's question: a word with its class, or a slot. */
export type Piece =
  | { readonly kind: 'word'; readonly word: string; readonly of: WordClass }
  | { readonly kind: 'slot'; readonly slot: string; readonly of: SlotKind };

/** What a span of a question puts into a slot. */
export type Fill =
  | { readonly kind: 'column'; readonly ref: Ref }
  | { readonly kind: 'value'; readonly value: ValueRef }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'period'; readonly period: Period };

/** How a question follows the pieces of a lesson. */
export interface Alignment {
  readonly cost: number;
  readonly fills: ReadonlyMap<string, Fill>;
}

interface Filled {
  readonly to: number;
  readonly fill: Fill;
  readonly cost: number;
}

/** Partial alignments that are kept for each pair of places. */
const KEPT = 3;

/**
 * The cheapest ways to read a question as a lesson says: an edit distance whose slots take spans. Of the lesson's words
 * only links and marks may be lacking.
 */
export function align(
  pieces: readonly Piece[],
  question: Question,
  classes: readonly WordClass[],
  dearest: number,
): readonly Alignment[] {
  const table = Array.from({ length: question.length + 1 }, () =>
    Array.from({ length: pieces.length + 1 }, (): Alignment[] => []),
  );
  const put = (at: number, piece: number, state: Alignment): void => {
    if (state.cost > dearest) return;
    const states = table[at]![piece]!;
    states.push(state);
    states.sort((a, b) => a.cost - b.cost);
    states.splice(KEPT);
  };
  put(0, 0, { cost: 0, fills: new Map() });
  for (let at = 0; at <= question.length; at++)
    for (const [piece, next] of [...pieces, null].entries())
      for (const { cost, fills } of table[at]![piece]!) {
        if (next?.kind === 'word' && (next.of === 'link' || next.of === 'mark'))
          put(at, piece + 1, { cost: cost + costOfClass(next.of), fills });
        if (at === question.length) continue;
        put(at + 1, piece, { cost: cost + costOfClass(classes[at]!), fills });
        if (next?.kind === 'word') {
          if (question.word(at) === next.word || question.tokens[at]!.lemma === next.word)
            put(at + 1, piece + 1, { cost, fills });
        } else if (next)
          for (const one of fillings(next.of, at, question))
            put(one.to, piece + 1, {
              cost: cost + one.cost,
              fills: new Map(fills).set(next.slot, one.fill),
            });
      }
  return table[question.length]![pieces.length]!;
}

/** What begins at a token and can fill a slot. */
function fillings(kind: SlotKind, at: number, question: Question): readonly Filled[] {
  switch (kind) {
    case 'column':
      return question
        .refs(at)
        .map((ref) => ({ to: ref.to, fill: { kind, ref }, cost: leastOf(ref.options) }));
    case 'value':
      return question
        .valueRefs(at)
        .map((value) => ({ to: value.to, fill: { kind, value }, cost: leastOf(value.options) }));
    case 'number': {
      const value = question.number(at);
      return value !== null && Number.isInteger(value) && value > 0 && value < 1000
        ? [{ to: at + 1, fill: { kind, value }, cost: 0 }]
        : [];
    }
    case 'period': {
      const found = question.period(at);
      return found ? [{ to: found.end, fill: { kind, period: found.period }, cost: 0 }] : [];
    }
  }
}

const leastOf = (options: readonly { readonly cost: number }[]): number =>
  Math.min(...options.map(({ cost }) => cost));
