import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * `npm test [-- mocha's options, files and folders]`. Without files, the end-to-end tests, which mostly wait for
 * services to start and to be killed, run beside the unit tests and beside all others; the output of these follows when
 * they have ended. The last line is the count of all.
 */
const MOCHA = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
const ALL = 'test/**/*.test.ts';
const END_TO_END = 'test/e2e/**/*.test.ts';
const UNIT = 'test/unit/**/*.test.ts';

/** Runs mocha with its output in a file, and says how it ended. */
async function run(name: string, args: readonly string[], folder: string, isLive: boolean) {
  const file = path.join(folder, `${name}.log`);
  const child = spawn(process.execPath, [MOCHA, ...args], { stdio: ['inherit', 'pipe', 'pipe'] });
  const log = createWriteStream(file);
  const write = (piece: Buffer) => {
    log.write(piece);
    if (isLive) process.stdout.write(piece);
  };
  child.stdout.on('data', write);
  child.stderr.on('data', write);
  const code = await new Promise<number>((resolve) =>
    child.once('close', (end) => resolve(end ?? 1)),
  );
  await new Promise((resolve) => log.end(resolve));
  return { file, code };
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly retried: readonly string[];
}

/** What the reporter's last lines say; a run that ended without them failed. */
async function countsOf({ file, code }: { file: string; code: number }): Promise<Counts> {
  const text = await readFile(file, 'utf8');
  const last = [...text.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  const failed = Number(last?.[2] ?? 1);
  return {
    passed: Number(last?.[1] ?? 0),
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: Number([...text.matchAll(/^(\d+) skipped$/gm)].at(-1)?.[1] ?? 0),
    retried: text.match(/^retried: .*$/gm) ?? [],
  };
}

/** A folder stands for the tests in it. */
const inFolder = (arg: string) =>
  /^test\/[\w/-]+$/.test(arg) ? `${arg.replace(/\/$/, '')}/**/*.test.ts` : arg;

const args = process.argv.slice(2).map(inFolder);
const namesFiles = args.some((arg) => /\.test\.ts$|^test\//.test(arg));
const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-tests-'));
try {
  const runs = namesFiles
    ? [run('tests', args, folder, true)]
    : [
        run('end-to-end', [...args, END_TO_END], folder, true),
        run('units', [...args, UNIT], folder, false),
        run('others', [...args, '--ignore', END_TO_END, '--ignore', UNIT, ALL], folder, false),
      ];
  const [first, ...others] = await Promise.all(runs);
  for (const { file } of others)
    await pipeline(createReadStream(file), process.stdout, { end: false });
  const counts = await Promise.all([first!, ...others].map(countsOf));
  const sum = (of: (one: Counts) => number) => counts.reduce((all, one) => all + of(one), 0);
  const [passed, failed, skipped] = [
    sum((one) => one.passed),
    sum((one) => one.failed),
    sum((one) => one.skipped),
  ];
  if (others.length > 0) {
    for (const line of counts.flatMap(({ retried }) => retried)) console.log(line);
    if (skipped > 0) console.log(`${skipped} skipped`);
    console.log(`${passed} passed, ${failed} failed`);
  }
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  await rm(folder, { recursive: true, force: true });
}
