import { z } from 'zod';

/** Providers that are known by name; every other service with OpenAI's interface is `openai-compatible`. */
export const PROVIDERS = [
  'google',
  'openai',
  'anthropic',
  'mistral',
  'groq',
  'openrouter',
  'azure',
  'ollama',
  'vllm',
  'lmstudio',
  'openai-compatible',
] as const;

export type ProviderName = (typeof PROVIDERS)[number];

const entryShape = {
  provider: z.enum(PROVIDERS),
  /** The provider's own name of the model; for Azure the deployment. */
  model: z.string().min(1),
  api_key: z.string().min(1).nullable().default(null),
  /** Needed for azure and openai-compatible; the others have one of their own. */
  base_url: z.url().nullable().default(null),
  headers: z.record(z.string(), z.string()).default({}),
};

const entry = z.strictObject(entryShape);

const milliseconds = (fallback: number, max: number) =>
  z.number().int().min(10).max(max).default(fallback);

export const modelSettings = z
  .strictObject({
    ...entryShape,
    /** Asked in this order when the models before do not answer. */
    fallbacks: z.array(entry).max(5).default([]),
    /** Until the first token, and until the end of a call. */
    first_token_timeout_ms: milliseconds(20_000, 600_000),
    call_timeout_ms: milliseconds(60_000, 1_800_000),
    /** How often a model is asked again after a passing failure, and the longest wait before that. */
    retries: z.number().int().min(0).max(10).default(2),
    max_retry_wait_ms: milliseconds(5_000, 120_000),
    /** Failures in a row after which a model is left out, and for how long. */
    breaker_failures: z.number().int().min(1).max(100).default(5),
    breaker_open_ms: milliseconds(30_000, 3_600_000),
    /** Longest answer (bytes of text); a longer one is given up. */
    max_answer_bytes: z.number().int().min(1_024).max(16_777_216).default(262_144),
  })
  .superRefine((settings, context) => {
    for (const [at, one] of [settings, ...settings.fallbacks].entries()) {
      const path = at === 0 ? ['base_url'] : ['fallbacks', at - 1, 'base_url'];
      if ((one.provider === 'azure' || one.provider === 'openai-compatible') && !one.base_url)
        context.addIssue({ code: 'custom', path, message: `${one.provider} needs a base_url` });
    }
  });

export type ModelSettings = z.output<typeof modelSettings>;
export type ModelEntry = z.output<typeof entry>;
