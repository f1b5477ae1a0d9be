/** What is known of a provider of models. */
interface ModelProvider {
  /** Where it answers when the settings name no address; null: at that of its client, or one that has to be given. */
  readonly baseUrl: string | null;
  /** Whether it holds an answer to a JSON schema through OpenAI's interface; others are only told that JSON is wanted. */
  readonly structured: boolean;
}

const row = (baseUrl: string | null, structured: boolean): ModelProvider => ({
  baseUrl,
  structured,
});

/** Providers that are known by name; every other service with OpenAI's interface is `openai-compatible`. */
const PROVIDERS = {
  google: row(null, false),
  openai: row(null, false),
  anthropic: row(null, false),
  mistral: row('https://api.mistral.ai/v1', true),
  groq: row('https://api.groq.com/openai/v1', true),
  openrouter: row('https://openrouter.ai/api/v1', true),
  azure: row(null, true),
  ollama: row('http://127.0.0.1:11434', true),
  vllm: row('http://127.0.0.1:8000/v1', true),
  lmstudio: row('http://127.0.0.1:1234/v1', true),
  'openai-compatible': row(null, false),
  /** A file on this machine; the plugin `llama-cpp` runs it. */
  'llama-cpp': row(null, true),
} as const;

export type ModelProviderName = keyof typeof PROVIDERS;

export const MODEL_PROVIDERS: Readonly<Record<ModelProviderName, ModelProvider>> = PROVIDERS;

export const MODEL_PROVIDER_NAMES = Object.keys(PROVIDERS) as readonly ModelProviderName[];
