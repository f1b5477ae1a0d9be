/**
 * What a parsed SELECT says, with every name resolved against the catalog once: CTE shadowing, `*`, USING, NATURAL
 * and aliases are worked out here and nowhere else. Guard, verification, lineage and explanation read only this.
 * What cannot be resolved is refused before facts exist.
 */
export interface QueryFacts {
  /** Base tables read anywhere in the statement, by catalog name, without repeats. */
  readonly tables: readonly string[];
  /** Base columns read anywhere. */
  readonly columns: readonly ColumnUse[];
  /** Function and operator names called anywhere, lower case, without repeats. */
  readonly functions: readonly string[];
  readonly root: SelectFacts;
}

export interface BaseColumn {
  readonly table: string;
  readonly column: string;
}

export interface ColumnUse extends BaseColumn {
  /** True where every use is the direct argument of COUNT. */
  readonly onlyCounted: boolean;
}

/** One SELECT block, or a set operation over blocks. */
export interface SelectFacts {
  readonly setOperation: {
    readonly op: 'union' | 'intersect' | 'except';
    readonly all: boolean;
    readonly branches: readonly SelectFacts[];
  } | null;
  readonly sources: readonly SourceFacts[];
  readonly joins: readonly JoinFacts[];
  readonly outputs: readonly OutputFacts[];
  /** Conjuncts of WHERE; a conjunct that is no plain comparison has `columns`, `node` and `printed` only. */
  readonly filters: readonly FilterFacts[];
  readonly having: readonly FilterFacts[];
  /** Conjuncts of QUALIFY, which filters rows after windows; absent where there are none. */
  readonly qualify?: readonly FilterFacts[];
  readonly groupBy: readonly ExprFacts[];
  readonly orderBy: readonly { readonly expr: ExprFacts; readonly direction: 'asc' | 'desc' }[];
  readonly limit: number | null;
  /** Rows that it passes over: 0 where it has no OFFSET, null where that is computed. */
  readonly offset: number | null;
  readonly distinct: boolean;
  /** Blocks nested in expressions (scalar, EXISTS, IN), outermost first. */
  readonly subqueries: readonly SelectFacts[];
  /** What says nothing of the result but how large it may become; absent where there is nothing to say. */
  readonly extent?: Extent;
}

export interface Extent {
  /** Rows of VALUES. */
  readonly rows?: number;
  /** How often GROUPING SETS, CUBE and ROLLUP group each row. */
  readonly groupingSets?: number;
  /** What is computed beside outputs and conditions: LIMIT, keys of DISTINCT ON, orders inside of aggregates. */
  readonly besides?: readonly ExprNode[];
}

export interface SourceFacts {
  readonly alias: string;
  /** Catalog name of a base table; null for a subquery, CTE or VALUES. */
  readonly table: string | null;
  readonly derived: SelectFacts | null;
  /** Functions in FROM. */
  readonly calls?: readonly ExprNode[];
}

export interface JoinFacts {
  readonly type: 'inner' | 'left' | 'right' | 'full' | 'cross' | 'semi' | 'anti';
  /** Alias of the source that it brings in. */
  readonly alias: string;
  /** Equalities between base columns of two sources (ON, USING, NATURAL, or comma join with WHERE). */
  readonly equalities: readonly {
    readonly left: BaseColumn & { readonly alias: string };
    readonly right: BaseColumn & { readonly alias: string };
  }[];
  /** Whether ON says more than those equalities. */
  readonly hasOtherConditions: boolean;
  /** What else ON says, one a conjunct; absent where it says no more. */
  readonly conditions?: readonly FilterFacts[];
}

export interface ExprFacts {
  /** As SQL, for people to read: nothing is decided on it, `node` says the same. */
  readonly printed: string;
  readonly node: ExprNode;
  /** Base columns that it is computed from, through subqueries and CTEs. */
  readonly columns: readonly BaseColumn[];
  /** The base column where it is nothing but one. */
  readonly column: BaseColumn | null;
  /** Aggregates anywhere in it (none inside a nested SELECT). */
  readonly aggregates: readonly AggregateFacts[];
  /** Date truncation or part where it is nothing but one of a column. */
  readonly dateUnit: string | null;
}

