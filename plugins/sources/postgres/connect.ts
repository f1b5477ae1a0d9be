import { Socket } from 'node:net';
import pg from 'pg';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import type { DatabaseTarget } from '#src/plugin-api/database-server.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { containPostgres } from '#src/sql/server/contain-postgres.ts';
import { noAnswer } from '#src/sql/server/network-failure.ts';
import type { TimeLimit } from '#src/sql/time-limit.ts';
import { requireChannelBinding } from './channel-binding.ts';
import { connectionFailure, isPostgresByte } from './failures.ts';
import { startupOptions } from './pins.ts';
import type { PostgresSettings } from './settings.ts';
import { tlsOptions } from './tls.ts';

/** A connection in which a session has begun. */
export interface Connected {
  readonly client: pg.Client;
  readonly isEncrypted: boolean;
}

/** How a connection is asked for. */
interface Way {
  readonly isEncrypted: boolean;
  /** Whether the session is to begin with the pinned settings: some poolers refuse that. */
  readonly isPinned: boolean;
}

/** Error code of a pooler that knows no start-up options (PgBouncer). */
const OPTIONS_REFUSED = '08P01';

/**
 * Connects to `target.address` and logs in. In the mode `prefer` a server that has no TLS, or none that works, is
 * connected without it. Fails with `ConnectionError`, or as `cancelled` when the limit's caller gave up.
 */
export async function connect(
  target: DatabaseTarget,
  settings: PostgresSettings,
  limit: TimeLimit,
): Promise<Connected> {
  let way: Way | null = { isEncrypted: target.ssl.mode !== 'disable', isPinned: true };
  for (;;) {
    const tried = await attempt(target, settings, limit, way);
    if (!(tried instanceof ConnectionError)) return { client: tried, isEncrypted: way.isEncrypted };
    way = otherWay(way, tried, target);
    if (way === null) throw tried;
  }
}

function otherWay(way: Way, { kind, cause }: ConnectionError, { ssl }: DatabaseTarget): Way | null {
  if (way.isEncrypted && ssl.mode === 'prefer' && kind === 'tls')
    return { ...way, isEncrypted: false };
  if (way.isPinned && (cause as { code?: unknown } | undefined)?.code === OPTIONS_REFUSED)
    return { ...way, isPinned: false };
  return null;
}

async function attempt(
  target: DatabaseTarget,
  settings: PostgresSettings,
  limit: TimeLimit,
  way: Way,
): Promise<pg.Client | ConnectionError> {
  const { isEncrypted } = way;
  const socket = new Socket();
  let firstByte: number | null = null;
  socket.once('data', (data) => {
    firstByte = data[0]!;
    // pg waits for the rest of what it takes for a long message.
    if (!isPostgresByte(data[0]!)) socket.destroy();
  });
  const client = new pg.Client(clientConfig(target, settings, socket, way));
  containPostgres(client);
  if (target.ssl.channelBinding) requireChannelBinding(client, target);
  try {
    await limit.race(client.connect());
    return client;
  } catch (error) {
    socket.destroy();
    const reason: unknown = limit.signal.aborted ? limit.signal.reason : null;
    if (reason instanceof SourceError && reason.kind === 'cancelled') throw reason;
    return reason !== null && (firstByte === null || isPostgresByte(firstByte))
      ? noAnswer(target)
      : connectionFailure(error, target, { firstByte, isEncrypted });
  }
}

function clientConfig(
  target: DatabaseTarget,
  settings: PostgresSettings,
  socket: Socket,
  { isEncrypted, isPinned }: Way,
): pg.ClientConfig {
  const tls = isEncrypted ? tlsOptions(target) : null;
  return {
    host: target.address,
    port: target.port,
    database: target.database,
    user: target.user,
    // A function, because pg takes an empty text for "look into the environment and the password file".
    password: () => target.password,
    ssl: tls ?? false,
    sslnegotiation: 'postgres',
    enableChannelBinding: target.ssl.channelBinding === 'require',
    application_name: 'plumbline',
    ...(isPinned ? { options: startupOptions(settings) } : {}),
    keepAlive: true,
    keepAliveInitialDelayMillis: settings.keepalive_ms,
    stream: () => socket,
  };
}
