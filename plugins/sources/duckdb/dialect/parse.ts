import { Refused } from '#src/plugin-api/refused.ts';
import { notAllowed } from './refused.ts';
import {
  bool,
  type Check,
  dispatch,
  empty,
  type Fields,
  integer,
  list,
  object,
  oneOf,
  only,
  optional,
  record,
  text,
  unknownShape,
} from './shapes.ts';
import { COMPARISONS, OPERATOR_TYPES, type SelectStatement } from './tree.ts';
import { constant, type } from './value-shapes.ts';

/**
 * Proves that a value is one SELECT in the shapes of `tree.ts`: an allow-list of node classes, of their types and of
 * the exact set of their fields. A shape that this version of the guard does not know is refused, so that an engine
 * update cannot slip a construct past it.
 */

const expr: Check = (value, level) => expression(value, level);
const node: Check = (value, level) => queryNode(value, level);
const table: Check = (value, level) => tableRef(value, level);

const order = list(
  record({
    type: oneOf('ORDER_DEFAULT', 'ASCENDING', 'DESCENDING'),
    null_order: oneOf('ORDER_DEFAULT', 'NULLS FIRST', 'NULLS LAST'),
    expression: expr,
  }),
);
const orderModifier = record({ type: oneOf('ORDER_MODIFIER'), orders: order });
const names = list(text);
const qualified = record({ catalog: text, schema: text, table: text, column: text });
const comparison = oneOf(...Object.keys(COMPARISONS));

const kind = (name: string, types: Check, fields: Fields) =>
  record({ class: oneOf(name), type: types, alias: text, query_location: integer, ...fields });

const select = record({ node, named_param_map: empty('A parameter') });

const expression = dispatch('class', {
  COLUMN_REF: kind('COLUMN_REF', oneOf('COLUMN_REF'), { column_names: names }),
  CONSTANT: kind('CONSTANT', oneOf('VALUE_CONSTANT'), { value: constant }),
  FUNCTION: kind('FUNCTION', oneOf('FUNCTION'), {
    function_name: text,
    schema: text,
    catalog: text,
    children: list(expr),
    filter: optional(expr),
    order_bys: orderModifier,
    distinct: bool,
    is_operator: bool,
    export_state: only('EXPORT_STATE', false),
  }),
  WINDOW: kind(
    'WINDOW',
    oneOf(
      ...['WINDOW_AGGREGATE', 'WINDOW_ROW_NUMBER', 'WINDOW_RANK', 'WINDOW_RANK_DENSE'],
      ...['WINDOW_PERCENT_RANK', 'WINDOW_CUME_DIST', 'WINDOW_NTILE', 'WINDOW_LEAD', 'WINDOW_LAG'],
      ...['WINDOW_FIRST_VALUE', 'WINDOW_LAST_VALUE', 'WINDOW_NTH_VALUE', 'WINDOW_FILL'],
    ),
    {
      function_name: text,
      schema: text,
      catalog: text,
      children: list(expr),
      partitions: list(expr),
      orders: order,
      start: text,
      end: text,
      start_expr: optional(expr),
      end_expr: optional(expr),
      offset_expr: optional(expr),
      default_expr: optional(expr),
      ignore_nulls: bool,
      filter_expr: optional(expr),
      exclude_clause: text,
      distinct: bool,
      arg_orders: order,
    },
  ),
  OPERATOR: kind('OPERATOR', oneOf(...OPERATOR_TYPES), { children: list(expr) }),
  COMPARISON: kind('COMPARISON', comparison, { left: expr, right: expr }),
  CONJUNCTION: kind('CONJUNCTION', oneOf('CONJUNCTION_AND', 'CONJUNCTION_OR'), {
    children: list(expr),
  }),
  BETWEEN: kind('BETWEEN', oneOf('COMPARE_BETWEEN'), { input: expr, lower: expr, upper: expr }),
  CASE: kind('CASE', oneOf('CASE_EXPR'), {
    case_checks: list(record({ when_expr: expr, then_expr: expr })),
    else_expr: expr,
  }),
  CAST: kind('CAST', oneOf('OPERATOR_CAST'), { child: expr, cast_type: type, try_cast: bool }),
  COLLATE: kind('COLLATE', oneOf('COLLATE'), { child: expr, collation: text }),
  LAMBDA: kind('LAMBDA', oneOf('LAMBDA'), { lhs: expr, expr }),
  POSITIONAL_REFERENCE: kind('POSITIONAL_REFERENCE', oneOf('POSITIONAL_REFERENCE'), {
    index: integer,
  }),
  STAR: kind('STAR', oneOf('STAR'), {
    relation_name: text,
    exclude_list: names,
    qualified_exclude_list: list(qualified),
    replace_list: list(record({ key: text, value: expr })),
    rename_list: list(record({ key: qualified, value: text })),
    columns: bool,
    expr: optional(expr),
  }),
  SUBQUERY: kind('SUBQUERY', oneOf('SUBQUERY'), {
    subquery_type: oneOf('SCALAR', 'ANY', 'EXISTS', 'NOT_EXISTS'),
    subquery: select,
    child: optional(expr),
    comparison_type: oneOf('INVALID', ...Object.keys(COMPARISONS)),
  }),
  PARAMETER: () => {
    throw new Refused(
      'placeholder',
      'The statement has a placeholder (? or $1). Write the value itself.',
    );
  },
});

