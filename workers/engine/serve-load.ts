import { DuckDBInstance } from '@duckdb/node-api';
import { wireError } from './failures.ts';
import { appendTable } from './load-table.ts';
import type { FromLoader, LoaderOptions, ToLoader } from './protocol.ts';

/** What a loader process does: it writes one engine file with our own SQL, message by message. */

const options = JSON.parse(process.argv[2] ?? '') as LoaderOptions;
const instance = await DuckDBInstance.create(options.path, {
  threads: String(options.threads),
  memory_limit: `${options.memoryMb}MiB`,
  temp_directory: `${options.path}.tmp`,
  preserve_insertion_order: 'true',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
});
const connection = await instance.connect();

async function answer(message: ToLoader): Promise<FromLoader> {
  if (message.kind === 'append')
    return { kind: 'appended', rows: await appendTable(connection, message.table) };
  await connection.run('CHECKPOINT');
  connection.disconnectSync();
  instance.closeSync();
  return { kind: 'committed' };
}

process.on('message', (message: ToLoader) => {
  const paths = message.kind === 'append' ? [message.table.path, options.path] : [options.path];
  answer(message)
    .catch((error: unknown): FromLoader => ({ kind: 'failed', error: wireError(error, paths) }))
    .then((result) => process.send?.(result));
});
process.send?.({ kind: 'ready' } satisfies FromLoader);
