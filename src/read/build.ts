import { unique } from '#src/planner/compile/finish.ts';
import { Declined } from '#src/planner/frame.ts';
import type { Path } from '#src/planner/joins.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { isMetric } from '#src/planner/lexicon/metrics.ts';
import type { NamedColumns } from '#src/planner/lexicon/senses.ts';
import { isNumeric } from '#src/planner/measured.ts';
import { Aliases, Scope } from '#src/planner/scope.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type {
  ComparisonOperator,
  Expr,
  Literal,
  OrderItem,
  Predicate,
  SelectItem,
  SelectQuery,
} from '#src/plugin-api/query.ts';
import { type AggregateFunction, FUNCTIONS } from '#src/query/functions.ts';
import type { Ask, Condition, Measure, Option, Order, Ref } from '#src/read/ask.ts';
import type { Choice, Schema } from '#src/read/resolve.ts';

/** Whether a row that comes twice would count twice; counts are of different keys where rows repeat. */
const weighsRows = (fn: AggregateFunction | null): boolean =>
  fn !== null && fn !== 'count' && FUNCTIONS[fn].duplicateSensitive;

/** A reading that computes nothing sound over this data. */
class Unsound extends Error {}

function unsound(why: string): never {
  throw new Unsound(why);
}

export interface BuiltQuery {
  readonly query: SelectQuery;
  readonly assumptions: readonly string[];
}

/** Writes a reading as a query; a text where it would compute nothing sound. */
export function buildAsk(ask: Ask, choice: Choice, schema: Schema): BuiltQuery | string {
  try {
    return new Build(ask, choice, schema).build();
  } catch (error) {
    if (error instanceof Unsound || error instanceof Declined) return error.message;
    throw error;
  }
}

interface Target {
  readonly table: string;
  /** Null: the rows themselves. */
  readonly columns: NamedColumns | null;
}

