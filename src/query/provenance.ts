/** Characters of the question, half-open. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The words that a node of a query comes of; none for what the planner adds by itself: keys, an order, joins between. */
export type Origin = readonly Span[];

export const NO_WORDS: Origin = [];

/**
 * Where a node keeps its origin. A symbol, so that a copy of the node by spread keeps it, while two nodes that compute the
 * same are still the same as JSON.
 */
const ORIGIN = Symbol('origin');

interface Marked {
  [ORIGIN]?: Origin;
}

/** The origin of a node of a query or of a reading; null where it has that of the node that it stands in. */
export const originOf = (node: object): Origin | null => (node as Marked)[ORIGIN] ?? null;

/** The words that said a node. */
export const wordsOf = (node: object): readonly Span[] => originOf(node) ?? NO_WORDS;

/** Sets or, by null, clears the origin of a part of a reading. */
export function setOrigin(part: object, origin: Origin | null): void {
  if (origin) (part as Marked)[ORIGIN] = origin;
  else delete (part as Marked)[ORIGIN];
}

/** Adds words that said a part of a reading. */
export function addWords(part: object, words: readonly Span[]): void {
  const known = wordsOf(part);
  const added = words.filter(({ start, end }) => !known.some((one) => isWithin(start, end, one)));
  if (added.length > 0) setOrigin(part, [...known, ...added]);
}

const isWithin = (start: number, end: number, one: Span): boolean =>
  one.start <= start && end <= one.end;

/** Kinds of nodes that may stand in many queries: the origin is that of the node that they stand in. */
const SHARED = new Set<unknown>(['literal', 'fragment']);

/** A node of a query that comes of something, with all nodes in it that have no origin of their own. */
export function cameOf<Node>(node: Node, origin: Origin | null): Node {
  if (origin) mark(node, origin);
  return node;
}

function mark(part: unknown, origin: Origin): void {
  if (part === null || typeof part !== 'object') return;
  if (Array.isArray(part)) {
    for (const one of part) mark(one, origin);
    return;
  }
  if (originOf(part) || ('kind' in part && SHARED.has(part.kind))) return;
  (part as Marked)[ORIGIN] = origin;
  for (const one of Object.values(part)) mark(one, origin);
}

/** A changed copy of a node, with the origin of the node. */
export function keepOrigin<Node>(node: object, changed: Node & object): Node {
  const origin = originOf(node);
  if (origin && !originOf(changed)) setOrigin(changed, origin);
  return changed;
}
