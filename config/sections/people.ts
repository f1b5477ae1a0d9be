import { z } from 'zod';
import { bytes, count, KIB, MIB, MINUTE, milliseconds, section } from '../units.ts';
import { oidc } from './oidc.ts';

export const sessions = section({
  idle_hours: count(12, 1, 720, 'Idle time after which a browser session ends (hours)'),
  max_days: count(30, 1, 365, 'Maximum lifetime of a session (days)'),
  rotate_minutes: count(15, 1, 1_440, 'Age at which the token in the cookie is replaced (minutes)'),
  grace_ms: milliseconds(
    MINUTE,
    1_000,
    10 * MINUTE,
    'How long a replaced token still works, for calls from other tabs',
  ),
  max_open: count(10_000, 1, 1_000_000, 'Maximum open sessions per account'),
  sign_ins_per_address: count(60, 1, 100_000, 'Sign-ins per IP address in 15 minutes'),
  sign_ins_per_person: count(
    10,
    1,
    100_000,
    'Sign-ins per email address and IP address in 15 minutes',
  ),
  sign_ins_per_email: count(
    100,
    1,
    100_000,
    'Sign-ins per email address in an hour; beyond that, 3 from each IP address',
  ),
});

export const people = section({
  enabled: z
    .boolean()
    .default(false)
    .describe('Whether tenants can have members with passwords; needs public_url'),
  max_members: count(1_000, 1, 100_000, 'Maximum members per tenant'),
  link_hours: count(72, 1, 720, 'How long an invitation or reset link works (hours)'),
  oidc,
  oidc_timeout_ms: milliseconds(10_000, 1_000, MINUTE, 'Timeout for each call to a provider'),
  oidc_max_bytes: bytes(MIB, 16 * KIB, 16 * MIB, "Maximum size of a provider's response"),
  oidc_minutes: count(10, 1, 60, 'How long signing in with a provider may take (minutes)'),
  concurrent_hashes: count(2, 1, 64, 'Passwords hashed at the same time; each takes 32 MiB'),
});
