import { lookupTable } from '#src/sql/lookup-table.ts';
import type { Reading } from './reading.ts';
import { textOf } from './size-rules.ts';
import type { TreeExpr } from './tree.ts';

const PARTS: ReadonlySet<string> = new Set(
  'year isoyear quarter month week weekofyear yearweek day dayofmonth dayofyear dayofweek weekday isodow hour minute second decade century monthname dayname last_day date'.split(
    ' ',
  ),
);

/** Functions of (unit, date). */
const UNIT_FIRST: ReadonlySet<string> = new Set([
  'date_trunc',
  'datetrunc',
  'date_part',
  'datepart',
  'extract',
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
  date: 'day',
  y: 'year',
  years: 'year',
  months: 'month',
  quarters: 'quarter',
  weeks: 'week',
  days: 'day',
  hours: 'hour',
});

/** A column, or a column read as a date: `CAST(d AS DATE)`. */
function isColumn(expr: TreeExpr): boolean {
  return expr.kind === 'cast' ? isColumn(expr.arg) : expr.kind === 'column';
}

/**
 * The unit of a date truncation or part (`date_trunc('month', d)`, `year(d)`, `to_char(d, 'YYYY-MM')`, EXTRACT) where
 * the call is nothing but one of a column; else null. `name` is lower case; `readings` are those of `args`.
 */
export function dateUnitOf(
  name: string,
  args: readonly TreeExpr[],
  readings: readonly Reading[],
  formats: ReadonlyMap<string, readonly (readonly [RegExp, string])[]>,
): string | null {
  const dated = args.filter((_, index) => readings[index]?.columns.length);
  if (dated.length !== 1 || !isColumn(dated[0]!)) return null;
  if (PARTS.has(name) && args.length === 1) return SAME[name] ?? name;
  if (UNIT_FIRST.has(name)) {
    const unit = args[0] && textOf(args[0])?.toLowerCase();
    return unit == null ? null : (SAME[unit] ?? unit);
  }
  // DuckDB takes the format first, too.
  const [format = null] = [args[1], args[0]].flatMap((arg) => (arg && textOf(arg)) ?? []);
  if (format === null) return null;
  return formats.get(name)?.find(([pattern]) => pattern.test(format))?.[1] ?? null;
}
