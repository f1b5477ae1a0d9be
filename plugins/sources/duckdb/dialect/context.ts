import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, SelectFacts } from '#src/plugin-api/query-facts.ts';
import type { FactsSize } from '#src/sql/select/facts-size.ts';
import type { BoundTable, CteColumns, Scope, VisibleColumn } from './scope.ts';
import type { GrowthBudget } from './sizes.ts';
import type { Expression, QueryNode } from './tree.ts';

/**
 * What is around a query: the reader of the result, an expression, or a query that can name its columns (FROM, WITH,
 * UNION).
 */
export type Around = 'result' | 'expression' | 'query';

/** A query read: its facts, and what it shows to the query around it. */
export interface ReadQuery {
  readonly facts: SelectFacts;
  readonly columns: readonly VisibleColumn[];
  /** Rows that it makes of nothing, at most; a table of the catalog counts as one. */
  readonly madeRows: number;
}

/** Items of select lists that have no name in the text: DuckDB would make one up, and not that of the facts. */
export interface UnnamedItems {
  /** The name that each has in the facts. */
  readonly names: Map<Expression, string>;
  /** Whether one is an item of the result itself. */
  inResult: boolean;
  /** Whether the statement can say that name: in a query around it, or in ORDER BY. */
  nameable: boolean;
}

/** What the reading of one statement gathers. */
export interface Context {
  /** Tables of the catalog by name in lower case. */
  readonly tables: ReadonlyMap<string, CatalogTable>;
  readonly bound: BoundTable[];
  readonly functions: Set<string>;
  readonly growth: GrowthBudget;
  readonly unnamed: UnnamedItems;
  readonly size: FactsSize;
  baseColumn(table: CatalogTable, column: CatalogColumn): BaseColumn;
  query(
    node: QueryNode,
    parent: Scope | null,
    ctes: ReadonlyMap<string, CteColumns>,
    around: Around,
  ): ReadQuery;
}
