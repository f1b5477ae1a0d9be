import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type {
  BaseColumn,
  ExprFacts,
  ExprNode,
  Extent,
  FilterFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import type { Around, Context, Place, ReadQuery, UnnamedItems } from './context.ts';
import { readCtes } from './ctes.ts';
import { ExpressionReader } from './expressions.ts';
import { conjuncts, filterFacts } from './filters.ts';
import { computed, FromReader } from './from.ts';
import { noteGroupedTables } from './grouping.ts';
import { withWhereEqualities } from './joins.ts';
import { type Output, outputOf, passed, starChanges } from './outputs.ts';
import type { SelectRules } from './rules.ts';
import { type Ctes, NO_SIDE, NOTHING_UNSEEN, Scope, type VisibleColumn } from './scope.ts';
import { byOutputName, byPosition } from './set-outputs.ts';
import { checkSizes } from './sizes.ts';
import { findTable, indexTables } from './tables.ts';
import type {
  StarChanges,
  TreeExpr,
  TreeItem,
  TreeQuery,
  TreeSelect,
  TreeSet,
  TreeStar,
  TreeValues,
} from './tree.ts';
import { checkList, StatementWeight } from './weight.ts';

type Ends = Pick<SelectFacts, 'orderBy' | 'limit' | 'offset'>;

/** A block read, without what is joined in it. */
type ReadBlock = Omit<ReadQuery, 'relations'>;

/** A number of rows that is written out. */
const countOf = (expr: TreeExpr): number | null =>
  expr.kind === 'literal' && expr.type === 'number' ? Number(expr.text) : null;

const NO_BLOCK = {
  setOperation: null,
  sources: [],
  joins: [],
  filters: [],
  having: [],
  groupBy: [],
  distinct: false,
} as const;

/** What of a block says how large it may become. */
function extentOf({ besides }: Place, extent: Extent): Pick<SelectFacts, 'extent'> {
  const { rows = 1, groupingSets = 1 } = extent;
  const isPlain = rows === 1 && groupingSets <= 1 && besides.length === 0;
  return isPlain ? {} : { extent: { ...extent, besides } };
}

/** Reads a statement against the catalog. Throws `Refused`. */
export function readQuery(
  query: TreeQuery,
  tables: readonly CatalogTable[],
  rules: SelectRules,
): { readonly context: Context; readonly root: SelectFacts } {
  const context = new QueryReader(tables, rules);
  const root = context.query(query, null, new Map(), 'result').facts;
  checkSizes(root, context);
  return { context, root };
}

class QueryReader implements Context {
  readonly rules: SelectRules;
  readonly bound: Context['bound'] = [];
  readonly namedByText = new Map<number, string>();
  readonly unnamed: UnnamedItems = { names: new Map(), inResult: false, nameable: false };
  readonly functions = new Set<string>();
  readonly recursions: Context['recursions'] = [];
  readonly weight = new StatementWeight();
  private readonly tables: ReadonlyMap<string, readonly CatalogTable[]>;
  private readonly expressions = new ExpressionReader(this);
  private readonly baseColumns = new Map<CatalogColumn, BaseColumn>();
  private readonly outputNames = new WeakMap<readonly Output[], Map<string, Output>>();

  constructor(tables: readonly CatalogTable[], rules: SelectRules) {
    this.rules = rules;
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

  query(node: TreeQuery, parent: Scope | null, outer: Ctes, around: Around): ReadQuery {
    this.weight.add(1);
    const ctes = readCtes(node.ctes, parent, outer, this);
    const { value, relations } = this.weight.block(node.kind !== 'select', () => {
      switch (node.kind) {
        case 'select':
          return this.select(node, parent, ctes, around);
        case 'set':
          return this.set(node, parent, ctes);
        case 'values':
          return this.values(node, parent, ctes);
      }
    });
    return { ...value, relations };
  }

  private select(node: TreeSelect, parent: Scope | null, ctes: Ctes, around: Around): ReadBlock {
    const scope = new Scope(this.rules, parent, ctes);
    const place: Place = { scope, subqueries: [], besides: [], windows: node.windows };
    const from = new FromReader(this, this.expressions, place);
    from.read(node.from);
    const outputs = this.outputs(node.items, place);
    this.noteUnnamed(outputs, around);
    const conditions = conjuncts(node.where);
    const filters = this.filters(conditions, place);
    const groupBy = this.groupBy(node, outputs, place);
    scope.keys = new Set(groupBy.map(({ column }) => column).filter((each) => each !== null));
    if (this.rules.keysDetermine) noteGroupedTables(scope, groupBy);
    const having = scope.preferring(this.rules.aliases.having, () =>
      this.filters(conjuncts(node.having), place),
    );
    const qualify = this.filters(conjuncts(node.qualify ?? null), place);
    for (const each of node.windows) this.expressions.namedWindow(each, place);
    for (const key of node.distinctOn) place.besides.push(this.sortKey(key, outputs, place).node);
    const ends = this.ends(node, outputs, place);
    this.weight.addGrouping(node.groupingSets, groupBy.length);
    return {
      facts: {
        setOperation: null,
        sources: from.sources,
        joins: withWhereEqualities(from, conditions),
        outputs: outputs.map((each) => each.facts),
        filters,
        having,
        ...(qualify.length > 0 ? { qualify } : {}),
        groupBy,
        ...ends,
        distinct: node.distinct || node.distinctOn.length > 0,
        subqueries: place.subqueries,
        ...extentOf(place, { groupingSets: node.groupingSets }),
      },
      columns: outputs.map((each) => each.column),
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

  private output({ expr, alias, name, unnamed, end }: TreeItem, place: Place): readonly Output[] {
    if (expr.kind === 'star') return this.star(expr, place);
    const tables = this.bound.length;
    const { value: facts, weight } = this.weight.measured(() =>
      this.expressions.facts(expr, place),
    );
    if (unnamed) this.unnamed.names.set(expr, name);
    if (alias === null && end !== undefined && this.bound.length > tables)
      this.namedByText.set(end, name);
    const { aliases } = place.scope;
    const hit = expr.kind === 'column' ? place.scope.find(expr.names) : null;
    const column = hit?.kind === 'column' && !hit.isField ? hit.column : null;
    const shown = column && alias === null && this.rules.namesFromTable ? column.name : name;
    const key = this.rules.foldColumn(shown);
    const isAlias = alias !== null || this.rules.aliases.elsewhere === undefined;
    if (isAlias && !aliases.has(key)) aliases.set(key, { facts, weight });
    return [{ ...outputOf(facts, shown, weight, column?.nested), unnamed: unnamed === true }];
  }

  /** Notes where the engine would make a name up. */
  private noteUnnamed(outputs: readonly Output[], around: Around): void {
    if (!outputs.some((each) => each.unnamed)) return;
    if (around === 'result') this.unnamed.inResult = true;
    if (around === 'query') this.unnamed.nameable = true;
  }

  private star(star: TreeStar, place: Place): readonly Output[] {
    const { scope } = place;
    const [name, ...more] = star.qualifier;
    const relation = name === undefined || more.length > 0 ? null : scope.relationAround(name);
    if (name !== undefined && !relation)
      throw new Refused('column_unknown', `There is no table "${star.qualifier.join('.')}" here.`);
    if (!relation && scope.side.relations.length === 0)
      throw new Refused('column_unknown', 'The * needs a table. Add a FROM.');
    const shown = relation ? relation.columns : scope.side.shown;
    this.weight.addColumns(shown.length);
    this.expressions.weighAll(shown);
    if (star.changes) return this.changedStar(star.changes, shown, place);
    for (const each of relation ? [relation] : scope.side.relations)
      if (each.bound) each.bound.listed = true;
    this.expressions.useAll(shown);
    return shown.map((column) => passed(column, scope.aliasOf(column)));
  }

  private changedStar(
    changes: StarChanges,
    shown: readonly VisibleColumn[],
    place: Place,
  ): readonly Output[] {
    const fold = this.rules.foldColumn;
    const { excluded, replaced, renamed } = starChanges(changes, shown, fold);
    return shown.flatMap((column): readonly Output[] => {
      const key = fold(column.name);
      const by = replaced.get(key);
      if (by || excluded.has(key)) this.expressions.name(column);
      if (excluded.has(key)) return [];
      const name = renamed.get(key) ?? column.name;
      if (by) {
        const { value, weight } = this.weight.measured(() => this.expressions.facts(by, place));
        return [outputOf(value, name, weight)];
      }
      this.expressions.use(column);
      return [passed(column, place.scope.aliasOf(column), name)];
    });
  }

  private groupBy(
    { groupBy, groupByAll }: TreeSelect,
    outputs: readonly Output[],
    place: Place,
  ): readonly ExprFacts[] {
    if (groupByAll)
      return outputs
        .map((each): ExprFacts => each.facts)
        .filter((each) => each.aggregates.length === 0 && each.columns.length > 0);
    return groupBy.map((key) => this.groupKey(key, outputs, place));
  }

  /** A key of GROUP BY: a place, a column of FROM, or else the name of a result column. */
  private groupKey(expr: TreeExpr, outputs: readonly Output[], place: Place): ExprFacts {
    const [name, ...more] = expr.kind === 'column' ? expr.names : [];
    if (name === undefined || more.length > 0) return this.byOrdinal(expr, outputs, place);
    const isOfFrom = place.scope.local(name) !== null || place.scope.isRow(name);
    const result = this.rules.aliases.groupBy && !isOfFrom ? this.named(name, outputs) : null;
    return result?.facts ?? this.expressions.facts(expr, place);
  }

  /** A key of ORDER BY or DISTINCT ON: a name alone is a result column before it is a column of a table. */
  private sortKey(expr: TreeExpr, outputs: readonly Output[], place: Place): ExprFacts {
    const [name, ...more] = expr.kind === 'column' ? expr.names : [];
    const isBare = name !== undefined && more.length === 0;
    const alias =
      isBare && this.rules.aliases.elsewhere
        ? place.scope.aliases.get(this.rules.foldColumn(name))
        : undefined;
    if (alias) return alias.facts;
    const result = isBare ? this.named(name, outputs) : null;
    if (result?.unnamed) this.unnamed.nameable = true;
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
    const keys = orderBy.flatMap(({ expr, direction }) =>
      expr.kind === 'star'
        ? outputs.map(({ facts }) => ({ expr: facts, direction }))
        : [{ expr: this.sortKey(expr, outputs, place), direction }],
    );
    // LIMIT sees what is around the block, not its tables.
    place.scope.within(NO_SIDE, () => {
      for (const each of [limit, offset])
        if (each) place.besides.push(this.expressions.read(each, place).node);
    });
    return { orderBy: keys, limit: limit && countOf(limit), offset: offset ? countOf(offset) : 0 };
  }

  private set(node: TreeSet, parent: Scope | null, ctes: Ctes): ReadBlock {
    const left = this.query(node.left, parent, ctes, 'query');
    const right = this.query(node.right, parent, ctes, 'query');
    const outputs = node.byName
      ? byOutputName(left, right, this.rules.foldColumn)
      : byPosition(left, right);
    const scope = new Scope(this.rules, parent, ctes);
    const columns = outputs.map((each) => each.column);
    const facts = { alias: '', table: null, derived: null };
    scope.side = {
      relations: [{ alias: null, columns, unseen: NOTHING_UNSEEN, bound: null, facts }],
      shown: columns,
    };
    // Where names that were given may stand anywhere, the order may also go by one of the right side.
    if (this.rules.aliases.elsewhere && !node.byName)
      right.facts.outputs.forEach(({ name }, index) => {
        const result = outputs[index];
        const key = this.rules.foldColumn(name);
        if (result && !this.named(name, outputs))
          scope.aliases.set(key, { facts: result.facts, weight: 1 });
      });
    const place: Place = { scope, subqueries: [], besides: [], windows: [] };
    const ends = this.ends(node, outputs, place);
    return {
      facts: {
        ...NO_BLOCK,
        setOperation: { op: node.op, all: node.all, branches: [left.facts, right.facts] },
        outputs: outputs.map((each) => each.facts),
        ...ends,
        subqueries: place.subqueries,
        ...extentOf(place, {}),
      },
      columns,
    };
  }

  private values(node: TreeValues, parent: Scope | null, ctes: Ctes): ReadBlock {
    const scope = new Scope(this.rules, parent, ctes);
    const place: Place = { scope, subqueries: [], besides: [], windows: [] };
    const readings = node.rows.map((row) =>
      row.map((each) => this.weight.measured(() => this.expressions.read(each, place))),
    );
    const columns = (readings[0] ?? []).map((_, index) => {
      const cells = readings.flatMap((row) => row[index] ?? []);
      const read = new Set(cells.flatMap(({ value }) => value.columns));
      const weight = cells.reduce((sum, cell) => sum + cell.weight, 0);
      const args = cells.map(({ value }) => value.node);
      const made: ExprNode = { kind: 'operation', op: 'union', args };
      return computed(this.rules.valuesColumn(index), [...read], weight, made);
    });
    scope.side = { relations: [], shown: columns };
    const outputs = columns.map((column) => passed(column, null));
    const ends = this.ends(node, outputs, place);
    return {
      facts: {
        ...NO_BLOCK,
        outputs: outputs.map((each) => each.facts),
        ...ends,
        subqueries: place.subqueries,
        ...extentOf(place, { rows: node.rows.length }),
      },
      columns,
    };
  }
}
