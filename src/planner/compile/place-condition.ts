import { aggregateOver } from '#src/planner/compile/counts.ts';
import { rankingWorth } from '#src/planner/compile/worth.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { type Condition, Declined, Unread } from '#src/planner/frame.ts';
import { flagOf } from '#src/planner/lexicon/flags.ts';
import { EXACT } from '#src/planner/lexicon/scores.ts';
import { isNumeric } from '#src/planner/measured.ts';
import { columnIn, columnOf, impliedColumn } from '#src/planner/predicates/columns.ts';
import { stateUntried } from '#src/planner/predicates/gaps.ts';
import { placeHeld } from '#src/planner/predicates/held.ts';
import { numberLiteral } from '#src/planner/predicates/numbers.ts';
import { placePeriod } from '#src/planner/predicates/periods.ts';
import { type Placed, placed } from '#src/planner/predicates/placed.ts';
import { placeValue } from '#src/planner/predicates/values.ts';
import type { Scope } from '#src/planner/scope.ts';
import { checkScale, inUnitOf } from '#src/planner/units.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Predicate } from '#src/plugin-api/query.ts';
import { FUNCTIONS } from '#src/query/functions.ts';

/** Finds the column of a condition and how it is written; null for conditions that count rows. */
export function placeCondition(
  condition: Condition,
  context: BuildContext,
  home: string,
): Placed | null {
  switch (condition.kind) {
    case 'value':
      return placeValue(condition, context, home);
    case 'period':
      return placePeriod(condition, context, home);
    case 'compare':
      if (condition.of?.aggregate) return null;
      return placeCompare(condition, context, home);
    case 'between':
      return condition.of.aggregate ? null : placeBetween(condition, context);
    case 'empty':
      return placeEmpty(condition, context);
    case 'held':
      // `with a bar` of `has bar`: not whether anything stands there, but what does.
      return flagOf(columnIn(condition.of, context).column)
        ? placeFlag({ ...condition, kind: 'flag' }, context)
        : placeHeld(condition, context);
    case 'flag':
      return placeFlag(condition, context);
    case 'match':
      return placeMatch(condition, context);
    case 'among':
      return placeAmong(condition, context);
    case 'average':
      return placeAverage(condition, context, home);
    default:
      return null;
  }
}

function placeAmong(
  condition: Extract<Condition, { kind: 'among' }>,
  context: BuildContext,
): Placed {
  const { table, among, assumption } = condition;
  context.assume(assumption);
  return placed(condition, table, null, (scope) => among(scope.alias(table)!));
}

function placeBetween(
  condition: Extract<Condition, { kind: 'between' }>,
  context: BuildContext,
): Placed {
  const { table, column } = columnOf(condition.of, context);
  const low = inUnitOf(column, condition.low, condition.units, context, table);
  const high = inUnitOf(column, condition.high, condition.units, context, table);
  if (condition.low > condition.high)
    throw new Declined(
      'unsupported_question',
      `Nothing lies between ${condition.low} and ${condition.high}.`,
      condition.of.of.text,
    );
  const bound = (scope: Scope, op: '>=' | '<=', value: number): Predicate => ({
    kind: 'compare',
    op,
    left: scope.column(table, column.name),
    right: numberLiteral(column, value),
  });
  return placed(condition, table, null, (scope) => ({
    kind: 'and',
    parts: [bound(scope, '>=', low), bound(scope, '<=', high)],
  }));
}

function placeEmpty(
  condition: Extract<Condition, { kind: 'empty' }>,
  context: BuildContext,
): Placed {
  const { table, column } = columnIn(condition.of, context);
  return placed(condition, table, null, (scope) => ({
    kind: 'null',
    expr: scope.column(table, column.name),
    negated: false,
  }));
}

function placeFlag(condition: Extract<Condition, { kind: 'flag' }>, context: BuildContext): Placed {
  const { table, column } = columnIn(condition.of, context);
  const flag = flagOf(column)!;
  const predicate = (scope: Scope): Predicate => {
    if (condition.negated) stateUntried(column, context);
    return {
      kind: 'compare',
      op: '=',
      left: scope.column(table, column.name),
      right: condition.negated ? flag.no : flag.yes,
    };
  };
  return { table, equals: `${table}\0${column.name}`, condition, predicate };
}

function placeMatch(
  condition: Extract<Condition, { kind: 'match' }>,
  context: BuildContext,
): Placed {
  const { table, column } = columnIn(condition.of, context);
  if (column.type !== 'text')
    throw new Declined(
      'unsupported_question',
      `${column.label} isn't a text column.`,
      condition.of.text,
    );
  return placed(condition, table, null, (scope) => {
    if (condition.negated) stateUntried(column, context);
    return {
      kind: 'match',
      mode: condition.mode,
      expr: scope.column(table, column.name),
      text: condition.text,
      negated: false,
    };
  });
}

function placeCompare(
  condition: Extract<Condition, { kind: 'compare' }>,
  context: BuildContext,
  home: string,
): Placed {
  const { table, column } = condition.of
    ? columnOf(condition.of, context)
    : (worthOfRows(condition, context, home) ?? impliedColumn(condition.implied, context, home));
  refuseNumberOfRows(condition, column);
  const value = inUnitOf(column, condition.value, condition.units, context, table);
  checkScale(column, value);
  return placed(condition, table, null, (scope) => {
    if (condition.negated || condition.op === '<>') stateUntried(column, context);
    return {
      kind: 'compare',
      op: condition.op,
      left: scope.column(table, column.name),
      right: numberLiteral(column, value),
    };
  });
}

/** `round 3`, where rows are called rounds: a column that is only partly called so (`rank in round`) is not their number. */
function refuseNumberOfRows(
  { of, op }: Extract<Condition, { kind: 'compare' }>,
  column: CatalogColumn,
): void {
  if (!of || op !== '=') return;
  const { tables, columns, text } = of.of;
  const sense = columns.find((one) => one.columns[0] === column);
  if (sense && sense.score < NAMED && tables.some(({ score }) => score === EXACT))
    throw new Unread('unsupported_question', `Which number of ${text} do you mean?`, text);
}

/** From this score on a column is called so. */
const NAMED = 0.85;

/** `payments over 500`, which names no column: the amount of the rows. */
function worthOfRows(
  condition: Extract<Condition, { kind: 'compare' }>,
  context: BuildContext,
  table: string,
): { table: string; column: CatalogColumn } | null {
  if (condition.implied.length > 0) return null;
  const column = rankingWorth(context, table);
  const worded = /\b(amount|total|value|price|revenue|sum)\b/i.test(column?.label ?? '');
  return column && worded ? { table, column } : null;
}

function placeAverage(
  condition: Extract<Condition, { kind: 'average' }>,
  context: BuildContext,
  home: string,
): Placed {
  const { table, column } = condition.of
    ? columnIn(condition.of, context)
    : impliedColumn(condition.implied, context, home);
  if (!isNumeric(column.type))
    throw new Declined(
      'unsupported_question',
      `${column.label} isn't a number, so it has no ${FUNCTIONS[condition.fn].word}.`,
      column.label,
    );
  context.assume(
    `The ${FUNCTIONS[condition.fn].word} of ${column.label} is calculated over all rows of ${context.table(table).label}.`,
  );
  return placed(condition, table, null, (scope) => ({
    kind: 'compare',
    op: condition.op,
    left: scope.column(table, column.name),
    right: aggregateOver(context, table, column.name, condition.fn),
  }));
}
