import { Refused } from '#src/plugin-api/refused.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';

/**
 * Bounds on what a statement makes out of little, the same for all engines: their readers find the sizes in a tree,
 * and count here. Nested calls and chains through subqueries multiply, so the product of all growth is bounded, too.
 */

/** Characters or elements that one call may make out of one value. */
export const MAX_CELL_SIZE = 10_000;
/** Rows that a table function may make. */
export const MAX_ROWS = 1_000_000;
/** How much larger than its input a value may become by all functions of a statement together. */
const MAX_GROWTH = 1_000_000;
/** Growth above which a value is one that the statement makes, more than one that a table stores. */
const LARGE = 500;
/** Characters that an aggregate may keep of such values over the rows of tables. */
const MAX_KEPT = 100_000_000;
/** Growth taken for a replacement whose length is unknown. */
const UNKNOWN_REPLACEMENT = 1_000;
/** Grouping sets of all GROUP BY of a statement: each goes over all rows and keeps groups of its own. */
const MAX_GROUPING_SETS = 256;

function tooLarge(name: string, what: string): never {
  throw new Refused(
    'function_not_allowed',
    `The function ${name}() can make values that are too large: ${what}.`,
  );
}

function tooManyKept(): never {
  throw new Refused(
    'function_not_allowed',
    'An aggregate puts together too many values that the statement itself makes: their number and sizes multiply to more than it may keep. Make fewer rows, or aggregate them otherwise.',
  );
}

/** The growth of one statement. Throws `Refused` where it is too much. */
export class GrowthProduct {
  private growth = 1;
  private sets = 0;

  /** `times`: how often it happens, where a recursion repeats it. */
  grow(name: string, factor: number, times = 1): void {
    this.growth *= Math.max(1, factor) ** times;
    if (this.growth > MAX_GROWTH)
      tooLarge(name, 'the sizes in the statement multiply to more than a million');
  }

  /**
   * Checks what an aggregate keeps of that many rows of tables, where the statement makes the values of each of them
   * large: what is kept of stored values alone is bounded by what is stored.
   */
  collectStored(rows: number): void {
    if (this.growth > LARGE && this.growth * rows > MAX_KEPT) tooManyKept();
  }

  /** Checks what an aggregate keeps of that many rows that the statement makes itself. */
  collect(rows: number): void {
    this.growth *= Math.max(1, rows);
    if (this.growth > MAX_GROWTH) tooManyKept();
  }

  /**
   * Checks GROUPING SETS, CUBE and ROLLUP: CUBE of n columns makes 2ⁿ sets. One set is no more than a GROUP BY. Gives
   * how often each row is grouped, at least once.
   */
  group(sets: number): number {
    if (sets > 1) this.sets += sets;
    if (this.sets > MAX_GROUPING_SETS)
      throw new Refused(
        'too_deep',
        `The statement groups in more than ${MAX_GROUPING_SETS} ways at once. Use CUBE with fewer columns, or name the GROUPING SETS that are needed.`,
      );
    return Math.max(1, sets);
  }
}

/**
 * Whether a block is one row, whatever it reads. In a nested one, an aggregate may be one of a block around, which leaves
 * the rows as many.
 */
export const isOneRow = (
  parent: object | null,
  groupBy: readonly unknown[],
  outputs: readonly { readonly facts: { readonly aggregates: readonly unknown[] } }[],
): boolean =>
  parent === null &&
  groupBy.length === 0 &&
  outputs.some(({ facts }) => facts.aggregates.length > 0);

/** Rows that a block makes itself: of so many, grouped so often, up to its limit. */
export const rowsMade = (rows: number, groupingSets: number, limit: number | null): number =>
  Math.min(rows * groupingSets, limit ?? Number.POSITIVE_INFINITY);

/** The value of a size written out; null: it is not. */
export function checkSize(name: string, value: number | null): number {
  if (value === null) tooLarge(name, 'write its size as a plain number');
  if (value > MAX_CELL_SIZE) tooLarge(name, `its size may be ${MAX_CELL_SIZE} at the most`);
  return value;
}

