import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type {
  Embedded,
  LanguageModel,
  ModelPart,
  ModelRequest,
} from '#src/plugin-api/language-model.ts';
import { isPassing, ModelError, type ModelErrorKind } from '#src/plugin-api/model-error.ts';
import { attempt } from './attempt.ts';
import { Breaker } from './breaker.ts';
import { classify } from './classify.ts';
import type { ModelClient } from './model-client.ts';
import { clientOf, embeddingClientOf } from './providers.ts';
import type { ModelEntry, ModelSettings } from './settings.ts';

/** First wait before a model is asked again (milliseconds); it doubles, unless the provider names one. */
const FIRST_WAIT_MS = 250;

interface Candidate {
  readonly entry: ModelEntry;
  readonly client: ModelClient;
  readonly breaker: Breaker;
}

/** The models of the settings as one: the first that answers does, the others stand behind it. */
export function createModel(
  settings: ModelSettings,
  { log }: { readonly log: Logger },
  clientFor = (entry: ModelEntry): ModelClient => clientOf(entry, settings.max_answer_bytes),
): LanguageModel {
  const { fallbacks, breaker_failures: failures, breaker_open_ms: openMs } = settings;
  const candidates = [settings, ...fallbacks].map(
    (entry): Candidate => ({
      entry,
      client: clientFor(entry),
      breaker: new Breaker({ failures, openMs }),
    }),
  );
  return {
    name: settings.model,
    generate: (request, signal) => generate(candidates, { request, settings, signal, log }),
    embed: (texts, signal) => embed(settings, texts, signal),
    breakers: () =>
      candidates.map(({ entry, breaker }) => ({ model: entry.model, isOpen: breaker.isOpen })),
    close: () => Promise.resolve(),
  };
}

/** The vectors of texts by the first model of the settings. Fails with a `ModelError`. */
async function embed(
  settings: ModelSettings,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Embedded> {
  const { provider, model, max_answer_bytes: maxBytes, call_timeout_ms: timeoutMs } = settings;
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const { embeddings, usage } = await embeddingClientOf(settings, maxBytes).doEmbed({
      values: [...texts],
      abortSignal: AbortSignal.any([signal, late]),
    });
    if (embeddings.length !== texts.length)
      throw new ModelError('malformed', `${provider} sent ${embeddings.length} vectors`);
    return { vectors: embeddings, inputTokens: usage?.tokens ?? 0, provider, model };
  } catch (error) {
    if (signal.aborted) throw new ModelError('cancelled', 'the call was cancelled');
    if (late.aborted)
      throw new ModelError(
        'timeout',
        `${provider} sent no vectors within ${timeoutMs} milliseconds`,
      );
    throw classify(error, provider);
  }
}

/** What is asked, whichever model answers. */
interface Asked {
  readonly request: ModelRequest;
  readonly settings: ModelSettings;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

async function* generate(
  candidates: readonly Candidate[],
  asked: Asked,
): AsyncGenerator<ModelPart> {
  let last: ModelError | null = null;
  const waits: number[] = [];
  let insteadOf: ModelErrorKind | null = null;
  for (const candidate of candidates) {
    const outcome: Outcome = yield* ask(candidate, asked, insteadOf);
    if (outcome === 'answered') return;
    if (outcome === 'left out') {
      insteadOf ??= 'overloaded';
      continue;
    }
    last = outcome;
    insteadOf ??= outcome.kind;
    if (outcome.retryAfterMs !== null) waits.push(outcome.retryAfterMs);
    if (outcome.kind === 'cancelled') break;
  }
  if (!last)
    throw new ModelError('overloaded', 'every model is skipped after repeated failures', {
      retryAfterMs: asked.settings.breaker_open_ms,
    });
  const retryAfterMs = waits.length > 0 ? Math.min(...waits) : null;
  throw new ModelError(last.kind, last.message, { detail: last.detail, retryAfterMs });
}

/** How asking one model ended; a failure is the last one. */
type Outcome = 'answered' | 'left out' | ModelError;

/**
 * Asks one model, again after passing failures while its breaker lets calls through. The last part says what the model
 * stands in for.
 */
async function* ask(
  { entry, client, breaker }: Candidate,
  { request, settings, signal, log }: Asked,
  insteadOf: ModelErrorKind | null,
): AsyncGenerator<ModelPart, Outcome> {
  let last: ModelError | null = null;
  for (let tries = 0; ; tries++) {
    const call = breaker.begin();
    if (!call) return last ?? 'left out';
    try {
      for await (const part of attempt(client, entry, { request, limits: settings, signal }))
        yield part.kind === 'finish' ? { ...part, insteadOf } : part;
      await call.succeeded();
      return 'answered';
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      if (isPassing(error) || error.kind === 'auth' || error.kind === 'quota') await call.failed();
      log.warn({ kind: error.kind, tries: tries + 1, detail: error.detail }, error.message);
      last = error;
    } finally {
      call.abstained();
    }
    const pause = breaker.isOpen ? null : pauseBefore(last, tries, settings);
    if (pause === null) return last;
    await wait(pause, undefined, { signal }).catch(() => {});
    if (signal.aborted) return new ModelError('cancelled', 'the call was cancelled');
  }
}

/** Milliseconds until the same model is asked again; null where another one is to be asked instead. */
function pauseBefore(error: ModelError, tries: number, settings: ModelSettings): number | null {
  if (!isPassing(error) || error.kind === 'timeout' || tries >= settings.retries) return null;
  const pause = error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** tries;
  return pause <= settings.max_retry_wait_ms ? pause : null;
}
