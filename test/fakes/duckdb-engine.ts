import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { type Config, configSchema } from '#config/schema.ts';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { createDuckdbEngine } from '#plugins/sources/duckdb/engine.ts';
import type { DuckdbSettings } from '#plugins/sources/duckdb/settings.ts';
import { createSqlParser } from '#plugins/sources/duckdb/sql-parser.ts';
import { Supervisor } from '#plugins/sources/duckdb/supervisor.ts';
import type { Attachment, CellValue } from '#src/plugin-api/catalog.ts';
import type { SpillColumn, SpillTable, TabularEngine } from '#src/plugin-api/data-source.ts';
import { waitingForTests } from './waiting.ts';

export { type Asking, answer, optionsForTests } from './data-source.ts';

/** The real engine over a temporary data folder. */
export interface EngineForTests {
  readonly engine: TabularEngine;
  readonly folder: string;
  /** Process ids of the query processes. */
  pids(): readonly number[];
  close(): Promise<void>;
}

export async function openEngineForTests(
  settings: Partial<DuckdbSettings> = {},
  waiting: Partial<Config['waiting']> = {},
): Promise<EngineForTests> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-engine-'));
  const tag = `--plumbline=${path.basename(folder)}`;
  const all = { ...configSchema.parse({}).duckdb, ...settings };
  const supervisor = new Supervisor(all, {
    ...{ root: folder, log: pino({ level: 'silent' }), tag },
    waiting: waitingForTests(waiting),
  });
  const dialect = createDuckdbDialect(createSqlParser(supervisor, all));
  const engine = createDuckdbEngine({ dialect, supervisor, settings: all, tag });
  await engine.open(AbortSignal.timeout(60_000));
  return {
    engine,
    folder,
    pids: () => supervisor.pids,
    close: async () => {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Row = readonly (CellValue | bigint)[];

/** Writes rows as a spill file, as the parsers do. */
export async function spill(
  folder: string,
  tableName: string,
  columns: readonly SpillColumn[],
  rows: readonly Row[],
): Promise<SpillTable> {
  const file = path.join(folder, `${randomUUID()}.csv`);
  const cell = (value: Row[number]) =>
    value === null ? '' : `"${String(value).replaceAll('"', '""')}"`;
  await writeFile(file, rows.map((row) => `${row.map(cell).join(',')}\n`).join(''));
  return { tableName, path: file, columns, rowCount: rows.length };
}

/** Builds an engine file of some tables and gives its attachment. */
export async function engineFile(
  { engine, folder }: Pick<EngineForTests, 'engine' | 'folder'>,
  name: string,
  tables: readonly SpillTable[],
): Promise<Attachment> {
  const target = path.join(folder, 'engine', name, 'tables.duckdb');
  await mkdir(path.dirname(target), { recursive: true });
  const load = await engine.beginLoad(target, AbortSignal.timeout(60_000));
  for (const table of tables) await load.append(table);
  await load.commit();
  return { name, path: target };
}
