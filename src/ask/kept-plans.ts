import { ByCatalog } from '#src/ask/by-catalog.ts';
import type { Planning, PlanningAbout } from '#src/ask/deps.ts';
import type { CacheMeter } from '#src/metrics/cache-meter.ts';
import { dayFor } from '#src/planner/day.ts';

/**
 * Planning that keeps what it found, `max` plans and look-ups of each catalog; 0 keeps nothing. A catalog never
 * changes, and the planner knows of the clock only what day it is, so what is kept never goes stale. Failures are not
 * kept.
 */
export function withKeptPlans(
  planning: Planning,
  max: number,
  seen: CacheMeter = () => {},
): Planning {
  if (max === 0) return planning;
  const kept = new ByCatalog<Promise<object>>(max);
  const keep = <T extends object>(
    { catalog, policy }: PlanningAbout,
    question: readonly unknown[],
    find: () => Promise<T>,
  ): Promise<T> => {
    const ofCatalog = kept.of(catalog);
    const key = JSON.stringify([policy.hash, ...question]);
    const known = ofCatalog.get(key) as Promise<T> | undefined;
    seen(known !== undefined);
    if (known) return known;
    const found = find();
    found.then(
      () => ofCatalog.set(key, found),
      () => {},
    );
    return found;
  };
  return {
    plan(request, signal) {
      const { question, history, now, catalog } = request;
      const day = dayFor(catalog, now);
      return keep(request, ['plan', question, history, day], () => planning.plan(request, signal));
    },
    findLiterals: (about, literals, signal) =>
      keep(about, ['literals', literals], () => planning.findLiterals(about, literals, signal)),
    hits: (about, question, signal, { near = false } = {}) =>
      keep(about, ['hits', question, near], () => planning.hits(about, question, signal, { near })),
    async english(about, question, signal) {
      const { text } = await keep(about, ['english', question], async () => ({
        text: await planning.english(about, question, signal),
      }));
      return text;
    },
    async answerable(about, wanted, signal) {
      const { questions, atMost, now } = wanted;
      const day = dayFor(about.catalog, now);
      const found = await keep(about, ['answerable', questions, atMost, day], async () => ({
        questions: await planning.answerable(about, wanted, signal),
      }));
      return found.questions;
    },
  };
}
