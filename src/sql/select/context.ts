import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, ExprNode, SelectFacts } from '#src/plugin-api/query-facts.ts';
import type { SelectRules } from './rules.ts';
import type { BoundTable, Ctes, Scope, VisibleColumn } from './scope.ts';
import type { Recursion } from './sizes.ts';
import type { TreeExpr, TreeQuery, TreeWindow } from './tree.ts';
import type { StatementWeight } from './weight.ts';

/**
 * What is around a query: the reader of the result, an expression, or a query that can name its columns (FROM, WITH,
 * UNION).
 */
export type Around = 'result' | 'expression' | 'query';

/** Items of select lists whose names the engine would make up, and not as the facts have them. */
export interface UnnamedItems {
  /** The name that each has in the facts. */
  readonly names: Map<TreeExpr, string>;
  /** Whether one is an item of the result itself. */
  inResult: boolean;
  /** Whether the statement can say that name: in a query around it, or in ORDER BY. */
  nameable: boolean;
}

/** A query read: its facts, and what it shows to the query around it. */
export interface ReadQuery {
  readonly facts: SelectFacts;
  readonly columns: readonly VisibleColumn[];
  /** Relations that it brings into a join around it. */
  readonly relations: number;
}

/** Where an expression stands. */
export interface Place {
  readonly scope: Scope;
  /** Facts of the SELECTs nested in the block's expressions are put here. */
  readonly subqueries: SelectFacts[];
  /** What is computed beside what the facts of the block name. */
  readonly besides: ExprNode[];
  /** The block's named windows. */
  readonly windows: readonly NamedWindow[];
}

export interface NamedWindow {
  readonly name: string;
  readonly window: TreeWindow;
}

/** What the reading of one statement gathers. */
export interface Context {
  readonly rules: SelectRules;
  /** The catalog's table that names stand for. Throws `Refused` where there is none. */
  table(names: readonly string[]): CatalogTable;
  readonly bound: BoundTable[];
  /** Names of result columns that the engine takes from a text with tables in it, by where they are to be written. */
  readonly namedByText: Map<number, string>;
  readonly unnamed: UnnamedItems;
  readonly functions: Set<string>;
  readonly recursions: Recursion[];
  readonly weight: StatementWeight;
  baseColumn(table: CatalogTable, column: CatalogColumn): BaseColumn;
  query(node: TreeQuery, parent: Scope | null, ctes: Ctes, around: Around): ReadQuery;
}
