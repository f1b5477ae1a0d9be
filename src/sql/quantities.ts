import type { BaseColumn, CallNode, ExprNode, OperationNode } from '#src/plugin-api/query-facts.ts';
import { isFunction, rowOf } from '#src/query/functions.ts';
import {
  BARE_NUMBER,
  COUNT,
  type Quantity,
  quantityIn,
  scaledQuantity,
  shiftedQuantity,
  timesQuantity,
  unknownQuantity,
} from '#src/query/units.ts';
import { TIME_SPANS } from '#src/sql/date-parts.ts';
import { bare, DIVIDING_CALLS, DIVISIONS, numberOf } from '#src/sql/nodes.ts';

/** What is known of columns. */
export interface ColumnQuantities {
  /** The quantity of a column's numbers. */
  quantity(column: BaseColumn): Quantity;
  /** `date` or `timestamp` of a column of times; null for any other. */
  time(column: BaseColumn): 'date' | 'timestamp' | null;
}

/**
 * The quantity of an expression, worked out from its columns: constants convert it, aggregates keep it or count, and
 * the terms of a sum share one. Null where it is unknown.
 */
export function quantityOf(node: ExprNode, columns: ColumnQuantities): Quantity | null {
  const plain = bare(node);
  const of = (one: ExprNode) => quantityOf(one, columns);
  switch (plain.kind) {
    case 'column':
      if (plain.of) return of(plain.of);
      return plain.column && columns.quantity(plain.column);
    case 'literal':
      return plain.type === 'number' ? BARE_NUMBER : null;
    case 'cast':
      return of(plain.arg);
    case 'subquery': {
      const [output] = plain.select.outputs;
      return plain.mode === 'scalar' && output ? of(output.node) : null;
    }
    case 'operation':
      return ofOperation(plain, columns);
    case 'call':
      return ofCall(plain, columns);
    default:
      return null;
  }
}

function ofOperation({ op, args }: OperationNode, columns: ColumnQuantities): Quantity | null {
  const [left, right] = args;
  if (!left) return null;
  if ((op === '-' || op === '+') && !right) return quantityOf(left, columns);
  if (op === 'case')
    return ofTerms(
      args.filter((_, at) => at % 2 === 1 || at === args.length - 1),
      columns,
    );
  if (op === 'case of')
    return ofTerms(
      args.filter((_, at) => at > 0 && (at % 2 === 0 || at === args.length - 1)),
      columns,
    );
  if (!right) return null;
  if (op === '*') return product(left, right, columns);
  if (DIVISIONS.has(op)) return quotient(left, right, columns);
  if (op === '-') {
    const times = [left, right].map((one) => timeOf(one, columns));
    if (times[0] && times[1]) return times.includes('timestamp') ? INTERVAL : quantityIn('days');
  }
  if (op !== '+' && op !== '-') return null;
  const terms = ofTerms(args, columns);
  const by = constantOf(right);
  return terms && by !== null ? shiftedQuantity(terms, op === '-' ? -by : by) : terms;
}

/** The type of an expression that is a point in time: a column of times, truncated or cast or not, or the present. Null for any other. */
function timeOf(node: ExprNode, columns: ColumnQuantities): 'date' | 'timestamp' | null {
  if (node.kind === 'cast') {
    if (node.type === 'date') return 'date';
    return /^(?:timestamp|datetime)/.test(node.type) ? 'timestamp' : timeOf(node.arg, columns);
  }
  const plain = bare(node);
  if (plain.kind === 'column')
    return plain.of ? timeOf(plain.of, columns) : plain.column && columns.time(plain.column);
  if (plain.kind === 'literal') return /^\d{4}-\d{2}-\d{2}$/.test(plain.text) ? 'date' : null;
  if (plain.kind !== 'call') return null;
  if (NOWS.has(plain.name))
    return plain.name.includes('date') || plain.name === 'today' ? 'date' : 'timestamp';
  const [first, second] = plain.args.map((one) => timeOf(one, columns));
  return rowOf(plain.name)?.keepsUnit || TRUNCATIONS.has(plain.name)
    ? (first ?? second ?? null)
    : null;
}

const INTERVAL = unknownQuantity('interval');
const [INTERVAL_KIND = ''] = Object.keys(INTERVAL.powers);

const NOWS: ReadonlySet<string> = new Set(
  'current_date today curdate current_timestamp now localtimestamp'.split(' '),
);
const TRUNCATIONS: ReadonlySet<string> = new Set([
  'date_trunc',
  'datetrunc',
  'coalesce',
  'greatest',
  'least',
]);

