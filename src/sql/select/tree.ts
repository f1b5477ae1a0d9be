/**
 * A SELECT as every dialect's parser hands it on: what name resolution, the guard's policy, facts and rewriting work
 * on. A dialect maps its parser's output to it by an allow-list; what has no place here is refused there.
 */

/** Offsets in the statement's text, in UTF-16 units, the end excluded. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type TreeQuery = TreeSelect | TreeSet | TreeValues;

interface QueryBase {
  readonly ctes: readonly TreeCte[];
  readonly orderBy: readonly TreeOrder[];
  readonly limit: TreeExpr | null;
  readonly offset: TreeExpr | null;
}

export interface TreeSelect extends QueryBase {
  readonly kind: 'select';
  readonly distinct: boolean;
  /** PostgreSQL's DISTINCT ON. */
  readonly distinctOn: readonly TreeExpr[];
  readonly items: readonly TreeItem[];
  /** A comma list; empty without FROM. */
  readonly from: readonly TreeTable[];
  readonly where: TreeExpr | null;
  /** Keys of all grouping sets together. */
  readonly groupBy: readonly TreeExpr[];
  /** How many there are: 1 for a GROUP BY without GROUPING SETS, CUBE and ROLLUP, or none. */
  readonly groupingSets: number;
  /** Whether it groups by all result columns that are no aggregates: DuckDB's GROUP BY ALL. */
  readonly groupByAll?: boolean;
  readonly having: TreeExpr | null;
  /** What filters the rows after windows. */
  readonly qualify?: TreeExpr | null;
  /** Named windows. */
  readonly windows: readonly { readonly name: string; readonly window: TreeWindow }[];
}

export interface TreeSet extends QueryBase {
  readonly kind: 'set';
  readonly op: 'union' | 'intersect' | 'except';
  readonly all: boolean;
  /** Whether columns of the two sides belong together by their names, not by their places. */
  readonly byName?: boolean;
  readonly left: TreeQuery;
  readonly right: TreeQuery;
}

export interface TreeValues extends QueryBase {
  readonly kind: 'values';
  readonly rows: readonly (readonly TreeExpr[])[];
}

export interface TreeCte {
  readonly name: string;
  readonly columns: readonly string[];
  readonly query: TreeQuery;
  readonly recursive: boolean;
}

export interface TreeItem {
  readonly expr: TreeExpr;
  readonly alias: string | null;
  /** Name of the result column: the alias, else what the engine calls it; empty for a star. */
  readonly name: string;
  /** Whether the engine would make another name up, which is not known here: facts then name it by its text. */
  readonly unnamed?: boolean;
  /** Where the expression ends, for engines that name a result column by the text of its expression. */
  readonly end?: number;
}

export interface TreeOrder {
  /** A star stands for all result columns in their order: ORDER BY ALL. */
  readonly expr: TreeExpr;
  readonly direction: 'asc' | 'desc';
  /** Where it is written, and the dialect's reader keeps it. */
  readonly nulls?: 'first' | 'last';
}

export type TreeTable = TreeBaseTable | TreeDerived | TreeTableFunction | TreeJoin;

/** A table or a CTE by its name. */
export interface TreeBaseTable {
  readonly kind: 'table';
  /** `[table]` or `[schema, table]`, as the engine folds them. */
  readonly names: readonly string[];
  /** Where the name stands: what rewriting replaces. Null where the parser does not tell. */
  readonly span: Span | null;
  readonly alias: string | null;
  readonly columnAliases: readonly string[];
  /** Whether a filtered subquery may take the table's place (not under TABLESAMPLE and the like). */
  readonly replaceable: boolean;
}

export interface TreeDerived {
  readonly kind: 'derived';
  readonly query: TreeQuery;
  readonly alias: string | null;
  readonly columnAliases: readonly string[];
  readonly lateral: boolean;
}

/** Functions in FROM; they may use the tables before them. */
export interface TreeTableFunction {
  readonly kind: 'function';
  readonly calls: readonly TreeExpr[];
  /** Names of all columns where the statement defines them: `AS t(a int, b text)`. */
  readonly definedColumns: readonly string[] | null;
  readonly alias: string | null;
  readonly columnAliases: readonly string[];
  readonly ordinality: boolean;
}

