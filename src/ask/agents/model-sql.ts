import {
  decidedByModel,
  failed,
  runDraft,
  type Text2SqlOutcome,
} from '#src/ask/agents/run-draft.ts';
import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import type { AnswerSource } from '#src/ask/deps.ts';
import { type Draft, guardSql } from '#src/ask/draft.ts';
import { decline } from '#src/ask/failures.ts';
import { askModel, type FailedStatement } from '#src/ask/model/ask-model.ts';
import { draftPlanOf, reasonOf } from '#src/ask/model/draft-plan.ts';
import type { ModelReply } from '#src/ask/model/reply.ts';
import { today } from '#src/planner/day.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { ModelError } from '#src/plugin-api/model-error.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';

/** Statements that a model may try for one question: the first, and one that mends it. */
const MAX_STATEMENTS = 2;
const NO_SAFE_SQL = 'No safe SQL was found for this question.';

/**
 * The answer by a model's statement: asked, judged by the guard, checked and run like any other; one that is refused,
 * fails or does not pass the checks is sent back once with the reason. Fails with a `ModelError` where the model
 * gives nothing.
 */
export async function answerByModel(
  context: AskContext,
  catalog: Catalog,
): Promise<Text2SqlOutcome> {
  const { deps, signal } = context;
  const source = await abortable(deps.sourceOf(catalog), signal);
  const key = keyOf(context, catalog);
  let before: FailedStatement | null = null;
  let last: Text2SqlOutcome = failed(decline('no_safe_sql', NO_SAFE_SQL));
  for (let tries = 0; tries < MAX_STATEMENTS; tries++) {
    const kept: ModelReply | null = before ? null : deps.replies.find(catalog, key);
    const reply: ModelReply =
      kept ?? (await context.watch.time('model', () => askModel(context, catalog, before)));
    if (!reply.answerable || reply.sql === '') return notAnswerable(reply);
    context.use.attempts += 1;
    const tried = await tryStatement(context, catalog, source, reply);
    if ('outcome' in tried) {
      if (tried.outcome.kind === 'answered') deps.replies.keep(catalog, key, reply);
      return tried.outcome;
    }
    last = tried.instead;
    before = { reply, problem: tried.problem };
  }
  return last;
}

type Tried =
  | { readonly outcome: Text2SqlOutcome }
  /** What is answered when no better statement comes, and what the model is told. */
  | { readonly instead: Text2SqlOutcome; readonly problem: string };

async function tryStatement(
  context: AskContext,
  catalog: Catalog,
  source: AnswerSource,
  reply: ModelReply,
): Promise<Tried> {
  const { deps, state, emit } = context;
  emit({ event: 'status', stage: 'checking_sql' });
  const { maxResultRows } = deps.limits;
  const guarded = await context.watch.time('guard', () =>
    guardSql(context, catalog, source, reply.sql, maxResultRows),
  );
  if ('refused' in guarded)
    return {
      instead: failed(decline('no_safe_sql', NO_SAFE_SQL, { internal: guarded.refused })),
      problem: guarded.refused,
    };
  const plan = draftPlanOf(reply, state.request.question, guarded.checked.facts);
  const draft: Draft = { ...guarded, plan };
  try {
    const outcome = await runDraft(context, catalog, source, draft);
    return decidedByModel(outcome)
      ? { outcome }
      : { instead: outcome, problem: outcome.kind === 'failed' ? outcome.failure.message : '' };
  } catch (error) {
    if (!(error instanceof SourceError) || error.kind !== 'query') throw error;
    // Under a row filter an engine's text may tell of rows of others: the model is not told it either.
    const filtered = Object.keys(state.request.principal.policy.filter).length > 0;
    const problem = filtered ? 'it failed when it ran' : error.message;
    return {
      instead: failed(decline('no_safe_sql', NO_SAFE_SQL, { internal: error.message }), draft),
      problem,
    };
  }
}

function notAnswerable(reply: ModelReply): Text2SqlOutcome {
  const text = reasonOf(reply) ?? 'The data does not hold an answer to this question.';
  return failed(decline('not_in_data', text));
}

/** Whether the failure of a model is one after which the built-in planner answers in its place. */
export function fallsBack(error: unknown): error is ModelError {
  return error instanceof ModelError && error.kind !== 'cancelled';
}

/** A question that comes again: the same words on the same day after the same turns by one who sees the same rows. */
function keyOf({ deps, state }: AskContext, catalog: Catalog): string {
  const { principal, question } = state.request;
  const day = catalog.asOf ?? today(deps.clock.now(), catalog.timezone);
  const words = question.toLowerCase().replace(/\s+/g, ' ').trim();
  return JSON.stringify([principal.policy.hash, words, day, state.history]);
}
