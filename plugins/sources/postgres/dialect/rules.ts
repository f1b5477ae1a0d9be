import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { SelectRules } from '#src/sql/select/rules.ts';
import { readThroughSql } from '../read-through.ts';
import { AGGREGATES, OPERATORS, SCALARS, TABLE_FUNCTIONS, WINDOW_FUNCTIONS } from './functions.ts';
import { quoted, textLiteral } from './lower.ts';
import { SPECIAL_FORMS } from './operators.ts';
import { SIZES } from './sizes.ts';

const same = (name: string) => name;

const NUMBER = /^-?\d{1,30}(\.\d{1,30})?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

const uuid = (text: string) => (UUID.test(text) ? textLiteral(text.toLowerCase()) : null);

/**
 * The value of a row filter as a literal. Literals in quotes take the column's own type, so the comparison cannot fail
 * on a row; what is written here fails for all rows or none.
 */
function filterValue({ type, nativeType }: CatalogColumn, value: string | number): string | null {
  const text = String(value);
  switch (type) {
    case 'integer':
      return /^-?\d{1,19}$/.test(text) ? text : null;
    case 'decimal':
    case 'float':
      return NUMBER.test(text) ? text : null;
    case 'date':
      return isDate(text) ? textLiteral(text) : null;
    case 'boolean':
      return /^(true|false)$/i.test(text) ? text.toUpperCase() : null;
    case 'text':
      if (/^uuid$/i.test(nativeType)) return uuid(text);
      return text.includes('\0') ? null : textLiteral(text);
    default:
      return /^uuid$/i.test(nativeType) ? uuid(text) : null;
  }
}

/** Any and all of an array, by each operator. */
const QUANTIFIED = [...OPERATORS].flatMap((name) => [`${name} any`, `${name} all`]);

/** How PostgreSQL resolves names (parse_relation.c, parse_clause.c), and what may be called. */
export const RULES: SelectRules = {
  // The parser has folded them.
  foldTable: same,
  foldColumn: same,
  aliases: { groupBy: true, having: 'none', orderBy: 'none' },
  wholeRows: true,
  keysDetermine: true,
  recursiveCtes: true,
  functions: {
    scalar: new Set([...SCALARS, ...TABLE_FUNCTIONS.keys()]),
    aggregate: AGGREGATES,
    window: WINDOW_FUNCTIONS,
    table: TABLE_FUNCTIONS,
  },
  operators: new Set([...OPERATORS, ...SPECIAL_FORMS, ...QUANTIFIED]),
  systemColumns: new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']),
  valuesColumn: (index) => `column${index + 1}`,
  sizes: SIZES,
  dateFormats: new Map([
    [
      'to_char',
      [
        [/HH/i, 'hour'],
        [/DD/i, 'day'],
        [/IW|WW/i, 'week'],
        [/\bD\b|DAY|DY/i, 'weekday'],
        [/MM|MON/i, 'month'],
        [/Q/i, 'quarter'],
        [/YY/i, 'year'],
      ],
    ],
  ]),
  quote: quoted,
  shown: ({ readThrough }, name) => (readThrough ? readThroughSql(name, readThrough) : null),
  filterValue,
  // A collation may take case or accents for the same.
  exactText: (name, value) => `${name}::text COLLATE "C" = ${value}`,
  noColumn: '',
  // PostgreSQL moves no condition below OFFSET and pulls no subquery with one up.
  fence: ' OFFSET 0',
};
