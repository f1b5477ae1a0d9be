import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import type { FromLlama, LlamaTask } from '#workers/models/llama-protocol.ts';
import type { ModelClient } from '../ai-sdk/model-client.ts';
import type { LlamaRuntime } from './runtime.ts';

/** The file's model as a client, so that retries, timeouts, the breaker and fallbacks are those of every model. */
export function llamaClient(runtime: Pick<LlamaRuntime, 'generate'>): ModelClient {
  return {
    async doStream(options) {
      const leave = new AbortController();
      const signal = options.abortSignal
        ? AbortSignal.any([options.abortSignal, leave.signal])
        : leave.signal;
      const pieces = runtime.generate(taskOf(options), signal);
      return {
        stream: new ReadableStream<LanguageModelV4StreamPart>({
          async pull(controller) {
            try {
              const { done, value } = await pieces.next();
              if (done) controller.close();
              else controller.enqueue(partOf(value));
            } catch (error) {
              controller.error(error);
            }
          },
          cancel: () => leave.abort(),
        }),
      };
    },
  };
}

function taskOf({
  prompt,
  responseFormat,
  maxOutputTokens = 0,
  temperature,
  reasoning,
}: LanguageModelV4CallOptions): LlamaTask {
  const said = prompt.map((message) => ({ role: message.role, text: textOf(message) }));
  const schema = responseFormat?.type === 'json' ? responseFormat.schema : undefined;
  return {
    system: said.find(({ role }) => role === 'system')?.text ?? '',
    messages: said.flatMap(({ role, text }) =>
      role === 'user' || role === 'assistant' ? [{ role, text }] : [],
    ),
    schema: (schema as Readonly<Record<string, unknown>> | undefined) ?? null,
    maxTokens: maxOutputTokens,
    temperature: temperature ?? null,
    mayThink: reasoning !== undefined && reasoning !== 'none',
  };
}

function textOf({ content }: LanguageModelV4Message): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function partOf(said: Extract<FromLlama, { kind: 'piece' | 'finish' }>): LanguageModelV4StreamPart {
  if (said.kind === 'piece')
    return said.isThought
      ? { type: 'reasoning-delta', id: 'thoughts', delta: said.text }
      : { type: 'text-delta', id: 'text', delta: said.text };
  const { input, cached, output, thoughts } = said.usage;
  const unified = said.reason === 'aborted' ? 'other' : said.reason;
  return {
    type: 'finish',
    finishReason: { unified, raw: said.reason },
    usage: {
      inputTokens: {
        total: input,
        noCache: input - cached,
        cacheRead: cached,
        cacheWrite: undefined,
      },
      outputTokens: { total: output, text: output - thoughts, reasoning: thoughts },
    },
  };
}
