import { z } from 'zod';
import { bytes, count, GIB, MIB, MINUTE, milliseconds, section } from '../units.ts';

export const objects = section({
  store: z
    .string()
    .min(1)
    .default('folder')
    .describe(
      'Where uploads, their tables and large results are kept: folder (the data folder), s3, or a package',
    ),
  cache_bytes: bytes(
    10 * GIB,
    64 * MIB,
    16_384 * GIB,
    'Disk space for local copies of objects, not counting those being read',
  ),
  check_ms: milliseconds(
    10 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'How often copies of objects that another gateway deleted are removed',
  ),
});

export const s3 = section({
  endpoint: z
    .url({ protocol: /^https?$/ })
    .default('https://s3.us-east-1.amazonaws.com')
    .describe('URL of the S3 service; buckets are addressed in its path'),
  region: z.string().min(1).max(100).default('us-east-1').describe('Region for signatures'),
  bucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'Use the name of a bucket.')
    .nullable()
    .default(null)
    .describe('Bucket; it must exist'),
  prefix: z
    .string()
    .regex(/^(?:[\w.-]+\/)*$/, 'End each part with a slash, as in "plumbline/".')
    .max(200)
    .default('')
    .describe('Prefix of all keys, such as plumbline/'),
  access_key_id: z.string().min(1).nullable().default(null).describe('Access key ID'),
  secret_access_key: z.string().min(1).nullable().default(null).describe('Secret access key'),
  stall_ms: milliseconds(
    10_000,
    10,
    10 * MINUTE,
    'Time without a byte after which a request fails',
  ),
  transfer_ms: milliseconds(10 * MINUTE, 100, 24 * 60 * MINUTE, 'Timeout for one request'),
  attempts: count(3, 1, 20, 'Attempts for a request that fails temporarily'),
  retry_ms: milliseconds(
    200,
    0,
    MINUTE,
    'Longest wait before the second attempt; it doubles with each',
  ),
  connections: count(16, 1, 1_000, 'Maximum connections to the S3 service'),
});
