import { z } from 'zod';
import { READ_KINDS } from '#workers/ingest/file-names.ts';
import { bytes, count, GIB, KIB, MIB, MINUTE, milliseconds, section } from '../units.ts';

export const files = section({
  enabled: z.boolean().default(true).describe('Whether files can be uploaded'),
  engine: z
    .string()
    .default('duckdb')
    .describe(
      'Engine for files of workspaces that have none yet; others keep theirs (rebuild --all)',
    ),
  check_interval_ms: milliseconds(
    MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'Time between two looks at the sizes and times of stored tables',
  ),
  kinds: z
    .array(z.enum(READ_KINDS))
    .min(1)
    .default([...READ_KINDS])
    .describe('Kinds of files that are taken, by their content'),
  max_file_bytes: bytes(50 * MIB, KIB, 2 * GIB, 'Largest upload'),
  max_appended_bytes: bytes(
    500 * MIB,
    KIB,
    16 * GIB,
    'Bytes of a file with all that was appended to it at the most',
  ),
  max_tables_per_file: count(
    100,
    1,
    1_000,
    'Tables of a file at the most: sheets of a workbook, files of an archive, tables of a database',
  ),
  max_columns: count(1_000, 1, 10_000, 'Columns of a table at the most'),
  max_rows: count(5_000_000, 1, 100_000_000, 'Rows of a table at the most'),
  max_cell_bytes: bytes(MIB, 64, 64 * MIB, 'Longest cell'),
  max_unzipped_bytes: bytes(GIB, MIB, 16 * GIB, 'Unpacked size of a file at the most'),
  max_zip_ratio: count(
    200,
    2,
    100_000,
    'Unpacked to packed size of a part of an archive at the most',
  ),
  max_zip_entries: count(10_000, 1, 1_000_000, 'Parts of an archive at the most'),
  max_held_workbook_bytes: bytes(
    64 * MIB,
    MIB,
    GIB,
    'Most unpacked bytes of a workbook that is held whole: .xls, .xlsb, .ods, and an unusual .xlsx',
  ),
  max_json_depth: count(100, 2, 1_000, 'Objects and lists of JSON within each other at the most'),
  reader_memory_mb: count(
    1_024,
    256,
    16_384,
    'Memory of the process that reads a file of another kind than CSV, JSON and .xlsx (MiB)',
  ),
  reject_linger_ms: milliseconds(
    5_000,
    0,
    MINUTE,
    'How long the rest of a refused upload is read and thrown away, so that its sender sees the answer',
  ),
  sweep_delay_ms: milliseconds(
    10 * MINUTE,
    0,
    24 * 60 * MINUTE,
    'How long after a start nothing that an earlier process left is swept; 0: it is swept at the start',
  ),
  sweep_ms: milliseconds(
    60 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'How often it is looked for that, and the trash is emptied',
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
    'How long swept files rest in trash/ of the data folder (hours); 0: they are removed at once',
  ),
  kept_catalogs: count(200, 1, 100_000, 'Catalogs that are kept in memory'),
  parse_timeout_ms: milliseconds(5 * MINUTE, 1_000, 60 * MINUTE, 'Longest time to parse a file'),
  parse_heap_mb: count(2_048, 128, 16_384, 'Heap of a parsing worker (MiB)'),
  concurrent_ingests: count(
    2,
    1,
    64,
    'Files that are ingested at once; one place is left to uploads whose sender waits',
  ),
});

/** Both engines keep files that are measured the same way. */
const inspect_timeout_ms = milliseconds(
  2 * MINUTE,
  1_000,
  60 * MINUTE,
  'Longest time to measure one table, column or relationship of an engine file',
);

export const alasql = section({
  threads: count(3, 1, 64, 'Threads that run queries and load tables'),
  heap_mb: count(
    1_024,
    64,
    65_536,
    'Heap of a thread (MiB); a query that needs three quarters of it fails alone',
  ),
  cache_mb: count(256, 1, 65_536, 'Tables that a thread keeps loaded (MiB, estimated)'),
  inspect_timeout_ms,
  load_timeout_ms: milliseconds(
    5 * MINUTE,
    1_000,
    60 * MINUTE,
    'Longest time to write one table to an engine file',
  ),
});

export const duckdb = section({
  processes: count(2, 1, 32, 'Engine processes'),
  threads: count(2, 1, 64, 'DuckDB threads of a process'),
  memory_mb: count(512, 64, 262_144, 'DuckDB memory limit of a process (MiB)'),
  wide_memory_mb: count(
    768,
    64,
    262_144,
    'DuckDB memory limit of a query over long texts, or one that runs again as it ran out of memory (MiB); one at a time in a process',
  ),
  process_memory_mb: count(
    2_048,
    256,
    524_288,
    'Memory of an engine process above which it is killed (MiB)',
  ),
  max_open_files: count(32, 1, 1_000, 'Engine files that a process keeps open'),
  concurrent_queries: count(8, 1, 256, 'Queries that a process runs at once; more wait'),
  concurrent_parses: count(4, 1, 64, 'Statements that a process parses at once; more wait'),
  give_way_ms: milliseconds(
    200,
    10,
    10 * MINUTE,
    'Processor time of a query after which its threads give way to others; on Linux, with the right to change priorities (CAP_SYS_NICE)',
  ),
  kill_grace_ms: milliseconds(
    1_000,
    50,
    MINUTE,
    'After an interrupt without effect the process is killed',
  ),
  parse_timeout_ms: milliseconds(
    5_000,
    100,
    MINUTE,
    'Longest time that the engine may take to parse a statement',
  ),
  inspect_timeout_ms,
  load_timeout_ms: milliseconds(
    5 * MINUTE,
    1_000,
    60 * MINUTE,
    'Longest time to build an engine file',
  ),
});
