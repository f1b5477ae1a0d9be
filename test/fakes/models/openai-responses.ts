import { openaiChat } from './openai-chat.ts';
import { event, type FakeProtocol, json, textOf, unknownField } from './protocol.ts';

type Item = { readonly role: string; readonly content: unknown };

const KNOWN = `model input instructions stream stream_options max_output_tokens reasoning text store include metadata
  temperature top_p top_logprobs previous_response_id conversation prompt prompt_cache_key safety_identifier
  service_tier tools tool_choice parallel_tool_calls truncation user background max_tool_calls`;
const THINKS = /^(gpt-[5-9]|o\d|fault-)/;

/** `POST /responses` with `stream: true` (https://platform.openai.com/docs/api-reference/responses-streaming). */
export const openaiResponses: FakeProtocol = {
  name: 'openai-responses',
  read(path, body, headers) {
    if (!path.endsWith('/responses')) return null;
    const input = body['input'] as readonly Item[];
    const isSystem = ({ role }: Item) => role === 'system' || role === 'developer';
    const text = body['text'] as { format?: { schema?: unknown } } | undefined;
    return {
      provider: 'openai-responses',
      model: String(body['model']),
      system: [
        body['instructions'] ?? '',
        ...input.filter(isSystem).map((one) => textOf(one.content)),
      ].join('\n'),
      messages: input
        .filter((item) => !isSystem(item))
        .map(({ role, content }) => ({ role, text: textOf(content) })),
      schema: text?.format?.schema ?? null,
      headers,
      body,
    };
  },
  frames({ thoughts, pieces, usage, filtered }, { model }) {
    const text = pieces.join('');
    const response = (status: string, more: object = {}) => ({
      response: {
        id: 'resp_67c9fdcecf488190bdd9a0409de3a1ec07b8b0ad4e5eb654',
        object: 'response',
        created_at: 1_741_290_958,
        status,
        error: null,
        incomplete_details: null,
        model,
        output: [],
        usage: null,
        ...more,
      },
    });
    const reasoning = { id: 'rs_1', type: 'reasoning', summary: [] };
    const message = (status: string, content: readonly object[]) => ({
      id: 'msg_67c9fdcf37fc8190ba82116e33fb28c5',
      type: 'message',
      status,
      role: 'assistant',
      content,
    });
    const part = { type: 'output_text', text, annotations: [] };
    const at = {
      item_id: 'msg_67c9fdcf37fc8190ba82116e33fb28c5',
      output_index: 1,
      content_index: 0,
    };
    return [
      event('response.created', response('in_progress')),
      event('response.in_progress', response('in_progress')),
      event('response.output_item.added', { output_index: 0, item: reasoning }),
      ...thoughts.flatMap((delta, summary_index) => [
        event('response.reasoning_summary_part.added', {
          item_id: 'rs_1',
          output_index: 0,
          summary_index,
          part: { type: 'summary_text', text: '' },
        }),
        event('response.reasoning_summary_text.delta', {
          item_id: 'rs_1',
          output_index: 0,
          summary_index,
          delta,
        }),
      ]),
      event('response.output_item.done', { output_index: 0, item: reasoning }),
      event('response.output_item.added', { output_index: 1, item: message('in_progress', []) }),
      event('response.content_part.added', {
        ...at,
        part: { type: 'output_text', text: '', annotations: [] },
      }),
      ...pieces.map((delta) => event('response.output_text.delta', { ...at, delta })),
      event('response.output_text.done', { ...at, text }),
      event('response.content_part.done', { ...at, part }),
      event('response.output_item.done', { output_index: 1, item: message('completed', [part]) }),
      event(filtered ? 'response.incomplete' : 'response.completed', {
        ...response(filtered ? 'incomplete' : 'completed', {
          incomplete_details: filtered ? { reason: 'content_filter' } : null,
          output: [reasoning, message('completed', [part])],
          usage: {
            input_tokens: usage.input,
            input_tokens_details: { cached_tokens: usage.cached },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: usage.reasoning },
            total_tokens: usage.input + usage.output,
          },
        }),
      }),
    ];
  },
  refusal({ body, model }) {
    const unknown = unknownField(body, KNOWN);
    const refused =
      (body['reasoning'] as object | undefined) && !THINKS.test(model)
        ? 'reasoning.effort'
        : unknown;
    if (!refused) return null;
    const message = unknown
      ? `Unknown parameter: '${unknown}'.`
      : `Unsupported parameter: '${refused}' is not supported with this model.`;
    const code = unknown ? 'unknown_parameter' : 'unsupported_parameter';
    return json(400, { error: { message, type: 'invalid_request_error', param: refused, code } });
  },
  failure: openaiChat.failure,
};
