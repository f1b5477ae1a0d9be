import type { ExprNode } from '#src/plugin-api/query-facts.ts';
import { type FUNCTIONS, functionNamed, isFunction } from '#src/query/functions.ts';
import { bare, numberOf, quotientOf, sameNode, sameOfTables } from '#src/sql/nodes.ts';
import { constantOf } from '#src/sql/quantities.ts';

/** What a number can be, by what is done last to make it. */
export type Operation =
  | 'sum'
  | 'average'
  | 'minimum'
  | 'maximum'
  | 'median'
  | 'percentile'
  | 'spread'
  | 'count'
  | 'share'
  | 'quotient'
  | 'difference'
  | 'change'
  | 'running'
  | 'moving'
  | 'rank'
  | 'previous'
  | 'next'
  | 'first'
  | 'last'
  | 'other';

const words = (text: string) => new Set(text.split(' '));

/** Words by which the name of a result column says what was done. */
export const OPERATION_WORDS: Readonly<Record<Operation, ReadonlySet<string>>> = {
  sum: words('total sum overall combined sums totals'),
  average: words('average avg mean typical per'),
  minimum: words(
    'minimum min lowest smallest least cheapest shortest fewest earliest first oldest youngest lightest worst slowest fastest newest',
  ),
  maximum: words(
    'maximum max highest largest biggest greatest most longest peak top latest last newest recent heaviest best oldest youngest slowest fastest dearest',
  ),
  median: words('median'),
  percentile: words('percentile quantile quartile p'),
  spread: words('deviation stddev std variance spread'),
  count: words('number count num total no cnt many how frequency times'),
  share: words('share percent percentage pct proportion fraction ratio rate portion part'),
  quotient: words(
    'per ratio rate average avg mean each share percent percentage pct proportion fraction portion',
  ),
  difference: words(
    'difference diff change growth delta less minus gap increase decrease net remaining range spread plus versus vs',
  ),
  change: words('change growth increase decrease percent percentage pct rate relative'),
  running: words('running cumulative cum cumulated'),
  moving: words('moving rolling'),
  rank: words('rank ranking position place row rn'),
  previous: words('previous prior prev before last lag'),
  next: words('next following lead'),
  first: words('first earliest initial'),
  last: words('last latest final'),
  other: words(''),
};

/** Each word that says an operation. */
export const CLAIM_WORDS: ReadonlySet<string> = new Set([
  ...Object.values(OPERATION_WORDS).flatMap((all) => [...all]),
  ...['distinct', 'unique', 'different'],
]);

const BY_FUNCTION: Readonly<Partial<Record<keyof typeof FUNCTIONS, Operation>>> = {
  sum: 'sum',
  avg: 'average',
  min: 'minimum',
  max: 'maximum',
  median: 'median',
  percentile: 'percentile',
  stddev: 'spread',
  variance: 'spread',
  count: 'count',
  count_if: 'count',
  count_about: 'count',
  rank: 'rank',
  lag: 'previous',
  first: 'first',
  last: 'last',
  first_of_window: 'first',
  last_of_window: 'last',
};

/** `CASE WHEN status = 'paid' THEN revenue END` as what it takes, and under which conditions. */
export interface Conditional {
  readonly of: ExprNode | null;
  readonly conditions: readonly ExprNode[];
}

type Call = Extract<ExprNode, { kind: 'call' }>;

/** What an aggregate takes, without the conditions that stand in it: those of FILTER, of a CASE, of a count of truths. */
export function conditional({ name, args: [arg], filter }: Call): Conditional {
  const own = filter ? [filter] : [];
  const plain = arg && bare(arg);
  if (isFunction(name, 'count_if') && plain) return { of: ONE, conditions: [...own, plain] };
  if (plain?.kind !== 'operation') return { of: plain ?? null, conditions: own };
  if (isTruth(plain)) return { of: ONE, conditions: [...own, plain] };
  if (plain.op === '*') {
    // `SUM((status = 'paid') * revenue)`.
    const [left, right] = plain.args.map(bare);
    if (left && right && left.kind === 'operation' && isTruth(left))
      return { of: right, conditions: [...own, left] };
  }
  const [test, taken, otherwise, more] = plain.args;
  const isElseNothing = !otherwise || isNothing(otherwise);
  if (plain.op !== 'case' || !test || !taken || more || !isElseNothing)
    return { of: plain, conditions: own };
  return { of: bare(taken), conditions: [...own, test] };
}

const ONE: ExprNode = { kind: 'literal', type: 'number', text: '1' };

/** Whether a branch adds nothing: NULL, or 0. */
export function isNothing(node: ExprNode): boolean {
  const plain = bare(node);
  return (plain.kind === 'literal' && plain.type === 'null') || numberOf(plain) === 0;
}

const TRUTHS: ReadonlySet<string> = new Set([
  ...['=', '<>', '!=', '<', '<=', '>', '>=', 'and', 'or', 'not', 'in', 'not in', 'like'],
  ...['not like', 'between', 'not between', 'is null', 'is not null'],
]);
export const isTruth = ({ op }: { readonly op: string }): boolean => TRUTHS.has(op);

/** Whether an aggregate counts rows of some kind: COUNT, and sums of ones. */
export const countsThem = (call: Call): boolean => {
  if (isFunction(call.name, 'count') || isFunction(call.name, 'count_if')) return true;
  const { of } = conditional(call);
  return isFunction(call.name, 'sum') && of !== null && numberOf(of) === 1;
};

