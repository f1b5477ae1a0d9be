import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { SelectRules } from '#src/sql/select/rules.ts';
import { dateIdiom } from './date-idioms.ts';
import { realDate } from './false-dates.ts';
import { AGGREGATES, SCALARS, WINDOW_ONLY } from './functions.ts';
import { quoteName, quoteText } from './names.ts';
import { SIZES } from './sizes.ts';

/** What the parser makes of operators and special forms. */
const OPERATORS = new Set([
  ...[
    'or',
    'xor',
    'and',
    'not',
    '=',
    '<=>',
    '<>',
    '<',
    '<=',
    '>',
    '>=',
    '|',
    '&',
    '<<',
    '>>',
    '+',
    '-',
  ],
  ...[
    '*',
    '/',
    '%',
    'div',
    '^',
    '~',
    '->',
    '->>',
    'collate',
    'row',
    'case',
    'case of',
    'interval',
    'match',
  ],
  ...[
    'in',
    'not in',
    'between',
    'not between',
    'like',
    'not like',
    'regexp',
    'not regexp',
    'sounds like',
  ],
  ...['member of', 'is null', 'is not null', 'is true', 'is not true', 'is false', 'is not false'],
  ...['is unknown', 'is not unknown'],
]);

/** Formats of DATE_FORMAT and TIME_FORMAT by the smallest unit that they keep. */
const FORMATS: readonly (readonly [RegExp, string])[] = [
  [/%[HkhIlrT]/, 'hour'],
  [/%[djeD]/, 'day'],
  [/%[vVuU]/, 'week'],
  [/%[aWw]/, 'weekday'],
  [/%[mcbM]/, 'month'],
  [/%[YyxX]/, 'year'],
];

const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** A row filter's value in the column's own type, so that the comparison itself cannot fail. */
function filterValue({ type }: CatalogColumn, value: string | number): string | null {
  const text = String(value);
  switch (type) {
    case 'text':
      return quoteText(text);
    case 'integer':
      return /^-?\d{1,20}$/.test(text) ? text : null;
    case 'decimal':
    case 'float':
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? text : null;
    case 'date':
      return isDate(text) ? `DATE ${quoteText(text)}` : null;
    case 'boolean':
      return /^(true|false|0|1)$/i.test(text) ? text.toUpperCase() : null;
    default:
      return null;
  }
}

/** How names are found and tables written in MySQL and MariaDB. */
export const MYSQL_RULES: SelectRules = {
  foldTable: (name) => name.toLowerCase(),
  foldColumn: (name) => name.toLowerCase(),
  aliases: { groupBy: true, having: 'aliases-first', orderBy: 'columns-first' },
  wholeRows: false,
  keysDetermine: true,
  recursiveCtes: true,
  functions: { scalar: SCALARS, aggregate: AGGREGATES, window: WINDOW_ONLY, table: new Map() },
  operators: OPERATORS,
  systemColumns: new Set(['_rowid']),
  valuesColumn: (index) => `column_${index}`,
  sizes: SIZES,
  dateFormats: new Map([
    ['date_format', FORMATS],
    ['time_format', FORMATS],
  ]),
  dateIdiom,
  quote: quoteName,
  filterValue,
  shown({ profile }, name) {
    if (profile?.falseDates) return realDate(name);
    // Results show a TINYINT(1) as a flag, and the sum as a number.
    return profile?.readAs === 'integer' ? `${name} + 0` : null;
  },
  // Collations take case, accents and trailing blanks for the same: a foreign tenant's name could pass as one's own.
  exactText: (column, text) =>
    `CAST(CONVERT(${column} USING utf8mb4) AS BINARY) = CAST(_utf8mb4${text} AS BINARY)`,
  // Neither server moves a condition below a LIMIT, nor merges such a subquery with what is around it.
  fence: ' LIMIT 18446744073709551615',
};
