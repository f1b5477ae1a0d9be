import { isAmount, TIMES } from '#src/planner/compile/worth.ts';
import { addUnits, type Day, isDay, type PeriodUnit, startOf } from '#src/planner/day.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { Aliases, Scope } from '#src/planner/scope.ts';
import { sourcesOf, withAliases } from '#src/planner/select-blocks.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type {
  Aggregate,
  ColumnRef,
  DateBucket,
  Expr,
  Predicate,
  SelectQuery,
} from '#src/plugin-api/query.ts';
import { FUNCTIONS } from '#src/query/functions.ts';
import {
  type AverageAsked,
  averageAsked,
  averageForMedian,
  type Each,
} from '#src/read/composed/average-words.ts';
import {
  type GroupedNumber,
  groupedNumber,
  isFilled,
  keyIn,
  keyOf,
  type ReadGrouped,
  reaching,
  tableOf,
  withNumber,
} from '#src/read/composed/grouped.ts';
import type { Composed, ReadOne } from '#src/read/composed/parts.ts';
import type { Schema } from '#src/read/resolve.ts';

/**
 * `The average number of orders per customer`, `average daily revenue`: the number of all, over how many customers or
 * days have any. A median, and what belongs to several of them, is computed over the number of each.
 */
export const readAverageOfEach: ReadOne = (question, plan, schema) => {
  const asked = averageAsked(question);
  if (!asked) return medianOfTotals(question, plan, schema);
  const read: ReadGrouped = (text) => groupedNumber(plan(text));
  const { each } = asked;
  if (each.kind === 'unit') return perUnit(asked, each.unit, read, schema);
  const total = read(asked.text);
  if (!total || !addsUp(total, schema) || isOfThings(total, schema)) return null;
  // `average fee per insurance`: of single fees, or of all of each insurance.
  if (each.kind === 'column')
    return total.expr.fn === 'count' ? perValue(asked, total, each, schema) : null;
  const rows = rowsCounted(total, schema);
  if (rows === null || rows === each.table || isUnclear(asked, total, schema)) return null;
  if (!schema.graph.toOne(rows, each.table)) return perLinked(asked, total, each.table, schema);
  return asked.fn === 'median'
    ? overEach(asked, total, each.table, schema)
    : perKey(asked, total, each.table, schema);
};

/** `Median order value`, whose average is a total over how many orders have any: over the total of each. */
const medianOfTotals: ReadOne = (question, plan, schema) => {
  const text = averageForMedian(question);
  const planned = text === null ? null : plan(text);
  if (planned?.kind !== 'query' || planned.query.kind !== 'select') return null;
  const { query, confidence } = planned;
  const [item, second] = query.select;
  if (item?.expr.kind !== 'arithmetic' || second) return null;
  const { op, left, right } = item.expr;
  if (op !== '/' || left.kind !== 'aggregate' || right.kind !== 'aggregate') return null;
  const per = rowsCounted({ query, expr: right }, schema);
  const total = { query, expr: left, assumptions: [], confidence };
  if (right.fn !== 'count' || per === null || !addsUp(total, schema)) return null;
  const asked = { fn: 'median' as const, per: schema.tables.get(per)!.label };
  return overEach(asked, total, per, schema);
};

/** `average payments per month`, where each has an amount: their number may be meant, or that of one. */
function isUnclear({ mayBeWorth }: AverageAsked, total: GroupedNumber, schema: Schema): boolean {
  const rows = rowsCounted(total, schema);
  return (
    mayBeWorth &&
    total.expr.fn === 'count' &&
    schema.tables.get(rows ?? '')?.columns.some(isAmount) === true
  );
}

/** Whether numbers of rows are added: how many there are, or an amount. */
function addsUp(total: GroupedNumber, schema: Schema): boolean {
  const { fn, arg, distinct } = total.expr;
  if (fn === 'count') return arg === null || distinct;
  if (fn !== 'sum' || arg?.kind !== 'column' || distinct) return false;
  const column = columnOf(total.query, arg, schema);
  // Hours are somebody's on a day: those of one may be meant, or of all together.
  const lasts = column?.unit !== null && TIMES.has(column?.unit ?? '');
  return column?.kind === 'measure' && column.additive === true && !lasts;
}

