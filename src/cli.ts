import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ConfigError, loadConfig } from '#config/load.ts';
import { type Clock, systemClock, timestamp } from '#src/clock.ts';
import { StartError } from '#src/data-folder.ts';
import { createLogger } from '#src/log.ts';
import { PluginError } from '#src/plugin-host.ts';
import type { RowPolicy } from '#src/principal.ts';

/** The command line: `plumbline start | key create | config check`. */
export async function runCli(args: readonly string[]): Promise<void> {
  try {
    await program().parseAsync(args, { from: 'user' });
  } catch (error) {
    // What a user can mend is told in a line; anything else with its stack.
    const known =
      error instanceof ConfigError || error instanceof StartError || error instanceof PluginError;
    process.stderr.write(
      `${known ? error.message : error instanceof Error ? error.stack : error}\n`,
    );
    process.exitCode = 1;
  }
}

function program(): Command {
  const { version } = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'),
  ) as { version: string };
  const plumbline = new Command('plumbline')
    .description('Plain-language questions over your own data.')
    .version(version)
    .addHelpText(
      'after',
      '\nSettings come from the file that PLUMBLINE_CONFIG names and from PLUMBLINE_… variables (docs/configuration.md).',
    );
  plumbline
    .command('start')
    .description('Start the service')
    .addHelpText(
      'after',
      '\nExample:\n  PLUMBLINE_PORT=9000 PLUMBLINE_DATA_DIR=/srv/plumbline plumbline start',
    )
    .action(async () => {
      const { start } = await import('#src/main.ts');
      await start(loadConfig(process.env));
    });
  plumbline
    .command('config')
    .description('Look at the settings')
    .command('check')
    .description('Check the settings and print them as they take effect')
    .action(() => {
      process.stdout.write(
        `${JSON.stringify(withoutSecrets(loadConfig(process.env)), null, 2)}\nThe configuration is valid.\n`,
      );
    });
  plumbline
    .command('models')
    .description('Look at the configured model')
    .command('check')
    .description('Ask the model one small question: does it answer, how fast, at what cost')
    .action(async () => {
      const { checkModel } = await import('#src/models-check.ts');
      const config = loadConfig(process.env);
      const log = createLogger({ level: 'error', pretty: config.log.pretty });
      process.stdout.write(`${await checkModel(config, { log, clock: systemClock })}\n`);
    });
  plumbline
    .command('key')
    .description('Manage API keys')
    .command('create')
    .description(
      'Make a key, for example where the first one was lost; the service may go on running',
    )
    .option('--name <name>', 'name of the key', 'Made on the command line')
    .option('--workspace <id>', 'the only workspace that the key reaches')
    .addOption(
      new Option('--scope <scope>', 'what the key may do')
        .choices(['full', 'query'])
        .default('full'),
    )
    .option(
      '--row-filter <column=value>',
      'only rows with this value are seen through the key; may be given several times',
      readRowFilter,
    )
    .addHelpText(
      'after',
      '\nExamples:\n  plumbline key create --name "Dashboard" --scope query\n  plumbline key create --scope query --row-filter tenant_id=42',
    )
    .action(async (options: KeyOptions) => {
      process.stdout.write(`${await createKeyFor(options, systemClock)}\n`);
    });
  return plumbline;
}

interface KeyOptions {
  readonly name: string;
  readonly workspace?: string;
  readonly scope: 'full' | 'query';
  readonly rowFilter?: RowPolicy['filter'];
}

/** Adds `column=value` to the filter; a whole number is one, everything else text. */
function readRowFilter(text: string, before: RowPolicy['filter'] = {}): RowPolicy['filter'] {
  const [, column, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (column === undefined || value === undefined)
    throw new InvalidArgumentError('Write it as column=value.');
  return { ...before, [column]: /^-?\d{1,15}$/.test(value) ? Number(value) : value };
}

/** A key of the local account. The store is safe to write while the service runs. */
async function createKeyFor(options: KeyOptions, clock: Clock): Promise<string> {
  if (options.rowFilter && options.scope === 'full')
    throw new StartError(
      'A key with a row filter can only ask, since a full one could make keys without: add --scope query.',
    );
  const config = loadConfig(process.env);
  const { openStore } = await import('#src/store/open.ts');
  const { newKey } = await import('#src/accounts/create.ts');
  const log = createLogger({ level: 'warn', pretty: config.log.pretty });
  const store = await openStore({
    url: config.store.url,
    path: path.join(config.data_dir, 'plumbline.db'),
    pool: 1,
    log,
  });
  try {
    const tenant = await store.db
      .selectFrom('tenants')
      .innerJoin('accounts', 'accounts.id', 'tenants.account_id')
      .select(['tenants.id', 'tenants.account_id'])
      .where('accounts.type', '=', 'standard')
      .orderBy('accounts.created_at')
      .orderBy('tenants.created_at')
      .executeTakeFirst();
    if (!tenant)
      throw new StartError(
        `There is no account in ${config.data_dir} yet: run "plumbline start" once.`,
      );
    if (options.workspace) {
      const workspace = await store.db
        .selectFrom('workspaces')
        .select('id')
        .where('id', '=', options.workspace)
        .where('client_id', '=', tenant.id)
        .executeTakeFirst();
      if (!workspace) throw new StartError(`There is no workspace ${options.workspace}.`);
    }
    const key = newKey({
      accountId: tenant.account_id,
      clientId: tenant.id,
      workspaceId: options.workspace ?? null,
      name: options.name,
      scope: options.scope,
      ...(options.rowFilter ? { rowFilter: options.rowFilter } : {}),
      created_at: timestamp(clock.now()),
    });
    await store.db.insertInto('api_keys').values(key.row).execute();
    return key.apiKey;
  } finally {
    await store.close();
  }
}

function modelWithoutSecrets(model: ReturnType<typeof loadConfig>['model']): unknown {
  const hidden = <T extends { readonly api_key: string | null; readonly headers: object }>(
    entry: T,
  ) => ({
    ...entry,
    api_key: entry.api_key && '***',
    headers: Object.fromEntries(Object.keys(entry.headers).map((name) => [name, '***'])),
  });
  return { ...hidden(model), fallbacks: model.fallbacks.map(hidden) };
}

/** The password of the store's address and the keys of stored passwords are nobody's to read over a shoulder. */
function withoutSecrets(config: ReturnType<typeof loadConfig>): unknown {
  const { url } = config.store;
  const encryption_keys = config.databases.encryption_keys.map(({ id }) => ({ id, key: '***' }));
  return {
    ...config,
    store: { ...config.store, url: url?.replace(/:[^:@/]*@/, ':***@') ?? null },
    databases: { ...config.databases, encryption_keys },
    model: modelWithoutSecrets(config.model),
  };
}
