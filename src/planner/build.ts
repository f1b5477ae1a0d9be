import { applyConditions, type Conditions, sortConditions } from '#src/planner/build-conditions.ts';
import type { BuildContext } from '#src/planner/build-context.ts';
import { countSubquery, type Measure } from '#src/planner/counts.ts';
import { Declined, type Frame, type Group, type Order, type Thing } from '#src/planner/frame.ts';
import { displayColumns } from '#src/planner/lexicon.ts';
import { countPredicate, impliedColumn, timeColumn } from '#src/planner/predicates.ts';
import { Scope } from '#src/planner/scope.ts';
import { isNumeric } from '#src/planner/things.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Expr, OrderItem, Predicate, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';

/** A thing with its mention resolved. */
interface Item {
  readonly thing: Thing;
  readonly table: string;
  /** Null: the rows themselves. */
  readonly columns: readonly CatalogColumn[] | null;
}

/** Writes a resolved frame as a query; throws `Declined` where that would compute something else than asked. */
export function buildQuery(frame: Frame, context: BuildContext): SelectQuery {
  return new QueryBuilder(frame, context).build();
}

class QueryBuilder {
  private readonly frame: Frame;
  private readonly context: BuildContext;
  private readonly items: Item[];
  private readonly orders: { readonly order: Order; readonly item: Item | null }[];
  private readonly entity: string | null;

  constructor(frame: Frame, context: BuildContext) {
    this.frame = frame;
    this.context = context;
    this.entity = frame.entity ? context.sense(frame.entity).table : null;
    this.items = this.summed(frame.select.map((thing) => this.item(thing)));
    this.orders = frame.order.map((order) => ({
      order,
      item: order.by ? this.summedOrder(this.item(order.by)) : null,
    }));
  }

  private item(thing: Thing): Item {
    const sense = this.context.sense(thing.of);
    if (sense.kind === 'value') throw new Error('A thing is no value');
    return { thing, table: sense.table, columns: sense.kind === 'column' ? sense.columns : null };
  }

  /** `revenue by month`, `the revenue in 2025`: a measure that adds up is summed where no rows are asked. */
  private summed(items: Item[]): Item[] {
    const { groups, listed, order, limit } = this.frame;
    const measures = items.every(({ thing, columns }) => {
      const column = columns?.length === 1 ? columns[0]! : null;
      return (
        thing.aggregate === null &&
        column !== null &&
        isNumeric(column.type) &&
        column.kind === 'measure'
      );
    });
    if (!measures || items.length === 0) return items;
    const additive = items.every((item) => item.columns![0]!.additive === true);
    if (groups.length === 0) {
      const [only] = items;
      const word = only!.thing.of.tokens.at(-1)!;
      const rowsAsked =
        this.entity !== null &&
        (this.entity === only!.table ||
          this.context.graph.toOne(this.entity, only!.table) !== null);
      const plain = listed || order.length > 0 || limit !== null || items.length > 1;
      const said = only!.columns![0]!;
      const natural = [said.label, ...said.synonyms].some((name) => name.endsWith(word.lower));
      if (plain || rowsAsked || !additive || (word.lemma !== word.lower && !natural)) return items;
    }
    if (!additive)
      throw new Declined(
        'unsupported_question',
        `Is the average or another number of ${items[0]!.columns![0]!.label} asked?`,
        items[0]!.thing.of.text,
      );
    for (const item of items) this.context.assume(`${item.columns![0]!.label} is summed.`);
    return items.map((item) => ({ ...item, thing: { ...item.thing, aggregate: 'sum' } }));
  }

  /** `top 5 customers by revenue`: a measure that each of the asked has many of is summed for each. */
  private summedOrder(item: Item): Item {
    const column = item.columns?.length === 1 ? item.columns[0]! : null;
    const home = this.entity ?? this.items[0]!.table;
    if (
      item.thing.aggregate !== null ||
      !column ||
      !isNumeric(column.type) ||
      column.additive !== true
    )
      return item;
    if (this.frame.groups.length > 0 || this.items.some((one) => one.thing.aggregate !== null))
      return item;
    if (this.context.graph.toOne(home, item.table) !== null || item.table === home) return item;
    this.context.assume(`${column.label} is summed for each of them.`);
    return { ...item, thing: { ...item.thing, aggregate: 'sum' } };
  }

