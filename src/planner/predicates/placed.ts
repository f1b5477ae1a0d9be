import type { Condition } from '#src/planner/frame.ts';
import { OPPOSITE } from '#src/planner/opposite-comparison.ts';
import type { Scope } from '#src/planner/scope.ts';
import type { Predicate } from '#src/plugin-api/query.ts';

/** Where a condition holds: its table, and the predicate once that table is in scope. */
export interface Placed {
  readonly table: string;
  /** Column of an equality, so that two of them on one column are seen. */
  readonly equals: string | null;
  readonly condition: Condition;
  readonly predicate: (scope: Scope) => Predicate;
}

export function placed(
  condition: Condition,
  table: string,
  equals: string | null,
  make: (scope: Scope) => Predicate,
): Placed {
  const predicate = (scope: Scope): Predicate => {
    const made = make(scope);
    return condition.negated ? negate(made) : made;
  };
  return { table, equals, condition, predicate };
}

/** The opposite of a predicate, kept readable. */
export function negate(predicate: Predicate): Predicate {
  switch (predicate.kind) {
    case 'in':
    case 'match':
    case 'null':
    case 'exists':
    case 'inQuery':
      return { ...predicate, negated: !predicate.negated };
    case 'compare':
      return { ...predicate, op: OPPOSITE[predicate.op] };
    default:
      return { kind: 'not', part: predicate };
  }
}
