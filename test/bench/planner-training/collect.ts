import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { owedBy, unmetBy } from '#src/check/owed/owed.ts';
import { dayFor } from '#src/planner/day.ts';
import { plan } from '#src/read/plan.ts';
import { candidatesFor } from '#src/shapes/candidates.ts';
import { featuresOf } from '#src/shapes/features.ts';
import { hitsOf } from '#workers/plan-host.ts';
import type { TestDuckdb } from '../../fakes/duckdb-parser.ts';
import { catalogFromCsvFolder, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { openGold, type Run } from '../judge/gold.ts';
import { judge, type SetQuestion, unscored } from '../judge/judge.ts';

/** A question that the rules decline, with what else might be computed for it. */
export interface Sample {
  readonly set: string;
  readonly database: string;
  readonly id: string | number;
  readonly question: string;
  readonly gold: unknown;
  /** Whether only the wording was not read. */
  readonly unread: boolean;
  readonly reason: string;
  readonly ms: number;
  readonly groups: readonly {
    readonly features: readonly number[];
    readonly right: boolean;
    readonly verdict: string;
    /** What is owed and not met, by kind. */
    readonly unmet: readonly string[];
    readonly sql: string;
    readonly by: readonly string[];
  }[];
}

interface Line extends SetQuestion {
  readonly question: string;
}

const NOW = new Date('2026-11-21T12:00:00Z');
/** Queries of a question that are run, best first. */
const MOST_RUN = 8;

/** Plans the questions of a set over some databases, and runs and judges what examples and rules propose where that declines. */
export async function collect(
  set: string,
  file: string,
  isWanted: (database: string) => boolean,
  duckdb: TestDuckdb,
): Promise<readonly Sample[]> {
  const whole = path.join(set, file);
  if (!existsSync(whole)) return [];
  const lines = readFileSync(whole, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => isWanted(line.db_id) && !unscored(line, true));
  const found: Sample[] = [];
  for (const [database, own] of Map.groupBy(lines, ({ db_id }) => db_id)) {
    const folder = path.join(set, 'csv', database);
    if (!existsSync(folder)) continue;
    const offline = await catalogFromCsvFolder(folder);
    const sqlite = path.join(set, 'databases', `${database}.sqlite`);
    const gold = existsSync(sqlite) ? openGold(sqlite) : null;
    for (const line of own) {
      const sample = await sampleOf(line, offline, gold?.run ?? (() => []), duckdb, file);
      if (sample) found.push(sample);
    }
    gold?.close();
    await offline.close();
  }
  return found;
}

async function sampleOf(
  line: Line,
  { catalog, values, run }: OfflineCatalog,
  gold: Run,
  duckdb: TestDuckdb,
  set: string,
): Promise<Sample | null> {
  const { question, id, db_id: database } = line;
  const request = { question, catalog, values, history: [], now: NOW };
  const planned = plan(request);
  if (planned.kind !== 'decline') return null;
  const began = performance.now();
  const candidates = candidatesFor(request);
  const ms = performance.now() - began;
  const owed = owedBy(question, catalog, hitsOf(question, values), dayFor(catalog, NOW));
  const groups: Sample['groups'][number][] = [];
  for (const group of candidates?.groups.slice(0, MOST_RUN) ?? []) {
    const sql = lowerDuckdb(group.query);
    const parsed = await createDuckdbDialect(duckdb).parse(
      sql,
      catalog,
      AbortSignal.timeout(60_000),
    );
    const unmet =
      'refusal' in parsed
        ? ['refused']
        : unmetBy(owed, parsed.facts, catalog).map(({ kind }) => kind);
    let verdict = 'error';
    try {
      verdict = judge(line, { id, rows: await run(sql) }, gold);
    } catch {
      // A statement that fails is no answer.
    }
    groups.push({
      ...{ features: featuresOf(group, candidates!), right: verdict === 'match', verdict },
      ...{ unmet, sql },
      by: group.proposals
        .slice(0, 3)
        .map((one) => (one.by === 'example' ? one.alignment.example.shape : one.by)),
    });
  }
  return {
    ...{ set, database, id, question, gold: line.gold_sql ?? line['category'] },
    ...{ unread: planned.unread === true, reason: planned.text, ms, groups },
  };
}
