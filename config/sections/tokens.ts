import { bytes, count, KIB, MIB, MINUTE, milliseconds, section } from '../units.ts';
import { issuers } from './token-issuers.ts';

const DAY_SECONDS = 86_400;

export const tokens = section({
  default_ttl_seconds: count(3_600, 1, DAY_SECONDS, 'Default lifetime of a bearer token (seconds)'),
  max_ttl_seconds: count(
    DAY_SECONDS,
    1,
    DAY_SECONDS,
    'Maximum lifetime of a bearer token (seconds)',
  ),
  rotate_hours: count(
    720,
    1,
    8_760,
    'Age at which the signing secret of bearer tokens is replaced; the old one works until its tokens expire (hours)',
  ),
  secrets_cache_ms: milliseconds(
    30_000,
    0,
    MINUTE,
    'How long a gateway caches the signing secrets',
  ),
  issuers,
  max_issuer_ttl_seconds: count(
    DAY_SECONDS,
    60,
    366 * DAY_SECONDS,
    'Maximum lifetime of a token from an external issuer, from `iat` (or now, if absent) to `exp` (seconds)',
  ),
  clock_tolerance_seconds: count(
    5,
    0,
    300,
    'Tolerated clock difference of an external issuer (seconds)',
  ),
  jwks_timeout_ms: milliseconds(5_000, 100, MINUTE, 'Timeout for loading the keys of an issuer'),
  jwks_max_bytes: bytes(MIB, KIB, 64 * MIB, 'Maximum size of the keys of an issuer'),
  jwks_refresh_ms: milliseconds(
    10 * MINUTE,
    1_000,
    24 * 60 * MINUTE,
    'Age at which the keys of an issuer are reloaded in the background',
  ),
  jwks_cooldown_ms: milliseconds(
    10_000,
    0,
    10 * MINUTE,
    'Minimum time between reloads for tokens with an unknown key',
  ),
  jwks_max_age_ms: milliseconds(
    24 * 60 * MINUTE,
    MINUTE,
    7 * 24 * 60 * MINUTE,
    "Age at which keys that can't be reloaded are no longer trusted",
  ),
});
