import { DuckDBInstance } from '@duckdb/node-api';
import { identifier, literal } from './names.ts';
import type { ParquetAnswer, ParquetTask } from './parquet-protocol.ts';
import { type CsvRows, rowsAsCsv } from './parquet-rows.ts';

/** Makes one Parquet file of rows, with our own SQL only, and ends the process. */

/** Rows of a row group: what the writer holds in memory at once. */
const GROUP_ROWS = 10_240;
/** Smallest buffer of the CSV reader (bytes): DuckDB keeps those it has read until its memory is full. */
const MIN_BUFFER = 64 * 1024;

async function write(task: ParquetTask): Promise<ParquetAnswer> {
  const rows = await rowsAsCsv(task);
  if (rows === null) return { ok: false, tooLarge: true };
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: `${task.memoryMb}MiB`,
    temp_directory: `${task.folder}/tmp`,
    preserve_insertion_order: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  for (const setting of [
    `allowed_directories = [${literal(task.folder)}]`,
    'enable_external_access = false',
    'lock_configuration = true',
  ])
    await connection.run(`SET ${setting}`);
  await connection.run(copySql(task, rows));
  connection.disconnectSync();
  instance.closeSync();
  return { ok: true };
}

/** Reads by position under names of our own, so that no column name has a meaning to the reader. */
function copySql({ target, columns }: ParquetTask, { csv, longestLine, types }: CsvRows): string {
  const read = types.map((type, at) => `'c${at}': ${literal(type === 'BLOB' ? 'VARCHAR' : type)}`);
  const named = columns.map(
    ({ name }, at) =>
      `${types[at] === 'BLOB' ? `from_base64(c${at})` : `c${at}`} AS ${identifier(name)}`,
  );
  const line = Math.max(longestLine + 1, MIN_BUFFER);
  return `COPY (SELECT ${named.join(', ')} FROM read_csv(${literal(csv)}, columns = {${read.join(', ')}},
    auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', new_line = '\\n', nullstr = '',
    allow_quoted_nulls = false, strict_mode = true, null_padding = false, parallel = false, encoding = 'utf-8',
    compression = 'none', comment = '', max_line_size = ${line}, buffer_size = ${2 * line}))
    TO ${literal(target)} (FORMAT parquet, ROW_GROUP_SIZE ${GROUP_ROWS})`;
}

const task = JSON.parse(process.argv[2] ?? '') as ParquetTask;
const answer = await write(task).catch(failed);
process.send?.(answer, () => process.exit(answer.ok ? 0 : 1));

function failed(error: unknown): ParquetAnswer {
  const text = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return { ok: false, tooLarge: false, message: text.replaceAll(task.folder, '…'), code };
}
