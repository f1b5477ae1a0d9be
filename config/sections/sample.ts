import { z } from 'zod';
import { count, milliseconds, section } from '../units.ts';

export const sample = section({
  enabled: z.boolean().default(true).describe('Whether the public sample account exists'),
  as_of: z.iso.date().default('2026-10-31').describe('Day used as today in the sample workspace'),
  requests_per_minute: count(
    5,
    1,
    100_000,
    'Requests per minute with the sample key from one IP address',
  ),
  questions_per_hour: count(
    30,
    1,
    100_000,
    'Questions per hour with the sample key from one IP address',
  ),
  questions_per_day: count(
    20_000,
    1,
    100_000_000,
    'Questions per day with the sample key in total',
  ),
  chat_hours: count(24, 1, 8_760, 'How long a chat of the sample account is kept (hours)'),
  starters_wait_ms: milliseconds(
    3_000,
    0,
    60_000,
    'How long `GET /sample` waits for the answers to its starter questions',
  ),
  limit_loopback: z
    .boolean()
    .default(false)
    .describe('Whether requests from this machine count against the limits of the sample key'),
});
