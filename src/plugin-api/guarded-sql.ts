import type { Attachment } from '#src/plugin-api/catalog.ts';

declare const guarded: unique symbol;

/**
 * A SELECT that passed the guard, with physical names, the row filters and the row cap written into it. Only
 * `src/sql/guard.ts` makes one, and a data source runs nothing else.
 */
export interface GuardedSql {
  readonly [guarded]: true;
  readonly sql: string;
  /** Names that the source gives the result columns, by position; null: those of the engine. */
  readonly columnNames: readonly string[] | null;
  readonly dialect: string;
  readonly clientId: string;
  readonly workspaceId: string;
  readonly generationId: string;
  readonly attachments: readonly Attachment[];
  /**
   * The most that `BATCH_ROWS` rows of each table that it reads may hold in texts (bytes), as far as their lengths were
   * measured; absent where nothing was.
   */
  readonly batchBytes?: number;
}

/** Rows that an engine reads at once (DuckDB's vector). */
export const BATCH_ROWS = 2_048;
