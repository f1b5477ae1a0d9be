import type { Asker } from '#src/places.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import type { RowCondition } from '#src/plugin-api/row-clause.ts';

/** Why the guard refused a statement. The code is stable and tested; the text tells a user what was wrong. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly text: string;
}

export type RefusalCode =
  | 'too_long'
  | 'too_deep'
  | 'syntax'
  | 'empty'
  | 'multiple_statements'
  | 'not_select'
  | 'node_not_allowed'
  | 'function_not_allowed'
  | 'table_not_in_catalog'
  | 'column_unknown'
  | 'column_ambiguous'
  | 'column_sensitive'
  | 'placeholder'
  | 'row_filter'
  /** The dialect reads what it wrote in another way than it was planned. */
  | 'not_as_planned';

/** One parsed SELECT of a dialect, names resolved. */
export interface ParsedSelect {
  readonly facts: QueryFacts;
  /**
   * How many parts it has once each use of a column, WITH or alias is written out as what it stands for, as the resolver
   * counts (`src/sql/select/weight.ts`): the guard bounds it.
   */
  readonly weight: number;
  /**
   * The statement as it is to run: physical names in full, `rowFilters` on every base table, at most `maxRows` rows.
   * Throws `Refused` where the statement or a filter cannot be written without a change of meaning.
   */
  rewrite(options: RewriteOptions): Promise<RewrittenSelect>;
}

export interface RewrittenSelect {
  readonly sql: string;
  /** Names for the result columns, by position; null where the engine gives them the names that the facts have. */
  readonly columnNames: readonly string[] | null;
}

export interface RewriteOptions {
  readonly catalog: Catalog;
  /** What rows must meet, by catalog table: one condition of each list. A table that is not named has none. */
  readonly rowFilters: ReadonlyMap<string, readonly (readonly RowCondition[])[]>;
  readonly maxRows: number;
}

/** The SQL of one engine: reading it with the engine's own grammar, and writing it. */
export interface Dialect {
  readonly name: string;
  /**
   * The IR as formatted SQL with catalog names: what the user is shown and what the guard then reads. The catalog tells
   * of which types its columns are.
   */
  lower(query: Query, catalog: Catalog): string;
  /** Reads a statement; a refusal where it is no single SELECT or a name cannot be resolved against the catalog. */
  parse(
    sql: string,
    catalog: Catalog,
    signal: AbortSignal,
    /** On whose behalf it waits for a parser that is not in this process. */
    asker?: Asker,
  ): Promise<ParsedSelect | { readonly refusal: Refusal }>;
}
