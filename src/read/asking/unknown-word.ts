import { editDistance, typingErrors } from '#src/catalog/edit-distance.ts';
import { ENGLISH } from '#src/language/en/english.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { type ReadDoubt, saidOtherwise } from '#src/read/asking/doubt.ts';

/** Letters that words of one meaning begin with, at least. */
const SHARED = 5;

/** A word that names nothing, where several names have one that is like it. */
export const unknownWord: ReadDoubt = ({ question, catalog, declined }) => {
  const word = declined.word?.toLowerCase();
  const at = question.tokens.findIndex(({ lower }) => lower === word);
  if (word === undefined || at < 0) return null;
  const names = likeNames(word, catalog);
  return {
    ask: `What does "${question.textOf(at, at + 1)}" mean?`,
    options: names.map(({ label, text }) => ({
      label,
      question: saidOtherwise(question, at, at + 1, text),
    })),
  };
};

function likeNames(
  word: string,
  { tables }: Catalog,
): readonly { readonly label: string; readonly text: string }[] {
  const { stem, synonyms } = ENGLISH.names;
  const isLike = (other: string): number | null => {
    if (other === word || stem(other) === stem(word)) return 0;
    if (synonyms.get(word)?.has(other)) return 1;
    if (word.length >= SHARED && other.startsWith(word.slice(0, SHARED))) return 2;
    const limit = typingErrors(word.length);
    return limit > 0 && editDistance(word, other, limit) <= limit ? 3 : null;
  };
  const found = tables.flatMap(({ label: rows, columns }) => [
    { name: rows, label: rows },
    ...columns
      .filter(({ hidden }) => !hidden)
      .map(({ label }) => ({ name: label, label: `${label} of ${rows}` })),
  ]);
  return found
    .flatMap(({ name, label }) => {
      const ranks = name
        .toLowerCase()
        .split(/[^\p{L}]+/u)
        .flatMap((other) => isLike(other) ?? []);
      return ranks.length > 0 ? [{ label, text: name, rank: Math.min(...ranks) }] : [];
    })
    .toSorted((a, b) => a.rank - b.rank);
}
