import { type FakeProtocol, json, unknownField } from './protocol.ts';

type Message = { readonly role: string; readonly content: string };

const line = (model: string, more: object) =>
  `${JSON.stringify({ model, created_at: '2026-11-28T12:00:00.000000000Z', ...more })}\n`;
const failure = (status: number, error: string) => json(status, { error });

const KNOWN = 'model messages tools think format options stream keep_alive logprobs top_logprobs';
const THINKS = /qwen3|gpt-oss|deepseek-r1|^fault-/;

/** `POST /api/chat` of Ollama, one JSON object a line (https://docs.ollama.com/api/chat). */
export const ollama: FakeProtocol = {
  name: 'ollama',
  read(path, body, headers) {
    if (path !== '/api/chat') return null;
    const messages = body['messages'] as readonly Message[];
    return {
      provider: 'ollama',
      model: String(body['model']),
      system: messages
        .filter(({ role }) => role === 'system')
        .map(({ content }) => content)
        .join('\n'),
      messages: messages
        .filter(({ role }) => role !== 'system')
        .map(({ role, content }) => ({ role, text: content })),
      schema: body['format'] ?? null,
      headers,
      body,
    };
  },
  frames({ thoughts, pieces, usage }, { model }) {
    return [
      ...thoughts.map((thinking) =>
        line(model, { message: { role: 'assistant', content: '', thinking }, done: false }),
      ),
      ...pieces.map((content) =>
        line(model, { message: { role: 'assistant', content }, done: false }),
      ),
      line(model, {
        message: { role: 'assistant', content: '' },
        done: true,
        done_reason: 'stop',
        total_duration: 4_883_583_458,
        load_duration: 1_334_875,
        prompt_eval_count: usage.input,
        prompt_eval_duration: 342_546_000,
        eval_count: usage.output,
        eval_duration: 4_535_599_000,
      }),
    ];
  },
  refusal({ body, model }) {
    const unknown = unknownField(body, KNOWN);
    if (unknown) return failure(400, `unknown field "${unknown}"`);
    return body['think'] !== undefined && body['think'] !== false && !THINKS.test(model)
      ? failure(400, `"${model}" does not support thinking`)
      : null;
  },
  failure(kind) {
    switch (kind) {
      case 'rate_limit':
        return { ...failure(429, 'too many concurrent requests'), headers: { 'retry-after': '1' } };
      case 'error_500':
        return failure(500, 'model runner has unexpectedly stopped');
      case 'overloaded':
        return failure(503, 'server busy, please try again. maximum pending requests exceeded');
      case 'bad_key':
        return failure(401, 'unauthorized');
      case 'too_long':
        return failure(400, 'the input length exceeds the context length');
      case 'no_credit':
        return failure(402, 'payment required: this account has no credit');
    }
  },
};