/** `average salary per department`: an amount that things with a name have one of each, whose total nobody asks for. */
function isOfThings(total: GroupedNumber, schema: Schema): boolean {
  const home = tableOf(total);
  return (
    total.expr.fn === 'sum' &&
    home !== null &&
    displayColumns(schema.tables.get(home)!).some(({ kind }) => kind === 'dimension')
  );
}

function columnOf(
  query: SelectQuery,
  { alias, column }: ColumnRef,
  { tables }: Schema,
): CatalogColumn | null {
  const table = sourcesOf(query).find((source) => source.alias === alias)?.table;
  return tables.get(table ?? '')?.columns.find(({ name }) => name === column) ?? null;
}

/** The table of the rows that a number counts, or whose amounts it adds. */
function rowsCounted(
  total: Pick<GroupedNumber, 'query' | 'expr'>,
  { tables, references }: Schema,
): string | null {
  const home = tableOf(total);
  const { arg, fn } = total.expr;
  if (home === null || fn !== 'count' || arg?.kind !== 'column') return home;
  if (arg.column === keyOf(tables.get(home)!)) return home;
  return references.get(`${home}\0${arg.column}`)?.split('\0')[0] ?? null;
}

const divided = (left: Expr, right: Expr): Expr => ({ kind: 'arithmetic', op: '/', left, right });
const counted = (arg: Expr): Aggregate => ({ kind: 'aggregate', fn: 'count', arg, distinct: true });

/** After what some have: told by conditions. */
const such = ({ query }: GroupedNumber): string =>
  query.where.length > 0 ? ' under these conditions' : '';

type Named = Pick<AverageAsked, 'fn' | 'per'>;

const rowsLabel = (total: GroupedNumber, schema: Schema): string =>
  schema.tables.get(rowsCounted(total, schema) ?? total.query.from.table)!.label;

/** `average_orders_per_customer` */
function nameOf({ fn, per }: Named, total: GroupedNumber, schema: Schema): string {
  const { arg } = total.expr;
  const thing =
    total.expr.fn === 'sum' && arg?.kind === 'column'
      ? columnOf(total.query, arg, schema)!.label
      : rowsLabel(total, schema);
  return `${FUNCTIONS[fn].word} ${thing} per ${per}`.replaceAll(/[^\p{L}\p{N}]+/gu, '_');
}

/** `the number of orders`, `the total revenue`: what is divided. */
function saidTotal(total: GroupedNumber, schema: Schema): string {
  const { fn, arg } = total.expr;
  return fn === 'sum' && arg?.kind === 'column'
    ? `the total ${columnOf(total.query, arg, schema)!.label}`
    : `the number of ${rowsLabel(total, schema)}`;
}

function perKey(
  asked: AverageAsked,
  total: GroupedNumber,
  table: string,
  schema: Schema,
): Composed | null {
  const reached = keyIn(total.query, table, schema);
  if (!reached) return null;
  const { label } = schema.tables.get(table)!;
  return {
    query: withNumber(
      { query: reached.query, expr: total.expr },
      divided(total.expr, counted(reached.key)),
      nameOf(asked, total, schema),
    ),
    assumptions: [
      `The average is ${saidTotal(total, schema)} divided by the number of ${label} that have at least one${such(total)}.`,
      ...total.assumptions,
    ],
    confidence: total.confidence,
  };
}

/** `average number of products per category`: over the different values of a column. */
function perValue(
  asked: AverageAsked,
  total: GroupedNumber,
  { table, column }: Extract<Each, { kind: 'column' }>,
  schema: Schema,
): Composed | null {
  if (asked.fn !== 'avg') return null;
  const reached = reaching(total.query, table, schema.graph);
  if (!reached) return null;
  const arg: ColumnRef = { kind: 'column', alias: reached.alias, column: column.name };
  const filled: Predicate = { kind: 'null', expr: arg, negated: true };
  const isGap = !isFilled(table, column.name, schema);
  const query = isGap
    ? { ...reached.query, where: [...reached.query.where, filled] }
    : reached.query;
  const rows = rowsLabel(total, schema);
  return {
    query: withNumber(
      { query, expr: total.expr },
      divided(total.expr, counted(arg)),
      nameOf(asked, total, schema),
    ),
    assumptions: [
      `The average is ${saidTotal(total, schema)} divided by the number of distinct values of ${column.label}${such(total)}.`,
      ...(isGap ? [`${rows} without a ${column.label} are left out.`] : []),
      ...total.assumptions,
    ],
    confidence: total.confidence,
  };
}

