import { setTimeout as wait } from 'node:timers/promises';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Logger } from 'pino';
import type { Clock } from '#src/clock.ts';
import type { LanguageModel, ModelPart, ModelRequest } from '#src/plugin-api/language-model.ts';
import { isPassing, ModelError, type ModelErrorKind } from '#src/plugin-api/model-error.ts';
import { attempt } from './attempt.ts';
import { Breaker } from './breaker.ts';
import { clientOf } from './providers.ts';
import type { ModelEntry, ModelSettings } from './settings.ts';

/** First wait before a model is asked again (milliseconds); it doubles, unless the provider names one. */
const FIRST_WAIT_MS = 250;

interface Candidate {
  readonly entry: ModelEntry;
  readonly client: LanguageModelV4;
  readonly breaker: Breaker;
}

/** The models of the settings as one: the first that answers does, the others stand behind it. */
export function createModel(
  settings: ModelSettings,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): LanguageModel {
  const { fallbacks, breaker_failures: failures, breaker_open_ms: openMs } = settings;
  const candidates = [settings, ...fallbacks].map(
    (entry): Candidate => ({
      entry,
      client: clientOf(entry, settings.max_answer_bytes),
      breaker: new Breaker({ failures, openMs }, clock),
    }),
  );
  return {
    name: settings.model,
    generate: (request, signal) => generate(candidates, request, settings, signal, log),
    breakers: () =>
      candidates.map(({ entry, breaker }) => ({ model: entry.model, isOpen: breaker.isOpen })),
    close: () => Promise.resolve(),
  };
}

async function* generate(
  candidates: readonly Candidate[],
  request: ModelRequest,
  settings: ModelSettings,
  signal: AbortSignal,
  log: Logger,
): AsyncGenerator<ModelPart> {
  let last: ModelError | null = null;
  const waits: number[] = [];
  let insteadOf: ModelErrorKind | null = null;
  for (const candidate of candidates) {
    if (!candidate.breaker.mayCall()) {
      insteadOf ??= 'overloaded';
      continue;
    }
    const failure: ModelError | null = yield* standingIn(
      insteadOf,
      ask(candidate, request, settings, signal, log),
    );
    if (!failure) return;
    last = failure;
    insteadOf ??= failure.kind;
    if (failure.retryAfterMs !== null) waits.push(failure.retryAfterMs);
    if (failure.kind === 'cancelled') break;
  }
  if (!last)
    throw new ModelError('overloaded', 'every model was left out after failures in a row', {
      retryAfterMs: settings.breaker_open_ms,
    });
  const retryAfterMs = waits.length > 0 ? Math.min(...waits) : null;
  throw new ModelError(last.kind, last.message, { detail: last.detail, retryAfterMs });
}

/** The parts of a call, the last of which says what the model stands in for. */
async function* standingIn<T>(
  insteadOf: ModelErrorKind | null,
  parts: AsyncGenerator<ModelPart, T>,
): AsyncGenerator<ModelPart, T> {
  for (;;) {
    const { done, value } = await parts.next();
    if (done) return value;
    yield value.kind === 'finish' ? { ...value, insteadOf } : value;
  }
}

/** Asks one model, again after passing failures; gives the failure that it was left with, null when it answered. */
async function* ask(
  { entry, client, breaker }: Candidate,
  request: ModelRequest,
  settings: ModelSettings,
  signal: AbortSignal,
  log: Logger,
): AsyncGenerator<ModelPart, ModelError | null> {
  for (let tries = 0; ; tries++) {
    try {
      yield* attempt(client, entry, request, settings, signal);
      breaker.succeeded();
      return null;
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      if (isPassing(error) || error.kind === 'auth') breaker.failed();
      else breaker.abstained();
      log.warn({ kind: error.kind, tries: tries + 1, detail: error.detail }, error.message);
      const pause = pauseBefore(error, tries, settings);
      if (pause === null) return error;
      await wait(pause, undefined, { signal }).catch(() => {});
      if (signal.aborted) return new ModelError('cancelled', 'the call was cancelled');
    }
  }
}

/** Milliseconds until the same model is asked again; null where another one is to be asked instead. */
function pauseBefore(error: ModelError, tries: number, settings: ModelSettings): number | null {
  if (!isPassing(error) || error.kind === 'timeout' || tries >= settings.retries) return null;
  const pause = error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** tries;
  return pause <= settings.max_retry_wait_ms ? pause : null;
}