  build(): SelectQuery {
    if (this.frame.limit !== null && this.frame.order.length === 0 && !this.frame.frequency)
      throw new Declined(
        'unsupported_question',
        'The question asks for some rows without saying which.',
        String(this.frame.limit),
      );
    if (this.frame.order.length > 1 && this.frame.limit !== null)
      throw new Declined(
        'unsupported_question',
        'The question orders by two things at once.',
        null,
      );
    this.refuseAbsence();
    const aggregated = this.items.some((item) => item.thing.aggregate !== null);
    const groups = this.groups(aggregated);
    return aggregated || groups.length > 0 ? this.grouped(groups) : this.listed();
  }

  /** `years without losses`: that no row of a year has them is more than that a row lacks them. */
  private refuseAbsence(): void {
    const absent = this.frame.conditions.find(
      (one) => one.absent === true && one.kind !== 'exists',
    );
    if (!absent || this.entity !== null) return;
    if (this.items.some((item) => item.columns === null || this.tellsApart(item))) return;
    throw new Declined(
      'unsupported_question',
      'Whether none of several rows has something is not understood.',
      this.items[0]!.thing.of.text,
    );
  }

  /** What the rows are grouped by: as asked, or as "most" and "more than" over the rows of a column imply. */
  private groups(aggregated: boolean): (Item | Group)[] {
    const groups = this.frame.groups.map((group) =>
      group.of ? this.item({ of: group.of, ctx: null, aggregate: null, distinct: false }) : group,
    );
    if (groups.length > 0) return groups;
    const plain = this.items.filter((item) => item.thing.aggregate === null);
    if (this.frame.frequency) {
      if (
        plain.some(
          (item) =>
            item.columns === null ||
            this.isKeyed(item) ||
            item.columns.every((column) => column.profile?.unique),
        )
      )
        throw new Declined(
          'unsupported_question',
          'What is counted to find the most frequent one?',
          plain[0]!.thing.of.text,
        );
      return plain;
    }
    const counting = [
      ...this.orders.map(({ item }) => item),
      ...this.frame.conditions.map((one) =>
        (one.kind === 'compare' || one.kind === 'between') && one.of?.aggregate
          ? this.item(one.of)
          : null,
      ),
    ].filter((item) => item !== null && item.thing.aggregate !== null);
    if (!aggregated) {
      const ofColumn = counting.length > 0 && counting.every((item) => this.sameRows(item!, plain));
      return ofColumn ? plain : [];
    }
    if (plain.length === 0) return [];
    const counted = this.items.filter((item) => item.thing.aggregate !== null);
    const apart = counted.every(
      (item) => item.thing.aggregate === 'count' || !plain.some((one) => one.table === item.table),
    );
    if (apart && plain.length > 0) return plain;
    throw new Declined(
      'unsupported_question',
      'A computed number and single rows are asked at once.',
      plain[0]!.thing.of.text,
    );
  }

  /** Whether what is counted are the rows that hold the plain columns, so that those group them. */
  private sameRows(counted: Item, plain: readonly Item[]): boolean {
    return (
      plain.length > 0 &&
      plain.every((item) => {
        if (item.columns === null || this.isKeyed(item)) return false;
        if (item.table !== counted.table && this.tellsApart(item)) return false;
        if (this.entity !== null)
          return this.entity === counted.table && item.table === counted.table;
        return this.context.graph.toOne(counted.table, item.table) !== null;
      })
    );
  }

  /** Whether the values of an item are each of one row. */
  private tellsApart(item: Item): boolean {
    return this.isKeyed(item) || item.columns!.some((column) => column.profile?.unique === true);
  }

  /** Whether an item tells rows apart: grouping by it would make groups of one. */
  private isKeyed(item: Item): boolean {
    const key = this.context.table(item.table).primaryKey;
    return item.columns!.some((column) => key?.length === 1 && key[0] === column.name);
  }

  // ---- lists ----

