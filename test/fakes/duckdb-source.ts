import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type {
  CellValue,
  ColumnProfile,
  ColumnType,
  PhysicalName,
} from '#src/plugin-api/catalog.ts';
import type {
  DataSource,
  ProfileRequest,
  SourceTable,
  TableProfile,
  ValuesBatch,
  ValuesRequest,
} from '#src/plugin-api/data-source.ts';

const VALUES_IN_BATCH = 1_000;
const SAMPLES = 20;

/** A DuckDB in this process and memory: what discovery needs of a data source, and plain SQL to fill and ask it. */
export interface MemoryDuckDb
  extends Pick<DataSource, 'introspect' | 'profile' | 'values' | 'containment' | 'close'> {
  countDistinct: NonNullable<DataSource['countDistinct']>;
  /** Runs any SQL; exact numbers come as JavaScript numbers where they fit, dates as ISO text. */
  run(sql: string): Promise<CellValue[][]>;
}

export async function openMemoryDuckDb(): Promise<MemoryDuckDb> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const run = (sql: string) => rowsOf(connection, sql);
  return {
    run,
    introspect: () => introspect(run),
    profile: async (_scope, tables) => {
      const profiles: TableProfile[] = [];
      for (const table of tables) profiles.push(await profileTable(run, table));
      return profiles;
    },
    values: (_scope, requests) => valuesOf(run, requests),
    countDistinct: async (_scope, sets) => {
      const counts: number[] = [];
      for (const { physical, columns } of sets) {
        const rows = await run(`SELECT count(*) FROM (${distinctRows(physical, columns)})`);
        counts.push(Number(rows[0]![0]));
      }
      return counts;
    },
    containment: async (_scope, pairs) => {
      const shares: number[] = [];
      for (const { from, to } of pairs) {
        const [row] = await run(
          `SELECT count(*), count(*) FILTER (WHERE (${names('f', from.columns.length)}) IN
             (SELECT (${names('t', to.columns.length)}) FROM (${distinctRows(to.physical, to.columns, 't')})))
           FROM (${distinctRows(from.physical, from.columns, 'f')})`,
        );
        shares.push(Number(row![0]) === 0 ? 0 : Number(row![1]) / Number(row![0]));
      }
      return shares;
    },
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

type Run = MemoryDuckDb['run'];

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`).join(', ');

function distinctRows(physical: PhysicalName, columns: readonly string[], prefix = 'c'): string {
  const list = columns.map((column, index) => `${quoted(column)} AS ${prefix}${index}`).join(', ');
  const filled = columns.map((column) => `${quoted(column)} IS NOT NULL`).join(' AND ');
  return `SELECT DISTINCT ${list} FROM ${quoted(physical.table)} WHERE ${filled}`;
}

async function rowsOf(connection: DuckDBConnection, sql: string): Promise<CellValue[][]> {
  const result = await connection.runAndReadAll(sql);
  const numeric = result.columnTypes().map((type) => /BIGINT|HUGEINT|DECIMAL/.test(`${type}`));
  return result
    .getRowsJson()
    .map((row) => row.map((cell, index) => cellOf(cell, numeric[index] ?? false)));
}

function cellOf(cell: unknown, numeric: boolean): CellValue {
  if (typeof cell === 'string' && numeric) {
    const number = Number(cell);
    return Number.isInteger(number) && !Number.isSafeInteger(number) ? cell : number;
  }
  if (cell === null || typeof cell === 'number' || typeof cell === 'boolean') return cell;
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

const TYPES: readonly (readonly [RegExp, ColumnType])[] = [
  [/^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER)$/, 'integer'],
  [/^DECIMAL/, 'decimal'],
  [/^(FLOAT|DOUBLE)$/, 'float'],
  [/^(VARCHAR|ENUM)/, 'text'],
  [/^DATE$/, 'date'],
  [/^TIMESTAMP/, 'timestamp'],
  [/^TIME/, 'time'],
  [/^BOOLEAN$/, 'boolean'],
  [/^JSON$/, 'json'],
  [/^BLOB$/, 'binary'],
];

async function introspect(run: Run): Promise<SourceTable[]> {
  const tables = await run(
    `SELECT table_name, table_type FROM information_schema.tables ORDER BY table_name`,
  );
  const found: SourceTable[] = [];
  for (const [name, type] of tables as [string, string][]) {
    const columns = await run(
      `SELECT column_name, data_type, is_nullable FROM information_schema.columns
       WHERE table_name = '${name.replaceAll("'", "''")}' ORDER BY ordinal_position`,
    );
    const [count] = await run(`SELECT count(*) FROM ${quoted(name)}`);
    found.push({
      physical: { database: null, schema: null, table: name },
      columns: (columns as [string, string, string][]).map(([column, nativeType, nullable]) => ({
        name: column,
        type: TYPES.find(([pattern]) => pattern.test(nativeType))?.[1] ?? 'other',
        nativeType,
        nullable: nullable === 'YES',
        comment: null,
      })),
      rowCount: Number(count![0]),
      primaryKey: null,
      foreignKeys: [],
      comment: null,
      isView: type === 'VIEW',
      ...(type !== 'VIEW' &&
        !columns.some(([column]) => String(column).toLowerCase() === 'rowid') && {
          rowOrder: 'rowid',
        }),
    });
  }
  return found;
}

async function profileTable(run: Run, request: ProfileRequest): Promise<TableProfile> {
  const table = quoted(request.physical.table);
  const [count] = await run(`SELECT count(*) FROM ${table}`);
  const columns = new Map<string, ColumnProfile>();
  for (const { name, sensitive } of request.columns) {
    if (sensitive) continue;
    const column = quoted(name);
    const [row] = await run(
      `SELECT count(DISTINCT ${column}), count(*) - count(${column}), min(${column})::VARCHAR,
              max(${column})::VARCHAR, count(${column}) FROM ${table}`,
    );
    const [distinct, nulls, min, max, filled] = row!;
    const samples = await run(
      `SELECT ${column} FROM ${table} WHERE ${column} IS NOT NULL
       GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${SAMPLES}`,
    );
    columns.set(name, {
      distinctCount: Number(distinct),
      nullCount: Number(nulls),
      min: min as string | null,
      max: max as string | null,
      samples: samples.map(([value]) => value!),
      unique: distinct === filled,
    });
  }
  return { physical: request.physical, rowCount: Number(count![0]), columns };
}

async function* valuesOf(
  run: Run,
  requests: readonly ValuesRequest[],
): AsyncGenerator<ValuesBatch> {
  for (const { physical, column, maxValues, maxLength } of requests) {
    const rows = await run(
      `SELECT ${quoted(column)}, count(*) FROM ${quoted(physical.table)}
       WHERE ${quoted(column)} IS NOT NULL AND length(${quoted(column)}) <= ${maxLength}
       GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${maxValues}`,
    );
    for (let from = 0; from < rows.length; from += VALUES_IN_BATCH) {
      const values = rows
        .slice(from, from + VALUES_IN_BATCH)
        .map(([value, rowCount]) => ({ value: String(value), rowCount: Number(rowCount) }));
      yield { physical, column, values };
    }
  }
}
