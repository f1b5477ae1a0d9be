import { access, rm } from 'node:fs/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import type { PhysicalName } from '#src/plugin-api/catalog.ts';
import type {
  EngineLoad,
  SourceScope,
  SpillColumn,
  SpillTable,
  TabularEngine,
} from '#src/plugin-api/data-source.ts';
import { type MemoryDuckDb, openMemoryDuckDb } from './duckdb-source.ts';

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/**
 * An engine for files in this process: real DuckDB files, written and read without the processes, walls and limits of
 * the product's own engine, for tests of what stands around it.
 */
export function createFileDuckDb(): TabularEngine {
  const unused = () => Promise.reject(new Error('not part of this engine'));
  return {
    dialect: { name: 'duckdb', lower: () => '', parse: unused },
    open: () => Promise.resolve(),
    close: () => Promise.resolve(),
    query: () => {
      throw new Error('not part of this engine');
    },
    beginLoad: (path) => beginLoad(path),
    introspect: (scope, signal) =>
      withCopies(scope, async (memory, tables) => {
        const found = await memory.introspect(scope, signal);
        return found.map((table) => ({
          ...table,
          physical: tables.get(table.physical.table)!,
        }));
      }),
    profile: (scope, tables, signal) =>
      withCopies(scope, (memory) => memory.profile(scope, tables, signal)),
    containment: (scope, pairs, signal) =>
      withCopies(scope, (memory) => memory.containment(scope, pairs, signal)),
    countDistinct: (scope, sets, signal) =>
      withCopies(scope, (memory) => memory.countDistinct(scope, sets, signal)),
    values: async function* (scope, requests, signal) {
      const batches = await withCopies(scope, (memory) =>
        Array.fromAsync(memory.values(scope, requests, signal)),
      );
      yield* batches;
    },
  };
}

/** Copies the tables of attached files into memory, where discovery sees them under their own names. */
async function withCopies<T>(
  scope: SourceScope,
  work: (memory: MemoryDuckDb, tables: ReadonlyMap<string, PhysicalName>) => Promise<T>,
): Promise<T> {
  const memory = await openMemoryDuckDb();
  try {
    const tables = new Map<string, PhysicalName>();
    for (const { name, path } of scope.attachments) {
      await memory.run(`ATTACH ${text(path)} AS ${quoted(name)} (READ_ONLY)`);
      const rows = await memory.run(
        `SELECT table_name FROM duckdb_tables() WHERE database_name = ${text(name)}`,
      );
      for (const [table] of rows as [string][]) {
        await memory.run(
          `CREATE TABLE ${quoted(table)} AS SELECT * FROM ${quoted(name)}.main.${quoted(table)}`,
        );
        tables.set(table, { database: name, schema: 'main', table });
      }
      await memory.run(`DETACH ${quoted(name)}`);
    }
    return await work(memory, tables);
  } finally {
    await memory.close();
  }
}

async function beginLoad(path: string): Promise<EngineLoad> {
  if (await exists(path)) throw new Error(`${path} exists`);
  const instance = await DuckDBInstance.create(path, { threads: '1' });
  const connection = await instance.connect();
  const end = () => {
    connection.closeSync();
    instance.closeSync();
  };
  return {
    append: async (table) => {
      await connection.run(createSql(table));
      const result = await connection.runAndReadAll(copySql(table));
      return Number(result.getRowsJson()[0]![0]);
    },
    commit: async () => {
      await connection.run('CHECKPOINT');
      end();
    },
    abort: async () => {
      end();
      for (const file of [path, `${path}.wal`]) await rm(file, { force: true });
    },
  };
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

const TYPES: Readonly<Record<SpillColumn['type'], string>> = {
  integer: 'BIGINT',
  decimal: 'DECIMAL',
  float: 'DOUBLE',
  text: 'VARCHAR',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  time: 'TIME',
  boolean: 'BOOLEAN',
};

function createSql({ tableName, columns }: SpillTable): string {
  const list = columns.map(({ name, type, precision, scale }) => {
    const size = type === 'decimal' ? `(${precision},${scale})` : '';
    return `${quoted(name)} ${TYPES[type]}${size}`;
  });
  return `CREATE TABLE ${quoted(tableName)} (${list.join(', ')})`;
}

const copySql = ({ tableName, path }: SpillTable) =>
  `COPY ${quoted(tableName)} FROM ${text(path)} (FORMAT csv, HEADER false, AUTO_DETECT false, DELIM ',',
    QUOTE '"', ESCAPE '"', NULLSTR '', ALLOW_QUOTED_NULLS false, NULL_PADDING false, STRICT_MODE true)`;