export interface TreeJoin {
  readonly kind: 'join';
  readonly type: 'inner' | 'left' | 'right' | 'full' | 'cross' | 'semi' | 'anti';
  /** Whether of the rows that fit only the nearest is taken. */
  readonly asof?: boolean;
  readonly natural: boolean;
  readonly using: readonly string[];
  readonly on: TreeExpr | null;
  readonly left: TreeTable;
  readonly right: TreeTable;
  readonly alias: string | null;
}

export type TreeExpr =
  | TreeColumn
  | TreePlace
  | TreeStar
  | TreeLiteral
  | TreeCall
  | TreeOperation
  | TreeCast
  | TreeLambda
  | TreeSubquery;

/** `column`, `table.column` or `schema.table.column`; a name alone may also be a row or an alias. Fields may follow. */
export interface TreeColumn {
  readonly kind: 'column';
  readonly names: readonly string[];
}

/** `#1`: a column of the only table of FROM by its place, from 1. */
export interface TreePlace {
  readonly kind: 'place';
  readonly index: number;
}

/** `*` or `table.*`. */
export interface TreeStar {
  readonly kind: 'star';
  readonly qualifier: readonly string[];
  readonly changes?: StarChanges;
}

/** DuckDB's EXCLUDE, REPLACE and RENAME. */
export interface StarChanges {
  readonly excluded: readonly string[];
  readonly replaced: readonly { readonly name: string; readonly expr: TreeExpr }[];
  readonly renamed: readonly { readonly name: string; readonly by: string }[];
}

export interface TreeLiteral {
  readonly kind: 'literal';
  readonly type: 'number' | 'text' | 'boolean' | 'null' | 'other';
  /** Its value as text, without quotes: `2024-01-01` of `DATE '2024-01-01'`. */
  readonly text: string;
}

export interface TreeCall {
  readonly kind: 'call';
  /** Lower case, unqualified. */
  readonly name: string;
  /** `COUNT(*)` has one star. */
  readonly args: readonly TreeExpr[];
  readonly distinct: boolean;
  readonly filter: TreeExpr | null;
  /** Inside the brackets, or WITHIN GROUP. */
  readonly orderBy: readonly TreeOrder[];
  readonly over: TreeWindow | null;
}

export interface TreeWindow {
  /** Name of the window that it builds on. */
  readonly base: string | null;
  readonly partitionBy: readonly TreeExpr[];
  readonly orderBy: readonly TreeOrder[];
  /** Expressions of the frame's bounds. */
  readonly bounds: readonly TreeExpr[];
}

/**
 * Operators and special forms, by lower case name: `=`, `and`, `not`, `in` (first argument in the others), `between`,
 * `like`, `is null`, `case` (when, then, …, else), `case of` (value, when, then, …, else), `interval` (amount, unit),
 * `match` (columns, text), `array`, `list` (DuckDB's `[a, b]`), `row`, `[]`, `collate` and the like. Negated forms have names of their
 * own: `not in`, `not like`, `not between`, `is not null`. `.` takes a field (a literal of type `other`) from a value.
 */
export interface TreeOperation {
  readonly kind: 'operation';
  readonly op: string;
  readonly args: readonly TreeExpr[];
}

export interface TreeCast {
  readonly kind: 'cast';
  readonly arg: TreeExpr;
  /** Lower case. */
  readonly type: string;
  /** The characters or bits that the type fills every value up to. */
  readonly padsTo?: number;
  /** Whether it gives NULL for what cannot be cast. */
  readonly lenient?: boolean;
}

/** `x -> body`, as an argument of a function that calls it. */
export interface TreeLambda {
  readonly kind: 'lambda';
  readonly parameters: readonly string[];
  readonly body: TreeExpr;
}

export interface TreeSubquery {
  readonly kind: 'subquery';
  readonly mode: 'scalar' | 'exists' | 'in' | 'quantified' | 'array';
  readonly negated: boolean;
  /** Left of IN, ANY or ALL. */
  readonly outer: TreeExpr | null;
  readonly query: TreeQuery;
}
