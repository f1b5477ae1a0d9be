import { z } from 'zod';
import { READ_KINDS } from '#workers/ingest/file-names.ts';
import { bytes, count, GIB, KIB, MIB, MINUTE, milliseconds, section } from '../units.ts';

export const files = section({
  enabled: z.boolean().default(true).describe('Whether files can be uploaded'),
  engine: z
    .string()
    .default('duckdb')
    .describe(
      'Engine for workspaces without files. Workspaces with files keep theirs until `plumbline rebuild --all`',
    ),
  check_interval_ms: milliseconds(
    MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'How often the sizes and times of stored tables are checked',
  ),
  kinds: z
    .array(z.enum(READ_KINDS))
    .min(1)
    .default([...READ_KINDS])
    .describe('Accepted file formats, detected by content'),
  max_file_bytes: bytes(50 * MIB, KIB, 2 * GIB, 'Largest upload'),
  max_appended_bytes: bytes(
    500 * MIB,
    KIB,
    16 * GIB,
    'Maximum size of a file with all rows added to it',
  ),
  max_tables_per_file: count(
    100,
    1,
    1_000,
    'Maximum tables per file: sheets of a workbook, files of an archive, tables of a database',
  ),
  max_columns: count(1_000, 1, 10_000, 'Maximum columns per table'),
  max_rows: count(5_000_000, 1, 100_000_000, 'Maximum rows per table'),
  max_cell_bytes: bytes(MIB, 64, 64 * MIB, 'Longest cell'),
  max_unzipped_bytes: bytes(GIB, MIB, 16 * GIB, 'Maximum unpacked size of a file'),
  max_zip_ratio: count(200, 2, 100_000, 'Maximum compression ratio of a part of an archive'),
  max_zip_entries: count(10_000, 1, 1_000_000, 'Maximum parts of an archive'),
  max_held_workbook_bytes: bytes(
    64 * MIB,
    MIB,
    GIB,
    'Maximum unpacked size of a workbook read into memory: .xls, .xlsb, .ods and unusual .xlsx',
  ),
  max_json_depth: count(100, 2, 1_000, 'Maximum nesting depth of JSON'),
  reader_memory_mb: count(
    1_024,
    256,
    16_384,
    'Memory of the process that reads formats other than CSV, JSON and .xlsx (MiB)',
  ),
  reject_linger_ms: milliseconds(
    5_000,
    0,
    MINUTE,
    'How long the rest of a rejected upload is read, so its sender sees the response',
  ),
  sweep_delay_ms: milliseconds(
    10 * MINUTE,
    0,
    24 * 60 * MINUTE,
    'Delay after a start before leftovers of earlier processes are removed; 0: at the start',
  ),
  sweep_ms: milliseconds(
    60 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'How often leftovers are removed and the trash is emptied',
  ),
  reader_grace_ms: milliseconds(
    10 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'With several gateways, how long replaced tables stay for questions on other gateways; must exceed ask.total_timeout_ms',
  ),
  trash_hours: count(
    24,
    0,
    8_760,
    'How long removed files stay in trash/ of the data folder (hours); 0: they are deleted at once',
  ),
  kept_upload_ms: milliseconds(
    60 * MINUTE,
    0,
    24 * 60 * MINUTE,
    "How long a preview's upload or a replaced version can be imported without sending it again",
  ),
  max_kept_uploads: count(
    20,
    1,
    1_000,
    'Maximum previews and replaced versions kept per workspace',
  ),
  kept_catalogs: count(200, 1, 100_000, 'Catalogs cached in memory'),
  parse_timeout_ms: milliseconds(5 * MINUTE, 1_000, 60 * MINUTE, 'Timeout for parsing a file'),
  parse_heap_mb: count(2_048, 128, 16_384, 'Heap of a parsing worker (MiB)'),
  concurrent_ingests: count(
    2,
    1,
    64,
    'Files imported at the same time; one slot is reserved for uploads whose sender waits',
  ),
});

/** Both engines keep files that are measured the same way. */
const inspect_timeout_ms = milliseconds(
  2 * MINUTE,
  1_000,
  60 * MINUTE,
  'Timeout for profiling one table, column or relationship of an engine file',
);

export const alasql = section({
  threads: count(3, 1, 64, 'Threads that run queries and load tables'),
  heap_mb: count(
    1_024,
    64,
    65_536,
    'Heap of a thread (MiB); a query that uses three quarters of it fails',
  ),
  cache_mb: count(256, 1, 65_536, 'Estimated size of the tables a thread keeps in memory (MiB)'),
  inspect_timeout_ms,
  load_timeout_ms: milliseconds(
    5 * MINUTE,
    1_000,
    60 * MINUTE,
    'Timeout for writing one table to an engine file',
  ),
});

export const duckdb = section({
  processes: count(2, 1, 32, 'Engine processes'),
  threads: count(2, 1, 64, 'DuckDB threads per process'),
  memory_mb: count(512, 64, 262_144, 'DuckDB memory limit per process (MiB)'),
  wide_memory_mb: count(
    768,
    64,
    262_144,
    'DuckDB memory limit for a query over long texts, or its retry after running out of memory (MiB); one at a time per process',
  ),
  process_memory_mb: count(
    2_048,
    256,
    524_288,
    'Memory above which an engine process is killed (MiB)',
  ),
  max_open_files: count(32, 1, 1_000, 'Engine files kept open per process'),
  concurrent_queries: count(8, 1, 256, 'Concurrent queries per process; further ones wait'),
  concurrent_parses: count(
    4,
    1,
    64,
    'Statements parsed at the same time per process; further ones wait',
  ),
  give_way_ms: milliseconds(
    200,
    10,
    10 * MINUTE,
    'CPU time of a query after which its threads get a lower priority; on Linux, needs CAP_SYS_NICE',
  ),
  kill_grace_ms: milliseconds(
    1_000,
    50,
    MINUTE,
    'Wait after an interrupt before the process is killed',
  ),
  parse_timeout_ms: milliseconds(5_000, 100, MINUTE, 'Timeout for parsing a statement'),
  inspect_timeout_ms,
  load_timeout_ms: milliseconds(
    5 * MINUTE,
    1_000,
    60 * MINUTE,
    'Timeout for building an engine file',
  ),
});
