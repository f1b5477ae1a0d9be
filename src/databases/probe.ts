import type { Clock } from '#src/clock.ts';
import type { ConnectionParts, GetServer } from '#src/databases/connection-request.ts';
import { tlsWarnings } from '#src/databases/tls-warnings.ts';
import { AppError } from '#src/errors.ts';
import { type HostCheck, HostRefused } from '#src/network/host-check.ts';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import type { DatabaseProbe } from '#src/plugin-api/database-server.ts';

export interface ProbeDeps {
  readonly server: GetServer;
  readonly checkHost: HostCheck;
  readonly probeTimeoutMs: number;
  readonly clock: Clock;
}

export interface Probed extends DatabaseProbe {
  /** The checked address that answered. */
  readonly address: string;
}

/**
 * Connects once and looks. Fails with `database_host_refused` or `database_connection_failed`, whose texts say what
 * to change and never hold the password.
 */
export async function probe(
  deps: ProbeDeps,
  parts: ConnectionParts,
  signal: AbortSignal,
): Promise<Probed> {
  const timeout = AbortSignal.timeout(deps.probeTimeoutMs);
  try {
    return await tryAddresses(deps, parts, AbortSignal.any([signal, timeout]));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof HostRefused)
      throw new AppError('database_host_refused', error.message, { cause: error });
    const text =
      error instanceof ConnectionError
        ? error.message
        : timeout.aborted
          ? `The server didn't answer within ${deps.probeTimeoutMs / 1_000} s. Check host, port and firewalls.`
          : null;
    if (text === null) throw error;
    throw new AppError('database_connection_failed', withoutPassword(text, parts.password));
  }
}

/** A name may stand for several addresses of which only some are listened on. */
async function tryAddresses(
  { server: getServer, checkHost, clock }: ProbeDeps,
  parts: ConnectionParts,
  signal: AbortSignal,
): Promise<Probed> {
  const server = await getServer(parts.type);
  const addresses = await checkHost(parts.host, signal);
  let unreachable: unknown = null;
  for (const address of addresses) {
    try {
      const found = await server.probe({ ...parts, address }, signal);
      const { certificate } = found;
      const unsafe =
        certificate === undefined
          ? []
          : tlsWarnings({ ssl: parts.ssl, address, certificate, now: clock.now() });
      return { ...found, warnings: [...unsafe, ...found.warnings], address };
    } catch (error) {
      if (!(error instanceof ConnectionError) || error.kind !== 'host') throw error;
      unreachable ??= error;
    }
  }
  throw unreachable;
}

/** Texts of servers could repeat what they were sent. */
function withoutPassword(text: string, password: string): string {
  return password.length < 4 ? text : text.replaceAll(password, '***');
}
