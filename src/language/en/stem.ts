/** Endings of words that are derived from one another, longest first: `enrollment`, `enrolled`, `enroll`. */
const ENDINGS = [
  ...['ations', 'ation', 'ments', 'ment', 'ition', 'ions', 'ings', 'ance', 'ence', 'ness', 'ical'],
  ...['ion', 'ing', 'ied', 'ies', 'ity', 'ed', 'er', 'or', 'es', 'al', 'ly', 'y', 'e', 's'],
] as const;
const SHORTEST = 4;

/**
 * What words that are derived from one another share, for comparing names: `delivered`, `delivery` → `deliv`. Far
 * coarser than a lemma, so that what it finds is weak.
 */
export const stem = (word: string): string => withoutEnding(withoutEnding(spelled(word)));

/** A word as it is spelled in both English and American: `enrolment`, `enrollment`; `catalogue`, `catalog`. */
const spelled = (word: string): string =>
  word
    .replace(/ll/g, 'l')
    .replace(/our(?=$|s$|ed$|ing$|ful|abl)/, 'or')
    .replace(/(?<=[a-z]{3})is(?=ed?$|es$|ing$|ation)/, 'iz')
    .replace(/ogues?$/, 'og')
    .replace(/(?<=[a-z]{2}[bct])re(?=s?$)/, 'er');

/** Whether a word is one who does something: `reviewer`, and no `order`. */
export const isAgent = (word: string): boolean =>
  /(?:er|or)s?$/.test(word) && stem(word) !== word.replace(/s$/, '');

/** Whether a word is one to whom something is done: `assignee`. */
export const isReceiver = (word: string): boolean => /[^e]ees?$/.test(word) && word.length > 5;

/** Whether two words have one stem, or may be derived from one another more coarsely: `registered`, `registration`. */
export function isAkin(one: string, other: string): boolean {
  const [first, second] = [stem(one), stem(other)];
  if (first === second) return true;
  let shared = 0;
  while (shared < first.length && first[shared] === second[shared]) shared++;
  return shared >= SHARED && first.length - shared <= REST && second.length - shared <= REST;
}

const SHARED = 5;
const REST = 2;

function withoutEnding(word: string): string {
  // An engineer is no engine.
  if (/eers?$/.test(word)) return word;
  const single = word.length > SHORTEST && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  for (const ending of ENDINGS) {
    if (!single.endsWith(ending) || single.length - ending.length < SHORTEST) continue;
    const rest = single.slice(0, -ending.length);
    return /([b-df-hj-np-tv-z])\1$/.test(rest) && !/(ll|ss)$/.test(rest) ? rest.slice(0, -1) : rest;
  }
  return single;
}
