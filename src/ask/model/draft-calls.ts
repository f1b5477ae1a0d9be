import type { Logger } from 'pino';
import type { ModelDeps } from '#src/ask/deps.ts';
import { boundOf } from '#src/ask/model-use/bound.ts';
import { priceOf } from '#src/ask/model-use/price.ts';
import type { AskForDrafts } from '#src/catalog/enrichment/types.ts';
import type { SpendControl } from '#src/plugin-api/budget-policy.ts';
import { ModelError } from '#src/plugin-api/model-error.ts';

export interface DraftCallDeps {
  readonly model: ModelDeps;
  readonly budget: SpendControl;
  readonly log: Logger;
}

/** Failures that another call with the same tables would likely end in, too. */
const OF_THE_REQUEST: ReadonlySet<string> = new Set(['malformed', 'content_filter']);

/** Calls in the background: each sets its estimate aside and is settled at what it cost, whatever becomes of it. */
export function createDraftCalls({ model, budget, log }: DraftCallDeps): AskForDrafts {
  return async (payer, request, signal) => {
    const { workspaceId } = payer;
    const { maxOutputTokens, thinkingTokens } = model;
    const call = { reasoning: 'low', maxOutputTokens, thinkingTokens, ...request } as const;
    const bound = boundOf(model, call);
    const held = await budget.reserve({ ...payer, endUserId: null }, bound);
    if (!held.allowed) {
      log.info({ workspaceId }, 'a budget is used up: tables are not described by the model');
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
      log.warn({ err: error, workspaceId }, 'the model described no tables');
      return { kind: billed && OF_THE_REQUEST.has(error.kind) ? 'unreadable' : 'away' };
    } finally {
      await budget.settle(held.reservationId, costUsd);
    }
  };
}
