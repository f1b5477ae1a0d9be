import { data, type FakeProtocol, json, textOf } from './protocol.ts';

type Message = { readonly role: string; readonly content: unknown };

const chunk = (model: string, delta: object, finish_reason: string | null = null) =>
  data({
    id: 'chatcmpl-B9MHDbslfkBeAs8l4bebGdFOJ6PeG',
    object: 'chat.completion.chunk',
    created: 1_741_570_283,
    model,
    service_tier: 'default',
    system_fingerprint: 'fp_06737a9306',
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  });

const failure = (status: number, message: string, type: string, code: string | null) =>
  json(status, { error: { message, type, param: null, code } });

/** `POST /chat/completions` with `stream: true` (https://platform.openai.com/docs/api-reference/chat-streaming); also that of Ollama, vLLM, LM Studio, Mistral, Groq and OpenRouter. */
export const openaiChat: FakeProtocol = {
  name: 'openai-chat',
  read(path, body, headers) {
    if (!path.endsWith('/chat/completions')) return null;
    const messages = body['messages'] as readonly Message[];
    const format = body['response_format'] as { json_schema?: { schema?: unknown } } | undefined;
    return {
      provider: 'openai-chat',
      model: String(body['model']),
      system: messages
        .filter(({ role }) => role === 'system')
        .map((one) => textOf(one.content))
        .join('\n'),
      messages: messages
        .filter(({ role }) => role !== 'system')
        .map(({ role, content }) => ({ role, text: textOf(content) })),
      schema: format?.json_schema?.schema ?? null,
      headers,
      body,
    };
  },
  frames({ thoughts, pieces, usage, filtered }, { model }) {
    return [
      chunk(model, { role: 'assistant', content: '', refusal: null }),
      ...thoughts.map((reasoning_content) => chunk(model, { reasoning_content })),
      ...pieces.map((content) => chunk(model, { content })),
      chunk(model, {}, filtered ? 'content_filter' : 'stop'),
      data({
        id: 'chatcmpl-B9MHDbslfkBeAs8l4bebGdFOJ6PeG',
        object: 'chat.completion.chunk',
        created: 1_741_570_283,
        model,
        choices: [],
        usage: {
          prompt_tokens: usage.input,
          completion_tokens: usage.output,
          total_tokens: usage.input + usage.output,
          prompt_tokens_details: { cached_tokens: usage.cached, audio_tokens: 0 },
          completion_tokens_details: { reasoning_tokens: usage.reasoning, audio_tokens: 0 },
        },
      }),
      'data: [DONE]\n\n',
    ];
  },
  failure(kind) {
    switch (kind) {
      case 'rate_limit':
        return {
          ...failure(
            429,
            'Rate limit reached for gpt in organization org on requests per min.',
            'requests',
            'rate_limit_exceeded',
          ),
          headers: { 'retry-after': '1', 'x-ratelimit-remaining-requests': '0' },
        };
      case 'error_500':
        return failure(
          500,
          'The server had an error while processing your request.',
          'server_error',
          null,
        );
      case 'overloaded':
        return failure(
          503,
          'The engine is currently overloaded, please try again later.',
          'server_error',
          null,
        );
      case 'bad_key':
        return failure(
          401,
          'Incorrect API key provided: sk-x. You can find your API key at https://platform.openai.com/account/api-keys.',
          'invalid_request_error',
          'invalid_api_key',
        );
      case 'too_long':
        return failure(
          400,
          "This model's maximum context length is 128000 tokens. However, your messages resulted in 130012 tokens.",
          'invalid_request_error',
          'context_length_exceeded',
        );
    }
  },
};
