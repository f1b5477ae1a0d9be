import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { configSchema } from '../config/schema.ts';
import { createDuckdbDialect } from '../plugins/sources/duckdb/dialect/index.ts';
import { createSqlParser } from '../plugins/sources/duckdb/sql-parser.ts';
import { Supervisor } from '../plugins/sources/duckdb/supervisor.ts';
import { openTestDuckdb, type TestDuckdb } from '../test/fakes/duckdb-parser.ts';
import { waitingForTests } from '../test/fakes/waiting.ts';
import type { OwnTables } from './guard-catalog.ts';
import { aliasesIn, type BenchEngine } from './guard-engines.ts';

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The parser is that of the service: in an engine process, over its channel. */
export async function openDuckdb(): Promise<BenchEngine> {
  const db = await openTestDuckdb();
  const settings = { ...configSchema.parse({}).duckdb, processes: 1 };
  const supervisor = new Supervisor(settings, {
    ...{ root: tmpdir(), log: pino({ level: 'silent' }), tag: '--plumbline=bench' },
    waiting: waitingForTests(),
  });
  await supervisor.open();
  const trees = new Map<string, string>();
  return {
    dialect: createDuckdbDialect(createSqlParser(supervisor, settings)),
    learning: createDuckdbDialect({
      write: db.write,
      serialize: async (sql, within) => {
        const tree = trees.get(sql) ?? (await db.serialize(sql, within));
        trees.clear();
        trees.set(sql, tree);
        return tree;
      },
    }),
    aliases: async (sql) => {
      try {
        return aliasesIn(JSON.parse(trees.get(sql) ?? 'null'), (node) =>
          node['type'] === 'BASE_TABLE' && 'table_name' in node
            ? [String(node['alias'] || node['table_name']), String(node['table_name'])]
            : null,
        );
      } catch {
        return new Map();
      }
    },
    refusesNames: (sql, own) => duckdbRefusesNames(db, sql, own),
    close: async () => {
      db.close();
      await supervisor.close();
    },
  };
}

async function duckdbRefusesNames(db: TestDuckdb, sql: string, own: OwnTables): Promise<boolean> {
  await db.rows('DROP SCHEMA IF EXISTS own CASCADE; CREATE SCHEMA own; SET schema = own');
  try {
    for (const [name, columns] of own) {
      const list = [...columns].map((each) => `${quoted(each)} VARCHAR`).join(', ');
      await db.rows(`CREATE TABLE ${quoted(name)} (${list})`);
    }
    await db.rows(`EXPLAIN ${sql}`);
    return false;
  } catch (error) {
    return /Binder Error: (Ambiguous|Duplicate|Referenced|Table ".*" does not have|Values list|Column|Cannot)|must appear in|does not exist/i.test(
      String(error),
    );
  } finally {
    await db.rows('SET schema = main');
  }
}
