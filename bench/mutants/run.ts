/**
 * `npm run bench mutants [-- --seed N] [--sample N] [--only FOLDER] [--out SURVIVORS.jsonl]`
 *
 * The share of small mistakes in the code that the tests find. The instrumenter of StrykerJS plants every mutant
 * (a condition turned, a comparison moved by one, a call or a block left out; texts are not changed) into a copy of the
 * tree, behind a switch; of those of each folder a seeded sample is switched on, one at a time, and the test files that
 * come by it run until one fails. What they all let pass, but the type check refuses, is found too, as `.ci/run` does
 * both. Prints a row for each folder, and each survivor. Which tests come by which mutants is kept for the next run,
 * until what is not a test changes.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { seeded } from '../kill/run.ts';
import { printTable } from '../stats.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MOCHA = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');

/** The folders whose code is changed, with the tests that hold it. */
const ROOMS = [
  { folder: 'src/check', tests: ['test/unit/check', 'test/unit/ask'] },
  {
    folder: 'src/sql',
    tests: [
      'test/unit/sql',
      'test/unit/guard',
      'test/unit/select',
      'test/unit/check',
      'test/contracts/lowering.test.ts',
      'test/contracts/as-planned.test.ts',
    ],
  },
  {
    folder: 'workers/ingest',
    tests: ['test/unit/ingest', 'test/unit/files/parsing.test.ts', 'test/contracts/ingest.test.ts'],
  },
  { folder: 'src/budgets', tests: ['test/unit/budgets', 'test/contracts/budget-policy.test.ts'] },
] as const;

/** What the tree's copy does without; the installed packages are linked. */
const LEFT_OUT = new Set(['.git', 'node_modules', 'data', 'dist']);
/** A run that takes so much longer than without a mutant goes round in circles. */
const SLOWER_THAN = { times: 4, plusMs: 20_000 };

interface Mutant {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  /** The whole file with the mutant in it, as the type check reads it. */
  readonly text: string;
}
/** What comes by which mutants, and how long it takes. */
interface TestFile {
  readonly file: string;
  readonly ms: number;
  readonly meets: ReadonlySet<string>;
}
type Ending = 'failed a test' | 'refused by the types' | 'survived' | 'met by no test';
const SURVIVED: ReadonlySet<Ending> = new Set(['survived', 'met by no test']);

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '20261122' },
    sample: { type: 'string', default: '40' },
    only: { type: 'string' },
    out: { type: 'string' },
  },
});
const rooms = ROOMS.filter(({ folder }) => (options.only ?? folder) === folder);
if (rooms.length === 0)
  throw new Error(`--only is one of ${ROOMS.map(({ folder }) => folder).join(', ')}`);

/** What earlier runs found out, and the code that they compiled. */
const KEPT = path.join(tmpdir(), 'plumbline-mutants');
await mkdir(KEPT, { recursive: true });
const trees = await mkdtemp(path.join(tmpdir(), 'plumbline-mutants-'));
/** Where the mutants stand, and where none does. */
const [planted, plain] = ['planted', 'plain'].map((name) => path.join(trees, name)) as [
  string,
  string,
];
/** The type checks of the one plain tree wait for each other. */
let checked: Promise<unknown> = Promise.resolve();
try {
  for (const tree of [planted, plain]) {
    await cp(ROOT, tree, {
      recursive: true,
      filter: (from) => !LEFT_OUT.has(path.relative(ROOT, from)),
    });
    for (const linked of ['node_modules', 'dist'])
      await symlink(path.join(ROOT, linked), path.join(tree, linked));
  }
  const random = seeded(Number(options.seed));
  const table: Record<string, string | number>[] = [];
  for (const { folder, tests } of rooms) {
    const all = await plant(folder);
    const chosen = sampleOf(all, Number(options.sample), random);
    const key = await contentKey(folder);
    const covering = await inParallel(await filesIn(tests), (file) => coverageOf(file, key));
    const tried: Ending[] = [];
    const endings = await inParallel(chosen, async (mutant) => {
      const ending = await endingOf(mutant, covering);
      if (SURVIVED.has(ending)) await tellSurvivor(mutant, ending);
      tried.push(ending);
      const found = tried.filter((one) => !SURVIVED.has(one)).length;
      process.stderr.write(`${folder}: ${found} of ${tried.length} found\n`);
      return ending;
    });
    const count = (ending: Ending) => endings.filter((one) => one === ending).length;
    table.push({
      folder,
      mutants: String(all.length),
      tried: String(chosen.length),
      'failed a test': String(count('failed a test')),
      'refused by the types': String(count('refused by the types')),
      survived: String(count('survived')),
      'met by no test': String(count('met by no test')),
      'found, %': (100 * endings.filter((one) => !SURVIVED.has(one)).length) / chosen.length,
    });
  }
  printTable(`mutants, seed ${options.seed}`, table);
} finally {
  await rm(trees, { recursive: true, force: true });
}

