import { isIPv6 } from 'node:net';
import type { Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '#config/schema.ts';
import { AppError } from '#src/errors.ts';
import type { Principal } from '#src/principal.ts';
import type { RateClass } from '../route.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

interface Rule {
  readonly name: string;
  readonly limiter: RateLimiterMemory;
  readonly key: string;
  /** Who is limited, for the text. */
  readonly whose: string;
}

export type RateLimit = (
  /** Null on public routes. */
  principal: Principal | null,
  rate: RateClass,
  req: Request,
  res: Response,
) => Promise<void>;

/**
 * Counts calls against the limits of their plan (per key), of their address for the sample key and signups. Fails with 429;
 * the headers `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers) tell what is left.
 */
export function createRateLimit(
  config: Pick<Config, 'plans' | 'sample' | 'signups_per_hour'>,
): RateLimit {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterMemory({ keyPrefix, points, duration });
  const { sample } = config;
  const perAddressMinute = limiter('sample-minute', sample.requests_per_minute, MINUTE);
  const perAddressHour = limiter('sample-hour', sample.questions_per_hour, HOUR);
  const perDay = limiter('sample-day', sample.questions_per_day, DAY);
  const signups = limiter('signup-hour', config.signups_per_hour, HOUR);
  const plans = new Map<string, RateLimiterMemory>();
  for (const [name, plan] of Object.entries(config.plans))
    if (plan.requests_per_minute !== null)
      plans.set(name, limiter(`plan-${name}`, plan.requests_per_minute, MINUTE));

  const rulesOf = (principal: Principal | null, rate: RateClass, req: Request): Rule[] => {
    if (rate === 'none') return [];
    const address = req.ip ?? '';
    if (!principal) {
      const whose = 'signups from your address';
      return [{ name: 'hour', limiter: signups, key: network(address), whose }];
    }
    if (!principal.key.sample) {
      const perKey = plans.get(principal.plan);
      return perKey
        ? [{ name: 'key', limiter: perKey, key: principal.key.id, whose: 'calls with this key' }]
        : [];
    }
    // A forwarded request comes from elsewhere, whatever address the proxy has.
    const local =
      isLoopback(address) &&
      req.get('x-forwarded-for') === undefined &&
      req.get('forwarded') === undefined;
    if (local && !sample.limit_loopback) return [];
    const key = network(address);
    const whose = 'calls with the sample key from your address';
    const rules: Rule[] = [{ name: 'minute', limiter: perAddressMinute, key, whose }];
    if (rate === 'question') {
      rules.push({ name: 'hour', limiter: perAddressHour, key, whose });
      rules.push({
        name: 'day',
        limiter: perDay,
        key: 'all',
        whose: 'questions with the sample key from everywhere',
      });
    }
    return rules;
  };

  return async (principal, rate, req, res) => {
    const rules = rulesOf(principal, rate, req);
    if (rules.length === 0) return;
    res.setHeader(
      'RateLimit-Policy',
      rules
        .map(({ name, limiter: { points, duration } }) => `"${name}";q=${points};w=${duration}`)
        .join(', '),
    );
    let tightest: { readonly rule: Rule; readonly state: RateLimiterRes } | null = null;
    for (const rule of rules) {
      const state = await consume(rule);
      if (!tightest || state.remainingPoints < tightest.state.remainingPoints)
        tightest = { rule, state };
      if (state.consumedPoints > rule.limiter.points) {
        tightest = { rule, state };
        break;
      }
    }
    if (!tightest) return;
    const { rule, state } = tightest;
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1_000));
    res.setHeader(
      'RateLimit',
      `"${rule.name}";r=${Math.max(0, state.remainingPoints)};t=${seconds}`,
    );
    if (state.consumedPoints <= rule.limiter.points) return;
    throw new AppError(
      'rate_limited',
      `Too many requests: ${rule.whose} may come to ${rule.limiter.points} in ${span(rule.limiter.duration)}. Try again in ${seconds} s.`,
      { retryAfter: seconds },
    );
  };
}

/** The state after counting one call, also when it is over the limit. */
async function consume({ limiter, key }: Rule): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  }
}

const span = (seconds: number) =>
  seconds === MINUTE ? 'a minute' : seconds === HOUR ? 'an hour' : 'a day';

const isLoopback = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address);

/** IPv6 callers own a /64; an IPv4 address mapped into IPv6 counts as itself. */
export function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