const limit = (name: string) =>
  record({ type: oneOf(name), limit: optional(expr), offset: optional(expr) });
const modifiers = list(
  dispatch('type', {
    ORDER_MODIFIER: orderModifier,
    LIMIT_MODIFIER: limit('LIMIT_MODIFIER'),
    LIMIT_PERCENT_MODIFIER: limit('LIMIT_PERCENT_MODIFIER'),
    DISTINCT_MODIFIER: record({
      type: oneOf('DISTINCT_MODIFIER'),
      distinct_on_targets: list(expr),
    }),
  }),
);
const ctes = record({
  map: list(
    record({
      key: text,
      value: record({
        aliases: names,
        query: select,
        materialized: text,
        key_targets: empty('USING KEY'),
      }),
    }),
  ),
});

const queryNode = dispatch('type', {
  SELECT_NODE: record({
    type: oneOf('SELECT_NODE'),
    modifiers,
    cte_map: ctes,
    select_list: list(expr),
    from_table: table,
    where_clause: optional(expr),
    group_expressions: list(expr),
    group_sets: list(list(integer)),
    aggregate_handling: oneOf('STANDARD_HANDLING', 'FORCE_AGGREGATES'),
    having: optional(expr),
    sample: only('SAMPLE', null),
    qualify: optional(expr),
  }),
  SET_OPERATION_NODE: record({
    type: oneOf('SET_OPERATION_NODE'),
    modifiers,
    cte_map: ctes,
    setop_type: oneOf('UNION', 'UNION_BY_NAME', 'INTERSECT', 'EXCEPT'),
    setop_all: bool,
    left: node,
    right: node,
  }),
  RECURSIVE_CTE_NODE: () => notAllowed('A recursive WITH'),
});

const tableKind = (name: string, fields: Fields) =>
  record({
    type: oneOf(name),
    alias: text,
    sample: only('SAMPLE', null),
    query_location: integer,
    ...fields,
  });

const tableRef = dispatch('type', {
  EMPTY: tableKind('EMPTY', {}),
  BASE_TABLE: tableKind('BASE_TABLE', {
    catalog_name: text,
    schema_name: text,
    table_name: text,
    column_name_alias: names,
    at_clause: only('AT (a version of a table)', null),
  }),
  SUBQUERY: tableKind('SUBQUERY', { subquery: select, column_name_alias: names }),
  TABLE_FUNCTION: tableKind('TABLE_FUNCTION', {
    function: expr,
    column_name_alias: names,
    with_ordinality: oneOf('WITHOUT_ORDINALITY', 'WITH_ORDINALITY'),
  }),
  JOIN: tableKind('JOIN', {
    left: table,
    right: table,
    condition: optional(expr),
    join_type: oneOf('INNER', 'LEFT', 'RIGHT', 'FULL', 'SEMI', 'ANTI'),
    ref_type: (value) => {
      if (value === 'POSITIONAL') notAllowed('POSITIONAL JOIN');
      oneOf('REGULAR', 'NATURAL', 'CROSS', 'ASOF')(value, 0);
    },
    using_columns: names,
    delim_flipped: oneOf(false),
    duplicate_eliminated_columns: empty('This join'),
  }),
  EXPRESSION_LIST: tableKind('EXPRESSION_LIST', {
    values: list(list(expr)),
    expected_names: empty('This list of values'),
    expected_types: empty('This list of values'),
  }),
  PIVOT: () => notAllowed('PIVOT or UNPIVOT'),
  SHOW_REF: () => {
    throw new Refused('not_select', 'Only a SELECT can run, not DESCRIBE, SHOW or SUMMARIZE.');
  },
});

/**
 * The one SELECT of what `json_serialize_sql` gave, parsed from JSON. Throws `Refused` for a syntax error, no or several
 * statements, anything but a SELECT, and every unknown shape.
 */
export function readStatement(tree: unknown): SelectStatement {
  const { error, statements, ...rest } = object(tree);
  if (error !== false) throw engineError(rest);
  if (!Array.isArray(statements)) unknownShape();
  if (statements.length === 0) throw new Refused('empty', 'The SQL is empty. Write one SELECT.');
  if (statements.length > 1)
    throw new Refused('multiple_statements', 'Only one statement can run at a time.');
  const parameters = object(statements[0])['named_param_map'];
  if (Array.isArray(parameters) && parameters.length > 0)
    throw new Refused(
      'placeholder',
      'The statement has a placeholder (? or $1). Write the value itself.',
    );
  select(statements[0], 0);
  return statements[0] as SelectStatement;
}

function engineError({ error_type, error_message }: Record<string, unknown>): Refused {
  const message = typeof error_message === 'string' ? error_message : '';
  if (/^Only SELECT statements/i.test(message))
    return new Refused('not_select', 'Only a SELECT can run.');
  if (error_type === 'not implemented')
    return new Refused(
      'node_not_allowed',
      "The statement has a part that can't be checked. Write it another way.",
    );
  const [first = ''] = message.split('\n');
  return new Refused('syntax', `The statement can't be parsed: ${first || 'syntax error'}.`);
}
