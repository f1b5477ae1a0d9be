import { z } from 'zod';
import { accounts } from './sections/accounts.ts';
import { ask, budgets, catalog, guard, results } from './sections/ask.ts';
import { boards } from './sections/boards.ts';
import { databases, mysql, postgres } from './sections/databases.ts';
import { evals } from './sections/evals.ts';
import { fileUrls } from './sections/file-urls.ts';
import { alasql, duckdb, files } from './sections/files.ts';
import { learning } from './sections/learning.ts';
import { llama_cpp, model } from './sections/model.ts';
import { objects, s3 } from './sections/objects.ts';
import { people, sessions } from './sections/people.ts';
import { type planSchema, plans } from './sections/plans.ts';
import { sample } from './sections/sample.ts';
import { mail, schedules } from './sections/schedules.ts';
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
import { shares } from './sections/shares.ts';
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
    .describe('Folder for the metadata store, uploaded files and engine files'),
  public_url: z
    .url()
    .nullable()
    .default(null)
    .describe('URL at which users reach Plumbline; null: http://HOST:PORT'),
  signup: z
    .enum(['open', 'closed'])
    .default('closed')
    .describe('Whether anyone can create an account with POST /accounts/signup'),
  drain_ms: milliseconds(
    0,
    0,
    5 * MINUTE,
    'Before a shutdown, how long /readyz returns 503 while calls still work, so load balancers stop sending requests',
  ),
  shutdown_ms: milliseconds(
    10_000,
    0,
    10 * MINUTE,
    'Maximum duration of a shutdown: three quarters for running requests, the rest for closing',
  ),
  log,
  metrics,
  http,
  store,
  disk,
  sample,
  plans,
  accounts,
  sessions,
  people,
  boards,
  schedules,
  mail,
  shares,
  evals,
  learning,
  tokens,
  signups_per_hour: count(10, 1, 1_000_000, 'Signups per hour from one IP address'),
  signup_plan: z.string().default('free').describe('Plan of accounts created by signup'),
  files,
  objects,
  s3,
  file_urls: fileUrls,
  workers,
  waiting,
  catalog,
  ask,
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
    .describe('Settings of plugins from packages, by the name used in the configuration'),
});

export const configSchema = settings.superRefine((config, context) => {
  if (config.signup === 'open' && config.databases.allow_private_hosts)
    context.addIssue({
      code: 'custom',
      path: ['databases', 'allow_private_hosts'],
      message:
        'with open signup, anyone could connect databases in your network. Set it to false, and list your own hosts in databases.allowed_hosts',
    });
  if (config.signup === 'open' && config.file_urls.allow_private_hosts)
    context.addIssue({
      code: 'custom',
      path: ['file_urls', 'allow_private_hosts'],
      message:
        'with open signup, anyone could read files from your network. Set it to false, and list your own hosts in file_urls.allowed_hosts',
    });
  if (config.signup === 'open' && config.webhooks.allow_private_hosts)
    context.addIssue({
      code: 'custom',
      path: ['webhooks', 'allow_private_hosts'],
      message:
        'with open signup, anyone could make this service call your network. Set it to false, and list your own receivers in webhooks.allowed_hosts',
    });
  if (config.signup === 'open' && config.model.allow_private_hosts)
    context.addIssue({
      code: 'custom',
      path: ['model', 'allow_private_hosts'],
      message:
        'with open signup, anyone could make this service call your network. Set it to false, and list the hosts of your own models in model.allowed_hosts',
    });
  if (config.signup === 'open' && !Object.hasOwn(config.plans, config.signup_plan))
    context.addIssue({
      code: 'custom',
      path: ['signup_plan'],
      message: `this plan doesn't exist, so signups would have no limits. Use one of ${Object.keys(config.plans).join(', ')}, or add it to plans`,
    });
  const { enabled, oidc } = config.people;
  if ((enabled || oidc.length > 0) && config.public_url === null)
    context.addIssue({
      code: 'custom',
      path: ['public_url'],
      message:
        'invitations and sign-in providers need links: set public_url to the address at which people reach the service',
    });
  if (oidc.length > 0 && !enabled)
    context.addIssue({
      code: 'custom',
      path: ['people', 'enabled'],
      message: 'people.oidc needs members: set people.enabled to true',
    });
  const { reservation_ms: held } = config.budgets;
  const { total_timeout_ms: longest } = config.ask;
  if (held <= longest)
    context.addIssue({
      code: 'custom',
      path: ['budgets', 'reservation_ms'],
      message: `it must exceed ask.total_timeout_ms (${longest}); otherwise a running question loses its reserved budget. Raise it, or lower ask.total_timeout_ms`,
    });
  if (config.objects.store !== 'folder' && config.store.url === null)
    context.addIssue({
      code: 'custom',
      path: ['objects', 'store'],
      message:
        'an object store needs a metadata store that gateways share. Set store.url to a PostgreSQL database, or objects.store to folder',
    });
  if (config.objects.store !== 'folder' && config.databases.encryption_keys.length === 0)
    context.addIssue({
      code: 'custom',
      path: ['databases', 'encryption_keys'],
      message:
        'with an object store, gateways share no folder to keep a key in. Set the same key on all gateways',
    });
  const { reader_grace_ms: grace } = config.files;
  if (grace <= longest)
    context.addIssue({
      code: 'custom',
      path: ['files', 'reader_grace_ms'],
      message: `it must exceed ask.total_timeout_ms (${longest}); otherwise questions on other gateways lose their tables. Raise it`,
    });
});

export type Config = z.infer<typeof configSchema>;
export type PlanLimits = z.infer<typeof planSchema>;
