import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type {
  BaseColumn,
  ExprNode,
  FilterFacts,
  JoinFacts,
  SourceFacts,
} from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import type { Context, Place } from './context.ts';
import { callNode, type ExpressionReader } from './expressions.ts';
import { conjuncts, filterFacts } from './filters.ts';
import { mergedSide } from './merge.ts';
import { combine } from './reading.ts';
import type { SelectRules } from './rules.ts';
import type { BoundTable, CteColumns, Relation, Scope, Side, VisibleColumn } from './scope.ts';
import { NOTHING_UNSEEN, together } from './scope.ts';
import type {
  TreeBaseTable,
  TreeCall,
  TreeDerived,
  TreeExpr,
  TreeJoin,
  TreeTable,
  TreeTableFunction,
} from './tree.ts';

type Equality = JoinFacts['equalities'][number];

/** Reads the FROM of one block into its scope: relations, joins, merged columns. Throws `Refused`. */
export class FromReader {
  readonly sources: SourceFacts[] = [];
  readonly joins: JoinFacts[] = [];
  private readonly context: Context;
  private readonly expressions: ExpressionReader;
  private readonly place: Place;

  constructor(context: Context, expressions: ExpressionReader, place: Place) {
    this.context = context;
    this.expressions = expressions;
    this.place = place;
  }

  /** Reads a comma list; each item is in reach of the lateral ones after it. */
  read(list: readonly TreeTable[]): void {
    list.forEach((item, index) => {
      const side = this.item(item);
      this.scope.side = together(this.scope.side, side);
      if (index > 0)
        this.joins.push({
          type: 'cross',
          alias: aliasOf(side),
          equalities: [],
          hasOtherConditions: false,
        });
    });
  }

  private get scope(): Scope {
    return this.place.scope;
  }

  private item(ref: TreeTable): Side {
    switch (ref.kind) {
      case 'table':
        return this.add(this.baseTable(ref));
      case 'derived':
        return this.add(this.derived(ref));
      case 'function':
        return this.add(this.tableFunction(ref));
      case 'join':
        return this.join(ref);
    }
  }

  private add(relation: Relation): Side {
    this.context.weight.addColumns(relation.columns.length + relation.unseen.size);
    this.sources.push(relation.facts);
    return { relations: [relation], shown: relation.columns };
  }

  private baseTable(ref: TreeBaseTable): Relation {
    const [first = ''] = ref.names;
    const alias = ref.alias ?? ref.names.at(-1) ?? '';
    const cte =
      ref.names.length === 1 ? this.scope.ctes.get(this.context.rules.foldTable(first)) : undefined;
    if (cte === null)
      throw new Refused(
        'node_not_allowed',
        `"${first}" is read before its WITH is defined. Move it up.`,
      );
    if (cte) return this.cte(cte, ref, alias);
    const table = this.context.table(ref.names);
    const bound: BoundTable = {
      ref,
      table,
      uses: new Map(),
      named: new Set(),
      listed: ref.columnAliases.length > 0,
      shadowed: false,
      groupedByKey: false,
    };
    this.context.bound.push(bound);
    this.context.weight.addRelation(relationsBelow(table));
    const show = (column: CatalogColumn) => this.visible(bound, column);
    const columns = table.columns.filter((column) => !column.hidden).map(show);
    return {
      alias,
      columns: renamed(columns, ref.columnAliases),
      rowOrder: table.rowOrder && show(table.rowOrder),
      unseen: unseenIn(table, this.context.rules),
      bound,
      facts: { alias, table: table.name, derived: null },
    };
  }

  private cte(cte: CteColumns, ref: TreeBaseTable, alias: string): Relation {
    this.context.weight.addUse(cte.weight, cte.relations);
    return relation(alias, renamed(cte.columns, ref.columnAliases), cte.facts);
  }

  private visible(bound: BoundTable, column: CatalogColumn): VisibleColumn {
    const base = this.context.baseColumn(bound.table, column);
    return {
      name: column.name,
      column: base,
      columns: [base],
      origin: { bound, column },
      parts: [],
      nested: column.type === 'other',
      of: null,
      weight: Math.max(1, bound.table.reads?.columns[column.name]?.length ?? 1),
    };
  }

  private derived(ref: TreeDerived): Relation {
    const parent = ref.lateral ? this.scope : this.scope.parent;
    const { facts, columns } = this.context.query(ref.query, parent, this.scope.ctes, 'query');
    return relation(ref.alias, renamed(columns, ref.columnAliases), facts);
  }

  private tableFunction(ref: TreeTableFunction): Relation {
    const calls = ref.calls.map((call) => this.functionRows(call, ref));
    const columns = calls.flatMap((each) => each.columns);
    if (ref.ordinality) columns.push(computed('ordinality', [], 1));
    const [first] = ref.calls;
    const alias = ref.alias ?? (first?.kind === 'call' ? first.name : null);
    const { facts, ...shown } = relation(alias, renamed(columns, ref.columnAliases), null);
    return { ...shown, facts: { ...facts, calls: calls.map(({ node }) => node) } };
  }

  private functionRows(call: TreeExpr, ref: TreeTableFunction) {
    const { calls, alias, definedColumns } = ref;
    const { table, scalar } = this.context.rules.functions;
    if (call.kind !== 'call' || call.over || call.filter)
      throw new Refused('node_not_allowed', "This kind of FROM can't be used here.");
    if (!table.has(call.name) && !scalar.has(call.name))
      throw new Refused('function_not_allowed', `FROM ${call.name}() can't be used.`);
    this.context.functions.add(call.name);
    this.context.weight.addRelation(1);
    const { value, weight } = this.context.weight.measured(() =>
      this.expressions.all(call.args, this.place),
    );
    const names = definedColumns ?? this.columnNames(call, calls.length === 1 ? alias : null);
    const { columns } = combine(value);
    const node = callNode(call, value);
    const made: ExprNode = { kind: 'operation', op: 'element of', args: [node] };
    return { node, columns: names.map((name) => computed(name, columns, 1 + weight, made)) };
  }

