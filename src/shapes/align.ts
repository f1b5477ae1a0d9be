import type { Example, Piece } from '#src/shapes/example.ts';
import type { Addition, Fill, Spans } from '#src/shapes/spans.ts';
import { costOfClass, type WordClass } from '#src/shapes/word-weights.ts';

/** An example with what each of its words costs that the question lacks. */
export interface Prepared extends Example {
  readonly classes: readonly (WordClass | null)[];
}

/** How a question follows an example. */
export interface Alignment {
  readonly example: Prepared;
  readonly cost: number;
  readonly fills: ReadonlyMap<string, Fill>;
  readonly additions: readonly Addition[];
  /** Tokens that begin what fills a slot, and those after it. */
  readonly starts: ReadonlySet<number>;
  readonly ends: ReadonlySet<number>;
  /** Tokens of the question that the example has nothing for. */
  readonly skipped: readonly number[];
  /** Words of the example that the question lacks. */
  readonly lacking: readonly number[];
}

interface State {
  readonly cost: number;
  readonly step: Step | null;
}

interface Step {
  readonly before: Step | null;
  readonly slot?: string;
  readonly fill?: Fill;
  /** The first token of what fills the slot, and the one after it. */
  readonly from?: number;
  readonly to?: number;
  readonly addition?: Addition;
  readonly skipped?: number;
  readonly lacking?: number;
}

/** Partial alignments that are kept for each pair of places. */
const KEPT = 3;
/** What an alignment may cost. */
const DEAREST = 2.3;
/** Sums of the same costs in another order differ by less. */
const ROUNDING = 1e-9;
const ADDITION_COST = 0.12;
const COMPOUND_COST = 0.5;

/** The cheapest ways to read a question as an example says: an edit distance whose slots take spans. */
export function align(
  example: Prepared,
  spans: Spans,
  classes: readonly WordClass[],
): readonly Alignment[] {
  const { pieces } = example;
  const { length } = spans.question;
  const owed = owedFrom(example, spans);
  if (owed[0]! > DEAREST + ROUNDING) return [];
  const width = pieces.length + 1;
  const table: (State[] | undefined)[] = new Array((length + 1) * width);
  /** Keeps a state; its step is made only where it is kept. */
  const put = (at: number, piece: number, cost: number, step: () => Step | null) => {
    if (cost > DEAREST || cost + owed[piece]! > DEAREST + ROUNDING) return;
    const cell = at * width + piece;
    const states = table[cell] ?? [];
    table[cell] = states;
    if (states.length === KEPT && states[KEPT - 1]!.cost <= cost) return;
    let place = states.length;
    while (place > 0 && states[place - 1]!.cost > cost) place--;
    states.splice(place, 0, { cost, step: step() });
    if (states.length > KEPT) states.pop();
  };
  put(0, 0, 0, () => null);
  for (let at = 0; at <= length; at++)
    for (let piece = 0; piece < width; piece++) {
      const states = table[at * width + piece];
      if (!states) continue;
      const next = pieces[piece];
      const isMet = next?.kind === 'word' && at < length && isSame(next, at, spans);
      const fills = next?.kind === 'slot' && at < length ? spans.fill(next.of, at) : [];
      // A condition is said of something: not before the first slot.
      const additions = at < length && (piece > 0 || at > 0) ? spans.additions(at) : [];
      for (const { cost, step } of states) {
        if (next?.kind === 'word') {
          if (isMet) put(at + 1, piece + 1, cost, () => step);
          const missing = costOfClass(example.classes[piece]!);
          put(at, piece + 1, cost + missing, () => ({ before: step, lacking: piece }));
        }
        if (at === length) continue;
        const skipped = costOfClass(classes[at]!);
        put(at + 1, piece, cost + skipped, () => ({ before: step, skipped: at }));
        if (next?.kind === 'slot' && fills.length > 0) {
          const apart = isCompound(step, at) ? COMPOUND_COST : 0;
          for (const { to, fill, cost: own } of fills)
            put(to, piece + 1, cost + own + apart, () => ({
              ...{ before: step, slot: next.slot, fill, from: at, to },
            }));
        }
        for (const addition of additions)
          put(addition.to, piece, cost + addition.cost + ADDITION_COST, () => ({
            before: step,
            addition,
          }));
      }
    }
  const ends = table[length * width + width - 1] ?? [];
  return ends.map(({ cost, step }) => told(example, cost, step));
}

/** What the words from each piece on cost at least that stand nowhere in the question. */
function owedFrom({ pieces, classes }: Prepared, { question }: Spans): readonly number[] {
  const owed = new Array<number>(pieces.length + 1).fill(0);
  for (let at = pieces.length - 1; at >= 0; at--) {
    const piece = pieces[at]!;
    const isMissing = piece.kind === 'word' && !question.holds(piece.word);
    owed[at] = owed[at + 1]! + (isMissing ? costOfClass(classes[at]!) : 0);
  }
  return owed;
}

/** `movie ratings`: two names that the example has words between, and the question none. */
function isCompound(step: Step | null, at: number): boolean {
  let last = step;
  let lacks = false;
  while (last?.lacking !== undefined) {
    lacks = true;
    last = last.before;
  }
  return lacks && last?.to === at && last.fill?.kind !== 'count' && last.fill?.kind !== 'first';
}

const isSame = (piece: Extract<Piece, { kind: 'word' }>, at: number, { question }: Spans) =>
  question.word(at) === piece.word || question.tokens[at]!.lemma === piece.word;

function told(example: Prepared, cost: number, last: Step | null): Alignment {
  const fills = new Map<string, Fill>();
  const additions: Addition[] = [];
  const starts = new Set<number>();
  const ends = new Set<number>();
  const skipped: number[] = [];
  const lacking: number[] = [];
  for (let step = last; step; step = step.before) {
    if (step.slot && step.fill) fills.set(step.slot, step.fill);
    if (step.from !== undefined) starts.add(step.from);
    if (step.to !== undefined) ends.add(step.to);
    if (step.addition) additions.unshift(step.addition);
    if (step.skipped !== undefined) skipped.unshift(step.skipped);
    if (step.lacking !== undefined) lacking.unshift(step.lacking);
  }
  return { example, cost, fills, additions, starts, ends, skipped, lacking };
}
