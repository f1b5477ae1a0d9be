import type { CellValue, ColumnType } from '#src/plugin-api/catalog.ts';
import type { AggregateFunction, WindowFunction } from '#src/query/functions.ts';

/**
 * The representation (IR) that the built-in planner writes and follow-ups edit: a SELECT over catalog tables, named by
 * their catalog names. A dialect lowers it to SQL; nothing in it names an engine.
 */
export type Query = SelectQuery | SetQuery;

export interface SelectQuery {
  readonly kind: 'select';
  readonly from: TableSource;
  readonly joins: readonly Join[];
  /** A conjunction. */
  readonly where: readonly Predicate[];
  readonly groupBy: readonly Expr[];
  readonly having: readonly Predicate[];
  readonly select: readonly SelectItem[];
  readonly distinct: boolean;
  readonly orderBy: readonly OrderItem[];
  readonly limit: Limit | null;
}

export interface SetQuery {
  readonly kind: 'set';
  readonly op: 'union' | 'intersect' | 'except';
  readonly all: boolean;
  readonly left: Query;
  readonly right: Query;
  readonly orderBy: readonly OrderItem[];
  readonly limit: Limit | null;
}

export interface TableSource {
  /** Catalog name of the table. */
  readonly table: string;
  /** Unique in the whole query, subqueries included. */
  readonly alias: string;
}

export interface Join {
  readonly type: 'inner' | 'left';
  readonly source: TableSource;
  /** Equalities, one a key column. */
  readonly on: readonly { readonly left: ColumnRef; readonly right: ColumnRef }[];
}

export interface SelectItem {
  readonly expr: Expr;
  /** Column name of the result. */
  readonly as: string;
}

export interface OrderItem {
  readonly expr: Expr;
  readonly direction: 'asc' | 'desc';
}

export interface Limit {
  readonly count: number;
  /** Rows that tie with the last one are included. */
  readonly withTies: boolean;
  /** Rows are counted anew in each part, by an order of its own; those that tie with the last one are included. */
  readonly within?: Parts;
}

export interface Parts {
  readonly partitionBy: readonly Expr[];
  readonly orderBy: readonly OrderItem[];
}

export interface ColumnRef {
  readonly kind: 'column';
  readonly alias: string;
  readonly column: string;
}

export interface Literal {
  readonly kind: 'literal';
  readonly type: ColumnType;
  readonly value: CellValue;
}

/** What each function does, and which arguments it takes, stands in `src/query/functions.ts`. */
export interface Aggregate {
  readonly kind: 'aggregate';
  readonly fn: AggregateFunction;
  /** Null: rows are counted. With `when`, for a function of a condition, of those that meet it. */
  readonly arg: Expr | null;
  readonly distinct: boolean;
  /** The second argument of functions that have one: the fraction of a percentile, the time of the first value. */
  readonly second?: Expr;
  readonly when?: Predicate;
}

/** Computed for each row of the result, over the rows of its part in their order; after the groups are made. */
export interface Window {
  readonly kind: 'window';
  readonly fn: WindowFunction;
  /** Null for a function without arguments: a rank. */
  readonly arg: Expr | null;
  readonly partitionBy: readonly Expr[];
  readonly orderBy: readonly OrderItem[];
}

export type DateUnit = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour';

/** The start of the period that an instant lies in (a date). Weeks start on Monday (ISO 8601). */
export interface DateBucket {
  readonly kind: 'bucket';
  readonly unit: DateUnit;
  readonly arg: Expr;
}

/** A number read off an instant: month 1–12, weekday 1 (Monday) to 7. */
export interface DatePart {
  readonly kind: 'part';
  readonly part: 'year' | 'quarter' | 'month' | 'day' | 'weekday' | 'hour';
  readonly arg: Expr;
}

/**
 * How many days lie between the days of two instants, or how many hours or minutes, in parts, between the instants; negative
 * where the second is before the first, NULL where either is.
 */
export interface DaysBetween {
  readonly kind: 'days';
  readonly in?: 'hours' | 'minutes';
  readonly from: Expr;
  readonly to: Expr;
}

/** `/` is a true division (7 / 2 = 3.5), NULL on zero. */
export interface Arithmetic {
  readonly kind: 'arithmetic';
  readonly op: '+' | '-' | '*' | '/';
  readonly left: Expr;
  readonly right: Expr;
}

export interface ScalarSubquery {
  readonly kind: 'subquery';
  readonly query: Query;
}

/** SQL of a metric, its columns resolved; a piece of text is never changed by a dialect. */
export interface Fragment {
  readonly kind: 'fragment';
  /** The metric that it belongs to. */
  readonly metric: string;
  readonly parts: readonly (string | ColumnRef)[];
  /** Whether its groups add up to its total; absent on conditions. */
  readonly additive?: boolean;
}

/** Refers to a result column of the same SELECT by its name (ORDER BY of a set query). */
export interface OutputRef {
  readonly kind: 'output';
  readonly name: string;
}

export type Expr =
  | ColumnRef
  | Literal
  | Aggregate
  | Window
  | DateBucket
  | DatePart
  | DaysBetween
  | Arithmetic
  | ScalarSubquery
  | Fragment
  | OutputRef;

export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>=';

export type Predicate =
  | {
      readonly kind: 'compare';
      readonly op: ComparisonOperator;
      readonly left: Expr;
      readonly right: Expr;
    }
  /** Half-open: from ≤ expr < to; an open end is null. */
  | {
      readonly kind: 'range';
      readonly expr: Expr;
      readonly from: Literal | null;
      readonly to: Literal | null;
    }
  | {
      readonly kind: 'in';
      readonly expr: Expr;
      readonly values: readonly Literal[];
      readonly negated: boolean;
    }
  | {
      readonly kind: 'match';
      /** Without case. */
      readonly mode: 'contains' | 'starts' | 'ends' | 'equals';
      readonly expr: Expr;
      readonly text: string;
      readonly negated: boolean;
    }
  /** A condition of a metric. */
  | Fragment
  | { readonly kind: 'null'; readonly expr: Expr; readonly negated: boolean }
  | { readonly kind: 'exists'; readonly query: SelectQuery; readonly negated: boolean }
  | {
      readonly kind: 'inQuery';
      readonly expr: Expr;
      readonly query: Query;
      readonly negated: boolean;
    }
  | { readonly kind: 'and'; readonly parts: readonly Predicate[] }
  | { readonly kind: 'or'; readonly parts: readonly Predicate[] }
  | { readonly kind: 'not'; readonly part: Predicate };
