import { z } from 'zod';

/** Every setting, with what it means, its unit, default and bounds. `docs/configuration.md` is made from this. */

const bytes = (fallback: number, min: number, max: number, what: string) =>
  z.number().int().min(min).max(max).default(fallback).describe(`${what} (bytes)`);
const milliseconds = (fallback: number, min: number, max: number, what: string) =>
  z.number().int().min(min).max(max).default(fallback).describe(`${what} (milliseconds)`);
const count = (fallback: number, min: number, max: number, what: string) =>
  z.number().int().min(min).max(max).default(fallback).describe(what);

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;
const MINUTE = 60_000;

const section = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape).prefault({} as never);

/** A list, or text as an environment variable holds it: `a, b`. */
const textList = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(/[\s,]+/))])
  .transform((items) => items.filter((item) => item !== ''));

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

/** Model providers that are known by name. */
export const MODEL_PROVIDERS = [
  'google',
  'openai',
  'anthropic',
  'mistral',
  'groq',
  'openrouter',
  'azure',
  'ollama',
  'vllm',
  'lmstudio',
  'openai-compatible',
] as const;

const planSchema = z.strictObject({
  requests_per_minute: z.number().int().min(1).max(1_000_000).nullable().default(null),
  spend_cap_usd: z.number().min(0).max(1_000_000).nullable().default(null),
  questions_per_month: z.number().int().min(1).nullable().default(null),
  max_file_bytes: z.number().int().min(1).nullable().default(null),
  max_files: z.number().int().min(1).nullable().default(null),
  max_rows_per_workspace: z.number().int().min(1).nullable().default(null),
  /** Whether `/whoami` shows these limits. */
  show_limits: z.boolean().default(false),
});

