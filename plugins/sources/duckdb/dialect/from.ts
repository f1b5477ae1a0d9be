import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type {
  BaseColumn,
  FilterFacts,
  JoinFacts,
  SourceFacts,
} from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import type { Context } from './context.ts';
import type { ExpressionReader, Place } from './expressions.ts';
import { filterFacts } from './filters.ts';
import { TABLE_FUNCTIONS } from './functions.ts';
import { type BoundTable, fold, type Relation, type Scope, type VisibleColumn } from './scope.ts';
import type {
  BaseTable,
  DerivedTable,
  Expression,
  JoinTable,
  TableFunction,
  TableRef,
  ValuesList,
} from './tree.ts';

type Equality = JoinFacts['equalities'][number];
type Side = readonly Relation[];

const JOIN_TYPES = {
  INNER: 'inner',
  LEFT: 'left',
  RIGHT: 'right',
  FULL: 'full',
  SEMI: 'semi',
  ANTI: 'anti',
} as const satisfies Record<JoinTable['join_type'], JoinFacts['type']>;

/** Reads the FROM of one block into its scope: relations, joins, merged columns. Throws `Refused`. */
export class FromReader {
  readonly sources: SourceFacts[] = [];
  readonly joins: JoinFacts[] = [];
  /** Product of the rows that its items make of nothing. */
  madeRows = 1;
  private readonly context: Context;
  private readonly expressions: ExpressionReader;
  private readonly place: Place;

  constructor(context: Context, expressions: ExpressionReader, place: Place) {
    this.context = context;
    this.expressions = expressions;
    this.place = place;
  }

  read(ref: TableRef): Side {
    switch (ref.type) {
      case 'EMPTY':
        return [];
      case 'BASE_TABLE':
        return this.add(this.baseTable(ref));
      case 'SUBQUERY':
        return this.add(this.derived(ref));
      case 'TABLE_FUNCTION':
        return this.add(this.tableFunction(ref));
      case 'EXPRESSION_LIST':
        return this.add(this.values(ref));
      case 'JOIN':
        return this.join(ref);
    }
  }

  private get scope(): Scope {
    return this.place.scope;
  }

  private add(relation: Relation): Side {
    this.context.size.addRelation(relation.columns.length);
    this.scope.relations.push(relation);
    this.sources.push(relation.facts);
    return [relation];
  }

  private baseTable(ref: BaseTable): Relation {
    const name = ref.table_name;
    if (ref.catalog_name !== '' || ref.schema_name !== '')
      throw new Refused(
        'table_not_in_catalog',
        `Write the table name alone: ${name}, with nothing before it.`,
      );
    const alias = ref.alias || name;
    const cte = this.scope.ctes.get(fold(name));
    if (cte) {
      this.context.size.addBlocks(cte.blocks);
      this.madeRows *= cte.madeRows;
      return {
        alias,
        columns: renamed(cte.columns, ref.column_name_alias),
        facts: { alias, table: null, derived: cte.facts },
      };
    }
    const table = this.context.tables.get(fold(name));
    if (!table)
      throw new Refused('table_not_in_catalog', `There is no table "${name}" in this workspace.`);
    const bound: BoundTable = { ref, table, uses: new Map(), named: new Set() };
    this.context.bound.push(bound);
    const show = (column: CatalogColumn) => this.visible(bound, column);
    const columns = table.columns.filter((column) => !column.hidden).map(show);
    return {
      alias,
      columns: renamed(columns, ref.column_name_alias),
      facts: { alias, table: table.name, derived: null },
    };
  }

  private visible(bound: BoundTable, column: CatalogColumn): VisibleColumn {
    const base = this.context.baseColumn(bound.table, column);
    return {
      name: column.name,
      column: base,
      columns: [base],
      origin: { bound, column },
      nested: column.type === 'other',
    };
  }

  private derived(ref: DerivedTable): Relation {
    const { facts, columns, madeRows } = this.context.query(
      ref.subquery.node,
      this.scope,
      this.scope.ctes,
      'query',
    );
    this.madeRows *= madeRows;
    return {
      alias: ref.alias || 'unnamed_subquery',
      columns: renamed(columns, ref.column_name_alias),
      facts: { alias: ref.alias, table: null, derived: facts },
    };
  }

  private tableFunction(ref: TableFunction): Relation {
    const call = ref.function;
    const name = call.class === 'FUNCTION' ? fold(call.function_name) : '';
    if (call.class !== 'FUNCTION' || !TABLE_FUNCTIONS.has(name) || isQualified(call))
      throw new Refused(
        'function_not_allowed',
        name ? `FROM ${name}() cannot be used.` : 'This FROM cannot be used.',
      );
    if (name === 'unnest' && call.children.length !== 1)
      throw new Refused('function_not_allowed', 'unnest() takes one list here.');
    this.madeRows *= this.context.growth.tableFunction(name, call);
    this.context.functions.add(name);
    const read = call.children.flatMap((child) => this.expressions.read(child, this.place).columns);
    const column = computed(name, [...new Set(read)]);
    const shown =
      ref.with_ordinality === 'WITH_ORDINALITY' ? [column, computed('ordinality', [])] : [column];
    const alias = ref.alias || name;
    return {
      alias,
      columns: renamed(shown, ref.column_name_alias),
      facts: { alias, table: null, derived: null },
    };
  }

