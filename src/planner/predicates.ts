import { foldToLemmas } from '#src/catalog/fold.ts';
import type { BuildContext } from '#src/planner/build-context.ts';
import { aggregateOver, countSubquery } from '#src/planner/counts.ts';
import { yearOf } from '#src/planner/day.ts';
import { type Condition, Declined, type Thing } from '#src/planner/frame.ts';
import { displayColumns } from '#src/planner/lexicon.ts';
import type { Period } from '#src/planner/periods.ts';
import type { Scope } from '#src/planner/scope.ts';
import { isNumeric } from '#src/planner/things.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Expr, Literal, Predicate } from '#src/plugin-api/query.ts';

/** Where a condition holds: its table, and the predicate once that table is in scope. */
export interface Placed {
  readonly table: string;
  /** Column of an equality, so that two of them on one column are seen. */
  readonly equals: string | null;
  readonly condition: Condition;
  readonly predicate: (scope: Scope) => Predicate;
}

/** Finds the column of a condition and how it is written; null for conditions that count rows. */
export function placeCondition(
  condition: Condition,
  context: BuildContext,
  home: string,
): Placed | null {
  switch (condition.kind) {
    case 'value':
      return placeValue(condition, context);
    case 'period':
      return placePeriod(condition, context, home);
    case 'compare':
      if (condition.of?.aggregate) return null;
      return placeCompare(condition, context, home);
    case 'between': {
      if (condition.of.aggregate) return null;
      const { table, column } = columnOf(condition.of, context);
      const bound =
        (op: '>=' | '<=', value: number) =>
        (scope: Scope): Predicate => ({
          kind: 'compare',
          op,
          left: scope.column(table, column.name),
          right: numberLiteral(column, value),
        });
      return placed(condition, table, null, (scope) => ({
        kind: 'and',
        parts: [bound('>=', condition.low)(scope), bound('<=', condition.high)(scope)],
      }));
    }
    case 'empty': {
      const { table, column } = columnIn(condition.of, context);
      return placed(condition, table, null, (scope) => ({
        kind: 'null',
        expr: scope.column(table, column.name),
        negated: false,
      }));
    }
    case 'match': {
      const { table, column } = columnIn(condition.of, context);
      if (column.type !== 'text')
        throw new Declined(
          'unsupported_question',
          `${column.label} is no text.`,
          condition.of.text,
        );
      return placed(condition, table, null, (scope) => ({
        kind: 'match',
        mode: condition.mode,
        expr: scope.column(table, column.name),
        text: condition.text,
        negated: false,
      }));
    }
    case 'average':
      return placeAverage(condition, context, home);
    default:
      return null;
  }
}

function placed(
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
    case 'compare': {
      const opposite = {
        '=': '<>',
        '<>': '=',
        '<': '>=',
        '<=': '>',
        '>': '<=',
        '>=': '<',
      } as const;
      return { ...predicate, op: opposite[predicate.op] };
    }
    default:
      return { kind: 'not', part: predicate };
  }
}

function placeValue(
  condition: Extract<Condition, { kind: 'value' }>,
  context: BuildContext,
): Placed {
  const senses = condition.values.map((value) => context.sense(value));
  const first = senses[0]!;
  if (first.kind !== 'value') throw new Error('A value has no column');
  const texts = [
    ...new Set(
      senses.flatMap((sense) => (sense.kind === 'value' ? sense.hits.map((hit) => hit.value) : [])),
    ),
  ];
  const column = context.column(first.table, first.column);
  const literals = texts.map(
    (text): Literal => ({ kind: 'literal', type: column.type, value: text }),
  );
  const make = (scope: Scope): Predicate => {
    const expr = scope.column(first.table, first.column);
    return literals.length === 1
      ? { kind: 'compare', op: '=', left: expr, right: literals[0]! }
      : { kind: 'in', expr, values: literals, negated: false };
  };
  return placed(condition, first.table, `${first.table}\0${first.column}`, make);
}

function placeCompare(
  condition: Extract<Condition, { kind: 'compare' }>,
  context: BuildContext,
  home: string,
): Placed {
  const { table, column } = condition.of
    ? columnOf(condition.of, context)
    : impliedColumn(condition.implied, context, home);
  return placed(condition, table, null, (scope) => ({
    kind: 'compare',
    op: condition.op,
    left: scope.column(table, column.name),
    right: numberLiteral(column, condition.value),
  }));
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
    throw new Declined('unsupported_question', `${column.label} has no average.`, column.label);
  context.assume(
    `The average of ${column.label} is that of all rows of ${context.table(table).label}.`,
  );
  return placed(condition, table, null, (scope) => ({
    kind: 'compare',
    op: condition.op,
    left: scope.column(table, column.name),
    right: aggregateOver(context, table, column.name, 'avg'),
  }));
}

/** The one column that a thing names. */
export function columnOf(
  thing: Thing,
  context: BuildContext,
): { table: string; column: CatalogColumn } {
  return columnIn(thing.of, context);
}

