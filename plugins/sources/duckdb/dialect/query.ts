import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type {
  BaseColumn,
  ExprFacts,
  FilterFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { isOneRow, rowsMade } from '#src/sql/growth-bounds.ts';
import { FactsSize } from '#src/sql/select/facts-size.ts';
import { withWhereEqualities } from '#src/sql/select/joins.ts';
import { byPosition } from '#src/sql/select/set-outputs.ts';
import type { Around, Context, ReadQuery } from './context.ts';
import { ExpressionReader, type Place } from './expressions.ts';
import { filterFacts } from './filters.ts';
import { conjuncts, FromReader, renamed } from './from.ts';
import {
  byName,
  isAll,
  nameOf,
  noteUnnamed,
  type Output,
  outputOf,
  passed,
  starChanges,
} from './outputs.ts';
import { notAllowed } from './refused.ts';
import { type CteColumns, fold, Scope } from './scope.ts';
import { GrowthBudget } from './sizes.ts';
import type {
  Cte,
  Expression,
  Modifier,
  QueryNode,
  SelectNode,
  SelectStatement,
  SetNode,
  Star,
} from './tree.ts';

type Ctes = ReadonlyMap<string, CteColumns>;
type OrderFacts = SelectFacts['orderBy'];

/** Reads a proven statement against the catalog. Throws `Refused`. */
export function readQuery(
  statement: SelectStatement,
  tables: readonly CatalogTable[],
): { readonly context: Context; readonly root: SelectFacts } {
  const context = new QueryReader(tables);
  return { context, root: context.query(statement.node, null, new Map(), 'result').facts };
}

class QueryReader implements Context {
  readonly tables: ReadonlyMap<string, CatalogTable>;
  readonly bound: Context['bound'] = [];
  readonly functions = new Set<string>();
  readonly growth = new GrowthBudget();
  readonly size = new FactsSize();
  readonly unnamed: Context['unnamed'] = { names: new Map(), inResult: false, nameable: false };
  private readonly expressions = new ExpressionReader(this);
  private readonly baseColumns = new Map<CatalogColumn, BaseColumn>();

  constructor(tables: readonly CatalogTable[]) {
    this.tables = new Map(tables.map((table) => [fold(table.name), table]));
  }

  baseColumn(table: CatalogTable, column: CatalogColumn): BaseColumn {
    let base = this.baseColumns.get(column);
    if (!base) {
      base = { table: table.name, column: column.name };
      this.baseColumns.set(column, base);
    }
    return base;
  }

  query(node: QueryNode, parent: Scope | null, outer: Ctes, around: Around): ReadQuery {
    this.size.addBlocks(1);
    const ctes = this.withCtes(node.cte_map.map, parent, outer);
    return node.type === 'SELECT_NODE'
      ? this.select(node, parent, ctes, around)
      : this.set(node, parent, ctes);
  }

  private withCtes(defined: readonly Cte[], parent: Scope | null, outer: Ctes): Ctes {
    if (defined.length === 0) return outer;
    const ctes = new Map(outer);
    for (const { key, value } of defined) {
      const before = this.size.blocks;
      const read = this.query(value.query.node, parent, ctes, 'query');
      const blocks = this.size.blocks - before;
      ctes.set(fold(key), { ...read, columns: renamed(read.columns, value.aliases), blocks });
    }
    return ctes;
  }

  private select(node: SelectNode, parent: Scope | null, ctes: Ctes, around: Around): ReadQuery {
    const scope = new Scope(parent, ctes);
    const place: Place = { scope, subqueries: [] };
    const from = new FromReader(this, this.expressions, place);
    from.read(node.from_table);
    const outputs = this.outputs(node.select_list, place);
    noteUnnamed(this.unnamed, outputs, around);
    const conditions = node.where_clause ? conjuncts(node.where_clause) : [];
    const filters = this.filters(conditions, place);
    const groupBy = this.groupBy(node, outputs, place);
    const grouped = new Set(groupBy.map((each) => each.column).filter((each) => each !== null));
    const { having, qualify } = node;
    const aliases = { columns: false as const, except: grouped };
    const havingFacts = scope.preferring(aliases, () =>
      this.filters(having ? conjuncts(having) : [], place),
    );
    if (qualify) this.expressions.read(qualify, place);
    const ends = this.modifiers(node.modifiers, outputs, place);
    const sets = this.growth.group(node.group_sets.length);
    if (scope.collects) this.growth.collect(from.madeRows);
    const rows = isOneRow(parent, groupBy, outputs) ? 1 : from.madeRows;
    return {
      facts: {
        setOperation: null,
        sources: from.sources,
        joins: withWhereEqualities(from, conditions),
        outputs: outputs.map((each) => each.facts),
        filters,
        having: havingFacts,
        groupBy,
        ...ends,
        subqueries: place.subqueries,
      },
      columns: outputs.map((each) => each.column),
      madeRows: rowsMade(rows, sets, ends.limit),
    };
  }

  private filters(conditions: readonly Expression[], place: Place): readonly FilterFacts[] {
    const columnOf = (expr: Expression) => this.expressions.read(expr, place).column;
    return conditions.map((each) =>
      filterFacts(each, this.expressions.facts(each, place), columnOf),
    );
  }

  private outputs(list: readonly Expression[], place: Place): readonly Output[] {
    const outputs: Output[] = [];
    for (const expr of list) {
      if (expr.class === 'STAR') {
        outputs.push(...this.star(expr, place));
        continue;
      }
      const before = this.size.aliases;
      const facts = this.expressions.facts(expr, place);
      const weight = 1 + this.size.aliases - before;
      const name = nameOf(expr, place.scope);
      if (name === null) this.unnamed.names.set(expr, facts.text);
      const output = outputOf(facts, name ?? facts.text, expr, place.scope);
      outputs.push({ ...output, unnamed: name === null });
      if (expr.alias !== '' && !place.scope.aliases.has(fold(expr.alias)))
        place.scope.aliases.set(fold(expr.alias), { facts, weight });
    }
    return outputs;
  }

  private star(star: Star, place: Place): readonly Output[] {
    if (star.columns || star.expr) notAllowed('COLUMNS(…)');
    const { scope } = place;
    const relation = star.relation_name ? scope.relationAround(star.relation_name) : null;
    if (star.relation_name && !relation)
      throw new Refused('column_unknown', `There is no table "${star.relation_name}" here.`);
    if (!relation && scope.relations.length === 0)
      throw new Refused('column_unknown', 'There is no table here for * to show.');
    const shown = relation ? relation.columns : scope.star();
    this.size.addColumns(shown.length);
    const { excluded, replaced, renames } = starChanges(star, shown);
    for (const column of shown)
      if (excluded.has(fold(column.name)) || replaced.has(fold(column.name)))
        column.origin?.bound.named.add(fold(column.origin.column.name));
    return shown
      .filter((column) => !excluded.has(fold(column.name)))
      .map((column) => {
        const name = renames.get(fold(column.name)) ?? column.name;
        const by = replaced.get(fold(column.name));
        if (by) return outputOf(this.expressions.facts(by, place), name, by, scope);
        const parts = relation ? [column] : scope.partsOf(column);
        for (const part of parts) this.expressions.use(part);
        return passed(column, name);
      });
  }

  private groupBy(node: SelectNode, outputs: readonly Output[], place: Place) {
    if (node.aggregate_handling === 'FORCE_AGGREGATES')
      return outputs
        .map((each): ExprFacts => each.facts)
        .filter((each) => each.aggregates.length === 0 && each.columns.length > 0);
    return node.group_expressions.map((each) => this.byOrdinal(each, outputs, place));
  }

  /** A key of ORDER BY or DISTINCT ON: a name alone is a result column before it is a column of a table. */
  private sortKey(expr: Expression, outputs: readonly Output[], place: Place): ExprFacts {
    const [name, ...more] = expr.class === 'COLUMN_REF' ? expr.column_names : [];
    if (name === undefined || more.length > 0) return this.byOrdinal(expr, outputs, place);
    const result = outputs.find((each) => fold(each.facts.name) === fold(name));
    if (result?.unnamed) this.unnamed.nameable = true;
    return (
      place.scope.aliases.get(fold(name))?.facts ??
      result?.facts ??
      this.byOrdinal(expr, outputs, place)
    );
  }

  /** An expression of GROUP BY or ORDER BY; a number is the place of an output. */
  private byOrdinal(expr: Expression, outputs: readonly Output[], place: Place): ExprFacts {
    const { class: kind } = expr;
    if (kind !== 'CONSTANT' || typeof expr.value.value !== 'number')
      return this.expressions.facts(expr, place);
    const output = outputs[expr.value.value - 1];
    if (!output || !Number.isInteger(expr.value.value))
      throw new Refused('column_unknown', `There is no result column ${expr.value.value}.`);
    return output.facts;
  }

  private modifiers(list: readonly Modifier[], outputs: readonly Output[], place: Place) {
    let orderBy: OrderFacts = [];
    let limit: number | null = null;
    let distinct = false;
    for (const modifier of list) {
      switch (modifier.type) {
        case 'ORDER_MODIFIER':
          orderBy = modifier.orders.flatMap((item) => {
            const direction = item.type === 'DESCENDING' ? ('desc' as const) : ('asc' as const);
            const keys = isAll(item.expression)
              ? outputs.map((each) => each.facts)
              : [this.sortKey(item.expression, outputs, place)];
            return keys.map((expr) => ({ expr, direction }));
          });
          break;
        case 'DISTINCT_MODIFIER':
          distinct = true;
          for (const each of modifier.distinct_on_targets) this.sortKey(each, outputs, place);
          break;
        default:
          limit = this.limit(modifier, place);
      }
    }
    return { orderBy, limit, distinct };
  }

  private limit(
    modifier: Extract<Modifier, { readonly limit: Expression | null }>,
    place: Place,
  ): number | null {
    const outside: Place = { ...place, scope: new Scope(place.scope.parent, place.scope.ctes) };
    for (const each of [modifier.limit, modifier.offset])
      if (each) this.expressions.read(each, outside);
    const value = modifier.limit?.class === 'CONSTANT' ? modifier.limit.value.value : null;
    return modifier.type === 'LIMIT_MODIFIER' && typeof value === 'number' ? value : null;
  }

  private set(node: SetNode, parent: Scope | null, ctes: Ctes): ReadQuery {
    const left = this.query(node.left, parent, ctes, 'query');
    const right = this.query(node.right, parent, ctes, 'query');
    const outputs =
      node.setop_type === 'UNION_BY_NAME' ? byName(left, right) : byPosition(left, right);
    const scope = new Scope(parent, ctes);
    scope.relations.push({
      alias: '',
      columns: outputs.map((each) => each.column),
      facts: { alias: '', table: null, derived: null },
    });
    // ORDER BY may also name a column of the right side.
    right.facts.outputs.forEach((each, index) => {
      const facts = outputs[index]?.facts;
      if (facts && node.setop_type !== 'UNION_BY_NAME')
        scope.aliases.set(fold(each.name), { facts, weight: 1 });
    });
    for (const { facts } of outputs) scope.aliases.set(fold(facts.name), { facts, weight: 1 });
    const place: Place = { scope, subqueries: [] };
    const ends = this.modifiers(node.modifiers, outputs, place);
    const op = { UNION: 'union', UNION_BY_NAME: 'union', INTERSECT: 'intersect', EXCEPT: 'except' };
    return {
      facts: {
        setOperation: {
          op: op[node.setop_type] as 'union' | 'intersect' | 'except',
          all: node.setop_all,
          branches: [left.facts, right.facts],
        },
        sources: [],
        joins: [],
        outputs: outputs.map((each) => each.facts),
        filters: [],
        having: [],
        groupBy: [],
        ...ends,
        subqueries: place.subqueries,
      },
      columns: outputs.map((each) => each.column),
      madeRows: left.madeRows + right.madeRows,
    };
  }
}
