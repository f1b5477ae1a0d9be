import { quietly, type SourceContext } from '#src/ask/context.ts';
import { draftSql } from '#src/ask/draft.ts';
import { offeringFirst } from '#src/ask/next-questions.ts';
import { PlanningExhausted } from '#src/ask/planning.ts';
import { agree } from '#src/ask/readings/candidate.ts';
import { mayMean, withReading } from '#src/ask/readings/reading.ts';
import { type Answered, runDraft } from '#src/ask/run-draft.ts';
import { Stopwatch } from '#src/ask/stopwatch.ts';
import { AppError } from '#src/errors.ts';
import type { Meaning } from '#src/planner/meanings.ts';
import type { QueryPlan } from '#src/planner/plan.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';

/** What a question may mean beside its plan, and what that is answered with. */
interface OtherAnswer {
  readonly meaning: Meaning;
  readonly answered: Answered;
}

/**
 * Another query that the question may mean by examples and rules, held to the same as any reading of theirs, and its rows;
 * null where there is none, or one that the checks warn of. Never rejects: it is looked for beside the answer, which stands without it.
 */
export async function otherAnswer(
  context: SourceContext,
  plan: QueryPlan,
): Promise<OtherAnswer | null> {
  const { catalog, deps, state, signal, asker, varies } = context;
  const { question, principal, dryRun } = state.request;
  const { query } = plan;
  if (dryRun || state.history.length > 0 || query.kind !== 'select' || plan.byExample) return null;
  try {
    const wanted = { catalog, policy: principal.policy, asker, question, query };
    const now = deps.clock.now();
    const meaning = await deps.planning.otherReading({ ...wanted, now }, signal);
    if (!meaning) return null;
    // Its steps are none of the answer's.
    const aside = { ...quietly(context), watch: new Stopwatch() };
    const drafted = await draftSql(aside, {
      ...{ ...plan, query: meaning.query, restatement: meaning.restatement },
      ...{ assumptions: [], breakdown: null, heldTo: question },
    });
    const outcome = 'failure' in drafted ? null : await runDraft(aside, drafted);
    const isSound = outcome?.kind === 'answered' && outcome.verification.status === 'checked';
    return isSound ? { meaning, answered: outcome } : null;
  } catch (error) {
    varies();
    const isExpected =
      signal.aborted ||
      error instanceof SourceError ||
      error instanceof AppError ||
      error instanceof PlanningExhausted;
    if (!isExpected) deps.log.warn({ err: error, trace: state.traceId }, 'no other interpretation');
    return null;
  }
}

/** The answer, which says what else the question may mean where that gives other rows, and offers to ask it. */
export async function besideOther(
  context: SourceContext,
  outcome: Answered,
  other: OtherAnswer | null,
): Promise<Answered> {
  if (!other) return outcome;
  const { meaning, answered } = other;
  if ((await agree(context, outcome, answered, { repeats: false })) !== false) return outcome;
  const warned = withReading(outcome, mayMean(meaning.restatement));
  return offeringFirst(meaning.question, warned, outcome.draft.next ?? Promise.resolve([]));
}
