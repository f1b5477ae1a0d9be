import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { boundedFetch } from '#src/bounded-fetch.ts';
import { MODEL_PROVIDERS } from '#src/plugin-api/model-providers.ts';
import type { EmbeddingClient, ModelClient } from './model-client.ts';
import { ollamaClient } from './ollama.ts';
import { adaptiveFetch } from './parameters.ts';
import type { ModelEntry } from './settings.ts';

/** A token of four bytes comes in an event of some 250. */
const MOST_FRAMING = 100;

/** The provider's client for one model. It connects to nothing before the first call. */
export function clientOf(entry: ModelEntry, maxAnswerBytes: number): ModelClient {
  const { provider, model, headers } = entry;
  const baseURL = urlOf(entry);
  const learning = adaptiveFetch(
    boundedFetch(maxAnswerBytes * MOST_FRAMING, entry.fetch),
    entry.body,
  );
  const own = { ...(baseURL ? { baseURL } : {}), headers, fetch: learning };
  // A client without a key would read one from the environment, which is not how this service is configured.
  const apiKey = entry.api_key ?? 'none';
  switch (provider) {
    case 'google':
      return createGoogle({ ...own, apiKey })(model);
    case 'anthropic':
      return createAnthropic({ ...own, apiKey })(model);
    case 'openai':
      return createOpenAI({ ...own, apiKey })(model);
    case 'ollama':
      return ollamaClient({
        model,
        baseURL: baseURL ?? '',
        headers: entry.api_key ? { authorization: `Bearer ${entry.api_key}`, ...headers } : headers,
        fetch: learning,
      });
    default:
      return compatible(entry, learning)(model);
  }
}

/** The client of an embedding model, for providers that have some. */
export function embeddingClientOf(entry: ModelEntry, maxAnswerBytes: number): EmbeddingClient {
  const { provider, model, headers } = entry;
  const baseURL = urlOf(entry);
  const send = boundedFetch(maxAnswerBytes * MOST_FRAMING, entry.fetch);
  const own = { ...(baseURL ? { baseURL } : {}), headers, fetch: send };
  const apiKey = entry.api_key ?? 'none';
  switch (provider) {
    case 'google':
      return createGoogle({ ...own, apiKey }).embeddingModel(model);
    case 'openai':
      return createOpenAI({ ...own, apiKey }).embeddingModel(model);
    default:
      return compatible(entry, send).embeddingModel(model);
  }
}

const urlOf = ({ provider, base_url }: ModelEntry): string | null =>
  base_url ?? MODEL_PROVIDERS[provider].baseUrl;

function compatible(entry: ModelEntry, send: typeof fetch) {
  const { provider, api_key: key, headers } = entry;
  const baseURL = urlOf(entry);
  if (baseURL === null) throw new Error(`the provider ${provider} needs a base_url`);
  const bearer: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  return createOpenAICompatible({
    name: provider,
    baseURL,
    headers: { ...(provider === 'azure' ? { 'api-key': key ?? 'none' } : bearer), ...headers },
    fetch: send,
    includeUsage: true,
    supportsStructuredOutputs: MODEL_PROVIDERS[provider].structured,
  });
}
