import type { Request, Response } from 'express';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#src/errors.ts';
import type { Principal } from '#src/principal.ts';
import type { RateClass } from '../route.ts';
import type { Limiters } from './limiters.ts';
import { createRules, type Limits, type RateConfig, type Rule, span } from './rate-rules.ts';

export type RateLimit = (
  /** Null on public routes. */
  principal: Principal | null,
  rate: RateClass,
  req: Request,
  res: Response,
) => Promise<void>;

/**
 * Counts calls against their limits. Fails with 429; the headers `RateLimit` and `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers) tell what is left.
 */
export function createRateLimit(config: RateConfig, limiters: Limiters): RateLimit {
  const limitsOf = createRules(config, limiters);
  return async (principal, rate, req, res) => {
    const limits = limitsOf(principal, rate, req);
    if (!limits) return;
    res.setHeader('RateLimit-Policy', limits.policy);
    const { rule, state } = await tightest(limits);
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1_000));
    const left = Math.max(0, state.remainingPoints);
    res.setHeader('RateLimit', `"${rule.name}";r=${left};t=${seconds}`);
    const { points, duration } = rule.limiter;
    if (state.consumedPoints <= points) return;
    throw new AppError(
      'rate_limited',
      `Too many requests: the limit is ${points} ${rule.whose} per ${span(duration)}. Try again in ${seconds} s.`,
      { retryAfter: seconds },
    );
  };
}

interface Counted {
  readonly rule: Rule;
  readonly state: RateLimiterRes;
}

/** Counts a call; the first limit that it passes, else the one that leaves least. */
async function tightest({ rules, caller }: Limits): Promise<Counted> {
  let found: Counted | null = null;
  for (const rule of rules) {
    const state = await rule.limiter.count(rule.together ? 'all' : caller);
    if (state.consumedPoints > rule.limiter.points) return { rule, state };
    if (!found || state.remainingPoints < found.state.remainingPoints) found = { rule, state };
  }
  return found!;
}
