import { Refused } from '#src/plugin-api/refused.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';
import { print } from '#src/sql/select/print.ts';
import type {
  Span,
  StarChanges,
  TreeBaseTable,
  TreeCall,
  TreeExpr,
  TreeItem,
  TreeJoin,
  TreeLiteral,
  TreeOrder,
  TreeQuery,
  TreeSelect,
  TreeSubquery,
  TreeTable,
} from '#src/sql/select/tree.ts';
import { operation, plainCall } from '#src/sql/select/tree-nodes.ts';
import { LAMBDA_FUNCTIONS, TABLE_FUNCTIONS } from './functions.ts';
import { fold, quoted } from './names.ts';
import { notAllowed } from './refused.ts';
import {
  type BaseTable,
  COMPARISONS,
  type Expression,
  type FunctionCall,
  type JoinTable,
  type Lambda,
  type Modifier,
  type OrderItem,
  type QueryNode,
  type SelectNode,
  type SelectStatement,
  type SetNode,
  type Star,
  type Subquery,
  type TableFunction,
  type TableRef,
  type ValuesList,
  type WindowCall,
} from './tree.ts';
import type { ConstantValue, LogicalType } from './tree-values.ts';

/** A statement as the neutral tree, and which parts of DuckDB's tree its tables and result columns are. */
export interface Mapped {
  readonly query: TreeQuery;
  readonly tables: ReadonlyMap<TreeBaseTable, BaseTable>;
  readonly items: ReadonlyMap<TreeExpr, Expression>;
}

/** Maps a proven statement to the neutral tree. `sql` is its text. Throws `Refused` for what has no place there. */
export function mapStatement(sql: string, statement: SelectStatement): Mapped {
  const mapper = new TreeMapper(sql);
  return {
    query: mapper.query(statement.node),
    tables: mapper.tables,
    items: mapper.items,
  };
}

type Ends = Pick<TreeSelect, 'orderBy' | 'limit' | 'offset'>;

class TreeMapper {
  readonly tables = new Map<TreeBaseTable, BaseTable>();
  readonly items = new Map<TreeExpr, Expression>();
  private readonly names: TableNames;

  constructor(sql: string) {
    this.names = new TableNames(sql);
  }

  query(node: QueryNode): TreeQuery {
    return node.type === 'SELECT_NODE' ? this.select(node) : this.set(node);
  }

  private select(node: SelectNode): TreeSelect {
    const distinct = node.modifiers.find((each) => each.type === 'DISTINCT_MODIFIER');
    const on = distinct?.distinct_on_targets ?? [];
    const from = this.table(node.from_table);
    return {
      kind: 'select',
      ctes: this.ctes(node),
      distinct: distinct !== undefined && on.length === 0,
      distinctOn: this.all(on),
      items: node.select_list.map((each) => this.item(each)),
      from: from ? [from] : [],
      where: this.optional(node.where_clause),
      groupBy: this.all(node.group_expressions),
      groupingSets: node.group_sets.length,
      groupByAll: node.aggregate_handling === 'FORCE_AGGREGATES',
      having: this.optional(node.having),
      qualify: this.optional(node.qualify),
      windows: [],
      ...this.ends(node.modifiers),
    };
  }

  private set(node: SetNode): TreeQuery {
    if (node.modifiers.some((each) => each.type === 'DISTINCT_MODIFIER'))
      notAllowed('DISTINCT of a set operation');
    return {
      kind: 'set',
      ctes: this.ctes(node),
      op: SET_OPERATIONS[node.setop_type],
      all: node.setop_all,
      byName: node.setop_type === 'UNION_BY_NAME',
      left: this.query(node.left),
      right: this.query(node.right),
      ...this.ends(node.modifiers),
    };
  }

  private ctes({ cte_map }: QueryNode): TreeSelect['ctes'] {
    return cte_map.map.map(({ key, value }) => ({
      name: key,
      columns: value.aliases,
      query: this.query(value.query.node),
      recursive: false,
    }));
  }

