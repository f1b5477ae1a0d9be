import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { assembleCatalog } from '#src/catalog/assemble.ts';
import { profileVersion } from '#src/catalog/profile-version.ts';
import { openValueLookup } from '#src/catalog/value-lookup.ts';
import type { CatalogLimits } from '#src/catalog/version-profile.ts';
import type { Catalog, CellValue, ValueLookup } from '#src/plugin-api/catalog.ts';
import type { SpillTable } from '#src/plugin-api/data-source.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { spillStatements } from '#workers/engine/load-table.ts';
import { type MemoryDuckDb, openMemoryDuckDb } from './duckdb-source.ts';

export const TEST_LIMITS: CatalogLimits = {
  maxIndexedValues: 100_000,
  maxIndexedLength: 200,
  maxKeyChecks: 20,
  maxContainmentChecks: 500,
};

/** A catalog with its data in an engine of this process: planner work needs no service. */
export interface OfflineCatalog {
  readonly catalog: Catalog;
  readonly values: ValueLookup;
  /** Runs SQL over the tables by their catalog names; dates come as ISO text, numbers as numbers where they fit. */
  run(sql: string): Promise<CellValue[][]>;
  close(): Promise<void>;
}

/**
 * The catalog of a folder of CSV files, one table a file, named as the file in lower case, typed by DuckDB's sniffer.
 */
export async function catalogFromCsvFolder(folder: string): Promise<OfflineCatalog> {
  const source = await openMemoryDuckDb();
  const files = (await readdir(folder)).filter((file) => file.endsWith('.csv')).sort();
  for (const file of files) {
    await loadCsv(source, path.join(folder, file), path.parse(file).name.toLowerCase());
  }
  return catalogOf(source, path.basename(folder));
}

/** The catalog of what SQL made, for tests that need tables of their own. */
export async function catalogFromSql(statements: readonly string[]): Promise<OfflineCatalog> {
  const source = await openMemoryDuckDb();
  for (const sql of statements) await source.run(sql);
  return catalogOf(source, 'test');
}

/** The catalog of tables that a parser of uploads spilled. */
export async function catalogFromTables(tables: readonly SpillTable[]): Promise<OfflineCatalog> {
  const source = await openMemoryDuckDb();
  for (const table of tables)
    for (const statement of spillStatements(table)) await source.run(statement);
  return catalogOf(source, 'test');
}

async function loadCsv(source: MemoryDuckDb, file: string, table: string): Promise<void> {
  const literal = `'${file.replaceAll("'", "''")}'`;
  const name = `"${table.replaceAll('"', '""')}"`;
  const read = (options: string) =>
    source.run(
      `CREATE TABLE ${name} AS SELECT * FROM read_csv(${literal}, header = true, ${options})`,
    );
  try {
    await read('all_varchar = false, sample_size = -1');
  } catch {
    await read(`all_varchar = true, delim = ',', quote = '"', escape = '"', strict_mode = false`);
  }
}

async function catalogOf(source: MemoryDuckDb, workspaceId: string): Promise<OfflineCatalog> {
  const signal = new AbortController().signal;
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-catalog-'));
  const scope = { workspaceId, attachments: [] };
  const tables = await source.introspect(scope, signal);
  const version = await profileVersion({
    source,
    scope,
    tables: tables.map(({ physical }) => ({ physical, name: physical.table })),
    valueIndexPath: path.join(folder, 'values.sqlite'),
    limits: TEST_LIMITS,
    signal,
  });
  const catalog = await assembleCatalog({
    workspace: { clientId: 'test', workspaceId, timezone: 'UTC', asOf: null },
    generationId: `generation-${workspaceId}`,
    dialect: 'duckdb',
    versions: [version],
    source,
    scope,
    limits: TEST_LIMITS,
    signal,
  });
  const values = openValueLookup(catalog, NO_ROW_POLICY);
  return {
    catalog,
    values,
    run: (sql) => source.run(sql),
    async close() {
      values.close();
      await source.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
