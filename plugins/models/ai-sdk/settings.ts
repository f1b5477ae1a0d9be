import { z } from 'zod';
import { MODEL_PROVIDER_NAMES } from '#src/plugin-api/model-providers.ts';

const whole = z.number().int().min(0);

const entry = z.object({
  provider: z.enum(MODEL_PROVIDER_NAMES),
  model: z.string().min(1, 'name the model'),
  api_key: z.string().nullable(),
  base_url: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  reasoning: z.enum(['auto', 'on', 'off']),
  temperature: z.number().nullable(),
  body: z.record(z.string(), z.unknown()),
  /** Set if a tenant chose the URL: connects only to checked addresses. */
  fetch: z.custom<typeof fetch>((given) => typeof given === 'function').optional(),
});

/** The section `model` of the configuration; defaults, units and bounds stand in `config/schema.ts`. */
export const modelSettings = entry
  .extend({
    fallbacks: z.array(entry),
    first_token_timeout_ms: whole,
    next_token_timeout_ms: whole,
    call_timeout_ms: whole,
    retries: whole,
    max_retry_wait_ms: whole,
    breaker_failures: whole,
    breaker_open_ms: whole,
    max_answer_bytes: whole,
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
