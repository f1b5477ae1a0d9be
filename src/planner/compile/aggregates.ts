import { averagePer } from '#src/planner/compile/averages.ts';
import { type Builder, type Item, isKeyed } from '#src/planner/compile/builder.ts';
import type { Measure } from '#src/planner/compile/counts.ts';
import { metricIn } from '#src/planner/compile/metrics.ts';
import { refuseOverTime } from '#src/planner/compile/snapshots.ts';
import { isAmount } from '#src/planner/compile/worth.ts';
import { addDays } from '#src/planner/day.ts';
import { Declined, Unread } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { flagOf } from '#src/planner/lexicon/flags.ts';
import { isImplied, isMetric } from '#src/planner/lexicon/metrics.ts';
import { isNumeric } from '#src/planner/measured.ts';
import type { Period } from '#src/planner/periods/periods.ts';
import type { Scope } from '#src/planner/scope.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Aggregate, Expr, SelectItem } from '#src/plugin-api/query.ts';
import { type AggregateFunction, FUNCTIONS, ordinal, wordBefore } from '#src/query/functions.ts';

export function aggregateOf(builder: Builder, item: Item, scope: Scope): SelectItem {
  const { fn, table, column } = measureOf(builder, item);
  if (fn === 'count') checkCounted(builder, item);
  const here = table === scope.base;
  const label = column ? column.label : builder.context.table(table).label;
  if (fn === 'count') {
    if (!column && here)
      return { expr: { kind: 'aggregate', fn, arg: null, distinct: false }, as: 'count' };
    if (
      column &&
      isNumeric(column.type) &&
      (column.kind === 'measure' || (column.kind === 'dimension' && !item.thing.distinct))
    )
      throw new Unread(
        'unsupported_question',
        `Do you want the number of values or the sum of ${column.label}?`,
        item.thing.of.text,
      );
    const counted = column ? column.name : builder.context.key(table);
    if (column && !item.thing.distinct && column.kind !== 'identifier')
      builder.context.assume(`Each value of ${column.label} is counted once.`);
    return {
      expr: { kind: 'aggregate', fn, arg: scope.column(table, counted), distinct: true },
      as: `${label} count`.replaceAll(' ', '_'),
    };
  }
  if (!here && FUNCTIONS[fn].duplicateSensitive)
    throw new Declined(
      'unsupported_question',
      `Rows of ${table} would be counted more than once.`,
      item.thing.of.text,
    );
  if (isMetric(column))
    return { expr: metricIn(column.metric, scope), as: label.replaceAll(' ', '_') };
  if (item.per) return perItem(builder, item, item.per, scope);
  if (fn === 'avg' && (isAmount(column!) || isPerGroup(builder, item)))
    builder.context.assume(
      `The average is calculated over rows of ${builder.context.table(table).label}.`,
    );
  const arg = scope.column(table, column!.name);
  return {
    expr: { kind: 'aggregate', fn, arg, distinct: false, ...fractionOf(item) },
    as: `${wordOf(item, fn)} ${label}`.replaceAll(' ', '_'),
  };
}

function fractionOf({ thing: { fraction } }: Item): Pick<Aggregate, 'second'> {
  if (fraction === undefined) return {};
  return { second: { kind: 'literal', type: 'decimal', value: String(fraction) } };
}

const wordOf = ({ thing: { fraction } }: Item, fn: AggregateFunction) =>
  fraction === undefined ? wordBefore(fn) : `${ordinal(fraction * 100)} percentile of`;

/** `average sick days per employee`: each has several rows, whose numbers are not added up before. */
function isPerGroup({ frame, context }: Builder, { table, columns }: Item): boolean {
  const adds = columns![0]!.kind === 'measure' && columns![0]!.additive === true;
  return adds && frame.groups.some(({ per, of }) => per && of && context.sense(of).table !== table);
}

export function measureOf(builder: Builder, item: Item): Measure {
  const fn = item.thing.aggregate!;
  const column = item.columns?.[0] ?? null;
  if (fn !== 'count') checkAggregate(builder, item);
  return {
    fn,
    table: item.table,
    column: fn === 'count' && countsRows(builder, item) ? null : column,
    distinct: item.thing.distinct,
    ...fractionOf(item),
  };
}

