import { Refused } from '#src/plugin-api/refused.ts';
import type { SizeRules } from './rules.ts';
import type { TreeExpr, TreeQuery } from './tree.ts';

/**
 * Bounds on functions that make much out of little (`repeat`, `lpad`, `generate_series`, …): their sizes must stand in
 * the statement as numbers, and the product of all growth in a statement is bounded, because nested calls and chains
 * through subqueries multiply. What remains is held by the engine's time and memory limits.
 */

/** Characters or elements that one call may make out of one value. */
const MAX_CELL_SIZE = 10_000;
/** Rows that a table function may make. */
const MAX_ROWS = 1_000_000;
/** How much larger than its input a value may become by all functions of a statement together. */
const MAX_GROWTH = 1_000_000;
/** Growth taken for a replacement whose length is unknown. */
const UNKNOWN_REPLACEMENT = 1_000;

function tooLarge(name: string, what: string): never {
  throw new Refused(
    'function_not_allowed',
    `The function ${name}() can make values that are too large: ${what}.`,
  );
}

/** Rows that a recursive WITH is taken to make. */
export const RECURSIVE_ROWS = 1_000_000;
/** How often a growth inside a recursive WITH is taken to happen: any doubling is too much. */
const RECURSIONS = 20;

/** Adds up the growth of one statement; throws `Refused` when a size is unknown or too large. */
export class GrowthBudget {
  private growth = 1;
  private isRepeated = false;
  private readonly repeated = new WeakSet<TreeQuery>();
  private readonly rules: SizeRules;
  /** Arguments of joins inside joins, which the outermost has counted. */
  private readonly counted = new WeakSet<readonly TreeExpr[]>();

  constructor(rules: SizeRules) {
    this.rules = rules;
  }

  /** Checks a call or an operator. `name` is lower case. */
  call(name: string, args: readonly TreeExpr[]): void {
    const place = this.rules.sizeArgument[name];
    if (place !== undefined && args[place])
      this.grow(name, size(name, args[place]), name === 'repeat');
    if (this.rules.series.has(name)) this.grow(name, seriesLength(name, args, MAX_CELL_SIZE));
    if (this.rules.formats.has(name)) checkFormat(name, args[0]);
    if (this.rules.replaces.has(name)) this.replace(name, args);
    if (this.rules.joins.has(name)) this.join(name, args);
  }

  /** `a || b || c` nests, and is one join. */
  private join(name: string, args: readonly TreeExpr[]): void {
    for (const arg of args)
      if (
        (arg.kind === 'operation' && this.rules.joins.has(arg.op)) ||
        (arg.kind === 'call' && this.rules.joins.has(arg.name))
      )
        this.counted.add(arg.args);
    if (!this.counted.has(args)) this.grow(name, repeats(args));
  }

  /**
   * Checks a function of FROM: a series may have more elements there, because they are rows. Gives the rows that it
   * makes of what is written in its arguments; what other calls in them make is growth already.
   */
  tableFunction(name: string, args: readonly TreeExpr[]): number {
    if (this.rules.series.has(name)) return seriesLength(name, args, MAX_ROWS);
    this.call(name, args);
    return writtenValues(args);
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

  /** Notes the branch of a recursive WITH that runs again and again. */
  repeats(query: TreeQuery): void {
    this.repeated.add(query);
  }

  /** Runs `body`, which reads `query`. */
  within<T>(query: TreeQuery, body: () => T): T {
    const before = this.isRepeated;
    this.isRepeated ||= this.repeated.has(query);
    try {
      return body();
    } finally {
      this.isRepeated = before;
    }
  }

  /** `compounds`: the result grows with the argument, so that it grows again in each round of a recursion. */
  private grow(name: string, factor: number, compounds = true): void {
    const times = this.isRepeated && compounds ? RECURSIONS : 1;
    this.growth *= Math.max(1, factor) ** times;
    if (this.growth > MAX_GROWTH)
      tooLarge(name, 'the sizes in the statement multiply to more than a million');
  }

  private replace(name: string, [, search, by]: readonly TreeExpr[]): void {
    if (!by) return;
    const replacement = textOf(by);
    const found = search ? textOf(search) : null;
    // In a pattern the replacement may stand between any two characters, and name what was found.
    if (replacement === null) this.grow(name, UNKNOWN_REPLACEMENT);
    else if (name.startsWith('regexp')) this.grow(name, replacement.length + 1);
    else this.grow(name, Math.ceil(replacement.length / Math.max(1, found?.length ?? 1)));
  }
}

function size(name: string, argument: TreeExpr): number {
  const value = numberOf(argument);
  if (value === null) tooLarge(name, 'write its size as a plain number');
  if (value > MAX_CELL_SIZE) tooLarge(name, `its size may be ${MAX_CELL_SIZE} at the most`);
  return value;
}

/** `printf('%999999999d', 1)` pads: no width of more than four digits, none from an argument. */
function checkFormat(name: string, pattern: TreeExpr | undefined): void {
  const text = pattern ? textOf(pattern) : null;
  if (text === null) tooLarge(name, 'write its format as plain text');
  if (/\d{5}|%[^a-zA-Z%]*\*|\{[^}]*\{/.test(text))
    tooLarge(name, 'its format has a width of more than four digits');
}

/** How often the most frequent name stands below these expressions, nested SELECTs included. */
function repeats(args: readonly TreeExpr[]): number {
  const counts = new Map<string, number>();
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    if ('kind' in value && value.kind === 'column' && 'names' in value) {
      const names = value.names as readonly string[];
      const name = String(names.at(-1)).toLowerCase();
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return;
    }
    for (const each of Object.values(value)) visit(each);
  };
  visit(args);
  return Math.max(1, ...counts.values());
}

/** Most values that texts, lists and rows written out may be taken apart into. */
function writtenValues(args: readonly TreeExpr[]): number {
  let count = 0;
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    if ('kind' in value && value.kind === 'literal')
      count += Math.max(1, String((value as { readonly text?: unknown }).text).length);
    else for (const each of Object.values(value)) visit(each);
  };
  visit(args);
  return Math.max(1, count);
}

