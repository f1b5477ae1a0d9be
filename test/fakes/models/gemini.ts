import { data, type FakeProtocol, json } from './protocol.ts';

type Part = { readonly text?: string };
type Content = { readonly role?: string; readonly parts: readonly Part[] };

const joined = (content: Content | undefined) =>
  (content?.parts ?? []).map(({ text }) => text ?? '').join('');

const failure = (code: number, status: string, message: string, details: readonly object[] = []) =>
  json(code, { error: { code, message, status, details } });

/** `POST /models/MODEL:streamGenerateContent?alt=sse` (https://ai.google.dev/api/generate-content). */
export const gemini: FakeProtocol = {
  name: 'gemini',
  read(path, body, headers) {
    const model = /\/models\/([^:/]+):streamGenerateContent/.exec(path)?.[1];
    if (!model) return null;
    const config = body['generationConfig'] as Readonly<Record<string, unknown>> | undefined;
    return {
      provider: 'gemini',
      model: decodeURIComponent(model),
      system: joined(body['systemInstruction'] as Content | undefined),
      messages: (body['contents'] as readonly Content[]).map((content) => ({
        role: content.role === 'model' ? 'assistant' : 'user',
        text: joined(content),
      })),
      schema: config?.['responseSchema'] ?? config?.['responseJsonSchema'] ?? null,
      headers,
      body,
    };
  },
  frames({ thoughts, pieces, usage, filtered }, { model }) {
    const chunk = (parts: readonly object[], last: boolean) =>
      data({
        candidates: [
          {
            content: { parts, role: 'model' },
            index: 0,
            ...(last ? { finishReason: filtered ? 'SAFETY' : 'STOP' } : {}),
          },
        ],
        usageMetadata: {
          promptTokenCount: usage.input,
          cachedContentTokenCount: usage.cached,
          thoughtsTokenCount: usage.reasoning,
          candidatesTokenCount: usage.output - usage.reasoning,
          totalTokenCount: usage.input + usage.output,
        },
        modelVersion: model,
        responseId: 'rYbgaJvMLqmOmtkP3dPWiQo',
      });
    return [
      ...thoughts.map((text) => chunk([{ text, thought: true }], false)),
      ...pieces.map((text, index) => chunk([{ text }], index === pieces.length - 1)),
    ];
  },
  failure(kind) {
    switch (kind) {
      case 'rate_limit':
        return failure(
          429,
          'RESOURCE_EXHAUSTED',
          'You exceeded your current quota, please check your plan and billing details.',
          [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' }],
        );
      case 'error_500':
        return failure(500, 'INTERNAL', 'An internal error has occurred.');
      case 'overloaded':
        return failure(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.');
      case 'bad_key':
        return failure(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: 'API_KEY_INVALID',
            domain: 'googleapis.com',
          },
        ]);
      case 'too_long':
        return failure(
          400,
          'INVALID_ARGUMENT',
          'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
        );
    }
  },
};
