import { PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { StoreClient } from './postgres-client.ts';
import { StoreUnavailable } from './unavailable.ts';

/** A store on a server; this is loaded only where there is one. */
interface PostgresStore {
  readonly url: string;
  /** Connections at the most. */
  readonly pool: number;
  readonly log: Logger;
  readonly connectMs?: number;
}

/** Longest time to connect, where nothing else is said. */
const CONNECT_MS = 10_000;

/** Any number, the same in all releases. */
const START_LOCK = 8_316_115;

/**
 * Lets processes that start at once on one PostgreSQL look at it and change its schema one after the other. A
 * transaction of a connection of its own holds the lock, which poolers of connections keep, too.
 */
export async function inTurn<T>(
  { url, connectMs = CONNECT_MS }: PostgresStore,
  work: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs });
  // A lost connection fails the next query; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [START_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}

export function postgresDialect({
  url,
  pool: max,
  log,
  connectMs = CONNECT_MS,
}: PostgresStore): PostgresDialect {
  const types = {
    // bigint counts stay below 2^53 here.
    getTypeParser: ((oid: number, format?: 'text') =>
      oid === 20
        ? (text: string) => Number(text)
        : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  };
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: connectMs,
    Client: StoreClient,
  });
  let isAway = false;
  const lost = (error: unknown) => {
    if (!isAway) log.warn({ err: error }, "the metadata store isn't responding");
    isAway = true;
  };
  pool.on('error', lost);
  return new PostgresDialect({
    pool: {
      Client: StoreClient,
      options: pool.options,
      end: () => pool.end(),
      async connect() {
        try {
          const client = await pool.connect();
          if (isAway) log.info('the metadata store is responding again');
          isAway = false;
          return client;
        } catch (error) {
          lost(error);
          throw new StoreUnavailable(error);
        }
      },
    },
  });
}
