import { same, unique } from '#src/planner/compile/finish.ts';
import { displayColumns, isAlone } from '#src/planner/lexicon/display.ts';
import { Scope } from '#src/planner/scope.ts';
import { tiesOfGroups } from '#src/planner/ties-told.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Expr, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';
import type { Order, Ref } from '#src/read/ask.ts';
import { placeConditions } from '#src/read/build/conditions.ts';
import { BuildContext, type ShownColumn, unsound } from '#src/read/build/context.ts';
import { finished, orderOf, withTies } from '#src/read/build/orders.ts';
import { predicateOf } from '#src/read/build/predicates.ts';

export function buildList(build: BuildContext): SelectQuery {
  const { ask } = build;
  const [group, second] = ask.groups;
  const [order] = ask.orders;
  if (group && !second && order?.picks && ask.limit === null && build.target(group).columns)
    return firstOfEach(build, group, order);
  const each = groupedEntity(build);
  const shown = withNamesOfEach(
    build,
    each,
    ask.items.flatMap((item) => build.shown(item)),
  );
  const entity = each ?? build.entity();
  const tables = shown.map(({ table }) => table);
  const sorted = ask.orders
    .filter(({ by }) => by.fn === null)
    .map(({ by }) => build.target(by.of).table);
  const base =
    build.base([...(entity ? [entity] : []), ...tables, ...sorted]) ??
    unsound("The columns aren't related to each other.");
  if (entity === null && build.ask.groups.length > 0)
    unsound("The question doesn't say what to calculate for each group.");
  if (entity !== null && build.ask.groups.length > 0 && mixesRows(build, entity, shown))
    unsound('Numbers of several rows would be shown next to a single row.');
  const once = listedOnce(build, base, tables);
  if (once) {
    const query = buildList(once);
    for (const one of once.assumptions) build.assumptions.add(one);
    return query;
  }
  const scope = new Scope(base, build.schema.graph, build.aliases);

  for (const { table } of shown) build.reach(scope, table);
  if (entity) build.reach(scope, entity);
  placeConditions(build, scope, entity ?? tables[0]!);
  const orderBy = ask.orders.map((order) => orderOf(build, scope, order, entity ?? tables[0]!));
  const select = unique(
    shown.map(
      ({ table, column }): SelectItem => ({
        expr: scope.column(table, column.name),
        as: column.name,
      }),
    ),
  );
  if (showsOfSaid(build, scope, select))
    unsound('The column belongs to a row that the question already names.');
  // `the friends of Bob` are not those who are called Bob.
  if (shown.every((one) => build.isSaid(one.column, one.table)))
    unsound('The question already gives the value that would be shown.');
  const isPicked = ask.orders.some(({ picks }) => picks);
  const spread = base !== (entity ?? tables[0]);
  const onlyColumns =
    ask.entity === null && shown.every(({ table, column }) => !build.tellsApart(table, column));
  if (
    onlyColumns &&
    ask.conditions.some(
      (one) => 'negated' in one && one.negated && predicateOf(build, one).table === tables[0],
    )
  ) {
    if (build.lone === null)
      unsound("Plumbline can't check whether no row of a group meets a condition.");
  }
  const distinct =
    !isPicked &&
    (ask.distinct ||
      build.isShared ||
      (onlyColumns &&
        ask.conditions.length > 0 &&
        shown.length === 1 &&
        !isOfEach(build, shown[0]!)));
  if (isPicked && ask.groups.length > 0)
    unsound("The first rows of each group aren't supported here.");
  if (isPicked && ask.distinct) unsound("Distinct rows and the first rows can't be combined.");
  // `the ship of the youngest captain`: the first of the rows that it is said of, and what belongs to it.
  const single = sorted.every((table) => table === base) && (ask.limit ?? 1) === 1;
  if (spread && isPicked && !single) unsound("The first of several repeated rows isn't defined.");
  if (distinct && orderBy.some(({ expr }) => !select.some((item) => same(item.expr, expr))))
    unsound("Distinct rows can't be sorted this way.");
  return finished(build, scope, {
    select,
    distinct,
    orderBy: withTies(orderBy, select, distinct),
  });
}

/**
 * Whether each row has a value of its own, whatever others have: what rows are called by (`titles of books with 500 pages`
 * are as many as there are books), and what is asked of rows by their name (two who are called Ann Berg have a salary each).
 */
function isOfEach(build: BuildContext, { table, column }: Shown[number]): boolean {
  const names = displayColumns(build.table(table));
  const isKey = (name: CatalogColumn) => build.isKey(table, name);
  return (
    names.includes(column) ||
    (names.length > 0 && !names.some(isKey) && names.every((name) => build.isNamed(name, table)))
  );
}

/** `amount per member, with the member's name`: an amount that each of the rows has several of is rather added up. */
function mixesRows(build: BuildContext, rows: string, [first, ...others]: Shown): boolean {
  if (!first || first.table === rows || first.column.kind !== 'measure') return false;
  return !build.schema.graph.toOne(rows, first.table) && others.some(({ table }) => table === rows);
}

/**
 * `Zach's friends and their jobs`, where only who has the friend is tied to a person: the jobs would be his, the same
 * beside each friend.
 */
