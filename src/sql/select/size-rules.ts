import type { ExprNode } from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { lookupTable } from '../lookup-table.ts';
import type { TreeExpr } from './tree.ts';

/** The most that a value may have: its bytes, and where it is taken apart, how many values of what size are in it. */
export interface Size {
  readonly bytes: number;
  readonly values: number;
  readonly each: number;
}

/** A call or an operator with the sizes of its arguments. */
export interface SizedCall {
  readonly name: string;
  readonly args: readonly Size[];
  readonly nodes: readonly ExprNode[];
  /** What the lambda among the arguments makes of parameters of those sizes; null without one. */
  lambda(parameters: readonly Size[]): Size | null;
}

/** How large the result of a function is by its arguments. */
export type SizeRule = (call: SizedCall) => Size;

/** What an engine's functions and operators make of their arguments, by lower case name. */
export interface SizeRules {
  /** Absent: as large as all arguments together; operators as the largest. */
  readonly results: ReadonlyMap<string, SizeRule>;
  /** Aggregates whose result, or memory, holds a value of every row. */
  readonly collects: ReadonlySet<string>;
}

/** Characters or elements that one call may make out of one value. */
const MAX_CELL_SIZE = 10_000;
/** Rows that a table function may make. */
export const MAX_ROWS = 1_000_000;
/** A number, a date, a truth value; what a value takes in a list. */
export const PLAIN = 16;

export const sized = (bytes: number, values = 1, each = bytes): Size => ({ bytes, values, each });

const listOf = (values: number, each: number): Size =>
  sized(values * (each + PLAIN / 2), values, each);

export function tooLarge(name: string, what: string): never {
  refuseSize(`The function ${name}()`, what);
}

export function refuseSize(subject: string, what: string): never {
  throw new Refused(
    'function_not_allowed',
    `${subject} can produce values that are too large: ${what}.`,
  );
}

const sum = (sizes: readonly Size[], of: (size: Size) => number): number =>
  sizes.reduce((total, size) => total + of(size), 0);

/** The largest of its arguments: choices, and arithmetic. */
export const largest: SizeRule = ({ args }) => ({
  bytes: Math.max(PLAIN, ...args.map(({ bytes }) => bytes)),
  values: Math.max(1, ...args.map(({ values }) => values)),
  each: Math.max(PLAIN, ...args.map(({ each }) => each)),
});

/** All its arguments, one after the other. */
export const together: SizeRule = ({ args }) => ({
  bytes: sum(args, ({ bytes }) => bytes) + PLAIN,
  values: Math.max(
    1,
    sum(args, ({ values }) => values),
  ),
  each: Math.max(PLAIN, ...args.map(({ each }) => each)),
});

/** All its arguments, `factor` times: what quotes and encodes. */
export const times =
  (factor: number): SizeRule =>
  (call) =>
    sized(together(call).bytes * factor);

export const constant =
  (bytes: number): SizeRule =>
  () =>
    sized(bytes);

/** A list of its arguments, with what quotes in them take once it is a text. */
export const listed: SizeRule = ({ args }) => ({
  bytes: 2 * sum(args, ({ bytes }) => bytes + PLAIN / 2),
  values: Math.max(1, args.length),
  each: Math.max(PLAIN, ...args.map(({ bytes }) => bytes)),
});

/** What an argument that must be written out says, at most 10,000. */
export function writtenSize({ name, nodes }: SizedCall, at: number): number {
  const node = nodes[at];
  const value = node ? numberOf(node) : 0;
  if (value === null) tooLarge(name, 'write its size as a plain number');
  if (value > MAX_CELL_SIZE) tooLarge(name, `its size can be at most ${MAX_CELL_SIZE}`);
  return Math.max(0, value);
}

/** Filled up to the size that argument `at` writes out; `unit`: the bytes of one. */
export const filled =
  (at: number, unit = 1): SizeRule =>
  (call) =>
    sized(together(call).bytes + writtenSize(call, at) * unit);

/** The first argument, as often as the second says. */
export const repeated: SizeRule = (call) =>
  sized((call.args[0]?.bytes ?? 0) * writtenSize(call, 1) + PLAIN);

/** A list resized to argument 1, or the n best values of an aggregate. */
export const resized =
  (at: number): SizeRule =>
  (call) =>
    call.nodes[at]
      ? listOf(writtenSize(call, at), Math.max(...call.args.map(({ bytes }) => bytes)))
      : largest(call);

/** The list of an array that another size fills: each of the first beside each of the second. */
export const multiplied: SizeRule = ({ args: [first, ...more] }) =>
  sized(((first?.bytes ?? 0) + 1) * (sum(more, ({ bytes }) => bytes) + 1));

