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
    .regex(/^[A-Za-z0-9_-]{1,40}$/, 'An id has 1 to 40 letters, digits, hyphens or underscores.'),
  key: z
    .string()
    .refine(
      (text) => /^[A-Za-z0-9+/]+=*$/.test(text) && Buffer.from(text, 'base64').length === 32,
      'A key has 32 bytes in base64: openssl rand -base64 32 makes one.',
    ),
});
const encryptionKeys = z
  .union([z.array(z.unknown()), keysAsText])
  .pipe(z.array(encryptionKeySchema))
  .refine(
    (keys) => new Set(keys.map(({ id }) => id)).size === keys.length,
    'Each key has an id of its own.',
  );

export const databases = section({
  types: textList
    .default(['postgres', 'mysql'])
    .describe('Kinds of database servers that can be connected: plugins that ship, or packages'),
  allow_private_hosts: z
    .boolean()
    .default(true)
    .describe(
      'Whether databases in private networks and on this machine may be connected; not together with open signup',
    ),
  allowed_hosts: textList
    .default([])
    .describe(
      'Hosts, addresses and networks (10.1.0.0/16) that may be connected whatever they are, link-local ones included',
    ),
  encryption_keys: encryptionKeys
    .default([])
    .describe(
      'Keys that passwords are encrypted with: a list of {id, key} (32 bytes in base64), or the text id:key,id:key. The first encrypts, all decrypt; none: a key is made in the data folder',
    ),
  max_open: count(20, 1, 1_000, 'Databases that are connected at once; the longest idle gives way'),
  idle_ms: milliseconds(
    5 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'After this time without a question the connections to a database are closed',
  ),
  dns_timeout_ms: milliseconds(5_000, 100, MINUTE, 'Longest time to resolve the name of a host'),
  probe_timeout_ms: milliseconds(
    20_000,
    1_000,
    5 * MINUTE,
    'Longest time to try a connection before it is stored',
  ),
  max_tables: count(2_000, 1, 20_000, 'Tables of a database that are read at the most'),
  refresh_hours: count(
    24,
    0,
    8_760,
    'Age at which a database is discovered anew, so that new tables and values are known; 0: never (hours)',
  ),
  concurrent_discoveries: count(
    1,
    1,
    64,
    'Databases that are discovered at once, of jobs.concurrency jobs in all',
  ),
  discovery_timeout_ms: milliseconds(
    30 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'Longest time to discover a database',
  ),
});

export const mysql = section({
  max_connections: count(8, 1, 200, 'Connections to one database at the most; more work waits'),
  idle_ms: milliseconds(
    MINUTE,
    1_000,
    60 * MINUTE,
    'After this without use a connection is closed',
  ),
  connect_timeout_ms: milliseconds(
    5_000,
    100,
    MINUTE,
    'Longest time to connect and sign in, and for the server to answer what takes it no time',
  ),
  cancel_wait_ms: milliseconds(
    1_000,
    50,
    MINUTE,
    'How long ending a query on the server is tried before its connection counts as free again',
  ),
  inspect_timeout_ms: milliseconds(
    MINUTE,
    1_000,
    60 * MINUTE,
    'Longest time to read the catalog of the server, or to measure one column or relationship',
  ),
  profile_timeout_ms: milliseconds(
    10_000,
    100,
    60 * MINUTE,
    'Longest time to profile one table; what was measured by then is kept',
  ),
  exact_rows: count(
    100_000,
    0,
    100_000_000,
    'Tables up to this size are measured whole, larger ones by a sample (rows)',
  ),
  sample_rows: count(10_000, 100, 1_000_000, 'Size of the sample of a large table (rows)'),
});

export const postgres = section({
  max_connections: count(
    4,
    2,
    100,
    'Connections to one connected PostgreSQL database at the most; more queries wait',
  ),
  idle_ms: milliseconds(MINUTE, 1_000, 60 * MINUTE, 'After this an idle connection is closed'),
  connect_timeout_ms: milliseconds(
    5_000,
    100,
    2 * MINUTE,
    'Longest time to connect, log in and begin a session, and for the server to say a first word to a query',
  ),
  keepalive_ms: milliseconds(
    30_000,
    1_000,
    60 * MINUTE,
    'How long a connection is silent before TCP looks whether it still stands',
  ),
  cancel_wait_ms: milliseconds(
    1_000,
    50,
    30_000,
    'How long a cancelled query may take to end on the server before its connection is cut',
  ),
  lock_timeout_ms: milliseconds(
    5_000,
    1,
    10 * MINUTE,
    'Longest wait for a lock that another session holds',
  ),
  inspect_timeout_ms: milliseconds(
    MINUTE,
    1_000,
    60 * MINUTE,
    'Longest time for one question to the catalog of a database',
  ),
  profile_timeout_ms: milliseconds(
    10_000,
    100,
    60 * MINUTE,
    'Longest time to measure some columns of one table, or one relationship',
  ),
  exact_rows: count(
    100_000,
    0,
    100_000_000,
    'Tables of at most so many rows are measured exactly, larger ones by statistics and samples',
  ),
  sample_rows: count(30_000, 100, 10_000_000, 'Rows of a sample of a larger table'),
  temp_file_mb: count(
    5_120,
    1,
    10_000_000,
    'Temporary files that one query may write on the server at the most, where the role may set temp_file_limit: a superuser, or GRANT SET ON PARAMETER temp_file_limit (MiB)',
  ),
});