function columnIn(
  mention: Thing['of'],
  context: BuildContext,
): { table: string; column: CatalogColumn } {
  const sense = context.sense(mention);
  if (sense.kind === 'column' && sense.columns.length === 1)
    return { table: sense.table, column: sense.columns[0]! };
  if (sense.kind === 'table') {
    const columns = displayColumns(context.table(sense.table));
    if (columns.length === 1) return { table: sense.table, column: columns[0]! };
  }
  throw new Declined(
    'unsupported_question',
    `"${mention.text}" names no single column.`,
    mention.text,
  );
}

/** The column that a comparative speaks of without naming it: `older` → age. */
export function impliedColumn(
  implied: readonly string[],
  context: BuildContext,
  table: string,
): { table: string; column: CatalogColumn } {
  for (const word of implied) {
    const found = context
      .table(table)
      .columns.filter(
        (column) =>
          !column.hidden &&
          isNumeric(column.type) &&
          column.label.toLowerCase().split(' ').includes(word),
      );
    if (found.length > 1)
      throw new Declined(
        'ambiguous',
        `Several columns are meant by "${word}": ${found.map((one) => one.label).join(', ')}.`,
        word,
      );
    if (found.length === 1) {
      context.assume(`The comparison is made on ${found[0]!.label}.`);
      return { table, column: found[0]! };
    }
  }
  throw new Declined(
    'unsupported_question',
    'The question does not say which column to compare.',
    implied[0] ?? null,
  );
}

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
    `${column.label} holds no numbers to compare with.`,
    column.label,
  );
}

function placePeriod(
  condition: Extract<Condition, { kind: 'period' }>,
  context: BuildContext,
  home: string,
): Placed {
  const { table, column } = condition.of
    ? columnIn(condition.of, context)
    : timeColumn(context, home, condition.period);
  if (condition.of === null && condition.verb) checkVerb(condition.verb, table, column, context);
  if (condition.period.stated) {
    const { from, to } = condition.period;
    const span = [from === null ? null : `from ${from}`, to === null ? null : `before ${to}`]
      .filter(Boolean)
      .join(' and ');
    context.assume(`"${condition.period.text}" is read as ${span}.`);
  }
  const closed = condition.period.from !== null && condition.period.to !== null;
  return placed(condition, table, closed ? `${table}\0${column.name}` : null, (scope) =>
    periodPredicate(scope.column(table, column.name), column, condition.period),
  );
}

const DATE_WORDS = new Set(
  'date time year day month timestamp datetime at on of the when created'.split(' '),
);

/** `customers who ordered in 2024` is not about their sign-up date: the verb must be that of the date. */
function checkVerb(
  verb: string,
  table: string,
  column: CatalogColumn,
  context: BuildContext,
): void {
  const own = new Set(foldToLemmas(context.table(table).label).split(' '));
  const words = foldToLemmas(column.label)
    .split(' ')
    .filter((word) => !DATE_WORDS.has(word) && !own.has(word));
  const stem = verb.slice(0, Math.max(4, verb.length - 2));
  if (words.length === 0 || words.some((word) => word.startsWith(stem) || verb.startsWith(word)))
    return;
  throw new Declined(
    'not_in_data',
    `When things "${verb}" is not in ${context.table(table).label}, which has ${column.label}.`,
    verb,
  );
}

/** The only time column of a table, or of the nearest tables that each row belongs to. */
export function timeColumn(
  context: BuildContext,
  home: string,
  period: Period | null = null,
): { table: string; column: CatalogColumn } {
  const byDistance = new Map<number, { table: string; column: CatalogColumn }[]>();
  for (const table of context.tables.values()) {
    const times = table.columns.filter(
      (column) => column.kind === 'time' && !column.hidden && column.type !== 'time',
    );
    if (times.length === 0) continue;
    const path = context.graph.toOne(home, table.name);
    if (!path) continue;
    const known = byDistance.get(path.length) ?? [];
    byDistance.set(path.length, [
      ...known,
      ...times.map((column) => ({ table: table.name, column })),
    ]);
  }
  const all = [...byDistance].sort(([a], [b]) => a - b)[0]?.[1];
  const nearest = all && fitting(all, period);
  if (!nearest)
    throw new Declined('not_in_data', `${context.table(home).label} has no dates.`, null);
  if (nearest.length > 1)
    throw new Declined(
      'ambiguous',
      `Which date is meant: ${nearest.map(({ column }) => column.label).join(', ')}?`,
      null,
    );
  context.assume(
    `Dates are those of ${nearest[0]!.column.label} in ${context.table(nearest[0]!.table).label}.`,
  );
  return nearest[0]!;
}

/** Where there are years and dates, whole years are looked up in the years, everything else in the dates. */
function fitting<Found extends { readonly column: CatalogColumn }>(
  found: readonly Found[],
  period: Period | null,
): readonly Found[] {
  const years = found.filter(({ column }) => isNumeric(column.type));
  const dates = found.filter(({ column }) => !isNumeric(column.type));
  if (years.length !== 1 || dates.length !== 1) return found;
  const whole =
    period && [period.from, period.to].every((end) => end === null || end.endsWith('-01-01'));
  return whole ? years : dates;
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
    throw new Declined('unsupported_question', `${column.label} holds no dates.`, column.label);
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
  if (!whole || (column.kind !== 'time' && !isYearText(column)))
    throw new Declined('unsupported_question', `${column.label} holds no dates.`, column.label);
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

export { countSubquery };
