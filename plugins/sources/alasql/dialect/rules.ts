import type { SelectRules } from '#src/sql/select/rules.ts';
import { each, replaced } from '#src/sql/select/size-rules.ts';
import { AGGREGATES, SCALAR_FUNCTIONS } from './functions.ts';
import { fold, quoted } from './names.ts';
import { OPERATORS } from './operators.ts';
import { WINDOW_FUNCTIONS } from './windows.ts';

/**
 * How names are resolved: as PostgreSQL does, but for capital letters, which tell no names apart, and whole rows. The
 * text is never spliced: the statement is written anew as a program.
 */
export const ALASQL_RULES: SelectRules = {
  foldTable: fold,
  foldColumn: fold,
  aliases: { groupBy: true, having: 'none', orderBy: 'none' },
  wholeRows: false,
  keysDetermine: true,
  recursiveCtes: false,
  functions: {
    scalar: SCALAR_FUNCTIONS,
    aggregate: AGGREGATES,
    window: WINDOW_FUNCTIONS,
    table: new Map(),
  },
  operators: OPERATORS,
  systemColumns: new Set(),
  valuesColumn: (index) => `column${index + 1}`,
  sizes: { results: new Map(each('replace', replaced)), collects: new Set() },
  dateFormats: new Map([
    [
      'to_char',
      [
        [/HH24/, 'hour'],
        [/DD/, 'day'],
        [/MM/, 'month'],
        [/Q/, 'quarter'],
        [/YYYY/, 'year'],
      ],
    ],
  ]),
  quote: quoted,
  filterValue: () => null,
  fence: '',
};
