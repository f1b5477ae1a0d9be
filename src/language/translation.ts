/** What part of a sentence a phrase is. */
export type PhraseKind =
  | 'asking'
  | 'being'
  | 'article'
  | 'relative'
  | 'preposition'
  | 'grouping'
  | 'comparator'
  | 'boundAfter'
  | 'negation'
  | 'conjunction'
  | 'aggregate'
  | 'aggregateBehind'
  | 'ranking'
  | 'superlative'
  | 'order'
  | 'period'
  | 'unit'
  | 'passed';

/** A preposition whose meaning is told by what follows: `nach Umsatz`, `nach 2024`, `nach Berlin`. */
interface OpenPreposition {
  /** Before a time; null: then it says nothing. */
  readonly time: string | null;
  readonly number: string | null;
  readonly value: string | null;
  readonly other: string | null;
}

/** What a question of a language needs to be said in the language of the planner, English; all of it is tables. */
export interface Translation {
  /** BCP 47. */
  readonly tag: string;
  /** Rows `words | words = English` of each kind; `#` is a number. */
  readonly phrases: Readonly<Record<PhraseKind, string>>;
  readonly prepositions: ReadonlyMap<string, OpenPreposition>;
  /** Articles that say `of the` behind a noun, and those that say `that` behind a comma. */
  readonly genitives: ReadonlySet<string>;
  readonly relatives: ReadonlySet<string>;
  /** Rows `words = English words`: the closest first. */
  readonly nouns: string;
  /** Rows `forms = English words`: states that are values. */
  readonly states: string;
  /** Rows `forms = English / noun`: verbs, and what they make or measure. */
  readonly verbs: string;
  /** Rows `forms = noun`: verbs that say that something has an amount. */
  readonly amountVerbs: string;
  /** First and last parts of compounds that say what is computed: `Durchschnittspreis`, `Kundenanzahl`. */
  readonly computedFirst: ReadonlyMap<string, string>;
  readonly computedLast: ReadonlyMap<string, string>;
  /** First part of a word that denies it: `unbezahlt`; null where the language has none. */
  readonly denying: string | null;
  /** What may stand between the parts of a compound. */
  readonly linking: readonly string[];
  /** Endings of adjectives, to find the value that they are made of. */
  readonly adjectiveEndings: readonly string[];
  readonly numberWords: ReadonlyMap<string, number>;
  readonly scales: ReadonlyMap<string, number>;
  readonly months: ReadonlyMap<string, string>;
  /** Words that are written in one with the next: `l'`, `d'`. */
  readonly elided: ReadonlySet<string>;
  /** Whether what tells more of a noun stands behind it: `prix unitaire`, `date de commande`. */
  readonly isHeadFirst: boolean;
  /** What stands between the words of one name: `date de la commande`. */
  readonly links: ReadonlySet<string>;
  /** How numbers are written, and what they are. */
  readonly number: RegExp;
  isNumber(text: string): boolean;
  numberOf(text: string): number;
  /** A day as it is written in figures, as YYYY-MM-DD; null for other texts. */
  dayOf(text: string): string | null;
  /** What the forms of a word share. */
  stem(word: string): string;
  /** A word without the differences of spelling. */
  plain(word: string): string;
  /** Other spellings that a value may have in the data. */
  spellings(text: string): readonly string[];
}

/** How phrases say, in the words of the planner, which end of an amount is asked behind a verb. */
export const ENDS: ReadonlyMap<string, string> = new Map([
  ['the most', 'highest'],
  ['the fewest', 'lowest'],
]);

/** Phrases that count what stands before them, in the words of the planner. */
export const COUNTS: ReadonlySet<string> = new Set(['how many', 'number of']);

/** Periods that say their unit, in the words of the planner. */
export const SAYS_UNIT = /year|month|week|quarter|day/;

/** Names of columns of years. */
export const SAYS_YEAR = /jahr|year|ann[eé]e|año|anno|ano|jaar/i;
