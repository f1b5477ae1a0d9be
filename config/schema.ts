import { z } from 'zod';
import { accounts } from './sections/accounts.ts';
import { ask, budgets, catalog, guard, results } from './sections/ask.ts';
import { boards } from './sections/boards.ts';
import { databases, mysql, postgres } from './sections/databases.ts';
import { evals } from './sections/evals.ts';
import { alasql, duckdb, files } from './sections/files.ts';
import { llama_cpp, model } from './sections/model.ts';
import { planner } from './sections/planner.ts';
import { type planSchema, plans } from './sections/plans.ts';
import { sample } from './sections/sample.ts';
import {
  disk,
  http,
  idempotency,
  jobs,
  log,
  metrics,
  redis,
  retention,
  store,
  waiting,
  workers,
} from './sections/service.ts';
import { opentelemetry, telemetry } from './sections/telemetry.ts';
import { tokens } from './sections/tokens.ts';
import { webhooks } from './sections/webhooks.ts';
import { count, MINUTE, milliseconds } from './units.ts';

/** Every setting, with what it means, its unit, default and bounds. `docs/configuration.md` is made from this. */
const settings = z.strictObject({
  host: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  port: z
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8080)
    .describe('Port to listen on; 0 picks a free one'),
  data_dir: z
    .string()
    .min(1)
    .default('./data')
    .describe('Folder of the metadata store, files and engine files'),
  public_url: z
    .url()
    .nullable()
    .default(null)
    .describe('Address that users reach the service at; null: http://HOST:PORT'),
  signup: z
    .enum(['open', 'closed'])
    .default('closed')
    .describe('Whether POST /accounts/signup makes accounts'),
  drain_ms: milliseconds(
    0,
    0,
    5 * MINUTE,
    'How long /readyz answers 503 while calls are still accepted before a shutdown, so that load balancers stop sending',
  ),
  shutdown_ms: milliseconds(
    10_000,
    0,
    10 * MINUTE,
    'Longest time that a stop takes: three quarters for requests in flight, the rest for closing what is open',
  ),
  log,
  metrics,
  http,
  store,
  disk,
  sample,
  plans,
  accounts,
  boards,
  evals,
  tokens,
  signups_per_hour: count(10, 1, 1_000_000, 'Signups from one address in an hour'),
  signup_plan: z.string().default('free').describe('Plan of accounts made by signup'),
  files,
  workers,
  waiting,
  catalog,
  ask,
  planner,
  guard,
  results,
  retention,
  duckdb,
  model,
  llama_cpp,
  databases,
  mysql,
  postgres,
  alasql,
  budgets,
  jobs,
  webhooks,
  idempotency,
  redis,
  telemetry,
  opentelemetry,
  plugins: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .default({})
    .describe(
      'Settings of plugins that do not ship with the service, by the name that the configuration gives them',
    ),
});

export const configSchema = settings.superRefine((config, context) => {
  if (config.signup === 'open' && config.databases.allow_private_hosts)
    context.addIssue({
      code: 'custom',
      path: ['databases', 'allow_private_hosts'],
      message:
        'with signup "open" anybody could connect databases in the network of this service: set it to false, and name hosts of your own in databases.allowed_hosts',
    });
  if (config.signup === 'open' && config.webhooks.allow_private_hosts)
    context.addIssue({
      code: 'custom',
      path: ['webhooks', 'allow_private_hosts'],
      message:
        'with signup "open" anybody could have this service call addresses in its network: set it to false, and name receivers of your own in webhooks.allowed_hosts',
    });
  if (config.signup === 'open' && config.model.allow_private_hosts)
    context.addIssue({
      code: 'custom',
      path: ['model', 'allow_private_hosts'],
      message:
        'with signup "open" anybody could have this service call addresses in its network: set it to false, and list the hosts of your own models in model.allowed_hosts',
    });
  if (config.signup === 'open' && !Object.hasOwn(config.plans, config.signup_plan))
    context.addIssue({
      code: 'custom',
      path: ['signup_plan'],
      message: `there is no such plan, so that signups would have no limits: name one of plans (${Object.keys(config.plans).join(', ')}), or add it there`,
    });
  const { reservation_ms: held } = config.budgets;
  const { total_timeout_ms: longest } = config.ask;
  if (held <= longest)
    context.addIssue({
      code: 'custom',
      path: ['budgets', 'reservation_ms'],
      message: `${held} is not longer than ask.total_timeout_ms (${longest}): what a question set aside would be given back while it is at work. Set budgets.reservation_ms above ask.total_timeout_ms, or ask.total_timeout_ms below it`,
    });
  const { reader_grace_ms: grace } = config.files;
  if (grace <= longest)
    context.addIssue({
      code: 'custom',
      path: ['files', 'reader_grace_ms'],
      message: `${grace} is not longer than ask.total_timeout_ms (${longest}): tables would be removed while a question on another gateway reads them. Set files.reader_grace_ms above it`,
    });
});

export type Config = z.infer<typeof configSchema>;
export type PlanLimits = z.infer<typeof planSchema>;
