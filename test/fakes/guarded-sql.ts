import type { Attachment } from '#src/plugin-api/catalog.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';

/**
 * TEST ONLY: stamps any SQL as guarded, without a guard, to show what an engine does with statements that the guard
 * would never let out.
 */
export function unguardedSqlForTests(
  sql: string,
  attachments: readonly Attachment[] = [],
  workspaceId = 'w1',
): GuardedSql {
  return {
    sql,
    columnNames: null,
    dialect: 'duckdb',
    clientId: 'c1',
    workspaceId,
    generationId: 'g1',
    attachments,
  } as unknown as GuardedSql;
}
