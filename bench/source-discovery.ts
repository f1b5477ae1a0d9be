/**
 * `npm run bench source-discovery [-- --tables 900] [--only postgres,mysql]`
 *
 * Time to discover a database of many tables (12 columns and 200 rows each, a tenth refers to another): the catalog, the
 * profiles of all columns, and the values of all text columns.
 */

import { parseArgs } from 'node:util';
import { createPostgresServer } from '../plugins/sources/postgres/server.ts';
import type { DataSource } from '../src/plugin-api/data-source.ts';
import type { DatabaseTarget } from '../src/plugin-api/database-server.ts';
import { mysqlServerForTests, openMysqlForTests } from '../test/fakes/mysql-source.ts';
import {
  makePostgresDatabase,
  NO_DIALECT,
  settingsForTests,
} from '../test/fakes/postgres-server.ts';
import { waitingForTests } from '../test/fakes/waiting.ts';
import { printTable } from './stats.ts';

const { values: options } = parseArgs({
  options: { tables: { type: 'string', default: '900' }, only: { type: 'string' } },
});
const tables = Number(options.tables);
const wanted = options.only?.split(',') ?? ['postgres', 'mysql'];
const never = new AbortController().signal;
const scope = { workspaceId: 'bench', attachments: [] };

/** Statements that both engines read. */
function statements(index: number): string[] {
  const name = `t_${index}`;
  const rows = Array.from(
    { length: 200 },
    (_, row) =>
      `(${row}, ${row % 50}, ${row * 3}, ${row % 7}.25, 'kind ${row % 5}', 'city ${row % 40}', 'note ${row}', 'text ${row % 90}', '2024-01-${String((row % 28) + 1).padStart(2, '0')}', NULL, ${row % 2}, 'x')`,
  );
  const reference = index % 10 === 1 ? `, FOREIGN KEY (parent) REFERENCES t_${index - 1} (id)` : '';
  return [
    `CREATE TABLE ${name} (id integer PRIMARY KEY, parent integer, amount integer, price decimal(10,2), kind varchar(40), city varchar(40), note varchar(40), text_a varchar(40), day date, empty varchar(40), flag integer, one varchar(10)${reference})`,
    `INSERT INTO ${name} VALUES ${rows.join(', ')}`,
  ];
}

interface Opened {
  readonly source: DataSource;
  run(sql: string): Promise<unknown>;
  close(): Promise<void>;
}

for (const [name, open] of [
  ['postgres', openPostgres],
  ['mysql', openMysql],
] as const) {
  if (!wanted.includes(name)) continue;
  const opened = await open();
  if (opened === null) console.log(`no ${name} server: skipped`);
  else
    try {
      for (let index = 0; index < tables; index += 1)
        for (const sql of statements(index)) await opened.run(sql);
      await discover(name, opened.source);
    } finally {
      await opened.close();
    }
}

async function discover(name: string, source: DataSource): Promise<void> {
  const timed = async <T>(work: () => Promise<T>) => {
    const began = performance.now();
    const result = await work();
    return { result, seconds: (performance.now() - began) / 1_000 };
  };
  const catalog = await timed(() => source.introspect(scope, never));
  const requests = catalog.result.map(({ physical, columns }) => ({
    physical,
    columns: columns.map((column) => ({ ...column, sensitive: false })),
  }));
  const profiles = await timed(() => source.profile(scope, requests, never));
  const texts = requests.flatMap(({ physical, columns }) =>
    columns
      .filter(({ type }) => type === 'text')
      .map((column) => ({ physical, column: column.name, maxValues: 100_000, maxLength: 200 })),
  );
  const values = await timed(async () => {
    let count = 0;
    for await (const batch of source.values(scope, texts, never)) count += batch.values.length;
    return count;
  });
  printTable(`${name}: discovery of ${catalog.result.length} tables (seconds)`, [
    { step: 'catalog', seconds: catalog.seconds, what: `${catalog.result.length} tables` },
    {
      step: 'profiles',
      seconds: profiles.seconds,
      what: `${profiles.result.reduce((sum, { columns }) => sum + columns.size, 0)} columns`,
    },
    { step: 'values', seconds: values.seconds, what: `${values.result} values` },
  ]);
}

async function openPostgres(): Promise<Opened | null> {
  const database = await makePostgresDatabase();
  if (database === null) return null;
  await database.run(`ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO ${database.reader.user}`);
  const server = createPostgresServer({
    settings: settingsForTests(),
    dialect: NO_DIALECT,
    waiting: waitingForTests(),
  });
  return {
    source: server.connect(database.reader),
    run: database.run,
    close: async () => {
      await server.close();
      await database.drop();
    },
  };
}

async function openMysql(): Promise<Opened | null> {
  const database = await openMysqlForTests();
  if (database === null) return null;
  const target: DatabaseTarget = database.target;
  const server = mysqlServerForTests();
  return {
    source: server.connect(target),
    run: database.admin,
    close: async () => {
      await server.close();
      await database.close();
    },
  };
}
