import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { createPostgresDialect } from '#plugins/sources/postgres/dialect/index.ts';
import { checkResult, checkStatement } from '#src/check/checks.ts';
import { checkLiterals, literalsToFind } from '#src/check/literals.ts';
import { tieProbe } from '#src/check/tie-probe.ts';
import { checkProbe } from '#src/check/ties.ts';
import type { Check } from '#src/check/types.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { hitsOf } from '#workers/plan-host.ts';
import { openTestDuckdb } from '../../fakes/duckdb-parser.ts';
import { catalogFromSql, type OfflineCatalog, TEST_LIMITS } from '../../fakes/offline-catalog.ts';
import { TRAP_SCHEMAS, TRAP_TODAY } from '../ask/traps/schemas.ts';

interface Looked {
  readonly checks: readonly Check[];
  readonly rows: readonly (readonly CellValue[])[];
}

export interface Looker {
  /** What all checks say of a statement over a small company, which is run as it stands. */
  look(company: string, question: string, sql: string): Promise<Looked>;
  close(): Promise<void>;
}

/**
 * All checks over real facts and real rows of DuckDB, without mending anything; the facts may be those of PostgreSQL's
 * reading.
 */
export async function openLooker(reader: 'duckdb' | 'postgres' = 'duckdb'): Promise<Looker> {
  const duckdb = await openTestDuckdb();
  const worlds = new Map<string, OfflineCatalog>();
  for (const [name, sql] of Object.entries(TRAP_SCHEMAS))
    worlds.set(name, await catalogFromSql(sql));
  const dialect = reader === 'duckdb' ? createDuckdbDialect(duckdb) : createPostgresDialect();

  async function look(company: string, question: string, sql: string): Promise<Looked> {
    const world = worlds.get(company);
    if (!world) throw new Error(`There is no company "${company}".`);
    const catalog = { ...world.catalog, asOf: TRAP_TODAY };
    const parsed = await dialect.parse(sql, catalog, AbortSignal.timeout(60_000));
    if ('refusal' in parsed) throw new Error(`${parsed.refusal.text}: ${sql}`);
    const { facts } = parsed;
    const writtenFor = { hits: hitsOf(question, world.values), context: '' };
    const asked = { question, today: TRAP_TODAY, seesAll: true, writtenFor };
    const rows = (await world.run(sql)) as readonly (readonly CellValue[])[];
    const probe = tieProbe(sql, facts);
    const ties = probe
      ? checkProbe(probe, (await world.run(probe.sql)) as readonly (readonly CellValue[])[])
      : null;
    const result = { columns: [], rows, totalRows: rows.length, totalRowsExact: true, notes: [] };
    const about = { facts, catalog, asked, result, breakdown: null, ties, query: null };
    const wanted = literalsToFind(facts, { catalog, policy: NO_ROW_POLICY }, TEST_LIMITS);
    const findings = wanted.map((one) => {
      const here = world.values
        .lookup(one.value, { near: true, limit: 100 })
        .filter(({ table, column }) => table === one.table && column === one.column);
      return { ...one, found: here.some(({ value }) => value === one.value), near: null };
    });
    const { check } = checkLiterals(findings, catalog);
    return { checks: [...checkStatement(about), check, ...checkResult(about)], rows };
  }
  return {
    look,
    async close() {
      for (const world of worlds.values()) await world.close();
      duckdb.close();
    },
  };
}
