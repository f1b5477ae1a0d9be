import { isSlot, kindOf, type Skeleton, type SlotKind, skeletonOf } from '#src/shapes/skeleton.ts';

/** A piece of a wording: a word, or a slot. */
export type Piece =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'slot'; readonly slot: string; readonly of: SlotKind };

/** An example question whose names are slots, with the query that it means. */
export interface Example {
  readonly shape: string;
  readonly skeleton: Skeleton;
  readonly pieces: readonly Piece[];
}

/** A query in slots and the wordings that ask for it, one a line; `{a|b|}` stands for each of its alternatives. */
export interface Shape {
  readonly skeleton: string;
  readonly wordings: string;
}

export const shape = (skeleton: string, wordings: string): Shape => ({ skeleton, wordings });

/** All examples of some shapes. */
export function examplesOf(shapes: readonly Shape[]): readonly Example[] {
  return shapes.flatMap(({ skeleton, wordings }) => {
    const parsed = skeletonOf(skeleton);
    return wordings
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .flatMap(spelledOut)
      .map((line) => ({ shape: skeleton, skeleton: parsed, pieces: piecesOf(line) }));
  });
}

const ALTERNATIVES = /\{([^{}]*)\}/;

/** Each wording that a line with alternatives stands for. */
function spelledOut(line: string): readonly string[] {
  const found = ALTERNATIVES.exec(line);
  if (!found) return [line];
  const [whole, inside = ''] = found;
  return inside.split('|').flatMap((one) =>
    spelledOut(
      line
        .replace(whole, () => one)
        .replace(/\s+/g, ' ')
        .trim(),
    ),
  );
}

const piecesOf = (line: string): readonly Piece[] =>
  line
    .replaceAll(',', ' ,')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) =>
      isSlot(word) ? { kind: 'slot', slot: word, of: kindOf(word) } : { kind: 'word', word },
    );
