import { DuckDBInstance } from '@duckdb/node-api';
import { expect } from 'chai';
import { lowerAlasql } from '#plugins/sources/alasql/dialect/lower.ts';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { lowerMysql } from '#plugins/sources/mysql/dialect/lower.ts';
import { lowerPostgres } from '#plugins/sources/postgres/dialect/lower.ts';
import type { Query } from '#src/plugin-api/query.ts';
import { openAlasqlFromSql } from '../fakes/alasql-from-sql.ts';
import { openTestMysql } from '../fakes/mysql.ts';
import { openScratchPostgres } from '../fakes/postgres.ts';
import { LOWERING_CASES, loweringTables } from '../fixtures/lowering-cases.ts';

/** A database of its own in which the tables of the cases are made. */
interface Engine {
  rows(sql: string): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<void>;
}

interface Kind {
  readonly name: string;
  readonly quote: '"' | '`';
  lower(query: Query): string;
  /** Null where there is no server; then the cases are skipped. */
  open(): Promise<Engine | null>;
}

async function openDuckdb(): Promise<Engine> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  return {
    rows: async (sql) => (await connection.runAndReadAll(sql)).getRowsJson(),
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function openMysql(): Promise<Engine | null> {
  const server = await openTestMysql();
  return server && { rows: server.inside, close: server.close };
}

const KINDS: readonly Kind[] = [
  { name: 'DuckDB', quote: '"', lower: lowerDuckdb, open: openDuckdb },
  { name: 'PostgreSQL', quote: '"', lower: lowerPostgres, open: openScratchPostgres },
  { name: 'MySQL', quote: '`', lower: lowerMysql, open: openMysql },
  { name: 'AlaSQL', quote: '"', lower: lowerAlasql, open: openAlasqlFromSql },
];

/** Engines write numbers and truth in their own ways: `9.0000`, `"5"`, 1 for true. */
function alike(cell: unknown, expected: unknown): unknown {
  if (cell === null || cell === undefined) return null;
  if (typeof expected === 'number') return Math.round(Number(cell) * 1e9) / 1e9;
  if (typeof expected === 'boolean') return cell === true || Number(cell) === 1;
  return String(cell).replace('T', ' ');
}

for (const kind of KINDS)
  describe(`the IR lowered to ${kind.name}`, () => {
    let engine: Engine | null = null;
    before(async function () {
      engine = await kind.open();
      if (!engine) return this.skip();
      for (const statement of loweringTables(kind.quote)) await engine.rows(statement);
    });
    after(() => engine?.close());

    for (const [name, query, expected] of LOWERING_CASES)
      it(name, async () => {
        const sql = kind.lower(query);
        const found = (await engine!.rows(sql)).map((row) =>
          row.map((cell, column) =>
            alike(cell, expected.find((each) => each[column] !== null)?.[column]),
          ),
        );
        const sorted = query.limit?.withTies ? found.toSorted() : found;
        expect(sorted, sql).to.deep.equal(expected);
      });
  });