/** `printf('%999999999d', 1)` pads: no width of more than four digits, none from an argument. */
export function checkFormat(name: string, text: string | null): void {
  if (text === null) tooLarge(name, 'write its format as plain text');
  if (/\d{5}|%[^a-zA-Z%]*\*|\{[^}]*\{/.test(text))
    tooLarge(name, 'its format has a width of more than four digits');
}

/** How much longer a text may become by a replacement; null: a text that is not written out. */
export function replacementGrowth(
  name: string,
  replacement: string | null,
  found: string | null,
): number {
  if (replacement === null) return UNKNOWN_REPLACEMENT;
  // In a pattern the replacement may stand between any two characters, and name what was found.
  if (name.startsWith('regexp')) return replacement.length + 1;
  return Math.ceil(replacement.length / Math.max(1, found?.length ?? 1));
}

/**
 * Values of a series; of `args` one is its end, two its bounds, and the third its step: numbers, or dates and intervals
 * in days, which `read` gives where they are written out.
 */
export function seriesLength<Arg>(
  name: string,
  args: readonly Arg[],
  read: { readonly point: (arg: Arg) => number | null; readonly step: (arg: Arg) => number | null },
  most: number,
): number {
  const [first, second, third] = args;
  if (!first || args.length > 3) tooLarge(name, 'write its bounds as plain numbers or dates');
  const from = second ? read.point(first) : 0;
  const to = read.point(second ?? first);
  const step = third ? read.step(third) : 1;
  if (from === null || to === null || step === null || step === 0)
    tooLarge(name, 'write its bounds and step as plain numbers or dates');
  const length = Math.abs(to - from) / Math.abs(step) + 1;
  if (!(length <= most)) tooLarge(name, `it may make ${most} values at the most`);
  return length;
}

const DAY_MS = 86_400_000;

/** The day of a text that begins with a date, in days since 1970; null: it does not. */
export function dayIn(text: string | null): number | null {
  const date = /^\s*(\d{4}-\d\d-\d\d)/.exec(text ?? '')?.[1];
  const time = date ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) ? null : time / DAY_MS;
}

export const daysNow = (): number => Date.now() / DAY_MS;

/** Days of a unit, the fewest that it can have. */
const DAYS: Readonly<Record<string, number>> = lookupTable({
  second: 1 / 86_400,
  minute: 1 / 1_440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 28,
  mon: 28,
  quarter: 90,
  year: 365,
});

export const daysOf = (unit: string): number | null =>
  Object.hasOwn(DAYS, unit.toLowerCase()) ? DAYS[unit.toLowerCase()]! : null;

/** The days of an interval such as `-3 months`; null: it is none. */
export function intervalDays(text: string | null): number | null {
  const match = /^\s*([+-]?\d{1,6})\s*([a-z]+?)s?\s*$/i.exec(text ?? '');
  const days = match && daysOf(match[2]!);
  return match && days !== null ? Number(match[1]) * days : null;
}

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = lookupTable({
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
});

/** What an operator makes of numbers written out; null where it is none that counts. */
export function arithmetic(op: string, args: readonly (number | null)[]): number | null {
  const [inner = null, second = null, ...more] = args;
  if (inner === null || more.length > 0) return null;
  if (args.length === 2) return second === null ? null : (ARITHMETIC[op]?.(inner, second) ?? null);
  if (op === '-') return -inner;
  return op === '+' ? inner : null;
}

/** How often the most frequent name stands below a part of a tree; `nameOf` gives the name of a node that is one. */
export function mostNamed(part: unknown, nameOf: (node: object) => string | null): number {
  const counts = new Map<string, number>();
  walk(part, (node) => {
    const name = nameOf(node)?.toLowerCase();
    if (name === undefined) return false;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return true;
  });
  return Math.max(1, ...counts.values());
}

/** Most values that texts, lists and rows written out may be taken apart into; `textOf` gives those of a literal. */
export function writtenValues(part: unknown, textOf: (node: object) => string | null): number {
  let count = 0;
  walk(part, (node) => {
    const text = textOf(node);
    if (text !== null) count += Math.max(1, text.length);
    return text !== null;
  });
  return Math.max(1, count);
}

/** Visits the nodes of a tree, but not below those for which `visit` is true. */
function walk(part: unknown, visit: (node: object) => boolean): void {
  if (part === null || typeof part !== 'object' || visit(part)) return;
  for (const each of Object.values(part)) walk(each, visit);
}