function showsOfSaid(
  build: BuildContext,
  { base, from, joins, where }: Scope,
  select: readonly SelectItem[],
): boolean {
  const shows = (alias: string, but: readonly string[]) =>
    select.some(
      ({ expr }) => expr.kind === 'column' && expr.alias === alias && !but.includes(expr.column),
    );
  const texts = build.table(base).columns.filter(({ kind }) => kind === 'dimension');
  return joins.some(({ source, on }) => {
    const ends = on.flatMap(({ left, right }) => [left, right]);
    const isSaid = where.some(
      (one) =>
        one.kind === 'compare' &&
        one.op === '=' &&
        one.right.kind === 'literal' &&
        ends.some((end) => same(end, one.left)),
    );
    const own = on.flatMap(({ left, right }) => (left.alias === from.alias ? [left, right] : []));
    const others = select.some(
      ({ expr }) =>
        expr.kind === 'column' &&
        expr.alias === from.alias &&
        texts.some(({ name }) => name === expr.column) &&
        !own.some((one) => same(one, expr)),
    );
    const keys = own.flatMap(({ alias, column }) => (alias === source.alias ? [column] : []));
    return isSaid && own.length > 0 && others && shows(source.alias, keys);
  });
}

/**
 * `Which products were ordered by customers in Oslo`: what is listed belongs to other rows by a third table, which only
 * tells which of it is meant. Each is listed once: the other rows are a condition. Null where nothing is listed twice.
 */
function listedOnce(
  build: BuildContext,
  base: string,
  tables: readonly string[],
): BuildContext | null {
  const { ask, choice, schema } = build;
  const { entity, items, orders, groups, conditions } = ask;
  const [shown, ...others] = new Set(tables);
  if (!entity || !shown || others.length > 0 || orders.length + groups.length > 0) return null;
  if (items.some(({ context }) => context !== null)) return null;
  const rows = build.target(entity).table;
  if (rows === shown || base === shown || base === rows) return null;
  const among = { kind: 'rows', of: entity, op: '>=', value: 1 } as const;
  const once = { ...ask, entity: null, conditions: [among, ...conditions] };
  return new BuildContext(once, choice, schema);
}

/** `the cheapest product of each category`: rows whose value is that of the first of their group; all that tie. */
function firstOfEach(build: BuildContext, group: Ref, order: Order): SelectQuery {
  const { ask } = build;
  const { by, direction } = order;
  const { table, column } = build.single(by.of);
  const of = build.single(group);
  const shown = ask.items.flatMap((item) => build.shown(item));
  if (ask.orders.length > 1 || by.fn !== null)
    unsound("The first rows of each group can't be ranked by several numbers.");
  const refers = build.schema.references.has(`${of.table}\0${of.column.name}`);
  if (of.table !== table || refers || build.tellsApart(table, of.column))
    unsound('The groups belong to other rows.');
  if (ask.conditions.length + ask.either.length > 0)
    unsound("The first rows of each group can't be combined with conditions.");
  if ([table, null].every((one) => one !== build.entity()))
    unsound("The rows that are shown aren't the ones that are ranked.");
  const scope = new Scope(table, build.schema.graph, build.aliases);

  for (const one of shown) build.reach(scope, one.table);
  const inner = new Scope(table, build.schema.graph, build.aliases);
  const own = scope.column(table, of.column.name);
  inner.require({
    ...{ kind: 'compare', op: '=', right: own },
    left: inner.column(table, of.column.name),
  });
  const best: Expr = {
    ...{ kind: 'aggregate', fn: direction === 'desc' ? 'max' : 'min', distinct: false },
    arg: inner.column(table, column.name),
  };
  scope.require({
    ...{ kind: 'compare', op: '=', left: scope.column(table, column.name) },
    right: {
      kind: 'subquery',
      query: { ...inner.skeleton(), select: [{ expr: best, as: 'value' }] },
    },
  });
  build.assumptions.add(tiesOfGroups(1));
  const select = unique([
    { expr: own, as: of.column.name },
    ...shown.map(
      (one): SelectItem => ({
        expr: scope.column(one.table, one.column.name),
        as: one.column.name,
      }),
    ),
  ]);
  return {
    ...scope.skeleton(),
    select,
    orderBy: withTies([{ expr: own, direction: 'asc' }], select, false),
  };
}

type Shown = readonly ShownColumn[];

/** `languages of each country`: which country has which; the names themselves, or a key, tell them already. */
function withNamesOfEach({ schema }: BuildContext, each: string | null, shown: Shown): Shown {
  const table = each === null ? undefined : schema.tables.get(each);
  const [only, second] = shown;
  if (!table || second || only?.table !== each || !isAlone(table, only!.column)) return shown;
  const names = displayColumns(table).map((column) => ({ table: table.name, column }));
  return [...names, ...shown];
}

/** `for each customer, show the name`: the rows that are asked. */
function groupedEntity(build: BuildContext): string | null {
  const { groups } = build.ask;
  if (groups.length === 0) return null;
  if (groups.length > 1) unsound("The question doesn't say what to calculate for the groups.");
  const { table, columns } = build.target(groups[0]!);
  if (columns !== null) unsound("The question doesn't say what to calculate for each group.");
  return table;
}
