import type { GetServer } from '#src/databases/connection-request.ts';
import { asSourceError, type Connections } from '#src/databases/connections.ts';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import type { DataSource, QueryOptions, ResultChunk } from '#src/plugin-api/data-source.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import type { Store } from '#src/store/schema.ts';

export type AnswerSource = Pick<DataSource, 'dialect' | 'query' | 'queryTogether'>;

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
    if (!row)
      throw new SourceError(
        'unavailable',
        'The database was disconnected. Connect it again, then ask.',
      );
    const { dialect } = await deps.server(row.type);
    const queryTogether = (sqls: readonly GuardedSql[], options: QueryOptions) =>
      together(deps, databaseId, sqls, options);
    return { dialect, queryTogether, query: (sql, options) => queryTogether([sql], options)[0]! };
  };
}

/** The results of statements on one state of the database, whose connections are held until the last was read. */
function together(
  { connections }: AnswerSourceDeps,
  databaseId: string,
  sqls: readonly GuardedSql[],
  options: QueryOptions,
): AsyncGenerator<ResultChunk, void, void>[] {
  let opened: Promise<Opened> | null = null;
  const open = async (): Promise<Opened> => {
    const lease = await connections.take(databaseId).catch((error: unknown) => {
      throw asSourceError(error);
    });
    const { source } = lease;
    const readers =
      source.queryTogether?.(sqls, options) ?? sqls.map((sql) => source.query(sql, options));
    return { readers, release: once((lost) => lease.release(lost)) };
  };
  return sqls.map(async function* (_, index) {
    opened ??= open();
    const { readers, release } = await opened;
    let lost = false;
    let isWhole = false;
    try {
      yield* readers[index]!;
      isWhole = true;
    } catch (error) {
      const known = asSourceError(error);
      lost = isLost(known);
      throw known;
    } finally {
      if (!isWhole || index === sqls.length - 1) release(lost);
    }
  });
}

/** Whether the connections are to be made anew. Where all are in use they are not: more would come beside them. */
function isLost(error: unknown): boolean {
  if (!(error instanceof SourceError) || error.kind !== 'unavailable') return false;
  return !(error.cause instanceof ConnectionError && error.cause.kind === 'busy');
}

interface Opened {
  readonly readers: readonly AsyncIterable<ResultChunk>[];
  readonly release: (lost: boolean) => void;
}

function once(act: (lost: boolean) => void): (lost: boolean) => void {
  let isDone = false;
  return (lost) => {
    if (!isDone) act(lost);
    isDone = true;
  };
}
