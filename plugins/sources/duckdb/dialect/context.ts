import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, SelectFacts } from '#src/plugin-api/query-facts.ts';
import type { FactsSize } from '#src/sql/select/facts-size.ts';
import type { BoundTable, CteColumns, Scope, VisibleColumn } from './scope.ts';
import type { GrowthBudget } from './sizes.ts';
import type { QueryNode } from './tree.ts';

/** A query read: its facts, and what it shows to the query around it. */
export interface ReadQuery {
  readonly facts: SelectFacts;
  readonly columns: readonly VisibleColumn[];
}

/** What the reading of one statement gathers. */
export interface Context {
  /** Tables of the catalog by name in lower case. */
  readonly tables: ReadonlyMap<string, CatalogTable>;
  readonly bound: BoundTable[];
  readonly functions: Set<string>;
  readonly growth: GrowthBudget;
  /** Names that stand in the tree as they were written: result names for items without an alias. */
  readonly names: Map<object, string>;
  readonly size: FactsSize;
  baseColumn(table: CatalogTable, column: CatalogColumn): BaseColumn;
  query(node: QueryNode, parent: Scope | null, ctes: ReadonlyMap<string, CteColumns>): ReadQuery;
}