  private listed(): SelectQuery {
    const tables = new Set(this.items.map((item) => item.table));
    const home = this.entity ?? this.items[0]!.table;
    tables.add(home);
    const scope = this.scopeFor(home, [...tables]);
    const conditions = sortConditions(this.frame.conditions, this.context, home);
    applyConditions(scope, conditions, this.context);
    this.perRow(scope, conditions);
    const select = this.items.flatMap((item) => this.columnsOf(item, scope));
    const orderBy = this.orders.map(({ order, item }) =>
      this.orderOf(order, item, scope, conditions),
    );
    const shown = new Set(this.items.map((item) => item.table));
    const bridged = !shown.has(scope.base) && scope.base !== this.entity;
    if (bridged)
      this.context.assume(
        `There is one row for each row of ${this.context.table(scope.base).label}.`,
      );
    const distinct = this.frame.distinct || this.items.some((item) => item.thing.distinct);
    if (distinct && orderBy.some((one) => !select.some((item) => same(item.expr, one.expr)))) {
      throw new Declined(
        'unsupported_question',
        'Distinct rows cannot be put in that order.',
        null,
      );
    }
    const ordered = distinct
      ? orderBy.filter((one) => select.some((item) => same(item.expr, one.expr)))
      : orderBy;
    return this.finish(scope, { select: unique(select), distinct, orderBy: ordered });
  }

  private perRow(scope: Scope, conditions: Conditions): void {
    for (const condition of conditions.counted) {
      const item = this.item(condition.of!);
      scope.where.push(countPredicate(condition, this.perRowExpr(scope, item, conditions)));
    }
  }

  private perRowExpr(scope: Scope, item: Item, conditions: Conditions): Expr {
    const within = conditions.of(item.thing.of);
    return countSubquery(this.context, scope, this.measure(item), within);
  }

  private orderOf(
    order: Order,
    item: Item | null,
    scope: Scope,
    conditions: Conditions,
  ): OrderItem {
    const { direction } = order;
    if (!item) {
      const home = this.entity ?? this.items[0]!.table;
      const implied = order.implied!;
      const found =
        implied.time && implied.of.length === 0
          ? timeColumn(this.context, home)
          : impliedColumn(implied.of, this.context, home);
      if (!scope.reach(found.table))
        throw new Declined('unsupported_question', 'The order is not clear.', null);
      return { expr: scope.column(found.table, found.column.name), direction };
    }
    if (
      item.thing.aggregate !== null &&
      this.entity === null &&
      !this.items.some((one) => one.columns === null || this.tellsApart(one))
    )
      throw new Declined(
        'unsupported_question',
        'It is not clear what the rows are counted for.',
        item.thing.of.text,
      );
    if (item.thing.aggregate !== null)
      return { expr: this.perRowExpr(scope, item, conditions), direction };
    const columns = item.columns ?? displayColumns(this.context.table(item.table));
    if (columns.length === 0 || !scope.reach(item.table))
      throw new Declined('unsupported_question', 'The order is not clear.', item.thing.of.text);
    return { expr: scope.column(item.table, columns[0]!.name), direction };
  }

  /** A scope from which every table has at most one row a row: the asked rows, or the table that ties them together. */
  private scopeFor(home: string, tables: readonly string[]): Scope {
    const base = this.baseFor(home, tables);
    const scope = new Scope(base, this.context.graph, this.context.aliases);
    for (const table of tables)
      if (!scope.reach(table)) throw new Error(`${base} does not reach ${table}`);
    return scope;
  }

  private baseFor(home: string, tables: readonly string[]): string {
    const { graph } = this.context;
    const cost = (base: string) => {
      let total = 0;
      for (const table of tables) {
        const path = base === table ? [] : graph.toOne(base, table);
        if (!path) return Infinity;
        total += path.length;
      }
      return total;
    };
    if (Number.isFinite(cost(home))) return home;
    const near = new Set(tables);
    for (const from of tables)
      for (const to of tables) {
        const result = graph.path(from, to);
        if (result.kind === 'ambiguous')
          throw new Declined('ambiguous', `There are several ways from ${from} to ${to}.`, to);
        if (result.kind === 'path') for (const hop of result.path) near.add(hop.to);
      }
    const costs = [...near]
      .map((table) => ({ table, cost: cost(table) }))
      .filter((one) => Number.isFinite(one.cost))
      .sort((a, b) => a.cost - b.cost);
    const [best, second] = costs;
    if (!best)
      throw new Declined(
        'unsupported_question',
        `${tables.join(' and ')} cannot be put side by side without repeating rows.`,
        null,
      );
    if (second && second.cost === best.cost && !tables.includes(best.table))
      throw new Declined('ambiguous', `${tables.join(' and ')} hang together in two ways.`, null);
    return best.table;
  }

