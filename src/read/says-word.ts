import { agents } from '#src/language/en/verbs.ts';
import type { Token } from '#src/planner/tokens.ts';
import type { Question } from '#src/read/question.ts';

/** Whether a token says a word of a name: itself, a form of it, or what is done by who is called so (`advise`: advisor). */
export function saysWord(
  { lower, lemma }: Token,
  word: string,
  { language: { names, verbs } }: Question,
): boolean {
  if (lemma === word || names.isAkin(lemma, word) || names.isAkin(word, lemma)) return true;
  return verbs.areOneVerb(lower, word) || agents(lower).includes(word) || isDoneBy(lemma, word);
}

const SHORTEST_STEM = 4;

/** `advise` → advisor, `employ` → employee. */
function isDoneBy(verb: string, word: string): boolean {
  const stem = word.replace(/(?:[eo]r|ee)$/, '');
  return stem !== word && stem.length >= SHORTEST_STEM && verb.startsWith(stem);
}
