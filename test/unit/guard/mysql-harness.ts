import { createMysqlDialect } from '#plugins/sources/mysql/dialect/index.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { RowPolicy } from '#src/principal.ts';
import { createGuard, type GuardResult } from '#src/sql/guard.ts';
import { openTestMysql, type TestMysql } from '../../fakes/mysql.ts';
import { catalogOf, SHOP } from './fixtures.ts';
import { EVERYTHING } from './harness.ts';

const LIMITS = { maxSqlBytes: 65_536, maxDepth: 50, maxWeight: 100_000, keptVerdicts: 100 };

/** The tables of `SHOP` in a database of MySQL. */
export const shopIn = (database: string): Catalog =>
  catalogOf(
    SHOP.tables.map((table) => ({
      ...table,
      physical: { database: null, schema: database, table: table.physical.table },
    })),
  );

export type Judge = (sql: string, policy?: RowPolicy, catalog?: Catalog) => Promise<GuardResult>;

/** The guard with MySQL's dialect; no server is needed to judge. */
export function mysqlJudge(catalog: Catalog = shopIn('shop')): Judge {
  const dialect = createMysqlDialect();
  const check = createGuard(LIMITS);
  const { signal } = new AbortController();
  return (sql, policy = EVERYTHING, own = catalog) =>
    check({ sql, catalog: own, policy, dialect, maxRows: 100, signal });
}

/** The code of the refusal, or `accepted`. */
export async function verdict(judged: Promise<GuardResult>): Promise<string> {
  const result = await judged;
  return result.ok ? 'accepted' : result.refusal.code;
}

/** The guarded text; fails when the statement is refused. */
export async function guardedSql(judged: Promise<GuardResult>): Promise<string> {
  const result = await judged;
  if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.text}`);
  return result.guarded.sql;
}

export interface MysqlHarness {
  readonly db: TestMysql;
  readonly judge: Judge;
  /** Rows of the guarded statement; fails when it is refused. */
  answer(sql: string, policy?: RowPolicy): Promise<readonly (readonly unknown[])[]>;
}

/** The guard over a real server that holds the tables of `SHOP`; null where there is no server. */
export async function openMysqlHarness(): Promise<MysqlHarness | null> {
  const db = await openTestMysql();
  if (!db) return null;
  for (const statement of SHOP_TABLES) await db.inside(statement);
  const judge = mysqlJudge(shopIn(db.database));
  return { db, judge, answer: async (...args) => db.rows(await guardedSql(judge(...args))) };
}

const SHOP_TABLES: readonly string[] = [
  `CREATE TABLE p_orders (id INT PRIMARY KEY, customer_id INT, ordered_on DATE, amount DECIMAL(12,2), status VARCHAR(20),
    margin DECIMAL(12,2), tenant VARCHAR(20))`,
  `INSERT INTO p_orders VALUES (1, 1, '2024-01-15', 10.50, 'paid', 1, 'a'), (2, 1, '2024-02-20', 20, 'open', 2, 'a'),
    (3, 2, '2024-02-21', 30, 'paid', 3, 'a'), (4, 3, '2025-03-01', 40.25, 'paid', 4, 'b'),
    (5, NULL, NULL, NULL, NULL, NULL, 'b')`,
  `CREATE TABLE p_customers (id INT PRIMARY KEY, name VARCHAR(20), email VARCHAR(20), region VARCHAR(20), note VARCHAR(20),
    secret VARCHAR(20), tenant VARCHAR(20))`,
  `INSERT INTO p_customers VALUES (1, 'Ann', 'ann@x.org', 'North', '12', 's1', 'a'),
    (2, 'Bob', 'bob@x.org', 'South', '7', 's2', 'a'), (3, 'Cid', 'cid@x.org', 'North', 'FOREIGN', 's3', 'b')`,
  'CREATE TABLE p_regions (region VARCHAR(20), manager VARCHAR(20))',
  `INSERT INTO p_regions VALUES ('North', 'Nia'), ('South', 'Sam')`,
  'CREATE TABLE p_rates (currency VARCHAR(20), rate DECIMAL(12,2))',
  `INSERT INTO p_rates VALUES ('EUR', 1), ('USD', 1.1)`,
  'CREATE VIEW p_order_view AS SELECT id, tenant FROM p_orders',
];

/** Makes views with the catalog's names, so that statements can also run as they were written. */
export async function createNamedViews({ db }: MysqlHarness): Promise<void> {
  for (const { name, physical, columns } of SHOP.tables) {
    const shown = columns.filter((each) => !each.hidden).map((each) => `\`${each.name}\``);
    await db.inside(`CREATE VIEW ${name} AS SELECT ${shown.join(', ')} FROM ${physical.table}`);
  }
}
