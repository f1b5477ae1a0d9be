import { LANGUAGES } from './languages.ts';
import { type Kind, type Made, Random } from './made.ts';

/** The files of a kind: in four languages of the eight, by turns. */
export const madeFiles = (kind: Kind, at: number): Made[] =>
  [0, 2, 5, 7].map((step) =>
    kind.make(LANGUAGES[(at + step) % LANGUAGES.length]!, new Random(at * 100 + step)),
  );
