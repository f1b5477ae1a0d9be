import { type Condition, Declined } from '#src/planner/frame.ts';
import { isNumeric } from '#src/planner/measured.ts';
import { negate } from '#src/planner/predicates/placed.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Expr, Literal, Predicate } from '#src/plugin-api/query.ts';

/** A number as its column holds it. */
export function numberLiteral(column: CatalogColumn, value: number): Literal {
  if (isNumeric(column.type)) {
    const type = Number.isInteger(value) ? 'integer' : 'decimal';
    return { kind: 'literal', type, value: type === 'integer' ? value : String(value) };
  }
  const year =
    column.type === 'text' &&
    column.profile !== null &&
    /^\d+$/.test(column.profile.min ?? '') &&
    /^\d+$/.test(column.profile.max ?? '');
  if (
    year &&
    column.profile!.min!.length === column.profile!.max!.length &&
    String(value).length === column.profile!.min!.length
  )
    return { kind: 'literal', type: 'text', value: String(value) };
  throw new Declined(
    'unsupported_question',
    `${column.label} has no numbers to compare.`,
    column.label,
  );
}

/** A condition on a number of rows that belong to each row of a table: `more than 3 orders`. */
export function countPredicate(
  condition: Extract<Condition, { kind: 'compare' | 'between' }>,
  expr: Expr,
): Predicate {
  const literal = (value: number): Literal => ({
    kind: 'literal',
    type: Number.isInteger(value) ? 'integer' : 'decimal',
    value: Number.isInteger(value) ? value : String(value),
  });
  if (condition.kind === 'between')
    return {
      kind: 'and',
      parts: [
        { kind: 'compare', op: '>=', left: expr, right: literal(condition.low) },
        { kind: 'compare', op: '<=', left: expr, right: literal(condition.high) },
      ],
    };
  const predicate: Predicate = {
    kind: 'compare',
    op: condition.op,
    left: expr,
    right: literal(condition.value),
  };
  return condition.negated ? negate(predicate) : predicate;
}
