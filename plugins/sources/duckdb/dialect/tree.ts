/**
 * Types of the syntax tree that DuckDB 1.5 gives with `json_serialize_sql` (its `src/include/duckdb/storage/
 * serialization/*.json`), limited to what the guard lets pass. `read.ts` proves that a value has these shapes.
 */

import type { ConstantValue, LogicalType } from './tree-values.ts';

interface ExpressionBase {
  readonly alias: string;
  readonly query_location: number;
}

interface ColumnRef extends ExpressionBase {
  readonly class: 'COLUMN_REF';
  readonly column_names: readonly string[];
}

export interface Constant extends ExpressionBase {
  readonly class: 'CONSTANT';
  readonly value: ConstantValue;
}

export interface FunctionCall extends ExpressionBase {
  readonly class: 'FUNCTION';
  readonly function_name: string;
  readonly schema: string;
  readonly catalog: string;
  readonly children: readonly Expression[];
  readonly filter: Expression | null;
  readonly order_bys: OrderModifier;
  readonly distinct: boolean;
  readonly is_operator: boolean;
}

export interface WindowCall extends ExpressionBase {
  readonly class: 'WINDOW';
  readonly function_name: string;
  readonly schema: string;
  readonly catalog: string;
  readonly children: readonly Expression[];
  readonly partitions: readonly Expression[];
  readonly orders: readonly OrderItem[];
  readonly arg_orders: readonly OrderItem[];
  readonly start: string;
  readonly end: string;
  readonly start_expr: Expression | null;
  readonly end_expr: Expression | null;
  readonly offset_expr: Expression | null;
  readonly default_expr: Expression | null;
  readonly filter_expr: Expression | null;
  readonly ignore_nulls: boolean;
  readonly distinct: boolean;
}

interface Operator extends ExpressionBase {
  readonly class: 'OPERATOR';
  readonly type: (typeof OPERATOR_TYPES)[number];
  readonly children: readonly Expression[];
}

export const OPERATOR_TYPES = [
  'ARRAY_CONSTRUCTOR',
  'ARRAY_EXTRACT',
  'ARRAY_SLICE',
  'COMPARE_IN',
  'COMPARE_NOT_IN',
  'GROUPING_FUNCTION',
  'OPERATOR_COALESCE',
  'OPERATOR_IS_NOT_NULL',
  'OPERATOR_IS_NULL',
  'OPERATOR_NOT',
  'OPERATOR_TRY',
  'STRUCT_EXTRACT',
] as const;

export const COMPARISONS = {
  COMPARE_EQUAL: '=',
  COMPARE_NOTEQUAL: '<>',
  COMPARE_LESSTHAN: '<',
  COMPARE_LESSTHANOREQUALTO: '<=',
  COMPARE_GREATERTHAN: '>',
  COMPARE_GREATERTHANOREQUALTO: '>=',
  COMPARE_DISTINCT_FROM: 'IS DISTINCT FROM',
  COMPARE_NOT_DISTINCT_FROM: 'IS NOT DISTINCT FROM',
} as const;

type ComparisonType = keyof typeof COMPARISONS;

interface Comparison extends ExpressionBase {
  readonly class: 'COMPARISON';
  readonly type: ComparisonType;
  readonly left: Expression;
  readonly right: Expression;
}

interface Conjunction extends ExpressionBase {
  readonly class: 'CONJUNCTION';
  readonly type: 'CONJUNCTION_AND' | 'CONJUNCTION_OR';
  readonly children: readonly Expression[];
}

interface Between extends ExpressionBase {
  readonly class: 'BETWEEN';
  readonly input: Expression;
  readonly lower: Expression;
  readonly upper: Expression;
}

interface Case extends ExpressionBase {
  readonly class: 'CASE';
  readonly case_checks: readonly {
    readonly when_expr: Expression;
    readonly then_expr: Expression;
  }[];
  readonly else_expr: Expression;
}

interface Cast extends ExpressionBase {
  readonly class: 'CAST';
  readonly child: Expression;
  readonly cast_type: LogicalType;
  readonly try_cast: boolean;
}

interface Collate extends ExpressionBase {
  readonly class: 'COLLATE';
  readonly child: Expression;
  readonly collation: string;
}

/** `x -> body`; outside a lambda function it is the JSON arrow. */
export interface Lambda extends ExpressionBase {
  readonly class: 'LAMBDA';
  readonly lhs: Expression;
  readonly expr: Expression;
}

/** `#1`: a column by its place. */
interface PositionalReference extends ExpressionBase {
  readonly class: 'POSITIONAL_REFERENCE';
  readonly index: number;
}

