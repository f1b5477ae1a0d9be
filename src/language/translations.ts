import { GERMAN } from '#src/language/de/german.ts';
import { SPANISH } from '#src/language/es/spanish.ts';
import { FRENCH } from '#src/language/fr/french.ts';
import { ITALIAN } from '#src/language/it/italian.ts';
import { languageName } from '#src/language/language-name.ts';
import { DUTCH } from '#src/language/nl/dutch.ts';
import { PORTUGUESE } from '#src/language/pt/portuguese.ts';
import type { Translation } from '#src/language/translation.ts';

/** The languages whose questions are said in the words of the planner. */
export const TRANSLATIONS: readonly Translation[] = [
  GERMAN,
  FRENCH,
  SPANISH,
  ITALIAN,
  PORTUGUESE,
  DUTCH,
];

/** What the languages are called that the built-in planner reads: `English, German or Dutch`. */
export const READ_LANGUAGES: string = new Intl.ListFormat('en', { type: 'disjunction' }).format(
  ['en', ...TRANSLATIONS.map(({ tag }) => tag)].map((tag) => languageName(tag)),
);
