import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { createGuard, type GuardResult } from '#src/sql/guard.ts';
import { openSerialParser, openTestDuckdb } from '../fakes/duckdb-parser.ts';
import { catalogFor, learnColumn, type OwnTables } from './guard-catalog.ts';

/**
 * npm run bench:guard -- FILE [--engine duckdb] [--show N]: how a corpus of SQL fares with the guard. FILE has one JSON
 * line a statement, `{engine, sql, kind, corpus}`, plain or gzipped. Every statement meets a catalog of its own
 * relations and columns, so that only the guard's own rules refuse it.
 */

interface Line {
  readonly engine: string;
  readonly sql: string;
  readonly kind: string;
  readonly corpus: string;
}

interface Tally {
  accepted: number;
  total: number;
  readonly reasons: Map<string, string[]>;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', default: 'duckdb' },
    show: { type: 'string', default: '0' },
  },
});
const file = positionals[0];
if (!file || values.engine !== 'duckdb') {
  process.stderr.write('usage: npm run bench:guard -- FILE [--engine duckdb] [--show N]\n');
  process.exit(2);
}

const db = await openTestDuckdb();
const parser = await openSerialParser();
const trees = new Map<string, string>();
const remembering = createDuckdbDialect({
  write: db.write,
  serialize: async (sql, signal) => {
    const tree = trees.get(sql) ?? (await db.serialize(sql, signal));
    trees.set(sql, tree);
    return tree;
  },
});
const dialect = createDuckdbDialect(parser);
const check = createGuard({ maxSqlBytes: 65_536, maxDepth: 50, keptVerdicts: 100 });
const { signal } = new AbortController();

/** The verdict with a catalog that has what the statement names; the catalog grows with each column it asks for. */
async function judge(sql: string): Promise<{ result: GuardResult; own: OwnTables }> {
  trees.clear();
  let own: OwnTables = new Map();
  for (let round = 0; round < 300; round++) {
    const catalog = catalogFor(own);
    const policy = NO_ROW_POLICY;
    const result = await check({
      sql,
      catalog,
      policy,
      dialect: remembering,
      maxRows: 1_000,
      signal,
    });
    const grown = result.ok ? null : learnColumn(own, result.refusal, trees.get(sql) ?? '');
    if (!grown) return { result, own };
    own = grown;
  }
  throw new Error(`no catalog found for ${sql}`);
}

async function* lines(path: string): AsyncIterable<Line> {
  const raw = createReadStream(path);
  const input = path.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  for await (const text of createInterface({ input })) {
    const line = JSON.parse(text) as Line;
    if (line.engine === values.engine) yield line;
  }
}

/** Whether the engine itself cannot resolve the names and functions of a statement, in tables with the same columns. */
async function engineRefusesNames(sql: string, own: OwnTables): Promise<boolean> {
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
  await db.rows('DROP SCHEMA IF EXISTS own CASCADE; CREATE SCHEMA own; SET schema = own');
  try {
    for (const [name, columns] of own) {
      const list = [...columns].map((each) => `${quoted(each)} VARCHAR`).join(', ');
      await db.rows(`CREATE TABLE ${quoted(name)} (${list})`);
    }
    await db.rows(`EXPLAIN ${sql}`);
    return false;
  } catch (error) {
    return /Binder Error: (Ambiguous|Duplicate|Referenced|Table ".*" does not have|Values list|Column|Cannot)|must appear in|does not exist/i.test(
      String(error),
    );
  } finally {
    await db.rows('SET schema = main');
  }
}

const groupOf = ({ kind, corpus }: Line): string => {
  if (kind === 'select') return `SELECT, ${corpus}`;
  if (kind === 'select_effect') return `hidden effect, ${corpus}`;
  return kind.startsWith('nonselect') || kind === 'multi'
    ? `no single SELECT, ${corpus}`
    : `other (${kind})`;
};

const tallies = new Map<string, Tally>();
/** SELECTs left out because DuckDB cannot resolve their names either. */
const unresolved = new Map<string, number>();
const times: number[] = [];
let slowest = { ms: 0, sql: '' };
const seen = new Set<string>();
for await (const line of lines(file)) {
  if (seen.has(line.sql)) continue;
  seen.add(line.sql);
  const group = groupOf(line);
  const { result, own } = await judge(line.sql);
  const namesRefused = !result.ok && /^(column_|function_not|table_not)/.test(result.refusal.code);
  if (line.kind === 'select' && namesRefused && (await engineRefusesNames(line.sql, own))) {
    unresolved.set(group, (unresolved.get(group) ?? 0) + 1);
    continue;
  }
  const tally = tallies.get(group) ?? { accepted: 0, total: 0, reasons: new Map() };
  tallies.set(group, tally);
  tally.total++;
  const reason = result.ok ? 'accepted' : `${result.refusal.code}: ${result.refusal.text}`;
  if (result.ok) tally.accepted++;
  const key = reason.replace(/"[^"]*"/g, '…').slice(0, 80);
  tally.reasons.set(key, [...(tally.reasons.get(key) ?? []), line.sql]);
  if (line.kind !== 'select' || line.corpus.startsWith('payload')) continue;
  const request = {
    sql: line.sql,
    catalog: catalogFor(own),
    policy: NO_ROW_POLICY,
    maxRows: 1_000,
  };
  const from = performance.now();
  await check({ ...request, dialect, signal });
  const ms = performance.now() - from;
  times.push(ms);
  if (ms > slowest.ms) slowest = { ms, sql: line.sql };
}
db.close();
parser.close();

for (const [group, { accepted, total, reasons }] of [...tallies].sort()) {
  process.stdout.write(
    `${group}: ${accepted} of ${total} accepted (${((100 * accepted) / total).toFixed(2)} %)${unresolved.has(group) ? `, ${unresolved.get(group)} left out` : ''}\n`,
  );
  const shown = [...reasons]
    .sort((a, b) => b[1].length - a[1].length)
    .slice(0, Number(values.show));
  for (const [reason, sqls] of shown)
    process.stdout.write(
      `    ${sqls.length}  ${reason}\n${sqls
        .slice(0, 3)
        .map((sql) => `          ${sql.replace(/\s+/g, ' ').slice(0, 150)}\n`)
        .join('')}`,
    );
}
times.sort((a, b) => a - b);
const quantile = (share: number) => times[Math.floor(times.length * share)]?.toFixed(3);
process.stdout.write(
  `check and rewrite of a SELECT: p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms; slowest ${slowest.ms.toFixed(1)} ms: ${slowest.sql.replace(/\s+/g, ' ').slice(0, 100)}\n`,
);
