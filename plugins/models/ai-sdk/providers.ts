import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { boundedFetch } from '#src/bounded-fetch.ts';
import { adaptiveFetch } from './parameters.ts';
import type { ModelEntry, ProviderName } from './settings.ts';

/** Where services with OpenAI's interface answer when the settings name no address. */
const BASE_URLS: Readonly<Partial<Record<ProviderName, string>>> = {
  mistral: 'https://api.mistral.ai/v1',
  groq: 'https://api.groq.com/openai/v1',
  openrouter: 'https://openrouter.ai/api/v1',
  ollama: 'http://127.0.0.1:11434/v1',
  vllm: 'http://127.0.0.1:8000/v1',
  lmstudio: 'http://127.0.0.1:1234/v1',
};

/** Providers that hold an answer to a JSON schema; the others are only told that JSON is wanted. */
const STRUCTURED: ReadonlySet<ProviderName> = new Set([
  'azure',
  'groq',
  'mistral',
  'ollama',
  'openrouter',
  'vllm',
  'lmstudio',
]);

/** A token of four bytes comes in an event of some 250. */
const MOST_FRAMING = 100;

/** The provider's client for one model. It connects to nothing before the first call. */
export function clientOf(entry: ModelEntry, maxAnswerBytes: number): LanguageModelV4 {
  const { provider, model, headers } = entry;
  const baseURL = entry.base_url ?? BASE_URLS[provider];
  const learning = adaptiveFetch(boundedFetch(maxAnswerBytes * MOST_FRAMING));
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
    case 'azure':
      return compatible(entry, { 'api-key': apiKey, ...headers }, baseURL!, learning);
    default:
      return compatible(
        entry,
        entry.api_key ? { authorization: `Bearer ${entry.api_key}`, ...headers } : headers,
        baseURL!,
        learning,
      );
  }
}

function compatible(
  { provider, model }: ModelEntry,
  headers: Record<string, string>,
  baseURL: string,
  send: typeof fetch,
): LanguageModelV4 {
  const supportsStructuredOutputs = STRUCTURED.has(provider);
  return createOpenAICompatible({
    name: provider,
    baseURL,
    headers,
    fetch: send,
    includeUsage: true,
    supportsStructuredOutputs,
  })(model);
}
