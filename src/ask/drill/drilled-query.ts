import { dimensionsOf } from '#src/ask/drill/dimensions.ts';
import {
  baseColumn,
  conditionOf,
  type Drillable,
  soleAggregate,
} from '#src/ask/drill/drillable.ts';
import type { Drill, DrillValue } from '#src/ask/drill/types.ts';
import { onlySaid } from '#src/ask/drill/words.ts';
import { sameName, tableOf } from '#src/catalog/catalog-names.ts';
import { same, unique } from '#src/planner/compile/finish.ts';
import { columnsIn, sourcesOf, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  ColumnRef,
  OrderItem,
  Predicate,
  SelectItem,
  SelectQuery,
} from '#src/plugin-api/query.ts';

export interface Drilled {
  readonly query: SelectQuery;
  /** `only West, by month`: what the step adds to the question. */
  readonly said: string;
}

/**
 * The query of a step into the rows of an answer, written from the answer's own. Null where the answer doesn't allow it:
 * a value that is none of its groups, a dimension that isn't offered, or all of its rows where it shows only some groups.
 */
export function drilledQuery(
  from: Drillable,
  catalog: Catalog,
  { values, show }: Pick<Drill, 'values' | 'show'>,
  maxGroups: number,
): Drilled | null {
  const told = values.map((one) => toldBy(from, catalog, one));
  const taken = told.flatMap((one) => one ?? []);
  if (taken.length < told.length) return null;
  const rest = from.groups.filter((item) => !taken.some((one) => one.item === item));
  const isWhole = taken.length === 0;
  if (from.isPicked && (rest.length > 0 || isWhole)) return null;
  if (isWhole && show.kind === 'figure') return null;
  const within: Drillable = {
    ...from,
    query: {
      ...from.query,
      where: [...from.query.where, ...taken.map(({ condition }) => condition)],
      ...{ having: [], limit: null },
    },
  };
  const only = taken.map(({ said }) => said);
  const saying = (...last: readonly string[]) =>
    [...(only.length > 0 ? [`only ${only.join(' and ')}`] : []), ...last].join(', ');
  switch (show.kind) {
    case 'figure': {
      const gone = taken.map(({ item }) => item);
      return { query: figureQuery(within, gone), said: saying() };
    }
    case 'breakdown': {
      const { by } = show;
      const found = dimensionsOf(within, catalog, maxGroups).find(
        ({ table, column, unit }) =>
          sameName(table, by.table) && sameName(column, by.column) && unit === by.unit,
      );
      if (!found) return null;
      return {
        query: breakdownOf(within, found),
        said: saying(`by ${found.label}`),
      };
    }
    case 'rows':
      return { query: rowsQuery(within, catalog), said: saying('the rows behind it') };
  }
}

interface Told {
  readonly item: SelectItem;
  readonly condition: Predicate;
  readonly said: string;
}

function toldBy(from: Drillable, catalog: Catalog, { column, value }: DrillValue): Told | null {
  const item = from.groups.find(({ as }) => as === column);
  const condition = item && conditionOf(item.expr, value, from.query, catalog);
  return item && condition
    ? { item, condition, said: onlySaid(item.expr, value, from.query, catalog) }
    : null;
}

/** The same numbers of these rows, by the groups that are left. */
function figureQuery({ query, groups }: Drillable, gone: readonly SelectItem[]): SelectQuery {
  const isGone = (expr: SelectItem['expr']) => gone.some((item) => same(item.expr, expr));
  const left = query.groupBy.filter((expr) => !isGone(expr));
  const isOne = gone.length === groups.length;
  return {
    ...query,
    groupBy: isOne ? [] : left,
    select: query.select.filter(({ expr }) => !isGone(expr)),
    orderBy: isOne ? [] : query.orderBy.filter(({ expr }) => !isGone(expr)),
  };
}

