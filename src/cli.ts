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
import { RELEASE } from '#src/release.ts';
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
  const plumbline = new Command('plumbline')
    .description('Ask questions about your own data in plain language.')
    .version(RELEASE)
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
      say(`Starting Plumbline with the data folder ${path.resolve(config.data_dir)}`);
      // The threads of the planner load beside the service, which takes as long as they do.
      const { startPlannerThreads } = await import('#src/ask/planner-threads.ts');
      const planners = startPlannerThreads(config.workers);
      try {
        const { start } = await import('#src/main.ts');
        await start(config, { say, planners });
      } finally {
        await planners.destroy();
      }
    });
  plumbline
    .command('config')
    .description('Check the settings')
    .command('check')
    .description('Check the settings and print the effective values')
    .action(() => {
      process.stdout.write(
        `${JSON.stringify(withoutSecrets(loadConfig(process.env)), null, 2)}\nThe configuration is valid.\n`,
      );
    });
  plumbline
    .command('models')
    .description('Check the configured model')
    .command('check')
    .description(
      'Test the model with twelve questions, one SQL repair and one lookup on sample data; print accuracy, speed, tokens, cost and recommended settings',
    )
    .action(async () => {
      const { checkModel } = await import('#src/models-check.ts');
      const config = loadConfig(process.env);
      const log = openLog(config, 'error');
      const print = (line: string) => process.stdout.write(`${line}\n`);
      await checkModel(config, { log, clock: systemClock, print });
    });
  addAccountCommands(plumbline);
  addKeyCommands(plumbline);
  addDataCommands(plumbline);
  addAskCommands(plumbline);
  addJobCommands(plumbline);
  plumbline
    .command('tokens')
    .description('Manage bearer tokens')
    .command('rotate')
    .description('Sign bearer tokens with a new secret (Plumbline can keep running)')
    .option('--revoke', 'revoke all existing tokens', false)
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
      'Create an account with a tenant, the workspace General and an account-level key, and print them as JSON',
    )
    .requiredOption('--name <name>', 'name of the account and its tenant')
    .option('--email <address>', 'email address of the owner (one account per address)')
    .option('--plan <plan>', 'plan from the configuration', 'self_hosted')
    .addOption(
      new Option('--type <type>', 'type of account (a direct account has no keys)')
        .choices(['standard', 'direct'])
        .default('standard'),
    )
    .addHelpText(
      'after',
      '\nThe key is shown once. Plumbline can keep running.\n\nExample:\n  plumbline account create --name "Shop" --email ann@example.com --plan free',
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
    .description('Create a key, for example if you lost the first one (Plumbline can keep running)')
    .option('--name <name>', 'name of the key', 'Created on the command line')
    .option('--workspace <id>', 'limit the key to this workspace')
    .option('--tenant <id>', 'limit the key to this tenant (default: the first one)')
    .option('--account <id>', 'account of the key (default: the first one)')
    .option('--account-level', 'give the key access to all tenants of its account', false)
    .addOption(
      new Option('--scope <scope>', 'what the key can do')
        .choices(['full', 'query'])
        .default('full'),
    )
    .addOption(
      new Option('--environment <label>', "label of the key; doesn't change what it can do")
        .choices(['live', 'test'])
        .default('live'),
    )
    .option(
      '--row-filter <column=value>',
      'show only rows with this value (can be repeated)',
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
    .description('Revoke a key immediately (Plumbline can keep running)')
    .argument('<key>', 'ID (key_…), prefix or full text of the key')
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
    throw new InvalidArgumentError('Use the format column=value.');
  return { ...before, [column]: /^-?\d{1,15}$/.test(value) ? Number(value) : value };
}
