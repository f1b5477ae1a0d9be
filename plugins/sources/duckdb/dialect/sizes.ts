import {
  arithmetic,
  checkFormat,
  checkSize,
  dayIn,
  daysOf,
  GrowthProduct,
  intervalDays,
  MAX_CELL_SIZE,
  MAX_ROWS,
  mostNamed,
  replacementGrowth,
  seriesLength,
  writtenValues,
} from '#src/sql/growth-bounds.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';
import type { Constant, Expression, FunctionCall } from './tree.ts';

/**
 * Bounds on functions that make much out of little (`repeat`, `lpad`, `range`, …). The engine cannot interrupt them, so
 * their sizes must stand in the statement as numbers. What remains is held by the memory limit of the engine process.
 */

/** Which argument of a function is a size, from 0; the argument may be left out. */
const SIZE_ARGUMENT: Readonly<Record<string, number>> = lookupTable({
  repeat: 1,
  lpad: 1,
  rpad: 1,
  list_resize: 1,
  array_resize: 1,
  bitstring: 1,
  equi_width_bins: 2,
  to_base: 2,
  bar: 3,
});
/** Aggregates that keep the n best values: argument n. */
const KEEPS_N: Readonly<Record<string, number>> = lookupTable({
  min: 1,
  max: 1,
  approx_top_k: 1,
  arg_max: 2,
  arg_min: 2,
  argmax: 2,
  argmin: 2,
  max_by: 2,
  min_by: 2,
});
/** Functions whose result holds all their arguments: a value named twice in one doubles. */
const JOINS = new Set(
  [
    '||',
    'concat',
    'concat_ws',
    'list_concat',
    'array_concat',
    'list_cat',
    'array_cat',
    'list_value',
    'list_pack',
  ]
    .concat([
      'array_value',
      'row',
      'struct_pack',
      'struct_insert',
      'struct_concat',
      'map',
      'map_concat',
    ])
    .concat([
      'json_object',
      'json_array',
      'json_merge_patch',
      'format',
      'printf',
      'list_zip',
      'array_zip',
    ])
    .concat(['array_append', 'list_append', 'list_prepend', 'array_prepend']),
);

/** Functions that quote or encode, and how many times as long the result may be. */
const LENGTHENS: Readonly<Record<string, number>> = lookupTable({
  hex: 2,
  to_hex: 2,
  bin: 8,
  to_binary: 8,
  url_encode: 3,
  base64: 2,
  to_base64: 2,
  json_quote: 2,
});

/** Aggregates whose result, or memory, holds a value of every row. */
export const COLLECTING: ReadonlySet<string> = new Set(
  [
    'list array_agg string_agg group_concat listagg json_group_array json_group_object histogram',
    'histogram_exact median mode mad entropy quantile quantile_cont quantile_disc',
    'percentile_cont percentile_disc',
  ].flatMap((line) => line.split(' ')),
);

/** Adds up the growth of one statement; throws `Refused` when a size is unknown or too large. */
export class GrowthBudget extends GrowthProduct {
  /** Checks a scalar, aggregate or window call. `name` is lower case. */
  call(name: string, children: readonly Expression[]): void {
    const place = SIZE_ARGUMENT[name];
    if (place !== undefined && children[place])
      this.grow(name, checkSize(name, numberOf(children[place])));
    const keeps = KEEPS_N[name];
    if (keeps !== undefined && children[keeps]) checkSize(name, numberOf(children[keeps]));
    if (name === 'range' || name === 'generate_series')
      this.grow(name, seriesLength(name, children, SERIES, MAX_CELL_SIZE));
    if (name === 'printf' || name === 'format')
      checkFormat(name, children[0] ? textOf(children[0]) : null);
    if (name === 'replace' || name === 'regexp_replace') this.replace(name, children);
    if (name === 'unnest') this.grow(name, writtenValues(children, constantText));
    if (JOINS.has(name)) this.grow(name, mostNamed(children, columnName));
    this.grow(name, LENGTHENS[name] ?? 1);
  }

  /** Checks a function of FROM, and gives the rows that it makes of what is written in its arguments. */
  tableFunction(name: string, call: FunctionCall): number {
    return name === 'unnest'
      ? writtenValues(call.children, constantText)
      : seriesLength(name, call.children, SERIES, MAX_ROWS);
  }

  private replace(name: string, [, search, by]: readonly Expression[]): void {
    if (!by) return;
    this.grow(name, replacementGrowth(name, textOf(by), search ? textOf(search) : null));
  }
}

const columnName = (node: object): string | null =>
  'column_names' in node && Array.isArray(node.column_names)
    ? String(node.column_names.at(-1))
    : null;

const constantText = (node: object): string | null =>
  'class' in node && node.class === 'CONSTANT' ? String((node as Constant).value.value) : null;

/** A number, or a date in days. */
function pointOf(expr: Expression): number | null {
  const number = numberOf(expr);
  if (number !== null) return number;
  if (expr.class !== 'CAST' || !/^(DATE|TIMESTAMP)/.test(expr.cast_type.id)) return null;
  return dayIn(textOf(expr.child));
}

/** A number, or an interval in days. */
function stepOf(expr: Expression): number | null {
  const number = numberOf(expr);
  if (number !== null) return number;
  if (expr.class === 'FUNCTION' && expr.children.length === 1) {
    const unit = /^to_([a-z]+?)s?$/.exec(expr.function_name.toLowerCase())?.[1];
    const count = numberOf(expr.children[0]!);
    const days = unit === undefined ? null : daysOf(unit);
    return days !== null && count !== null ? count * days : null;
  }
  if (expr.class !== 'CAST' || expr.cast_type.id !== 'INTERVAL') return null;
  return intervalDays(textOf(expr.child));
}

const SERIES = { point: pointOf, step: stepOf };

/**
 * The value of a number written out, also `-1`, `40 * 2048`, `CAST(1 AS BIGINT)` and what INTERVAL makes of a number.
 */
function numberOf(expr: Expression): number | null {
  if (expr.class === 'CONSTANT') {
    const { type, value } = expr.value;
    if (typeof value === 'bigint') return Number(value);
    return typeof value === 'number' && type.id !== 'DECIMAL' ? value : null;
  }
  if (expr.class === 'CAST') return numberOf(expr.child);
  if (expr.class !== 'FUNCTION') return null;
  const [first] = expr.children;
  if (expr.function_name === 'trunc' && expr.children.length === 1) return numberOf(first!);
  return arithmetic(expr.function_name, expr.children.map(numberOf));
}

function textOf(expr: Expression): string | null {
  if (expr.class === 'CAST') return expr.cast_type.id === 'VARCHAR' ? textOf(expr.child) : null;
  return expr.class === 'CONSTANT' && typeof expr.value.value === 'string'
    ? expr.value.value
    : null;
}
