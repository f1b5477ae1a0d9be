import { words } from '#src/language/tables.ts';
export const EXACT = 1;

export const SYNONYM = 0.92;

export const IN_TABLE = 0.9;

export const HEAD = 0.6;

export const INNER = 0.5;

/** Words that tell too little to stand for a longer name. */
export const BARE = words(
  'number name id code type date total amount value of the and in by is count max min average no detail description other first last year time start end',
);

/** `people`, `who` for a table of people. */
export const PEOPLE = 0.85;
