import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type {
  BaseColumn,
  ExprFacts,
  FilterFacts,
  JoinFacts,
  OutputFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { FactsSize } from '#src/sql/select/facts-size.ts';
import type { Context, ReadQuery } from './context.ts';
import { ExpressionReader, type Place } from './expressions.ts';
import { filterFacts } from './filters.ts';
import { conjuncts, FromReader, renamed } from './from.ts';
import { notAllowed } from './refused.ts';
import { type CteColumns, fold, Scope, type VisibleColumn } from './scope.ts';
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

/** An output with what the query around it may do with it. */
interface Output {
  readonly facts: OutputFacts;
  readonly column: VisibleColumn;
}

/** Reads a proven statement against the catalog. Throws `Refused`. */
export function readQuery(
  statement: SelectStatement,
  tables: readonly CatalogTable[],
): { readonly context: Context; readonly root: SelectFacts } {
  const context = new QueryReader(tables);
  return { context, root: context.query(statement.node, null, new Map()).facts };
}

class QueryReader implements Context {
  readonly tables: ReadonlyMap<string, CatalogTable>;
  readonly bound: Context['bound'] = [];
  readonly functions = new Set<string>();
  readonly growth = new GrowthBudget();
  readonly size = new FactsSize();
  readonly names = new Map<object, string>();
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

  query(node: QueryNode, parent: Scope | null, outer: Ctes): ReadQuery {
    this.size.addBlocks(1);
    const ctes = this.withCtes(node.cte_map.map, parent, outer);
    return node.type === 'SELECT_NODE'
      ? this.select(node, parent, ctes)
      : this.set(node, parent, ctes);
  }

  private withCtes(defined: readonly Cte[], parent: Scope | null, outer: Ctes): Ctes {
    if (defined.length === 0) return outer;
    const ctes = new Map(outer);
    for (const { key, value } of defined) {
      const before = this.size.blocks;
      const { facts, columns } = this.query(value.query.node, parent, ctes);
      const blocks = this.size.blocks - before;
      ctes.set(fold(key), { columns: renamed(columns, value.aliases), facts, blocks });
    }
    return ctes;
  }

  private select(node: SelectNode, parent: Scope | null, ctes: Ctes): ReadQuery {
    const scope = new Scope(parent, ctes);
    const place: Place = { scope, subqueries: [] };
    const from = new FromReader(this, this.expressions, place);
    from.read(node.from_table);
    const outputs = this.outputs(node.select_list, place);
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
      const output = outputOf(facts, this.nameOf(expr, place.scope, facts.text), expr, place.scope);
      outputs.push(output);
      if (expr.alias !== '' && !place.scope.aliases.has(fold(expr.alias)))
        place.scope.aliases.set(fold(expr.alias), { facts, weight });
    }
    return outputs;
  }

  /** The name of a result column; items that DuckDB would name itself are noted to be given this name. */
  private nameOf(expr: Expression, scope: Scope, text: string): string {
    if (expr.alias !== '') return expr.alias;
    if (expr.class === 'COLUMN_REF') {
      const hit = scope.find(expr.column_names);
      if (hit?.kind === 'column' && !hit.isField) return hit.column.name;
      return expr.column_names.at(-1)!;
    }
    this.names.set(expr, text);
    return text;
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
    const excluded = excludedNames(star);
    const replaced = new Map(star.replace_list.map((each) => [fold(each.key), each.value]));
    const renames = new Map(
      star.rename_list.map((each) => [fold(unqualified(each.key)), each.value]),
    );
    for (const name of [...excluded, ...replaced.keys(), ...renames.keys()])
      if (!shown.some((column) => fold(column.name) === name))
        throw new Refused('column_unknown', `There is no column "${name}" in * here.`);
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
    const left = this.query(node.left, parent, ctes);
    const right = this.query(node.right, parent, ctes);
    const outputs =
      node.setop_type === 'UNION_BY_NAME' ? byName(left, right) : byPosition(left, right);
    const scope = new Scope(parent, ctes);
    scope.relations.push({
      alias: '',
      columns: outputs.map((each) => each.column),
      hidden: [],
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
    };
  }
}

function outputOf(facts: ExprFacts, name: string, expr: Expression, scope: Scope): Output {
  const hit = expr.class === 'COLUMN_REF' ? scope.find(expr.column_names) : null;
  const nested = hit?.kind === 'column' && !hit.isField ? hit.column.nested : true;
  const column: VisibleColumn = {
    name,
    column: facts.column,
    columns: facts.columns,
    origin: null,
    nested,
  };
  return { facts: { ...facts, name }, column };
}

/** A column that `*` shows. */
function passed(column: VisibleColumn, name: string): Output {
  return {
    facts: {
      name,
      text: column.name,
      columns: column.columns,
      column: column.column,
      aggregates: [],
      dateUnit: null,
    },
    column: { ...column, name, origin: null },
  };
}

const isAll = (expr: Expression) => expr.class === 'STAR' && expr.columns && expr.expr === null;

const unqualified = (name: Star['rename_list'][number]['key']) => name.column;

function excludedNames(star: Star): ReadonlySet<string> {
  const qualified = star.qualified_exclude_list.map((each) => {
    if (each.table !== '' || each.schema !== '' || each.catalog !== '')
      notAllowed('EXCLUDE of a column with its table');
    return each.column;
  });
  return new Set([...star.exclude_list, ...qualified].map(fold));
}

/** Joins with the equalities that WHERE adds between the tables of a comma list. */
function withWhereEqualities(
  from: FromReader,
  conditions: readonly Expression[],
): readonly JoinFacts[] {
  if (!from.joins.some((join) => join.type === 'cross')) return from.joins;
  const place = new Map(from.sources.map((source, index) => [source.alias, index]));
  const found = conditions.map((each) => from.equality(each)).filter((each) => each !== null);
  return from.joins.map((join) => {
    if (join.type !== 'cross') return join;
    const at = place.get(join.alias) ?? -1;
    const equalities = found.filter(({ left, right }) => {
      const ends = [place.get(left.alias) ?? -1, place.get(right.alias) ?? -1];
      return Math.max(...ends) === at;
    });
    return equalities.length > 0 ? { ...join, type: 'inner' as const, equalities } : join;
  });
}

function both(a: Output, b: Output): Output {
  const columns = [...new Set([...a.facts.columns, ...b.facts.columns])];
  const column = a.facts.column === b.facts.column ? a.facts.column : null;
  const aggregates = [...new Set([...a.facts.aggregates, ...b.facts.aggregates])];
  const facts = { ...a.facts, columns, column, aggregates, dateUnit: null };
  return { facts, column: { ...a.column, columns, column } };
}

const outputsOf = (query: ReadQuery): readonly Output[] =>
  query.facts.outputs.map((facts, index) => ({ facts, column: query.columns[index]! }));

function byPosition(left: ReadQuery, right: ReadQuery): readonly Output[] {
  const [one, two] = [outputsOf(left), outputsOf(right)];
  if (one.length !== two.length)
    throw new Refused(
      'syntax',
      `The two sides of the set operation have ${one.length} and ${two.length} columns.`,
    );
  return one.map((each, index) => both(each, two[index]!));
}

function byName(left: ReadQuery, right: ReadQuery): readonly Output[] {
  const [one, two] = [outputsOf(left), outputsOf(right)];
  const same = (a: Output) => (b: Output) => fold(a.column.name) === fold(b.column.name);
  return [
    ...one.map((each) => {
      const other = two.find(same(each));
      return other ? both(each, other) : each;
    }),
    ...two.filter((each) => !one.some(same(each))),
  ];
}