function seriesLength(name: string, args: readonly TreeExpr[], most: number): number {
  const [first, second, third] = args;
  if (!first || args.length > 3) tooLarge(name, 'write its bounds as plain numbers or dates');
  const from = second ? pointOf(first) : 0;
  const to = pointOf(second ?? first);
  const step = third ? stepOf(third) : 1;
  if (from === null || to === null || step === null || step === 0)
    tooLarge(name, 'write its bounds and step as plain numbers or dates');
  const length = Math.abs(to - from) / Math.abs(step) + 1;
  if (!(length <= most)) tooLarge(name, `it may make ${most} values at the most`);
  return length;
}

const TODAY: ReadonlySet<string> = new Set(
  'current_date current_timestamp localtimestamp now curdate sysdate'.split(' '),
);
const DAY_MS = 86_400_000;

/** A number, or a date in days: written out, today, or one of them with an interval. */
function pointOf(expr: TreeExpr): number | null {
  const number = numberOf(expr);
  if (number !== null) return number;
  const text = textOf(expr);
  if (text !== null) {
    const date = /^\s*(\d{4}-\d\d-\d\d)/.exec(text)?.[1];
    const time = date ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
    return Number.isNaN(time) ? null : time / DAY_MS;
  }
  if (expr.kind === 'cast') return pointOf(expr.arg);
  if (expr.kind === 'call') {
    if (TODAY.has(expr.name)) return Date.now() / DAY_MS;
    return expr.name === 'date_trunc' && expr.args[1] ? pointOf(expr.args[1]) : null;
  }
  if (expr.kind !== 'operation' || !['+', '-'].includes(expr.op)) return null;
  const [left, right] = expr.args;
  const point = left ? pointOf(left) : null;
  const step = right ? stepOf(right) : null;
  if (point === null || step === null) return null;
  return expr.op === '+' ? point + step : point - step;
}

const DAYS: Readonly<Record<string, number>> = {
  second: 1 / 86_400,
  minute: 1 / 1_440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 28,
  mon: 28,
  year: 365,
};

/** A number, or an interval in days. */
function stepOf(expr: TreeExpr): number | null {
  const number = numberOf(expr);
  if (number !== null) return number;
  const match = /^\s*([+-]?\d{1,6})\s*([a-z]+?)s?\s*$/i.exec(textOf(expr) ?? '');
  const days = match && DAYS[match[2]!.toLowerCase()];
  return match && days !== undefined && days !== null ? Number(match[1]) * days : null;
}

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
};

/** The value of a number written out, also `-1`, `40 * 2048` and `CAST(1 AS BIGINT)`. */
export function numberOf(expr: TreeExpr): number | null {
  if (expr.kind === 'literal') {
    const value = expr.type === 'number' ? Number(expr.text) : Number.NaN;
    return Number.isNaN(value) ? null : value;
  }
  if (expr.kind === 'cast') {
    if (!/int|numeric|decimal|float|double/.test(expr.type)) return null;
    const digits = textOf(expr.arg);
    return digits !== null && /^[+-]?\d{1,18}$/.test(digits) ? Number(digits) : numberOf(expr.arg);
  }
  if (expr.kind !== 'operation') return null;
  const [inner = null, second = null, ...more] = expr.args.map(numberOf);
  if (inner === null || more.length > 0) return null;
  if (expr.args.length === 2)
    return second === null ? null : (ARITHMETIC[expr.op]?.(inner, second) ?? null);
  if (expr.op === '-') return -inner;
  return expr.op === '+' ? inner : null;
}

/** A text written out, also one with a type: `DATE '2024-01-01'`. */
export function textOf(expr: TreeExpr): string | null {
  if (expr.kind === 'cast') return textOf(expr.arg);
  return expr.kind === 'literal' && expr.type === 'text' ? expr.text : null;
}
