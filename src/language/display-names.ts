import { words } from '#src/language/tables.ts';

/**
 * Ends of the names of columns that say which one a row is, in other languages than English, the surest first:
 * `Bezeichnung`, `Firma`.
 */
export const DISPLAY_ENDINGS: readonly string[] = [
  ...['bezeichnung', 'titel', 'firma', 'nachname', 'modell'],
  ...['nom', 'nombre', 'nome', 'naam'],
];

/** Behind the name of the rows, written together: `kundenname` of `kunden`; but `hostname` of servers is no other's. */
export const JOINED_NAME = 'name';

/** Words before a name that say no more than that it is all of it: `full name`, `official name`. */
export const WHOLE_NAMES = words('full official complete common long');

/** Rows that are companies, which are called by a column of that name: an entrepreneur only works for one. */
export const COMPANIES = words('customer client supplier vendor partner account');
export const COMPANY = 'company';
