import { z } from 'zod';
import { bytes, count, KIB, MINUTE, milliseconds, section, textList } from '../units.ts';

const HOUR = 60 * MINUTE;

export const webhooks = section({
  allow_private_hosts: z
    .boolean()
    .default(false)
    .describe(
      'Whether webhooks can use private networks, this machine and http:// URLs; not with open signup',
    ),
  allowed_hosts: textList
    .default([])
    .describe('Hosts, addresses and networks (10.1.0.0/16) that webhooks can always use'),
  dns_timeout_ms: milliseconds(
    5_000,
    100,
    MINUTE,
    'Timeout for resolving the host name of a webhook',
  ),
  timeout_ms: milliseconds(
    15_000,
    100,
    2 * MINUTE,
    'Timeout for a delivery, from resolving the host name to closing the connection',
  ),
  max_answer_bytes: bytes(
    64 * KIB,
    0,
    1_024 * KIB,
    'Maximum size of a response that is read (and discarded)',
  ),
  first_retry_ms: milliseconds(
    5_000,
    10,
    HOUR,
    'Wait after the first failed attempt; each further wait is four times as long',
  ),
  longest_retry_ms: milliseconds(4 * HOUR, 10, 24 * HOUR, 'Longest wait between two attempts'),
  retry_window_ms: milliseconds(
    24 * HOUR,
    100,
    7 * 24 * HOUR,
    'How long a delivery is retried; a webhook without a successful delivery in this time is disabled',
  ),
  rotation_ms: milliseconds(
    24 * HOUR,
    0,
    30 * 24 * HOUR,
    'How long the old secret keeps signing after a rotation',
  ),
  concurrency: count(
    4,
    1,
    64,
    'Deliveries at the same time; at most half to one webhook, and at most half to all failing webhooks',
  ),
  max_webhooks: count(20, 1, 1_000, 'Maximum webhooks per account'),
  keep_days: count(30, 1, 3_650, 'Age at which deliveries are removed (days)'),
});