  private values(ref: ValuesList): Relation {
    this.madeRows *= Math.max(1, ref.values.length);
    const [first = []] = ref.values;
    const columns = first.map((_, index) => {
      const read = ref.values.flatMap((row) =>
        row[index] ? this.expressions.read(row[index], this.place).columns : [],
      );
      return computed(`col${index}`, [...new Set(read)]);
    });
    return {
      alias: ref.alias,
      columns,
      facts: { alias: ref.alias, table: null, derived: null },
    };
  }

  private join(ref: JoinTable): Side {
    if (ref.alias !== '') throw new Refused('node_not_allowed', 'A join cannot be named here.');
    const left = this.read(ref.left);
    const right = this.read(ref.right);
    const conditions = ref.condition ? conjuncts(ref.condition) : [];
    const equalities = [
      ...this.merge(ref, left, right),
      ...conditions.map((each) => this.equality(each)).filter((each) => each !== null),
    ];
    for (const each of conditions) this.expressions.read(each, this.place);
    const others = conditions
      .filter((each) => this.equality(each) === null)
      .map((each) => this.condition(each));
    this.joins.push({
      type: ref.ref_type === 'CROSS' ? 'cross' : JOIN_TYPES[ref.join_type],
      alias: right[0]?.alias ?? '',
      equalities,
      hasOtherConditions: others.length > 0 || ref.ref_type === 'ASOF',
      ...(others.length > 0 && { conditions: others }),
    });
    if (ref.join_type !== 'SEMI' && ref.join_type !== 'ANTI') return [...left, ...right];
    for (const relation of right)
      this.scope.relations.splice(this.scope.relations.indexOf(relation), 1);
    return left;
  }

  private condition(expr: Expression): FilterFacts {
    const columnOf = (part: Expression) => this.expressions.read(part, this.place).column;
    return filterFacts(expr, this.expressions.facts(expr, this.place), columnOf);
  }

  /** USING and NATURAL: the columns that become one, as equalities. */
  private merge(ref: JoinTable, left: Side, right: Side): readonly Equality[] {
    const names = ref.ref_type === 'NATURAL' ? commonNames(left, right) : ref.using_columns;
    if (ref.ref_type === 'NATURAL' && names.length === 0)
      throw new Refused(
        'column_unknown',
        'The two sides of NATURAL JOIN have no column in common.',
      );
    const keep = ref.join_type === 'RIGHT' ? 'right' : ref.join_type === 'FULL' ? 'both' : 'left';
    return names.flatMap((name) => {
      const [one, two] = this.scope.merge(name, left, right, keep);
      for (const part of [...one.parts, ...two.parts]) this.expressions.use(part);
      const from = side(this.scope, one.column);
      const to = side(this.scope, two.column);
      return from && to ? [{ left: from, right: to }] : [];
    });
  }

  /** The equality of two base columns of different sources that a condition is, else null. */
  equality(condition: Expression): Equality | null {
    if (condition.class !== 'COMPARISON' || condition.type !== 'COMPARE_EQUAL') return null;
    const left = this.plainColumn(condition.left);
    const right = this.plainColumn(condition.right);
    return left && right && left.alias !== right.alias ? { left, right } : null;
  }

  private plainColumn(expr: Expression): (BaseColumn & { readonly alias: string }) | null {
    if (expr.class !== 'COLUMN_REF') return null;
    const hit = this.scope.find(expr.column_names);
    return hit?.kind === 'column' && !hit.isField ? side(this.scope, hit.column) : null;
  }
}

/** The base column with the alias of the source that shows it; null for computed columns and other scopes. */
function side(
  scope: Scope,
  column: VisibleColumn,
): (BaseColumn & { readonly alias: string }) | null {
  const relation = scope.relations.find((each) => each.columns.includes(column));
  return relation && column.column ? { ...column.column, alias: relation.alias } : null;
}

export function computed(name: string, columns: readonly BaseColumn[]): VisibleColumn {
  return { name, column: null, columns, origin: null, nested: true };
}

/** The parts of a conjunction. */
export function conjuncts(expr: Expression): readonly Expression[] {
  return expr.class === 'CONJUNCTION' && expr.type === 'CONJUNCTION_AND'
    ? expr.children.flatMap(conjuncts)
    : [expr];
}

/** Columns with the first of them renamed: `t(a, b)`. */
export function renamed(
  columns: readonly VisibleColumn[],
  names: readonly string[],
): readonly VisibleColumn[] {
  if (names.length > columns.length)
    throw new Refused('column_unknown', 'More column names are given than there are columns.');
  return names.length === 0
    ? columns
    : columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }));
}

function commonNames(left: Side, right: Side): readonly string[] {
  const other = new Set(right.flatMap((each) => each.columns.map((column) => fold(column.name))));
  const names = left.flatMap((each) => each.columns.map((column) => fold(column.name)));
  return [...new Set(names)].filter((name) => other.has(name));
}

const isQualified = (call: Expression & { readonly class: 'FUNCTION' }) =>
  call.catalog !== '' || (call.schema !== '' && fold(call.schema) !== 'main');
