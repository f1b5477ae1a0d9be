import type { TreeExpr } from '#src/sql/select/tree.ts';

/**
 * The unit of a truncation or part that takes more than one call, as the planner and people write it: the Monday of a
 * week (`DATE_SUB(DATE(d), INTERVAL WEEKDAY(d) DAY)`), the start of a quarter (the start of its year `+ INTERVAL
 * QUARTER(d) - 1 QUARTER`) or year (`MAKEDATE(YEAR(d), 1)`), `WEEKDAY(d) + 1`. Null for
 * anything else, or where `d` is no column, or not the same one.
 */
export function dateIdiom(expr: TreeExpr): string | null {
  const [first, second] = shifted(expr);
  if (!first) return null;
  if (!second) return yearOf(first) === null ? null : 'year';
  if (isOne(second))
    return !isMinus(expr) && argument(first, 'weekday') !== null ? 'weekday' : null;
  const [amount, unit] = second.kind === 'operation' && second.op === 'interval' ? second.args : [];
  if (!amount || unit?.kind !== 'literal') return null;
  if (unit.text === 'day')
    return isMinus(expr) && same(argument(first, 'date'), argument(amount, 'weekday'))
      ? 'week'
      : null;
  return unit.text === 'quarter' && !isMinus(expr) && same(yearOf(first), quarterOf(amount))
    ? 'quarter'
    : null;
}

/** What is shifted, and by what; one element for a plain expression. */
function shifted(expr: TreeExpr): readonly TreeExpr[] {
  if (expr.kind === 'call' && ['date_add', 'date_sub'].includes(expr.name)) return expr.args;
  if (expr.kind === 'operation' && (expr.op === '+' || expr.op === '-')) return expr.args;
  return [expr];
}

const isMinus = (expr: TreeExpr) =>
  (expr.kind === 'operation' && expr.op === '-') ||
  (expr.kind === 'call' && expr.name === 'date_sub');

/** The column in `name(column)`. */
function argument(expr: TreeExpr, name: string): string | null {
  if (expr.kind !== 'call' || expr.name !== name || expr.args.length !== 1) return null;
  const [column] = expr.args;
  return column?.kind === 'column' ? column.names.join('.').toLowerCase() : null;
}

/** The column in `MAKEDATE(YEAR(column), 1)` or `CAST(DATE_FORMAT(column, '%Y-01-01') AS DATE)`. */
function yearOf(expr: TreeExpr): string | null {
  if (expr.kind === 'cast') return formattedYear(expr.arg);
  if (expr.kind !== 'call' || expr.name !== 'makedate') return null;
  const [year, day] = expr.args;
  return year && isOne(day) ? argument(year, 'year') : null;
}

function formattedYear(expr: TreeExpr): string | null {
  if (expr.kind !== 'call' || expr.name !== 'date_format') return null;
  const [date, format] = expr.args;
  const isStart = format?.kind === 'literal' && format.text === '%Y-01-01';
  return isStart && date?.kind === 'column' ? date.names.join('.').toLowerCase() : null;
}

/** The column in `QUARTER(column) - 1`. */
function quarterOf(expr: TreeExpr): string | null {
  if (expr.kind !== 'operation' || expr.op !== '-') return null;
  const [quarter, one] = expr.args;
  return quarter && isOne(one) ? argument(quarter, 'quarter') : null;
}

const isOne = (expr: TreeExpr | undefined) => expr?.kind === 'literal' && expr.text === '1';

const same = (a: string | null, b: string | null) => a !== null && a === b;
