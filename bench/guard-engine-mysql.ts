import { createMysqlDialect } from '../plugins/sources/mysql/dialect/index.ts';
import { parseSelect } from '../plugins/sources/mysql/dialect/parse.ts';
import { openTestMysql, type TestMysql } from '../test/fakes/mysql.ts';
import type { OwnTables } from './guard-catalog.ts';
import { aliasesIn, type BenchEngine } from './guard-engines.ts';

/**
 * Errors of MySQL and MariaDB by number: a column, table or function that is unknown or ambiguous, an alias or a result
 * column given twice, an aggregate or a result column that cannot stand there, rows of different lengths.
 */
const NAME_ERRORS: ReadonlySet<number> = new Set([
  1052, 1054, 1056, 1060, 1066, 1109, 1111, 1128, 1137, 1146, 1222, 1241, 1247, 1248, 1305, 1370,
  1630, 4074,
]);

const quoted = (name: string) => `\`${name.replaceAll('`', '``')}\``;

/** A server of MYSQL_TEST_URL, else of this machine; names are taken for resolvable where there is none. */
export async function openMysql(): Promise<BenchEngine> {
  const db = await openTestMysql();
  const dialect = createMysqlDialect();
  return {
    dialect,
    learning: dialect,
    aliases: async (sql) =>
      aliasesIn(parseSelect(sql).tree, ({ kind, names, alias }) => {
        if (kind !== 'table' || !Array.isArray(names)) return null;
        return [String(alias ?? names.at(-1)), names.join('.')];
      }),
    refusesNames: async (sql, own) => db !== null && refusesNames(db, sql, own),
    close: async () => db?.close(),
  };
}

async function refusesNames(db: TestMysql, sql: string, own: OwnTables): Promise<boolean> {
  // Schemas of a statement could be real ones of the server, where nothing is made.
  if ([...own.keys()].some((name) => name.includes('.'))) return false;
  try {
    for (const [name, columns] of own) {
      const list = [...columns].map((each) => `${quoted(each)} VARCHAR(20)`).join(', ');
      await db.inside(`CREATE TABLE ${quoted(name)} (${list}) ENGINE = MEMORY`);
    }
    await db.inside(`EXPLAIN ${sql}`);
    return false;
  } catch (error) {
    return NAME_ERRORS.has((error as { readonly errno?: number }).errno ?? 0);
  } finally {
    for (const name of own.keys()) await db.inside(`DROP TABLE IF EXISTS ${quoted(name)}`);
  }
}
