import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import type { Check } from '#src/ask/types.ts';
import type { Asked } from '#src/check/asked.ts';
import { checkStatement } from '#src/check/checks.ts';
import { checkLiterals, literalsToFind } from '#src/check/literals.ts';
import { isBetter, repairSql } from '#src/check/repair.ts';
import { tieProbe } from '#src/check/tie-probe.ts';
import { checkProbe } from '#src/check/ties.ts';
import { verdict } from '#src/check/verdict.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { hitsOf } from '#workers/plan-host.ts';
import { openTestDuckdb, type TestDuckdb } from '../../../fakes/duckdb-parser.ts';
import {
  catalogFromSql,
  type OfflineCatalog,
  TEST_LIMITS,
} from '../../../fakes/offline-catalog.ts';
import type { Outcome, SoundQuery } from './cases.ts';
import { TRAP_SCHEMAS, TRAP_TODAY, type TrapSchema } from './schemas.ts';

interface Judged {
  readonly outcome: Outcome | 'answered';
  readonly checks: readonly Check[];
  /** Assumptions of a repair, or why the answer is flagged or declined. */
  readonly reason: string;
  /** The rows of the statement as it was run, repaired or not. */
  readonly rows: readonly (readonly unknown[])[];
}

export interface Judge {
  judge(one: SoundQuery): Promise<Judged>;
  close(): Promise<void>;
}

/** Judges SQL as the pipeline does: the real dialect's facts, the checks, one repair, the rows of a real DuckDB. */
export async function openJudge(): Promise<Judge> {
  const duckdb = await openTestDuckdb();
  const worlds = new Map<TrapSchema, OfflineCatalog>();
  for (const [name, sql] of Object.entries(TRAP_SCHEMAS))
    worlds.set(name as TrapSchema, await catalogFromSql(sql));
  return {
    judge: (one) => judge(one, duckdb, worlds.get(one.schema)!),
    async close() {
      for (const world of worlds.values()) await world.close();
      duckdb.close();
    },
  };
}

async function judge(
  { sql, question }: SoundQuery,
  duckdb: TestDuckdb,
  world: OfflineCatalog,
): Promise<Judged> {
  const catalog = { ...world.catalog, asOf: TRAP_TODAY };
  const hits = hitsOf(question, world.values);
  const writtenFor = { hits, context: '' };
  const asked = { question, today: TRAP_TODAY, seesAll: true, writtenFor };
  const read = (text: string) => factsOf(text, duckdb, catalog);
  const facts = await read(sql);
  const first = checkStatement({ facts, catalog, asked });
  const repaired = await mended(sql, facts, catalog, asked, first, read);
  const statement = repaired?.checks ?? first;
  const used = repaired ?? { sql, facts };
  const rows = await world.run(used.sql);
  const checks = [
    ...statement,
    literals(used.facts, world, catalog),
    ...(await ties(used.sql, used.facts, world)),
  ];
  const { status, reason } = verdict(checks);
  if (status === 'failed') return { outcome: 'declined', checks, reason, rows };
  if (status === 'warning') return { outcome: 'flagged', checks, reason, rows };
  return repaired
    ? { outcome: 'repaired', checks, reason: repaired.assumptions.join(' '), rows }
    : { outcome: 'answered', checks, reason, rows };
}

async function factsOf(sql: string, duckdb: TestDuckdb, catalog: Catalog): Promise<QueryFacts> {
  const parsed = await createDuckdbDialect(duckdb).parse(sql, catalog, AbortSignal.timeout(60_000));
  if ('refusal' in parsed) throw new Error(`${parsed.refusal.text}: ${sql}`);
  return parsed.facts;
}

async function mended(
  sql: string,
  facts: QueryFacts,
  catalog: Catalog,
  asked: Asked,
  before: readonly Check[],
  read: (sql: string) => Promise<QueryFacts>,
) {
  const repair = repairSql(sql, { facts, catalog, asked });
  if (!repair) return null;
  const again = await read(repair.sql);
  const checks = checkStatement({ facts: again, catalog, asked });
  return isBetter(before, checks, facts, again) ? { ...repair, facts: again, checks } : null;
}

function literals(facts: QueryFacts, { values }: OfflineCatalog, catalog: Catalog): Check {
  const wanted = literalsToFind(facts, { catalog, policy: NO_ROW_POLICY }, TEST_LIMITS);
  const findings = wanted.map((one) => {
    const here = values
      .lookup(one.value, { near: true, limit: 100 })
      .filter(({ table, column }) => table === one.table && column === one.column);
    const found = here.some(({ value }) => value === one.value);
    return { ...one, found, near: found ? null : (here[0]?.value ?? null) };
  });
  return checkLiterals(findings, catalog).check;
}

async function ties(sql: string, facts: QueryFacts, world: OfflineCatalog): Promise<Check[]> {
  const probe = tieProbe(sql, facts);
  return probe ? [checkProbe(probe, await world.run(probe.sql))] : [];
}
