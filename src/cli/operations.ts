import { type Command, InvalidArgumentError } from 'commander';
import type { AskOptions } from '#src/cli/ask.ts';
import type { AttachOptions } from '#src/cli/attach.ts';
import type { McpOptions } from '#src/cli/mcp.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);

/** `plumbline migrate | attach | backup | restore | rebuild`: the data folder and its store. */
export function addDataCommands(plumbline: Command): void {
  plumbline
    .command('migrate')
    .description('Bring the schema of the metadata store up to date, as a start does')
    .addHelpText('after', '\nMigrations only go forward: back up first.')
    .action(async () => print(await (await import('#src/cli/migrate.ts')).migrate()));
  plumbline
    .command('attach')
    .description(
      'Pair the metadata store with the data folder, where a start says that they do not belong together; stop the service first',
    )
    .option(
      '--accept-missing',
      'also where uploads that the store names are gone, or nothing shows that the two fit',
      false,
    )
    .option('--new-keys', 'also where the keys of the stored secrets are lost', false)
    .addHelpText(
      'after',
      '\nLooks first whether everything that the store names is in the folder. Nothing is removed: what the store does not know stays where it is.\n\nExample:\n  PLUMBLINE_DATA_DIR=/srv/plumbline plumbline attach',
    )
    .action(async (options: AttachOptions) =>
      print(await (await import('#src/cli/attach.ts')).attach(options)),
    );
  plumbline
    .command('backup')
    .description(
      'Copy the metadata store and all files to a new folder; the service may go on running',
    )
    .argument('<folder>', 'a new or empty folder')
    .addHelpText(
      'after',
      '\nWith PostgreSQL as metadata store it says how.\n\nExample:\n  plumbline backup /backups/plumbline-2026-11-21',
    )
    .action(async (folder: string) =>
      print(await (await import('#src/cli/backup.ts')).backUp(folder)),
    );
  plumbline
    .command('restore')
    .description('Fill a new data folder from a backup')
    .argument('<folder>', 'what "plumbline backup" made')
    .addHelpText(
      'after',
      '\nExample:\n  PLUMBLINE_DATA_DIR=/srv/plumbline-new plumbline restore /backups/plumbline-2026-11-21',
    )
    .action(async (folder: string) =>
      print(await (await import('#src/cli/backup.ts')).restore(folder)),
    );
  plumbline
    .command('rebuild')
    .description('Build missing engine files from the uploaded originals; stop the service first')
    .option('--all', 'those that are there, too', false)
    .addHelpText('after', '\nExample:\n  plumbline rebuild --all')
    .action(async (options: { all: boolean }) =>
      (await import('#src/cli/rebuild.ts')).rebuild(options, print),
    );
}

/** `plumbline jobs list | retry`: work in the background, beside a service that may run. */
export function addJobCommands(plumbline: Command): void {
  const jobs = plumbline.command('jobs').description('Look after work in the background');
  jobs
    .command('list')
    .description('Show the jobs that wait, run or failed for good, the latest first')
    .option('--dead', 'only those that failed for good', false)
    .option('--limit <number>', 'so many at the most', wholeNumber, 50)
    .addHelpText(
      'after',
      '\nEach line: id, state, kind, workspace, attempts, last change; below it the last error.\n\nExample:\n  plumbline jobs list --dead',
    )
    .action(async (options: { dead: boolean; limit: number }) =>
      print(await (await import('#src/cli/jobs.ts')).jobList(options)),
    );
  jobs
    .command('retry')
    .description('Try a job that failed for good again, with all its attempts')
    .argument('<id>', 'its id (job_…), as "plumbline jobs list --dead" shows it')
    .addHelpText(
      'after',
      '\nThe running service takes it within jobs.poll_ms, else the next start.\n\nExample:\n  plumbline jobs retry job_1f0c9a27b4e5d6f708192a3b',
    )
    .action(async (id: string) => print(await (await import('#src/cli/jobs.ts')).jobRetry(id)));
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new InvalidArgumentError('Write a whole number from 1 to 999999.');
  return Number(text);
}

/** `plumbline explain | eval`: questions to the running service. */
export function addAskCommands(plumbline: Command): void {
  const asking = (command: Command) =>
    command
      .option('--url <address>', 'the service; else the configured host and port')
      .option('--key <key>', 'an API key; else PLUMBLINE_API_KEY')
      .option('--workspace <id>', 'where the key reaches several');
  asking(
    plumbline
      .command('explain')
      .description(
        'Say how the running service reads and would answer a question, without running its SQL',
      )
      .argument('<question>'),
  )
    .addHelpText(
      'after',
      '\nWithout a key the sample company is asked.\n\nExample:\n  plumbline explain "total revenue by region in 2025"',
    )
    .action(async (question: string, options: AskOptions) =>
      print(await (await import('#src/cli/ask.ts')).explain(question, options)),
    );
  asking(
    plumbline
      .command('mcp')
      .description(
        'Give an assistant on this machine the tools of the running service (Model Context Protocol on standard input and output)',
      ),
  )
    .option('--tenant <id>', 'where the key reaches several')
    .option('--end-user <id>', 'whom is asked for; ask-only keys need it')
    .addHelpText(
      'after',
      '\nThe same tools are at POST /mcp of the service. Without a key the sample company is asked.\n\nExample:\n  PLUMBLINE_API_KEY=plumb_live_… plumbline mcp --url https://plumbline.example',
    )
    .action(async (options: McpOptions) => (await import('#src/cli/mcp.ts')).serveMcp(options));
  asking(
    plumbline
      .command('eval')
      .description(
        'Ask the golden questions of a workspace (its approved examples where it has none) and say which are right; exit code 1 where one is not',
      ),
  )
    .addHelpText(
      'after',
      '\nNeeds a full-access key. Run it after changes of data, semantics or the model.\n\nExample:\n  PLUMBLINE_API_KEY=plumb_live_… plumbline eval --workspace ws_…',
    )
    .action(async (options: AskOptions) =>
      print(await (await import('#src/cli/ask.ts')).evaluate(options)),
    );
}