function checkAggregate(builder: Builder, item: Item): void {
  const column = item.columns?.length === 1 ? item.columns[0] : null;
  const { aggregate, of } = item.thing;
  if (!column) throw new Declined('unsupported_question', `"${of.text}" isn't a number.`, of.text);
  const numeric = isNumeric(column.type);
  const { takes } = FUNCTIONS[aggregate!];
  if (!numeric && !(column.kind === 'time' && takes === 'orderable'))
    throw new Declined('unsupported_question', `"${of.text}" isn't a number.`, of.text);
  refuseOverTime(builder, item);
  if (aggregate === 'sum' && column.additive === false)
    throw new Declined(
      'unsupported_question',
      `Summing ${column.label} doesn't make sense. Ask for its average.`,
      of.text,
    );
  if (takes !== 'orderable' && column.kind === 'identifier')
    throw new Declined(
      'unsupported_question',
      `"${of.text}" can't be added up or averaged.`,
      of.text,
    );
}

/** Whether counting an item is counting rows: the rows themselves, or their key. */
function countsRows(builder: Builder, item: Item): boolean {
  return item.columns === null || (item.columns.length === 1 && isKeyed(builder, item));
}

/** Words that only half name a column may mean other rows; a number column may be meant to be summed. */
export function checkCounted(builder: Builder, item: Item): void {
  const { context } = builder;
  const { thing, columns, table } = item;
  refuseHeld(builder, item);
  if (columns === null) {
    if (thing.distinct && context.table(table).primaryKey?.length !== 1)
      throw new Declined(
        'unsupported_question',
        `Nothing in the data tells two rows of ${context.table(table).label} apart.`,
        thing.of.text,
      );
    const number = thing.of.columns.find(
      (sense) =>
        sense.table.name === table &&
        sense.score >= 0.9 &&
        sense.columns.every((column) => isNumeric(column.type) && column.kind === 'measure') &&
        !isImplied(sense.columns[0]),
    );
    if (number)
      throw new Declined(
        'ambiguous',
        `Do you want the number of rows or ${number.columns[0].label}?`,
        thing.of.text,
      );
    return;
  }
  if (columns.length === 1 && saysYesOrNo(columns[0]) && !thing.distinct)
    throw new Declined(
      'unsupported_question',
      `${columns[0].label} is either yes or no. Which of the two should be counted?`,
      thing.of.text,
    );
  const sense = thing.of.columns.find((one) => one.columns[0] === columns[0]);
  if (!sense || sense.score >= 0.85 || thing.distinct) return;
  throw new Unread('unsupported_question', `What is "${thing.of.text}"?`, thing.of.text);
}

/** `number of sales region West`: a column that is held to one value has one, so rows are rather to be counted. */
function refuseHeld({ context, frame }: Builder, { thing, columns, table }: Item): void {
  const [column, second] = columns ?? [];
  if (!column || second || thing.distinct) return;
  const isHeld = (value: Mention) => {
    const sense = context.sense(value);
    return sense.kind === 'value' && sense.table === table && sense.column === column.name;
  };
  const held = frame.conditions.some((one) =>
    one.kind === 'value'
      ? !one.negated && one.values.some(isHeld)
      : one.kind === 'period' && column.kind === 'time' && isOneDay(one.period),
  );
  if (held)
    throw new Declined(
      'ambiguous',
      `Do you want to count rows of ${context.table(table).label} or different values of ${column.label}? Say "with" before ${column.label}, or "different".`,
      thing.of.text,
    );
}

const isOneDay = ({ from, to }: Period) => from !== null && to === addDays(from, 1);

/** `how many would recommend` counts no answers of yes, no and maybe. */
export function saysYesOrNo(column: CatalogColumn): boolean {
  const said = new Set(column.profile?.samples.map((value) => String(value).toLowerCase()));
  return flagOf(column) !== null || (said.has('yes') && said.has('no'));
}

function perItem(builder: Builder, item: Item, per: string, scope: Scope): SelectItem {
  const column = item.columns![0]!;
  const { aggregate, of } = item.thing;
  if (aggregate !== 'avg')
    throw new Declined(
      'unsupported_question',
      `Each row of ${builder.context.table(per).label} can have several ${builder.context.table(item.table).label}. Only the average of their totals can be calculated.`,
      of.text,
    );
  const arg = scope.column(item.table, column.name);
  const sum: Expr = { kind: 'aggregate', fn: 'sum', arg, distinct: false };
  const as = `average ${column.label} of ${builder.context.table(per).label}`.replaceAll(' ', '_');
  return { expr: averagePer(builder, sum, per, scope), as };
}
