import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import type { DatabaseTarget } from '#src/plugin-api/database-server.ts';
import { placeOf } from '#src/sql/server/network-failure.ts';

/** What pg keeps but does not declare: it emits each message of the server by name. */
interface ClientInside {
  readonly connection: EventEmitter & { readonly stream: Duplex };
}

const BOUND = 'SCRAM-SHA-256-PLUS';

/**
 * Ends a login that isn't bound to its TLS channel before the password is used, as libpq does under
 * `channel_binding=require`: somebody in between could pass any other login on. For a client that isn't connected yet;
 * its login then fails with a `ConnectionError`.
 */
export function requireChannelBinding(client: pg.Client, target: DatabaseTarget): void {
  const { connection } = client as unknown as ClientInside;
  let isBound = false;
  const refuse = () =>
    connection.stream.destroy(
      new ConnectionError(
        'tls',
        `The server at ${placeOf(target)} can't bind the login to the encrypted connection, which channel_binding=require asks for. Remove channel_binding from the URL and use sslmode=verify-full.`,
      ),
    );
  for (const event of ['authenticationCleartextPassword', 'authenticationMD5Password'])
    connection.on(event, refuse);
  connection.on('authenticationSASL', ({ mechanisms }: { readonly mechanisms: string[] }) => {
    if (!mechanisms.includes(BOUND)) refuse();
  });
  // pg checks the server's signature, which covers the channel, as soon as this listener returns.
  connection.on('authenticationSASLFinal', () => {
    isBound = true;
  });
  connection.on('authenticationOk', () => {
    if (!isBound) refuse();
  });
}