/** `median number of orders per customer`: over the number of each that has any. */
function overEach(
  asked: Named,
  total: GroupedNumber,
  table: string,
  schema: Schema,
): Composed | null {
  if (!isOfAll(total)) return null;
  const reached = keyIn(total.query, table, schema);
  return (
    reached &&
    ofNumbers(asked, total, { table, schema }, (key, aliases) => {
      const names = new Map<string, string>();
      const renamed = <Part>(part: Part): Part =>
        withAliases(part, (alias) => {
          const known = names.get(alias) ?? aliases.next(alias);
          names.set(alias, known);
          return known;
        });
      const query = renamed(reached.query);
      const tied: Predicate = {
        ...{ kind: 'compare', op: '=', left: renamed(reached.key), right: key },
      };
      return {
        query: { ...query, where: [...query.where, tied] },
        expr: renamed(total.expr),
      };
    })
  );
}

/** `average number of products per order`, of products that belong to many: over the different ones of each that has any. */
function perLinked(
  asked: AverageAsked,
  total: GroupedNumber,
  table: string,
  schema: Schema,
): Composed | null {
  const rows = rowsCounted(total, schema)!;
  const key = keyOf(schema.tables.get(rows)!);
  const found = schema.graph.path(table, rows);
  const isPlain = total.query.joins.length === 0 && total.query.where.length === 0;
  if (found.kind !== 'path' || key === null || total.expr.fn !== 'count') return null;
  if (!isPlain || !isOfAll(total) || found.path[0]?.toOne) return null;
  const [label, via] = [rows, found.path[0]!.to].map((name) => schema.tables.get(name)!.label);
  const composed = ofNumbers(asked, total, { table, schema }, (_key, _aliases, outer) => {
    const [first, ...rest] = found.path;
    const inner = outer.nested(first!);
    for (const hop of rest) inner.join(hop);
    return { query: inner.skeleton(), expr: counted(inner.column(rows, key)) };
  });
  return (
    composed && {
      ...composed,
      assumptions: [
        ...composed.assumptions,
        `Each of the ${label} in ${via} is counted once, however often it occurs.`,
      ],
    }
  );
}

const isOfAll = ({ query }: GroupedNumber): boolean =>
  query.groupBy.length === 0 && query.orderBy.length === 0 && query.limit === null;

/** The rows that belong to one of a table, and what is computed over them. */
type OfOne = (
  key: ColumnRef,
  aliases: Aliases,
  outer: Scope,
) => { readonly query: SelectQuery; readonly expr: Aggregate };

/** The function over what is computed for each row of a table. */
function ofNumbers(
  asked: Named,
  total: GroupedNumber,
  { table, schema }: { readonly table: string; readonly schema: Schema },
  ofOne: OfOne,
): Composed | null {
  const own = schema.tables.get(table)!;
  const key = keyOf(own);
  if (key === null) return null;
  const aliases = new Aliases();
  const outer = new Scope(table, schema.graph, aliases);
  const inner = () => ofOne(outer.column(table, key), aliases, outer);
  const { query, expr } = inner();
  const any: Predicate = {
    ...{ kind: 'exists', negated: false, query: { ...inner().query, select: [] } },
  };
  const arg: Expr = {
    ...{ kind: 'subquery', query: { ...query, select: [{ expr, as: 'value' }] } },
  };
  const said = FUNCTIONS[asked.fn].word;
  return {
    query: {
      ...outer.skeleton(),
      where: [any],
      select: [
        {
          expr: { kind: 'aggregate', fn: asked.fn, arg, distinct: false },
          as: nameOf(asked, total, schema),
        },
      ],
    },
    assumptions: [
      `The ${said} uses ${saidTotal(total, schema)} of each of the ${own.label} that have at least one${such(total)}.`,
      ...total.assumptions,
    ],
    confidence: total.confidence,
  };
}

