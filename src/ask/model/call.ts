import type { ModelStep } from '#src/accounts/types.ts';
import type { AskContext } from '#src/ask/context.ts';
import { abortable, startDeadline } from '#src/ask/deadline.ts';
import { boundOf } from '#src/ask/model-use/bound.ts';
import { priceOf } from '#src/ask/model-use/price.ts';
import type { ModelRequest } from '#src/plugin-api/language-model.ts';
import { ModelError } from '#src/plugin-api/model-error.ts';

/**
 * One call: its thoughts are shown as they come, what it took is noted, its text is given. Fails with a `ModelError`.
 */
export async function callModel(
  context: AskContext,
  request: ModelRequest,
  step: ModelStep | null,
): Promise<string> {
  const { deps, emit, signal, use } = context;
  const { model } = deps;
  if (!model) throw new TypeError('no model is configured');
  const bound = boundOf(model, request);
  await setAside(context, bound);
  use.begun += 1;
  const limit = startDeadline(signal, timeLeft(context));
  let text = '';
  try {
    const service = (step && model.steps?.[step]) ?? model.service;
    for await (const part of service.generate(request, limit.signal)) {
      if (part.kind === 'text') text += part.text;
      else if (part.kind === 'reasoning') emit({ event: 'thinking', content: part.text });
      else {
        use.add(part, priceOf(part, model.prices));
        if (part.kind !== 'discarded') continue;
        text = '';
        // The next try is billed beside this one.
        await setAside(context, bound);
      }
    }
    return text;
  } catch (error) {
    throw limit.signal.aborted && !signal.aborted ? tooLate() : error;
  } finally {
    limit.clear();
  }
}

/** Milliseconds that models may still take, so that the planner or a first answer has its time. Fails where none is left. */
export function timeLeft({ deps, watch }: AskContext): number {
  const { totalTimeoutMs, withoutModelMs } = deps.limits;
  const left = totalTimeoutMs - withoutModelMs - watch.elapsed();
  if (left <= 0) throw tooLate();
  return left;
}

const tooLate = () => new ModelError('timeout', 'the time limit for model calls is used up');

/** How soon the questions that hold the rest of a budget will mostly have been answered (milliseconds). */
const SETTLED_SOON_MS = 5_000;

/** Holds what the question has spent and one more try may cost (US dollars) against the budgets. */
export async function setAside(
  { deps, signal, state, use }: AskContext,
  bound: number,
): Promise<void> {
  if (state.budget.blocked) throw new TypeError('a blocked question calls no model');
  const raise = deps.budget.raise(state.budget.reservationId, use.costUsd + bound);
  if (await abortable(raise, signal)) return;
  throw new ModelError('budget', 'the remaining budget is reserved for other questions', {
    retryAfterMs: SETTLED_SOON_MS,
  });
}
