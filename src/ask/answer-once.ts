import type { AskContext } from '#src/ask/context.ts';
import type { AnswerSource, AskDeps } from '#src/ask/deps.ts';
import type { Ending, Progress } from '#src/ask/endings.ts';
import { inlineLimits } from '#src/ask/execute.ts';
import type { KeptAnswer } from '#src/ask/kept-answers.ts';
import type { EnglishAnswer, EnglishEvent } from '#src/ask/types.ts';
import { dayFor } from '#src/planner/day.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/**
 * The ending of a question: the kept one with what is its own each time, else what `make` makes of it. An answer is kept
 * where it was made of nothing but the catalog, the policy, the day, the words and the limits of the request, all of
 * which are its key: planned by the built-in planner alone, over rows of files that are kept as well
 * (docs/adr/0021-kept-answers.md).
 */
export async function answerOnce(
  context: AskContext,
  progress: Progress,
  catalog: Catalog,
  make: (context: AskContext) => Promise<Ending>,
): Promise<Ending> {
  const { keptAnswers } = context.deps;
  const key = keptAnswers.keepsNone ? null : keyOf(context, catalog);
  if (key === null) return make(context);
  const known = keptAnswers.find(catalog, key);
  if (known) return again(context, progress, known);
  const { recording, told } = record(context);
  const ending = await make(recording);
  const events = told();
  const { answer, query } = ending;
  if (events && isSettled(context, answer))
    keptAnswers.keep(catalog, key, { events, answer, query });
  return ending;
}

/** All that an answer depends on over one catalog; null where it depends on more. */
function keyOf({ deps, state }: AskContext, catalog: Catalog): string | null {
  const { request, history } = state;
  const { model } = deps;
  const asksModel =
    model !== null && (model.planning !== 'builtin-first' || model.explanations !== 'template');
  // Earlier turns, statements of the caller's own and drafts of a catalog seldom come twice.
  const isOwn = request.statement !== undefined || request.drill !== undefined;
  if (asksModel || history.length > 0 || isOwn || request.trial) return null;
  // A connected database changes under us.
  if (catalog.databaseId !== undefined) return null;
  const { question, outputMode, chart, dryRun, principal } = request;
  return JSON.stringify([
    principal.policy.hash,
    dayFor(catalog, deps.clock.now()),
    question,
    inlineLimits(request, deps.limits),
    ...[outputMode, chart, dryRun],
  ]);
}

/** An answer of statements that no model had a hand in, with all of its rows in it. */
const isSettled = ({ use }: AskContext, answer: EnglishAnswer): boolean =>
  answer.agent === 'Text2SQL' &&
  (answer.result === 'success' || answer.result === 'dry_run') &&
  answer.resultToken === null &&
  use.begun === 0 &&
  use.calls === 0;

/** The context of a question whose answer may be kept; `told` gives what was told, null where it may be otherwise next time. */
function record(context: AskContext): {
  readonly recording: AskContext;
  readonly told: () => readonly EnglishEvent[] | null;
} {
  const events: EnglishEvent[] = [];
  let isSame = true;
  const varies = () => {
    isSame = false;
  };
  const sourceOf: AskDeps['sourceOf'] = async (catalog) =>
    watched(await context.deps.sourceOf(catalog), varies);
  const recording: AskContext = {
    ...context,
    deps: { ...context.deps, sourceOf },
    varies,
    emit(event) {
      events.push(event);
      context.emit(event);
    },
  };
  return { recording, told: () => (isSame ? events : null) };
}

/** A source that says so where rows of it are not kept. */
function watched(source: AnswerSource, varies: () => void): AnswerSource {
  const { dialect, holds } = source;
  if (!holds) {
    varies();
    return source;
  }
  return {
    dialect,
    holds,
    async *query(sql, options) {
      try {
        yield* source.query(sql, options);
      } finally {
        if (!holds(sql, options)) varies();
      }
    },
  };
}

/** Tells a kept answer; what stands beside it (its trace, its chat, its budget) is the question's own. */
function again(
  { state, emit, watch }: AskContext,
  { sessionId, generationId, opening }: Progress,
  known: KeptAnswer,
): Ending {
  const { events, answer: kept, query } = known;
  const { traceId } = state;
  for (const event of events) emit(event);
  watch.set('engine', 0);
  const own: Pick<EnglishAnswer, 'traceId' | 'sessionId' | 'sameAs'> = {
    traceId,
    sameAs: known,
    sessionId,
  };
  const answer = { ...kept, ...own };
  return { answer, query, generationId, internal: null, opening };
}
