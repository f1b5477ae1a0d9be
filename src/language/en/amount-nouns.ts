import { words } from '#src/language/tables.ts';

/** Nouns of amounts that rows are named after: `volunteer hours`, `kilometres driven`. */
export const AMOUNT_NOUNS = words(
  'hour minute second kilometer kilometre mile liter litre kilogram ton tonne kwh',
);

/** Nouns that speak of the rows themselves. */
export const ROW_NOUNS = words('entry record row log line item');
