import { isCommon, isEnglish } from '#src/catalog/dictionary.ts';
import { longForm } from '#src/catalog/names.ts';

/** Short forms of so few letters are many words'. */
export const SHORTEST_CLIP = 3;
/** So many letters of a word tell it without its vowels. */
const SHORTEST_SKELETON = 4;
const VOWELS = /[aeiou]/g;

/** Whether a word of a name is a short form that no dictionary has: `outl`, `precond`, `acc`. */
export const isClip = (word: string): boolean =>
  /^\p{L}+$/u.test(word) &&
  longForm(word) === null &&
  (word.length > SHORTEST_CLIP
    ? !isEnglish(word)
    : word.length === SHORTEST_CLIP && !isCommon(word));

/** Whether letters are the first ones of a word (`precond` of precondition), or all that are left without vowels (`pltn` of plantation). */
export const isClipOf = (clip: string, word: string): boolean =>
  word.length > clip.length && (word.startsWith(clip) || isSkeletonOf(clip, word));

function isSkeletonOf(clip: string, word: string): boolean {
  if (clip.length < SHORTEST_SKELETON || clip[0] !== word[0]) return false;
  const rest = word.slice(1).replaceAll(VOWELS, '');
  const said = clip.slice(1);
  if (said !== said.replaceAll(VOWELS, '')) return false;
  if (rest.startsWith(said)) return true;
  let at = 0;
  for (const letter of said) {
    at = rest.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return at === rest.length;
}
