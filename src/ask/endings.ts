import type { Text2SqlOutcome } from '#src/ask/agents/text2sql.ts';
import { blockedAnswer, failedAnswer } from '#src/ask/answer.ts';
import type { AskContext } from '#src/ask/context.ts';
import type { Failure } from '#src/ask/failures.ts';
import type { EnglishAnswer } from '#src/ask/types.ts';
import type { Query } from '#src/plugin-api/query.ts';

/** How a question ended, and what its owner records. */
export interface Ending<A = EnglishAnswer> {
  readonly answer: A;
  /** The IR that a follow-up builds on; null where there is no answer. */
  readonly query: Query | null;
  readonly generationId: string | null;
  /** Why there is no answer, in words for the trace. */
  readonly internal: string | null;
  /** The writing of a chat that the question began; its turn is recorded after it. Null where none was begun. */
  readonly opening: Promise<string> | null;
}

/** An ending, and the rows that it was made of (`rowsSeen`). */
export interface Ended<A = EnglishAnswer> extends Ending<A> {
  readonly rows: string;
}

/** How far a question has come, for an ending at any point. */
export interface Progress {
  sessionId: string | null;
  generationId: string | null;
  opening: Promise<string> | null;
  /** As in `Ended`. */
  rows: string;
  /** Texts of the engine may tell of rows that the caller does not see. */
  filtered: boolean;
}

/** Ends a question that has no answer, in its stream and for its owner. */
export function fail(
  context: AskContext,
  progress: Progress,
  failure: Failure,
  outcome: Extract<Text2SqlOutcome, { kind: 'failed' }> | null,
  of: Pick<EnglishAnswer, 'type' | 'agent'> = { type: 'text2sql', agent: 'Text2SQL' },
): Ending {
  const { message, declineReason, suggestions, hint, type, internal } = failure;
  const kind = type === 'DECLINED' ? 'decline' : type.toLowerCase();
  context.emit({ event: 'error', message, kind, declineReason, suggestions, hint });
  context.emit({ event: 'done', agent: of.agent });
  const answer = failedAnswer(context, progress.sessionId, failure, outcome, of);
  const { generationId, opening } = progress;
  return { answer, query: null, generationId, internal, opening };
}

/** Ends a question that a budget does not let begin. */
export function blocked(context: AskContext): Ending {
  const { budget, session } = context.state;
  if (!budget.blocked) throw new TypeError('the budget does not block');
  const { message, block } = budget;
  const none = { declineReason: null, suggestions: [], hint: null };
  // No agent worked on it, so that none is done: the stream's own `done` is the only one (specification, "Events", 2).
  context.emit({ event: 'error', message, kind: 'budget_exceeded', ...none, budget: block });
  const sessionId = session.kind === 'continue' ? session.sessionId : null;
  const answer = blockedAnswer(context, sessionId);
  return { answer, query: null, generationId: null, internal: 'budget', opening: null };
}
