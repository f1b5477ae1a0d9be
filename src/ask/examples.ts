import { fold, lemma } from '#src/catalog/fold.ts';
import { refersBack } from '#src/planner/conversation.ts';
import type { ApprovedExample, Catalog } from '#src/plugin-api/catalog.ts';
import { isFiltered, type RowPolicy } from '#src/principal.ts';

/** Words that most questions have. */
const COMMON = new Set(
  'a an the of in on at for to by with and or is are was were do does did we our us i my me show list give tell what which who how many much all each per please'.split(
    ' ',
  ),
);
/** Similarity, of 1, from which an example may help to read a question. */
const NEAR = 0.3;

/** What approved examples a caller may be served from: none under a row filter, since their SQL may name values. */
export function examplesFor(catalog: Catalog, policy: RowPolicy): readonly ApprovedExample[] {
  return isFiltered(policy, catalog) ? [] : (catalog.meaning?.examples ?? []);
}

/** The approved example of just this question: without case, punctuation and spaces; the last one where there are several. */
export function exampleOf(
  question: string,
  examples: readonly ApprovedExample[],
): ApprovedExample | null {
  const asked = fold(question);
  if (refersBack(asked)) return null;
  return examples.findLast((one) => fold(one.question) === asked) ?? null;
}

/**
 * Examples of questions like this one, most similar first: by the words that they share, rare ones counting more
 * (the weighted Jaccard index with inverse document frequencies).
 */
export function similarExamples(
  question: string,
  examples: readonly ApprovedExample[],
): readonly ApprovedExample[] {
  const asked = wordsOf(question);
  const sets = examples.map((one) => wordsOf(one.question));
  const seen = new Map<string, number>();
  for (const words of sets) for (const word of words) seen.set(word, (seen.get(word) ?? 0) + 1);
  const weight = (word: string) =>
    Math.log(1 + (examples.length + 1) / (1 + (seen.get(word) ?? 0)));
  const total = (words: Iterable<string>) =>
    [...words].reduce((sum, word) => sum + weight(word), 0);
  return examples
    .map((example, index) => {
      const words = sets[index]!;
      const all = total(new Set([...asked, ...words]));
      return {
        example,
        score: all === 0 ? 0 : total([...asked].filter((word) => words.has(word))) / all,
      };
    })
    .filter(({ score }) => score >= NEAR)
    .sort((a, b) => b.score - a.score)
    .map(({ example }) => example);
}

const wordsOf = (question: string): Set<string> =>
  new Set(
    fold(question)
      .split(' ')
      .map(lemma)
      .filter((word) => !COMMON.has(word)),
  );
