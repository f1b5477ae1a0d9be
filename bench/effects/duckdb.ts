import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { pino } from 'pino';
import { configSchema } from '../../config/schema.ts';
import { createDuckdbDialect } from '../../plugins/sources/duckdb/dialect/index.ts';
import { createDuckdbEngine } from '../../plugins/sources/duckdb/engine.ts';
import { createSqlParser } from '../../plugins/sources/duckdb/sql-parser.ts';
import { Supervisor } from '../../plugins/sources/duckdb/supervisor.ts';
import type { Attachment } from '../../src/plugin-api/catalog.ts';
import type { DataSource } from '../../src/plugin-api/data-source.ts';
import type { GuardedSql } from '../../src/plugin-api/guarded-sql.ts';
import { unguardedSqlForTests } from '../../test/fakes/guarded-sql.ts';
import { waitingForTests } from '../../test/fakes/waiting.ts';
import type { OwnTables } from '../guard-catalog.ts';
import type { EffectsServer } from './server.ts';

const VALUES: Readonly<Record<string, readonly string[]>> = {
  VARCHAR: ['1', '2', 'x'],
  BIGINT: ['1', '2', '3'],
  DOUBLE: ['1.5', '-2', '0'],
  TIMESTAMP: ['2024-01-01', '2024-06-30 12:00', '2025-12-31'],
  'VARCHAR[]': ['[a, b]', '[]', '[1]'],
  BOOLEAN: ['true', 'false', 'true'],
};

/** What a locked instance tells of itself. */
const STATE: Readonly<Record<string, string>> = {
  settings: 'SELECT name, value FROM duckdb_settings() ORDER BY ALL',
  databases: 'SELECT database_name, path, readonly FROM duckdb_databases() ORDER BY ALL',
  catalog: `SELECT database_name, schema_name, table_name, sql FROM duckdb_tables()
    UNION ALL SELECT database_name, schema_name, view_name, sql FROM duckdb_views() ORDER BY ALL`,
  macros: "SELECT count(*) FROM duckdb_functions() WHERE function_type LIKE '%macro%'",
};
const OPTIONS = {
  maxRows: 100_000,
  maxBytes: 64 * 1024 * 1024,
  timeoutMs: 20_000,
  signal: new AbortController().signal,
};

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

/** The engine processes of the service on a folder of their own: one engine file a statement, a batch in an instance. */
export async function openEffectsDuckdb(): Promise<EffectsServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-effects-duck-'));
  const settings = { ...configSchema.parse({}).duckdb, processes: 1, max_open_files: 200 };
  let crashes = 0;
  const write = (line: string) => {
    if (/"reason":"exit/.test(line)) crashes++;
  };
  const log = pino({ level: 'warn' }, { write });
  const tag = '--plumbline=bench';
  const waiting = waitingForTests();
  const supervisor = new Supervisor(settings, { root: folder, log, tag, waiting });
  const dialect = createDuckdbDialect(createSqlParser(supervisor, settings));
  const engine = createDuckdbEngine({ dialect, supervisor, settings, tag });
  await engine.open(OPTIONS.signal);
  const own = await DuckDBInstance.create(':memory:');
  const writer = await own.connect();
  const canary = path.join(folder, 'canary.duckdb');
  await writer.run(`ATTACH '${canary}' AS canary; CREATE TABLE canary.canary AS SELECT 1 AS id`);
  await writer.run('CHECKPOINT canary');
  let attachments: readonly Attachment[] = [];
  let batch = 0;
  const source: Pick<DataSource, 'query'> = {
    query: (guarded, options) => engine.query({ ...guarded, attachments } as GuardedSql, options),
  };
  const stateOf = async (sql: string) => {
    const cells: string[] = [];
    for await (const chunk of source.query(unguardedSqlForTests(sql), OPTIONS))
      if (chunk.kind === 'rows') cells.push(JSON.stringify(chunk.rows));
    return hash(cells.join());
  };
  return {
    version: `DuckDB ${String((await (await writer.run('SELECT version()')).getRows())[0]?.[0])}`,
    roles: ['reader'],
    types: Object.keys(VALUES),
    known: [
      `COPY (SELECT 1 AS a) TO '${path.join(folder, 'known.csv')}'`,
      'INSERT INTO canary.canary VALUES (2); CHECKPOINT canary',
    ],
    // Past the engine, whose processes can do neither.
    runKnown: async (sql) => {
      await writer.run(sql);
    },
    async make(schemas, type) {
      const place = path.join(folder, `batch${batch++}`);
      await mkdir(place);
      const made: Attachment[] = [];
      for (const [name, tables] of schemas) {
        const file = path.join(place, `${name}.duckdb`);
        await writer.run(`ATTACH '${file}' AS ${quoted(name)}`);
        // A table that DuckDB cannot have (two columns that differ in case) is left out; its statement does not run.
        for (const sql of tablesOf(name, tables, type)) await writer.run(sql).catch(() => {});
        await writer.run(`DETACH ${quoted(name)}`);
        made.push({ name, path: file });
      }
      attachments = made;
    },
    async drop() {
      attachments = [];
      await rm(path.join(folder, `batch${batch - 1}`), { recursive: true });
    },
    source: () => source,
    async fingerprint() {
      const state = new Map<string, string>([['crashes of the engine', String(crashes)]]);
      for (const [name, sql] of Object.entries(STATE)) state.set(name, await stateOf(sql));
      const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .sort();
      state.set('files', files.join());
      const hashes = await Promise.all(files.map(async (file) => hash(await readFile(file))));
      state.set('data', hashes.join());
      return state;
    },
    async close() {
      await engine.close();
      writer.closeSync();
      own.closeSync();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function tablesOf(database: string, own: OwnTables, type: string): readonly string[] {
  return [...own].flatMap(([name, columns]) => {
    const table = `${quoted(database)}.${quoted(name.split('.').at(-1)!)}`;
    const list = [...columns].map((column) => `${quoted(column)} ${type}`).join(', ');
    const rows = VALUES[type]!.map(
      (value) => `(${[...columns].map(() => `'${value}'`).join(', ')})`,
    );
    return [`CREATE TABLE ${table} (${list})`, `INSERT INTO ${table} VALUES ${rows.join(', ')}`];
  });
}