/** What an expression is after all that stands in front of it: names, derived tables, scalar subqueries, constants. */
export function withoutScale(node: ExprNode): ExprNode {
  const plain = resolved(node);
  if (plain.kind !== 'operation') return plain;
  const [left, right] = plain.args;
  if (!left || !right || !SCALING.has(plain.op)) return plain;
  if (constantOf(right) !== null) return withoutScale(left);
  return plain.op === '*' && constantOf(left) !== null ? withoutScale(right) : plain;
}
const SCALING: ReadonlySet<string> = new Set(['*', '/', '//', 'div']);

/** What stands behind columns of derived tables, scalar subqueries, and names. */
export function resolved(node: ExprNode): ExprNode {
  const plain = bare(node);
  if (plain.kind === 'column' && plain.of) return resolved(plain.of);
  const [only] = plain.kind === 'subquery' && plain.mode === 'scalar' ? plain.select.outputs : [];
  return only ? resolved(only.node) : plain;
}

/** How two numbers that are divided belong together. */
export type QuotientKind = 'share' | 'average' | 'per thing' | 'change' | 'other';

/**
 * A part of a whole, a sum over the count of its rows, so many for each thing, a difference beside one of its sides, or
 * none of these. Null for what is no quotient but of constants.
 */
export function quotientKind(node: ExprNode): QuotientKind | null {
  const found = quotientOf(node);
  if (!found || constantOf(found.divisor) !== null) return null;
  const divisor = resolved(found.divisor);
  const dividend = withoutScale(found.dividend);
  if (isPartOf(dividend, withoutScale(divisor))) return 'share';
  const sides = dividend.kind === 'operation' && dividend.op === '-' ? dividend.args : [];
  if (sides.some((one) => sameOfTables(withoutScale(one), withoutScale(divisor)))) return 'change';
  if (divisor.kind !== 'call' || !divisor.aggregate || !isFunction(divisor.name, 'count'))
    return 'other';
  const [over] = divisor.args;
  const isRows = !over || ['literal', 'row'].includes(bare(over).kind);
  const [summed] =
    dividend.kind === 'call' && isFunction(dividend.name, 'sum') ? dividend.args : [];
  const isAverage = summed && !divisor.distinct && (isRows || sameNode(over, summed));
  return isAverage && dividend.kind === 'call' && !countsThem(dividend) ? 'average' : 'per thing';
}

/** Whether a number is of some of the rows of another: under a condition, or beside that of all groups. */
function isPartOf(one: ExprNode, all: ExprNode): boolean {
  if (one.kind !== 'call' || all.kind !== 'call' || !one.aggregate || !all.aggregate) return false;
  const [inner] = all.args;
  const summed = inner && resolved(inner);
  // SUM(SUM(x)) OVER (), or SUM(n) of a column that is the same aggregate.
  if (isFunction(all.name, 'sum') && summed?.kind === 'call' && summed.aggregate)
    return sameOfTables(summed, one);
  const [own, other] = [conditional(one), conditional(all)];
  const isSame =
    (countsThem(one) && countsThem(all) && !one.distinct && !all.distinct) ||
    (one.name === all.name &&
      one.distinct === all.distinct &&
      own.of !== null &&
      other.of !== null &&
      sameOfTables(own.of, other.of));
  // A like number of other rows stands in a SELECT of its own.
  return isSame && one !== all;
}

/** What was done last to make a number, and all that was done on the way. */
export interface Operations {
  readonly last: Operation;
  readonly all: ReadonlySet<Operation>;
  /** Whether things are counted once each. */
  readonly distinct: boolean;
}

export function operationsOf(node: ExprNode): Operations {
  const all = new Set<Operation>();
  let distinct = false;
  const visit = (one: ExprNode): Operation => {
    const plain = withoutScale(one);
    if (plain.kind === 'call') {
      if (plain.aggregate && plain.distinct) distinct = true;
      const inner = plain.args.map(visit);
      const done = ofCall(plain, inner);
      all.add(done);
      return done;
    }
    if (plain.kind !== 'operation') return 'other';
    const kind = quotientKind(plain);
    plain.args.forEach(visit);
    const done = ofOperation(plain, kind);
    all.add(done);
    if (kind === 'average') all.add('average');
    if (kind === 'change') all.add('share').add('difference');
    return done;
  };
  const last = visit(node);
  return { last, all, distinct };
}

function ofCall(call: Call, inner: readonly Operation[]): Operation {
  const name = functionNamed(call.name);
  if (call.name === 'lead') return 'next';
  if (call.name === 'ntile' || call.name === 'percent_rank') return 'rank';
  if (call.aggregate && call.over && call.over.orderBy.length > 0)
    return call.over.bounded ? 'moving' : 'running';
  if (call.aggregate) {
    if (countsThem(call)) return 'count';
    const { of, conditions } = conditional(call);
    if (name === 'avg' && of && numberOf(of) === 1 && conditions.length > 0) return 'share';
  }
  return (name && BY_FUNCTION[name]) ?? inner.find((one) => one !== 'other') ?? 'other';
}

function ofOperation(
  { op, args }: Extract<ExprNode, { kind: 'operation' }>,
  kind: QuotientKind | null,
): Operation {
  if (kind === 'share' || kind === 'change') return kind;
  if (kind === 'average') return 'average';
  if (kind !== null) return 'quotient';
  return op === '-' && args.length === 2 ? 'difference' : 'other';
}
