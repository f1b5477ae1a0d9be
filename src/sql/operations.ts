import type { CallNode, ExprNode, OperationNode } from '#src/plugin-api/query-facts.ts';
import {
  FUNCTION_NAMES,
  FUNCTIONS,
  type FunctionName,
  functionNamed,
  isFunction,
} from '#src/query/functions.ts';
import { bare, DIVISIONS, numberOf, quotientOf, sameNode, sameOfTables } from '#src/sql/nodes.ts';
import { constantOf } from '#src/sql/quantities.ts';

/** What is done to make a number: a function over rows, or something done with the results of such functions. */
export type Operation =
  | FunctionName
  | 'share'
  | 'quotient'
  | 'difference'
  | 'change'
  | 'running'
  | 'moving'
  | 'next'
  | 'other';

const words = (text: string) => text.split(' ').filter((word) => word !== '');

/** More words by which the name of a result column says a function, beside those of its row in `FUNCTIONS`. */
const MORE_WORDS: Readonly<Partial<Record<FunctionName, string>>> = {
  sum: 'overall combined sums totals',
  avg: 'typical per',
  min: 'least cheapest shortest fewest first oldest youngest lightest worst slowest fastest newest',
  max: 'biggest greatest most longest peak top last newest recent heaviest best oldest youngest slowest fastest dearest',
  percentile: 'quartile p',
  stddev: 'spread',
  variance: 'spread',
  count: 'cnt no many how frequency times',
  rank: 'ranking row rn',
  lag: 'prev',
  first: 'initial',
  last: 'final',
};
const DISTINCT = words('distinct unique different');

const OF_RESULTS: Readonly<Record<Exclude<Operation, FunctionName>, string>> = {
  share: 'share percent percentage pct proportion fraction ratio rate portion part',
  quotient:
    'per ratio rate average avg mean each share percent percentage pct proportion fraction portion',
  difference:
    'difference diff change growth delta less minus gap increase decrease net remaining range spread plus versus vs',
  change: 'change growth increase decrease percent percentage pct rate relative',
  running: 'running cumulative cum cumulated',
  moving: 'moving rolling',
  next: 'next following lead',
  other: '',
};

/** Words by which the name of a result column says what was done. */
const OPERATION_WORDS: ReadonlyMap<Operation, ReadonlySet<string>> = new Map<
  Operation,
  ReadonlySet<string>
>([
  ...FUNCTION_NAMES.map((name) => {
    const own = [...words(FUNCTIONS[name].named), ...words(MORE_WORDS[name] ?? '')];
    return [name, new Set(own.filter((word) => !DISTINCT.includes(word)))] as const;
  }),
  ...Object.entries(OF_RESULTS).map(
    ([name, text]) => [name as keyof typeof OF_RESULTS, new Set(words(text))] as const,
  ),
]);

/** Whether a word says an operation. */
export const says = (operation: Operation, word: string): boolean =>
  OPERATION_WORDS.get(operation)?.has(word) === true;

/** Each word that says an operation. */
export const CLAIM_WORDS: ReadonlySet<string> = new Set([
  ...[...OPERATION_WORDS.values()].flatMap((all) => [...all]),
  ...DISTINCT,
]);

/** `CASE WHEN status = 'paid' THEN revenue END` as what it takes, and under which conditions. */
export interface Conditional {
  readonly of: ExprNode | null;
  readonly conditions: readonly ExprNode[];
}

/** What an aggregate takes, without the conditions that stand in it: those of FILTER, of a CASE, of a count of truths. */
export function conditional({ name, args: [arg], filter }: CallNode): Conditional {
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
  if (plain.op === 'case' && test && taken && otherwise && !more && isNothing(taken))
    return { of: bare(otherwise), conditions: [...own, negated(test)] };
  if (plain.op !== 'case' || !test || !taken || more || !isElseNothing)
    return { of: plain, conditions: own };
  return { of: bare(taken), conditions: [...own, test] };
}

const negated = (test: ExprNode): ExprNode => ({ kind: 'operation', op: 'not', args: [test] });

const AVERAGE: FunctionName = 'avg';
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

/** Whether a function is the mean. */
export const isMean = (name: string): boolean => isFunction(name, AVERAGE);

/** Whether an aggregate counts rows of some kind: COUNT, and sums of ones. */
const countsThem = (call: CallNode): boolean => {
  if (isFunction(call.name, 'count') || isFunction(call.name, 'count_if')) return true;
  const { of } = conditional(call);
  return isFunction(call.name, 'sum') && of !== null && numberOf(of) === 1;
};

/** What an expression resolves to, without the constants that multiply or divide it. */
export function withoutScale(node: ExprNode): ExprNode {
  const plain = resolved(node);
  if (plain.kind !== 'operation') return plain;
  const [left, right] = plain.args;
  if (!left || !right || !SCALING.has(plain.op)) return plain;
  if (constantOf(right) !== null) return withoutScale(left);
  return plain.op === '*' && constantOf(left) !== null ? withoutScale(right) : plain;
}
const SCALING: ReadonlySet<string> = new Set(['*', ...DIVISIONS]);

/** What an expression stands for, looked up through aliases, derived tables and scalar subqueries. */
export function resolved(node: ExprNode): ExprNode {
  const plain = bare(node);
  if (plain.kind === 'column' && plain.of) return resolved(plain.of);
  const [only] = plain.kind === 'subquery' && plain.mode === 'scalar' ? plain.select.outputs : [];
  return only ? resolved(only.node) : plain;
}

/** How the two sides of a division are related. */
export type QuotientKind = 'share' | 'average' | 'per thing' | 'change' | 'other';

/**
 * Whether a division gives a part of a whole, a sum over the count of its rows, so much for each thing, or a difference
 * as a share of one of its sides. Null for what is no division, and for one by a constant.
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

/** Whether one aggregate covers some of the rows of another: under a condition, or of one group beside all groups. */
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
  // The same aggregate over other rows stands in another SELECT.
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
    if (kind === 'average') all.add(AVERAGE);
    if (kind === 'change') all.add('share').add('difference');
    return done;
  };
  const last = visit(node);
  return { last, all, distinct };
}

const COUNT: FunctionName = 'count';
const RANK: FunctionName = 'rank';
const PLACES: ReadonlySet<string> = new Set(['ntile', 'percent_rank', 'cume_dist']);

function ofCall(call: CallNode, inner: readonly Operation[]): Operation {
  const name = functionNamed(call.name);
  if (call.name === 'lead') return 'next';
  if (PLACES.has(call.name)) return RANK;
  if (call.aggregate && call.over && call.over.orderBy.length > 0)
    return call.over.bounded ? 'moving' : 'running';
  if (call.aggregate) {
    if (countsThem(call)) return COUNT;
    const { of, conditions } = conditional(call);
    if (name === AVERAGE && of && numberOf(of) === 1 && conditions.length > 0) return 'share';
  }
  return name ?? inner.find((one) => one !== 'other') ?? 'other';
}

function ofOperation({ op, args }: OperationNode, kind: QuotientKind | null): Operation {
  if (kind === 'share' || kind === 'change') return kind;
  if (kind === 'average') return AVERAGE;
  if (kind !== null) return 'quotient';
  return op === '-' && args.length === 2 ? 'difference' : 'other';
}
