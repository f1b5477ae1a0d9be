import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type {
  AggregateFacts,
  BaseColumn,
  ExprFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import type { BoundTable, CteColumns, Scope, VisibleColumn } from './scope.ts';
import type { FactsSize, GrowthBudget } from './sizes.ts';
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

/** What an expression reads; `ExprFacts` without the text. */
export type Reading = Omit<ExprFacts, 'text'>;

export const NOTHING: Reading = { columns: [], column: null, aggregates: [], dateUnit: null };

/** What expressions side by side read. */
export function combine(readings: readonly Reading[]): Reading {
  if (readings.length === 1) return { ...readings[0]!, column: null, dateUnit: null };
  // Sets, because `a0 + a0 AS a1, a1 + a1 AS a2, …` would double a list each time.
  const columns = new Set<BaseColumn>();
  const aggregates = new Set<AggregateFacts>();
  for (const reading of readings) {
    for (const column of reading.columns) columns.add(column);
    for (const aggregate of reading.aggregates) aggregates.add(aggregate);
  }
  return {
    columns: [...columns],
    column: null,
    aggregates: [...aggregates],
    dateUnit: null,
  };
}
