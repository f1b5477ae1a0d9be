import { parseArgs } from 'node:util';
import type { Catalog } from '../src/plugin-api/catalog.ts';
import type { Refusal } from '../src/plugin-api/dialect.ts';
import { SHOP } from '../test/unit/guard/fixtures.ts';
import { keepAwake } from './awake.ts';
import { catalogFor, type OwnTables } from './guard-catalog.ts';
import { type BenchEngine, ENGINES } from './guard-engines.ts';
import { judge, judgeWithOwn, readLines } from './guard-judge.ts';
import { GuardTally, groupOf, type Time } from './guard-tally.ts';

/**
 * `npm run bench guard -- FILE [--engine duckdb] [--catalog own|shop] [--show N] [--awake]`: how a corpus of SQL fares with the
 * guard; all engines when none is named. FILE has one JSON line a statement, `{engine, sql, kind, corpus}`, plain or
 * gzipped. With the catalog `own` every statement meets a catalog of its own relations and columns, so that only the
 * guard's own rules refuse it; with `shop` all meet that of the tests. Times are taken in a second round over the
 * SELECTs, when V8 has compiled what they use; with `--awake` no processor sleeps meanwhile.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', multiple: true, default: Object.keys(ENGINES) },
    catalog: { type: 'string', default: 'own' },
    show: { type: 'string', default: '0' },
    awake: { type: 'boolean', default: false },
  },
});
const file = positionals[0];
if (!file || !values.engine.every((each) => each in ENGINES)) {
  process.stderr.write(
    `usage: npm run bench guard -- FILE [--engine ${Object.keys(ENGINES).join('|')}] [--catalog own|shop] [--show N] [--awake]\n`,
  );
  process.exit(2);
}
if (values.awake) keepAwake();

/** Whether the engine might refuse the same: for a name, or for sides of a UNION whose `*` shows the bench's columns. */
const isAboutNames = ({ code, text }: Refusal) =>
  /^(column_|function_not|table_not)/.test(code) || text.startsWith('The two sides of the set');

/** One check and rewrite, names known. */
async function time(sql: string, catalog: Catalog, { dialect }: BenchEngine): Promise<Time> {
  const from = performance.now();
  const before = process.threadCpuUsage();
  await judge(sql, dialect, catalog);
  const { user, system } = process.threadCpuUsage(before);
  return { wall: performance.now() - from, cpu: (user + system) / 1_000 };
}

/** `own` is null with a catalog that is there for all. */
async function verdict(sql: string, engine: BenchEngine) {
  return values.catalog === 'shop'
    ? { result: await judge(sql, engine.dialect, SHOP), own: null }
    : judgeWithOwn(sql, engine);
}

async function run(path: string, name: string): Promise<void> {
  const engine = await ENGINES[name]!();
  const tally = new GuardTally();
  const selects: { readonly sql: string; readonly corpus: string; readonly own: OwnTables }[] = [];
  for await (const line of readLines(path, name)) {
    const { result, own } = await verdict(line.sql, engine);
    const isName = !result.ok && isAboutNames(result.refusal);
    if (line.kind === 'select' && isName && own && (await engine.refusesNames(line.sql, own))) {
      tally.leaveOut(groupOf(line));
      continue;
    }
    tally.add(line, result);
    if (own && line.kind === 'select' && !line.corpus.startsWith('payload'))
      selects.push({ sql: line.sql, corpus: line.corpus, own });
  }
  for (const { sql, corpus, own } of selects)
    tally.addTime(await time(sql, catalogFor(own), engine), sql, corpus);
  await engine.close();
  process.stdout.write(`\n${name}\n${tally.report(Number(values.show))}`);
}

for (const name of values.engine) await run(file, name);
