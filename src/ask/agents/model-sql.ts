import { type AskContext, onSource, type SourceContext } from '#src/ask/context.ts';
import { type ChildSignal, startDeadline } from '#src/ask/deadline.ts';
import { decline } from '#src/ask/failures.ts';
import { inEnglish } from '#src/ask/in-english.ts';
import { type Asking, askModel } from '#src/ask/model/ask-model.ts';
import { timeLeft } from '#src/ask/model/call.ts';
import { askedBack, reasonOf } from '#src/ask/model/draft-plan.ts';
import type { ModelReply } from '#src/ask/model/reply.ts';
import { type Tried, tryStatement } from '#src/ask/readings/candidate.ts';
import { droppedCondition, withWarning } from '#src/ask/readings/dropped-conditions.ts';
import { hardBecause } from '#src/ask/readings/hard.ts';
import { ALONE, withReading } from '#src/ask/readings/reading.ts';
import { type Candidate, type Vote, voted } from '#src/ask/readings/vote.ts';
import { failed, type Text2SqlOutcome } from '#src/ask/run-draft.ts';
import type { Verification } from '#src/ask/types.ts';
import { readsAsEnglish } from '#src/check/asked-for/question-language.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { ModelError } from '#src/plugin-api/model-error.ts';

/**
 * The answer by a model's statement: asked, judged by the guard, checked and run like any other. One that is refused,
 * fails or does not pass the checks is sent back once with the reason, then the question is asked anew with the schema
 * in another form. So is, once, one that runs but does not keep to what the question names; where it comes again, it
 * is answered with a warning. An answer to a hard question is compared with that of a second, independent reading. Fails with a
 * `ModelError` where the model gives nothing.
 */
export async function answerByModel(
  context: AskContext,
  catalog: Catalog,
): Promise<Text2SqlOutcome> {
  const on = await onSource(context, catalog);
  // What English rules do not find in a question of another language is no reason to write another statement.
  const english = await inEnglish(context, catalog);
  const isRead =
    english?.isWhole === true || readsAsEnglish(context.state.request.question, catalog);
  let last: Failed | null = null;
  const before: Failed[] = [];
  let doubted: Succeeded | null = null;
  const ways: readonly ((failed: typeof last) => Asking)[] = [
    () => ({ kind: 'first' }),
    (failed) => ({ kind: 'repair', reply: failed!.reply, problem: failed!.problem }),
    () => ({ kind: 'independent' }),
  ];
  for (const way of ways.slice(0, context.deps.model?.maxCalls)) {
    const asking = context.watch.time('model', () => askModel(context, catalog, way(last)));
    const reply = await asking.catch((error: unknown) => {
      if (doubted && fallsBack(error)) return null;
      throw error;
    });
    if (!reply || !isAnswer(reply)) {
      if (doubted) break;
      return notAnswerable(reply!, context.state.request.question);
    }
    const tried = await tryStatement(on, reply);
    if (!tried.ok) {
      last = tried;
      before.push(tried);
      if (doubted) break;
      continue;
    }
    const problem: string | null = last === null && isRead ? otherQuestion(tried.outcome) : null;
    if (problem) {
      doubted = tried;
      last = { ok: false, reply, instead: tried.outcome, problem };
      before.push(last);
      continue;
    }
    if (doubted && otherQuestion(tried.outcome)) return ended(on, doubted);
    return ended(on, repairedFrom(before, tried));
  }
  return doubted ? ended(on, doubted) : last!.instead;
}

type Failed = Extract<Tried, { ok: false }>;
type Succeeded = Extract<Tried, { ok: true }>;

/** What a statement answers that was not asked, for the model to look at once; null where it keeps to the question. */
function otherQuestion({ verification }: { readonly verification: Verification }): string | null {
  const found = verification.checks.filter(
    ({ name, outcome }) => outcome === 'warning' && (name === 'asked_for' || name === 'period'),
  );
  return found.length > 0 ? found.map(({ detail }) => detail).join(' ') : null;
}

/** A statement in place of others that did not work, with a warning where it asks for less than one of them. */
function repairedFrom(before: readonly Failed[], tried: Succeeded): Succeeded {
  const { facts } = tried.outcome.draft.checked;
  for (const { instead, problem } of before) {
    const draft = instead.kind === 'clarify' ? null : instead.draft;
    const warning = draft && droppedCondition(draft.checked.facts, facts, problem);
    if (warning) return { ...tried, outcome: withWarning(tried.outcome, warning) };
  }
  return tried;
}

async function ended(
  context: SourceContext,
  { reply, writer, outcome }: Succeeded,
): Promise<Text2SqlOutcome> {
  if (outcome.kind === 'drafted') return outcome;
  return decided(context, { reply, writer, outcome });
}

async function decided(context: SourceContext, first: Candidate): Promise<Text2SqlOutcome> {
  const { outcome } = first;
  const why = hardBecause(outcome, context.state.request.question, context.use.schemaCut);
  if (!why) return outcome;
  const vote = await context.watch.time('vote', () => votedInTime(context, first));
  const { chosen, reading } = vote;
  const plan = { ...chosen.outcome.draft.plan, complexity: 'hard' as const };
  const answered = { ...chosen.outcome, draft: { ...chosen.outcome.draft, plan } };
  return withReading(answered, reading);
}

/** What further readings say; the first answer stands where their time is over. */
async function votedInTime(context: SourceContext, first: Candidate): Promise<Vote> {
  const alone = { chosen: first, reading: ALONE };
  let limit: ChildSignal | null = null;
  try {
    limit = startDeadline(context.signal, timeLeft(context));
    return await voted({ ...context, signal: limit.signal }, first);
  } catch (error) {
    const isOver = limit === null ? fallsBack(error) : limit.signal.aborted;
    if (context.signal.aborted || !isOver) throw error;
    return alone;
  } finally {
    limit?.clear();
  }
}

const isAnswer = ({ answerable, sql }: ModelReply): boolean => answerable && sql !== '';

function notAnswerable(reply: ModelReply, question: string): Text2SqlOutcome {
  const plan = askedBack(reply, question);
  if (plan) return { kind: 'clarify', plan };
  const text = reasonOf(reply, question) ?? "The data doesn't contain an answer to this question.";
  return failed(decline('not_in_data', text));
}

/** Whether the failure of a model is one after which the built-in planner answers in its place. */
export function fallsBack(error: unknown): error is ModelError {
  return error instanceof ModelError && error.kind !== 'cancelled';
}
