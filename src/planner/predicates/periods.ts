import { foldToLemmas } from '#src/catalog/fold.ts';
import { WEEKDAY_NAMES } from '#src/language/en/periods.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { yearOf } from '#src/planner/day.ts';
import { type Condition, Declined, Unread } from '#src/planner/frame.ts';
import { isBirth } from '#src/planner/lexicon/birth.ts';
import { isNumeric } from '#src/planner/measured.ts';
import type { Period } from '#src/planner/periods/periods.ts';
import { columnIn } from '#src/planner/predicates/columns.ts';
import { type Placed, placed } from '#src/planner/predicates/placed.ts';
import { timeColumn } from '#src/planner/predicates/time-column.ts';
import { saidOtherwise } from '#src/planner/predicates/verbs-of-times.ts';
import { speaksOf, tellingWords } from '#src/planner/telling-words.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Expr, Literal, Predicate } from '#src/plugin-api/query.ts';

export function placePeriod(
  condition: Extract<Condition, { kind: 'period' }>,
  context: BuildContext,
  home: string,
): Placed {
  const { table, column } = condition.of
    ? columnIn(condition.of, context)
    : timeColumn(context, home, condition.period, condition.verb ?? null);
  refuseBirthday(condition.period, column);
  if (condition.of === null && condition.verb) {
    if (table !== home) refuseOwnTime(condition.verb, home, context);
    checkVerb(condition.verb, table, column, context);
  }
  const { weekdays } = condition.period;
  if (weekdays) return placeWeekdays(condition, weekdays, { table, column }, context);
  if (condition.period.stated) {
    const { from, to } = condition.period;
    const span = [from === null ? null : `from ${from}`, to === null ? null : `before ${to}`]
      .filter(Boolean)
      .join(' and ');
    const day =
      context.asOf === null ? '' : `, counted from ${context.asOf}, the day set for this workspace`;
    context.assume(`"${condition.period.text}" means ${span}${day}.`);
  }
  const closed = condition.period.from !== null && condition.period.to !== null;
  return placed(condition, table, closed ? `${table}\0${column.name}` : null, (scope) =>
    periodPredicate(scope.column(table, column.name), column, condition.period),
  );
}

/** `on Mondays`: days of every week. */
function placeWeekdays(
  condition: Extract<Condition, { kind: 'period' }>,
  weekdays: readonly number[],
  { table, column }: { readonly table: string; readonly column: CatalogColumn },
  context: BuildContext,
): Placed {
  const { stated, text } = condition.period;
  if (column.type !== 'date' && column.type !== 'timestamp')
    throw new Declined('unsupported_question', `${column.label} has no dates.`, column.label);
  const names = weekdays.map((day) => WEEKDAY_NAMES[day - 1]!);
  if (stated) context.assume(`"${text}" means ${names.join(' or ')}.`);
  const literals = weekdays.map((value): Literal => ({ kind: 'literal', type: 'integer', value }));
  const [only, second] = literals;
  return placed(condition, table, null, (scope) => {
    const expr: Expr = {
      ...{ kind: 'part', part: 'weekday', arg: scope.column(table, column.name) },
    };
    return only && !second
      ? { kind: 'compare', op: '=', left: expr, right: only }
      : { kind: 'in', expr, values: literals, negated: false };
  });
}

/** `born in May`, `birthday today`: of any year, unless somebody is known to be born in the last one. */
function refuseBirthday({ stated, from, text }: Period, column: CatalogColumn): void {
  if (!stated || from === null || !isBirth(column)) return;
  const last = column.profile?.max?.slice(0, 10);
  if (last && last >= from) return;
  throw new Declined('unsupported_question', `Which year does "${text}" mean?`, text);
}

/** `clubs opened after 1950`, where clubs keep the year of it as a number: no time of other rows is meant. */
function refuseOwnTime(verb: string, home: string, context: BuildContext): void {
  const { columns, label } = context.table(home);
  const own = columns.find(
    (column) =>
      !column.hidden &&
      speaksOf(
        verb,
        foldToLemmas(column.label)
          .split(' ')
          .filter((word) => word.length > 3),
      ),
  );
  if (own) throw new Unread('ambiguous', `Does "${verb}" refer to ${own.label} in ${label}?`, verb);
}

/** `customers who ordered in 2024` is not about their sign-up date: the verb must be that of the date. */
export function checkVerb(
  verb: string,
  table: string,
  column: CatalogColumn,
  context: BuildContext,
): void {
  const words = tellingWords(context.table(table), column);
  if (words.length === 0 || speaksOf(verb, words)) return;
  const [said, more] = saidOtherwise(verb, words) ?? [];
  if (said !== undefined && more === undefined) return;
  // `signed up` is read word by word, and `ordered in 2024` may be said of orders.
  const isAct = [...context.tables.values()].some(
    (one) => one.name !== table && speaksOf(verb, foldToLemmas(one.label).split(' ')),
  );
  const Reason = more === undefined && !isAct ? Declined : Unread;
  throw new Reason(
    'not_in_data',
    `${context.table(table).label} has ${column.label}, but no date for "${verb}".`,
    verb,
  );
}

function periodPredicate(expr: Expr, column: CatalogColumn, period: Period): Predicate {
  const literal = (text: string): Literal => {
    if (column.type === 'date' || column.type === 'timestamp')
      return { kind: 'literal', type: 'date', value: text };
    return { kind: 'literal', type: 'text', value: text };
  };
  if (isNumeric(column.type) || isYearText(column)) return yearPredicate(expr, column, period);
  const dates =
    column.type === 'date' ||
    column.type === 'timestamp' ||
    /^\d{4}-\d{2}-\d{2}/.test(column.profile?.min ?? '');
  if (!dates)
    throw new Declined('unsupported_question', `${column.label} has no dates.`, column.label);
  return {
    kind: 'range',
    expr,
    from: period.from === null ? null : literal(period.from),
    to: period.to === null ? null : literal(period.to),
  };
}

const isYearText = (column: CatalogColumn) =>
  column.type === 'text' &&
  /^\d{4}$/.test(column.profile?.min ?? '') &&
  /^\d{4}$/.test(column.profile?.max ?? '');

/** Years kept as numbers: the period must begin and end with a year. */
function yearPredicate(expr: Expr, column: CatalogColumn, period: Period): Predicate {
  const whole = [period.from, period.to].every((end) => end === null || end.endsWith('-01-01'));
  const holdsYears = column.kind === 'time' || isYearText(column);
  if (holdsYears && !whole)
    throw new Declined(
      'not_in_data',
      `${column.label} only has years. Ask for whole years.`,
      column.label,
    );
  if (!holdsYears)
    throw new Declined('unsupported_question', `${column.label} has no dates.`, column.label);
  const literal = (year: number): Literal =>
    column.type === 'text'
      ? { kind: 'literal', type: 'text', value: String(year) }
      : { kind: 'literal', type: 'integer', value: year };
  const from = period.from === null ? null : yearOf(period.from);
  const to = period.to === null ? null : yearOf(period.to);
  if (from !== null && to === from + 1)
    return { kind: 'compare', op: '=', left: expr, right: literal(from) };
  return {
    kind: 'range',
    expr,
    from: from === null ? null : literal(from),
    to: to === null ? null : literal(to),
  };
}
