import type { DuckDBConnection } from '@duckdb/node-api';

export interface WorldColumn {
  readonly name: string;
  readonly kind: 'number' | 'text' | 'date' | 'other';
  /** Names rows rather than measures them. */
  readonly isKey: boolean;
  /** Values of a text column of few, or the middle of a number column. */
  readonly values: readonly string[];
}

/** The tables of one small company, as a careless writer of statements knows them. */
export type World = ReadonlyMap<string, readonly WorldColumn[]>;

const KINDS: readonly (readonly [RegExp, WorldColumn['kind']])[] = [
  [/INT|DOUBLE|DECIMAL|FLOAT/, 'number'],
  [/VARCHAR/, 'text'],
  [/DATE|TIMESTAMP/, 'date'],
];
const FEW = 30;

export async function readWorld(connection: DuckDBConnection): Promise<World> {
  const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
  const world = new Map<string, WorldColumn[]>();
  const columns = await read(
    `SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal AND database_name = 'memory' ORDER BY table_name, column_index`,
  );
  for (const [table, name, type] of columns.map((row) => row.map(String)) as [
    string,
    string,
    string,
  ][]) {
    const kind = KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
    const from = `FROM "${table}" WHERE "${name}" IS NOT NULL`;
    const found =
      kind === 'text'
        ? await read(`SELECT DISTINCT "${name}" ${from} ORDER BY 1 LIMIT ${FEW + 1}`)
        : kind === 'number'
          ? await read(`SELECT quantile_disc("${name}", 0.5) ${from}`)
          : [];
    const values = found.length > FEW ? [] : found.flat().map(String);
    const isKey = /(^|_)(id|no|sku)$/.test(name);
    world.set(table, [...(world.get(table) ?? []), { name, kind, isKey, values }]);
  }
  return world;
}