  private ends(modifiers: readonly Modifier[]): Ends {
    let ends: Ends = { orderBy: [], limit: null, offset: null };
    for (const each of modifiers) {
      if (each.type === 'ORDER_MODIFIER') ends = { ...ends, orderBy: this.orders(each.orders) };
      if (!('limit' in each)) continue;
      const limit = this.optional(each.limit);
      const isShare = limit !== null && each.type === 'LIMIT_PERCENT_MODIFIER';
      ends = {
        ...ends,
        limit: isShare ? operation('percent', limit) : limit,
        offset: this.optional(each.offset),
      };
    }
    return ends;
  }

  private orders(orders: readonly OrderItem[]): readonly TreeOrder[] {
    return orders.map(({ type, expression }) => ({
      expr: isAll(expression) ? { kind: 'star', qualifier: [] } : this.expression(expression),
      direction: type === 'DESCENDING' ? 'desc' : 'asc',
    }));
  }

  private item(expr: Expression): TreeItem {
    if (expr.class === 'STAR') return { expr: this.star(expr), alias: null, name: '' };
    const mapped = this.expression(expr);
    this.items.set(mapped, expr);
    if (expr.alias !== '') return { expr: mapped, alias: expr.alias, name: expr.alias };
    if (expr.class === 'COLUMN_REF')
      return { expr: mapped, alias: null, name: expr.column_names.at(-1) ?? '' };
    return { expr: mapped, alias: null, name: print(mapped), unnamed: true };
  }

  private star(star: Star): TreeExpr {
    if (star.columns || star.expr) notAllowed('COLUMNS(…)');
    const qualifier = star.relation_name ? [star.relation_name] : [];
    const excluded = star.qualified_exclude_list.map((each) => {
      if (each.table !== '' || each.schema !== '' || each.catalog !== '')
        notAllowed('EXCLUDE with a qualified column name');
      return each.column;
    });
    const changes: StarChanges = {
      excluded: [...star.exclude_list, ...excluded],
      replaced: star.replace_list.map(({ key, value }) => ({
        name: key,
        expr: this.expression(value),
      })),
      renamed: star.rename_list.map(({ key, value }) => ({ name: key.column, by: value })),
    };
    const isChanged = Object.values(changes).some((each) => each.length > 0);
    return { kind: 'star', qualifier, ...(isChanged && { changes }) };
  }

  private table(ref: TableRef): TreeTable | null {
    switch (ref.type) {
      case 'EMPTY':
        return null;
      case 'BASE_TABLE':
        return this.baseTable(ref);
      case 'SUBQUERY':
        return {
          kind: 'derived',
          query: this.query(ref.subquery.node),
          alias: ref.alias || null,
          columnAliases: ref.column_name_alias,
          lateral: true,
        };
      case 'TABLE_FUNCTION':
        return this.tableFunction(ref);
      case 'EXPRESSION_LIST':
        return this.values(ref);
      case 'JOIN':
        return this.join(ref);
    }
  }

  private baseTable(ref: BaseTable): TreeBaseTable {
    if (ref.catalog_name !== '' || ref.schema_name !== '')
      throw new Refused(
        'table_not_in_catalog',
        `Write the table name alone: ${ref.table_name}, with nothing before it.`,
      );
    const table: TreeBaseTable = {
      kind: 'table',
      names: [ref.table_name],
      span: this.names.spanOf(ref),
      alias: ref.alias || null,
      columnAliases: ref.column_name_alias,
      replaceable: true,
    };
    this.tables.set(table, ref);
    return table;
  }

  private tableFunction(ref: TableFunction): TreeTable {
    const call = ref.function;
    const name = call.class === 'FUNCTION' ? fold(call.function_name) : '';
    if (call.class !== 'FUNCTION' || !TABLE_FUNCTIONS.has(name))
      throw new Refused(
        'function_not_allowed',
        name ? `FROM ${name}() can't be used.` : "This kind of FROM can't be used.",
      );
    if (name === 'unnest' && call.children.length !== 1)
      throw new Refused('function_not_allowed', 'unnest() takes one list here.');
    return {
      kind: 'function',
      calls: [this.call(call)],
      definedColumns: null,
      alias: ref.alias || null,
      columnAliases: ref.column_name_alias,
      ordinality: ref.with_ordinality === 'WITH_ORDINALITY',
    };
  }

