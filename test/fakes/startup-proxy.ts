import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What a pooler does with the start-up options of a PostgreSQL session: PgBouncer refuses them, others drop them. */
export type OptionsTreatment = 'refuse' | 'drop';

/** A way to a PostgreSQL server, without TLS, that treats start-up options as some poolers do. */
export async function openStartupProxy(
  target: { host: string; port: number },
  treatment: OptionsTreatment,
): Promise<{ readonly port: number; readonly refused: () => number; close(): Promise<void> }> {
  let refused = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {});
    client.once('data', (packet) => {
      const parameters = packet.subarray(8).toString('latin1').split('\0');
      const at = parameters.indexOf('options');
      if (at >= 0 && treatment === 'refuse') {
        refused += 1;
        client.end(refusal());
        return;
      }
      if (at >= 0) parameters.splice(at, 2);
      const upstream = connect(target);
      sockets.add(upstream);
      upstream.on('error', () => {});
      upstream.write(startup(packet.subarray(4, 8), parameters.join('\0')));
      client.pipe(upstream).pipe(client);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    refused: () => refused,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function startup(version: Buffer, parameters: string): Buffer {
  const body = Buffer.concat([version, Buffer.from(parameters, 'latin1')]);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
}

/** The error message of PgBouncer (protocol violation). */
function refusal(): Buffer {
  const fields = 'SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0';
  const message = Buffer.alloc(5);
  message.write('E');
  message.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([message, Buffer.from(fields, 'latin1')]);
}
