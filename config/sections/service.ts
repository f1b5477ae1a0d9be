import { z } from 'zod';
import { bytes, count, GIB, KIB, MIB, MINUTE, milliseconds, section, textList } from '../units.ts';

export const log = section({
  level: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Minimum level of log lines'),
  pretty: z.boolean().default(false).describe('Readable lines instead of JSON'),
});

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;
const NO_ORIGIN =
  'Use origins such as https://console.example: lowercase, without a path or the default port.';

export const retention = section({
  answers_days: count(90, 1, 3_650, 'How long the trace of an answer is kept (days)'),
  chats_days: count(
    365,
    1,
    3_650,
    'How long a chat is kept after its last question (days); for the sample account, see `sample.chat_hours`',
  ),
  audit_days: count(365, 1, 3_650, 'How long the audit log keeps an entry (days)'),
  sweep_ms: milliseconds(
    60 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'How often expired entries are removed',
  ),
});

export const http = section({
  trust_proxy: z
    .union([z.boolean(), z.number().int().min(0).max(10), z.string()])
    .default(false)
    .describe('Proxies trusted to report the IP address of the client (Express "trust proxy")'),
  own_origins: textList
    .pipe(
      z
        .array(z.string())
        .max(100)
        .refine((list) => list.every(isOrigin), NO_ORIGIN),
    )
    .default([])
    .describe(
      'Websites that belong to this deployment, such as https://console.example; like public_url and this machine, they can use any key',
    ),
  max_body_bytes: bytes(256 * KIB, KIB, 16 * MIB, 'Largest JSON body'),
  max_document_bytes: bytes(
    8 * MIB,
    KIB,
    64 * MIB,
    'Largest definitions document in JSON; for YAML, max_body_bytes applies',
  ),
  max_bodies_bytes: bytes(
    64 * MIB,
    MIB,
    16 * GIB,
    'Memory for all JSON and YAML bodies in progress; one account gets at most three quarters',
  ),
  body_wait_ms: milliseconds(
    5_000,
    0,
    MINUTE,
    'How long a request waits for its share of max_bodies_bytes before it fails with 503',
  ),
  max_connections: count(
    10_000,
    10,
    1_000_000,
    'Maximum client connections, at most half of the open-file limit; beyond it, the longest idle ones are closed',
  ),
  max_pipelined: count(
    16,
    1,
    1_000,
    'Maximum pipelined requests per connection; beyond it, the connection is closed',
  ),
  headers_timeout_ms: milliseconds(
    20_000,
    100,
    10 * MINUTE,
    'Timeout for headers, from the connection or the first byte of the request',
  ),
  body_timeout_ms: milliseconds(
    30_000,
    100,
    10 * MINUTE,
    'Time in which a body must progress by `body_progress_bytes` or be complete',
  ),
  body_progress_bytes: bytes(
    KIB,
    1,
    MIB,
    'Minimum progress of a body per `body_timeout_ms`, unless Plumbline itself pauses it',
  ),
  unread_body_ms: milliseconds(
    5_000,
    0,
    MINUTE,
    'How long the rest of a body is discarded after the response, before the connection is closed',
  ),
  upload_timeout_ms: milliseconds(
    60 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'Timeout for a whole request with its upload, even if it keeps progressing',
  ),
  keep_alive_ms: milliseconds(
    65_000,
    1_000,
    10 * MINUTE,
    'How long an idle client connection stays open; should exceed that of your load balancer',
  ),
  heartbeat_ms: milliseconds(
    15_000,
    1_000,
    5 * MINUTE,
    'Idle time of a stream before a comment is sent',
  ),
  stream_buffer_bytes: bytes(
    MIB,
    KIB,
    64 * MIB,
    'Maximum stream events buffered for a slow reader; beyond it, the answer waits',
  ),
  max_page_rows: count(1_000, 1, 100_000, 'Maximum rows per page of a result'),
  max_page_bytes: bytes(
    8 * MIB,
    KIB,
    256 * MIB,
    'Maximum size of a page of a result as JSON; a page has at least one row',
  ),
  stalled_client_ms: milliseconds(
    30_000,
    1_000,
    10 * MINUTE,
    'How long a client can stop reading a response before its connection is closed',
  ),
  answer_send_ms: milliseconds(
    2 * MINUTE,
    1_000,
    60 * MINUTE,
    'Timeout for reading a finished response',
  ),
});