interface QualifiedName {
  readonly catalog: string;
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

export interface Star extends ExpressionBase {
  readonly class: 'STAR';
  readonly relation_name: string;
  readonly exclude_list: readonly string[];
  readonly qualified_exclude_list: readonly QualifiedName[];
  readonly replace_list: readonly { readonly key: string; readonly value: Expression }[];
  readonly rename_list: readonly { readonly key: QualifiedName; readonly value: string }[];
  /** Whether it was written `COLUMNS(…)`, or stands for ALL in ORDER BY. */
  readonly columns: boolean;
  readonly expr: Expression | null;
}

export interface Subquery extends ExpressionBase {
  readonly class: 'SUBQUERY';
  readonly subquery_type: 'SCALAR' | 'ANY' | 'EXISTS' | 'NOT_EXISTS';
  readonly subquery: SelectStatement;
  readonly child: Expression | null;
  readonly comparison_type: ComparisonType | 'INVALID';
}

export type Expression =
  | ColumnRef
  | Constant
  | FunctionCall
  | WindowCall
  | Operator
  | Comparison
  | Conjunction
  | Between
  | Case
  | Cast
  | Collate
  | Lambda
  | PositionalReference
  | Star
  | Subquery;

export interface OrderItem {
  readonly type: 'ORDER_DEFAULT' | 'ASCENDING' | 'DESCENDING';
  readonly null_order: string;
  readonly expression: Expression;
}

interface OrderModifier {
  readonly type: 'ORDER_MODIFIER';
  readonly orders: readonly OrderItem[];
}

interface LimitModifier {
  readonly type: 'LIMIT_MODIFIER' | 'LIMIT_PERCENT_MODIFIER';
  readonly limit: Expression | null;
  readonly offset: Expression | null;
}

interface DistinctModifier {
  readonly type: 'DISTINCT_MODIFIER';
  readonly distinct_on_targets: readonly Expression[];
}

export type Modifier = OrderModifier | LimitModifier | DistinctModifier;

interface Cte {
  readonly key: string;
  readonly value: { readonly aliases: readonly string[]; readonly query: SelectStatement };
}

interface NodeBase {
  readonly modifiers: readonly Modifier[];
  readonly cte_map: { readonly map: readonly Cte[] };
}

export interface SelectNode extends NodeBase {
  readonly type: 'SELECT_NODE';
  readonly select_list: readonly Expression[];
  readonly from_table: TableRef;
  readonly where_clause: Expression | null;
  readonly group_expressions: readonly Expression[];
  readonly group_sets: readonly (readonly number[])[];
  readonly aggregate_handling: 'STANDARD_HANDLING' | 'FORCE_AGGREGATES';
  readonly having: Expression | null;
  readonly qualify: Expression | null;
}

export interface SetNode extends NodeBase {
  readonly type: 'SET_OPERATION_NODE';
  readonly setop_type: 'UNION' | 'UNION_BY_NAME' | 'INTERSECT' | 'EXCEPT';
  readonly setop_all: boolean;
  readonly left: QueryNode;
  readonly right: QueryNode;
}

export type QueryNode = SelectNode | SetNode;

export interface SelectStatement {
  readonly node: QueryNode;
}

interface TableBase {
  readonly alias: string;
}

export interface BaseTable extends TableBase {
  readonly type: 'BASE_TABLE';
  /** Where its name begins: bytes of UTF-8 from the start of the text. */
  readonly query_location: number | bigint;
  readonly catalog_name: string;
  readonly schema_name: string;
  readonly table_name: string;
  readonly column_name_alias: readonly string[];
}

interface DerivedTable extends TableBase {
  readonly type: 'SUBQUERY';
  readonly subquery: SelectStatement;
  readonly column_name_alias: readonly string[];
}

export interface TableFunction extends TableBase {
  readonly type: 'TABLE_FUNCTION';
  readonly function: Expression;
  readonly column_name_alias: readonly string[];
  readonly with_ordinality: 'WITHOUT_ORDINALITY' | 'WITH_ORDINALITY';
}

export interface JoinTable extends TableBase {
  readonly type: 'JOIN';
  readonly left: TableRef;
  readonly right: TableRef;
  readonly condition: Expression | null;
  readonly join_type: 'INNER' | 'LEFT' | 'RIGHT' | 'FULL' | 'SEMI' | 'ANTI';
  readonly ref_type: 'REGULAR' | 'NATURAL' | 'CROSS' | 'ASOF';
  readonly using_columns: readonly string[];
}

export interface ValuesList extends TableBase {
  readonly type: 'EXPRESSION_LIST';
  readonly values: readonly (readonly Expression[])[];
}

interface NoTable extends TableBase {
  readonly type: 'EMPTY';
}

export type TableRef = BaseTable | DerivedTable | TableFunction | JoinTable | ValuesList | NoTable;