/** The quantity that the terms of a sum or the branches of a CASE share: that of the first whose unit is known. */
function ofTerms(nodes: readonly ExprNode[], columns: ColumnQuantities): Quantity | null {
  const found = nodes.flatMap((node) => {
    const plain = bare(node);
    return plain.kind === 'literal' ? [] : [quantityOf(plain, columns)];
  });
  if (found.length === 0) {
    const isNumber = nodes.some((one) => numberOf(one) !== null);
    return isNumber ? BARE_NUMBER : null;
  }
  if (found.includes(null)) return null;
  const all = found as readonly Quantity[];
  const known = all.find(({ powers }) => !Object.keys(powers).some((kind) => kind.startsWith('?')));
  return known ?? all[0] ?? null;
}

function product(left: ExprNode, right: ExprNode, columns: ColumnQuantities): Quantity | null {
  const [one, other] = [constantOf(left), constantOf(right)];
  const [a, b] = [quantityOf(left, columns), quantityOf(right, columns)];
  if (one !== null) return b && one !== 0 ? scaledQuantity(b, one) : null;
  if (other !== null) return a && other !== 0 ? scaledQuantity(a, other) : null;
  return a && b && timesQuantity(a, b);
}

function quotient(left: ExprNode, right: ExprNode, columns: ColumnQuantities): Quantity | null {
  const divisor = constantOf(right);
  const [a, b] = [quantityOf(left, columns), quantityOf(right, columns)];
  if (divisor !== null) return a && divisor !== 0 ? scaledQuantity(a, 1 / divisor) : null;
  return a && b && timesQuantity(a, b, -1);
}

/** The number that an expression of constants is: `60 * 60`, `3600.0`; null where a column stands in it. */
export function constantOf(node: ExprNode): number | null {
  const plain = bare(node);
  const value = numberOf(plain);
  if (value !== null) return value;
  if (plain.kind !== 'operation' || (plain.op !== '*' && plain.op !== '/')) return null;
  const [left, right] = plain.args.map(constantOf);
  if (left == null || right == null) return null;
  return plain.op === '*' ? left * right : left / right;
}

const EPOCHS: ReadonlySet<string> = new Set(['epoch', 'unix_timestamp', 'time_to_sec']);
const PARTS: ReadonlySet<string> = new Set(['date_part', 'datepart', 'extract']);
/** Functions whose result is in the unit of what they are over. */
const KEEP: ReadonlySet<string> = new Set([
  ...['abs', 'greatest', 'least', 'coalesce', 'ifnull', 'nvl', 'lead', 'nth_value'],
]);

/** `hour`, `HOURS` → h; null for what is no length of time. */
function lengthOf(text: string): Quantity | null {
  const name = text.toLowerCase().replace(/s$/, '');
  const unit = LENGTHS.get(name);
  return unit === undefined ? null : quantityIn(unit);
}
const LENGTHS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ millisecond: 'ms', second: 's', minute: 'min', hour: 'h', day: 'days', week: 'weeks' },
    ...{ month: 'months', year: 'years', epoch: 's' },
  }),
);

function ofCall({ name, args }: CallNode, columns: ColumnQuantities): Quantity | null {
  const [first, second] = args;
  const row = rowOf(name);
  if (row) {
    if (row.result === 'integer' && !row.keepsUnit) return isFunction(name, 'rank') ? null : COUNT;
    const own = first ? quantityOf(first, columns) : null;
    if (own && isFunction(name, 'variance')) return timesQuantity(own, own);
    if (!row.keepsUnit) return null;
    // The sum of ones is how many there are.
    if (isFunction(name, 'sum') && own === BARE_NUMBER) return COUNT;
    return own;
  }
  if (DIVIDING_CALLS.has(name)) return first && second ? quotient(first, second, columns) : null;
  const unit = first?.kind === 'literal' ? first.text : null;
  if (TIME_SPANS.has(name)) return args.length === 2 ? quantityIn('days') : lengthOf(unit ?? '');
  if (EPOCHS.has(name)) return quantityIn('s');
  if (name === 'julian') return quantityIn('days');
  if (PARTS.has(name) && unit && second) {
    // A part of a length of time is a number of them; a part of a date only names it.
    const isLength =
      unit.toLowerCase() === 'epoch' || quantityOf(second, columns)?.powers[INTERVAL_KIND] === 1;
    return isLength ? lengthOf(unit) : null;
  }
  return KEEP.has(name) ? ofTerms(args, columns) : null;
}