export const store = section({
  url: z
    .string()
    .nullable()
    .default(null)
    .describe('postgres://… for PostgreSQL; null: SQLite in the data folder'),
  pool: count(10, 1, 200, 'Maximum PostgreSQL connections'),
  connect_timeout_ms: milliseconds(
    10_000,
    100,
    5 * MINUTE,
    'Timeout for connecting to PostgreSQL, and for a free connection in the pool',
  ),
  lease_ms: milliseconds(
    30_000,
    1_000,
    10 * MINUTE,
    'How long a gateway on a PostgreSQL store counts as running after its last heartbeat',
  ),
});

export const disk = section({
  min_free_bytes: bytes(
    64 * MIB,
    0,
    1024 * GIB,
    'Free space for the data folder below which /readyz returns 503',
  ),
  check_ms: milliseconds(5_000, 100, 10 * MINUTE, 'How long /readyz caches the free space'),
});

export const jobs = section({
  lease_ms: milliseconds(
    30_000,
    1_000,
    60 * MINUTE,
    'How long a job stays assigned without a heartbeat',
  ),
  poll_ms: milliseconds(1_000, 10, MINUTE, 'How often Plumbline looks for pending jobs'),
  max_retry_ms: milliseconds(
    10 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'Longest wait before a failed job is retried; the first wait is 1 s, each further one twice as long',
  ),
  concurrency: count(8, 1, 64, 'Jobs running at the same time'),
  keep_days: count(30, 1, 3_650, 'Age at which finished jobs are removed (days)'),
});

const percent = (fallback: number, what: string) =>
  z.number().int().min(1).max(100).default(fallback).describe(`${what} (percent)`);

export const waiting = section({
  max_waiting: count(
    200,
    0,
    100_000,
    'Maximum tasks in one queue; beyond it, tasks of whoever has the most waiting fail with 503',
  ),
  max_wait_ms: milliseconds(
    20_000,
    100,
    10 * MINUTE,
    'Longest wait in a queue; not part of the query timeout',
  ),
  workspace_share: percent(
    75,
    'Maximum share of the slots for one workspace (percent). It always gets one slot and, if there are two or more, never all; 100: no limit',
  ),
  end_user_share: percent(
    50,
    'Maximum share of the slots for one end user, by the same rule; 100: as many as the workspace',
  ),
});

export const workers = section({
  planning_threads: count(2, 1, 64, 'Planner threads'),
  planning_heap_mb: count(512, 64, 16_384, 'Heap of a planner thread (MiB)'),
  parsing_threads: count(2, 1, 64, 'Threads that parse files'),
});

export const idempotency = section({
  ttl_hours: count(24, 1, 720, 'How long an Idempotency-Key and its response are kept (hours)'),
  lease_ms: milliseconds(
    30_000,
    1_000,
    10 * MINUTE,
    'How long a request with an Idempotency-Key stays assigned to a gateway without a heartbeat',
  ),
  max_response_bytes: bytes(
    16 * MIB,
    KIB,
    256 * MIB,
    'Largest response that is kept; a repeated request with a larger one fails with 409',
  ),
  sweep_ms: milliseconds(10 * MINUTE, 1_000, 60 * MINUTE, 'How often expired keys are removed'),
});

export const redis = section({
  url: z
    .string()
    .regex(/^rediss?:\/\//, 'The URL must start with redis:// or rediss://.')
    .nullable()
    .default(null)
    .describe(
      'redis://… to track rate limits in Redis; null: in the PostgreSQL store, or in memory with SQLite',
    ),
  key_prefix: z.string().max(100).default('plumbline:').describe('Prefix of all keys in Redis'),
  timeout_ms: milliseconds(100, 1, 10_000, 'Timeout for a reply from Redis'),
  connect_timeout_ms: milliseconds(2_000, 10, MINUTE, 'Timeout for connecting to Redis'),
  pause_ms: milliseconds(1_000, 10, MINUTE, 'How long Redis is skipped after it fails to answer'),
});

export const metrics = section({
  token: z
    .string()
    .min(16)
    .max(1_000)
    .nullable()
    .default(null)
    .describe(
      'Bearer token required to read /metrics; null: anyone who can reach the service can read it',
    ),
  refresh_ms: milliseconds(
    5_000,
    100,
    10 * MINUTE,
    'How long /metrics caches what it reads from the store: jobs, webhooks, budgets, readiness',
  ),
  wait_ms: milliseconds(
    2_000,
    10,
    MINUTE,
    'How long /metrics waits for the store before it shows cached values',
  ),
});
