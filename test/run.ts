import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { keepCosts, type Part, partsOfAll } from './parts.ts';
import { notePassed } from './slow-hash.ts';

/**
 * `npm test [-- mocha's options, files and folders]`. Without files, all tests but those of `test/slow` run, in parts
 * beside each other, as many wait for services, a browser or a database. The output of a part follows when it has ended,
 * then its time. The last line is the count of all. `npm run test:all` (`--all`) runs the slow ones too, properties as
 * often as they say, and suites on both kinds of store; where all of that passed it notes so (test/slow-hash.ts).
 */
const MOCHA = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
/** As the service finds its modules: a fifth of what loading them takes. */
const OWN_MODULES = new URL('../workers/own-modules.ts', import.meta.url).href;
/** Parts that run at once: more than the machine has processors, since they wait. */
const AT_ONCE = availableParallelism() + 1;

/**
 * Where compiled code is kept, as of the service (bin/plumbline.js): without it each process and each worker thread of
 * a test strips and compiles hundreds of files again, which took half of the processor time of tests that start some.
 */
const COMPILED =
  process.env['NODE_COMPILE_CACHE'] ??
  path.join(process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'plumbline');

/** Runs mocha with its output in a file, and says how it ended. */
async function run({ name, args }: Part, folder: string, isLive: boolean) {
  const file = path.join(folder, `${name}.log`);
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', OWN_MODULES, MOCHA, ...args], {
    stdio: ['inherit', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILED,
      TEST_COSTS: path.join(folder, `${name}.json`),
      ...(isAll ? { TEST_ALL: '1', REQUIRE_SERVICES: '1' } : {}),
    },
  });
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
  if (!isLive) {
    const seconds = Math.round((performance.now() - began) / 1000);
    // One after the other, as each takes a while.
    printed = printed.then(async () => {
      await pipeline(createReadStream(file), process.stdout, { end: false });
      console.log(`${name}: ${seconds} s\n`);
    });
    await printed;
  }
  return { file, code };
}
let printed = Promise.resolve();

/** Runs so many parts at once until all have run. */
async function runAll(parts: readonly Part[], folder: string): Promise<Counts[]> {
  const waiting = [...parts];
  const counts: Counts[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      counts.push(await countsOf(await run(next, folder, false)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return counts;
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

/** What each file of all parts took (seconds). */
async function costsIn(folder: string): Promise<Map<string, number>> {
  const costs = new Map<string, number>();
  for (const file of readdirSync(folder).filter((one) => one.endsWith('.json')))
    for (const [test, seconds] of Object.entries(
      JSON.parse(await readFile(path.join(folder, file), 'utf8')) as Record<string, number>,
    ))
      costs.set(test, seconds);
  return costs;
}

const isAll = process.argv.includes('--all');
const args = process.argv
  .slice(2)
  .filter((arg) => arg !== '--all')
  .map(inFolder);
const namesFiles = args.some((arg) => /\.test\.ts$|^test\//.test(arg));
const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-tests-'));
try {
  const counts = namesFiles
    ? [await countsOf(await run({ name: 'tests', args }, folder, true))]
    : await runAll(
        partsOfAll(isAll).map((part) => ({ ...part, args: [...args, ...part.args] })),
        folder,
      );
  const sum = (of: (one: Counts) => number) => counts.reduce((all, one) => all + of(one), 0);
  const [passed, failed, skipped] = [
    sum((one) => one.passed),
    sum((one) => one.failed),
    sum((one) => one.skipped),
  ];
  if (!namesFiles) {
    for (const line of counts.flatMap(({ retried }) => retried)) console.log(line);
    if (skipped > 0) console.log(`${skipped} skipped`);
    if (isAll && failed === 0) {
      keepCosts(await costsIn(folder));
      notePassed();
    }
    console.log(`${passed} passed, ${failed} failed`);
  }
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  await rm(folder, { recursive: true, force: true });
}
