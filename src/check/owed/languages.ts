import type { AskedForWords } from '#src/language/asked-words.ts';
import { ENGLISH_ASKED_WORDS } from '#src/language/en/asked-words.ts';
import { isDoing, isFormOf, isRole } from '#src/language/en/word-forms.ts';
import { isPast } from '#src/planner/past.ts';
import {
  AGGREGATES,
  ASKING,
  COMPARATIVES,
  FUNCTION_WORDS,
  GLUE,
  GRADED,
  gradedBy,
  LINKING,
  SUPERLATIVES,
  type Superlative,
} from '#src/planner/words.ts';

interface Vocabulary {
  has(word: string): boolean;
}

/** A language that questions are held to: its words, and the forms that they take. */
export interface OwedLanguage extends AskedForWords {
  /** "Largest" → which end of an order, and of which columns. */
  readonly superlatives: ReadonlyMap<string, Superlative>;
  readonly comparatives: ReadonlyMap<string, Superlative>;
  /** The same of the adjective as it stands: "large". */
  gradedBy(word: string): Superlative | null;
  /** Articles, prepositions, verbs of being. */
  readonly little: Vocabulary;
  readonly asking: Vocabulary;
  readonly linking: Vocabulary;
  /** Words that all questions are made of, which ask for no condition. */
  readonly plain: readonly Vocabulary[];
  /** Whether two words are forms of one. */
  isFormOf(one: string, other: string): boolean;
  /** Whether a word speaks of who plays a part: `sent` of a `sender`. */
  isRole(word: string, role: string): boolean;
  /** Whether a word is a verb that tells of something done. */
  isPast(word: string): boolean;
  /** Whether a word is a verb of what rows do or measure: `scoring`. */
  isDoing(word: string): boolean;
}

const own = ENGLISH_ASKED_WORDS;

export const ENGLISH: OwedLanguage = {
  ...own,
  superlatives: SUPERLATIVES,
  comparatives: COMPARATIVES,
  little: FUNCTION_WORDS,
  asking: ASKING,
  linking: LINKING,
  plain: [
    ...[AGGREGATES, ASKING, COMPARATIVES, FUNCTION_WORDS, GLUE, GRADED, LINKING, SUPERLATIVES],
    ...[own.average, own.counting, own.different, own.ends, own.periodGroups],
    ...[own.timeUnits, own.total, own.turning],
  ],
  isFormOf,
  isRole,
  isPast,
  isDoing,
  gradedBy,
};
