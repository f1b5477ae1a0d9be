import type { BaseColumn, ExprFacts, FilterFacts } from '#src/plugin-api/query-facts.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';
import { literalText } from './print.ts';
import { COMPARISONS, type Expression } from './tree.ts';

type Op = FilterFacts['op'];
type Plain = { readonly op: Op; readonly values: readonly string[]; readonly column: Expression };

const FLIPPED: Readonly<Record<string, Op>> = lookupTable({
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
});
const LIKES: Readonly<Record<string, Op>> = lookupTable({
  '~~': 'like',
  '~~*': 'like',
  '!~~': 'not like',
  '!~~*': 'not like',
  ilike_escape: 'like',
  like_escape: 'like',
  not_ilike_escape: 'not like',
  not_like_escape: 'not like',
});
const NEGATED: Partial<Record<NonNullable<Op>, Op>> = {
  in: 'not in',
  'not in': 'in',
  like: 'not like',
  'not like': 'like',
  'is null': 'is not null',
  'is not null': 'is null',
  '=': '<>',
  '<>': '=',
};

/**
 * The facts of one conjunct, from what its expression reads. `columnOf` gives the base column that an expression is
 * nothing but, else null.
 */
export function filterFacts(
  expr: Expression,
  facts: ExprFacts,
  columnOf: (expr: Expression) => BaseColumn | null,
): FilterFacts {
  const { text, columns, aggregates } = facts;
  const base = { text, columns, ...(aggregates.length > 0 ? { aggregates } : {}) };
  const plain = plainFilter(expr);
  const column = plain?.column.class === 'COLUMN_REF' ? columnOf(plain.column) : null;
  return plain && column
    ? { ...base, column, op: plain.op, values: plain.values }
    : { ...base, column: null, op: null, values: [] };
}

function plainFilter(expr: Expression): Plain | null {
  switch (expr.class) {
    case 'COMPARISON': {
      const op = COMPARISONS[expr.type];
      if (op === 'IS DISTINCT FROM' || op === 'IS NOT DISTINCT FROM') return null;
      const [left, right] = [literal(expr.left), literal(expr.right)];
      if (right !== null && left === null) return { op, values: [right], column: expr.left };
      if (left !== null && right === null)
        return { op: FLIPPED[op] ?? op, values: [left], column: expr.right };
      return null;
    }
    case 'BETWEEN':
      return withValues('between', expr.input, [expr.lower, expr.upper]);
    case 'FUNCTION': {
      const op = LIKES[expr.function_name];
      const [column, pattern] = expr.children;
      return op && column && pattern ? withValues(op, column, [pattern]) : null;
    }
    case 'OPERATOR': {
      const [first, ...rest] = expr.children;
      if (!first) return null;
      if (expr.type === 'COMPARE_IN') return withValues('in', first, rest);
      if (expr.type === 'COMPARE_NOT_IN') return withValues('not in', first, rest);
      if (expr.type === 'OPERATOR_IS_NULL') return withValues('is null', first, []);
      if (expr.type === 'OPERATOR_IS_NOT_NULL') return withValues('is not null', first, []);
      return expr.type === 'OPERATOR_NOT' ? negated(plainFilter(first)) : null;
    }
    default:
      return null;
  }
}

function negated(plain: Plain | null): Plain | null {
  const op = plain?.op ? NEGATED[plain.op] : undefined;
  return plain && op ? { ...plain, op } : null;
}

function withValues(op: Op, column: Expression, exprs: readonly Expression[]): Plain | null {
  const values = exprs.map(literal);
  return values.every((value) => value !== null) ? { op, column, values } : null;
}

/** The text of a literal, also of `DATE '…'`, a cast of a literal and `-1`; null for anything else. */
function literal(expr: Expression): string | null {
  if (expr.class === 'CONSTANT') return literalText(expr.value);
  if (expr.class === 'CAST') return cast(literal(expr.child), expr.cast_type.id);
  if (expr.class !== 'FUNCTION' || expr.function_name !== '-' || expr.children.length !== 1)
    return null;
  const inner = literal(expr.children[0]!);
  return inner === null ? null : `-${inner}`;
}

/** DuckDB writes TRUE as a cast of the text t. */
function cast(text: string | null, type: string): string | null {
  if (type !== 'BOOLEAN') return text;
  return text === 't' ? 'true' : text === 'f' ? 'false' : text;
}
