import type { SelectRules } from '#src/sql/select/rules.ts';
import {
  AGGREGATES,
  LAMBDA_FUNCTIONS,
  SCALARS,
  TABLE_FUNCTIONS,
  VALUE_WORDS,
  WINDOW_ONLY,
} from './functions.ts';
import { textLiteral } from './lower.ts';
import { fold, quoted } from './names.ts';
import { FENCE_ROWS, filterText, filterType } from './row-filter.ts';
import { SIZES } from './sizes.ts';

/** Special forms of the neutral tree, beside the operators that DuckDB calls functions. */
const OPERATIONS =
  'and or not case between in collate list [] like ilike percent -> = <> < <= > >='.split(' ');

/** How DuckDB resolves names (its `src/planner/binder` and `expression_binder`), and what may be called. */
export const RULES: SelectRules = {
  foldTable: fold,
  foldColumn: fold,
  aliases: {
    groupBy: true,
    having: 'aliases-but-keys',
    orderBy: 'columns-first',
    aggregates: 'columns-first',
    elsewhere: 'columns-first',
  },
  fields: true,
  valueWords: VALUE_WORDS,
  // `alias.x` is the result column x of the same SELECT.
  noQualifier: 'alias',
  mergedInPlace: true,
  lateralOn: true,
  namesFromTable: true,
  keysDetermine: false,
  wholeRows: 'renamed',
  rowsFirst: true,
  recursiveCtes: false,
  functions: {
    scalar: new Set([...SCALARS, ...LAMBDA_FUNCTIONS]),
    aggregate: AGGREGATES,
    window: WINDOW_ONLY,
    table: new Map([...TABLE_FUNCTIONS].map((name) => [name, [name]])),
  },
  operators: new Set([
    ...SCALARS,
    ...OPERATIONS,
    ...['not in', 'not like', 'not ilike', 'is null', 'is not null'],
    ...['is distinct from', 'is not distinct from'],
  ]),
  systemColumns: new Set(),
  valuesColumn: (index) => `col${index}`,
  sizes: SIZES,
  dateFormats: new Map([
    [
      'strftime',
      [
        [/%H|%I/, 'hour'],
        [/%d|%-d|%j/, 'day'],
        [/%V|%W|%U/, 'week'],
        [/%[aAwu]/, 'weekday'],
        [/%m|%-m|%b|%B/, 'month'],
        [/%Y|%y|%G/, 'year'],
      ],
    ],
  ]),
  quote: quoted,
  filterValue(column, value) {
    const type = filterType(column);
    const text = filterText(column, value);
    if (text === null) return null;
    return type === null ? textLiteral(text) : `CAST(${textLiteral(text)} AS ${type})`;
  },
  fence: ` LIMIT ${FENCE_ROWS}`,
};