  private values(ref: ValuesList): TreeTable {
    const rows = ref.values.map((row) => this.all(row));
    return {
      kind: 'derived',
      query: { kind: 'values', rows, ctes: [], orderBy: [], limit: null, offset: null },
      alias: ref.alias || null,
      columnAliases: [],
      lateral: true,
    };
  }

  private join(ref: JoinTable): TreeTable {
    if (ref.alias !== '') notAllowed('An alias for a join');
    const [left, right] = [this.table(ref.left), this.table(ref.right)];
    if (!left || !right) notAllowed('A join without a table');
    return {
      kind: 'join',
      type: ref.ref_type === 'CROSS' ? 'cross' : JOIN_TYPES[ref.join_type],
      asof: ref.ref_type === 'ASOF',
      natural: ref.ref_type === 'NATURAL',
      using: ref.using_columns,
      on: this.optional(ref.condition),
      left,
      right,
      alias: null,
    };
  }

  private optional(expr: Expression | null): TreeExpr | null {
    return expr && this.expression(expr);
  }

  private all(exprs: readonly Expression[]): readonly TreeExpr[] {
    return exprs.map((each) => this.expression(each));
  }

  private expression(expr: Expression): TreeExpr {
    switch (expr.class) {
      case 'COLUMN_REF':
        return { kind: 'column', names: expr.column_names };
      case 'CONSTANT':
        return constant(expr.value);
      case 'FUNCTION':
        return this.call(expr);
      case 'WINDOW':
        return this.window(expr);
      case 'COMPARISON':
        return operation(
          COMPARISONS[expr.type].toLowerCase(),
          this.expression(expr.left),
          this.expression(expr.right),
        );
      case 'CONJUNCTION':
        return operation(
          expr.type === 'CONJUNCTION_AND' ? 'and' : 'or',
          ...this.all(expr.children),
        );
      case 'OPERATOR':
        return this.operator(expr);
      case 'BETWEEN':
        return operation('between', ...this.all([expr.input, expr.lower, expr.upper]));
      case 'CASE': {
        const cases = expr.case_checks.flatMap((each) => [each.when_expr, each.then_expr]);
        return operation('case', ...this.all([...cases, expr.else_expr]));
      }
      case 'CAST':
        return this.cast(expr);
      case 'COLLATE':
        if (!/^[a-z_]+$/i.test(expr.collation)) notAllowed('This collation');
        return operation('collate', this.expression(expr.child), other(expr.collation));
      // Outside a function that takes one, `a -> b` is the arrow of JSON.
      case 'LAMBDA':
        return operation('->', this.expression(expr.lhs), this.expression(expr.expr));
      case 'POSITIONAL_REFERENCE':
        return { kind: 'place', index: expr.index };
      case 'SUBQUERY':
        return this.subquery(expr);
      case 'STAR':
        return notAllowed(expr.columns ? 'COLUMNS(…)' : 'A * inside an expression');
    }
  }

  private call(expr: FunctionCall): TreeExpr {
    const name = unqualified(expr);
    const [first, second, ...more] = expr.children;
    if (expr.is_operator && first && more.length === 0 && !expr.distinct && !expr.filter)
      return operation(LIKES[name] ?? name, ...this.all(second ? [first, second] : [first]));
    const isCount = name === 'count_star';
    const like = ESCAPED_LIKES[name];
    if (like) return operation(like, ...this.all(expr.children));
    return {
      kind: 'call',
      name: isCount ? 'count' : name,
      args: isCount ? [STAR] : this.arguments(name, expr.children),
      distinct: expr.distinct,
      filter: this.optional(expr.filter),
      orderBy: this.orders(expr.order_bys.orders),
      over: null,
    };
  }

  private arguments(name: string, children: readonly Expression[]): readonly TreeExpr[] {
    const takesLambda = LAMBDA_FUNCTIONS.has(name);
    return children.map((each, index) =>
      takesLambda && index > 0 && each.class === 'LAMBDA'
        ? this.lambda(each)
        : this.expression(each),
    );
  }

  private lambda({ lhs, expr }: Lambda): TreeExpr {
    return { kind: 'lambda', parameters: lambdaParameters(lhs), body: this.expression(expr) };
  }