/** The same numbers by something else, the largest first; periods in their order. */
function breakdownOf(
  { query, measures }: Drillable,
  { expr, joins, column, unit }: ReturnType<typeof dimensionsOf>[number],
): SelectQuery {
  const name = unit ?? column;
  const isTaken = measures.some(({ as }) => sameName(as, name));
  const [first] = measures;
  const orderBy: readonly OrderItem[] =
    unit === null && first
      ? [
          { expr: first.expr, direction: 'desc' },
          { expr, direction: 'asc' },
        ]
      : [{ expr, direction: 'asc' }];
  return {
    ...query,
    joins: [...query.joins, ...joins],
    groupBy: [expr],
    select: [{ expr, as: isTaken ? `${name}_group` : name }, ...measures],
    orderBy,
  };
}

/**
 * The rows one by one: what they were grouped by, all that may be seen of the table that each is a row of, and what the
 * numbers are computed of. Rows that the only number leaves out aren't shown.
 */
function rowsQuery(from: Drillable, catalog: Catalog): SelectQuery {
  const { query, measures } = from;
  const grain = grainOf(query, catalog);
  const table = tableOf(catalog, grain.table);
  const own = (table?.columns ?? [])
    .filter(({ hidden, sensitive }) => !hidden && !sensitive)
    .map(
      ({ name }): SelectItem => ({
        expr: { kind: 'column', alias: grain.alias, column: name },
        as: name,
      }),
    );
  const keys = columnsIn(query.groupBy);
  const used = columnsIn(measures).filter((one) => isShown(one, query, catalog));
  const named = (ref: ColumnRef): SelectItem => ({ expr: ref, as: ref.column });
  const sole = soleAggregate(from);
  const computed =
    sole?.arg && sole.arg.kind !== 'column' && measures[0]
      ? [{ expr: sole.arg, as: measures[0].as }]
      : [];
  const elsewhere = (ref: ColumnRef) => ref.alias !== grain.alias;
  const [largest] = used;
  const isLargest = sole !== null && sole.fn !== 'count' && largest !== undefined;
  const ids = (table?.primaryKey ?? [])
    .map((column): ColumnRef => ({ kind: 'column', alias: grain.alias, column }))
    .filter((ref) => isShown(ref, query, catalog));
  return {
    ...query,
    where: [...query.where, ...countedBy(from)],
    groupBy: [],
    select: unique([
      ...keys.filter(elsewhere).map(named),
      ...own,
      ...used.filter(elsewhere).map(named),
      ...computed,
    ]),
    orderBy: [
      ...(isLargest ? [{ expr: largest, direction: 'desc' } as const] : []),
      ...ids.map((expr) => ({ expr, direction: 'asc' }) as const),
    ],
  };
}

function isShown(ref: ColumnRef, query: SelectQuery, catalog: Catalog): boolean {
  const known = baseColumn(ref, query, catalog);
  return known !== null && !known.hidden && !known.sensitive;
}

/** What rows have to meet to count for the only number. */
function countedBy(from: Drillable): readonly Predicate[] {
  const sole = soleAggregate(from);
  if (!sole) return [];
  const isCounted = sole.fn === 'count' && sole.arg !== null;
  return [
    ...(sole.when ? [sole.when] : []),
    ...(isCounted && sole.arg ? [{ kind: 'null', expr: sole.arg, negated: true } as const] : []),
  ];
}

/** The source that the joined rows are one by one: of orders with their customers, orders. */
function grainOf(query: SelectQuery, catalog: Catalog) {
  const sources = sourcesOf(query);
  const tables = tablesByAlias(query);
  const refersTo = (left: ColumnRef, right: ColumnRef): boolean =>
    catalog.relationships.some(
      ({ from, to }) =>
        from.table === tables.get(left.alias) &&
        from.columns.includes(left.column) &&
        to.table === tables.get(right.alias) &&
        to.columns.includes(right.column),
    );
  const ends = query.joins.flatMap(({ on }) =>
    on.flatMap(({ left, right }) => [
      ...(refersTo(left, right) ? [right.alias] : []),
      ...(refersTo(right, left) ? [left.alias] : []),
    ]),
  );
  return sources.find(({ alias }) => !ends.includes(alias)) ?? query.from;
}
