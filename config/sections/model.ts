import { z } from 'zod';
import { MODEL_PROVIDER_NAMES } from '#src/plugin-api/model-providers.ts';
import { bytes, count, KIB, MIB, MINUTE, milliseconds, section, textList } from '../units.ts';

const temperature = z.number().min(0).max(2).nullable().default(0);

/** What a call is made of, which no further parameter may replace. */
const OURS = ['model', 'messages', 'system', 'input', 'contents', 'systemInstruction', 'stream'];
const body = z
  .record(z.string(), z.unknown())
  .default({})
  .refine((said) => OURS.every((name) => !(name in said)), {
    message: `can't contain ${OURS.join(', ')}, because Plumbline sets them`,
  });

/** Another model, with everything that a call to it needs. */
const entry = z.strictObject({
  provider: z.enum(MODEL_PROVIDER_NAMES),
  model: z.string().min(1),
  api_key: z.string().min(1).nullable().default(null),
  base_url: z.url().nullable().default(null),
  headers: z.record(z.string(), z.string()).default({}),
  reasoning: z.enum(['auto', 'on', 'off']).default('auto'),
  temperature,
  body,
});

/** Providers without an interface for embeddings that Plumbline calls; Ollama has OpenAI's under `/v1`. */
const NO_EMBEDDINGS: ReadonlySet<string> = new Set(['anthropic', 'ollama', 'llama-cpp']);

const stepModel = entry
  .refine(({ provider }) => provider !== 'llama-cpp', {
    message: "can't be llama-cpp: a model file works only as the main model or a fallback",
  })
  .nullable()
  .default(null);

