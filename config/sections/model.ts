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
    message: `cannot hold ${OURS.join(', ')}: Plumbline writes them`,
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
      'Plugin that calls the model: ai-sdk, or an installed package, whose settings stand in plugins',
    ),
  provider: z
    .enum(MODEL_PROVIDER_NAMES)
    .nullable()
    .default(null)
    .describe('Who serves the model; null: the built-in planner answers alone'),
  model: z
    .string()
    .default('')
    .describe("The provider's own name of the model; for Azure the deployment"),
  file: z.string().min(1).nullable().default(null).describe('GGUF file of the provider llama-cpp'),
  api_key: z.string().min(1).nullable().default(null).describe('Key of the provider, a secret'),
  base_url: z
    .url()
    .nullable()
    .default(null)
    .describe('Address of the provider; needed for azure and openai-compatible'),
  headers: z.record(z.string(), z.string()).default({}).describe('Further headers of every call'),
  reasoning: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe(
      'Whether the model thinks before it answers, so that it is told how hard and given room for it; auto: by its name',
    ),
  temperature: temperature.describe(
    'How much chance a model has, left out where it thinks or refuses it; null: as the provider has it',
  ),
  body: body.describe(
    'Further parameters of every call, as the provider names them: {"top_p": 0.9}, or {"options": {"num_ctx": 16384}} for Ollama',
  ),
  fallbacks: z
    .array(entry)
    .max(5)
    .default([])
    .describe('Models that are asked in this order when the first does not answer'),
  steps: section({
    repair: stepModel.describe('Model that repairs refused SQL; null: the main model'),
    judge: stepModel.describe('Model that chooses between statements; null: the main model'),
    phrasing: stepModel.describe('Model that phrases explanations; null: the main model'),
  }),
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
      'Who phrases explanations; those of the model are shown only where all their numbers can be traced to the rows',
    ),
  enrichment: z
    .enum(['off', 'on'])
    .default('off')
    .describe('Whether the model drafts descriptions of tables and columns after each discovery'),
  enrichment_tables: count(4, 1, 50, 'Tables that a call describes at the most'),
  enrichment_columns: count(
    60,
    1,
    1_000,
    'Columns that a call describes at the most; of a wider table the first ones',
  ),
  translations: z
    .enum(['off', 'on'])
    .default('on')
    .describe(
      "Whether the model translates Plumbline's own texts, once for each language that people ask in and Plumbline has no texts for",
    ),
  translation_texts: count(25, 1, 200, 'Texts that a call translates at the most'),
  translation_calls: count(80, 1, 1_000, 'Calls in a row for one language at the most'),
  translation_retry_ms: milliseconds(
    10 * MINUTE,
    1_000,
    7 * 24 * 60 * MINUTE,
    'How soon the model is asked again for texts that it has not translated',
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
  call_timeout_ms: milliseconds(MINUTE, 10, 30 * MINUTE, 'Longest time of a call'),
  retries: count(2, 0, 10, 'How often a model is asked again after a passing failure'),
  max_retry_wait_ms: milliseconds(
    5_000,
    10,
    2 * MINUTE,
    'Longest wait before a model is asked again; a provider that wants more is left',
  ),
  breaker_failures: count(5, 1, 100, 'Failures in a row after which a model is left out'),
  breaker_open_ms: milliseconds(30_000, 10, 60 * MINUTE, 'How long such a model is left out'),
  max_answer_bytes: bytes(256 * KIB, KIB, 16 * MIB, 'Longest answer of a model'),
  max_output_tokens: count(2_000, 64, 100_000, 'Tokens of an answer, without thoughts'),
  thinking_tokens: count(
    6_000,
    0,
    200_000,
    'Tokens for thoughts in addition, where the model thinks; too few, and it ends before it answers',
  ),
  schema_tokens: count(
    1_900,
    200,
    1_000_000,
    'About how many tokens of names, types and keys a prompt holds; a larger schema is cut to the tables that fit the question',
  ),
  table_tokens: count(
    65,
    0,
    10_000,
    'About how many tokens a table takes in a prompt on average, values included; further values are left out',
  ),
  lookups: count(
    3,
    0,
    20,
    'How often a model may look at values, rows, a table or a join before it answers',
  ),
  max_calls: count(4, 1, 4, 'Most calls for the statement of one question'),
  kept_replies: count(
    1_000,
    0,
    1_000_000,
    'Questions of a catalog whose replies of the model are kept for when they come again; 0 keeps none',
  ),
  kept_replies_database_ttl_ms: milliseconds(
    60 * MINUTE,
    1,
    7 * 24 * 60 * MINUTE,
    'How long replies are kept for questions to a connected database; its rows are read anew each time',
  ),
  estimate_usd: z
    .number()
    .min(0)
    .max(100)
    .default(0.01)
    .describe('US dollars that a question sets aside before it runs, at the least'),
  prices: z
    .strictObject({
      input: z.number().min(0),
      cached_input: z.number().min(0),
      output: z.number().min(0),
    })
    .nullable()
    .default(null)
    .describe('US dollars a million tokens; null: the price list that ships with the service'),
});

export const llama_cpp = section({
  packages: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('Folder in which node-llama-cpp was installed; null: Node finds it'),
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
    .describe('Threads that compute; null: one less than there are processors'),
  gpu: z
    .enum(['auto', 'off'])
    .default('auto')
    .describe('Whether a graphics card is used where there is one'),
  load_timeout_ms: milliseconds(5 * MINUTE, 1_000, 60 * MINUTE, 'Longest time to load the file'),
  stop_ms: milliseconds(
    5_000,
    10,
    10 * MINUTE,
    'How long an abandoned answer may take to stop before its process is ended',
  ),
});
