import { NO } from '#src/language/en/name-heads.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { type Condition, Declined } from '#src/planner/frame.ts';
import { isNumeric } from '#src/planner/measured.ts';
import { columnIn } from '#src/planner/predicates/columns.ts';
import { hasGaps } from '#src/planner/predicates/gaps.ts';
import { numberLiteral } from '#src/planner/predicates/numbers.ts';
import { type Placed, placed } from '#src/planner/predicates/placed.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';

/** `with a discount`: rows whose column is not empty, or not 0 where it is never empty. */
export function placeHeld(
  condition: Extract<Condition, { kind: 'held' }>,
  context: BuildContext,
): Placed {
  const { table, column } = columnIn(condition.of, context);
  const none = mayBeNone(column);
  if (none && (hasGaps(column) || !column.profile))
    throw new Declined(
      'ambiguous',
      `${column.label} can be empty or 0. Say "${column.label} is empty", "is not empty" or "is 0".`,
      condition.of.text,
    );
  if (saysNone(column))
    throw new Declined(
      'ambiguous',
      `${column.label} has a special value for "none". Ask for that value.`,
      condition.of.text,
    );
  if (!hasGaps(column) && !none)
    throw new Declined(
      'unsupported_question',
      `All rows of ${context.table(table).label} have ${column.label}.`,
      condition.of.text,
    );
  // `painters with no shows`, where a column may be called `no of shows`.
  const isDenied = condition.of.text.toLowerCase().split(' ')[0] === NO;
  if (none) context.assume(`A ${column.label} of 0 counts as missing.`);
  return placed(condition, table, null, (scope) => {
    const expr = scope.column(table, column.name);
    return none
      ? { kind: 'compare', op: isDenied ? '=' : '<>', left: expr, right: numberLiteral(column, 0) }
      : { kind: 'null', expr, negated: true };
  });
}

const NONE = /^(no|none|not? .*|n\/?a|nil|false|-+|0)$/i;

/** `No` among the values of a text: rows that have it have nothing of that name. */
const saysNone = ({ type, profile }: CatalogColumn): boolean =>
  type === 'text' && (profile?.samples ?? []).some((value) => NONE.test(String(value).trim()));

/** Whether a number may say that there is none. */
function mayBeNone({ kind, type, profile }: CatalogColumn): boolean {
  if (kind !== 'measure' || !isNumeric(type)) return false;
  return profile?.min == null || profile.max == null
    ? true
    : Number(profile.min) <= 0 && Number(profile.max) >= 0;
}
