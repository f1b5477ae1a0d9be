import type { Language } from '#src/language/language.ts';
import type { Prepared } from '#src/shapes/align.ts';
import type { Example } from '#src/shapes/example.ts';
import type { SlotKind } from '#src/shapes/skeleton.ts';
import type { Spans } from '#src/shapes/spans.ts';
import { classOfWord, type WordClass } from '#src/shapes/word-weights.ts';

/** Slots that any name of the data can fill look the same before they are filled. */
const MASKS: Readonly<Record<SlotKind, string>> = {
  ...{ T: 'X', C: 'X', A: 'X', N: 'X', V: 'X', W: 'X' },
  ...{ B: 'B', F: 'F', I: 'I', P: 'P', G: 'G', K: 'K', D: 'D' },
};
const LONGEST_GRAM = 3;

/** Examples by the n-grams of their masked wording. */
export class ExampleIndex {
  readonly examples: readonly Prepared[];
  private readonly postings = new Map<
    string,
    { readonly example: number; readonly weight: number }[]
  >();
  private readonly rarity = new Map<string, number>();

  constructor(examples: readonly Example[], language: Language) {
    this.examples = examples.map((one) => ({
      ...one,
      classes: one.pieces.map((piece) =>
        piece.kind === 'word' ? classOfWord(piece.word, language) : null,
      ),
    }));
    const grams = this.examples.map(({ pieces }) =>
      gramsOf(pieces.map((piece) => (piece.kind === 'word' ? piece.word : MASKS[piece.of]))),
    );
    const seen = new Map<string, number>();
    for (const own of grams)
      for (const gram of own.keys()) seen.set(gram, (seen.get(gram) ?? 0) + 1);
    for (const [gram, count] of seen) this.rarity.set(gram, Math.log(1 + grams.length / count));
    for (const [example, own] of grams.entries()) {
      const norm = Math.hypot(...[...own].map(([gram, count]) => count * this.rarity.get(gram)!));
      for (const [gram, count] of own) {
        const weight = (count * this.rarity.get(gram)!) / norm;
        const known = this.postings.get(gram);
        if (known) known.push({ example, weight });
        else this.postings.set(gram, [{ example, weight }]);
      }
    }
  }

  /** The nearest examples, nearest first. */
  nearest(spans: Spans, classes: readonly WordClass[], most: number): readonly Prepared[] {
    const scores = new Float64Array(this.examples.length);
    for (const [gram, count] of gramsOf(masked(spans, classes))) {
      const rarity = this.rarity.get(gram);
      if (rarity === undefined) continue;
      for (const { example, weight } of this.postings.get(gram)!)
        scores[example]! += count * rarity * weight;
    }
    return [...scores.keys()]
      .filter((example) => scores[example]! > 0)
      .toSorted((a, b) => scores[b]! - scores[a]!)
      .slice(0, most)
      .map((example) => this.examples[example]!);
  }
}

/** A question with masks in place of what it names. */
function masked({ question }: Spans, classes: readonly WordClass[]): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < question.length; ) {
    const [to, mask] = maskAt(at);
    if (mask !== 'X' || found.at(-1) !== 'X') found.push(mask);
    at = to;
  }
  return found;

  function maskAt(at: number): readonly [number, string] {
    const { language } = question;
    const frequent = question.phrase(at, language.frequent);
    if (frequent) return [frequent.to, 'P'];
    const ranking = question.phrase(at, language.rankings);
    if (ranking) return [ranking.to, ranking.means.of.length > 0 ? 'I' : 'F'];
    const direction = question.phrase(at, language.directions);
    if (direction) return [direction.to, 'D'];
    const aggregate = question.phrase(at, language.aggregates);
    if (aggregate && aggregate.means !== 'count') return [aggregate.to, 'G'];
    if (question.number(at) !== null) return [at + 1, 'K'];
    if (classes[at] === 'named') {
      const longest = Math.max(at + 1, ...question.refs(at).map(({ to }) => to));
      return [longest, 'X'];
    }
    return [at + 1, question.word(at)];
  }
}

function gramsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let at = 0; at < words.length; at++)
    for (let to = at + 1; to <= Math.min(words.length, at + LONGEST_GRAM); to++) {
      const gram = words.slice(at, to).join(' ');
      found.set(gram, (found.get(gram) ?? 0) + 1);
    }
  return found;
}
