import { data, type FakeProtocol, json, unknownField } from './protocol.ts';

type Part = { readonly text?: string };
type Content = { readonly role?: string; readonly parts: readonly Part[] };

const joined = (content: Content | undefined) =>
  (content?.parts ?? []).map(({ text }) => text ?? '').join('');

const failure = (code: number, status: string, message: string, details: readonly object[] = []) =>
  json(code, { error: { code, message, status, details } });

const KNOWN =
  'contents systemInstruction generationConfig safetySettings tools toolConfig cachedContent labels';
const KNOWN_CONFIG = `maxOutputTokens temperature topP topK candidateCount stopSequences responseMimeType responseSchema
  responseJsonSchema thinkingConfig seed presencePenalty frequencyPenalty responseLogprobs logprobs responseModalities
  mediaResolution speechConfig`;

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
  refusal({ body, model }) {
    const config = (body['generationConfig'] ?? {}) as Readonly<Record<string, unknown>>;
    const unknown = unknownField(body, KNOWN) ?? unknownField(config, KNOWN_CONFIG);
    if (unknown)
      return failure(
        400,
        'INVALID_ARGUMENT',
        `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`,
      );
    const thinks = /gemini-(2\.5|[3-9])|^fault-/.test(model);
    return config['thinkingConfig'] !== undefined && !thinks
      ? failure(
          400,
          'INVALID_ARGUMENT',
          'Unable to submit request because thinking is not supported by this model.',
        )
      : null;
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
      case 'no_credit':
        return failure(
          429,
          'RESOURCE_EXHAUSTED',
          'You exceeded your current quota, please check your plan and billing details.',
          [
            {
              '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
              violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }],
            },
            { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '38s' },
          ],
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