/** Writes the folder's files with all their mutants into the tree, each switched off. */
async function plant(folder: string): Promise<readonly Mutant[]> {
  const silent = () => undefined;
  const off = () => false;
  const instrumenter = new Instrumenter({
    isTraceEnabled: off,
    isDebugEnabled: off,
    isInfoEnabled: off,
    isWarnEnabled: off,
    isErrorEnabled: off,
    isFatalEnabled: off,
    trace: silent,
    debug: silent,
    info: silent,
    warn: silent,
    error: silent,
    fatal: silent,
  });
  const names = (await filesIn([folder], '.ts')).map((file) => path.join(planted, file));
  const files = await Promise.all(
    names.map(async (name) => ({ name, mutate: true, content: await readFile(name, 'utf8') })),
  );
  const texts = new Map(files.map(({ name, content }) => [name, content]));
  const result = await instrumenter.instrument(files, {
    plugins: null,
    ignorers: [],
    excludedMutations: ['StringLiteral'],
    noHeader: false,
  });
  for (const { name, content } of result.files) await writeFile(name, content);
  // Those of excluded kinds are numbered, and not planted.
  const real = result.mutants.filter(({ status }) => status !== 'Ignored');
  return real.map(({ id, fileName, location, mutatorName, replacement }) => {
    const text = texts.get(fileName)!;
    const [from, to] = [offsetOf(text, location.start), offsetOf(text, location.end)];
    return {
      id,
      file: path.relative(planted, fileName),
      line: location.start.line + 1,
      mutator: mutatorName,
      original: text.slice(from, to),
      replacement: replacement ?? '',
      text: text.slice(0, from) + (replacement ?? '') + text.slice(to),
    };
  });
}

function offsetOf(text: string, at: { line: number; column: number }): number {
  let offset = 0;
  for (let line = 0; line < at.line; line += 1) offset = text.indexOf('\n', offset) + 1;
  return offset + at.column;
}

/** All that decides what a test comes by, but the tests themselves. */
async function contentKey(folder: string): Promise<string> {
  const hash = createHash('sha256').update(folder);
  for (const file of await filesIn(['src', 'plugins', 'workers', 'config', 'test', 'bench'], '')) {
    if (!/\.\w+$/.test(file) || file.endsWith('.test.ts')) continue;
    hash.update(file).update(await readFile(path.join(plain, file)));
  }
  return hash.digest('hex');
}

async function coverageOf(file: string, key: string): Promise<TestFile> {
  const text = await readFile(path.join(plain, file));
  const name = createHash('sha256').update(key).update(file).update(text).digest('hex');
  const kept = path.join(KEPT, `${name}.json`);
  const known = await readFile(kept, 'utf8').catch(() => null);
  if (known !== null) {
    const { ms, meets } = JSON.parse(known) as { ms: number; meets: readonly string[] };
    return { file, ms, meets: new Set(meets) };
  }
  const folder = await mkdtemp(path.join(trees, 'coverage-'));
  const hook = path.join(planted, 'bench/mutants/coverage.mjs');
  let began = performance.now();
  const passes = () =>
    runs(planted, [MOCHA, file], undefined, {
      NODE_OPTIONS: `--import=${hook}`,
      MUTANT_COVERAGE: folder,
    });
  if (!(await passes())) {
    began = performance.now();
    // On a busy machine a test may fail that tells nothing of a mutant then.
    if (!(await passes())) {
      console.log(`left out: ${file} fails without a mutant`);
      return { file, ms: 0, meets: new Set() };
    }
  }
  const ms = performance.now() - began;
  const lists = await Promise.all(
    (await readdir(folder)).map((list) => readFile(path.join(folder, list), 'utf8')),
  );
  const meets = new Set(lists.flatMap((list) => list.split('\n')));
  await writeFile(kept, JSON.stringify({ ms, meets: [...meets] }));
  return { file, ms, meets };
}

