import { bytes, count, KIB, MIB, MINUTE, milliseconds, section } from '../units.ts';
import { issuers } from './token-issuers.ts';

const DAY_SECONDS = 86_400;

export const tokens = section({
  default_ttl_seconds: count(
    3_600,
    1,
    DAY_SECONDS,
    'How long a bearer token holds whose request names no ttl_seconds (seconds)',
  ),
  max_ttl_seconds: count(
    DAY_SECONDS,
    1,
    DAY_SECONDS,
    'How long a bearer token may hold at the most (seconds)',
  ),
  rotate_hours: count(
    720,
    1,
    8_760,
    'Age at which a new secret signs bearer tokens; the old one is accepted until its tokens have expired (hours)',
  ),
  secrets_cache_ms: milliseconds(
    30_000,
    0,
    MINUTE,
    'How long a gateway goes on with the signing secrets that it read',
  ),
  issuers,
  max_issuer_ttl_seconds: count(
    DAY_SECONDS,
    60,
    366 * DAY_SECONDS,
    'Longest life of a token of an outside issuer, from `iat`, or from now where it has none, to `exp`; longer ones are refused (seconds)',
  ),
  clock_tolerance_seconds: count(
    5,
    0,
    300,
    'By how much the clock of an outside issuer may differ (seconds)',
  ),
  jwks_timeout_ms: milliseconds(5_000, 100, MINUTE, 'Longest time to read the keys of an issuer'),
  jwks_max_bytes: bytes(MIB, KIB, 64 * MIB, 'Longest list of keys of an issuer'),
  jwks_refresh_ms: milliseconds(
    10 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'Age at which the keys of an issuer are read anew, while the known ones serve',
  ),
  jwks_cooldown_ms: milliseconds(
    10_000,
    0,
    10 * MINUTE,
    'How long the keys of an issuer are not read again, whatever keys tokens name',
  ),
  jwks_max_age_ms: milliseconds(
    24 * 60 * MINUTE,
    MINUTE,
    7 * 24 * 60 * MINUTE,
    'Age at which keys that could not be read anew are no longer trusted',
  ),
});
