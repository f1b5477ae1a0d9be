import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createDuckdbDialect } from '../../plugins/sources/duckdb/dialect/index.ts';
import { lowerDuckdb } from '../../plugins/sources/duckdb/dialect/lower.ts';
import { owedBy, unmetBy } from '../../src/check/owed/owed.ts';
import { dayFor } from '../../src/planner/day.ts';
import type { Catalog } from '../../src/plugin-api/catalog.ts';
import { plan } from '../../src/read/plan.ts';
import type { Question } from '../../src/read/question.ts';
import { candidatesFor } from '../../src/shapes/candidates.ts';
import { isComplete } from '../../src/shapes/complete.ts';
import { featuresOf } from '../../src/shapes/features.ts';
import type { TestDuckdb } from '../../test/fakes/duckdb-parser.ts';
import { catalogFromCsvFolder, type OfflineCatalog } from '../../test/fakes/offline-catalog.ts';
import { hitsOf } from '../../workers/plan-host.ts';
import { openGold, type Run } from '../judge/gold.ts';
import { judge, type SetQuestion, unscored } from '../judge/judge.ts';

/** Why a right query is not proposed, as far as the reference tells. */
export type Gap =
  /** The reference could not be read, or is more than a query of one block. */
  | 'set operation'
  | 'nested query'
  | 'unread'
  /** A value of it that no word of the question is. */
  | 'value'
  /** A column of it, or rows, that no word of the question names. */
  | 'column'
  | 'rows'
  /** All is named, and no example has its form. */
  | 'form';

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
  readonly gap: Gap;
  readonly groups: readonly {
    readonly features: readonly number[];
    readonly right: boolean;
    readonly verdict: string;
    /** What is owed and not met, by kind. */
    readonly unmet: readonly string[];
    readonly sql: string;
    readonly by: readonly string[];
    readonly complete: boolean;
    /** The words that nothing was read in. */
    readonly unread: readonly string[];
  }[];
}

interface Line extends SetQuestion {
  readonly question: string;
}

const NOW = new Date('2026-11-21T12:00:00Z');

/** Plans the questions of a set over some databases, and runs and judges what examples and rules propose where that declines. */
export async function collect(
  set: string,
  file: string,
  isWanted: (database: string) => boolean,
  duckdb: TestDuckdb,
  /** Queries of a question that are run, best first. */
  mostRun: number,
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
      const sample = await sampleOf(line, offline, gold?.run ?? (() => []), duckdb, file, mostRun);
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
  mostRun: number,
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
  for (const group of candidates?.groups.slice(0, mostRun) ?? []) {
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
      complete: isComplete(group, candidates!),
      unread: group.proposals[0]!.unread.map((at) => candidates!.question.tokens[at]!.text),
    });
  }
  return {
    ...{ set, database, id, question, gold: line.gold_sql ?? line['category'] },
    ...{ unread: planned.unread === true, reason: planned.text, ms, groups },
    gap: await gapOf(line.gold_sql ?? '', candidates?.question ?? null, catalog, duckdb),
  };
}

/** What of a reference the words of a question do not name, the first that is lacking. */
async function gapOf(
  sql: string,
  question: Question | null,
  catalog: Catalog,
  duckdb: TestDuckdb,
): Promise<Gap> {
  const parsed = await createDuckdbDialect(duckdb)
    .parse(sql.replace(/;\s*$/, '').replaceAll('"', "'"), catalog, AbortSignal.timeout(60_000))
    .catch(() => null);
  if (!question || !parsed || 'refusal' in parsed) return 'unread';
  const { root } = parsed.facts;
  if (root.setOperation) return 'set operation';
  if (root.subqueries.length > 0) return 'nested query';
  const named = new Set<string>();
  const texts = new Set<string>();
  for (let at = 0; at < question.length; at++) {
    for (const option of question.refs(at).flatMap(({ options }) => options)) {
      named.add(option.table);
      if (option.kind === 'column')
        for (const { name } of option.columns) named.add(`${option.table}.${name}`);
    }
    for (const option of question.valueRefs(at).flatMap(({ options }) => options)) {
      named.add(`${option.table}.${option.column}`);
      for (const text of option.texts) texts.add(text.toLowerCase());
    }
  }
  const filters = [...root.filters, ...root.having];
  const lost = filters
    .flatMap(({ values }) => values)
    .filter((value) => Number.isNaN(Number(value)) && !value.includes('%'))
    .some((value) => !texts.has(value.toLowerCase()));
  if (lost) return 'value';
  const columns = [...root.outputs, ...root.groupBy, ...root.orderBy.map(({ expr }) => expr)]
    .flatMap((one) => one.columns)
    .concat(filters.flatMap((one) => one.columns));
  if (columns.some(({ table, column }) => !named.has(`${table}.${column}`))) return 'column';
  const rows = root.sources.flatMap(({ table }) => table ?? []);
  const isNamed = (table: string) =>
    named.has(table) || columns.some((column) => column.table === table);
  if (rows.length < 3 && rows.some((table) => !isNamed(table))) return 'rows';
  return 'form';
}
