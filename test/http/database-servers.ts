import { randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { requirePostgres } from '../fakes/postgres.ts';

/** A real server with a shop in a database of its own, and a user that may only read it. */
export interface ShopServer {
  readonly type: 'postgres' | 'mysql';
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly reader: { readonly user: string; readonly password: string };
  readonly writer: { readonly user: string; readonly password: string };
  /** Whether it looks at passwords at all. */
  readonly checksPasswords: boolean;
  run(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** Statements that make the shop; `status` and `ticket` are types that are texts to people and not to every operator. */
const shop = (status: string, ticket: string): readonly string[] => [
  'create table customers (id integer primary key, name varchar(40) not null, city varchar(40))',
  `create table orders (id integer primary key, customer_id integer not null references customers (id),
    amount decimal(10,2) not null, ordered_on date not null, status ${status}, card_number varchar(30),
    ticket ${ticket})`,
  "insert into customers values (1, 'Ann', 'Berlin'), (2, 'Bob', 'Paris'), (3, 'Cid', 'Berlin')",
  `insert into orders values
    (1, 1, 10.50, '2025-01-15', 'shipped', '4000-0000-0000-0001', '7f000000-0000-4abc-8abc-0000000000a1'),
    (2, 1, 4.50, '2025-06-01', 'open', '4000-0000-0000-0002', '7f000000-0000-4abc-8abc-0000000000a2'),
    (3, 2, 20.00, '2025-06-30', 'shipped', '4000-0000-0000-0003', '80000000-0000-4abc-8abc-0000000000a1'),
    (4, 3, 7.25, '2024-12-31', 'shipped', '4000-0000-0000-0004', '81000000-0000-4abc-8abc-0000000000a2'),
    (5, 2, 1.00, '2025-07-01', 'open', '4000-0000-0000-0005', '7f000000-0000-4abc-8abc-0000000000a2')`,
];

const nameOf = () => `plumb_dbs_${randomBytes(4).toString('hex')}`;

/** Null without a server (a visible line, or an error with `REQUIRE_SERVICES=1`). */
export async function openPostgresShop(): Promise<ShopServer | null> {
  if (!(await requirePostgres())) return null;
  const url = new URL(
    process.env['TEST_POSTGRES_URL'] ?? 'postgres://root@127.0.0.1:5432/postgres',
  );
  const name = nameOf();
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  const password = `tops3cret-${name}`;
  await admin.query(`create database ${name}`);
  for (const role of ['reader', 'writer'])
    await admin.query(`create role ${name}_${role} login password '${password}'`);
  url.pathname = `/${name}`;
  const inside = new pg.Client({ connectionString: url.href });
  await inside.connect();
  const run = async (sql: string) => {
    await inside.query(sql);
    await inside.query(`grant select on all tables in schema public to ${name}_reader`);
    await inside.query(`grant all on all tables in schema public to ${name}_writer`);
  };
  await run("create type order_status as enum ('open', 'shipped')");
  for (const statement of shop('order_status', 'uuid')) await run(statement);
  return {
    type: 'postgres',
    host: url.hostname,
    port: Number(url.port || 5432),
    database: name,
    reader: { user: `${name}_reader`, password },
    writer: { user: `${name}_writer`, password },
    checksPasswords: false,
    run,
    async close() {
      await inside.end();
      await admin.query(`drop database ${name} with (force)`);
      for (const role of ['reader', 'writer']) await admin.query(`drop role ${name}_${role}`);
      await admin.end();
    },
  };
}

export async function openMysqlShop(): Promise<ShopServer | null> {
  const url = new URL(process.env['MYSQL_TEST_URL'] ?? 'mysql://root@127.0.0.1:3306');
  let admin: mysql.Connection;
  try {
    admin = await mysql.createConnection({ uri: url.href });
  } catch (error) {
    if (process.env['REQUIRE_SERVICES'] === '1') throw error;
    console.log(`      skipped: no MySQL or MariaDB at ${url.host}`);
    return null;
  }
  const name = nameOf();
  const password = `tops3cret-${name}`;
  const [reader, writer] = [`${name}_r`, `${name}_w`];
  await admin.query(`create database ${name} character set utf8mb4`);
  await admin.query(`use ${name}`);
  for (const [user, right] of [
    [reader, 'select'],
    [writer, 'all'],
  ]) {
    await admin.query(`create user '${user}'@'%' identified by '${password}'`);
    await admin.query(`grant ${right} on ${name}.* to '${user}'@'%'`);
  }
  const run = async (sql: string) => {
    await admin.query(sql);
  };
  for (const statement of shop("enum('open', 'shipped')", 'char(36)')) await run(statement);
  return {
    type: 'mysql',
    host: url.hostname,
    port: Number(url.port || 3306),
    database: name,
    reader: { user: reader, password },
    writer: { user: writer, password },
    checksPasswords: true,
    run,
    async close() {
      await admin.query(`drop database ${name}`);
      for (const user of [reader, writer]) await admin.query(`drop user '${user}'@'%'`);
      await admin.end();
    },
  };
}
