import { lookupTable } from '#src/sql/lookup-table.ts';
import type { Reading } from '#src/sql/select/reading.ts';
import type { Expression } from './tree.ts';

const PARTS: ReadonlySet<string> = new Set([
  ...['year', 'isoyear', 'quarter', 'month', 'week', 'weekofyear', 'yearweek', 'day', 'dayofmonth'],
  ...[
    'dayofyear',
    'dayofweek',
    'weekday',
    'isodow',
    'hour',
    'minute',
    'second',
    'decade',
    'century',
  ],
  ...['monthname', 'dayname', 'last_day'],
]);

/** Units that functions and texts name in several ways. */
const SAME: Readonly<Record<string, string>> = lookupTable({
  isoyear: 'year',
  weekofyear: 'week',
  yearweek: 'week',
  dayofmonth: 'day',
  dayofweek: 'weekday',
  isodow: 'weekday',
  dow: 'weekday',
  dayname: 'weekday',
  monthname: 'month',
  last_day: 'month',
  y: 'year',
  years: 'year',
  months: 'month',
  quarters: 'quarter',
  weeks: 'week',
  days: 'day',
  hours: 'hour',
});

/** Formats of strftime by the unit that they keep. */
const FORMATS: readonly (readonly [RegExp, string])[] = [
  [/%H|%I/, 'hour'],
  [/%d|%-d|%j/, 'day'],
  [/%V|%W|%U/, 'week'],
  [/%[aAwu]/, 'weekday'],
  [/%m|%-m|%b|%B/, 'month'],
  [/%Y|%y|%G/, 'year'],
];

const textOf = (expr: Expression | undefined) =>
  expr?.class === 'CONSTANT' && typeof expr.value.value === 'string' ? expr.value.value : null;

/** A column, or a column read as a date: `CAST(d AS DATE)`. */
function isColumn(expr: Expression): boolean {
  return expr.class === 'CAST' ? isColumn(expr.child) : expr.class === 'COLUMN_REF';
}

/**
 * The unit of a date truncation or part (`date_trunc('month', d)`, `year(d)`, `strftime(d, '%Y-%m')`, EXTRACT) where
 * the call is nothing but one of a column; else null. `name` is lower case; `args` are the readings of `children`.
 */
export function dateUnitOf(
  name: string,
  children: readonly Expression[],
  args: readonly Reading[],
): string | null {
  const dated = children.filter((_, index) => args[index]?.columns.length);
  if (dated.length !== 1 || !isColumn(dated[0]!)) return null;
  if (PARTS.has(name) && children.length === 1) return SAME[name] ?? name;
  if (['date_trunc', 'datetrunc', 'date_part', 'datepart'].includes(name)) {
    const unit = textOf(children[0])?.toLowerCase();
    return unit === undefined ? null : (SAME[unit] ?? unit);
  }
  if (name !== 'strftime') return null;
  const format = textOf(children[1]) ?? textOf(children[0]) ?? '';
  return FORMATS.find(([pattern]) => pattern.test(format))?.[1] ?? null;
}
