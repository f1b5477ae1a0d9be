import type { ENGLISH } from '#src/language/en/english.ts';

/** The words of the language that questions are read in; those of other languages are said in its words first. */
export type Language = typeof ENGLISH;
