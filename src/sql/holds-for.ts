import type { BaseColumn, ExprNode } from '#src/plugin-api/query-facts.ts';

type Truth = boolean | null;
/** What SQL's logic may give: all three where it depends on what is not known here, other columns and functions. */
type Outcomes = ReadonlySet<Truth>;
type Value = string | null | { readonly unknown: true };

const UNKNOWN = { unknown: true } as const;
const ANY: Outcomes = new Set([true, false, null]);

const only = (truth: Truth): Outcomes => new Set([truth]);

/**
 * Whether a condition can hold for a row whose `column` has that value, whatever the row's other columns are. Text is
 * compared as it is written, letter by letter.
 */
export function canHoldFor(condition: ExprNode, column: BaseColumn, value: string | null): boolean {
  return outcomesOf(condition, column, value).has(true);
}

function outcomesOf(node: ExprNode, column: BaseColumn, value: string | null): Outcomes {
  const of = (each: ExprNode) => outcomesOf(each, column, value);
  const told = (each: ExprNode | undefined) =>
    each === undefined ? UNKNOWN : textOf(each, column, value);
  if (node.kind === 'literal' && node.type === 'boolean') return only(node.text === 'true');
  if (node.kind === 'cast') return of(node.arg);
  if (node.kind !== 'operation') return ANY;
  const [first, second, ...more] = node.args;
  switch (node.op) {
    case 'and':
      return every(node.args.map(of));
    case 'or':
      return negated(every(node.args.map((each) => negated(of(each)))));
    case 'not':
      return first ? negated(of(first)) : ANY;
    case 'is null':
    case 'is not null': {
      const known = told(first);
      if (isUnknown(known)) return ANY;
      return only((known === null) === (node.op === 'is null'));
    }
    case 'is distinct from':
    case 'is not distinct from': {
      const [a, b] = [told(first), told(second)];
      if (isUnknown(a) || isUnknown(b)) return ANY;
      return only((a === b) === (node.op === 'is not distinct from'));
    }
    case '=':
      return equal(told(first), told(second));
    case '<>':
    case '!=':
      return negated(equal(told(first), told(second)));
    case 'in':
    case 'not in': {
      const found = [second, ...more].map((each) => equal(told(first), told(each)));
      const isIn = negated(every(found.map(negated)));
      return node.op === 'in' ? isIn : negated(isIn);
    }
    case 'like':
    case 'ilike':
    case 'not like':
    case 'not ilike': {
      const isLike = like(told(first), told(second), node.op.endsWith('ilike'));
      return node.op.startsWith('not') ? negated(isLike) : isLike;
    }
    default:
      return ANY;
  }
}

const CASES: Readonly<Record<string, (text: string) => string>> = {
  lower: (text) => text.toLowerCase(),
  lcase: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  ucase: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
};

function textOf(node: ExprNode, column: BaseColumn, value: string | null): Value {
  switch (node.kind) {
    case 'literal':
      return node.type === 'null' ? null : node.text;
    case 'cast':
      return textOf(node.arg, column, value);
    case 'column':
      if (node.column?.table === column.table && node.column.column === column.column) return value;
      return node.of && node.alias === null ? textOf(node.of, column, value) : UNKNOWN;
    case 'call': {
      const args = node.args.map((arg) => textOf(arg, column, value));
      if (node.name === 'coalesce' || node.name === 'ifnull')
        return args.find((arg) => isUnknown(arg) || arg !== null) ?? null;
      const write = Object.hasOwn(CASES, node.name) ? CASES[node.name] : undefined;
      const [alone, ...more] = args;
      if (!write || alone === undefined || more.length > 0 || isUnknown(alone)) return UNKNOWN;
      return alone === null ? null : write(alone);
    }
    default:
      return UNKNOWN;
  }
}

const isUnknown = (value: Value): value is typeof UNKNOWN =>
  typeof value === 'object' && value !== null;

/** What AND gives. */
function every(all: readonly Outcomes[]): Outcomes {
  let so: Outcomes = only(true);
  for (const each of all)
    so = new Set([...so].flatMap((left) => [...each].map((right) => both(left, right))));
  return so;
}

function both(left: Truth, right: Truth): Truth {
  if (left === false || right === false) return false;
  return left === null || right === null ? null : true;
}

const negated = (outcomes: Outcomes): Outcomes =>
  new Set([...outcomes].map((truth) => (truth === null ? null : !truth)));

function equal(a: Value, b: Value): Outcomes {
  if (a === null || b === null) return only(null);
  return isUnknown(a) || isUnknown(b) ? ANY : only(a === b);
}

function like(text: Value, pattern: Value, anyCase: boolean): Outcomes {
  if (text === null || pattern === null) return only(null);
  if (isUnknown(text) || isUnknown(pattern)) return ANY;
  const [a, b] = anyCase ? [text.toLowerCase(), pattern.toLowerCase()] : [text, pattern];
  return only(matches(a, b));
}

/** LIKE without escapes, in time that grows with the product of the lengths. */
function matches(text: string, pattern: string): boolean {
  let reached = new Set([0]);
  for (const sign of pattern) {
    if (sign === '%') {
      const from = Math.min(...reached);
      reached = new Set(Array.from({ length: text.length - from + 1 }, (_, at) => from + at));
    } else
      reached = new Set(
        [...reached]
          .filter((at) => at < text.length && (sign === '_' || text[at] === sign))
          .map((at) => at + 1),
      );
    if (reached.size === 0) return false;
  }
  return reached.has(text.length);
}
