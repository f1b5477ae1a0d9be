import type { Request } from 'express';
import type { Config } from '#config/schema.ts';
import type { Principal } from '#src/principal.ts';
import type { RateClass } from '../route.ts';
import type { Limiter, Limiters } from './limiters.ts';
import { isLoopback, network } from './network.ts';

const MINUTE = 60;
const QUARTER = 900;
const HOUR = 3_600;
const DAY = 86_400;

/** A limit that a call counts against. */
export interface Rule {
  /** As the headers name it. */
  readonly name: string;
  readonly limiter: Limiter;
  /** All callers are counted as one. */
  readonly together?: true;
  /** What is limited, for the text. */
  readonly whose: string;
}

/** Limits that are counted together, made once for a kind of call. */
interface Rules {
  readonly rules: readonly Rule[];
  /** The header `RateLimit-Policy`. */
  readonly policy: string;
}

/** The limits of one call. */
export interface Limits extends Rules {
  /** Whose calls are counted. */
  readonly caller: string;
}

export type RateConfig = Pick<
  Config,
  'plans' | 'sample' | 'sessions' | 'shares' | 'signups_per_hour'
>;

/** Finds the limits of a call: of its plan per key and class, of its address for the sample key, signups and sign-ins. */
export type RulesOf = (
  /** Null on public routes. */
  principal: Principal | null,
  rate: RateClass,
  req: Request,
) => Limits | null;

export function createRules(config: RateConfig, { limiter }: Limiters): RulesOf {
  const ofPlans = planRules(config, limiter);
  const ofSample = sampleRules(config, limiter);
  const signups = rulesOf([
    {
      name: 'hour',
      limiter: limiter('signup-hour', config.signups_per_hour, HOUR),
      whose: 'sign-ups from your IP address',
    },
  ]);
  const signIns = rulesOf([
    {
      name: 'address',
      limiter: limiter('sign-in-address', config.sessions.sign_ins_per_address, QUARTER),
      whose: 'sign-ins from your IP address',
    },
  ]);
  const snapshots = rulesOf([
    {
      name: 'minute',
      limiter: limiter('snapshot-minute', config.shares.reads_per_address, MINUTE),
      whose: 'calls from your IP address',
    },
  ]);
  return (principal, rate, req) => {
    if (rate === 'none') return null;
    if (rate === 'snapshot') return { ...snapshots, caller: network(req.ip ?? '') };
    if (rate === 'sign-in') return { ...signIns, caller: network(req.ip ?? '') };
    if (!principal) return { ...signups, caller: network(req.ip ?? '') };
    if (principal.key.sample) return ofSample(rate, req);
    const rules = ofPlans.get(principal.plan)?.[rate];
    return rules ? { ...rules, caller: principal.key.id } : null;
  };
}

const rulesOf = (rules: readonly Rule[]): Rules => ({
  rules,
  policy: rules
    .map(({ name, limiter: { points, duration } }) => `"${name}";q=${points};w=${duration}`)
    .join(', '),
});

type Counted = Exclude<RateClass, 'none' | 'sign-in' | 'snapshot'>;
type OfPlan = Readonly<Record<Counted, Rules | null>>;

function planRules({ plans }: RateConfig, limiter: Limiters['limiter']): Map<string, OfPlan> {
  const found = new Map<string, OfPlan>();
  for (const [plan, limits] of Object.entries(plans)) {
    const perMinute = (name: string, points: number | null, whose: string): Rule[] =>
      points === null
        ? []
        : [{ name, limiter: limiter(`plan-${plan}-${name}`, points, MINUTE), whose }];
    const all = perMinute('key', limits.requests_per_minute, 'calls with this key');
    const questions = perMinute(
      'questions',
      limits.questions_per_minute,
      'questions with this key',
    );
    const uploads = perMinute('uploads', limits.uploads_per_minute, 'uploads with this key');
    found.set(plan, {
      request: anyOf(all),
      question: anyOf([...all, ...questions]),
      upload: anyOf([...all, ...uploads]),
    });
  }
  return found;
}

const anyOf = (rules: readonly Rule[]): Rules | null =>
  rules.length === 0 ? null : rulesOf(rules);

function sampleRules({ sample }: RateConfig, limiter: Limiters['limiter']) {
  const whose = 'calls with the sample key from your IP address';
  const minute: Rule = {
    name: 'minute',
    limiter: limiter('sample-minute', sample.requests_per_minute, MINUTE),
    whose,
  };
  const hour: Rule = {
    name: 'hour',
    limiter: limiter('sample-hour', sample.questions_per_hour, HOUR),
    whose,
  };
  const day: Rule = {
    name: 'day',
    limiter: limiter('sample-day', sample.questions_per_day, DAY),
    together: true,
    whose: 'questions by all users of the sample key',
  };
  const ofCalls = rulesOf([minute]);
  const ofQuestions = rulesOf([minute, hour, day]);
  return (rate: Counted, req: Request): Limits | null => {
    if (isLocal(req) && !sample.limit_loopback) return null;
    return { ...(rate === 'question' ? ofQuestions : ofCalls), caller: network(req.ip ?? '') };
  };
}

/** A forwarded request comes from elsewhere, whatever address the proxy has. */
const isLocal = (req: Request) =>
  isLoopback(req.ip ?? '') &&
  req.get('x-forwarded-for') === undefined &&
  req.get('forwarded') === undefined;

export const span = (seconds: number) =>
  seconds === MINUTE
    ? 'minute'
    : seconds === QUARTER
      ? '15 minutes'
      : seconds === HOUR
        ? 'hour'
        : 'day';
