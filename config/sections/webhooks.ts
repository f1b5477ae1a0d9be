import { z } from 'zod';
import { bytes, count, KIB, MINUTE, milliseconds, section, textList } from '../units.ts';

const HOUR = 60 * MINUTE;

export const webhooks = section({
  allow_private_hosts: z
    .boolean()
    .default(false)
    .describe(
      'Whether receivers in private networks and on this machine, and http:// addresses, are accepted; not together with open signup',
    ),
  allowed_hosts: textList
    .default([])
    .describe(
      'Hosts, addresses and networks (10.1.0.0/16) of receivers that are accepted whatever they are',
    ),
  dns_timeout_ms: milliseconds(
    5_000,
    100,
    MINUTE,
    'Longest time to resolve the name of a receiver',
  ),
  timeout_ms: milliseconds(
    15_000,
    100,
    2 * MINUTE,
    'Longest time of a delivery, from resolving the name until the connection is closed',
  ),
  max_answer_bytes: bytes(
    64 * KIB,
    0,
    1_024 * KIB,
    'Of the answer of a receiver so much is read and thrown away',
  ),
  first_retry_ms: milliseconds(
    5_000,
    10,
    HOUR,
    'Wait after the first failed attempt; each further one is four times as long',
  ),
  longest_retry_ms: milliseconds(4 * HOUR, 10, 24 * HOUR, 'Longest wait between two attempts'),
  retry_window_ms: milliseconds(
    24 * HOUR,
    100,
    7 * 24 * HOUR,
    'After this time the last attempt is made; a webhook that nothing got through to meanwhile is disabled',
  ),
  rotation_ms: milliseconds(
    24 * HOUR,
    0,
    30 * 24 * HOUR,
    'How long the secret before a rotation goes on signing beside the new one',
  ),
  concurrency: count(
    4,
    1,
    64,
    'Deliveries at once; half of them at the most to one webhook, and to all that fail at present',
  ),
  max_webhooks: count(20, 1, 1_000, 'Webhooks of an account at the most'),
  keep_days: count(30, 1, 3_650, 'Age at which deliveries are removed (days)'),
});