/** `orders per day`: over the days of a past period that the data covers, else over those that have any. */
function perUnit(
  asked: AverageAsked,
  unit: PeriodUnit,
  read: ReadGrouped,
  schema: Schema,
): Composed | null {
  if (asked.fn !== 'avg') return null;
  const texts = [`${asked.text} by ${unit}`, `${asked.text} and ${unit}`];
  const total = read(texts[asked.isGrouped ? 1 : 0]!);
  if (!total || !addsUp(total, schema) || isUnclear(asked, total, schema)) return null;
  if (total.query.limit) return null;
  const isBucket = (expr: Expr): expr is DateBucket => expr.kind === 'bucket' && expr.unit === unit;
  const buckets = total.query.groupBy.filter(isBucket);
  const [bucket, second] = buckets;
  if (!bucket || second || bucket.arg.kind !== 'column') return null;
  const groups = total.query.groupBy.filter((expr) => expr !== bucket);
  if (groups.some(({ kind }) => kind === 'bucket' || kind === 'part')) return null;
  const select = total.query.select.filter(({ expr }) => !isBucket(expr));
  const days = coveredUnits(total.query, bucket, unit, schema);
  const each: Expr =
    days === null ? counted(bucket) : { kind: 'literal', type: 'integer', value: days };
  const average = divided(total.expr, each);
  const shown = select.flatMap(({ expr }) => (expr.kind === 'column' ? [expr] : []));
  const query: SelectQuery = {
    ...withNumber(
      { query: { ...total.query, select }, expr: total.expr },
      average,
      nameOf(asked, total, schema),
    ),
    groupBy: groups,
    orderBy:
      groups.length === 0
        ? []
        : [
            { expr: average, direction: 'desc' },
            ...shown.map((expr) => ({ expr, direction: 'asc' as const })),
          ],
  };
  const rows = rowsLabel(total, schema);
  return {
    query,
    assumptions: [
      days === null
        ? `The average is ${saidTotal(total, schema)} divided by the number of ${unit}s with ${rows}${such(total)}. Others aren't counted.`
        : `The average is ${saidTotal(total, schema)} divided by the ${days} ${unit}s of the period. Those without ${rows} count as 0.`,
      ...total.assumptions,
    ],
    confidence: total.confidence,
  };
}

/** How many whole units a period has that the data covers from end to end; null where none is told, or data may be missing. */
function coveredUnits(
  { where, from, joins }: SelectQuery,
  { arg }: DateBucket,
  unit: PeriodUnit,
  schema: Schema,
): number | null {
  const ranges = where.flatMap((one) =>
    one.kind === 'range' && JSON.stringify(one.expr) === JSON.stringify(arg) ? [one] : [],
  );
  const [range, second] = ranges;
  if (!range?.from || !range.to || second || arg.kind !== 'column') return null;
  const [start, end] = [dayOf(range.from.value), dayOf(range.to.value)];
  const source = sourcesOf({ from, joins }).find(({ alias }) => alias === arg.alias);
  const column = schema.tables
    .get(source?.table ?? '')
    ?.columns.find(({ name }) => name === arg.column);
  const [first, last] = [dayOf(column?.profile?.min), dayOf(column?.profile?.max)];
  if (!start || !end || !first || !last) return null;
  if (startOf(unit, start) !== start || startOf(unit, end) !== end) return null;
  const isCovered = startOf(unit, first) <= start && addUnits(startOf(unit, last), unit, 1) >= end;
  if (!isCovered) return null;
  let units = 0;
  for (let at = start; at < end; at = addUnits(at, unit, 1)) units++;
  return units;
}

function dayOf(value: unknown): Day | null {
  const text = typeof value === 'string' ? value.slice(0, 10) : '';
  return isDay(text) ? text : null;
}
