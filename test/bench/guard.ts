import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import type { Refusal } from '#src/plugin-api/dialect.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { createGuard, type GuardResult } from '#src/sql/guard.ts';
import { SHOP } from '../unit/guard/fixtures.ts';
import { catalogFor, learnColumn, type OwnTables } from './guard-catalog.ts';
import { openMysql } from './guard-engine-mysql.ts';
import { type BenchEngine, ENGINES as OTHERS } from './guard-engines.ts';
import { GuardTally, groupOf, type Line } from './guard-tally.ts';

/**
 * npm run bench:guard -- FILE [--engine duckdb] [--catalog own|shop] [--show N]: how a corpus of SQL fares with the
 * guard; all engines when none is named. FILE has one JSON line a statement, `{engine, sql, kind, corpus}`, plain or
 * gzipped. With the catalog `own` every statement meets a catalog of its own relations and columns, so that only the
 * guard's own rules refuse it; with `shop` all meet that of the tests.
 */

const ENGINES = { ...OTHERS, mysql: openMysql };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', multiple: true, default: Object.keys(ENGINES) },
    catalog: { type: 'string', default: 'own' },
    show: { type: 'string', default: '0' },
  },
});
const file = positionals[0];
if (!file || !values.engine.every((each) => each in ENGINES)) {
  process.stderr.write(
    `usage: npm run bench:guard -- FILE [--engine ${Object.keys(ENGINES).join('|')}] [--catalog own|shop] [--show N]\n`,
  );
  process.exit(2);
}

const check = createGuard({ maxSqlBytes: 65_536, maxDepth: 50, keptVerdicts: 100 });
const { signal } = new AbortController();
const policy = NO_ROW_POLICY;

interface Judged {
  readonly result: GuardResult;
  /** Null with a catalog that is there for all. */
  readonly own: OwnTables | null;
}

/** The verdict with a catalog that has what the statement names; the catalog grows with each column it asks for. */
async function judge(sql: string, engine: BenchEngine): Promise<Judged> {
  const request = { sql, policy, maxRows: 1_000, signal };
  if (values.catalog === 'shop')
    return {
      result: await check({ ...request, catalog: SHOP, dialect: engine.dialect }),
      own: null,
    };
  let own: OwnTables = new Map();
  for (let round = 0; round < 300; round++) {
    const catalog = catalogFor(own);
    const result = await check({ ...request, catalog, dialect: engine.learning });
    const isName = !result.ok && /^(column_unknown|table_not)/.test(result.refusal.code);
    const grown = isName ? learnColumn(own, result.refusal, await engine.aliases(sql)) : null;
    if (!grown) return { result, own };
    own = grown;
  }
  throw new Error(`no catalog found for ${sql}`);
}

/** Whether the engine might refuse the same: for a name, or for sides of a UNION whose `*` shows the bench's columns. */
const isAboutNames = ({ code, text }: Refusal) =>
  /^(column_|function_not|table_not)/.test(code) || text.startsWith('The two sides of the set');

async function* lines(path: string, engine: string): AsyncIterable<Line> {
  const raw = createReadStream(path);
  const input = path.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  const seen = new Set<string>();
  for await (const text of createInterface({ input })) {
    const line = JSON.parse(text) as Line;
    if (line.engine !== engine || seen.has(line.sql)) continue;
    seen.add(line.sql);
    yield line;
  }
}

/** Milliseconds of one check and rewrite, names known: by the clock, and of this thread's processor time. */
async function time(sql: string, own: OwnTables, { dialect }: BenchEngine) {
  const request = { sql, catalog: catalogFor(own), policy, maxRows: 1_000, dialect, signal };
  const from = performance.now();
  const before = process.threadCpuUsage();
  await check(request);
  const { user, system } = process.threadCpuUsage(before);
  return { wall: performance.now() - from, cpu: (user + system) / 1_000 };
}

async function run(path: string, name: string): Promise<void> {
  const engine = await ENGINES[name as keyof typeof ENGINES]();
  const tally = new GuardTally();
  for await (const line of lines(path, name)) {
    const { result, own } = await judge(line.sql, engine);
    const isName = !result.ok && isAboutNames(result.refusal);
    if (line.kind === 'select' && isName && own && (await engine.refusesNames(line.sql, own))) {
      tally.leaveOut(groupOf(line));
      continue;
    }
    tally.add(line, result);
    if (own && line.kind === 'select' && !line.corpus.startsWith('payload'))
      tally.addTime(await time(line.sql, own, engine), line.sql);
  }
  await engine.close();
  process.stdout.write(`\n${name}\n${tally.report(Number(values.show))}`);
}

for (const name of values.engine) await run(file, name);