/**
 * The test files run one after the other: first those that take little and meet few mutants, as these are the most likely
 * to look.
 */
async function endingOf(mutant: Mutant, tests: readonly TestFile[]): Promise<Ending> {
  const meeting = tests
    .filter(({ meets }) => meets.has(mutant.id))
    .toSorted((a, b) => a.meets.size * a.ms - b.meets.size * b.ms);
  for (const { file, ms } of meeting) {
    const withinMs = SLOWER_THAN.times * ms + SLOWER_THAN.plusMs;
    if (
      !(await runs(planted, [MOCHA, '--bail', file], withinMs, {
        __STRYKER_ACTIVE_MUTANT__: mutant.id,
      }))
    )
      return 'failed a test';
  }
  if (await isRefusedByTypes(mutant)) return 'refused by the types';
  return meeting.length > 0 ? 'survived' : 'met by no test';
}

function isRefusedByTypes(mutant: Mutant): Promise<boolean> {
  const check = checked.then(async () => {
    const file = path.join(plain, mutant.file);
    const original = await readFile(file, 'utf8');
    await writeFile(file, mutant.text);
    const passes = await runs(plain, ['node_modules/typescript/bin/tsc', '--noEmit'], 120_000);
    await writeFile(file, original);
    return !passes;
  });
  checked = check;
  return check;
}

/** Whether a program of Node ends well within its time, from the root of a tree; what it started ends with it. */
async function runs(
  from: string,
  args: readonly string[],
  withinMs?: number,
  env: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    cwd: from,
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(KEPT, 'compiled'), ...env },
    stdio: 'ignore',
    detached: true,
  });
  const end = () => process.kill(-child.pid!, 'SIGKILL');
  const timer = withinMs === undefined ? undefined : setTimeout(end, withinMs);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearTimeout(timer);
  return code === 0;
}

/** The files that the names of files and folders stand for, each once, by their path from the root. */
async function filesIn(names: readonly string[], ending = '.test.ts'): Promise<readonly string[]> {
  const lists = await Promise.all(
    names.map(async (name) => {
      if (name.endsWith('.ts')) return [name];
      const entries = await readdir(path.join(ROOT, name), { recursive: true });
      return entries
        .filter((entry) => entry.endsWith(ending))
        .map((entry) => path.join(name, entry));
    }),
  );
  return [...new Set(lists.flat())].sort();
}

function sampleOf<T>(all: readonly T[], size: number, random: () => number): readonly T[] {
  const left = [...all];
  const taken: T[] = [];
  while (taken.length < size && left.length > 0)
    taken.push(...left.splice(Math.floor(random() * left.length), 1));
  return taken;
}

/** Two at a time on two cores; what is given back stands in the order of what was asked. */
async function inParallel<T, R>(
  all: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const waiting = all.entries();
  const lane = async () => {
    for (const [at, one] of waiting) results[at] = await work(one);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return results;
}

async function tellSurvivor(mutant: Mutant, ending: Ending): Promise<void> {
  const { file, line, mutator, original, replacement } = mutant;
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 160);
  console.log(
    `${ending}: ${file}:${line} ${mutator}\n  ${short(original)}\n  → ${short(replacement)}`,
  );
  if (options.out)
    await appendFile(
      options.out,
      `${JSON.stringify({ file, line, mutator, original, replacement, ending })}\n`,
    );
}
