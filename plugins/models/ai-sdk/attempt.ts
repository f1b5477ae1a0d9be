import type {
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { ModelPart, ModelRequest, ModelUsage } from '#src/plugin-api/language-model.ts';
import { ModelError } from '#src/plugin-api/model-error.ts';
import { classify } from './classify.ts';
import type { ModelClient } from './model-client.ts';
import type { ModelEntry, ModelSettings } from './settings.ts';
import { thinks } from './thinking.ts';

interface AttemptLimits
  extends Pick<
    ModelSettings,
    'first_token_timeout_ms' | 'next_token_timeout_ms' | 'call_timeout_ms' | 'max_answer_bytes'
  > {}

interface AttemptOptions {
  readonly request: ModelRequest;
  readonly limits: AttemptLimits;
  readonly signal: AbortSignal;
}

/** One call of one model. Fails with a `ModelError`; leaving early ends the call. */
export async function* attempt(
  client: ModelClient,
  entry: ModelEntry,
  { request, limits, signal }: AttemptOptions,
): AsyncGenerator<ModelPart> {
  const who = `${entry.provider} ${entry.model}`;
  const clock = new CallClock(limits, who, signal);
  let bytes = 0;
  let hasText = false;
  let thoughts = '';
  let reported: ModelUsage | null = null;
  try {
    const { stream } = await clock.race(
      Promise.resolve(client.doStream(optionsOf(entry, request, clock.signal))),
    );
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await clock.race(reader.read());
      if (done) throw new ModelError('network', `${who} stopped in the middle of its answer`);
      if (value.type === 'finish') reported = usageOf(value.usage);
      const part = partOf(value, entry, who);
      if (!part) continue;
      clock.sawToken();
      if ('text' in part) bytes += Buffer.byteLength(part.text);
      hasText ||= part.kind === 'text';
      if (part.kind === 'reasoning' && !hasText) thoughts += part.text;
      if (bytes > limits.max_answer_bytes)
        throw new ModelError('malformed', `${who} sent more than ${limits.max_answer_bytes} bytes`);
      if (part.kind === 'finish' && !hasText) {
        if (request.schema === null || !ENDS_AS_ANSWER.test(thoughts))
          throw new ModelError('malformed', `${who} sent no text`);
        yield { kind: 'text', text: thoughts };
      }
      yield part;
      if (part.kind === 'finish') return;
    }
  } catch (error) {
    const { provider, model } = entry;
    const usage = reported ?? (bytes > 0 ? estimated(request, bytes) : NOTHING);
    if (usage.inputTokens + usage.outputTokens > 0)
      yield { kind: 'discarded', usage, provider, model };
    throw classify(clock.reason ?? error, who);
  } finally {
    clock.end();
  }
}

/** Servers that take a whole answer for thoughts give no text; the thoughts then end as a JSON answer does. */
const ENDS_AS_ANSWER = /\}\s*(?:```)?\s*$/;

const NOTHING: ModelUsage = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
};
const BYTES_PER_TOKEN = 4;

/** What a call that broke off was billed, about: the provider says it only at the end of an answer. */
function estimated({ system, messages }: ModelRequest, answerBytes: number): ModelUsage {
  const prompt = [system, ...messages.map(({ text }) => text)];
  const promptBytes = prompt.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return {
    inputTokens: Math.ceil(promptBytes / BYTES_PER_TOKEN),
    cachedInputTokens: 0,
    outputTokens: Math.ceil(answerBytes / BYTES_PER_TOKEN),
    reasoningTokens: 0,
  };
}

/** Ends a call that is cancelled, that gives no token for too long, or that takes too long as a whole. */
class CallClock {
  /** Why the call was ended; null while it may go on. */
  reason: ModelError | null = null;
  readonly #controller = new AbortController();
  #token: NodeJS.Timeout;
  readonly #whole: NodeJS.Timeout;
  readonly #caller: AbortSignal;
  readonly #limits: AttemptLimits;
  readonly #who: string;
  readonly #leave = () => this.#end(new ModelError('cancelled', 'the call was cancelled'));

  constructor(limits: AttemptLimits, who: string, caller: AbortSignal) {
    this.#caller = caller;
    this.#limits = limits;
    this.#who = who;
    this.#token = this.#after(limits.first_token_timeout_ms, 'sent no token');
    this.#whole = this.#after(limits.call_timeout_ms, "didn't finish its response");
    if (caller.aborted) this.#leave();
    else caller.addEventListener('abort', this.#leave, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  race<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const abort = () => reject(this.reason);
      if (this.signal.aborted) abort();
      else this.signal.addEventListener('abort', abort, { once: true });
      work.then(resolve, reject).finally(() => this.signal.removeEventListener('abort', abort));
    });
  }

  sawToken(): void {
    clearTimeout(this.#token);
    this.#token = this.#after(this.#limits.next_token_timeout_ms, 'sent no further token');
  }

  end(): void {
    clearTimeout(this.#token);
    clearTimeout(this.#whole);
    this.#caller.removeEventListener('abort', this.#leave);
    this.#controller.abort();
  }

  #after(milliseconds: number, what: string): NodeJS.Timeout {
    return setTimeout(
      () => this.#end(new ModelError('timeout', `${this.#who} ${what} within ${milliseconds} ms`)),
      milliseconds,
    );
  }

  #end(reason: ModelError): void {
    this.reason ??= reason;
    this.#controller.abort(reason);
  }
}

function optionsOf(entry: ModelEntry, request: ModelRequest, abortSignal: AbortSignal) {
  const { maxOutputTokens, thinkingTokens, reasoning } = request;
  const prompt: LanguageModelV4Prompt = [
    {
      role: 'system',
      content: request.system,
      // The same for many questions: Anthropic keeps only what is marked, others keep it on their own.
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    },
    ...request.messages.map(({ role, text }) => ({
      role,
      content: [{ type: 'text' as const, text }],
    })),
  ];
  return {
    prompt,
    abortSignal,
    ...(thinks(entry)
      ? { reasoning, maxOutputTokens: maxOutputTokens + thinkingTokens }
      : {
          maxOutputTokens,
          ...(entry.temperature === null ? {} : { temperature: entry.temperature }),
        }),
    ...(request.schema
      ? {
          responseFormat: {
            type: 'json' as const,
            name: 'answer',
            schema: request.schema as never,
          },
        }
      : {}),
  };
}

function partOf(
  part: LanguageModelV4StreamPart,
  { provider, model }: ModelEntry,
  who: string,
): ModelPart | null {
  switch (part.type) {
    case 'text-delta':
      return part.delta === '' ? null : { kind: 'text', text: part.delta };
    case 'reasoning-delta':
      return part.delta === '' ? null : { kind: 'reasoning', text: part.delta };
    case 'error':
      throw classify(part.error, who);
    case 'finish': {
      const { unified } = part.finishReason;
      if (unified === 'content-filter')
        throw new ModelError('content_filter', `${who} withheld its answer`);
      if (unified === 'error') throw new ModelError('malformed', `${who} ended with an error`);
      const reason = unified === 'stop' || unified === 'length' ? unified : 'other';
      return {
        kind: 'finish',
        usage: usageOf(part.usage),
        provider,
        model,
        reason,
        insteadOf: null,
      };
    }
    default:
      return null;
  }
}

function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): ModelUsage {
  return {
    inputTokens: inputTokens.total ?? 0,
    cachedInputTokens: inputTokens.cacheRead ?? 0,
    outputTokens: outputTokens.total ?? 0,
    reasoningTokens: outputTokens.reasoning ?? 0,
  };
}