/** An expression with its names resolved. */
export type ExprNode =
  | ColumnNode
  | LiteralNode
  | CallNode
  | OperationNode
  | CastNode
  | SubqueryNode
  /** `*` in COUNT(*), or the row of a table. */
  | { readonly kind: 'row'; readonly columns?: readonly ExprNode[] }
  | { readonly kind: 'lambda'; readonly parameters: readonly string[]; readonly body: ExprNode };

export interface ColumnNode {
  readonly kind: 'column';
  /**
   * Alias of the source that shows it, empty where that has none; null for an alias of the same SELECT, and where USING or
   * NATURAL made two columns one.
   */
  readonly alias: string | null;
  /** Its name there. */
  readonly name: string;
  /** The base column where it is nothing but one. */
  readonly column: BaseColumn | null;
  /** What it is computed from where a subquery, a WITH or an alias computes it; null for a column of a table. */
  readonly of: ExprNode | null;
  /** What its values come from where that is no one expression: a function in FROM, VALUES, a FULL JOIN, a recursion. */
  readonly made?: ExprNode;
}

export interface LiteralNode {
  readonly kind: 'literal';
  readonly type: 'number' | 'text' | 'boolean' | 'null' | 'other';
  /** Its value as text, without quotes. */
  readonly text: string;
}

export interface CallNode {
  readonly kind: 'call';
  /** Lower case. */
  readonly name: string;
  readonly args: readonly ExprNode[];
  readonly distinct: boolean;
  readonly filter: ExprNode | null;
  /** Whether it stands over a window, and what that is partitioned and ordered by. */
  readonly over: {
    readonly partitionBy: readonly ExprNode[];
    readonly orderBy: readonly ExprNode[];
    /** Whether its frame is counted out, as of a moving average; absent: not. */
    readonly bounded?: true;
  } | null;
  readonly aggregate: boolean;
}

/** Operators and special forms by lower case name, as `src/sql/select/tree.ts` lists them. */
export interface OperationNode {
  readonly kind: 'operation';
  readonly op: string;
  readonly args: readonly ExprNode[];
}

export interface CastNode {
  readonly kind: 'cast';
  readonly arg: ExprNode;
  /** Lower case. */
  readonly type: string;
  /** The characters or bits that the type fills every value up to. */
  readonly padsTo?: number;
}

export interface SubqueryNode {
  readonly kind: 'subquery';
  readonly mode: 'scalar' | 'exists' | 'in' | 'quantified' | 'array';
  readonly negated: boolean;
  /** Left of IN, ANY or ALL. */
  readonly outer: ExprNode | null;
  readonly select: SelectFacts;
}

export interface AggregateFacts {
  /** Lower case: `sum`, `count`, … */
  readonly fn: string;
  readonly distinct: boolean;
  /** What it is over; null for COUNT(*). */
  readonly arg: ExprFacts | null;
  /** The place that a percentile is taken at, from 0 to 1, where it is written out. */
  readonly fraction?: number;
}

export interface OutputFacts extends ExprFacts {
  /** Name of the result column. */
  readonly name: string;
  /** What it is in words, where that was made of the expression; absent: its name says it. */
  readonly label?: string;
}

export interface FilterFacts {
  /** As SQL, for people to read. */
  readonly printed: string;
  readonly node: ExprNode;
  readonly columns: readonly BaseColumn[];
  /** Aggregates anywhere in it (none inside a nested SELECT): those of HAVING. Absent where it has none. */
  readonly aggregates?: readonly AggregateFacts[];
  /** The column where the conjunct is `column op literal(s)`; then `op` and `values` are set. */
  readonly column: BaseColumn | null;
  readonly op:
    | '='
    | '<>'
    | '<'
    | '<='
    | '>'
    | '>='
    | 'in'
    | 'not in'
    | 'like'
    | 'not like'
    | 'between'
    | 'is null'
    | 'is not null'
    | null;
  /** Literals as text. */
  readonly values: readonly string[];
}
