import {
  APICallError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import type { ModelClient } from './model-client.ts';

interface OllamaOptions {
  readonly model: string;
  /** With or without the `/v1` of its compatible interface. */
  readonly baseURL: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
}

/** Steps of the context (tokens): another size makes Ollama load the model anew. */
const CONTEXT_STEP = 4_096;
/** Code, names and texts in other scripts take more tokens than prose of four bytes each. */
const BYTES_PER_TOKEN = 3;

/**
 * A model of Ollama by its own interface (https://docs.ollama.com/api/chat): its compatible one cuts prompts off at
 * 4,096 tokens without a word. The context grows to the longest prompt so far, and stays.
 */
export function ollamaClient({ model, baseURL, headers, fetch: send }: OllamaOptions): ModelClient {
  const url = `${baseURL.replace(/\/(?:v1\/?)?$/, '')}/api/chat`;
  let context = 0;
  return {
    async doStream(options) {
      const asked = contextOf(options);
      context = Math.max(context, Math.ceil(asked / CONTEXT_STEP) * CONTEXT_STEP);
      const body = bodyOf(model, options, context);
      const response = await send(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        ...(options.abortSignal ? { signal: options.abortSignal } : {}),
      });
      const failed = (message: string, responseBody: string) =>
        new APICallError({
          ...{ message, url, requestBodyValues: body, responseBody },
          statusCode: response.status,
          responseHeaders: Object.fromEntries(response.headers),
        });
      if (!response.ok) {
        const said = await response.text();
        throw failed(said || response.statusText, said);
      }
      if (!response.body) throw failed('empty response', '');
      return {
        stream: response.body.pipeThrough(new TextDecoderStream()).pipeThrough(partsOfLines()),
      };
    },
  };
}

function contextOf({ prompt, maxOutputTokens = 0 }: LanguageModelV4CallOptions): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(prompt)) / BYTES_PER_TOKEN) + maxOutputTokens;
}

function bodyOf(
  model: string,
  { prompt, maxOutputTokens, temperature, reasoning, responseFormat }: LanguageModelV4CallOptions,
  num_ctx: number,
) {
  const schema = responseFormat?.type === 'json' ? responseFormat.schema : undefined;
  return {
    model,
    messages: prompt.map(({ role, content }) => ({
      role,
      content:
        typeof content === 'string'
          ? content
          : content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    })),
    stream: true,
    ...(schema === undefined ? {} : { format: schema }),
    ...(reasoning === undefined ? {} : { think: thinkOf(model, reasoning) }),
    options: {
      num_ctx,
      ...(maxOutputTokens === undefined ? {} : { num_predict: maxOutputTokens }),
      ...(temperature === undefined ? {} : { temperature }),
    },
  };
}

/** gpt-oss takes how hard it is to think, other models whether. */
function thinkOf(model: string, reasoning: string): boolean | string {
  if (/gpt-oss/i.test(model)) return reasoning === 'none' ? 'low' : reasoning;
  return reasoning !== 'none';
}

interface OllamaLine {
  readonly error?: string;
  readonly message?: { readonly content?: string; readonly thinking?: string };
  readonly done?: boolean;
  readonly done_reason?: string;
  readonly prompt_eval_count?: number;
  readonly eval_count?: number;
}

/** One JSON object a line. A stream that ends without `done` broke off. */
function partsOfLines(): TransformStream<string, LanguageModelV4StreamPart> {
  let rest = '';
  const read = (
    line: string,
    controller: TransformStreamDefaultController<LanguageModelV4StreamPart>,
  ) => {
    if (line.trim() !== '')
      for (const part of partsOf(JSON.parse(line) as OllamaLine)) controller.enqueue(part);
  };
  return new TransformStream({
    transform(chunk, controller) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) read(line, controller);
    },
    flush: (controller) => read(rest, controller),
  });
}

function partsOf(line: OllamaLine): readonly LanguageModelV4StreamPart[] {
  const { error, message, done } = line;
  if (error !== undefined) return [{ type: 'error', error }];
  const parts: LanguageModelV4StreamPart[] = [];
  if (message?.thinking)
    parts.push({ type: 'reasoning-delta', id: 'thoughts', delta: message.thinking });
  if (message?.content) parts.push({ type: 'text-delta', id: 'text', delta: message.content });
  if (done) parts.push(finishOf(line));
  return parts;
}

function finishOf({
  done_reason: raw = 'stop',
  prompt_eval_count: input,
  eval_count: output,
}: OllamaLine): LanguageModelV4StreamPart {
  const unified = raw === 'stop' || raw === 'length' ? raw : 'other';
  return {
    type: 'finish',
    finishReason: { unified, raw },
    usage: {
      inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: output, text: output, reasoning: undefined },
    },
  };
}
