/** Parts of DuckDB's syntax tree as the guard itself writes them. */

type Part = object;

const at = { alias: '', query_location: 0 };

export const INTEGER = { id: 'INTEGER', type_info: null };
export const BIGINT = { id: 'BIGINT', type_info: null };
export const VARCHAR = { id: 'VARCHAR', type_info: null };

export const columnRef = (name: string, alias = ''): Part => ({
  class: 'COLUMN_REF',
  type: 'COLUMN_REF',
  ...at,
  alias,
  column_names: [name],
});

export const constant = (type: Part, value: string | number | bigint): Part => ({
  class: 'CONSTANT',
  type: 'VALUE_CONSTANT',
  ...at,
  value: { type, is_null: false, value },
});

/** `CAST('text' AS type)`. */
export const cast = (text: string, type: Part, alias = ''): Part => ({
  class: 'CAST',
  type: 'OPERATOR_CAST',
  ...at,
  alias,
  child: constant(VARCHAR, text),
  cast_type: type,
  try_cast: false,
});

const COMPARISONS = {
  '=': 'COMPARE_EQUAL',
  '>=': 'COMPARE_GREATERTHANOREQUALTO',
  '<': 'COMPARE_LESSTHAN',
} as const;

export const compared = (op: keyof typeof COMPARISONS, left: Part, right: Part): Part => ({
  class: 'COMPARISON',
  type: COMPARISONS[op],
  ...at,
  left,
  right,
});

export const isNull = (child: Part): Part => ({
  class: 'OPERATOR',
  type: 'OPERATOR_IS_NULL',
  ...at,
  children: [child],
});

/** `column IS DISTINCT FROM 'text'`, or FROM NULL. */
export const distinctFrom = (column: string, text: string | null): Part => ({
  class: 'COMPARISON',
  type: 'COMPARE_DISTINCT_FROM',
  ...at,
  left: columnRef(column),
  right:
    text === null
      ? { ...constant({ id: 'NULL', type_info: null }, ''), value: NULL }
      : constant(VARCHAR, text),
});

const NULL = { type: { id: 'NULL', type_info: null }, is_null: true };

const joined =
  (type: string) =>
  (children: readonly Part[]): Part =>
    children.length === 1 ? children[0]! : { class: 'CONJUNCTION', type, ...at, children };

export const and = joined('CONJUNCTION_AND');
export const or = joined('CONJUNCTION_OR');

export const limit = (count: Part, offset: unknown = null): Part => ({
  type: 'LIMIT_MODIFIER',
  limit: count,
  offset,
});

export const star: Part = {
  class: 'STAR',
  type: 'STAR',
  ...at,
  relation_name: '',
  exclude_list: [],
  replace_list: [],
  columns: false,
  expr: null,
  qualified_exclude_list: [],
  rename_list: [],
};

export const baseTable = (name: {
  readonly database: string | null;
  readonly schema: string | null;
  readonly table: string;
}): Part => ({
  type: 'BASE_TABLE',
  ...at,
  sample: null,
  schema_name: name.schema ?? '',
  table_name: name.table,
  column_name_alias: [],
  catalog_name: name.database ?? '',
  at_clause: null,
});

/** All rows of several SELECTs. */
export const unionAll = (nodes: readonly Part[]): Part =>
  nodes.reduceRight((right, left) => ({
    type: 'SET_OPERATION_NODE',
    modifiers: [],
    cte_map: { map: [] },
    setop_type: 'UNION',
    left,
    right,
    setop_all: true,
  }));

export const derivedTable = (node: Part, alias: string, columns: readonly string[]): Part => ({
  type: 'SUBQUERY',
  ...at,
  alias,
  sample: null,
  subquery: { node, named_param_map: [] },
  column_name_alias: columns,
});

export const select = (
  items: readonly Part[],
  from: Part,
  where: Part | null,
  modifiers: readonly Part[],
): Part => ({
  type: 'SELECT_NODE',
  modifiers,
  cte_map: { map: [] },
  select_list: items,
  from_table: from,
  where_clause: where,
  group_expressions: [],
  group_sets: [],
  aggregate_handling: 'STANDARD_HANDLING',
  having: null,
  sample: null,
  qualify: null,
});
