import { request } from 'node:http';
import { ConnectionError, SourceError, z } from 'plumbline/plugin-api';
import { dialect } from './dialect.js';
import { sourceOver } from './tables.js';

/** A kind of server: `GET /<database>` with a password gives `[{table, columns: [{name, type}], rows}]`. */
export const plugin = {
  kind: 'database',
  name: 'small-server',
  apiVersion: 1,
  settings: z.strictObject({ max_bytes: z.number().int().positive().default(16_777_216) }),
  create: ({ max_bytes }) => ({
    dialect,
    defaultPort: 8900,
    async probe(target, signal) {
      if (target.ssl.mode !== 'disable' && target.ssl.mode !== 'prefer')
        throw new ConnectionError(
          'tls',
          'This kind of server has no TLS: set ssl.mode to "disable".',
        );
      await fetchTables(target, max_bytes, signal);
      return { serverVersion: 'small 1', readOnly: true, warnings: [] };
    },
    connect(target) {
      return sourceOver(async (_scope, signal) => {
        try {
          return await fetchTables(target, max_bytes, signal);
        } catch (error) {
          if (error instanceof SourceError) throw error;
          throw new SourceError('unavailable', "The server isn't responding.", { cause: error });
        }
      });
    },
    close: async () => {},
  }),
};

/** Connects to the address that the service has checked, and to no other. Follows no redirect. */
async function fetchTables({ address, host, port, database, user, password }, maxBytes, signal) {
  const reply = await new Promise((resolve, reject) => {
    const path = `/${encodeURIComponent(database)}`;
    const auth = `${user}:${password}`;
    const call = request({ host: address, port, path, auth, headers: { host }, signal }, resolve);
    call.on('error', (cause) =>
      reject(new ConnectionError('host', 'The server refused the connection.', { cause })),
    );
    call.end();
  });
  const chunks = [];
  let bytes = 0;
  for await (const chunk of reply) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new SourceError('too_large', `The server sends more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  if (reply.statusCode === 401)
    throw new ConnectionError('credentials', 'User or password is wrong.');
  if (reply.statusCode === 404)
    throw new ConnectionError('database', `The database "${database}" doesn't exist.`);
  if (reply.statusCode !== 200)
    throw new ConnectionError('protocol', "The port doesn't respond like this server.");
  const tables = JSON.parse(Buffer.concat(chunks).toString());
  return tables.map(({ table, ...rest }) => ({
    physical: { database: null, schema: null, table },
    ...rest,
  }));
}
