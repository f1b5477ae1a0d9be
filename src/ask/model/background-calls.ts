import type { Logger } from 'pino';
import type { ModelDeps } from '#src/ask/deps.ts';
import { boundOf } from '#src/ask/model-use/bound.ts';
import { priceOf } from '#src/ask/model-use/price.ts';
import type { AskForDrafts } from '#src/catalog/enrichment/types.ts';
import type { SpendControl } from '#src/plugin-api/budget-policy.ts';
import { ModelError } from '#src/plugin-api/model-error.ts';

export interface BackgroundCallDeps {
  readonly budget: SpendControl;
  readonly log: Logger;
}

/** Failures that another call with the same request would likely end in, too. */
const OF_THE_REQUEST: ReadonlySet<string> = new Set(['malformed', 'content_filter']);

/** Calls that describe tables. */
export const createDraftCalls =
  (model: ModelDeps, deps: BackgroundCallDeps): AskForDrafts =>
  (payer, request, signal) =>
    callInBackground(deps, { model, payer, request, purpose: 'table descriptions' }, signal);

export interface BackgroundCall {
  readonly model: ModelDeps;
  readonly payer: Parameters<AskForDrafts>[0];
  readonly request: Parameters<AskForDrafts>[1];
  /** For the log. */
  readonly purpose: string;
}

/** A call that no question waits for. It sets its estimate aside and is settled at what it cost, whatever becomes of it. */
export async function callInBackground(
  { budget, log }: BackgroundCallDeps,
  { model, payer, request, purpose }: BackgroundCall,
  signal: AbortSignal,
): ReturnType<AskForDrafts> {
  const { workspaceId } = payer;
  const { maxOutputTokens, thinkingTokens } = model;
  const call = { reasoning: 'low', maxOutputTokens, thinkingTokens, ...request } as const;
  const bound = boundOf(model, call);
  const held = await budget.reserve({ ...payer, endUserId: null }, bound);
  if (!held.allowed) {
    log.info({ workspaceId, purpose }, "a budget is used up, so the model isn't called");
    return { kind: 'away' };
  }
  let costUsd = 0;
  let billed = false;
  let text = '';
  try {
    for await (const part of model.service.generate(call, signal)) {
      if (part.kind === 'text') text += part.text;
      else if (part.kind !== 'reasoning') {
        billed = true;
        costUsd += priceOf(part, model.prices);
        if (part.kind !== 'discarded') continue;
        text = '';
        if (!(await budget.raise(held.reservationId, costUsd + bound))) return { kind: 'away' };
      }
    }
    return { kind: 'text', text };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelError)) throw error;
    log.warn({ err: error, workspaceId, purpose }, 'a model call in the background failed');
    return { kind: billed && OF_THE_REQUEST.has(error.kind) ? 'unreadable' : 'away' };
  } finally {
    await budget.settle(held.reservationId, costUsd);
  }
}