/** A list put together with what stands between its values. */
export const joined: SizeRule = ({ args: [list, ...between] }) =>
  sized((list?.bytes ?? 0) + (list?.values ?? 0) * sum(between, ({ bytes }) => bytes) + PLAIN);

/** `CONCAT_WS(separator, …)`. */
export const separated: SizeRule = (call) =>
  sized(together(call).bytes + call.args.length * (call.args[0]?.bytes ?? 0));

/** A text with each of what is found replaced. */
export const replaced: SizeRule = (call) => {
  const [text = sized(0), , by = sized(0)] = call.args;
  const [, searched] = call.nodes;
  const found = searched && textOf(searched);
  return sized(text.bytes + (text.bytes * by.bytes) / Math.max(1, found?.length ?? 1));
};

/** As `replaced`; a pattern also finds nothing between two characters, and the replacement may name what was found. */
export const rewritten: SizeRule = (call) => {
  const [text = sized(0), , by = sized(0)] = call.args;
  return sized((text.bytes + 1) * (by.bytes + 1));
};

/** `printf('%999999999d', 1)` pads: no width of more than four digits, none from an argument. */
export const formatted: SizeRule = (call) => {
  const text = call.nodes[0] ? textOf(call.nodes[0]) : null;
  if (text === null) tooLarge(call.name, 'write its format as plain text');
  if (/\d{5}|%[^a-zA-Z%]*\*|\{[^}]*\{/.test(text))
    tooLarge(call.name, 'its format has a width of more than four digits');
  const widths = sum(
    (text.match(/\d{1,4}/g) ?? []).map((width) => sized(Number(width))),
    ({ bytes }) => bytes,
  );
  return sized(text.length + widths + (text.split(/[%{]/).length - 1) * largest(call).bytes);
};

/** A text or document taken apart into its words, lines or elements. */
export const parted: SizeRule = ({ args: [text = sized(0)] }) => {
  const values = text.bytes + 1;
  return { bytes: values * PLAIN + text.bytes, values, each: text.bytes };
};

/** Elements of a JSON document: each is two characters of it at the least. */
export const elements: SizeRule = ({ args: [document = sized(0)] }) => {
  const values = Math.max(document.values, Math.ceil(document.bytes / 2));
  return { bytes: document.bytes * 2, values, each: document.bytes };
};

/** Indented: what nests deep is indented by the depth at each of its lines. */
export const indented: SizeRule = ({ args: [document = sized(0)], nodes: [node] }) => {
  const isStored = node?.kind === 'column' && node.of === null;
  return sized(document.bytes * (isStored ? PLAIN : document.bytes));
};

/** A list with each value made anew by a lambda, or the list itself. */
export const mapped: SizeRule = (call) => {
  const [list = sized(0)] = call.args;
  const made = (size: number) => call.lambda([sized(size), sized(PLAIN)])?.bytes ?? size;
  const [none, one, two] = [made(0), made(list.each), made(2 * list.each)];
  // What grows with a value as that grows is made of all values together; else each may be the largest.
  const isLinear = two - one <= one - none;
  const all = isLinear ? ((one - none) * list.bytes) / Math.max(1, list.each) : 0;
  const rest = listOf(list.values, isLinear ? none : one);
  return { ...rest, bytes: all + rest.bytes, each: one };
};

/** What a lambda makes of its own result, once for each value of a list. */
export const folded: SizeRule = (call) => {
  const [list = sized(0), , first] = call.args;
  const start = Math.max(list.each, first?.bytes ?? 0);
  const step = (made: number) =>
    call.lambda([sized(made), sized(list.each), sized(PLAIN)])?.bytes ?? made;
  return sized(grownBy(step, start, list.values));
};

/** Values of a list picked by a list of places. */
export const picked: SizeRule = ({ args: [list = sized(0), places = sized(0)] }) =>
  listOf(places.values, list.each);

/** `size` after so many rounds of `step`; infinite where a round adds more than the one before. */
export function grownBy(step: (size: number) => number, size: number, rounds: number): number {
  const once = Math.max(size, step(size));
  const twice = Math.max(once, step(once));
  if (rounds > 1 && twice - once > once - size) return Number.POSITIVE_INFINITY;
  return size + (once - size) * rounds;
}

/** A series by bounds that are written out; in FROM it may have more values, because they are rows. */
export const seriesOf = (call: SizedCall, most = MAX_CELL_SIZE): Size => {
  const values = seriesLength(call.name, call.nodes, most);
  return listOf(values, PLAIN);
};

function seriesLength(name: string, nodes: readonly ExprNode[], most: number): number {
  const [first, second, third] = nodes;
  if (!first || nodes.length > 3) tooLarge(name, 'write its bounds as plain numbers or dates');
  const from = second ? pointOf(first) : 0;
  const to = pointOf(second ?? first);
  const step = third ? stepOf(third) : 1;
  if (from === null || to === null || step === null || step === 0)
    tooLarge(name, 'write its bounds and step as plain numbers or dates');
  // DuckDB's range() stops before its end.
  const length = Math.abs(to - from) / Math.abs(step) + (name === 'range' ? 0 : 1);
  if (!(length <= most)) tooLarge(name, `it can return at most ${most} values`);
  return length;
}

/** Functions with the same rule, their names in one text. */
export const each = (names: string, rule: SizeRule): readonly (readonly [string, SizeRule])[] =>
  names.split(' ').map((name) => [name, rule] as const);

const TODAY: ReadonlySet<string> = new Set(
  'current_date current_timestamp localtimestamp now curdate sysdate'.split(' '),
);
const DAY_MS = 86_400_000;

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

const daysOf = (unit: string): number | null =>
  Object.hasOwn(DAYS, unit.toLowerCase()) ? DAYS[unit.toLowerCase()]! : null;

/** A number, or a date in days: written out, today, or one of them with an interval. */
function pointOf(node: ExprNode): number | null {
  const number = numberOf(node);
  if (number !== null) return number;
  const text = textOf(node);
  if (text !== null) return dayIn(text);
  if (node.kind === 'cast') return pointOf(node.arg);
  if (node.kind === 'call') {
    if (TODAY.has(node.name)) return Date.now() / DAY_MS;
    return node.name === 'date_trunc' && node.args[1] ? pointOf(node.args[1]) : null;
  }
  if (node.kind !== 'operation' || !['+', '-'].includes(node.op)) return null;
  const [left, right] = node.args;
  const point = left ? pointOf(left) : null;
  const step = right ? stepOf(right) : null;
  if (point === null || step === null) return null;
  return node.op === '+' ? point + step : point - step;
}

/** The day of a text that begins with a date, in days since 1970; null: it does not. */
function dayIn(text: string): number | null {
  const date = /^\s*(\d{4}-\d\d-\d\d)/.exec(text)?.[1];
  const time = date ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) ? null : time / DAY_MS;
}

/** A number, or an interval in days: its text, or what `to_days(2)` makes of a number. */
function stepOf(node: ExprNode): number | null {
  const number = numberOf(node);
  if (number !== null) return number;
  const [first] = node.kind === 'call' && node.args.length === 1 ? node.args : [];
  if (node.kind === 'call' && first) {
    const unit = /^to_([a-z]+?)s?$/.exec(node.name)?.[1];
    const [count, days] = [numberOf(first), unit === undefined ? null : daysOf(unit)];
    return days !== null && count !== null ? count * days : null;
  }
  const match = /^\s*([+-]?\d{1,6})\s*([a-z]+?)s?\s*$/i.exec(textOf(node) ?? '');
  const days = match && daysOf(match[2]!);
  return match && days !== null ? Number(match[1]) * days : null;
}

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = lookupTable({
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
});

/** The value of a number written out, also `-1`, `40 * 2048` and `CAST(1 AS BIGINT)`. */
export function numberOf(node: ExprNode): number | null {
  if (node.kind === 'literal') {
    const value = node.type === 'number' ? Number(node.text) : Number.NaN;
    return Number.isNaN(value) ? null : value;
  }
  if (node.kind === 'cast') {
    if (!/int|numeric|decimal|float|double/.test(node.type)) return null;
    const digits = textOf(node.arg);
    return digits !== null && /^[+-]?\d{1,18}$/.test(digits) ? Number(digits) : numberOf(node.arg);
  }
  const [first, second, ...more] = 'args' in node ? node.args.map(numberOf) : [];
  if (first === undefined || first === null || more.length > 0) return null;
  if (node.kind === 'call') return node.name === 'trunc' && second === undefined ? first : null;
  if (node.kind !== 'operation') return null;
  if (second !== undefined)
    return second === null ? null : (ARITHMETIC[node.op]?.(first, second) ?? null);
  if (node.op === '-') return -first;
  return node.op === '+' ? first : null;
}

/** A text written out, also one with a type: `DATE '2024-01-01'`. */
export function textOf(node: ExprNode | TreeExpr): string | null {
  if (node.kind === 'cast') return textOf(node.arg);
  return node.kind === 'literal' && node.type === 'text' ? node.text : null;
}
