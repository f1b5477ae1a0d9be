import { z } from 'zod';
import { bytes, count, GIB, KIB, MIB, MINUTE, milliseconds, section, textList } from '../units.ts';

export const log = section({
  level: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least grave lines that are logged'),
  pretty: z.boolean().default(false).describe('Lines for people instead of JSON'),
});

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;
const NO_ORIGIN =
  'Write each as browsers do: scheme and host in lower case, a port only where it is not the default one, no path.';

export const retention = section({
  answers_days: count(90, 1, 3_650, 'How long the trace of an answer is kept (days)'),
  chats_days: count(
    365,
    1,
    3_650,
    'How long a chat is kept after its last question (days); those of the sample account by `sample.chat_hours`',
  ),
  audit_days: count(365, 1, 3_650, 'How long the audit log keeps an entry (days)'),
  sweep_ms: milliseconds(60 * MINUTE, 1_000, 24 * 60 * MINUTE, 'How often it is looked for them'),
});

export const http = section({
  trust_proxy: z
    .union([z.boolean(), z.number().int().min(0).max(10), z.string()])
    .default(false)
    .describe('Which proxies may say the client address (Express "trust proxy")'),
  own_origins: textList
    .pipe(
      z
        .array(z.string())
        .max(100)
        .refine((list) => list.every(isOrigin), NO_ORIGIN),
    )
    .default([])
    .describe(
      'Websites of the service itself, such as https://console.example: their pages may use any key, as pages of public_url and of this machine may',
    ),
  max_body_bytes: bytes(256 * KIB, KIB, 16 * MIB, 'Largest JSON body'),
  max_document_bytes: bytes(
    8 * MIB,
    KIB,
    64 * MIB,
    'Largest semantics document in JSON; in YAML max_body_bytes holds',
  ),
  max_bodies_bytes: bytes(
    64 * MIB,
    MIB,
    16 * GIB,
    'JSON and YAML bodies at work, together; no account gets more than three quarters of it',
  ),
  body_wait_ms: milliseconds(
    5_000,
    0,
    MINUTE,
    'How long a request waits for its share of max_bodies_bytes; then it is told to come again (503)',
  ),
  max_connections: count(
    10_000,
    10,
    1_000_000,
    'Connections of clients at once, at most half of the files that the process may open; beyond it the longest idle give way',
  ),
  max_pipelined: count(
    16,
    1,
    1_000,
    'Requests that a connection may have under way at once; one that sends more is cut off',
  ),
  headers_timeout_ms: milliseconds(
    20_000,
    100,
    10 * MINUTE,
    'Longest time from a connection, or the first byte of a request, to the end of its headers',
  ),
  body_timeout_ms: milliseconds(
    30_000,
    100,
    10 * MINUTE,
    'In each such span a body has to come on by `body_progress_bytes`, or be complete',
  ),
  body_progress_bytes: bytes(
    KIB,
    1,
    MIB,
    'Least progress of a body in `body_timeout_ms`, unless the service itself holds it back',
  ),
  unread_body_ms: milliseconds(
    5_000,
    0,
    MINUTE,
    'How long the rest of a body is thrown away when its answer is out; then the connection is closed',
  ),
  upload_timeout_ms: milliseconds(
    60 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'Longest time that a request, with its upload, may take to arrive, however well it comes on',
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
  max_page_bytes: bytes(
    8 * MIB,
    KIB,
    256 * MIB,
    'Rows in a page of a kept result as JSON; a page holds one row at least',
  ),
  stalled_client_ms: milliseconds(
    30_000,
    1_000,
    10 * MINUTE,
    'How long a client may take nothing of its answer before it is cut off',
  ),
  answer_send_ms: milliseconds(
    2 * MINUTE,
    1_000,
    60 * MINUTE,
    'Longest time that a reader may take to read an answer that is made',
  ),
});

export const store = section({
  url: z
    .string()
    .nullable()
    .default(null)
    .describe('postgres://… for PostgreSQL; null: SQLite in the data folder'),
  pool: count(10, 1, 200, 'PostgreSQL connections at the most'),
  connect_timeout_ms: milliseconds(
    10_000,
    100,
    5 * MINUTE,
    'Longest time to connect to PostgreSQL, and longest wait for a free connection of the pool',
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
    'Space of the data folder below which /readyz says that the service is not ready',
  ),
  check_ms: milliseconds(
    5_000,
    100,
    10 * MINUTE,
    'How long /readyz believes its last look at the disk',
  ),
});

export const jobs = section({
  lease_ms: milliseconds(
    30_000,
    1_000,
    60 * MINUTE,
    'How long a job is held without a sign of life',
  ),
  poll_ms: milliseconds(1_000, 10, MINUTE, 'How often waiting jobs are looked for'),
  max_retry_ms: milliseconds(
    10 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'Longest wait before a job that failed runs again; the first is a second, each further one twice as long',
  ),
  concurrency: count(8, 1, 64, 'Jobs of all kinds that run at once'),
  keep_days: count(30, 1, 3_650, 'Age at which finished jobs are removed (days)'),
});

const percent = (fallback: number, what: string) =>
  z.number().int().min(1).max(100).default(fallback).describe(`${what} (percent)`);

export const waiting = section({
  max_waiting: count(
    200,
    0,
    100_000,
    'Most tasks that wait in one queue; more get 503, first those of whoever has the most waiting',
  ),
  max_wait_ms: milliseconds(
    20_000,
    100,
    10 * MINUTE,
    'Longest wait for a place; it does not count as time of the query',
  ),
  workspace_share: percent(
    75,
    'Share of the places that one workspace may hold at once; at least one place, and not all where there are two. 100: all',
  ),
  end_user_share: percent(
    50,
    'Share of the places that one end user of a workspace may hold at once, by the same rule; 100: as many as the workspace',
  ),
});

export const workers = section({
  planning_threads: count(2, 1, 64, 'Threads of the planner'),
  planning_heap_mb: count(512, 64, 16_384, 'Heap of a thread of the planner (MiB)'),
  parsing_threads: count(2, 1, 64, 'Threads that parse files'),
});

export const idempotency = section({
  ttl_hours: count(
    24,
    1,
    720,
    'How long a request with an Idempotency-Key is remembered, and its response kept (hours)',
  ),
  lease_ms: milliseconds(
    30_000,
    1_000,
    10 * MINUTE,
    'How long such a request is held without a sign of life; after it the gateway counts as dead',
  ),
  max_response_bytes: bytes(
    16 * MIB,
    KIB,
    256 * MIB,
    'Longest response that is kept; of a longer one the repeated request gets 409',
  ),
  sweep_ms: milliseconds(10 * MINUTE, 1_000, 60 * MINUTE, 'How often old ones are removed'),
});

export const redis = section({
  url: z
    .string()
    .regex(/^rediss?:\/\//, 'An address begins with redis:// or rediss://.')
    .nullable()
    .default(null)
    .describe('redis://… to count rates in Redis, for all gateways; null: each counts by itself'),
  key_prefix: z.string().max(100).default('plumbline:').describe('Begins every key in Redis'),
  timeout_ms: milliseconds(100, 1, 10_000, 'Longest wait for an answer of Redis'),
  connect_timeout_ms: milliseconds(2_000, 10, MINUTE, 'Longest time to connect to Redis'),
  pause_ms: milliseconds(
    1_000,
    10,
    MINUTE,
    'After Redis did not answer, how long each gateway counts by itself before it is tried again',
  ),
});

export const metrics = section({
  token: z
    .string()
    .min(16)
    .max(1_000)
    .nullable()
    .default(null)
    .describe(
      'What readers of /metrics have to send as a bearer token; null: whoever reaches the service reads it',
    ),
  refresh_ms: milliseconds(
    5_000,
    100,
    10 * MINUTE,
    'How long /metrics shows what it last read of the store: jobs, webhooks, budgets, readiness',
  ),
  wait_ms: milliseconds(
    2_000,
    10,
    MINUTE,
    'Longest wait of /metrics for the store; then it shows what it read before',
  ),
});