  private window(expr: WindowCall): TreeCall {
    const name = unqualified(expr);
    const isCount = name === 'count_star' || (name === 'count' && expr.children.length === 0);
    const more = [expr.offset_expr, expr.default_expr].filter((each) => each !== null);
    const bounds = [expr.start_expr, expr.end_expr].filter((each) => each !== null);
    return {
      kind: 'call',
      name: isCount ? 'count' : name,
      args: isCount ? [STAR] : this.all([...expr.children, ...more]),
      distinct: expr.distinct,
      filter: this.optional(expr.filter_expr),
      orderBy: this.orders(expr.arg_orders),
      over: {
        base: null,
        partitionBy: this.all(expr.partitions),
        orderBy: this.orders(expr.orders),
        bounds: this.all(bounds),
      },
    };
  }

  private operator({ type, children }: Extract<Expression, { class: 'OPERATOR' }>): TreeExpr {
    const args = this.all(children);
    const [first] = args;
    if (type === 'OPERATOR_NOT' && first?.kind === 'subquery' && first.mode !== 'scalar')
      return { ...first, negated: !first.negated };
    const name = OPERATORS[type];
    return name ? operation(name, ...args) : plainCall(CALLS[type] ?? type.toLowerCase(), args);
  }

  private cast(expr: Extract<Expression, { class: 'CAST' }>): TreeExpr {
    const { child, cast_type, try_cast } = expr;
    const text = child.class === 'CONSTANT' ? child.value.value : null;
    // DuckDB writes TRUE as a cast of the text t.
    if (cast_type.id === 'BOOLEAN' && (text === 't' || text === 'f'))
      return { kind: 'literal', type: 'boolean', text: text === 't' ? 'true' : 'false' };
    return {
      kind: 'cast',
      arg: this.expression(child),
      type: typeName(cast_type).toLowerCase(),
      ...(try_cast && { lenient: true }),
    };
  }

  private subquery(expr: Subquery): TreeSubquery {
    const query = this.query(expr.subquery.node);
    const type = expr.subquery_type;
    if (type === 'EXISTS' || type === 'NOT_EXISTS')
      return { kind: 'subquery', mode: 'exists', negated: type !== 'EXISTS', outer: null, query };
    const isIn = expr.child !== null && expr.comparison_type === 'COMPARE_EQUAL';
    const mode = isIn ? 'in' : expr.child ? 'quantified' : 'scalar';
    return { kind: 'subquery', mode, negated: false, outer: this.optional(expr.child), query };
  }
}

/** Finds the names of tables in the text. DuckDB counts in bytes of UTF-8. */
class TableNames {
  private readonly sql: string;
  private readonly bytes: Buffer | null;

  constructor(sql: string) {
    this.sql = sql;
    const bytes = Buffer.from(sql);
    this.bytes = bytes.length === sql.length ? null : bytes;
  }

  /**
   * Where the name of a table stands, quotes included; null where another name or none stands there, or the name does
   * not stand where a subquery may (`TABLE orders`).
   */
  spanOf({ query_location, table_name }: BaseTable): Span | null {
    const location = Number(query_location);
    const start = this.bytes ? this.bytes.toString('utf8', 0, location).length : location;
    for (const written of [table_name, quoted(table_name)]) {
      const end = start + written.length;
      const isThere = this.sql.startsWith(written, start) && !CONTINUES.test(this.sql[end] ?? ' ');
      const before = this.sql.slice(Math.max(0, start - LOOK_BEHIND), start);
      if (isThere && BEFORE.test(before)) return { start, end };
    }
    return null;
  }
}

