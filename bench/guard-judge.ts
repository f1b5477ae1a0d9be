import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Catalog } from '../src/plugin-api/catalog.ts';
import type { Dialect } from '../src/plugin-api/dialect.ts';
import { NO_ROW_POLICY } from '../src/principal.ts';
import { createGuard, type GuardResult } from '../src/sql/guard.ts';
import { catalogFor, learnColumn, type OwnTables } from './guard-catalog.ts';
import type { BenchEngine } from './guard-engines.ts';
import type { Line } from './guard-tally.ts';

const check = createGuard({
  maxSqlBytes: 65_536,
  maxDepth: 50,
  maxWeight: 100_000,
  keptVerdicts: 0,
});
const { signal } = new AbortController();

export function judge(sql: string, dialect: Dialect, catalog: Catalog): Promise<GuardResult> {
  return check({ sql, catalog, dialect, policy: NO_ROW_POLICY, maxRows: 1_000, signal });
}

/** The verdict with a catalog that has what the statement names; it grows with each table and column that is missed. */
export async function judgeWithOwn(
  sql: string,
  engine: BenchEngine,
): Promise<{ readonly result: GuardResult; readonly own: OwnTables }> {
  let own: OwnTables = new Map();
  for (let round = 0; round < 300; round++) {
    const result = await judge(sql, engine.learning, catalogFor(own));
    const isName = !result.ok && /^(column_unknown|table_not)/.test(result.refusal.code);
    const grown = isName ? learnColumn(own, result.refusal, await engine.aliases(sql)) : null;
    if (!grown) return { result, own };
    own = grown;
  }
  throw new Error(`no catalog found for ${sql}`);
}

/** The lines of a corpus for one engine, each statement once. FILE is JSON lines, plain or gzipped. */
export async function* readLines(path: string, engine: string): AsyncIterable<Line> {
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
