import { Refused } from '#src/plugin-api/refused.ts';
import type { Constant, Expression, FunctionCall } from './tree.ts';

/**
 * Bounds on functions that make much out of little (`repeat`, `lpad`, `range`, …). The engine cannot interrupt them, so
 * their sizes must stand in the statement as numbers. Nested calls and chains through subqueries multiply, so the
 * product of all growth in a statement is bounded, too. What remains is held by the memory limit of the engine process.
 */

/** Characters or elements that one call may make out of one value. */
const MAX_CELL_SIZE = 10_000;
/** Rows that a table function may make. */
const MAX_ROWS = 1_000_000;
/** How much larger than its input a value may become by all functions of a statement together. */
const MAX_GROWTH = 1_000_000;

/** Which argument of a function is a size, from 0; the argument may be left out. */
const SIZE_ARGUMENT: Readonly<Record<string, number>> = {
  repeat: 1,
  lpad: 1,
  rpad: 1,
  list_resize: 1,
  array_resize: 1,
  bitstring: 1,
  equi_width_bins: 2,
  to_base: 2,
  bar: 3,
};
/** Aggregates that keep the n best values: argument n. */
const KEEPS_N: Readonly<Record<string, number>> = {
  min: 1,
  max: 1,
  approx_top_k: 1,
  arg_max: 2,
  arg_min: 2,
  argmax: 2,
  argmin: 2,
  max_by: 2,
  min_by: 2,
};
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

/** Aggregates whose result, or memory, holds a value of every row. */
export const COLLECTING: ReadonlySet<string> = new Set(
  [
    'list array_agg string_agg group_concat listagg json_group_array json_group_object histogram',
    'histogram_exact median mode mad entropy quantile quantile_cont quantile_disc',
    'percentile_cont percentile_disc',
  ].flatMap((line) => line.split(' ')),
);

function tooLarge(name: string, what: string): never {
  throw new Refused(
    'function_not_allowed',
    `The function ${name}() can make values that are too large: ${what}.`,
  );
}

/** Adds up the growth of one statement; throws `Refused` when a size is unknown or too large. */
export class GrowthBudget {
  private growth = 1;

  /** Checks a scalar, aggregate or window call. `name` is lower case. */
  call(name: string, children: readonly Expression[]): void {
    const place = SIZE_ARGUMENT[name];
    if (place !== undefined && children[place])
      this.grow(name, this.size(name, children[place], MAX_CELL_SIZE));
    const keeps = KEEPS_N[name];
    if (keeps !== undefined && children[keeps]) this.size(name, children[keeps], MAX_CELL_SIZE);
    if (name === 'range' || name === 'generate_series')
      this.grow(name, seriesLength(name, children, MAX_CELL_SIZE));
    if (name === 'printf' || name === 'format') checkFormat(name, children[0]);
    if (name === 'replace' || name === 'regexp_replace') this.replace(name, children);
    if (name === 'unnest') this.grow(name, writtenValues(children));
    if (JOINS.has(name)) this.grow(name, repeats(children));
  }

  /** Checks a function of FROM, and gives the rows that it makes of what is written in its arguments. */
  tableFunction(name: string, call: FunctionCall): number {
    return name === 'unnest'
      ? writtenValues(call.children)
      : seriesLength(name, call.children, MAX_ROWS);
  }

  /** Checks what an aggregate keeps of that many rows that the statement makes itself. */
  collect(rows: number): void {
    this.growth *= Math.max(1, rows);
    if (this.growth > MAX_GROWTH)
      throw new Refused(
        'function_not_allowed',
        'An aggregate puts together too many values that the statement itself makes: their number and sizes multiply to more than a million. Make fewer rows, or aggregate them otherwise.',
      );
  }

  private grow(name: string, factor: number): void {
    this.growth *= Math.max(1, factor);
    if (this.growth > MAX_GROWTH)
      tooLarge(name, 'the sizes in the statement multiply to more than a million');
  }

  private size(name: string, argument: Expression, most: number): number {
    const value = numberOf(argument);
    if (value === null) tooLarge(name, 'write its size as a plain number');
    if (value > most) tooLarge(name, `its size may be ${most} at the most`);
    return value;
  }