  private columnsOf(item: Item, scope: Scope): SelectItem[] {
    const table = this.context.table(item.table);
    const detail = item.thing.details ? detailColumn(table) : null;
    if (detail) return [{ expr: scope.column(item.table, detail.name), as: detail.name }];
    if (item.thing.everything)
      return table.columns
        .filter((column) => !column.hidden && !column.sensitive)
        .map((column) => ({ expr: scope.column(item.table, column.name), as: column.name }));
    const columns = item.columns ?? this.display(item.table);
    return columns.map((column) => ({
      expr: scope.column(item.table, column.name),
      as: column.name,
    }));
  }

  private display(name: string): readonly CatalogColumn[] {
    const table = this.context.table(name);
    const columns = displayColumns(table);
    if (columns.length === 0)
      throw new Declined(
        'unsupported_question',
        `Which columns of ${table.label} are asked?`,
        table.label,
      );
    this.context.assume(
      `Rows of ${table.label} are shown by ${columns.map((column) => column.label).join(' and ')}.`,
    );
    return columns;
  }

  // ---- groups and totals ----

  private grouped(groups: readonly (Item | Group)[]): SelectQuery {
    const counted = this.items.filter((item) => item.thing.aggregate !== null);
    const orderedBy = this.orders.flatMap(({ item }) => (item?.thing.aggregate ? [item] : []));
    const conditionsBy = this.frame.conditions.flatMap((one) =>
      (one.kind === 'compare' || one.kind === 'between') && one.of?.aggregate
        ? [this.item(one.of)]
        : [],
    );
    const measured = [...counted, ...orderedBy, ...conditionsBy];
    const home =
      measured[0]?.table ??
      (groups[0] && 'table' in groups[0] ? groups[0].table : this.items[0]!.table);
    const plain = this.items.filter((item) => item.thing.aggregate === null);
    const groupItems = groups.filter((group): group is Item => 'table' in group);
    const tables = [...new Set([...measured, ...groupItems, ...plain].map((item) => item.table))];
    const scope = this.scopeFor(home, tables);
    const conditions = sortConditions(this.frame.conditions, this.context, home);
    const perEntity = groups.length === 0;
    const elsewhere = this.entity !== null && this.entity !== scope.base;
    if (elsewhere && conditions.exists.some(({ condition }) => condition.negated))
      throw new Declined('unsupported_question', 'It is not clear which rows lack something.');
    applyConditions(scope, conditions, this.context);
    const groupBy: Expr[] = [];
    const select: SelectItem[] = [];
    for (const group of groups) this.addGroup(group, scope, groupBy, select, plain);
    for (const item of plain) this.addPlain(item, scope, groupBy, select, groups);
    const having: Predicate[] = [];
    for (const item of counted) select.push(this.aggregate(item, scope));
    if (perEntity && conditions.counted.length > 0) this.perRow(scope, conditions);
    else
      for (const condition of conditions.counted)
        having.push(
          countPredicate(condition, this.aggregate(this.item(condition.of!), scope).expr),
        );
    const orderBy = this.orders.map(({ order, item }) =>
      this.groupOrder(order, item, scope, groupBy),
    );
    if (this.frame.frequency)
      orderBy.push({
        expr: { kind: 'aggregate', fn: 'count', arg: null, distinct: false },
        direction: this.frame.frequency,
      });
    if (orderBy.length === 0) {
      const time = groupBy.find((expr) => expr.kind === 'bucket');
      if (time) orderBy.push({ expr: time, direction: 'asc' });
    }
    if (groupBy.length === 0 && orderBy.length > 0)
      throw new Declined('unsupported_question', 'One number cannot be put in an order.', null);
    return this.finish(scope, {
      select: unique(select),
      distinct: false,
      orderBy,
      groupBy,
      having,
    });
  }

