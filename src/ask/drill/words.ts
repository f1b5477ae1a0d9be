import { saidLabel } from '#src/catalog/catalog-names.ts';
import { MONTH_NAMES } from '#src/language/en/periods.ts';
import { monthOf, yearOf } from '#src/planner/day.ts';
import { tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Catalog, CellValue } from '#src/plugin-api/catalog.ts';
import type { Expr, SelectQuery } from '#src/plugin-api/query.ts';

/** Characters of a value that a question repeats. */
const LONGEST = 60;

/** A value of a group as a question names it: `West`, `December 2025`, `no region`. */
export function onlySaid(
  expr: Expr,
  value: CellValue,
  query: SelectQuery,
  catalog: Catalog,
): string {
  const arg = expr.kind === 'bucket' || expr.kind === 'part' ? expr.arg : expr;
  const table = arg.kind === 'column' ? tablesByAlias(query).get(arg.alias) : undefined;
  const label =
    arg.kind === 'column' && table !== undefined
      ? saidLabel(catalog, { table, column: arg.column })
      : 'value';
  if (value === null) return `no ${label}`;
  if (expr.kind === 'bucket') return periodSaid(expr.unit, String(value).slice(0, 10));
  if (expr.kind === 'part') return `${expr.part} ${value}`;
  if (typeof value !== 'string') return `${label} ${value}`;
  if (value.trim() === '') return `empty ${label}`;
  const letters = [...value];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : value;
}

function periodSaid(unit: Extract<Expr, { kind: 'bucket' }>['unit'], day: string): string {
  const year = yearOf(day);
  const month = monthOf(day);
  switch (unit) {
    case 'year':
      return `${year}`;
    case 'quarter':
      return `Q${Math.ceil(month / 3)} ${year}`;
    case 'month':
      return `${MONTH_NAMES[month - 1]} ${year}`;
    case 'week':
      return `the week of ${day}`;
    default:
      return day;
  }
}