  private replace(name: string, [, search, by]: readonly Expression[]): void {
    if (!by) return;
    const replacement = textOf(by);
    const found = search ? textOf(search) : null;
    if (replacement === null) this.grow(name, 1_000);
    else if (name === 'regexp_replace') this.grow(name, replacement.length + 1);
    else this.grow(name, Math.ceil(replacement.length / Math.max(1, found?.length ?? 1)));
  }
}

/** `printf('%999999999d', 1)` pads: no width of more than four digits, none from an argument. */
function checkFormat(name: string, pattern: Expression | undefined): void {
  const text = pattern ? textOf(pattern) : null;
  if (text === null) tooLarge(name, 'write its format as plain text');
  if (/\d{5}|%[^a-zA-Z%]*\*|\{[^}]*\{/.test(text))
    tooLarge(name, 'its format has a width of more than four digits');
}

/** How often the most frequent name stands below these expressions. */
function repeats(children: readonly Expression[]): number {
  const counts = new Map<string, number>();
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    if ('column_names' in value && Array.isArray(value.column_names)) {
      const name = String(value.column_names.at(-1)).toLowerCase();
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return;
    }
    for (const each of Object.values(value)) visit(each);
  };
  visit(children);
  return Math.max(1, ...counts.values());
}

/** Most values that texts and lists written out may be taken apart into. */
function writtenValues(children: readonly Expression[]): number {
  let count = 0;
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    if ('class' in value && value.class === 'CONSTANT')
      count += Math.max(1, String((value as Constant).value.value).length);
    else for (const each of Object.values(value)) visit(each);
  };
  visit(children);
  return Math.max(1, count);
}

function seriesLength(name: string, children: readonly Expression[], most: number): number {
  const [first, second, third] = children;
  if (!first || children.length > 3) tooLarge(name, 'write its bounds as plain numbers or dates');
  const from = second ? pointOf(first) : 0;
  const to = pointOf(second ?? first);
  const step = third ? stepOf(third) : 1;
  if (from === null || to === null || step === null || step === 0)
    tooLarge(name, 'write its bounds and step as plain numbers or dates');
  const length = Math.abs(to - from) / Math.abs(step) + 1;
  if (!(length <= most)) tooLarge(name, `it may make ${most} values at the most`);
  return length;
}

/** A number, or a date in days. */
function pointOf(expr: Expression): number | null {
  const number = numberOf(expr);
  if (number !== null) return number;
  if (expr.class !== 'CAST' || !/^(DATE|TIMESTAMP)/.test(expr.cast_type.id)) return null;
  const text = textOf(expr.child);
  const time = text === null ? Number.NaN : Date.parse(`${text.trim().slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(time) ? null : time / 86_400_000;
}

const DAYS: Readonly<Record<string, number>> = {
  second: 1 / 86_400,
  minute: 1 / 1_440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 28,
  quarter: 90,
  year: 365,
};

/** A number, or an interval in days. */
function stepOf(expr: Expression): number | null {
  const number = numberOf(expr);
  if (number !== null) return number;
  if (expr.class === 'FUNCTION' && expr.children.length === 1) {
    const unit = /^to_([a-z]+?)s?$/.exec(expr.function_name.toLowerCase())?.[1];
    const count = numberOf(expr.children[0]!);
    return unit !== undefined && DAYS[unit] !== undefined && count !== null
      ? count * DAYS[unit]
      : null;
  }
  if (expr.class !== 'CAST' || expr.cast_type.id !== 'INTERVAL') return null;
  const match = /^\s*([+-]?\d{1,6})\s*([a-z]+?)s?\s*$/i.exec(textOf(expr.child) ?? '');
  const days = match && DAYS[match[2]!.toLowerCase()];
  return match && days !== undefined && days !== null ? Number(match[1]) * days : null;
}

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
};

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
  const [inner = null, second = null, ...more] = expr.children.map(numberOf);
  if (inner === null || more.length > 0) return null;
  if (expr.children.length === 2)
    return second === null ? null : (ARITHMETIC[expr.function_name]?.(inner, second) ?? null);
  if (expr.function_name === '-') return -inner;
  return expr.function_name === 'trunc' || expr.function_name === '+' ? inner : null;
}

function textOf(expr: Expression): string | null {
  if (expr.class === 'CAST') return expr.cast_type.id === 'VARCHAR' ? textOf(expr.child) : null;
  return expr.class === 'CONSTANT' && typeof expr.value.value === 'string'
    ? expr.value.value
    : null;
}
