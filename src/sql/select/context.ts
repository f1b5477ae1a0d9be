import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, SelectFacts } from '#src/plugin-api/query-facts.ts';
import type { FactsSize } from './facts-size.ts';
import type { GrowthBudget } from './growth.ts';
import type { SelectRules } from './rules.ts';
import type { BoundTable, Ctes, Scope, VisibleColumn } from './scope.ts';
import type { TreeQuery } from './tree.ts';

/** A query read: its facts, and what it shows to the query around it. */
export interface ReadQuery {
  readonly facts: SelectFacts;
  readonly columns: readonly VisibleColumn[];
  /** Rows that it makes of nothing, at most; a table of the catalog counts as one. */
  readonly madeRows: number;
}

/** Where an expression stands. */
export interface Place {
  readonly scope: Scope;
  /** Facts of the SELECTs nested in the block's expressions are put here. */
  readonly subqueries: SelectFacts[];
}

/** What the reading of one statement gathers. */
export interface Context {
  readonly rules: SelectRules;
  /** The catalog's table that names stand for. Throws `Refused` where there is none. */
  table(names: readonly string[]): CatalogTable;
  readonly bound: BoundTable[];
  /** Names of result columns that the engine takes from a text with tables in it, by where they are to be written. */
  readonly namedByText: Map<number, string>;
  readonly functions: Set<string>;
  readonly growth: GrowthBudget;
  readonly size: FactsSize;
  baseColumn(table: CatalogTable, column: CatalogColumn): BaseColumn;
  query(node: TreeQuery, parent: Scope | null, ctes: Ctes): ReadQuery;
}
