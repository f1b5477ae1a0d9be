/**
 * `npm run bench planner-training -- --sets DIR,… --except A,B [--samples FILE] [--only A,B] [--run N] [--write]`
 *
 * Fits the weights that rank what `src/shapes` proposes: on questions that the rules decline, over databases that are
 * not held out. Tells what a threshold would answer, by models that saw nothing of the database. `--samples` keeps what
 * was planned and judged, and takes it from there when it exists. `--run` says how many queries of a question are run, the
 * best first: those that are ranked decide the weights, all of them the ceiling. `--write` writes `src/shapes/weights.ts`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { APART, MOST_RANKED } from '../../src/shapes/ranking.ts';
import { openTestDuckdb } from '../../test/fakes/duckdb-parser.ts';
import { collect, type Sample } from './collect.ts';
import { type FitOptions, fitted, heldOutProbabilities, type Row } from './fit.ts';

const { values: options } = parseArgs({
  options: {
    sets: { type: 'string', default: '/tmp/bench/dev,/tmp/bench/train' },
    except: { type: 'string', default: '' },
    only: { type: 'string' },
    files: { type: 'string', default: 'questions.jsonl,questions.syn.jsonl,decline.jsonl' },
    samples: { type: 'string' },
    run: { type: 'string', default: '50' },
    write: { type: 'boolean', default: false },
  },
});

const FIT: FitOptions = { trees: 160, depth: 4, rate: 0.08, leaf: 4, ridge: 4 };
const FOLDS = 5;
const THRESHOLDS = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];

const NEARLY = new Set(['order_differs', 'extra_columns']);

const samples = (await samplesOf())
  .filter(({ unread }) => unread)
  .map((sample) => ({ ...sample, groups: sample.groups.slice(0, MOST_RANKED) }));
const seen = new Map<string, number>();
for (const one of samples) seen.set(keyOf(one), (seen.get(keyOf(one)) ?? 0) + 1);
const rows: Row[] = samples.flatMap((sample) =>
  sample.groups.map(({ features, right, verdict }) => ({
    features,
    right,
    weight: weightOf(sample, verdict),
  })),
);
const databases = [...new Set(samples.map(({ database }) => database))].sort();
const folds = samples.flatMap(({ groups, database }) =>
  groups.map(() => databases.indexOf(database) % FOLDS),
);
const probabilities = heldOutProbabilities(rows, folds, FIT);
report();
if (options.write) write();

/** Questions that stand in two files are one. */
function keyOf({ database, question }: Sample): string {
  return `${database}\0${question}`;
}

function weightOf(sample: Sample, verdict: string): number {
  const whole = sample.set.includes('decline') ? 2 : 1 / seen.get(keyOf(sample))!;
  // Rows that are right but for their order, or have a column more, are hardly wrong.
  return NEARLY.has(verdict) ? whole / 2 : whole;
}

async function samplesOf(): Promise<readonly Sample[]> {
  if (options.samples && existsSync(options.samples))
    return readFileSync(options.samples, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Sample);
  const except = new Set(options.except.split(','));
  const only = options.only ? new Set(options.only.split(',')) : null;
  const duckdb = await openTestDuckdb();
  const found: Sample[] = [];
  for (const set of options.sets.split(','))
    for (const file of options.files.split(','))
      found.push(
        ...(await collect(
          set,
          file,
          (database) => !except.has(database) && (only?.has(database) ?? true),
          duckdb,
          Number(options.run),
        )),
      );
  duckdb.close();
  if (options.samples)
    writeFileSync(options.samples, found.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return found;
}

function report(): void {
  let at = 0;
  const scored = samples.map((sample) => {
    const own = sample.groups.map((group, index) => ({ group, p: probabilities[at + index]! }));
    at += sample.groups.length;
    const [best, next] = own.toSorted((a, b) => b.p - a.p);
    return { sample, best, next };
  });
  for (const file of options.files.split(',')) {
    const own = scored.filter(({ sample }) => sample.set === file);
    const withAny = own.filter(({ sample }) => sample.groups.length > 0);
    const oracle = own.filter(({ sample }) => sample.groups.some(({ right }) => right));
    console.log(
      `${file}: ${own.length} declined, ${withAny.length} with a candidate, ${oracle.length} with a right one`,
    );
    for (const bound of THRESHOLDS) {
      const answered = own.flatMap(({ best, next }) =>
        best && best.p >= bound && best.p - (next?.p ?? 0) >= APART && best.group.unmet.length === 0
          ? [best.group]
          : [],
      );
      const told = (some: readonly Sample['groups'][number][]) =>
        `${some.length}, ${share(some.filter(({ right }) => right).length, some.length)} % right`;
      const complete = answered.filter((one) => one.complete);
      console.log(`  at ${bound}: ${told(answered)}; nothing asked left unread: ${told(complete)}`);
    }
  }
  if (options.samples)
    writeFileSync(
      `${options.samples}.scored`,
      scored
        .map(({ sample: { set, database, question, gold }, best, next }) =>
          JSON.stringify({
            set,
            database,
            question,
            gold,
            p: best?.p,
            p2: next?.p,
            ...best?.group,
            features: undefined,
          }),
        )
        .join('\n'),
    );
}

function share(part: number, whole: number): string {
  return ((100 * part) / Math.max(1, whole)).toFixed(1);
}

function write(): void {
  const model = fitted(rows, FIT);
  const text = `/**
 * Written by \`npm run bench planner-training\`: boosted trees over the features of \`features.ts\`. Fitted on the verdicts of ${rows.length} queries
 * for questions over ${databases.length} databases of the training set of Spider (Yu et al. 2018, CC BY-SA 4.0); nothing of its
 * questions, statements or rows is here.
 */
export const WEIGHTS = '${JSON.stringify(model)}';
`;
  writeFileSync(new URL('../../src/shapes/weights.ts', import.meta.url), text);
}