/** A name goes on with letters, digits, `_`, `$`, all beyond ASCII, quotes, and a point behind it. */
const CONTINUES = /[\w$".\u0080-\uffff]/;

/** Characters before a name that are looked at. */
const LOOK_BEHIND = 200;

/** What may stand before the name of a table that a subquery replaces. */
const BEFORE = /(?:\bfrom|\bjoin|,|\()\s*$/i;

const SET_OPERATIONS = {
  UNION: 'union',
  UNION_BY_NAME: 'union',
  INTERSECT: 'intersect',
  EXCEPT: 'except',
} as const;

const JOIN_TYPES = {
  INNER: 'inner',
  LEFT: 'left',
  RIGHT: 'right',
  FULL: 'full',
  SEMI: 'semi',
  ANTI: 'anti',
} as const satisfies Record<JoinTable['join_type'], TreeJoin['type']>;

const LIKES: Readonly<Record<string, string>> = lookupTable({
  '~~': 'like',
  '!~~': 'not like',
  '~~*': 'ilike',
  '!~~*': 'not ilike',
});

/** LIKE with ESCAPE. */
const ESCAPED_LIKES: Readonly<Record<string, string>> = lookupTable({
  like_escape: 'like',
  not_like_escape: 'not like',
  ilike_escape: 'ilike',
  not_ilike_escape: 'not ilike',
});

const OPERATORS: Readonly<Record<string, string>> = lookupTable({
  ARRAY_CONSTRUCTOR: 'list',
  ARRAY_EXTRACT: '[]',
  ARRAY_SLICE: '[]',
  STRUCT_EXTRACT: '[]',
  COMPARE_IN: 'in',
  COMPARE_NOT_IN: 'not in',
  OPERATOR_IS_NULL: 'is null',
  OPERATOR_IS_NOT_NULL: 'is not null',
  OPERATOR_NOT: 'not',
});
const CALLS: Readonly<Record<string, string>> = lookupTable({
  GROUPING_FUNCTION: 'grouping',
  OPERATOR_COALESCE: 'coalesce',
  OPERATOR_TRY: 'try',
});

const STAR: TreeExpr = { kind: 'star', qualifier: [] };

const other = (text: string): TreeLiteral => ({ kind: 'literal', type: 'other', text });

const isAll = (expr: Expression) => expr.class === 'STAR' && expr.columns && expr.expr === null;

/** The name of a function, lower case. */
function unqualified({ function_name, catalog, schema }: FunctionCall | WindowCall): string {
  const name = fold(function_name);
  if (catalog !== '' || (schema !== '' && fold(schema) !== 'main'))
    throw new Refused(
      'function_not_allowed',
      `Write the function ${name}() without a schema prefix.`,
    );
  return name;
}

function lambdaParameters(lhs: Expression): readonly string[] {
  if (lhs.class === 'COLUMN_REF' && lhs.column_names.length === 1) return lhs.column_names;
  if (lhs.class === 'FUNCTION' && fold(lhs.function_name) === 'row')
    return lhs.children.flatMap(lambdaParameters);
  return notAllowed('This lambda');
}

function constant(value: ConstantValue): TreeLiteral {
  const text = literalText(value);
  if (value.is_null || value.value === undefined) return { kind: 'literal', type: 'null', text };
  if (value.type.id === 'VARCHAR') return { kind: 'literal', type: 'text', text };
  if (value.type.id === 'BOOLEAN') return { kind: 'literal', type: 'boolean', text };
  const isNumber = /INT|^(?:DECIMAL|FLOAT|DOUBLE|BIGNUM)$/.test(value.type.id);
  return { kind: 'literal', type: isNumber ? 'number' : 'other', text };
}

/** The text of a constant, bare, without quotes. */
function literalText({ type, is_null, value }: ConstantValue): string {
  if (is_null || value === undefined) return 'NULL';
  if (typeof value === 'object' && 'children' in value)
    return `[${value.children.map(literalText).join(', ')}]`;
  const digits =
    typeof value === 'object'
      ? ((BigInt(value.upper) << 64n) + BigInt.asUintN(64, BigInt(value.lower))).toString()
      : String(value);
  const info = type.type_info;
  return info?.type === 'DECIMAL_TYPE_INFO' ? decimal(digits, info.scale) : digits;
}

function decimal(digits: string, scale: number): string {
  if (scale === 0) return digits;
  const [, sign = '', number = ''] = /^(-?)(\d+)$/.exec(digits) ?? [];
  const padded = number.padStart(scale + 1, '0');
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

function typeName(type: LogicalType): string {
  const info = type.type_info;
  if (info?.type === 'DECIMAL_TYPE_INFO') return `DECIMAL(${info.width}, ${info.scale})`;
  if (info?.type === 'LIST_TYPE_INFO') return `${typeName(info.child_type)}[]`;
  return info?.type === 'UNBOUND_TYPE_INFO' ? info.name : type.id;
}
