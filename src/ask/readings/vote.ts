import { type AskContext, quietly, type SourceContext } from '#src/ask/context.ts';
import { type Asking, askModel } from '#src/ask/model/ask-model.ts';
import { judge } from '#src/ask/model/judge.ts';
import type { ModelReply } from '#src/ask/model/reply.ts';
import { agree, confirms, tryStatement } from '#src/ask/readings/candidate.ts';
import {
  AGREED,
  AGREED_IN_PART,
  ALONE,
  DIFFERS,
  MAJORITY,
  type Reading,
  SAID_TWICE,
} from '#src/ask/readings/reading.ts';
import type { Answered } from '#src/ask/run-draft.ts';
import { ModelError } from '#src/plugin-api/model-error.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';

/** A model's reply and the rows that its statement gives. */
export interface Candidate {
  readonly reply: ModelReply;
  /** The model that wrote it. */
  readonly writer: string | null;
  readonly outcome: Answered;
}

export interface Vote {
  readonly chosen: Candidate;
  readonly reading: Reading;
}

/**
 * Compares an answer with that of an independent reading. Where their rows differ, the model is told so once, and rows
 * that two of three statements give are taken; on a tie the model judges, and the answer carries a warning. A model
 * that fails here leaves the first answer as it was.
 */
export async function voted(context: SourceContext, first: Candidate): Promise<Vote> {
  const ask = (asking: Asking) => candidate(context, asking);
  const same = (a: Candidate, b: Candidate) => agree(context, a.outcome, b.outcome);
  const second = await ask({ kind: 'independent' });
  const agreement = second ? await same(first, second) : null;
  if (!second || agreement === null) return { chosen: first, reading: ALONE };
  if (agreement) return { chosen: first, reading: agreedBy(first, second) };
  const problem = differing(second.reply.sql);
  const third = await ask({ kind: 'repair', reply: first.reply, problem });
  for (const one of third ? [first, second] : [])
    if (await same(one, third!)) return { chosen: one, reading: MAJORITY };
  const tied = [first, second, ...(third ? [third] : [])];
  return { chosen: (await judged(context, tied)) ?? first, reading: DIFFERS };
}

/** Readers that differ verify: another model, where the first one failed in between. */
function agreedBy(first: Candidate, second: Candidate): Reading {
  const isOne = first.writer === null || second.writer === null || first.writer === second.writer;
  if (isOne) return SAID_TWICE;
  return confirms(second.outcome, first.outcome) ? AGREED : AGREED_IN_PART;
}

const differing = (sql: string) =>
  `another reading of the question, ${sql} , gives other rows. Decide which of the two answers the question, or write a better one.`;

/** An answer by another statement, without a word to the one who asks; null where there is none, or no call is left. */
async function candidate(context: SourceContext, asking: Asking): Promise<Candidate | null> {
  const quiet = quietly(context);
  try {
    if (!context.use.mayCall(context.deps.model?.maxCalls ?? 0)) return null;
    const reply = await askModel(quiet, context.catalog, asking);
    if (!reply.answerable || reply.sql === '') return null;
    const tried = await tryStatement(quiet, reply);
    return tried.ok && tried.outcome.kind === 'answered'
      ? { reply, writer: tried.writer, outcome: tried.outcome }
      : null;
  } catch (error) {
    return passedOver(context, error);
  }
}

async function judged(
  context: SourceContext,
  candidates: readonly Candidate[],
): Promise<Candidate | null> {
  try {
    if (!context.use.mayCall(context.deps.model?.maxCalls ?? 0)) return null;
    const choice = await judge(
      context,
      context.catalog,
      candidates.map(({ reply, outcome: { result } }) => ({ sql: reply.sql, rows: result.rows })),
    );
    return choice === null ? null : candidates[choice]!;
  } catch (error) {
    return passedOver(context, error);
  }
}

function passedOver({ deps, state, signal }: AskContext, error: unknown): null {
  signal.throwIfAborted();
  if (!(error instanceof ModelError || error instanceof SourceError)) throw error;
  deps.log.warn({ err: error, trace: state.traceId }, 'another interpretation failed');
  return null;
}
