import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { boundPostgresReads } from '#src/sql/server/bounded-reads.ts';
import { containThrows } from '#src/sql/server/contain-throws.ts';

/** What pg keeps but does not declare. */
interface ClientInside {
  /** `sslconnect`: the stream is another one now, and nothing has come over it yet. */
  readonly connection: EventEmitter & { readonly stream: Duplex };
}

boundPostgresReads();

/**
 * Sees to it that a client that is not connected yet ends nothing but its own connection, whatever the server says: a
 * throw of pg's parser destroys the connection, over TLS too, and a connection that is lost while nobody uses it has a
 * listener for as long as the client lives.
 */
export function containPostgres(client: pg.Client): void {
  const { connection } = client as unknown as ClientInside;
  containThrows(connection.stream);
  connection.once('sslconnect', () => containThrows(connection.stream));
  client.on('error', () => {});
}
