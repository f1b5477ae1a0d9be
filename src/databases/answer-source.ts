import type { GetServer } from '#src/databases/connection-request.ts';
import { asSourceError, type Connections } from '#src/databases/connections.ts';
import type { DataSource, QueryOptions, ResultChunk } from '#src/plugin-api/data-source.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import type { Store } from '#src/store/schema.ts';

export type AnswerSource = Pick<DataSource, 'dialect' | 'query'>;

export interface AnswerSourceDeps {
  readonly store: Store;
  readonly server: GetServer;
  readonly connections: Connections;
}

/** Gives the source that answers for a connected database. Its connections are opened by the first query. */
export function createAnswerSource(
  deps: AnswerSourceDeps,
): (databaseId: string) => Promise<AnswerSource> {
  return async (databaseId) => {
    const row = await deps.store
      .selectFrom('databases')
      .select('type')
      .where('id', '=', databaseId)
      .executeTakeFirst();
    if (!row) throw new SourceError('unavailable', 'The database was disconnected.');
    const { dialect } = await deps.server(row.type);
    return { dialect, query: (sql, options) => query(deps, databaseId, sql, options) };
  };
}

async function* query(
  { connections }: AnswerSourceDeps,
  databaseId: string,
  sql: GuardedSql,
  options: QueryOptions,
): AsyncGenerator<ResultChunk> {
  let lost = false;
  const lease = await connections.take(databaseId).catch((error: unknown) => {
    throw asSourceError(error);
  });
  try {
    yield* lease.source.query(sql, options);
  } catch (error) {
    const known = asSourceError(error);
    lost = known instanceof SourceError && known.kind === 'unavailable';
    throw known;
  } finally {
    lease.release(lost);
  }
}
