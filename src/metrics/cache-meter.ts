import { Counter, type Registry } from 'prom-client';

/** What is kept for questions that come again: answers, plans, rows of files, replies of models, verdicts of the guard. */
export type CacheName = 'answers' | 'plans' | 'rows' | 'replies' | 'verdicts';

/** Told of each look-up. */
export type CacheMeter = (found: boolean) => void;

export function createCacheMeters(registry: Registry): Readonly<Record<CacheName, CacheMeter>> {
  const lookUps = new Counter({
    name: 'plumbline_cache_lookups_total',
    help: 'Cache lookups for repeated questions, by cache and outcome',
    labelNames: ['cache', 'outcome'] as const,
    registers: [registry],
  });
  const meterOf = (cache: CacheName): CacheMeter => {
    // Named from the start, so that a ratio can be drawn before the first hit.
    const [hit, miss] = [lookUps.labels(cache, 'hit'), lookUps.labels(cache, 'miss')];
    hit.inc(0);
    miss.inc(0);
    return (found) => (found ? hit : miss).inc();
  };
  return {
    answers: meterOf('answers'),
    plans: meterOf('plans'),
    rows: meterOf('rows'),
    replies: meterOf('replies'),
    verdicts: meterOf('verdicts'),
  };
}