  private columnNames(call: TreeCall, alias: string | null): readonly string[] {
    const names = this.context.rules.functions.table.get(call.name);
    if (names) return names;
    // A function of several arrays makes a column of each.
    const count = call.name === 'unnest' ? Math.max(1, call.args.length) : 1;
    return Array.from({ length: count }, () => (count === 1 && alias ? alias : call.name));
  }

  private join(ref: TreeJoin): Side {
    const outside = this.scope.side;
    const left = this.item(ref.left);
    const right = this.scope.within(together(outside, left), () => this.item(ref.right));
    const side = mergedSide(ref, left, right, this.context.rules, this.expressions);
    const conditions = conjuncts(ref.on);
    // ON sees the two sides and what is around the block; the items before it only where the engine takes it as lateral.
    const both = together(left, right);
    const inReach = this.context.rules.lateralOn ? together(outside, both) : both;
    const found: (Equality | null)[] = [];
    const others: FilterFacts[] = [];
    this.scope.within(inReach, () => {
      for (const each of conditions) {
        const equality = this.equality(each);
        found.push(equality);
        // A condition is read once: a subquery in it would be bound twice.
        if (equality) this.expressions.read(each, this.place);
        else others.push(this.condition(each));
      }
    });
    const merged = side.merged.flatMap(({ parts: [one, two] }) => {
      const pair = one && two ? [sideOf(left, one), sideOf(right, two)] : [];
      return pair[0] && pair[1] ? [{ left: pair[0], right: pair[1] }] : [];
    });
    this.joins.push({
      type: ref.type,
      alias: aliasOf(right),
      equalities: [...merged, ...found.filter((each) => each !== null)],
      hasOtherConditions: found.includes(null) || ref.asof === true,
      ...(others.length > 0 && { conditions: others }),
    });
    if (ref.type === 'semi' || ref.type === 'anti') return left;
    if (ref.alias === null) return side;
    const facts: SourceFacts = { alias: ref.alias, table: null, derived: null };
    const named: Relation = {
      alias: ref.alias,
      columns: side.shown,
      unseen: NOTHING_UNSEEN,
      bound: null,
      facts,
    };
    return { relations: [named], shown: side.shown };
  }

  private condition(expr: TreeExpr): FilterFacts {
    const columnOf = (part: TreeExpr) => this.expressions.read(part, this.place).column;
    return filterFacts(expr, this.expressions.facts(expr, this.place), columnOf);
  }

  /** The equality of two base columns of different sources that a condition is, else null. */
  equality(condition: TreeExpr): Equality | null {
    if (condition.kind !== 'operation' || condition.op !== '=') return null;
    const [one, two] = condition.args;
    const left = one && this.plainColumn(one);
    const right = two && this.plainColumn(two);
    return left && right && left.alias !== right.alias ? { left, right } : null;
  }

  private plainColumn(expr: TreeExpr): Equality['left'] | null {
    const hit = expr.kind === 'column' ? this.scope.find(expr.names) : null;
    return hit?.kind === 'column' && !hit.isField ? sideOf(this.scope.side, hit.column) : null;
  }
}

/** The base column with the alias of the source that shows it; null for computed columns and other scopes. */
function sideOf(side: Side, column: VisibleColumn): Equality['left'] | null {
  const part = column.parts.find((each) => each.column === column.column);
  if (part && column.column) return sideOf(side, part);
  const shows = side.relations.find((each) => each.columns.includes(column));
  return shows?.alias && column.column ? { ...column.column, alias: shows.alias } : null;
}

const aliasOf = (side: Side) => side.relations[0]?.alias ?? '';

function relation(
  alias: string | null,
  columns: readonly VisibleColumn[],
  derived: SourceFacts['derived'],
): Relation {
  const facts = { alias: alias ?? '', table: null, derived };
  return { alias, columns, unseen: NOTHING_UNSEEN, bound: null, facts };
}

function unseenIn({ columns, leftOut }: CatalogTable, rules: SelectRules): ReadonlySet<string> {
  const hidden = columns.filter((column) => column.hidden);
  const names = [...hidden, ...(leftOut ?? [])].map(({ name }) => rules.foldColumn(name));
  return names.length === 0 ? NOTHING_UNSEEN : new Set(names);
}

export function computed(
  name: string,
  columns: readonly BaseColumn[],
  weight: number,
  made?: ExprNode,
): VisibleColumn {
  return {
    ...{ name, column: null, columns, origin: null, parts: [], nested: true },
    ...{ of: null, made, weight },
  };
}

/** Relations that the engine reads for one of the catalog: the parts of a united table, the tables below a view. */
function relationsBelow({ united, reads }: CatalogTable): number {
  const below = reads ? [...Object.values(reads.columns).flat(), ...reads.elsewhere] : [];
  const tables = new Set(below.map(({ schema, table }) => JSON.stringify([schema, table])));
  return Math.max(1, united?.length ?? tables.size);
}

/** Columns with the first of them renamed: `t(a, b)`. */
export function renamed(
  columns: readonly VisibleColumn[],
  names: readonly string[],
): readonly VisibleColumn[] {
  if (names.length > columns.length)
    throw new Refused('column_unknown', 'There are more column names than columns.');
  return names.length === 0
    ? columns
    : columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }));
}
