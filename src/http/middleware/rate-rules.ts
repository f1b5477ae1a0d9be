import type { Request } from 'express';
import type { Config } from '#config/schema.ts';
import type { Principal } from '#src/principal.ts';
import type { RateClass } from '../route.ts';
import type { Limiter, Limiters } from './limiters.ts';
import { isLoopback, network } from './network.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** A limit that a call counts against. */
export interface Rule {
  /** As the headers name it. */
  readonly name: string;
  readonly limiter: Limiter;
  readonly key: string;
  /** What is limited, for the text. */
  readonly whose: string;
}

export type RateConfig = Pick<Config, 'plans' | 'sample' | 'signups_per_hour'>;

/** Finds the limits of a call: of its plan per key and class, of its address for the sample key and signups. */
export type RulesOf = (
  /** Null on public routes. */
  principal: Principal | null,
  rate: RateClass,
  req: Request,
) => readonly Rule[];

export function createRules(config: RateConfig, { limiter }: Limiters): RulesOf {
  const ofPlans = planRules(config, limiter);
  const ofSample = sampleRules(config, limiter);
  const signups = limiter('signup-hour', config.signups_per_hour, HOUR);
  return (principal, rate, req) => {
    if (rate === 'none') return [];
    if (principal)
      return principal.key.sample
        ? ofSample(rate, req)
        : (ofPlans.get(principal.plan)?.(principal.key.id, rate) ?? []);
    const whose = 'signups from your address';
    return [{ name: 'hour', limiter: signups, key: network(req.ip ?? ''), whose }];
  };
}

type OfPlan = (key: string, rate: RateClass) => Rule[];

function planRules({ plans }: RateConfig, limiter: Limiters['limiter']): Map<string, OfPlan> {
  const found = new Map<string, OfPlan>();
  for (const [plan, limits] of Object.entries(plans)) {
    const perMinute = (name: string, points: number | null) =>
      points === null ? null : limiter(`plan-${plan}-${name}`, points, MINUTE);
    const all = perMinute('key', limits.requests_per_minute);
    const questions = perMinute('questions', limits.questions_per_minute);
    const uploads = perMinute('uploads', limits.uploads_per_minute);
    if (!all && !questions && !uploads) continue;
    found.set(plan, (key, rate) => {
      const rules: Rule[] = [];
      if (all) rules.push({ name: 'key', limiter: all, key, whose: 'calls with this key' });
      if (questions && rate === 'question')
        rules.push({ name: 'questions', limiter: questions, key, whose: 'questions of this key' });
      if (uploads && rate === 'upload')
        rules.push({ name: 'uploads', limiter: uploads, key, whose: 'uploads with this key' });
      return rules;
    });
  }
  return found;
}

function sampleRules({ sample }: RateConfig, limiter: Limiters['limiter']) {
  const minute = limiter('sample-minute', sample.requests_per_minute, MINUTE);
  const hour = limiter('sample-hour', sample.questions_per_hour, HOUR);
  const day = limiter('sample-day', sample.questions_per_day, DAY);
  return (rate: RateClass, req: Request): Rule[] => {
    if (isLocal(req) && !sample.limit_loopback) return [];
    const key = network(req.ip ?? '');
    const whose = 'calls with the sample key from your address';
    const rules: Rule[] = [{ name: 'minute', limiter: minute, key, whose }];
    if (rate !== 'question') return rules;
    const everybody = 'questions with the sample key from everywhere';
    return [
      ...rules,
      { name: 'hour', limiter: hour, key, whose },
      { name: 'day', limiter: day, key: 'all', whose: everybody },
    ];
  };
}

/** A forwarded request comes from elsewhere, whatever address the proxy has. */
const isLocal = (req: Request) =>
  isLoopback(req.ip ?? '') &&
  req.get('x-forwarded-for') === undefined &&
  req.get('forwarded') === undefined;

export const span = (seconds: number) =>
  seconds === MINUTE ? 'a minute' : seconds === HOUR ? 'an hour' : 'a day';
