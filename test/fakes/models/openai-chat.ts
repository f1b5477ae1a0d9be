import { data, type FakeProtocol, json, textOf, unknownField } from './protocol.ts';

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

const KNOWN = `model messages stream stream_options max_tokens max_completion_tokens reasoning_effort response_format
  temperature top_p frequency_penalty presence_penalty logit_bias logprobs top_logprobs seed stop n user store metadata
  service_tier verbosity prompt_cache_key safety_identifier tools tool_choice parallel_tool_calls prediction modalities`;
/** Models that think take the later name of the output budget alone; the others take no effort. */
const THINKS = /(^|\/)(gpt-[5-9]|o\d)/;
const KNOWS_EFFORT = /(^|\/)(gpt-[5-9]|gpt-oss|o\d|qwen3|fault-|m$)/;
const KNOWS_SCHEMAS = /^(?!llama-3|mixtral)/;

/** `POST /chat/completions` with `stream: true` (https://platform.openai.com/docs/api-reference/chat-streaming); also that of vLLM, LM Studio, Mistral, Groq and OpenRouter. */
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
  refusal({ body, model }) {
    const unknown = unknownField(body, KNOWN);
    if (unknown)
      return failure(
        400,
        `Unrecognized request argument supplied: ${unknown}`,
        'invalid_request_error',
        null,
      );
    if (body['max_tokens'] !== undefined && THINKS.test(model))
      return failure(
        400,
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        'invalid_request_error',
        'unsupported_parameter',
      );
    if (body['temperature'] !== undefined && body['temperature'] !== 1 && THINKS.test(model))
      return failure(
        400,
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
        'invalid_request_error',
        'unsupported_value',
      );
    const messages = body['messages'] as readonly Message[];
    // llama.cpp and vLLM say what the chat template of the model does.
    if (/gemma-2/.test(model) && messages.some(({ role }) => role === 'system'))
      return failure(500, 'Jinja Exception: System role not supported', 'server_error', null);
    // Mistral's way to say it.
    if (body['reasoning_effort'] !== undefined && !KNOWS_EFFORT.test(model))
      return json(422, {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'reasoning_effort'],
            msg: 'Extra inputs are not permitted',
          },
        ],
      });
    const format = body['response_format'] as { readonly type?: string } | undefined;
    // LM Studio's way to say it.
    if (format?.type === 'json_object' && /^lms-/.test(model))
      return json(400, { error: "'response_format.type' must be 'json_schema' or 'text'" });
    if (format?.type === 'json_schema' && !KNOWS_SCHEMAS.test(model))
      return failure(
        400,
        'This model does not support response format `json_schema`. See supported models at https://console.groq.com/docs/structured-outputs#supported-models',
        'invalid_request_error',
        null,
      );
    return null;
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
      case 'no_credit':
        return failure(
          429,
          'You exceeded your current quota, please check your plan and billing details.',
          'insufficient_quota',
          'insufficient_quota',
        );
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
