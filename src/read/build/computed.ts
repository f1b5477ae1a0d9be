import { lemma } from '#src/catalog/fold.ts';
import { same, unique } from '#src/planner/compile/finish.ts';
import { leaveOutNameless } from '#src/planner/compile/left-out.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { hasGaps } from '#src/planner/predicates/gaps.ts';
import { Scope } from '#src/planner/scope.ts';
import { tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Expr, OrderItem, Predicate, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';
import { FUNCTIONS } from '#src/query/functions.ts';
import { isNameOfRows, type Measure } from '#src/read/ask.ts';
import { aggregateOf } from '#src/read/build/aggregates.ts';
import { placeConditions } from '#src/read/build/conditions.ts';
import { type BuildContext, unsound, weighsRows } from '#src/read/build/context.ts';
import { finished } from '#src/read/build/orders.ts';

export function buildComputed(build: BuildContext): SelectQuery {
  const { ask } = build;
  const measures = ask.items.filter(({ fn }) => fn !== null);
  const plain = ask.items.filter(({ fn }) => fn === null);
  refuseBothCounts(build);
  const groupRefs = ask.groups.map((ref) => build.target(ref));
  const ranked = ask.orders.filter(({ by }) => by.fn !== null).map(({ by }) => by);
  const countedRows = ask.conditions.flatMap((one) =>
    measures.length > 0
      ? []
      : one.kind === 'rows'
        ? [build.target(one.of).table]
        : one.kind === 'computed'
          ? [build.target(one.of.of).table]
          : [],
  );
  const measured = [...measures, ...ranked];
  const homes = measured.map(({ of }) => build.target(of).table);
  const entity = build.entity();
  const plainShown = plain.flatMap((item) => build.shown(item));
  const groupTables = [
    ...groupRefs.map(({ table }) => table),
    ...plainShown.map(({ table }) => table),
  ];
  const wanted =
    homes.length > 0 ? homes : countedRows.length > 0 ? countedRows : [entity ?? groupTables[0]!];
  const base =
    build.base([...wanted, ...groupTables]) ?? unsound("The groups aren't related to the number.");
  const isLeftOut = entity !== null && ![base, ...wanted, ...groupTables].includes(entity);
  if (isLeftOut && !build.schema.graph.toOne(base, entity))
    unsound("The number isn't related to the rows.");
  const scope = new Scope(base, build.schema.graph, build.aliases);

  for (const measure of measured) build.reach(scope, build.target(measure.of).table);
  if (measured.length === 0) wanted.forEach((table) => void build.reach(scope, table));
  for (const group of ask.groups) build.reach(scope, build.target(group).table);
  for (const { table } of plainShown) build.reach(scope, table);
  const groupBy: Expr[] = [];
  const shown: SelectItem[] = [];
  const add = (into: Expr[], expr: Expr) => {
    if (!into.some((one) => same(one, expr))) into.push(expr);
  };
  const keyed = new Set<string>();
  for (const { table, columns } of groupRefs) {
    if (columns === null && wanted.includes(table))
      unsound('Each group would contain a single row.');
    // `employees per project`, where each project has a manager: what it has one of is not counted.
    const isOfEach = columns === null || columns.some((column) => build.tellsApart(table, column));
    if (isOfEach && homes.some((one) => one !== table && build.schema.graph.toOne(table, one)))
      unsound('Each group has only one of them.');
    if (columns === null) keyed.add(table);
    for (const column of columns ?? displayColumns(build.table(table))) {
      const expr = scope.column(table, column.name);
      if (columns === null) add(groupBy, scope.column(table, build.key(table)));
      add(groupBy, expr);
      const isSaid = plainShown.some((one) => one.table === table);
      if (columns !== null || !isSaid) shown.push({ expr, as: column.name });
    }
  }
  for (const { table, column } of plainShown) {
    if (measures.length > 0 && groupRefs.length === 0 && table === base && ask.frequency === null)
      unsound(`${column.label} differs between the rows of the total.`);
    if (
      keyed.size > 0 &&
      !keyed.has(table) &&
      ![...keyed].some((one) => build.schema.graph.toOne(one, table))
    )
      unsound(`${column.label} differs within a group.`);
    if (
      table === base &&
      wanted.includes(table) &&
      measures.length > 0 &&
      groupRefs.length > 0 &&
      !groupRefs.some((one) => one.columns?.includes(column))
    )
      unsound(`${column.label} differs within a group.`);
    const rows = build.table(table);
    if (
      table !== base &&
      rows.primaryKey?.length === 1 &&
      keyed.size === 0 &&
      groupRefs.length === 0 &&
      entity === table
    ) {
      keyed.add(table);
      add(groupBy, scope.column(table, build.key(table)));
    }
    const expr = scope.column(table, column.name);
    add(groupBy, expr);
    shown.push({ expr, as: column.name });
  }
  const computed = measures.map(
    (measure): SelectItem => ({
      expr: aggregateOf(build, scope, measure),
      as: nameOf(build, measure),
    }),
  );
  const having: Predicate[] = [];
  placeConditions(
    build,
    scope,
    entity ?? wanted[0]!,
    groupBy.length > 0 ? having : null,
    measures.length === 0 || groupBy.length > 0,
  );
  if (
    base !== wanted[0]! &&
    measures.some(({ fn, less }) => weighsRows(fn) || weighsRows(less ?? null))
  )
    unsound('Rows would be counted more than once.');
  const orderBy: OrderItem[] = ask.orders.map((order): OrderItem => {
    const { by, direction } = order;
    if (by.fn !== null) return { expr: aggregateOf(build, scope, by), direction };
    const { table, columns } = build.target(by.of);
    if (!scope.has(table)) unsound('The sort order uses other rows.');
    const expr = scope.column(table, (columns ?? displayColumns(build.table(table)))[0]!.name);
    if (groupBy.length === 0 || !groupBy.some((one) => same(one, expr)))
      unsound('The sort order uses single rows instead of groups.');
    return { expr, direction };
  });
  if (ask.frequency !== null) {
    if (orderBy.length > 0) unsound('The question sorts in two ways.');
    if (measures.some(({ fn }) => fn !== 'count'))
      unsound("The most frequent number isn't supported.");
    if (plainShown.some(({ column }) => column.kind === 'measure'))
      unsound("The most frequent amount isn't supported.");
    // `the most popular store`, where each is one row: by what is not said.
    const isOnce = plainShown.some(({ table, column }) => table === base && column.profile?.unique);
    if (isOnce && ask.items.every(({ of }) => build.target(of).columns === null))
      unsound('Each of them appears only once.');
    orderBy.push({
      expr: { kind: 'aggregate', fn: 'count', arg: null, distinct: false },
      direction: ask.frequency,
    });
  }
  if (
    groupBy.length === 0 &&
    ask.conditions.some((one) => one.kind === 'rows' && build.target(one.of).table === base)
  )
    unsound('Rows would be counted per row of the same table.');
  if (groupBy.length === 0 && orderBy.length > 0) unsound("A single number can't be sorted.");
  if (ask.frequency !== null || ask.limit !== null || ask.orders.some(({ picks }) => picks))
    leaveOutNamelessGroups(build, scope, groupBy);
  const select = unique([...shown, ...computed]);
  const rest = groupBy.length > 0 ? groupOrder(orderBy, select, measures) : [];
  return finished(build, scope, {
    select,
    groupBy,
    having,
    orderBy: [...orderBy, ...rest],
  });
}

/** `the most common reason`: of rows that have one. */
function leaveOutNamelessGroups(build: BuildContext, scope: Scope, groupBy: readonly Expr[]): void {
  const tables = tablesByAlias(scope);
  for (const expr of groupBy) {
    const table = expr.kind === 'column' ? build.table(tables.get(expr.alias)!) : null;
    const column = table?.columns.find(
      ({ name }) => expr.kind === 'column' && name === expr.column,
    );
    const told = { assume: (text: string) => void build.assumptions.add(text) };
    if (table && column && hasGaps(column) && !build.isSaid(column, table.name))
      leaveOutNameless(told, table, column, scope);
  }
}

/** `the number of members and trainers`: of both, or of the members of each trainer. */
function refuseBothCounts(build: BuildContext): void {
  const [first, ...others] = build.ask.items;
  const isRows = ({ of }: Measure) => of.options.some(isNameOfRows);
  const isPlural = (word: string) => lemma(word) !== word.toLowerCase();
  if (first?.fn !== 'count' || !isRows(first)) return;
  if (
    others.some((one) => one.fn === null && isRows(one) && isPlural(one.of.text.split(' ').at(-1)!))
  )
    unsound('Should both be counted?');
}

function groupOrder(
  orderBy: readonly OrderItem[],
  select: readonly SelectItem[],
  measures: readonly Measure[],
): OrderItem[] {
  const found: OrderItem[] = [];
  const add = (expr: Expr, direction: 'asc' | 'desc') => {
    if (![...orderBy, ...found].some((one) => same(one.expr, expr)))
      found.push({ expr, direction });
  };
  if (orderBy.length === 0 && measures.length > 0)
    for (const { expr } of select.filter((one) => one.expr.kind === 'aggregate').slice(0, 1))
      add(expr, 'desc');
  for (const { expr } of select) if (expr.kind === 'column') add(expr, 'asc');
  return found;
}

function nameOf(build: BuildContext, { fn, of, less }: Measure): string {
  const { columns } = build.target(of);
  const column = columns?.[0];
  if (less !== undefined && column) return `difference_${column.name}`;
  const { word } = FUNCTIONS[fn ?? 'count'];
  return fn === 'count' || !column ? 'count' : `${word}_${column.name}`;
}
