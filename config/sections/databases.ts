import { z } from 'zod';
import { count, MINUTE, milliseconds, section, textList } from '../units.ts';

/** `id:key` pairs, as an environment variable or a file of secrets holds them: split by commas, spaces or lines. */
const keysAsText = z.string().transform((text) =>
  text
    .split(/[\s,]+/)
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf(':');
      return { id: pair.slice(0, Math.max(at, 0)), key: pair.slice(at + 1) };
    }),
);
const encryptionKeySchema = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/, 'Use 1 to 40 letters, digits, hyphens or underscores.'),
  key: z
    .string()
    .refine(
      (text) => /^[A-Za-z0-9+/]+=*$/.test(text) && Buffer.from(text, 'base64').length === 32,
      'Use 32 bytes in base64, such as the output of openssl rand -base64 32.',
    ),
});
const encryptionKeys = z
  .union([z.array(z.unknown()), keysAsText])
  .pipe(z.array(encryptionKeySchema))
  .refine(
    (keys) => new Set(keys.map(({ id }) => id)).size === keys.length,
    'Key IDs must be unique.',
  );

export const databases = section({
  types: textList
    .default(['postgres', 'mysql'])
    .describe('Supported database types: built-in plugins or packages'),
  allow_private_hosts: z
    .boolean()
    .default(true)
    .describe(
      'Whether databases in private networks and on this machine can be connected; not with open signup',
    ),
  allowed_hosts: textList
    .default([])
    .describe(
      'Hosts, addresses and networks (10.1.0.0/16) that are always allowed, even link-local ones',
    ),
  encryption_keys: encryptionKeys
    .default([])
    .describe(
      'Keys that encrypt passwords: a list of {id, key} (32 bytes in base64), or the text id:key,id:key. The first encrypts, all decrypt; empty: a key in the data folder',
    ),
  max_open: count(
    20,
    1,
    1_000,
    'Databases connected at the same time; beyond it, the longest idle one is closed',
  ),
  idle_ms: milliseconds(
    5 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'Time without questions after which the connections to a database are closed',
  ),
  dns_timeout_ms: milliseconds(5_000, 100, MINUTE, 'Timeout for resolving a host name'),
  probe_timeout_ms: milliseconds(20_000, 1_000, 5 * MINUTE, 'Timeout for testing a connection'),
  max_tables: count(2_000, 1, 20_000, 'Maximum tables read per database'),
  refresh_hours: count(
    24,
    0,
    8_760,
    "How old the stored tables and values of a database can get before they're read again (hours); 0: never",
  ),
  concurrent_discoveries: count(
    1,
    1,
    64,
    'Databases whose tables are read at the same time, out of jobs.concurrency jobs',
  ),
  discovery_timeout_ms: milliseconds(
    30 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'Timeout for reading the tables of a database',
  ),
});

export const mysql = section({
  max_connections: count(8, 1, 200, 'Maximum connections per database; further queries wait'),
  idle_ms: milliseconds(MINUTE, 1_000, 60 * MINUTE, 'Idle time after which a connection is closed'),
  connect_timeout_ms: milliseconds(
    5_000,
    100,
    MINUTE,
    'Timeout for connecting, signing in and simple commands',
  ),
  cancel_wait_ms: milliseconds(
    1_000,
    50,
    MINUTE,
    'How long Plumbline tries to end a query on the server before it frees the connection',
  ),
  inspect_timeout_ms: milliseconds(
    MINUTE,
    1_000,
    60 * MINUTE,
    'Timeout for reading the catalog, or for profiling one column or relationship',
  ),
  profile_timeout_ms: milliseconds(
    10_000,
    100,
    60 * MINUTE,
    'Timeout for profiling one table; partial results are kept',
  ),
  exact_rows: count(
    100_000,
    0,
    100_000_000,
    'Tables up to this size are profiled completely, larger ones by a sample (rows)',
  ),
  sample_rows: count(10_000, 100, 1_000_000, 'Size of the sample of a large table (rows)'),
});

export const postgres = section({
  max_connections: count(4, 2, 100, 'Maximum connections per database; further queries wait'),
  idle_ms: milliseconds(MINUTE, 1_000, 60 * MINUTE, 'Idle time after which a connection is closed'),
  connect_timeout_ms: milliseconds(
    5_000,
    100,
    2 * MINUTE,
    'Timeout for connecting, signing in, starting a session, and the first response to a query',
  ),
  keepalive_ms: milliseconds(
    30_000,
    1_000,
    60 * MINUTE,
    'Silence on a connection before TCP keepalive probes start',
  ),
  cancel_wait_ms: milliseconds(
    1_000,
    50,
    30_000,
    'How long a cancelled query may take to end before its connection is closed',
  ),
  lock_timeout_ms: milliseconds(
    5_000,
    1,
    10 * MINUTE,
    'Longest wait for a lock of another session',
  ),
  inspect_timeout_ms: milliseconds(
    MINUTE,
    1_000,
    60 * MINUTE,
    'Timeout for a query to the catalog of a database',
  ),
  profile_timeout_ms: milliseconds(
    10_000,
    100,
    60 * MINUTE,
    'Timeout for profiling several columns of a table, or one relationship',
  ),
  exact_rows: count(
    100_000,
    0,
    100_000_000,
    'Tables up to this size are profiled completely, larger ones by statistics and samples (rows)',
  ),
  sample_rows: count(30_000, 100, 10_000_000, 'Size of the sample of a large table (rows)'),
  temp_file_mb: count(
    5_120,
    1,
    10_000_000,
    "Maximum size of a query's temporary files on the server (MiB). Needs a role that can set temp_file_limit: a superuser, or one with GRANT SET ON PARAMETER temp_file_limit",
  ),
});
