import type { WaitingLimits } from '#src/places.ts';
import type { DataSource } from '#src/plugin-api/data-source.ts';
import type { DatabaseTarget } from '#src/plugin-api/database-server.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import { whyUnreadable } from '#src/sql/server/lenient.ts';
import { TypeNames } from './column-types.ts';
import { Connections } from './connections.ts';
import { containedShares, distinctCounts } from './containment.ts';
import { introspect } from './introspect.ts';
import { relationName } from './names.ts';
import { profileTables } from './profile.ts';
import { runQueries } from './query.ts';
import type { PostgresSettings } from './settings.ts';
import { valuesOf } from './values.ts';

/** Longest wait for the names of types in a result (milliseconds): a query waits for it. */
const TYPES_TIMEOUT_MS = 1_000;

export interface PostgresDeps {
  readonly settings: PostgresSettings;
  readonly dialect: Dialect;
  readonly waiting: WaitingLimits;
}

/** One PostgreSQL database. Everything runs in READ ONLY transactions and fails with `SourceError`. */
export function createPostgresSource(
  target: DatabaseTarget,
  { settings, dialect, waiting }: PostgresDeps,
): DataSource {
  const connections = new Connections(target, settings, waiting);
  const types = new TypeNames(connections, TYPES_TIMEOUT_MS);
  const measuring = { connections, settings, schemas: target.schemas };
  return {
    dialect,
    open: async (signal) => signal.throwIfAborted(),
    close: () => connections.close(),
    query: (sql, options) => runQueries({ connections, types }, [sql], options)[0]!,
    queryTogether: (sqls, options) => runQueries({ connections, types }, sqls, options),
    introspect: (_scope, signal) =>
      introspect(connections, target.schemas, { timeoutMs: settings.inspect_timeout_ms, signal }),
    unreadable: async (_scope, tables, signal) => {
      const options = { timeoutMs: settings.profile_timeout_ms, signal };
      const why: (string | null)[] = [];
      for (const physical of tables) {
        const sql = `SELECT 1 FROM ${relationName(physical)} LIMIT 1`;
        why.push(await whyUnreadable(connections.rows({ sql }, options), options));
      }
      return why;
    },
    profile: (_scope, tables, signal) => profileTables(measuring, tables, signal),
    values: (_scope, requests, signal) => valuesOf(measuring, requests, signal),
    containment: (_scope, pairs, signal) => containedShares(measuring, pairs, signal),
    countDistinct: (_scope, sets, signal) => distinctCounts(measuring, sets, signal),
  };
}