type Operator = Readonly<Record<ComparisonOperator, ComparisonOperator>>;
const OPPOSITE: Operator = { '=': '<>', '<>': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

class Build {
  private readonly ask: Ask;
  private readonly choice: Choice;
  private readonly schema: Schema;
  private readonly aliases = new Aliases();
  private readonly assumptions = new Set<string>();
  /** Conditions of the rows that the asked ones are ranked by. */
  private readonly within: { readonly table: string; readonly make: Make }[] = [];

  /** Whether a condition is of all rows that share the value that is shown. */
  private isShared = false;

  constructor(ask: Ask, choice: Choice, schema: Schema) {
    this.ask = ask;
    this.choice = choice;
    this.schema = schema;
  }

  build(): BuiltQuery {
    const { ask } = this;
    if (ask.items.length === 0) unsound('Nothing is asked.');
    const isComputed = ask.items.some(({ fn }) => fn !== null);
    const query = isComputed || this.isGrouped() ? this.computed() : this.list();
    return { query, assumptions: [...this.assumptions] };
  }

  /** Whether rows are taken together although nothing is computed of them: the most common city, cities with 3 shops. */
  private isGrouped(): boolean {
    const { ask } = this;
    if (ask.frequency !== null) return true;
    const [item] = ask.items;
    const { table, columns } = this.target(item!.of);
    if (columns === null || columns.some((column) => this.tellsApart(table, column))) return false;
    const entity = this.entity();
    if (entity !== null && entity !== table) return false;
    if (this.lone !== null && ask.conditions.some((one) => one.kind === 'rows' && isNone(one)))
      return false;
    const counts = ask.conditions.some(
      (one) => one.kind === 'rows' && this.target(one.of).table === table,
    );
    const ranked = ask.orders.some(
      ({ by, picks }) => picks && by.fn !== null && this.target(by.of).table === table,
    );
    return counts || ranked;
  }

  /** The only column that is shown, where several rows share its values: conditions may be of all of them. */
  private get lone(): { readonly table: string; readonly column: CatalogColumn } | null {
    const { items } = this.ask;
    if (items.length !== 1 || items[0]!.fn !== null) return null;
    const { table, columns } = this.target(items[0]!.of);
    const [column] = columns ?? [];
    if (columns?.length !== 1 || !column || this.tellsApart(table, column)) return null;
    const entity = this.entity();
    return entity === null || entity === table ? { table, column } : null;
  }

  /** Whether some row that shares the value that is shown meets conditions; or that none does. */
  private among(scope: Scope, negated: boolean, fill: (inner: Scope) => void): void {
    const lone = this.lone ?? unsound('Rows are told apart by others.');
    const inner = new Scope(lone.table, this.schema.graph, this.aliases);
    inner.require({
      ...{ kind: 'compare', op: '=', right: scope.column(lone.table, lone.column.name) },
      left: inner.column(lone.table, lone.column.name),
    });
    this.isShared = true;
    const bare = inner.where.length;
    fill(inner);
    if (inner.where.length === bare) unsound('Nothing tells the rows apart.');
    if (negated && lone.column.profile?.nullCount !== 0)
      scope.require({
        ...{ kind: 'null', negated: true },
        expr: scope.column(lone.table, lone.column.name),
      });
    scope.where.push({ kind: 'exists', query: inner.skeleton(), negated });
  }

  private option(ref: Ref): Option {
    return this.choice.refs.get(ref) ?? unsound(`"${ref.text}" was not resolved.`);
  }

  private target(ref: Ref): Target {
    const option = this.option(ref);
    return {
      table: option.table,
      columns: option.kind === 'column' ? option.columns : null,
    };
  }

  private entity(): string | null {
    return this.ask.entity ? this.target(this.ask.entity).table : null;
  }

  private table(name: string): CatalogTable {
    return this.schema.tables.get(name)!;
  }

  private tellsApart(table: string, column: CatalogColumn): boolean {
    const key = this.table(table).primaryKey;
    return (key?.length === 1 && key[0] === column.name) || column.profile?.unique === true;
  }

  private key(table: string): string {
    const key = this.table(table).primaryKey;
    return key?.length === 1 ? key[0]! : unsound(`Rows of ${table} have no key of one column.`);
  }

  /** The columns that show an item. */
  private shown({ of, everything }: Measure): readonly { table: string; column: CatalogColumn }[] {
    const { table, columns } = this.target(of);
    if (columns) return columns.map((column) => ({ table, column }));
    const own = this.table(table);
    const visible = own.columns.filter(({ hidden }) => !hidden);
    const display = everything ? [] : displayColumns(own);
    return (display.length > 0 ? display : visible).map((column) => ({ table, column }));
  }

  /** The table whose rows all of some tables' rows belong to, nearest first; null where there is none. */
  private base(tables: readonly string[]): string | null {
    const { graph } = this.schema;
    const wanted = [...new Set(tables)];
    const candidates = new Set(wanted);
    for (const one of wanted)
      for (const other of wanted) {
        const found = graph.path(one, other);
        if (found.kind === 'path') for (const hop of found.path) candidates.add(hop.to);
      }
    let best: { table: string; cost: number } | null = null;
    for (const table of candidates) {
      const paths = wanted.map((other) => (other === table ? [] : graph.toOne(table, other)));
      if (paths.some((path) => path === null)) continue;
      const cost =
        paths.reduce((sum, path) => sum + path!.length, 0) + (wanted.includes(table) ? 0 : 0.5);
      if (best === null || cost < best.cost) best = { table, cost };
    }
    return best?.table ?? null;
  }

  private reach(scope: Scope, table: string): void {
    if (!scope.reach(table)) unsound(`${table} has several rows for one of ${scope.base}.`);
  }

  private list(): SelectQuery {
    const { ask } = this;
    const [group, second] = ask.groups;
    const [order] = ask.orders;
    if (group && !second && order?.picks && ask.limit === null && this.target(group).columns)
      return this.firstOfEach(group, order);
    const shown = ask.items.flatMap((item) => this.shown(item));
    const entity = this.groupedEntity() ?? this.entity();
    const tables = shown.map(({ table }) => table);
    const sorted = ask.orders
      .filter(({ by }) => by.fn === null)
      .map(({ by }) => this.target(by.of).table);
    const base =
      this.base([...(entity ? [entity] : []), ...tables, ...sorted]) ??
      unsound('What is shown does not belong together.');
    if (entity === null && this.ask.groups.length > 0)
      unsound('Nothing is computed for each group.');
    const scope = new Scope(base, this.schema.graph, this.aliases);
    for (const { table } of shown) this.reach(scope, table);
    if (entity) this.reach(scope, entity);
    this.conditions(scope, entity ?? tables[0]!);
    const orderBy = ask.orders.map((order) => this.order(scope, order, entity ?? tables[0]!));
    const select = unique(
      shown.map(
        ({ table, column }): SelectItem => ({
          expr: scope.column(table, column.name),
          as: column.name,
        }),
      ),
    );
    // `the friends of Bob` are not those who are called Bob.
    if (shown.every((one) => this.isSaid(one.column, one.table)))
      unsound('What is shown has been said.');
    const isPicked = ask.orders.some(({ picks }) => picks);
    const spread = base !== (entity ?? tables[0]);
    const onlyColumns =
      ask.entity === null && shown.every(({ table, column }) => !this.tellsApart(table, column));
    if (
      onlyColumns &&
      ask.conditions.some(
        (one) => 'negated' in one && one.negated && this.made(one).table === tables[0],
      )
    ) {
      if (this.lone === null) unsound('Whether none of several rows is so is asked.');
    }
    const distinct =
      !isPicked &&
      (ask.distinct ||
        this.isShared ||
        (onlyColumns && ask.conditions.length > 0 && shown.length === 1));
    if (isPicked && ask.groups.length > 0) unsound('The first of each group are asked.');
    if (isPicked && ask.distinct)
      unsound('Different rows and the first of them are asked at once.');
    // `the ship of the youngest captain`: the first of the rows that it is said of, and what belongs to it.
    const single = sorted.every((table) => table === base) && (ask.limit ?? 1) === 1;
    if (spread && isPicked && !single) unsound('The first of rows that are repeated are asked.');
    if (distinct && orderBy.some(({ expr }) => !select.some((item) => same(item.expr, expr))))
      unsound('Distinct rows cannot be put in that order.');
    return this.finish(scope, { select, distinct, orderBy: this.tied(orderBy, select, distinct) });
  }

  /** `the cheapest product of each category`: rows whose value is that of the first of their group; all that tie. */
  private firstOfEach(group: Ref, { by, direction }: Order): SelectQuery {
    const { ask } = this;
    const { table, column } = this.single(by.of);
    const of = this.single(group);
    const shown = ask.items.flatMap((item) => this.shown(item));
    if (ask.orders.length > 1 || by.fn !== null)
      unsound('The first of each group by several numbers.');
    const refers = this.schema.references.has(`${of.table}\0${of.column.name}`);
    if (of.table !== table || refers || this.tellsApart(table, of.column))
      unsound('The groups are of other rows.');
    if (ask.conditions.length + ask.either.length > 0)
      unsound('The first of each group of some rows.');
    if ([table, null].every((one) => one !== this.entity()))
      unsound('The rows are not those that are ranked.');
    const scope = new Scope(table, this.schema.graph, this.aliases);
    for (const one of shown) this.reach(scope, one.table);
    const inner = new Scope(table, this.schema.graph, this.aliases);
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
    this.assumptions.add(
      'Where several tie for the first place of a group, all of them are shown.',
    );
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
      orderBy: this.tied([{ expr: own, direction: 'asc' }], select, false),
    };
  }

  /** Whether a condition gives the only value that a column can have. */
  private isSaid(column: CatalogColumn, table: string): boolean {
    return this.ask.conditions.some((one) => {
      if (one.kind !== 'value' || one.negated || one.values.length > 1) return false;
      const chosen = this.choice.values.get(one.values[0]!);
      return chosen?.table === table && chosen.column === column.name;
    });
  }

  /** `for each customer, show the name`: the rows that are asked. */
  private groupedEntity(): string | null {
    const { groups } = this.ask;
    if (groups.length === 0) return null;
    if (groups.length > 1) unsound('Nothing is computed for the groups.');
    const { table, columns } = this.target(groups[0]!);
    if (columns !== null) unsound('Nothing is computed for each group.');
    return table;
  }

  private tied(
    orderBy: readonly OrderItem[],
    select: readonly SelectItem[],
    distinct: boolean,
  ): readonly OrderItem[] {
    if (orderBy.length === 0 || distinct) return orderBy;
    const more = select.filter(
      ({ expr }) => expr.kind === 'column' && !orderBy.some((item) => same(item.expr, expr)),
    );
    return [...orderBy, ...more.map(({ expr }): OrderItem => ({ expr, direction: 'asc' }))];
  }

  private finish(scope: Scope, parts: Partial<SelectQuery>): SelectQuery {
    const isPicked = this.ask.orders.some(({ picks }) => picks) || this.ask.frequency !== null;
    const count = this.ask.limit ?? (isPicked ? 1 : null);
    if (count !== null && (parts.orderBy ?? []).length === 0)
      unsound('Some rows are asked without saying which.');
    if (count !== null) this.assumeTies(count);
    const limit = count === null ? null : { count, withTies: false };
    return { ...scope.skeleton(), ...parts, limit };
  }

  /** An order of single rows: by a column, or by what is computed over the rows that belong to each. */
  private order(scope: Scope, { by, direction }: Order, home: string): OrderItem {
    const { table, columns } = this.target(by.of);
    if (by.fn === null) {
      if (columns?.length !== 1 && columns !== null) unsound('An order by several columns.');
      const column =
        columns?.[0] ?? displayColumns(this.table(table))[0] ?? unsound('No column to order by.');
      this.reach(scope, table);
      return { expr: scope.column(table, column.name), direction };
    }
    if (scope.base !== home) unsound('Rows that are repeated are ranked.');
    return { expr: this.related(scope, by, this.within), direction };
  }

  /** A number over the rows of another table that belong to each row of a scope. */
  private related(
    scope: Scope,
    { fn, of, distinct }: Measure,
    within: readonly { readonly table: string; readonly make: Make }[] = [],
  ): Expr {
    const { table, columns } = this.target(of);
    const path = this.manyPath(scope, table);
    const inner = scope.nested(path[0]!);
    for (const hop of path.slice(1)) inner.join(hop);
    const repeated = path.slice(1).some((hop) => hop.toOne);
    for (const one of within) {
      this.reach(inner, one.table);
      inner.require(one.make(inner));
    }
    const column = columns?.[0] ?? null;
    if (columns && columns.length > 1) unsound('Two columns at once.');
    if (repeated && weighsRows(fn) && path.slice(1).some((hop) => !hop.fromOne))
      unsound(`Rows of ${table} would be counted more than once.`);
    const arg =
      fn === 'count'
        ? distinct && column
          ? inner.column(table, column.name)
          : repeated
            ? inner.column(table, this.key(table))
            : null
        : inner.column(table, column!.name);
    const expr: Expr = {
      kind: 'aggregate',
      fn: fn!,
      arg,
      distinct: arg !== null && fn === 'count',
    };
    return {
      kind: 'subquery',
      query: { ...inner.skeleton(), select: [{ expr, as: 'value' }] },
    };
  }

  /** A path whose first hop has many rows for each one here, after the joins that lead to it. */
  private manyPath(scope: Scope, table: string): Path {
    const path = scope.pathTo(table) ?? unsound(`${table} does not belong to ${scope.base}.`);
    const start = path.findIndex((hop) => !hop.toOne);
    if (start < 0) unsound(`Each row of ${scope.base} has at most one of ${table}.`);
    for (const hop of path.slice(0, start)) scope.join(hop);
    return path.slice(start);
  }

  private computed(): SelectQuery {
    const { ask } = this;
    const measures = ask.items.filter(({ fn }) => fn !== null);
    const plain = ask.items.filter(({ fn }) => fn === null);
    const groupRefs = ask.groups.map((ref) => this.target(ref));
    const ranked = ask.orders.filter(({ by }) => by.fn !== null).map(({ by }) => by);
    const countedRows = ask.conditions.flatMap((one) =>
      one.kind === 'rows' && measures.length === 0 ? [this.target(one.of).table] : [],
    );
    const measured = [...measures, ...ranked];
    const homes = measured.map(({ of }) => this.target(of).table);
    const entity = this.entity();
    const plainShown = plain.flatMap((item) => this.shown(item));
    const groupTables = [
      ...groupRefs.map(({ table }) => table),
      ...plainShown.map(({ table }) => table),
    ];
    const wanted =
      homes.length > 0 ? homes : countedRows.length > 0 ? countedRows : [entity ?? groupTables[0]!];
    const base =
      this.base([...wanted, ...groupTables]) ??
      unsound('The groups do not belong to what is computed.');
    const scope = new Scope(base, this.schema.graph, this.aliases);
    for (const table of [...wanted, ...groupTables]) this.reach(scope, table);
    const groupBy: Expr[] = [];
    const shown: SelectItem[] = [];
    const add = (into: Expr[], expr: Expr) => {
      if (!into.some((one) => same(one, expr))) into.push(expr);
    };
    const keyed = new Set<string>();
    for (const { table, columns } of groupRefs) {
      if (columns === null && wanted.includes(table))
        unsound('Rows are computed for each of themselves.');
      if (columns === null) keyed.add(table);
      for (const column of columns ?? displayColumns(this.table(table))) {
        const expr = scope.column(table, column.name);
        if (columns === null) add(groupBy, scope.column(table, this.key(table)));
        add(groupBy, expr);
        const isSaid = plainShown.some((one) => one.table === table);
        if (columns !== null || !isSaid) shown.push({ expr, as: column.name });
      }
    }
    for (const { table, column } of plainShown) {
      if (measures.length > 0 && groupRefs.length === 0 && table === base && ask.frequency === null)
        unsound(`${column.label} differs within the rows that are taken together.`);
      if (
        keyed.size > 0 &&
        !keyed.has(table) &&
        ![...keyed].some((one) => this.schema.graph.toOne(one, table))
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
      const rows = this.table(table);
      if (
        table !== base &&
        rows.primaryKey?.length === 1 &&
        keyed.size === 0 &&
        groupRefs.length === 0 &&
        entity === table
      ) {
        keyed.add(table);
        add(groupBy, scope.column(table, this.key(table)));
      }
      const expr = scope.column(table, column.name);
      add(groupBy, expr);
      shown.push({ expr, as: column.name });
    }
    const computed = measures.map(
      (measure): SelectItem => ({
        expr: this.aggregate(scope, measure),
        as: this.nameOf(measure),
      }),
    );
    const having: Predicate[] = [];
    this.conditions(
      scope,
      entity ?? wanted[0]!,
      groupBy.length > 0 ? having : null,
      measures.length === 0 || groupBy.length > 0,
    );
    if (base !== wanted[0]! && measures.some(({ fn }) => weighsRows(fn)))
      unsound('Rows would be counted more than once.');
    const orderBy: OrderItem[] = ask.orders.map(({ by, direction }): OrderItem => {
      if (by.fn !== null) return { expr: this.aggregate(scope, by), direction };
      const { table, columns } = this.target(by.of);
      if (!scope.has(table)) unsound('The order is of other rows.');
      const expr = scope.column(table, (columns ?? displayColumns(this.table(table)))[0]!.name);
      if (groupBy.length === 0 || !groupBy.some((one) => same(one, expr)))
        unsound('The order is of single rows.');
      return { expr, direction };
    });
    if (ask.frequency !== null) {
      if (orderBy.length > 0) unsound('Two orders at once.');
      if (measures.some(({ fn }) => fn !== 'count')) unsound('The most frequent of numbers.');
      if (plainShown.some(({ column }) => column.kind === 'measure'))
        unsound('The most frequent of amounts.');
      orderBy.push({
        expr: { kind: 'aggregate', fn: 'count', arg: null, distinct: false },
        direction: ask.frequency,
      });
    }
    if (
      groupBy.length === 0 &&
      ask.conditions.some((one) => one.kind === 'rows' && this.target(one.of).table === base)
    )
      unsound('Rows are counted for each of themselves.');
    if (groupBy.length === 0 && orderBy.length > 0)
      unsound('One number cannot be put in an order.');
    const select = unique([...shown, ...computed]);
    const rest = groupBy.length > 0 ? this.groupOrder(orderBy, select, measures, scope) : [];
    return this.finish(scope, {
      select,
      groupBy,
      having,
      orderBy: [...orderBy, ...rest],
    });
  }

  private groupOrder(
    orderBy: readonly OrderItem[],
    select: readonly SelectItem[],
    measures: readonly Measure[],
    _scope: Scope,
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

  private nameOf({ fn, of }: Measure): string {
    const { columns } = this.target(of);
    const column = columns?.[0];
    const { label } = FUNCTIONS[fn ?? 'count'];
    return fn === 'count' || !column ? 'count' : `${label}_${column.name}`;
  }

  private aggregate(scope: Scope, { fn, of, distinct }: Measure): Expr {
    const { table, columns } = this.target(of);
    if (columns?.some(isMetric)) unsound('A metric has a number of its own.');
    if (columns && columns.length > 1) unsound('Two columns at once.');
    if (fn === 'count' && columns === null) {
      const { label, columns: own } = this.table(table);
      if (own.some((one) => one.kind === 'measure' && one.label === label))
        unsound('Rows are counted, or the amount that is called as they are.');
      if (table === scope.base) return { kind: 'aggregate', fn, arg: null, distinct: false };
      return { kind: 'aggregate', fn, arg: scope.column(table, this.key(table)), distinct: true };
    }
    const column = columns?.[0] ?? unsound('A number of rows themselves.');
    if (fn === 'count') {
      if (column.kind === 'measure' && !distinct) unsound('Values are counted, or added up.');
      if (column.additive === true && !distinct) unsound('Values are counted, or added up.');
      return { kind: 'aggregate', fn, arg: scope.column(table, column.name), distinct: true };
    }
    if (fn && FUNCTIONS[fn].takes === 'number' && !isNumeric(column.type))
      unsound(`${column.label} is no number.`);
    if (fn === 'sum' && column.additive === false) unsound(`${column.label} does not add up.`);
    return { kind: 'aggregate', fn: fn!, arg: scope.column(table, column.name), distinct };
  }

  /** Writes the conditions of the reading into a scope, those of rows that belong to it as EXISTS. */
  private conditions(
    scope: Scope,
    home: string,
    having: Predicate[] | null = null,
    isGrouped = false,
  ): void {
    const nested = new Map<string, Nested>();
    if (this.ask.either.length > 0 && this.ask.conditions.length > 0)
      unsound('Which conditions belong together is not said.');
    for (const condition of this.ask.conditions) {
      if (this.denies(scope, condition) || this.isOfNone(scope, condition)) continue;
      if (condition.kind === 'rows')
        this.countRows(scope, condition, home, isGrouped ? having : null);
      else if (condition.kind === 'value' && condition.all)
        this.each(
          scope,
          condition.values.map((value) => ({ ...condition, values: [value], all: false })),
        );
      else if (condition.kind === 'each') this.each(scope, condition.parts);
      else if (this.isOfRelated(scope, condition)) this.within.push(this.made(condition));
      else this.place(scope, condition, nested);
    }
    for (const parts of this.ask.either) {
      const made = parts.map((part) => this.made(part));
      for (const { table } of made) this.reach(scope, table);
      scope.require({ kind: 'or', parts: made.map(({ make }) => make(scope)) });
    }
    for (const { path, parts } of nested.values())
      this.exists(scope, path, false, (inner) => {
        for (const { table, make } of parts) {
          for (const hop of inner.pathTo(table) ?? unsound(`${table} does not belong here.`))
            inner.join(hop);
          inner.require(make(inner));
        }
      });
  }

  /**
   * `without orders in 2025`: what follows rows that are denied is said of those. Whether a condition is of them; throws
   * where that cannot be told.
   */
  private denies(scope: Scope, condition: Condition): boolean {
    const before = this.deniedBefore(condition);
    if (!before) return false;
    const { table } = this.made(condition);
    const rows = this.target(before.of).table;
    const isPlain = !('negated' in condition && condition.negated);
    if (isPlain && table === rows && this.lone?.table === rows) return true;
    if (
      this.isOne(scope, table) ||
      ('negated' in condition && condition.negated) ||
      !this.schema.graph.toOne(rows, table)
    )
      unsound('Of which rows a condition is said is not clear.');
    return true;
  }

  /** `studios that never worked with X`: no row of a studio is so, rather than one that is not. */
  private isOfNone(scope: Scope, condition: Condition): boolean {
    const { lone } = this;
    if (!lone || this.ask.entity !== null || !('negated' in condition) || !condition.negated)
      return false;
    if (condition.kind === 'value' && condition.all) return false;
    const made = this.made({ ...condition, negated: false });
    if (made.table !== lone.table) return false;
    this.among(scope, true, (inner) => inner.require(made.make(inner)));
    return true;
  }

  private deniedBefore(condition: Condition): Extract<Condition, { kind: 'rows' }> | null {
    const { conditions } = this.ask;
    const found = conditions
      .slice(0, conditions.indexOf(condition))
      .findLast((one) => one.kind === 'rows' && isNone(one));
    return found?.kind === 'rows' && condition.kind !== 'rows' ? found : null;
  }

  /** `the most orders in Oslo`: a condition of the rows that are counted for each of the asked ones. */
  private isOfRelated(scope: Scope, condition: Condition): boolean {
    const [order] = this.ask.orders;
    if (order?.by.fn == null || this.isGrouped() || this.ask.items.some(({ fn }) => fn !== null))
      return false;
    const { table } = this.made(condition);
    if (this.isOne(scope, table)) return false;
    if (('negated' in condition && condition.negated) || positionOf(condition) < order.by.of.from)
      unsound('Rows are told apart and counted at once.');
    return true;
  }

  private exists(scope: Scope, path: Path, negated: boolean, fill: (inner: Scope) => void): void {
    const inner = scope.nested(path[0]!);
    for (const hop of path.slice(1)) inner.join(hop);
    fill(inner);
    scope.where.push({ kind: 'exists', query: inner.skeleton(), negated });
  }

  private isOne(scope: Scope, table: string): boolean {
    return scope.has(table) || (scope.pathTo(table)?.every((hop) => hop.toOne) ?? false);
  }

  private fill(scope: Scope, conditions: readonly Condition[]): void {
    for (const one of conditions) {
      const { table, make } = this.made(one);
      this.reach(scope, table);
      scope.require(make(scope));
    }
  }

  /** `both A and B`: each by a row of its own. */
  private each(scope: Scope, parts: readonly Condition[]): void {
    for (const part of parts) {
      const negated = 'negated' in part && part.negated;
      const { table, make } = this.made(negated ? { ...part, negated: false } : part);
      if (table === this.lone?.table) {
        if (negated) unsound('Neither of two values.');
        this.among(scope, false, (inner) => inner.require(make(inner)));
        continue;
      }
      if (this.isOne(scope, table)) unsound('One row cannot have both values.');
      this.exists(scope, this.manyPath(scope, table), negated, (inner) =>
        inner.require(make(inner)),
      );
    }
  }

  private place(scope: Scope, condition: Condition, nested: Map<string, Nested>): void {
    const negated = 'negated' in condition && condition.negated;
    const { table, make } = this.made(condition);
    if (this.isOne(scope, table)) {
      this.reach(scope, table);
      scope.require(make(scope));
      return;
    }
    const path = this.manyPath(scope, table);
    if (negated) {
      const positive = this.made({ ...condition, negated: false });
      this.exists(scope, path, true, (inner) => inner.require(positive.make(inner)));
      return;
    }
    const known = nested.get(path[0]!.to);
    if (known) known.parts.push({ table, make });
    else nested.set(path[0]!.to, { path, parts: [{ table, make }] });
  }

  /** `with at least 3 orders`, `without orders`. */
  private countRows(
    scope: Scope,
    { of: ref, op, value }: Extract<Condition, { kind: 'rows' }>,
    home: string,
    having: Predicate[] | null,
  ): void {
    const { table } = this.target(ref);
    const bound: Literal = { kind: 'literal', type: 'integer', value };
    if (having && (table === scope.base || (this.isGrouped() && table === home))) {
      if (value === 0) unsound('None of the rows that are taken together.');
      if (op === '>=' && value === 1) return;
      having.push({
        kind: 'compare',
        op,
        left: { kind: 'aggregate', fn: 'count', arg: null, distinct: false },
        right: bound,
      });
      return;
    }
    if (table === home && isNone({ op, value }) && this.lone?.table === table) {
      const said = this.ask.conditions.filter((one) => this.deniedBefore(one)?.of === ref);
      this.among(scope, true, (inner) => {
        for (const one of said) inner.require(this.made(one).make(inner));
      });
      return;
    }
    if (
      isNone({ op, value }) &&
      this.ask.entity === null &&
      this.lone?.table === home &&
      table !== home
    ) {
      const said = this.ask.conditions.filter((one) => this.deniedBefore(one)?.of === ref);
      // `countries with no cancelled orders`: no row of a country has any.
      this.among(scope, true, (inner) =>
        this.exists(inner, this.manyPath(inner, table), false, (rows) => this.fill(rows, said)),
      );
      return;
    }
    if (table === home) unsound('Rows are counted for each of themselves.');
    // `that have volumes of more than 2 weeks`: the condition says that there is one.
    const implied = this.ask.conditions.some(
      (one) =>
        one.kind !== 'rows' &&
        one.kind !== 'each' &&
        !('negated' in one && one.negated) &&
        this.made(one).table === table,
    );
    if (implied && op === '>=' && value === 1 && !this.isOne(scope, table)) return;
    if (this.isOne(scope, table)) {
      if (op === '=' && value === 0) {
        if (scope.has(table)) unsound('Rows that are shown are denied.');
        this.exists(scope, scope.pathTo(table) ?? unsound('Not tied.'), true, () => {});
        return;
      }
      if (op !== '>=' || value !== 1) unsound(`Each row has at most one of ${table}.`);
      this.reach(scope, table);
      return;
    }
    if (
      (op === '>=' && value === 1) ||
      (op === '=' && value === 0) ||
      (op === '>' && value === 0)
    ) {
      const denied = op === '=';
      this.exists(scope, this.manyPath(scope, table), denied, (inner) => {
        const of = denied
          ? this.ask.conditions.filter((one) => this.deniedBefore(one)?.of === ref)
          : [];
        this.fill(inner, of);
      });
      return;
    }
    const measure: Measure = { fn: 'count', of: ref, distinct: false, context: null };
    scope.require({ kind: 'compare', op, left: this.related(scope, measure), right: bound });
  }

  private made(condition: Condition): { readonly table: string; readonly make: Make } {
    switch (condition.kind) {
      case 'value':
        return this.value(condition);
      case 'number': {
        const { table, column } = this.single(condition.of);
        const op = condition.negated ? OPPOSITE[condition.op] : condition.op;
        const right: Literal = { kind: 'literal', type: column.type, value: condition.value };
        this.refuseOutside(column, condition.value, op);
        return {
          table,
          make: (scope) => ({ kind: 'compare', op, left: scope.column(table, column.name), right }),
        };
      }
      case 'between': {
        const { table, column } = this.single(condition.of);
        const { type } = column;
        const bound = (op: ComparisonOperator, value: number, scope: Scope): Predicate => ({
          ...{ kind: 'compare', op, left: scope.column(table, column.name) },
          right: { kind: 'literal', type, value },
        });
        return {
          table,
          make: (scope) => ({
            kind: 'and',
            parts: [bound('>=', condition.low, scope), bound('<=', condition.high, scope)],
          }),
        };
      }
      case 'match': {
        const { table, column } = this.single(condition.of);
        const { mode, text, negated } = condition;
        return {
          table,
          make: (scope) => ({
            ...{ kind: 'match', mode, text, negated },
            expr: scope.column(table, column.name),
          }),
        };
      }
      case 'compared':
        return this.compared(condition);
      case 'columns': {
        const { table, column } = this.single(condition.of);
        const than = this.single(condition.than);
        if (than.table !== table || than.column === column)
          unsound('Two columns of one row are compared.');
        return {
          table,
          make: (scope) => ({
            ...{ kind: 'compare', op: condition.op, left: scope.column(table, column.name) },
            right: scope.column(table, than.column.name),
          }),
        };
      }
      case 'picked':
        return this.picked(condition);
      case 'period': {
        if (!condition.of) return unsound('A time of nothing.');
        const { table, column } = this.single(condition.of);
        const { from, to } = condition.period;
        const bound = (day: string | null): Literal | null =>
          day === null ? null : { kind: 'literal', type: column.type, value: day };
        if (column.kind !== 'time' || (column.type !== 'date' && column.type !== 'timestamp'))
          unsound(`${column.label} is no time.`);
        return {
          table,
          make: (scope) => ({
            ...{ kind: 'range', from: bound(from), to: bound(to) },
            expr: scope.column(table, column.name),
          }),
        };
      }
      default:
        return unsound('Not written yet.');
    }
  }

  /** A number of a row against one over all rows of its table, or over those of them that are so. */
  private compared({ of, op, fn, among }: Extract<Condition, { kind: 'compared' }>): {
    readonly table: string;
    readonly make: Make;
  } {
    const { table, column } = this.single(of);
    if (!isNumeric(column.type)) unsound(`${column.label} is no number.`);
    return {
      table,
      make: (scope) => {
        const all = new Scope(table, this.schema.graph, this.aliases);
        this.fill(all, among);
        const expr: Expr = {
          ...{ kind: 'aggregate', fn, distinct: false },
          arg: all.column(table, column.name),
        };
        const query = { ...all.skeleton(), select: [{ expr, as: 'value' }] };
        return {
          ...{ kind: 'compare', op, left: scope.column(table, column.name) },
          right: { kind: 'subquery', query },
        };
      },
    };
  }

  /** Rows that are the first of their kind by some measure, as a condition of whatever belongs to them. */
  private picked({ of, order, limit }: Extract<Condition, { kind: 'picked' }>): {
    readonly table: string;
    readonly make: Make;
  } {
    const { table } = this.target(of);
    const key = this.key(table);
    const count = limit ?? 1;
    this.assumeTies(count);
    return {
      table,
      make: (scope) => {
        const all = new Scope(table, this.schema.graph, this.aliases);
        const first = this.order(all, order, table);
        const expr = all.column(table, key);
        const query: SelectQuery = {
          ...all.skeleton(),
          select: [{ expr, as: key }],
          orderBy: [first, { expr, direction: 'asc' }],
          limit: { count, withTies: false },
        };
        return { kind: 'inQuery', expr: scope.column(table, key), query, negated: false };
      },
    };
  }

  private assumeTies(count: number): void {
    this.assumptions.add(
      count === 1
        ? 'Where several tie for the first place, one of them is shown.'
        : `Where rows tie for place ${count}, not all of them are shown.`,
    );
  }

  private single(ref: Ref): { readonly table: string; readonly column: CatalogColumn } {
    const { table, columns } = this.target(ref);
    if (columns?.length !== 1) unsound(`"${ref.text}" is no single column.`);
    if (isMetric(columns[0])) unsound('A metric has no value for one row.');
    return { table, column: columns[0] };
  }

  /** A number that lies outside of what the column holds tells nothing apart: it is of something else. */
  private refuseOutside(
    { profile, type, label }: CatalogColumn,
    value: number,
    op: ComparisonOperator,
  ): void {
    if (!isNumeric(type) || profile?.min == null || profile.max == null) return;
    if (op === '=' || op === '<>') return;
    if (value < Number(profile.min) || value > Number(profile.max))
      unsound(`${value} is outside of ${label}.`);
  }

  private value({ values, negated }: Extract<Condition, { kind: 'value' }>): {
    readonly table: string;
    readonly make: Make;
  } {
    const chosen = values.map((one) => this.choice.values.get(one)!);
    const [first] = chosen;
    const column = this.table(first!.table).columns.find(({ name }) => name === first!.column)!;
    const texts = [...new Set(chosen.flatMap((one) => one.texts))];
    const literals = texts.map(
      (text): Literal => ({ kind: 'literal', type: column.type, value: text }),
    );
    return {
      table: first!.table,
      make: (scope) => {
        const expr = scope.column(first!.table, column.name);
        if (literals.length > 1) return { kind: 'in', expr, values: literals, negated };
        return { kind: 'compare', op: negated ? '<>' : '=', left: expr, right: literals[0]! };
      },
    };
  }
}

type Make = (scope: Scope) => Predicate;

/** Conditions of rows that belong to one row, all of them met by the same one. */
interface Nested {
  readonly path: Path;
  readonly parts: { readonly table: string; readonly make: Make }[];
}

const same = (left: Expr, right: Expr): boolean => JSON.stringify(left) === JSON.stringify(right);

/** The token at which a condition begins. */
function positionOf(condition: Condition): number {
  if (condition.kind === 'value') return condition.values[0]!.from;
  if (condition.kind === 'each') return positionOf(condition.parts[0]!);
  return condition.of?.from ?? 0;
}

const isNone = ({
  op,
  value,
}: Pick<Extract<Condition, { kind: 'rows' }>, 'op' | 'value'>): boolean =>
  op === '=' && value === 0;
