import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { generateSampleCsvs } from '../../src/sample/generate.ts';
import { call, type StartedService, uploadFolder } from '../service.ts';
import { AS_OF, COMPANIES, csvOf } from './data.ts';
import type { Cell } from './judge.ts';

const SAMPLE_DAY = '2026-10-31';
const SAMPLE_TABLES = ['customers', 'products', 'stores', 'orders', 'order_lines'];

/** The sample is asked in several languages. */
const isSample = (name: string) => name.startsWith('sample');

/** A company as a workspace of its own. */
export interface OpenCompany {
  readonly workspaceId: string;
  /** Rows of a statement over its files. */
  gold(sql: string): Promise<readonly (readonly Cell[])[]>;
}

/** Writes the files of a company under a folder and uploads them. */
export async function openCompany(
  service: StartedService,
  client: string,
  folder: string,
  name: string,
): Promise<OpenCompany> {
  const at = path.join(folder, name);
  await mkdir(at);
  if (isSample(name)) await generateSampleCsvs(at);
  else
    for (const [table, sheet] of Object.entries(COMPANIES[name]!()))
      await writeFile(path.join(at, `${table}.csv`), csvOf(sheet));
  const workspace = await uploadFolder(service, client, at, name);
  if (!workspace) throw new Error(`nothing of ${name} was taken`);
  await call(service, 'PATCH', `/clients/${client}/workspaces/${workspace.workspaceId}`, {
    as_of: isSample(name) ? SAMPLE_DAY : AS_OF,
  });
  const tables = isSample(name) ? SAMPLE_TABLES : Object.keys(COMPANIES[name]!());
  return { workspaceId: workspace.workspaceId, gold: await goldOf(at, tables) };
}

/** Runs statements over the files of a folder, each a table. */
export async function goldOf(at: string, tables: readonly string[]): Promise<OpenCompany['gold']> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  for (const table of tables)
    await connection.run(
      `CREATE TABLE "${table}" AS SELECT * FROM read_csv('${path.join(at, `${table}.csv`)}', header = true)`,
    );
  return async (sql) => {
    const reader = await connection.runAndReadAll(sql);
    return reader.getRowsJson() as unknown as readonly (readonly Cell[])[];
  };
}
