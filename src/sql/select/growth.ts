import { Refused } from '#src/plugin-api/refused.ts';
import {
  arithmetic,
  checkFormat,
  checkSize,
  dayIn,
  daysNow,
  daysOf,
  GrowthProduct,
  intervalDays,
  MAX_CELL_SIZE,
  MAX_ROWS,
  mostNamed,
  replacementGrowth,
  seriesLength,
  writtenValues,
} from '../growth-bounds.ts';
import type { SizeRules } from './rules.ts';
import type { TreeCall, TreeCast, TreeExpr, TreeQuery } from './tree.ts';

/**
 * Bounds on functions that make much out of little (`repeat`, `lpad`, `generate_series`, …): their sizes must stand in
 * the statement as numbers. What remains is held by the engine's time and memory limits.
 */

/** Rows that a recursive WITH is taken to make. */
export const RECURSIVE_ROWS = 1_000_000;
/** How often a growth inside a recursive WITH is taken to happen: any doubling is too much. */
const RECURSIONS = 20;

/** Characters of an ordinary column: types of no more are no growth. */
const ORDINARY_WIDTH = 256;

/** What quotes in a JSON text may do to its length. */
const QUOTED = 2;

/** Adds up the growth of one statement; throws `Refused` when a size is unknown or too large. */
export class GrowthBudget {
  private readonly product = new GrowthProduct();
  private isRepeated = false;
  /** What the folds around have made so far, by the names of their parameters. */
  private folded: readonly string[] = [];
  private readonly foldedName = (node: object): string | null =>
    'kind' in node && node.kind === 'column' && 'names' in node && this.isFolded(node.names)
      ? (node.names as readonly string[]).join('.').toLowerCase()
      : null;
  private collectors = 0;
  private readonly repeated = new WeakSet<TreeQuery>();
  private readonly rules: SizeRules;
  /** Arguments of joins inside joins, which the outermost has counted. */
  private readonly counted = new WeakSet<readonly TreeExpr[]>();

  constructor(rules: SizeRules) {
    this.rules = rules;
  }

  /** Checks a call or an operator. `name` is lower case. */
  call(name: string, args: readonly TreeExpr[]): void {
    const { sizeArgument } = this.rules;
    const place = sizeArgument[name] ?? sizeArgument[`${name}/${args.length}`];
    if (place !== undefined && args[place])
      this.grow(name, checkSize(name, numberOf(args[place])), name === 'repeat');
    if (this.rules.series.has(name))
      this.grow(name, seriesLength(name, args, SERIES, MAX_CELL_SIZE));
    if (this.rules.formats.has(name)) checkFormat(name, args[0] ? textOf(args[0]) : null);
    if (this.rules.replaces.has(name)) this.replace(name, args);
    if (this.rules.joins.has(name)) this.join(name, args);
    const keeps = this.rules.keeps?.[name];
    if (keeps !== undefined && args[keeps]) checkSize(name, numberOf(args[keeps]));
    if (this.rules.unfolds?.has(name)) this.grow(name, writtenValues(args, literalText));
    if (this.isRepeated || !this.rules.boundsLengthened)
      this.grow(name, this.rules.lengthens[name] ?? 1);
  }

  /**
   * Checks a cast. JSON quotes the quotes and backslashes of a text in it, so that whatever takes JSON of JSON for a text
   * doubles it. A type that fills its values up grows them as `rpad` does.
   */
  cast({ arg, type, padsTo }: TreeCast): void {
    if (padsTo !== undefined) this.grow(type, checkSize(type, padsTo) / ORDINARY_WIDTH, false);
    if (arg.kind === 'call' && /json/.test(arg.name) && /char|text/.test(type))
      this.grow(arg.name, QUOTED);
  }

  /** `a || b || c` nests, and is one join. */
  private join(name: string, args: readonly TreeExpr[]): void {
    for (const arg of args)
      if (
        (arg.kind === 'operation' && this.rules.joins.has(arg.op)) ||
        (arg.kind === 'call' && this.rules.joins.has(arg.name))
      )
        this.counted.add(arg.args);
    const nameOf = this.folded.length > 0 ? this.foldedName : columnName;
    if (!this.counted.has(args)) this.grow(name, mostNamed(args, nameOf));
  }

  /**
   * Checks a function of FROM: a series may have more elements there, because they are rows. Gives the rows that it
   * makes of what is written in its arguments; what other calls in them make is growth already.
   */
  tableFunction(name: string, args: readonly TreeExpr[]): number {
    if (this.rules.series.has(name)) return seriesLength(name, args, SERIES, MAX_ROWS);
    this.call(name, args);
    return writtenValues(args, literalText);
  }

  /**
   * Checks what an aggregate keeps of that many rows that the statement makes itself, over the largest of some tables:
   * where no limit of the engine bounds it, these count, too.
   */
  collect(
    rows: number,
    tables: readonly { readonly table: { readonly rowCount: number } }[],
  ): void {
    this.product.collect(rows);
    if (this.rules.mostCollecting === undefined) return;
    this.product.collectStored(Math.max(1, ...tables.map(({ table }) => table.rowCount)));
  }

  /**
   * Notes an aggregate that keeps a value of every row, once or for each way of grouping. Throws `Refused` inside a
   * recursion: each round would keep what the rounds before it kept.
   */
  collecting(times = 1): void {
    if (this.isRepeated)
      throw new Refused(
        'function_not_allowed',
        'The part of a recursive WITH that runs again and again cannot put the values of rows together (array_agg, string_agg, json_agg, GROUP_CONCAT, ARRAY(SELECT …), …), also not with OVER or in a subquery: each round would keep all that the rounds before it made. Do it in the SELECT that reads the WITH.',
      );
    this.collectors += times;
    const { mostCollecting = Number.POSITIVE_INFINITY } = this.rules;
    if (this.collectors > mostCollecting)
      throw new Refused(
        'function_not_allowed',
        `A statement may put the values of all rows together (array_agg, string_agg, json_agg, …) ${mostCollecting} times at the most. Split it into steps.`,
      );
  }

