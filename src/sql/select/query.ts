import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type {
  BaseColumn,
  ExprFacts,
  FilterFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { isOneRow, rowsMade } from '../growth-bounds.ts';
import type { Context, Place, ReadQuery } from './context.ts';
import { readCtes } from './ctes.ts';
import { ExpressionReader } from './expressions.ts';
import { checkList, FactsSize } from './facts-size.ts';
import { conjuncts, filterFacts } from './filters.ts';
import { computed, FromReader } from './from.ts';
import { noteGroupedTables } from './grouping.ts';
import { GrowthBudget } from './growth.ts';
import { withWhereEqualities } from './joins.ts';
import { type Output, outputOf, passed } from './outputs.ts';
import type { SelectRules } from './rules.ts';
import { type Ctes, NO_SIDE, NOTHING_UNSEEN, Scope } from './scope.ts';
import { byPosition } from './set-outputs.ts';
import { findTable, indexTables } from './tables.ts';
import type {
  TreeExpr,
  TreeItem,
  TreeQuery,
  TreeSelect,
  TreeSet,
  TreeStar,
  TreeValues,
} from './tree.ts';

type Ends = Pick<SelectFacts, 'orderBy' | 'limit'>;

const NO_BLOCK = {
  setOperation: null,
  sources: [],
  joins: [],
  filters: [],
  having: [],
  groupBy: [],
  distinct: false,
} as const;

/** Reads a statement against the catalog. Throws `Refused`. */
export function readQuery(
  query: TreeQuery,
  tables: readonly CatalogTable[],
  rules: SelectRules,
): { readonly context: Context; readonly root: SelectFacts } {
  const context = new QueryReader(tables, rules);
  return { context, root: context.query(query, null, new Map()).facts };
}

class QueryReader implements Context {
  readonly rules: SelectRules;
  readonly bound: Context['bound'] = [];
  readonly namedByText = new Map<number, string>();
  readonly functions = new Set<string>();
  readonly growth: GrowthBudget;
  readonly size = new FactsSize();
  private readonly tables: ReadonlyMap<string, readonly CatalogTable[]>;
  private readonly expressions = new ExpressionReader(this);
  private readonly baseColumns = new Map<CatalogColumn, BaseColumn>();
  private readonly outputNames = new WeakMap<readonly Output[], Map<string, Output>>();

  constructor(tables: readonly CatalogTable[], rules: SelectRules) {
    this.rules = rules;
    this.growth = new GrowthBudget(rules.sizes);
    this.tables = indexTables(tables, rules);
  }

  table(names: readonly string[]): CatalogTable {
    return findTable(names, this.tables, this.rules);
  }

  baseColumn(table: CatalogTable, column: CatalogColumn): BaseColumn {
    let base = this.baseColumns.get(column);
    if (!base) {
      base = { table: table.name, column: column.name };
      this.baseColumns.set(column, base);
    }
    return base;
  }

  query(node: TreeQuery, parent: Scope | null, outer: Ctes): ReadQuery {
    this.size.addBlocks(1);
    const ctes = readCtes(node.ctes, parent, outer, this);
    return this.growth.within(node, () => {
      switch (node.kind) {
        case 'select':
          return this.select(node, parent, ctes);
        case 'set':
          return this.set(node, parent, ctes);
        case 'values':
          return this.values(node, parent, ctes);
      }
    });
  }

  private select(node: TreeSelect, parent: Scope | null, ctes: Ctes): ReadQuery {
    const scope = new Scope(this.rules, parent, ctes);
    const place: Place = { scope, subqueries: [] };
    const from = new FromReader(this, this.expressions, place);
    from.read(node.from);
    const outputs = this.outputs(node.items, place);
    const conditions = conjuncts(node.where);
    const filters = this.filters(conditions, place);
    const groupBy = node.groupBy.map((key) => this.groupKey(key, outputs, place));
    noteGroupedTables(scope, groupBy);
    const having = scope.preferring(this.rules.aliases.having, () =>
      this.filters(conjuncts(node.having), place),
    );
    for (const { window } of node.windows) this.expressions.windowParts(window, place);
    for (const key of node.distinctOn) this.sortKey(key, outputs, place);
    const ends = this.ends(node, outputs, place);
    const sets = this.growth.group(node.groupingSets);
    if (scope.collects) {
      this.growth.collecting(sets - 1);
      this.growth.collect(from.madeRows);
    }
    const rows = isOneRow(parent, groupBy, outputs) ? 1 : from.madeRows;
    return {
      facts: {
        setOperation: null,
        sources: from.sources,
        joins: withWhereEqualities(from, conditions),
        outputs: outputs.map((each) => each.facts),
        filters,
        having,
        groupBy,
        ...ends,
        distinct: node.distinct || node.distinctOn.length > 0,
        subqueries: place.subqueries,
      },
      columns: outputs.map((each) => each.column),
      madeRows: rowsMade(rows, sets, ends.limit),
    };
  }

  private filters(conditions: readonly TreeExpr[], place: Place): readonly FilterFacts[] {
    const columnOf = (expr: TreeExpr) => this.expressions.read(expr, place).column;
    return conditions.map((each) =>
      filterFacts(each, this.expressions.facts(each, place), columnOf),
    );
  }

  private outputs(items: readonly TreeItem[], place: Place): readonly Output[] {
    checkList(items.length);
    const outputs: Output[] = [];
    for (const item of items) {
      outputs.push(...this.output(item, place));
      checkList(outputs.length);
    }
    return outputs;
  }

  private output({ expr, alias, name, end }: TreeItem, place: Place): readonly Output[] {
    if (expr.kind === 'star') return this.star(expr, place);
    const before = this.size.aliases;
    const tables = this.bound.length;
    const facts = this.expressions.facts(expr, place);
    if (alias === null && end !== undefined && this.bound.length > tables)
      this.namedByText.set(end, name);
    const weight = 1 + this.size.aliases - before;
    const { aliases } = place.scope;
    const key = this.rules.foldColumn(name);
    if (!aliases.has(key)) aliases.set(key, { facts, weight });
    return [outputOf(facts, name)];
  }

  private star(star: TreeStar, { scope }: Place): readonly Output[] {
    const [name, ...more] = star.qualifier;
    const relation = name === undefined || more.length > 0 ? null : scope.relationAround(name);
    if (name !== undefined && !relation)
      throw new Refused('column_unknown', `There is no table "${star.qualifier.join('.')}" here.`);
    if (!relation && scope.side.relations.length === 0)
      throw new Refused('column_unknown', 'There is no table here for * to show.');
    const shown = relation ? relation.columns : scope.side.shown;
    for (const each of relation ? [relation] : scope.side.relations)
      if (each.bound) each.bound.listed = true;
    this.size.addColumns(shown.length);
    this.expressions.useAll(shown);
    return shown.map(passed);
  }

  /** A key of GROUP BY: a place, a column of FROM, or else the name of a result column. */
  private groupKey(expr: TreeExpr, outputs: readonly Output[], place: Place): ExprFacts {
    const [name, ...more] = expr.kind === 'column' ? expr.names : [];
    if (name === undefined || more.length > 0) return this.byOrdinal(expr, outputs, place);
    const result =
      this.rules.aliases.groupBy && !place.scope.local(name) ? this.named(name, outputs) : null;
    return result?.facts ?? this.expressions.facts(expr, place);
  }

  /** A key of ORDER BY or DISTINCT ON: a name alone is a result column before it is a column of a table. */
  private sortKey(expr: TreeExpr, outputs: readonly Output[], place: Place): ExprFacts {
    const [name, ...more] = expr.kind === 'column' ? expr.names : [];
    const result = name !== undefined && more.length === 0 ? this.named(name, outputs) : null;
    return (
      result?.facts ??
      place.scope.preferring(this.rules.aliases.orderBy, () => this.byOrdinal(expr, outputs, place))
    );
  }

  /** The first result column of that name. The index is kept with the list: long ones are asked often. */
  private named(name: string, outputs: readonly Output[]): Output | null {
    const { foldColumn } = this.rules;
    let index = this.outputNames.get(outputs);
    if (!index) {
      index = new Map();
      for (const each of outputs.toReversed()) index.set(foldColumn(each.facts.name), each);
      this.outputNames.set(outputs, index);
    }
    return index.get(foldColumn(name)) ?? null;
  }

  /** A whole number is the place of a result column. */
  private byOrdinal(expr: TreeExpr, outputs: readonly Output[], place: Place): ExprFacts {
    if (expr.kind !== 'literal' || expr.type !== 'number')
      return this.expressions.facts(expr, place);
    const output = outputs[Number(expr.text) - 1];
    if (!output) throw new Refused('column_unknown', `There is no result column ${expr.text}.`);
    return output.facts;
  }

  private ends(
    { orderBy, limit, offset }: TreeQuery,
    outputs: readonly Output[],
    place: Place,
  ): Ends {
    checkList(orderBy.length);
    const keys = orderBy.map(({ expr, direction }) => ({
      expr: this.sortKey(expr, outputs, place),
      direction,
    }));
    // LIMIT sees what is around the block, not its tables.
    place.scope.within(NO_SIDE, () => {
      for (const each of [limit, offset]) if (each) this.expressions.read(each, place);
    });
    const count = limit?.kind === 'literal' && limit.type === 'number' ? Number(limit.text) : null;
    return { orderBy: keys, limit: count };
  }

  private set(node: TreeSet, parent: Scope | null, ctes: Ctes): ReadQuery {
    const left = this.query(node.left, parent, ctes);
    const right = this.query(node.right, parent, ctes);
    const outputs = byPosition(left, right);
    const scope = new Scope(this.rules, parent, ctes);
    const columns = outputs.map((each) => each.column);
    const facts = { alias: '', table: null, derived: null };
    scope.side = {
      relations: [{ alias: null, columns, unseen: NOTHING_UNSEEN, bound: null, facts }],
      shown: columns,
    };
    const place: Place = { scope, subqueries: [] };
    const ends = this.ends(node, outputs, place);
    return {
      facts: {
        ...NO_BLOCK,
        setOperation: { op: node.op, all: node.all, branches: [left.facts, right.facts] },
        outputs: outputs.map((each) => each.facts),
        ...ends,
        subqueries: place.subqueries,
      },
      columns,
      madeRows: left.madeRows + right.madeRows,
    };
  }

  private values(node: TreeValues, parent: Scope | null, ctes: Ctes): ReadQuery {
    const scope = new Scope(this.rules, parent, ctes);
    const place: Place = { scope, subqueries: [] };
    const readings = node.rows.map((row) => row.map((each) => this.expressions.read(each, place)));
    const columns = (readings[0] ?? []).map((_, index) => {
      const read = readings.flatMap((row) => row[index]?.columns ?? []);
      return computed(this.rules.valuesColumn(index), [...new Set(read)]);
    });
    scope.side = { relations: [], shown: columns };
    const outputs = columns.map(passed);
    const ends = this.ends(node, outputs, place);
    return {
      facts: {
        ...NO_BLOCK,
        outputs: outputs.map((each) => each.facts),
        ...ends,
        subqueries: place.subqueries,
      },
      columns,
      madeRows: node.rows.length,
    };
  }
}
