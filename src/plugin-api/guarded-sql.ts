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
}