  /** Checks in how many ways a GROUP BY groups; gives how often it takes each row. */
  group(sets: number): number {
    return this.product.group(sets);
  }

  /** Notes the branch of a recursive WITH that runs again and again. */
  repeats(query: TreeQuery): void {
    this.repeated.add(query);
  }

  /** Runs `body`, which reads `query`. */
  within<T>(query: TreeQuery, body: () => T): T {
    return this.repeating(this.repeated.has(query), body);
  }

  /** Runs `body`, which reads the arguments of a call. What a fold has made so far is its lambda's first parameter. */
  inCall<T>({ name, args }: Pick<TreeCall, 'name' | 'args'>, body: () => T): T {
    if (!this.rules.folds?.has(name)) return body();
    const before = this.folded;
    const made = args.flatMap((arg) =>
      arg.kind === 'lambda' ? arg.parameters.slice(0, 1).map((name) => name.toLowerCase()) : [],
    );
    this.folded = [...before, ...made];
    try {
      return this.repeating(true, body);
    } finally {
      this.folded = before;
    }
  }

  private repeating<T>(isRepeated: boolean, body: () => T): T {
    const before = this.isRepeated;
    this.isRepeated ||= isRepeated;
    try {
      return body();
    } finally {
      this.isRepeated = before;
    }
  }

  private isFolded(names: unknown): boolean {
    return Array.isArray(names) && this.folded.includes(String(names[0]).toLowerCase());
  }

  /** `compounds`: the result grows with the argument, so that it grows again in each round of a recursion. */
  private grow(name: string, factor: number, compounds = true): void {
    this.product.grow(name, factor, this.isRepeated && compounds ? RECURSIONS : 1);
  }

  private replace(name: string, [, search, by]: readonly TreeExpr[]): void {
    if (!by) return;
    this.grow(name, replacementGrowth(name, textOf(by), search ? textOf(search) : null));
  }
}

/** The name of a column, wherever it stands, nested SELECTs included. */
const columnName = (node: object): string | null =>
  'kind' in node && node.kind === 'column' && 'names' in node
    ? String((node.names as readonly string[]).at(-1))
    : null;

const literalText = (node: object): string | null =>
  'kind' in node && node.kind === 'literal' ? String((node as { text?: unknown }).text) : null;

const TODAY: ReadonlySet<string> = new Set(
  'current_date current_timestamp localtimestamp now curdate sysdate'.split(' '),
);
/** A number, or a date in days: written out, today, or one of them with an interval. */
function pointOf(expr: TreeExpr): number | null {
  const number = numberOf(expr);
  if (number !== null) return number;
  const text = textOf(expr);
  if (text !== null) return dayIn(text);
  if (expr.kind === 'cast') return pointOf(expr.arg);
  if (expr.kind === 'call') {
    if (TODAY.has(expr.name)) return daysNow();
    return expr.name === 'date_trunc' && expr.args[1] ? pointOf(expr.args[1]) : null;
  }
  if (expr.kind !== 'operation' || !['+', '-'].includes(expr.op)) return null;
  const [left, right] = expr.args;
  const point = left ? pointOf(left) : null;
  const step = right ? stepOf(right) : null;
  if (point === null || step === null) return null;
  return expr.op === '+' ? point + step : point - step;
}

/** A number, or an interval in days: its text, or what `to_days(2)` makes of a number. */
function stepOf(expr: TreeExpr): number | null {
  const number = numberOf(expr);
  if (number !== null) return number;
  const [first] = expr.kind === 'call' && expr.args.length === 1 ? expr.args : [];
  if (expr.kind === 'call' && first) {
    const unit = /^to_([a-z]+?)s?$/.exec(expr.name)?.[1];
    const [count, days] = [numberOf(first), unit === undefined ? null : daysOf(unit)];
    return days !== null && count !== null ? count * days : null;
  }
  return intervalDays(textOf(expr));
}

const SERIES = { point: pointOf, step: stepOf };

/** The value of a number written out, also `-1`, `40 * 2048` and `CAST(1 AS BIGINT)`. */
function numberOf(expr: TreeExpr): number | null {
  if (expr.kind === 'literal') {
    const value = expr.type === 'number' ? Number(expr.text) : Number.NaN;
    return Number.isNaN(value) ? null : value;
  }
  if (expr.kind === 'cast') {
    if (!/int|numeric|decimal|float|double/.test(expr.type)) return null;
    const digits = textOf(expr.arg);
    return digits !== null && /^[+-]?\d{1,18}$/.test(digits) ? Number(digits) : numberOf(expr.arg);
  }
  const [first] = expr.kind === 'call' && expr.name === 'trunc' ? expr.args : [];
  if (first && expr.kind === 'call' && expr.args.length === 1) return numberOf(first);
  return expr.kind === 'operation' ? arithmetic(expr.op, expr.args.map(numberOf)) : null;
}

/** A text written out, also one with a type: `DATE '2024-01-01'`. */
export function textOf(expr: TreeExpr): string | null {
  if (expr.kind === 'cast') return textOf(expr.arg);
  return expr.kind === 'literal' && expr.type === 'text' ? expr.text : null;
}