export const model = section({
  plugin: z
    .string()
    .min(1)
    .default('ai-sdk')
    .describe(
      'Plugin that calls the model: ai-sdk, or an installed package with its settings under plugins',
    ),
  provider: z
    .enum(MODEL_PROVIDER_NAMES)
    .nullable()
    .default(null)
    .describe('Provider of the model; null: no model, only the built-in planner'),
  model: z
    .string()
    .default('')
    .describe('Model name used by the provider; for Azure, the deployment'),
  file: z.string().min(1).nullable().default(null).describe('GGUF file for llama-cpp'),
  api_key: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('API key for the provider; a secret'),
  base_url: z
    .url()
    .nullable()
    .default(null)
    .describe('URL of the provider; required for azure and openai-compatible'),
  headers: z
    .record(z.string(), z.string())
    .default({})
    .describe('Additional headers of every call'),
  reasoning: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe('Whether the model reasons before it answers; auto: decided by its name'),
  temperature: temperature.describe('Sampling temperature; null: the default of the provider'),
  body: body.describe(
    'Additional parameters of every call, as the provider names them: {"top_p": 0.9}, or {"options": {"num_ctx": 16384}} for Ollama',
  ),
  fallbacks: z
    .array(entry)
    .max(5)
    .default([])
    .describe('Models to try in this order if the first one fails'),
  steps: section({
    repair: stepModel.describe('Model that repairs refused SQL; null: the main model'),
    judge: stepModel.describe('Model that chooses between statements; null: the main model'),
    phrasing: stepModel.describe('Model that phrases explanations; null: the main model'),
  }),
  embeddings: entry
    .refine(({ provider }) => !NO_EMBEDDINGS.has(provider), {
      message: `can't be one of ${[...NO_EMBEDDINGS].join(', ')}; for Ollama, choose openai-compatible and its /v1 URL`,
    })
    .nullable()
    .default(null)
    .describe(
      'Embedding model by which the approved examples nearest to a question are found; null: by the words that they share',
    ),
  embeddings_timeout_ms: milliseconds(
    2_000,
    10,
    MINUTE,
    'Longest wait for embeddings; after it, examples are found by their words',
  ),
  embedded_examples: count(200, 1, 2_000, 'Maximum approved examples compared by embeddings'),
  allow_private_hosts: z
    .boolean()
    .default(false)
    .describe(
      'Whether tenants may choose models at private and http:// addresses; not with open signup',
    ),
  allowed_hosts: textList
    .default([])
    .describe('Hosts and networks that tenants may use for models even if they are private'),
  dns_timeout_ms: milliseconds(
    5_000,
    100,
    MINUTE,
    'Longest DNS lookup for a host that a tenant chose',
  ),
  planning: z
    .enum(['builtin-first', 'model-first', 'cross-check'])
    .default('builtin-first')
    .describe(
      'builtin-first: the planner, then the model if the planner has no answer or doubts it; model-first: the model; cross-check: both, compared',
    ),
  explanations: z
    .enum(['template', 'model'])
    .default('template')
    .describe(
      'Who writes explanations. Explanations by the model are shown only if every number in them can be traced to the rows',
    ),
  enrichment: z
    .enum(['off', 'on'])
    .default('off')
    .describe('Whether the model describes tables and columns after each discovery'),
  enrichment_tables: count(4, 1, 50, 'Maximum tables described per call'),
  enrichment_columns: count(60, 1, 1_000, 'Maximum columns described per call'),
  translations: z
    .enum(['off', 'on'])
    .default('on')
    .describe(
      "Whether the model translates Plumbline's own texts into languages it doesn't include, once per language that people ask in",
    ),
  translation_texts: count(25, 1, 200, 'Maximum texts translated per call'),
  translation_calls: count(80, 1, 1_000, 'Maximum consecutive calls per language'),
  translation_retry_ms: milliseconds(
    10 * MINUTE,
    1_000,
    7 * 24 * 60 * MINUTE,
    'Wait before the model is asked again for missing translations',
  ),
  first_token_timeout_ms: milliseconds(
    20_000,
    10,
    10 * MINUTE,
    'Longest wait for the first token of a call',
  ),
  next_token_timeout_ms: milliseconds(
    30_000,
    10,
    10 * MINUTE,
    'Longest wait for each further token',
  ),
  call_timeout_ms: milliseconds(MINUTE, 10, 30 * MINUTE, 'Timeout for a whole call'),
  retries: count(2, 0, 10, 'Retries after a temporary failure'),
  max_retry_wait_ms: milliseconds(
    5_000,
    10,
    2 * MINUTE,
    'Longest wait before a retry; if the provider asks for more, the next model is tried',
  ),
  breaker_failures: count(5, 1, 100, 'Consecutive failures after which a model is skipped'),
  breaker_open_ms: milliseconds(30_000, 10, 60 * MINUTE, 'How long a failing model is skipped'),
  max_answer_bytes: bytes(256 * KIB, KIB, 16 * MIB, 'Maximum size of a model response'),
  max_output_tokens: count(2_000, 64, 100_000, 'Maximum output tokens, excluding reasoning tokens'),
  thinking_tokens: count(
    6_000,
    0,
    200_000,
    'Additional tokens for reasoning; with too few, the model stops before it answers',
  ),
  schema_tokens: count(
    1_900,
    200,
    1_000_000,
    'Approximate tokens for names, types and keys in a prompt; larger schemas are cut',
  ),
  table_tokens: count(
    65,
    0,
    10_000,
    'Approximate average tokens per table in a prompt, including values',
  ),
  lookups: count(
    3,
    0,
    20,
    'How often a model may look at values, rows, a table or a join before it answers',
  ),
  max_calls: count(4, 1, 4, 'Maximum model calls to write the SQL of one question'),
  kept_replies: count(
    1_000,
    0,
    1_000_000,
    'Questions per catalog whose model replies are cached; 0: none',
  ),
  kept_replies_database_ttl_ms: milliseconds(
    60 * MINUTE,
    1,
    7 * 24 * 60 * MINUTE,
    'How long replies are cached for a connected database',
  ),
  estimate_usd: z
    .number()
    .min(0)
    .max(100)
    .default(0.01)
    .describe('Minimum budget reserved before a question runs, in US dollars'),
  prices: z
    .strictObject({
      input: z.number().min(0),
      cached_input: z.number().min(0),
      output: z.number().min(0),
    })
    .nullable()
    .default(null)
    .describe('US dollars per million tokens; null: the built-in price list'),
});

export const llama_cpp = section({
  packages: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('Folder where node-llama-cpp is installed; null: Node finds it'),
  memory_mb: count(
    8_192,
    64,
    4_194_304,
    'Memory for the model file, its context and about 300 MiB of overhead (MiB)',
  ),
  context_tokens: count(
    8_192,
    1_024,
    1_048_576,
    'Tokens for a prompt, its answer and its reasoning',
  ),
  threads: z
    .number()
    .int()
    .min(1)
    .max(1_024)
    .nullable()
    .default(null)
    .describe('Compute threads; null: one less than the number of processors'),
  gpu: z
    .enum(['auto', 'off'])
    .default('auto')
    .describe('Whether to use a graphics card if there is one'),
  load_timeout_ms: milliseconds(5 * MINUTE, 1_000, 60 * MINUTE, 'Timeout for loading the file'),
  stop_ms: milliseconds(
    5_000,
    10,
    10 * MINUTE,
    'How long a cancelled answer may take to stop before its process is killed',
  ),
});