const settings = z.strictObject({
  host: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  port: z
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8080)
    .describe('Port to listen on; 0 picks a free one'),
  data_dir: z
    .string()
    .min(1)
    .default('./data')
    .describe('Folder of the metadata store, files and engine files'),
  public_url: z
    .url()
    .nullable()
    .default(null)
    .describe('Address that users reach the service at; null: http://HOST:PORT'),
  signup: z
    .enum(['open', 'closed'])
    .default('closed')
    .describe('Whether POST /accounts/signup makes accounts'),
  shutdown_ms: milliseconds(
    10_000,
    0,
    10 * MINUTE,
    'How long a graceful stop waits for work in flight',
  ),
  log: section({
    level: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default('info')
      .describe('Least grave lines that are logged'),
    pretty: z.boolean().default(false).describe('Lines for people instead of JSON'),
  }),
  http: section({
    trust_proxy: z
      .union([z.boolean(), z.number().int().min(0).max(10), z.string()])
      .default(false)
      .describe('Which proxies may say the client address (Express "trust proxy")'),
    max_body_bytes: bytes(256 * KIB, KIB, 16 * MIB, 'Largest JSON body'),
    upload_timeout_ms: milliseconds(
      10 * MINUTE,
      1_000,
      60 * MINUTE,
      'Longest time that an upload may take',
    ),
    keep_alive_ms: milliseconds(
      65_000,
      1_000,
      10 * MINUTE,
      'How long an idle connection of a client is kept; longer than that of a load balancer before it',
    ),
    heartbeat_ms: milliseconds(
      15_000,
      1_000,
      5 * MINUTE,
      'Silence on a stream after which a comment is sent',
    ),
    stream_buffer_bytes: bytes(
      MIB,
      KIB,
      64 * MIB,
      'Events of a stream that wait for a slow reader; more hold the answer back',
    ),
    max_page_rows: count(1_000, 1, 100_000, 'Rows in a page of a kept result'),
    stalled_client_ms: milliseconds(
      30_000,
      1_000,
      10 * MINUTE,
      'How long a reader of a stream may not read before it is cut off',
    ),
  }),
  store: section({
    url: z
      .string()
      .nullable()
      .default(null)
      .describe('postgres://… for PostgreSQL; null: SQLite in the data folder'),
    pool: count(10, 1, 200, 'PostgreSQL connections at the most'),
  }),
  sample: section({
    enabled: z.boolean().default(true).describe('Whether the public sample account exists'),
    as_of: z.iso
      .date()
      .default('2026-10-31')
      .describe('The day that relative periods of the sample workspace count from'),
    requests_per_minute: count(
      5,
      1,
      100_000,
      'Requests of one address with the sample key in a minute',
    ),
    questions_per_hour: count(
      30,
      1,
      100_000,
      'Questions of one address with the sample key in an hour',
    ),
    questions_per_day: count(
      20_000,
      1,
      100_000_000,
      'Questions of all addresses with the sample key in a day',
    ),
    chat_hours: count(24, 1, 8_760, 'How long a chat of the sample account is kept (hours)'),
    limit_loopback: z
      .boolean()
      .default(false)
      .describe('Whether requests from this machine count against the limits of the sample key'),
  }),
  plans: z
    .record(z.string().regex(/^[a-z][a-z0-9_]*$/), planSchema)
    .default({
      self_hosted: planSchema.parse({}),
      sample: planSchema.parse({}),
      free: planSchema.parse({
        requests_per_minute: 30,
        spend_cap_usd: 10,
        questions_per_month: 1_000,
        max_file_bytes: 50 * MIB,
        max_files: 20,
        max_rows_per_workspace: 5_000_000,
        show_limits: true,
      }),
    })
    .describe(
      'Plans by name: requests_per_minute, spend_cap_usd, questions_per_month, max_file_bytes, max_files, max_rows_per_workspace (null: no limit), show_limits',
    ),
  signups_per_hour: count(10, 1, 1_000_000, 'Signups from one address in an hour'),
  signup_plan: z.string().default('free').describe('Plan of accounts made by signup'),
  files: section({
    enabled: z.boolean().default(true).describe('Whether files can be uploaded'),
    engine: z.string().default('duckdb').describe('Engine for files'),
    max_file_bytes: bytes(50 * MIB, KIB, 2 * GIB, 'Largest upload'),
    max_tables_per_file: count(100, 1, 1_000, 'Sheets of a workbook at the most'),
    max_columns: count(1_000, 1, 10_000, 'Columns of a table at the most'),
    max_rows: count(5_000_000, 1, 100_000_000, 'Rows of a table at the most'),
    max_cell_bytes: bytes(MIB, 64, 64 * MIB, 'Longest cell'),
    max_unzipped_bytes: bytes(GIB, MIB, 16 * GIB, 'Unpacked size of a workbook at the most'),
    max_zip_ratio: count(
      200,
      2,
      100_000,
      'Unpacked to packed size of a part of a workbook at the most',
    ),
    reject_linger_ms: milliseconds(
      5_000,
      0,
      MINUTE,
      'How long the rest of a refused upload is read and thrown away, so that its sender sees the answer',
    ),
    kept_catalogs: count(200, 1, 100_000, 'Catalogs that are kept in memory'),
    parse_timeout_ms: milliseconds(5 * MINUTE, 1_000, 60 * MINUTE, 'Longest time to parse a file'),
    parse_heap_mb: count(2_048, 128, 16_384, 'Heap of a parsing worker (MiB)'),
    concurrent_ingests: count(2, 1, 64, 'Files that are ingested at once'),
  }),
  workers: section({
    planning_threads: count(2, 1, 64, 'Threads of the planner'),
    planning_heap_mb: count(512, 64, 16_384, 'Heap of a thread of the planner (MiB)'),
    parsing_threads: count(2, 1, 64, 'Threads that parse files'),
  }),
  catalog: section({
    max_indexed_values: count(
      100_000,
      0,
      10_000_000,
      'Distinct values of a column in the value index at the most',
    ),
    max_indexed_length: count(200, 1, 2_000, 'Longest text in the value index (characters)'),
    max_key_checks: count(
      20,
      0,
      1_000,
      'Combinations of columns of a table that are tried as its key at the most',
    ),
    max_containment_checks: count(
      500,
      0,
      100_000,
      'Pairs of columns of a workspace whose values are compared to find relationships at the most',
    ),
  }),
  ask: section({
    max_question_chars: count(4_096, 1, 65_536, 'Longest question (characters)'),
    max_rows: count(1_000, 1, 10_000, 'Rows in an answer'),
    timeout_ms: milliseconds(
      30_000,
      100,
      10 * MINUTE,
      'Longest time that a query may take on the engine',
    ),
    total_timeout_ms: milliseconds(
      60_000,
      100,
      30 * MINUTE,
      'Longest time that a whole answer may take',
    ),
    planning_timeout_ms: milliseconds(
      5_000,
      100,
      MINUTE,
      'Longest time that the built-in planner may take',
    ),
    kept_plans: count(
      1_000,
      0,
      1_000_000,
      'Plans of a catalog that are kept for questions that come again, the last used ones; 0 keeps none',
    ),
    concurrent: count(64, 1, 10_000, 'Questions that are worked on at once'),
    history_turns: count(5, 0, 50, 'Earlier turns of a conversation that a follow-up can build on'),
    next_questions_ms: milliseconds(
      200,
      0,
      10_000,
      'How long an answer waits for the questions that it suggests next',
    ),
    record_timeout_ms: milliseconds(
      5_000,
      10,
      MINUTE,
      'How long an answer waits for its turn and spend to be recorded',
    ),
    trace_flush_ms: milliseconds(
      500,
      10,
      MINUTE,
      'How long the trace of an answer may wait before it is written',
    ),
  }),
  guard: section({
    max_sql_bytes: bytes(64 * KIB, 256, MIB, 'Longest SQL text'),
    kept_verdicts: count(
      1_000,
      0,
      1_000_000,
      'Statements of a catalog whose verdict is kept, the last used ones; 0 keeps none',
    ),
    max_depth: count(50, 5, 500, 'Deepest nesting of a statement'),
  }),
  results: section({
    max_spool_rows: count(1_000_000, 1, 100_000_000, 'Rows of a result that are kept'),
    max_spool_bytes: bytes(256 * MIB, KIB, 16 * GIB, 'Bytes of a result that are kept'),
    ttl_hours: count(24, 1, 720, 'How long a result is kept (hours)'),
    sweep_ms: milliseconds(10 * MINUTE, 1_000, 60 * MINUTE, 'How often old results are removed'),
  }),
  duckdb: section({
    processes: count(2, 1, 32, 'Engine processes'),
    threads: count(2, 1, 64, 'DuckDB threads of a process'),
    memory_mb: count(512, 64, 262_144, 'DuckDB memory limit of a process (MiB)'),
    process_memory_mb: count(
      2_048,
      256,
      524_288,
      'Memory of an engine process above which it is killed (MiB)',
    ),
    max_open_files: count(32, 1, 1_000, 'Engine files that a process keeps open'),
    concurrent_queries: count(8, 1, 256, 'Queries that a process runs at once; more wait'),
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
    inspect_timeout_ms: milliseconds(
      2 * MINUTE,
      1_000,
      60 * MINUTE,
      'Longest time to measure one table, column or relationship of an engine file',
    ),
    load_timeout_ms: milliseconds(
      5 * MINUTE,
      1_000,
      60 * MINUTE,
      'Longest time to build an engine file',
    ),
  }),
  model: section({
    provider: z
      .enum(MODEL_PROVIDERS)
      .nullable()
      .default(null)
      .describe('Who serves the model; null: the built-in planner answers alone'),
    model: z
      .string()
      .default('')
      .describe("The provider's own name of the model; for Azure the deployment"),
    api_key: z.string().min(1).nullable().default(null).describe('Key of the provider, a secret'),
    base_url: z
      .url()
      .nullable()
      .default(null)
      .describe('Address of the provider; needed for azure and openai-compatible'),
    headers: z.record(z.string(), z.string()).default({}).describe('Further headers of every call'),
    fallbacks: z
      .array(
        z.strictObject({
          provider: z.enum(MODEL_PROVIDERS),
          model: z.string().min(1),
          api_key: z.string().min(1).nullable().default(null),
          base_url: z.url().nullable().default(null),
          headers: z.record(z.string(), z.string()).default({}),
        }),
      )
      .max(5)
      .default([])
      .describe('Models that are asked in this order when the first does not answer'),
    planning: z
      .enum(['builtin-first', 'model-first', 'cross-check'])
      .default('builtin-first')
      .describe(
        'Who reads a question: the built-in planner and the model only where it has no answer, the model first, or both, compared',
      ),
    explanations: z
      .enum(['template', 'model'])
      .default('template')
      .describe(
        'Who phrases explanations; those of the model are shown only where all their numbers can be traced to the rows',
      ),
    first_token_timeout_ms: milliseconds(
      20_000,
      10,
      10 * MINUTE,
      'Longest wait for the first token of a call',
    ),
    call_timeout_ms: milliseconds(MINUTE, 10, 30 * MINUTE, 'Longest time of a call'),
    retries: count(2, 0, 10, 'How often a model is asked again after a passing failure'),
    max_retry_wait_ms: milliseconds(
      5_000,
      10,
      2 * MINUTE,
      'Longest wait before a model is asked again; a provider that wants more is left',
    ),
    breaker_failures: count(5, 1, 100, 'Failures in a row after which a model is left out'),
    breaker_open_ms: milliseconds(30_000, 10, 60 * MINUTE, 'How long such a model is left out'),
    max_answer_bytes: bytes(256 * KIB, KIB, 16 * MIB, 'Longest answer of a model'),
    max_output_tokens: count(2_000, 64, 100_000, 'Tokens of an answer, thoughts included'),
    kept_replies: count(
      1_000,
      0,
      1_000_000,
      'Replies of a catalog that are kept for questions that come again; 0 keeps none',
    ),
    estimate_usd: z
      .number()
      .min(0)
      .max(100)
      .default(0.01)
      .describe('US dollars that a question sets aside before it runs'),
    prices: z
      .strictObject({
        input: z.number().min(0),
        cached_input: z.number().min(0),
        output: z.number().min(0),
      })
      .nullable()
      .default(null)
      .describe('US dollars a million tokens; null: the price list that ships with the service'),
  }),
  databases: section({
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
    max_open: count(
      20,
      1,
      1_000,
      'Databases that are connected at once; the longest idle gives way',
    ),
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
  }),
  mysql: section({
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
  }),
  postgres: section({
    max_connections: count(
      4,
      2,
      100,
      'Connections to one connected PostgreSQL database at the most; more queries wait',
    ),
    idle_ms: milliseconds(MINUTE, 1_000, 60 * MINUTE, 'After this an idle connection is closed'),
    connect_timeout_ms: milliseconds(
      10_000,
      100,
      2 * MINUTE,
      'Longest time to connect, log in and begin a session',
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
  }),
  alasql: section({
    threads: count(2, 1, 64, 'Threads that run queries and load tables'),
    heap_mb: count(
      1_024,
      64,
      65_536,
      'Heap of a thread (MiB); a query that needs three quarters of it fails alone',
    ),
    cache_mb: count(256, 1, 65_536, 'Tables that a thread keeps loaded (MiB, estimated)'),
    inspect_timeout_ms: milliseconds(
      2 * MINUTE,
      1_000,
      60 * MINUTE,
      'Longest time to measure one table, column or relationship of an engine file',
    ),
    load_timeout_ms: milliseconds(
      5 * MINUTE,
      1_000,
      60 * MINUTE,
      'Longest time to write one table to an engine file',
    ),
  }),
  budgets: section({
    reservation_ms: milliseconds(
      5 * MINUTE,
      1_000,
      24 * 60 * MINUTE,
      'How long a question may hold spend that it set aside; after it the process counts as dead. Longer than ask.total_timeout_ms',
    ),
    max_budgets: count(1_000, 1, 100_000, 'Budgets of an account at the most'),
  }),
  jobs: section({
    lease_ms: milliseconds(
      30_000,
      1_000,
      60 * MINUTE,
      'How long a job is held without a sign of life',
    ),
    poll_ms: milliseconds(1_000, 10, MINUTE, 'How often waiting jobs are looked for'),
    concurrency: count(2, 1, 64, 'Jobs that run at once'),
  }),
});

export const configSchema = settings.superRefine((config, context) => {
  if (config.signup === 'open' && config.databases.allow_private_hosts)
    context.addIssue({
      code: 'custom',
      path: ['databases', 'allow_private_hosts'],
      message:
        'with signup "open" anybody could connect databases in the network of this service: set it to false, and name hosts of your own in databases.allowed_hosts',
    });
});

export type Config = z.infer<typeof configSchema>;
export type PlanLimits = z.infer<typeof planSchema>;
