import { z } from 'zod';
import { count, MINUTE, milliseconds, section, textList } from '../units.ts';

const HOUR = 60 * MINUTE;

export const schedules = section({
  max_schedules: count(200, 1, 100_000, 'Maximum schedules per workspace'),
  poll_ms: milliseconds(5_000, 50, HOUR, 'Interval between checks for due schedules'),
  check_ms: milliseconds(
    5 * MINUTE,
    100,
    24 * HOUR,
    'Interval between checks of the data and numbers of alerts',
  ),
  concurrency: count(2, 1, 64, 'Schedules run at the same time'),
  attempts: count(
    12,
    1,
    100,
    'Maximum attempts to deliver a message; the wait doubles each time, up to jobs.max_retry_ms',
  ),
  timeout_ms: milliseconds(
    15_000,
    100,
    2 * MINUTE,
    'Timeout for delivering a message to Slack or the mail server',
  ),
  max_recipients: count(20, 1, 100, 'Maximum recipients of an email'),
  least_past: count(8, 5, 50, 'Earlier values needed before a number can count as unusual'),
  max_past: count(60, 50, 400, 'Maximum earlier values that a number is compared with'),
  max_rows: count(20, 1, 200, 'Maximum rows of each question in a message'),
  max_pictures: count(4, 0, 20, 'Maximum pictures of charts in a message; 0: none'),
  picture_hours: count(72, 1, 24 * 90, 'How long Slack can load the picture of a message (hours)'),
  picture_ms: milliseconds(10_000, 500, MINUTE, 'Timeout for drawing a picture'),
  keep_days: count(30, 1, 3_650, 'Age at which logged runs are removed (days)'),
});

export const mail = section({
  url: z
    .string()
    .regex(/^smtps?:\/\/./, 'Use smtp:// or smtps://.')
    .refine((text) => URL.canParse(text), 'Use smtp:// or smtps:// with a host name.')
    .nullable()
    .default(null)
    .describe('Mail server, such as smtps://user:password@smtp.example.com; null: no email'),
  from: z.string().min(3).default('Plumbline <plumbline@localhost>').describe('Sender of emails'),
  domains: textList.default([]).describe('Domains that emails can be sent to; empty: any'),
});
