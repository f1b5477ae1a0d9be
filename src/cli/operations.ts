import { type Command, InvalidArgumentError } from 'commander';
import type { AskOptions } from '#src/cli/ask.ts';
import type { AttachOptions } from '#src/cli/attach.ts';
import type { McpOptions } from '#src/cli/mcp.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);

/** `plumbline migrate | attach | backup | restore | rebuild`: the data folder and its store. */
export function addDataCommands(plumbline: Command): void {
  plumbline
    .command('migrate')
    .description('Update the schema of the metadata store (starting Plumbline does this too)')
    .addHelpText('after', "\nMigrations can't be undone: back up first.")
    .action(async () => print(await (await import('#src/cli/migrate.ts')).migrate()));
  plumbline
    .command('attach')
    .description(
      "Pair the metadata store with the data folder if Plumbline says they don't match (stop Plumbline first)",
    )
    .option(
      '--accept-missing',
      'pair them even if uploads are missing or nothing confirms that they match',
      false,
    )
    .option('--new-keys', 'continue even if the encryption keys of stored secrets are lost', false)
    .addHelpText(
      'after',
      "\nFirst checks that the folder has every upload in the store. Nothing is removed, not even files that aren't in the store.\n\nExample:\n  PLUMBLINE_DATA_DIR=/srv/plumbline plumbline attach",
    )
    .action(async (options: AttachOptions) =>
      print(await (await import('#src/cli/attach.ts')).attach(options)),
    );
  plumbline
    .command('backup')
    .description(
      'Back up the metadata store and all files to a new folder (Plumbline can keep running)',
    )
    .argument('<folder>', 'new or empty folder')
    .addHelpText(
      'after',
      '\nIf the metadata store is PostgreSQL, this prints the commands to use.\n\nExample:\n  plumbline backup /backups/plumbline-2026-11-21',
    )
    .action(async (folder: string) =>
      print(await (await import('#src/cli/backup.ts')).backUp(folder)),
    );
  plumbline
    .command('restore')
    .description('Restore a backup into a new data folder')
    .argument('<folder>', 'folder created by "plumbline backup"')
    .addHelpText(
      'after',
      '\nExample:\n  PLUMBLINE_DATA_DIR=/srv/plumbline-new plumbline restore /backups/plumbline-2026-11-21',
    )
    .action(async (folder: string) =>
      print(await (await import('#src/cli/backup.ts')).restore(folder)),
    );
  plumbline
    .command('rebuild')
    .description('Rebuild missing engine files from the uploaded originals (stop Plumbline first)')
    .option('--all', 'rebuild existing files too', false)
    .addHelpText('after', '\nExample:\n  plumbline rebuild --all')
    .action(async (options: { all: boolean }) =>
      (await import('#src/cli/rebuild.ts')).rebuild(options, print),
    );
}

/** `plumbline jobs list | retry`: work in the background, beside a service that may run. */
export function addJobCommands(plumbline: Command): void {
  const jobs = plumbline.command('jobs').description('Manage background jobs');
  jobs
    .command('list')
    .description('List pending, running and failed jobs, newest first')
    .option('--dead', 'only failed jobs', false)
    .option('--limit <number>', 'maximum number of jobs', wholeNumber, 50)
    .addHelpText(
      'after',
      '\nEach line: id, state, kind, workspace, attempts, last change; below it the last error.\n\nExample:\n  plumbline jobs list --dead',
    )
    .action(async (options: { dead: boolean; limit: number }) =>
      print(await (await import('#src/cli/jobs.ts')).jobList(options)),
    );
  jobs
    .command('retry')
    .description('Retry a failed job with a full set of attempts')
    .argument('<id>', 'job ID (job_…) from "plumbline jobs list --dead"')
    .addHelpText(
      'after',
      '\nPlumbline runs it within jobs.poll_ms, or after the next start.\n\nExample:\n  plumbline jobs retry job_1f0c9a27b4e5d6f708192a3b',
    )
    .action(async (id: string) => print(await (await import('#src/cli/jobs.ts')).jobRetry(id)));
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new InvalidArgumentError('Use a whole number from 1 to 999999.');
  return Number(text);
}

/** `plumbline explain | eval`: questions to the running service. */
export function addAskCommands(plumbline: Command): void {
  const asking = (command: Command) =>
    command
      .option('--url <address>', 'URL of Plumbline (default: the configured host and port)')
      .option('--key <key>', 'API key (default: PLUMBLINE_API_KEY)')
      .option(
        '--workspace <id>',
        'workspace ID (ws_…), required if the key can access several workspaces',
      );
  asking(
    plumbline
      .command('explain')
      .description('Show how Plumbline interprets a question, without running its SQL')
      .argument('<question>'),
  )
    .addHelpText(
      'after',
      '\nWithout a key, this uses the sample company.\n\nExample:\n  plumbline explain "total revenue by region in 2025"',
    )
    .action(async (question: string, options: AskOptions) =>
      print(await (await import('#src/cli/ask.ts')).explain(question, options)),
    );
  asking(
    plumbline
      .command('mcp')
      .description('Connect an assistant on this machine through MCP (standard input and output)'),
  )
    .option('--tenant <id>', 'required if the key can access several workspaces')
    .option('--end-user <id>', 'end user who asks (needed for ask-only keys)')
    .addHelpText(
      'after',
      '\nThe service offers the same tools at POST /mcp. Without a key, this uses the sample company.\n\nExample:\n  PLUMBLINE_API_KEY=plumb_live_… plumbline mcp --url https://plumbline.example',
    )
    .action(async (options: McpOptions) => (await import('#src/cli/mcp.ts')).serveMcp(options));
  asking(
    plumbline
      .command('eval')
      .description(
        'Run the golden questions of a workspace, or its approved examples if it has none; exit code 1 if one is wrong',
      ),
  )
    .option('--models <names>', 'compare configured models side by side: a,b')
    .addHelpText(
      'after',
      '\nNeeds a full-access key. Run it after you change the data, definitions or model.\n\nExamples:\n  PLUMBLINE_API_KEY=plumb_live_… plumbline eval --workspace ws_…\n  PLUMBLINE_API_KEY=plumb_live_… plumbline eval --models gpt-5-mini,qwen2.5-coder:7b',
    )
    .action(async (options: AskOptions) =>
      print(await (await import('#src/cli/ask.ts')).evaluate(options)),
    );
}
