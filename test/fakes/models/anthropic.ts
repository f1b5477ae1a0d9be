import { event, type FakeProtocol, json, textOf, unknownField } from './protocol.ts';

type Message = { readonly role: string; readonly content: unknown };

const failure = (
  status: number,
  type: string,
  message: string,
  headers: Record<string, string> = {},
) =>
  json(
    status,
    { type: 'error', error: { type, message }, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy' },
    headers,
  );

const KNOWN = `model messages system max_tokens stream thinking output_format output_config temperature top_p top_k
  stop_sequences tools tool_choice metadata service_tier cache_control context_management container mcp_servers`;

/** `POST /messages` with `stream: true` (https://docs.anthropic.com/en/docs/build-with-claude/streaming). */
export const anthropic: FakeProtocol = {
  name: 'anthropic',
  read(path, body, headers) {
    if (!path.endsWith('/messages')) return null;
    const format = (body['output_format'] ??
      (body['output_config'] as { format?: unknown } | undefined)?.format) as
      | { schema?: unknown }
      | undefined;
    return {
      provider: 'anthropic',
      model: String(body['model']),
      system: textOf(body['system']),
      messages: (body['messages'] as readonly Message[]).map(({ role, content }) => ({
        role,
        text: textOf(content),
      })),
      schema: format?.schema ?? null,
      headers,
      body,
    };
  },
  frames({ thoughts, pieces, usage, filtered }, { model }) {
    const thinking = thoughts.length > 0;
    const at = thinking ? 1 : 0;
    return [
      event('message_start', {
        message: {
          id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
          type: 'message',
          role: 'assistant',
          model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: {
            input_tokens: usage.input - usage.cached,
            cache_creation_input_tokens: 0,
            cache_read_input_tokens: usage.cached,
            output_tokens: 1,
          },
        },
      }),
      event('ping', {}),
      ...(thinking
        ? [
            event('content_block_start', {
              index: 0,
              content_block: { type: 'thinking', thinking: '', signature: '' },
            }),
            ...thoughts.map((text) =>
              event('content_block_delta', {
                index: 0,
                delta: { type: 'thinking_delta', thinking: text },
              }),
            ),
            event('content_block_delta', {
              index: 0,
              delta: {
                type: 'signature_delta',
                signature: 'EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pkiMOYds',
              },
            }),
            event('content_block_stop', { index: 0 }),
          ]
        : []),
      event('content_block_start', { index: at, content_block: { type: 'text', text: '' } }),
      ...pieces.map((text) =>
        event('content_block_delta', { index: at, delta: { type: 'text_delta', text } }),
      ),
      event('content_block_stop', { index: at }),
      event('message_delta', {
        delta: { stop_reason: filtered ? 'refusal' : 'end_turn', stop_sequence: null },
        usage: { output_tokens: usage.output },
      }),
      event('message_stop', {}),
    ];
  },
  refusal({ body }) {
    const unknown = unknownField(body, KNOWN);
    if (unknown)
      return failure(400, 'invalid_request_error', `${unknown}: Extra inputs are not permitted`);
    const { thinking, max_tokens } = body as {
      thinking?: { budget_tokens?: number };
      max_tokens?: number;
    };
    const budget = thinking?.budget_tokens ?? 0;
    return budget > 0 && budget >= (max_tokens ?? 0)
      ? failure(
          400,
          'invalid_request_error',
          '`max_tokens` must be greater than `thinking.budget_tokens`',
        )
      : null;
  },
  failure(kind) {
    switch (kind) {
      case 'rate_limit':
        return failure(
          429,
          'rate_limit_error',
          "This request would exceed your organization's rate limit.",
          { 'retry-after': '1' },
        );
      case 'no_credit':
        return failure(
          400,
          'invalid_request_error',
          'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
        );
      case 'error_500':
        return failure(500, 'api_error', 'Internal server error');
      case 'overloaded':
        return failure(529, 'overloaded_error', 'Overloaded');
      case 'bad_key':
        return failure(401, 'authentication_error', 'invalid x-api-key');
      case 'too_long':
        return failure(
          400,
          'invalid_request_error',
          'prompt is too long: 205000 tokens > 200000 maximum',
        );
    }
  },
};
