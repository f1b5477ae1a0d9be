import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ConfigError, loadConfig } from '#config/load.ts';
import { withoutSecrets } from '#config/secrets.ts';
import type { AccountOptions } from '#src/cli/accounts.ts';
import type { KeyOptions } from '#src/cli/keys.ts';
import { addAskCommands, addDataCommands, addJobCommands } from '#src/cli/operations.ts';
import { systemClock } from '#src/clock.ts';
import { openLog } from '#src/log.ts';
import { PluginError } from '#src/plugin-host.ts';
import type { RowPolicy } from '#src/principal.ts';
import { blockedFolder, StartError } from '#src/start-error.ts';
import { startProgress } from '#src/start-progress.ts';
import { damagedStore } from '#src/store/trouble.ts';

/** The command line: `plumbline start | migrate | attach | backup | restore | rebuild | explain | eval | account create | key create | key revoke | jobs list | jobs retry | tokens rotate | config check`. */
export async function runCli(args: readonly string[]): Promise<void> {
  // Uploads, keys and answers: what this process and its children write is read by its owner alone.
  process.umask(0o077);
  try {
    await program().parseAsync(args, { from: 'user' });
  } catch (caught) {
    const error =
      caught instanceof StartError
        ? caught
        : (damagedStore(caught) ?? blockedFolder(caught) ?? caught);
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
      const config = loadConfig(process.env);
      const say = startProgress(openLog(config));
      say(`Starting Plumbline on the data folder ${path.resolve(config.data_dir)}`);
      // What it imports takes a second or two, the first time more.
      const { start } = await import('#src/main.ts');
      await start(config, say);
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
      const log = openLog(config, 'error');
      process.stdout.write(`${await checkModel(config, { log, clock: systemClock })}\n`);
    });
  addAccountCommands(plumbline);
  addKeyCommands(plumbline);
  addDataCommands(plumbline);
  addAskCommands(plumbline);
  addJobCommands(plumbline);
  plumbline
    .command('tokens')
    .description('Look after bearer tokens')
    .command('rotate')
    .description('Sign bearer tokens with a new secret; the service may go on running')
    .option('--revoke', 'end every token that was made so far', false)
    .action(async (options: { readonly revoke: boolean }) => {
      const { rotateTokenSecret } = await import('#src/cli/rotate-tokens.ts');
      process.stdout.write(`${await rotateTokenSecret(options)}\n`);
    });
  return plumbline;
}

function addAccountCommands(plumbline: Command): void {
  plumbline
    .command('account')
    .description('Manage accounts')
    .command('create')
    .description(
      'Make an account with a tenant, the workspace General and a full-access key of the whole account; prints them as JSON',
    )
    .requiredOption('--name <name>', 'name of the account and of its tenant')
    .option('--email <address>', 'whose account it is; refused where the address has one')
    .option('--plan <plan>', 'a plan of the configuration', 'self_hosted')
    .addOption(
      new Option('--type <type>', 'a direct account has no keys')
        .choices(['standard', 'direct'])
        .default('standard'),
    )
    .addHelpText(
      'after',
      '\nThe key is shown once. The service may go on running.\n\nExample:\n  plumbline account create --name "Shop" --email ann@example.com --plan free',
    )
    .action(async (options: AccountOptions) => {
      const { createAccountFor } = await import('#src/cli/accounts.ts');
      process.stdout.write(`${JSON.stringify(await createAccountFor(options), null, 2)}\n`);
    });
}

function addKeyCommands(plumbline: Command): void {
  const key = plumbline.command('key').description('Manage API keys');
  key
    .command('create')
    .description(
      'Make a key, for example where the first one was lost; the service may go on running',
    )
    .option('--name <name>', 'name of the key', 'Made on the command line')
    .option('--workspace <id>', 'the only workspace that the key reaches')
    .option('--tenant <id>', 'the only tenant that the key reaches; else the first one')
    .option('--account <id>', 'the account of the key; else the first one')
    .option('--account-level', 'the key reaches every tenant of its account', false)
    .addOption(
      new Option('--scope <scope>', 'what the key may do')
        .choices(['full', 'query'])
        .default('full'),
    )
    .addOption(
      new Option('--environment <label>', 'a label only').choices(['live', 'test']).default('live'),
    )
    .option(
      '--row-filter <column=value>',
      'only rows with this value are seen through the key; may be given several times',
      readRowFilter,
    )
    .addHelpText(
      'after',
      '\nExamples:\n  plumbline key create --name "Dashboard" --scope query\n  plumbline key create --scope query --row-filter tenant_id=42\n  plumbline key create --account-level --name "Administration"',
    )
    .action(async (options: KeyOptions) => {
      const { createKeyFor } = await import('#src/cli/keys.ts');
      process.stdout.write(`${await createKeyFor(options)}\n`);
    });
  key
    .command('revoke')
    .description('Revoke a key, at once; the service may go on running')
    .argument('<key>', 'its id (key_…), its prefix as lists show it, or the key itself')
    .addHelpText('after', '\nExample:\n  plumbline key revoke key_1f0c9a27b4e5d6f708192a3b')
    .action(async (named: string) => {
      const { revokeKeyNamed } = await import('#src/cli/keys.ts');
      process.stdout.write(`${await revokeKeyNamed(named)}\n`);
    });
}

/** Adds `column=value` to the filter; a whole number is one, everything else text. */
function readRowFilter(text: string, before: RowPolicy['filter'] = {}): RowPolicy['filter'] {
  const [, column, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (column === undefined || value === undefined)
    throw new InvalidArgumentError('Write it as column=value.');
  return { ...before, [column]: /^-?\d{1,15}$/.test(value) ? Number(value) : value };
}