  private addGroup(
    group: Item | Group,
    scope: Scope,
    groupBy: Expr[],
    select: SelectItem[],
    plain: readonly Item[],
  ): void {
    if (!('table' in group)) {
      const { table, column } = timeColumn(this.context, scope.base);
      if (!scope.reach(table))
        throw new Declined('unsupported_question', 'The time of the rows is not clear.', null);
      const arg = scope.column(table, column.name);
      const expr = this.bucket(group, column, arg);
      groupBy.push(expr);
      select.push({ expr, as: group.unit! });
      return;
    }
    const shownBy = plain.filter((item) => item.table === group.table);
    const own = group.columns === null;
    if (own) {
      const key = this.context.table(group.table).primaryKey;
      if (!key)
        throw new Declined(
          'unsupported_question',
          `The rows of ${group.table} cannot be told apart.`,
          group.table,
        );
      for (const name of key) groupBy.push(scope.column(group.table, name));
    }
    if (own && shownBy.length > 0) return;
    const columns = own ? this.display(group.table) : group.columns!;
    const keys = own
      ? this.context.table(group.table).primaryKey
      : columns
          .filter(
            (column) =>
              column.kind === 'identifier' && !/(id|code|number|key)s?$/i.test(group.thing.of.text),
          )
          .map((column) => column.name);
    const averaged = this.items.some((item) => item.thing.aggregate === 'avg');
    if (averaged && columns.every((column) => keys?.includes(column.name)))
      throw new Declined(
        'ambiguous',
        `Is the average within each of ${group.table} asked, or the average over them?`,
        group.thing.of.text,
      );
    for (const column of columns) {
      const expr = scope.column(group.table, column.name);
      if (!groupBy.some((one) => same(one, expr))) groupBy.push(expr);
      select.push({ expr, as: column.name });
    }
  }

  private bucket(group: Group, column: CatalogColumn, arg: Expr): Expr {
    if (column.type === 'date' || column.type === 'timestamp')
      return { kind: 'bucket', unit: group.unit!, arg };
    if (group.unit === 'year' && isNumeric(column.type)) return arg;
    throw new Declined('unsupported_question', `${column.label} holds no dates.`, column.label);
  }

  private addPlain(
    item: Item,
    scope: Scope,
    groupBy: Expr[],
    select: SelectItem[],
    groups: readonly (Item | Group)[],
  ): void {
    const keyed = groups.some(
      (group) => 'table' in group && group.columns === null && group.table === item.table,
    );
    for (const chosen of this.columnsOf(item, scope)) {
      const known = groupBy.some((expr) => same(expr, chosen.expr));
      if (!known && !keyed)
        throw new Declined(
          'unsupported_question',
          `"${item.thing.of.text}" differs within a group.`,
          item.thing.of.text,
        );
      if (!known) groupBy.push(chosen.expr);
      select.push(chosen);
    }
  }

  private groupOrder(
    order: Order,
    item: Item | null,
    scope: Scope,
    groupBy: readonly Expr[],
  ): OrderItem {
    const { direction } = order;
    if (item?.thing.aggregate) return { expr: this.aggregate(item, scope).expr, direction };
    if (!item)
      throw new Declined('unsupported_question', 'The order of the groups is not clear.', null);
    const columns = item.columns ?? displayColumns(this.context.table(item.table));
    const expr =
      columns.length > 0 && scope.has(item.table)
        ? scope.column(item.table, columns[0]!.name)
        : null;
    if (expr && groupBy.some((one) => same(one, expr))) return { expr, direction };
    const computed = this.items.find(
      (one) =>
        one.thing.aggregate !== null && one.table === item.table && one.columns?.[0] === columns[0],
    );
    if (computed) return { expr: this.aggregate(computed, scope).expr, direction };
    throw new Declined(
      'unsupported_question',
      `"${item.thing.of.text}" differs within a group.`,
      item.thing.of.text,
    );
  }

  private measure(item: Item): Measure {
    const fn = item.thing.aggregate!;
    const column = item.columns?.[0] ?? null;
    if (fn !== 'count') this.checkAggregate(item);
    return {
      fn,
      table: item.table,
      column: fn === 'count' && this.countsRows(item) ? null : column,
      distinct: item.thing.distinct,
    };
  }

