import {
  type CryptoKey,
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FlattenedJWSInput,
  type JWSHeaderParameters,
} from 'jose';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { boundedFetch } from '#src/bounded-fetch.ts';
import type { Clock } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';

export interface KeySetOptions {
  readonly url: string;
  /** Name of the issuer. */
  readonly name: string;
  readonly config: Pick<
    Config['tokens'],
    | 'jwks_timeout_ms'
    | 'jwks_max_bytes'
    | 'jwks_refresh_ms'
    | 'jwks_cooldown_ms'
    | 'jwks_max_age_ms'
  >;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The key that a token names; fails with jose's errors where there is none, `unavailable` where that cannot be known. */
export type FindKey = (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;

/**
 * The public keys of an issuer (JWKS, RFC 7517). Known keys go on while its server is away; a key that is not known is
 * looked for there, at most once in `jwks_cooldown_ms`.
 */
export function createKeySet({ url, name, config, clock, log }: KeySetOptions): FindKey {
  const remote = createRemoteJWKSet(new URL(url), {
    timeoutDuration: config.jwks_timeout_ms,
    [customFetch]: boundedFetch(config.jwks_max_bytes),
  });
  let known: { readonly find: FindKey; readonly at: number } | null = null;
  let last: { readonly at: number; readonly failed: boolean } | null = null;
  let reading: Promise<void> | null = null;
  const now = () => clock.now().getTime();
  const coolsDown = () => last !== null && now() - last.at < config.jwks_cooldown_ms;

  const read = async (): Promise<void> => {
    try {
      await remote.reload();
      known = { find: createLocalJWKSet(remote.jwks()!), at: now() };
      last = { at: now(), failed: false };
    } catch (error) {
      last = { at: now(), failed: true };
      log.warn({ err: error, issuer: name }, "the keys of a token issuer can't be read");
      throw unavailable(name, config.jwks_cooldown_ms);
    }
  };
  const reload = (): Promise<void> => {
    if (!reading && coolsDown() && last!.failed)
      return Promise.reject(unavailable(name, config.jwks_cooldown_ms));
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };

  return async (header, token) => {
    const age = known ? now() - known.at : Number.POSITIVE_INFINITY;
    if (age > config.jwks_max_age_ms) await reload();
    else if (age > config.jwks_refresh_ms) reload().catch(() => undefined);
    try {
      return await known!.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (coolsDown() && !last!.failed) throw error;
    }
    await reload();
    return known!.find(header, token);
  };
}

const unavailable = (name: string, cooldownMs: number) =>
  new AppError(
    'unavailable',
    `The keys of the token issuer "${name}" can't be loaded. Try again in a moment.`,
    { retryAfter: Math.max(1, cooldownMs / 1_000) },
  );
