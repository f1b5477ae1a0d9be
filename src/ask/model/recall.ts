import { createHash } from 'node:crypto';
import type { ModelStep } from '#src/accounts/types.ts';
import type { AskContext } from '#src/ask/context.ts';
import { callModel } from '#src/ask/model/call.ts';
import type { RepeatedQuestion } from '#src/ask/model-use/kept-replies.ts';
import { dayFor } from '#src/planner/day.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { ModelRequest } from '#src/plugin-api/language-model.ts';

/** A call to a model, and under what its text is kept for a question that comes again. */
export interface KeptCall<T> {
  /** What the call is for: the same for the same question, whatever day it is. */
  readonly purpose: unknown;
  /** The step whose model is asked; absent: that of statements. */
  readonly step?: ModelStep | undefined;
  readonly request: () => Promise<ModelRequest>;
  /** What the text says; throws where it says nothing of use. Such a text is not kept. */
  readonly read: (text: string) => T;
  /** Whether what it says may be another on another day. */
  readonly dated: (read: T) => boolean;
}

/**
 * What a model says to a call of a question: what it said when the same question was answered before, else what it says
 * now. Fails with a `ModelError`.
 */
export async function recallOrCall<T>(
  context: AskContext,
  catalog: Catalog,
  { purpose, step, request, read, dated }: KeptCall<T>,
): Promise<T> {
  const { deps, use } = context;
  const call = createHash('sha256').update(JSON.stringify(purpose)).digest('base64');
  const known = deps.replies.find(repeatedQuestion(context, catalog), call);
  if (known) {
    use.recall(call, known);
    return read(known.text);
  }
  const text = await callModel(context, await request(), step ?? null);
  const said = read(text);
  const at = deps.clock.now().getTime();
  const { model, fallbackReason, schemaCut } = use;
  use.note(call, { text, model, fallbackReason, schemaCut, dated: dated(said), at });
  return said;
}

/** Keeps what models said to a question that was answered, where something of it is new. */
export function keepReplies(context: AskContext, catalog: Catalog): void {
  const { deps, use } = context;
  if (use.saidAnew) deps.replies.keep(repeatedQuestion(context, catalog), use.said);
}

/** The same words after the same turns by one who sees the same rows. */
function repeatedQuestion({ deps, state }: AskContext, catalog: Catalog): RepeatedQuestion {
  const { principal, question } = state.request;
  const words = question.toLowerCase().replace(/\s+/g, ' ').trim();
  return {
    catalog,
    words: JSON.stringify([
      ...[principal.policy.hash, words, state.history],
      deps.model?.identity ?? null,
    ]),
    day: dayFor(catalog, deps.clock.now()),
  };
}
