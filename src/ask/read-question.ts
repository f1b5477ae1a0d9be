import type { PlanningAbout } from '#src/ask/deps.ts';
import { type createPlanning, PlanningExhausted } from '#src/ask/planning.ts';
import { owedBy } from '#src/check/owed/owed.ts';
import type { Clock } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { dayFor } from '#src/planner/day.ts';
import type { ReadingTrace } from '#src/read/trace.ts';
import { readableCatalog } from '#src/sql/guard-policy.ts';

/** How a question is read: what its words can mean, what they ask of every statement, and what the planner computes. */
export interface QuestionRead extends ReadingTrace {
  readonly owed: readonly { readonly kind: string; readonly words: string }[];
}

/**
 * Reads a question over a catalog and runs nothing; what the caller may not read is no part of it. Fails with
 * `unprocessable` where that takes more time or memory than it may.
 */
export async function readQuestion(
  {
    planning,
    clock,
  }: { readonly planning: ReturnType<typeof createPlanning>; readonly clock: Clock },
  about: PlanningAbout,
  question: string,
  signal: AbortSignal,
): Promise<QuestionRead> {
  const now = clock.now();
  const trace = await planning.reading(about, question, now, signal).catch((error: unknown) => {
    if (!(error instanceof PlanningExhausted)) throw error;
    throw new AppError('unprocessable', 'This question is too long. Ask it in fewer words.', {
      cause: error,
    });
  });
  const words = (await planning.english(about, question, signal)) ?? question;
  const hits = await planning.hits(about, words, signal);
  const catalog = readableCatalog(about.catalog, about.policy);
  const owed = owedBy(words, catalog, hits, dayFor(catalog, now));
  return { ...trace, owed: owed.map(({ kind, words }) => ({ kind, words })) };
}
