import type { LanguageModel, ModelRequest } from '#src/plugin-api/language-model.ts';

const USAGE = { inputTokens: 100, cachedInputTokens: 0, outputTokens: 10, reasoningTokens: 0 };

/** A model without a server between: what it was asked, and what it says to that. */
export function modelInProcess(answer: (request: ModelRequest) => string): {
  readonly service: LanguageModel;
  readonly calls: readonly ModelRequest[];
} {
  const calls: ModelRequest[] = [];
  const name = 'fake';
  const service: LanguageModel = {
    name,
    async *generate(request) {
      calls.push(request);
      yield { kind: 'text', text: answer(request) };
      yield {
        ...{ kind: 'finish', usage: USAGE, provider: 'openai-compatible', model: name },
        ...{ insteadOf: null, reason: 'stop' },
      };
    },
    close: async () => {},
  };
  return { service, calls };
}
