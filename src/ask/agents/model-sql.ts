import { failed, type Text2SqlOutcome } from '#src/ask/agents/run-draft.ts';
import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import type { AnswerSource } from '#src/ask/deps.ts';
import { decline } from '#src/ask/failures.ts';
import { type Asking, askModel } from '#src/ask/model/ask-model.ts';
import { reasonOf } from '#src/ask/model/draft-plan.ts';
import type { ModelReply } from '#src/ask/model/reply.ts';
import { type Answered, type Tried, tryStatement } from '#src/ask/readings/candidate.ts';
import { hardBecause } from '#src/ask/readings/hard.ts';
import { withReading } from '#src/ask/readings/reading.ts';
import { voted } from '#src/ask/readings/vote.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { ModelError } from '#src/plugin-api/model-error.ts';

/**
 * The answer by a model's statement: asked, judged by the guard, checked and run like any other. One that is refused,
 * fails or does not pass the checks is sent back once with the reason, then the question is asked anew with the schema
 * in another form. An answer to a hard question is compared with that of a second, independent reading. Fails with a
 * `ModelError` where the model gives nothing.
 */
export async function answerByModel(
  context: AskContext,
  catalog: Catalog,
): Promise<Text2SqlOutcome> {
  const source = await abortable(context.deps.sourceOf(catalog), context.signal);
  let last: Extract<Tried, { ok: false }> | null = null;
  const ways: readonly ((before: typeof last) => Asking)[] = [
    () => ({ kind: 'first' }),
    (before) => ({ kind: 'repair', reply: before!.reply, problem: before!.problem }),
    () => ({ kind: 'independent' }),
  ];
  for (const way of ways.slice(0, context.deps.model?.maxCalls)) {
    const reply = await context.watch.time('model', () => askModel(context, catalog, way(last)));
    if (!isAnswer(reply)) return notAnswerable(reply);
    const tried = await tryStatement(context, catalog, source, reply);
    if (!tried.ok) {
      last = tried;
      continue;
    }
    if (tried.outcome.kind === 'drafted') return tried.outcome;
    return decided(context, catalog, source, { reply, outcome: tried.outcome });
  }
  return last!.instead;
}

async function decided(
  context: AskContext,
  catalog: Catalog,
  source: AnswerSource,
  first: { readonly reply: ModelReply; readonly outcome: Answered },
): Promise<Text2SqlOutcome> {
  const { outcome } = first;
  const why = hardBecause(outcome, context.state.request.question, context.use.schemaCut);
  if (!why) return outcome;
  const vote = await context.watch.time('vote', () => voted(context, catalog, source, first));
  const { chosen, reading } = vote;
  if (chosen.outcome !== outcome) context.emit({ event: 'sql', sql: chosen.outcome.draft.sql });
  const plan = { ...chosen.outcome.draft.plan, complexity: 'hard' as const };
  const answered = { ...chosen.outcome, draft: { ...chosen.outcome.draft, plan } };
  return withReading(answered, reading);
}

export const isAnswer = ({ answerable, sql }: ModelReply): boolean => answerable && sql !== '';

function notAnswerable(reply: ModelReply): Text2SqlOutcome {
  const text = reasonOf(reply) ?? 'The data does not hold an answer to this question.';
  return failed(decline('not_in_data', text));
}

/** Whether the failure of a model is one after which the built-in planner answers in its place. */
export function fallsBack(error: unknown): error is ModelError {
  return error instanceof ModelError && error.kind !== 'cancelled';
}
