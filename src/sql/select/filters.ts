import type { BaseColumn, ExprFacts, FilterFacts } from '#src/plugin-api/query-facts.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';
import { print } from './print.ts';
import type { TreeExpr } from './tree.ts';

type Op = NonNullable<FilterFacts['op']>;
type Plain = { readonly op: Op; readonly values: readonly string[]; readonly column: TreeExpr };

const COMPARISONS: Readonly<Record<string, Op>> = lookupTable({
  '=': '=',
  '<>': '<>',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
});
const FLIPPED: Partial<Record<Op, Op>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
/** Operations of a column and literals, by name. */
const OTHERS: Readonly<Record<string, Op>> = lookupTable({
  in: 'in',
  'not in': 'not in',
  like: 'like',
  ilike: 'like',
  'not like': 'not like',
  'not ilike': 'not like',
  between: 'between',
  'is null': 'is null',
  'is not null': 'is not null',
});
const NEGATED: Partial<Record<Op, Op>> = {
  in: 'not in',
  'not in': 'in',
  like: 'not like',
  'not like': 'like',
  'is null': 'is not null',
  'is not null': 'is null',
  '=': '<>',
  '<>': '=',
  // A condition that is unknown for an empty value stays so: neither keeps the row.
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

/**
 * The facts of one conjunct, from what its expression reads. `columnOf` gives the base column that an expression is
 * nothing but, else null.
 */
export function filterFacts(
  expr: TreeExpr,
  { printed, node, columns, aggregates }: ExprFacts,
  columnOf: (expr: TreeExpr) => BaseColumn | null,
): FilterFacts {
  const plain = plainFilter(expr);
  const matched = plain && matchedColumn(plain);
  const column = matched ? columnOf(matched) : null;
  const base = { printed, node, columns, ...(aggregates.length > 0 ? { aggregates } : {}) };
  return plain && column
    ? { ...base, column, op: plain.op, values: plain.values }
    : { ...base, column: null, op: null, values: [] };
}

/** The column of a comparison; of one as a text where that is matched: an enum is none to every engine. */
function matchedColumn({ op, column }: Plain): TreeExpr | null {
  const isText = column.kind === 'cast' && /^(text|varchar)$/.test(column.type);
  const inner = isText && (op === 'like' || op === 'not like') ? column.arg : column;
  return inner.kind === 'column' ? inner : null;
}

function plainFilter(expr: TreeExpr): Plain | null {
  if (expr.kind !== 'operation') return null;
  const { op, args } = expr;
  const [first, second] = args;
  if (op === 'not') return first ? negated(plainFilter(first)) : null;
  if (op === 'or') return alternatives(args);
  const comparison = COMPARISONS[op];
  if (comparison && first && second) {
    const [left, right] = [literal(first), literal(second)];
    if (right !== null && left === null) return { op: comparison, values: [right], column: first };
    if (left !== null && right === null)
      return { op: FLIPPED[comparison] ?? comparison, values: [left], column: second };
    return null;
  }
  const other = OTHERS[op];
  // LIKE may have a third part, its escape character.
  const operands = other === 'like' || other === 'not like' ? args.slice(1, 2) : args.slice(1);
  const values = operands.map(literal).filter((value) => value !== null);
  return other && first && values.length === operands.length
    ? { op: other, column: first, values }
    : null;
}

/** `region = 'Asia' OR region = 'Europe'`: one of a list. */
function alternatives(args: readonly TreeExpr[]): Plain | null {
  const all = args.map(plainFilter);
  const [first] = all;
  if (!first) return null;
  const name = print(first.column);
  const isList = all.every(
    (each) => each !== null && (each.op === '=' || each.op === 'in') && print(each.column) === name,
  );
  return isList
    ? { op: 'in', column: first.column, values: all.flatMap((each) => each?.values ?? []) }
    : null;
}

function negated(plain: Plain | null): Plain | null {
  const op = plain ? NEGATED[plain.op] : undefined;
  return plain && op ? { ...plain, op } : null;
}

/** The text of a literal, also of `DATE '…'`, a cast of a literal and `-1`; null for anything else. */
function literal(expr: TreeExpr): string | null {
  if (expr.kind === 'literal') return expr.text;
  if (expr.kind === 'cast') return literal(expr.arg);
  if (expr.kind !== 'operation' || expr.op !== '-' || expr.args.length !== 1) return null;
  const inner = literal(expr.args[0]!);
  return inner === null ? null : `-${inner}`;
}

/** The parts of a conjunction, without double negation. */
export function conjuncts(expr: TreeExpr | null): readonly TreeExpr[] {
  if (!expr) return [];
  if (expr.kind !== 'operation') return [expr];
  if (expr.op === 'and') return expr.args.flatMap(conjuncts);
  const inner = expr.op === 'not' ? expr.args[0] : null;
  if (inner?.kind !== 'operation') return [expr];
  if (inner.op === 'not') return conjuncts(inner.args[0] ?? null);
  // NOT (a OR b) is NOT a AND NOT b.
  return inner.op === 'or'
    ? inner.args.flatMap((arg) => conjuncts({ kind: 'operation', op: 'not', args: [arg] }))
    : [expr];
}
