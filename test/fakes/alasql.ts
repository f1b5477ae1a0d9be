import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Config, configSchema } from '#config/schema.ts';
import { createAlasqlDialect } from '#plugins/sources/alasql/dialect/index.ts';
import { createAlasqlEngine } from '#plugins/sources/alasql/engine.ts';
import { WorkerLanes } from '#plugins/sources/alasql/pool.ts';
import type { AlasqlSettings } from '#plugins/sources/alasql/settings.ts';
import type { Attachment, Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { SourceTable } from '#src/plugin-api/data-source.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';
import { createGuard, type GuardResult } from '#src/sql/guard.ts';
import type { TestTable } from '../fixtures/alasql/tables.ts';
import { type EngineForTests, engineFile, spill } from './duckdb-engine.ts';
import { waitingForTests } from './waiting.ts';

/** The AlaSQL engine over a temporary data folder. */
export async function openAlasqlForTests(
  settings: Partial<AlasqlSettings> = {},
  waiting: Partial<Config['waiting']> = {},
): Promise<EngineForTests> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-alasql-'));
  const all = { ...configSchema.parse({}).alasql, ...settings };
  const engine = createAlasqlEngine({
    dialect: createAlasqlDialect(),
    lanes: new WorkerLanes(all, waitingForTests(waiting)),
    settings: all,
  });
  await engine.open(AbortSignal.timeout(60_000));
  await mkdir(path.join(folder, 'engine'), { recursive: true });
  return {
    engine,
    folder,
    pids: () => [],
    close: async () => {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Tables loaded into an engine file, and the catalog that shows them. */
export async function catalogOf(
  test: EngineForTests,
  tables: readonly TestTable[],
): Promise<Catalog> {
  const spilled = [];
  for (const { name, columns, rows } of tables)
    spilled.push(await spill(test.folder, name, columns, rows));
  const file = await engineFile(test, 'f1', spilled);
  const found = await test.engine.introspect(
    { workspaceId: 'w1', attachments: [file] },
    AbortSignal.timeout(60_000),
  );
  return catalogFrom(found, [file]);
}

function catalogFrom(tables: readonly SourceTable[], attachments: readonly Attachment[]): Catalog {
  return {
    generationId: 'g1',
    clientId: 'c1',
    workspaceId: 'w1',
    dialect: 'alasql',
    tables: tables.map(catalogTable),
    relationships: [],
    attachments,
    valueIndexes: [],
    timezone: 'UTC',
    asOf: null,
  };
}

function catalogTable({ physical, rowCount, columns }: SourceTable): CatalogTable {
  return {
    name: physical.table,
    label: physical.table,
    description: null,
    synonyms: [],
    physical,
    rowCount,
    columns: columns.map(({ name, type, nativeType, nullable }) => ({
      name,
      label: name,
      description: null,
      synonyms: [],
      type,
      nativeType,
      nullable,
      kind: 'dimension',
      unit: null,
      additive: true,
      hidden: false,
      sensitive: false,
      profile: null,
    })),
    primaryKey: null,
    isView: false,
    shared: false,
  };
}

const guard = createGuard({
  maxSqlBytes: 65_536,
  maxDepth: 50,
  maxWeight: 100_000,
  keptVerdicts: 1,
});

/** The guard's word on a statement, for a caller who sees all rows (or the rows of `filter`). */
export function guarded(
  test: EngineForTests,
  catalog: Catalog,
  sql: string,
  filter: Readonly<Record<string, string | number>> = {},
): Promise<GuardResult> {
  return guard({
    sql,
    catalog,
    policy: { filter, hash: JSON.stringify(filter) },
    dialect: test.engine.dialect,
    maxRows: 1_000_000_000,
    signal: new AbortController().signal,
  });
}

/** A statement as the guard hands it to the engine, all rows of it. Fails where the guard refuses it. */
export async function alasqlStatement(
  test: EngineForTests,
  sql: string,
  attachments: readonly Attachment[],
): Promise<GuardedSql> {
  const scope = { workspaceId: 'w1', attachments };
  const tables = await test.engine.introspect(scope, AbortSignal.timeout(60_000));
  const result = await guarded(test, catalogFrom(tables, attachments), sql);
  if (!result.ok) throw new Error(result.refusal.text);
  return result.guarded;
}
