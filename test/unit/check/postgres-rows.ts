import pg from 'pg';
import { catalogFromSql } from '../../fakes/offline-catalog.ts';
import { requirePostgres, temporaryDatabase } from '../../fakes/postgres.ts';
import { TRAP_SCHEMAS, type TrapSchema } from '../ask/traps/schemas.ts';

const TYPES: Readonly<Record<string, string>> = {
  integer: 'bigint',
  decimal: 'numeric',
  float: 'double precision',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
};

export interface PostgresRows {
  /** Rows of a statement; null where PostgreSQL does not know what it says. */
  rows(sql: string): Promise<readonly (readonly unknown[])[] | null>;
  close(): Promise<void>;
}

/** The tables of a small company on PostgreSQL; null where there is no server. */
export async function openPostgresRows(company: TrapSchema): Promise<PostgresRows | null> {
  if (!(await requirePostgres())) return null;
  const database = await temporaryDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const world = await catalogFromSql(TRAP_SCHEMAS[company]);
  for (const { name, columns } of world.catalog.tables) {
    const list = columns.map((column) => `${column.name} ${TYPES[column.type] ?? 'text'}`);
    await client.query(`CREATE TABLE ${name} (${list.join(', ')})`);
    const rows = await world.run(`SELECT * FROM ${name}`);
    const values = rows.map(
      (row) => `(${row.map((cell) => (cell === null ? 'NULL' : `'${cell}'`)).join(', ')})`,
    );
    await client.query(`INSERT INTO ${name} VALUES ${values.join(', ')}`);
  }
  await world.close();
  return {
    async rows(sql) {
      try {
        const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
        return rows;
      } catch (error) {
        if (error instanceof pg.DatabaseError) return null;
        throw error;
      }
    },
    async close() {
      await client.end();
      await database.drop();
    },
  };
}