  private checkAggregate(item: Item): void {
    const column = item.columns?.length === 1 ? item.columns[0]! : null;
    const { aggregate, of } = item.thing;
    if (!column) throw new Declined('unsupported_question', `"${of.text}" is no number.`, of.text);
    const numeric = isNumeric(column.type);
    if (!numeric && !(column.kind === 'time' && (aggregate === 'min' || aggregate === 'max')))
      throw new Declined('unsupported_question', `"${of.text}" is no number.`, of.text);
    if (aggregate === 'sum' && column.additive === false)
      throw new Declined(
        'unsupported_question',
        `Sums of ${column.label} mean nothing; ask for its average.`,
        of.text,
      );
    if (aggregate !== 'min' && aggregate !== 'max' && column.kind === 'identifier')
      throw new Declined('unsupported_question', `"${of.text}" is no measure.`, of.text);
  }

  /** Whether counting an item is counting rows: the rows themselves, or their key. */
  private countsRows(item: Item): boolean {
    return item.columns === null || (item.columns.length === 1 && this.isKeyed(item));
  }

  /** Words that only half name a column may mean other rows; a number column may be meant to be summed. */
  private checkCounted({ thing, columns, table }: Item): void {
    if (columns === null) {
      const number = thing.of.columns.find(
        (sense) =>
          sense.table.name === table &&
          sense.score >= 0.9 &&
          sense.columns.every((column) => isNumeric(column.type) && column.kind === 'measure'),
      );
      if (number)
        throw new Declined(
          'ambiguous',
          `Are rows to be counted, or is ${number.columns[0]!.label} asked?`,
          thing.of.text,
        );
      return;
    }
    const sense = thing.of.columns.find((one) => one.columns[0] === columns[0]);
    if (!sense || sense.score >= 0.85 || thing.distinct) return;
    throw new Declined('unsupported_question', `What is "${thing.of.text}"?`, thing.of.text);
  }

  private aggregate(item: Item, scope: Scope): SelectItem {
    const { fn, table, column } = this.measure(item);
    if (fn === 'count') this.checkCounted(item);
    const here = table === scope.base;
    const label = column ? column.label : this.context.table(table).label;
    if (fn === 'count') {
      if (!column && here)
        return { expr: { kind: 'aggregate', fn, arg: null, distinct: false }, as: 'count' };
      if (
        column &&
        isNumeric(column.type) &&
        (column.kind === 'measure' || (column.kind === 'dimension' && !item.thing.distinct))
      )
        throw new Declined(
          'unsupported_question',
          `Is the number of values or the sum of ${column.label} asked?`,
          item.thing.of.text,
        );
      const counted = column ? column.name : this.context.key(table);
      return {
        expr: { kind: 'aggregate', fn, arg: scope.column(table, counted), distinct: true },
        as: `${label} count`.replaceAll(' ', '_'),
      };
    }
    if (!here && (fn === 'sum' || fn === 'avg'))
      throw new Declined(
        'unsupported_question',
        `Rows of ${table} would be counted more than once.`,
        item.thing.of.text,
      );
    const word = { sum: 'total', avg: 'average', min: 'minimum', max: 'maximum' }[fn];
    return {
      expr: { kind: 'aggregate', fn, arg: scope.column(table, column!.name), distinct: false },
      as: `${word} ${label}`.replaceAll(' ', '_'),
    };
  }

  private finish(scope: Scope, parts: Partial<SelectQuery>): SelectQuery {
    const limit = this.frame.limit === null ? null : { count: this.frame.limit, withTies: false };
    if (limit)
      this.context.assume(
        limit.count === 1
          ? 'Where several tie for the first place, one of them is shown.'
          : `Where rows tie for place ${limit.count}, not all of them are shown.`,
      );
    return { ...scope.skeleton(), ...parts, limit };
  }
}

/** The one column that a table keeps details in. */
function detailColumn(table: CatalogTable): CatalogColumn | null {
  const found = table.columns.filter(
    (column) => !column.hidden && /\bdetails?$/i.test(column.label),
  );
  return found.length === 1 ? found[0]! : null;
}

const same = (left: Expr, right: Expr) => JSON.stringify(left) === JSON.stringify(right);

/** Result columns with names of their own; the same expression once. */
function unique(items: readonly SelectItem[]): SelectItem[] {
  const found: SelectItem[] = [];
  for (const item of items) {
    if (found.some((one) => same(one.expr, item.expr))) continue;
    let name = item.as;
    for (let number = 2; found.some((one) => one.as.toLowerCase() === name.toLowerCase()); number++)
      name = `${item.as}_${number}`;
    found.push({ ...item, as: name });
  }
  return found;
}
