import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';

const POSTGRES_URL = process.env['TEST_POSTGRES_URL'] ?? 'postgres://root@127.0.0.1:5432/postgres';

interface TemporaryDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A database of its own for one test. */
export const temporaryDatabase = (): Promise<TemporaryDatabase> => newDatabase('');

/** A database whose tables are made once, and of which tests borrow copies without rows. */
export interface TemplateDatabase {
  /** A copy that another test is done with, or a new one. */
  borrow(): Promise<TemporaryDatabase>;
}

/**
 * Makes one, which is dropped with its copies when all tests of this process have run. `fill` leaves no connection
 * behind, and rows in the tables `kept` only. A copy goes back without its rows and under another name, so that nobody
 * who still knows the old one reaches it: to make and to drop a database takes a server far longer.
 */
export async function templateDatabase(
  fill: (url: string) => Promise<void>,
  kept: readonly string[],
): Promise<TemplateDatabase> {
  const template = await temporaryDatabase();
  await fill(template.url);
  const shape = (await onServer(SHAPE, template.url))[0]?.rows[0]?.['shape'];
  const free: string[] = [];
  atEnd.push(async () => {
    for (const url of [...free, template.url]) await dropDatabase(url);
  });
  return {
    async borrow() {
      const url = free.pop() ?? (await newDatabase(`template ${nameIn(template.url)}`)).url;
      return {
        url,
        async drop() {
          const again = await emptied(url, kept, shape);
          if (again) free.push(again);
          else await dropDatabase(url);
        },
      };
    },
  };
}

const atEnd: (() => Promise<void>)[] = [];
// Benches have no such hook, and make no templates.
globalThis.after?.(async () => {
  for (const end of atEnd) await end();
});

async function newDatabase(from: string): Promise<TemporaryDatabase> {
  const url = newUrl();
  await onServer(`create database ${nameIn(url)} ${from}`);
  return { url, drop: () => dropDatabase(url) };
}

function newUrl(): string {
  const url = new URL(POSTGRES_URL);
  url.pathname = `/plumbline_test_${randomBytes(6).toString('hex')}`;
  return url.href;
}
const nameIn = (url: string): string => path.posix.basename(new URL(url).pathname);

async function dropDatabase(url: string): Promise<void> {
  await onServer(`drop database ${nameIn(url)} with (force)`);
}

/** Ends who is connected, takes the rows out and gives the new address; null where the tables are others than before. */
async function emptied(
  url: string,
  kept: readonly string[],
  shape: unknown,
): Promise<string | null> {
  try {
    // Without the triggers of keys, tables are emptied in any order.
    const [, now] = await onServer(
      `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid();
       ${SHAPE};
       do $$ declare one record; begin
         set local session_replication_role = replica;
         for one in select relname, relkind from pg_class
             where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
               and relname <> all (array[${kept.map((name) => `'${name}'`).join(', ')}]) loop
           if one.relkind = 'S' then execute format('alter sequence %I restart', one.relname);
           else execute format('delete from %I', one.relname);
           end if;
         end loop;
       end $$`,
      url,
    );
    if (now?.rows[0]?.['shape'] !== shape) return null;
    const again = newUrl();
    await onServer(`alter database ${nameIn(url)} rename to ${nameIn(again)}`);
    return again;
  } catch {
    // Such as a user who may not do that, or one who came back to it.
    return null;
  }
}

/** Tables, indexes and columns of a database, as a text to compare. */
const SHAPE = `select md5(string_agg(format('%s %s %s', c.oid::regclass, a.attname, a.atttypid), ',' order by c.relname, a.attnum)) shape
  from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relnamespace = 'public'::regnamespace`;

/**
 * Whether a PostgreSQL server answers. Without one, tests are skipped with a visible line, and fail with
 * `REQUIRE_SERVICES=1`.
 */
export async function requirePostgres(): Promise<boolean> {
  try {
    await onServer('select 1');
    return true;
  } catch (error) {
    if (process.env['REQUIRE_SERVICES'] === '1') throw error;
    console.log(
      `      skipped: no PostgreSQL at ${POSTGRES_URL} (docs/operations.md says how to start one)`,
    );
    return false;
  }
}

/** A connection to a database of its own, whose cells come as the texts that the server sends; null without a server. */
export async function openScratchPostgres(): Promise<{
  rows(sql: string): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<void>;
} | null> {
  if (!(await requirePostgres())) return null;
  const database = await temporaryDatabase();
  const types = {
    getTypeParser: ((oid: number) =>
      oid === pg.types.builtins.BOOL
        ? (text: string) => text === 't'
        : (text: string) => text) as typeof pg.types.getTypeParser,
  };
  const client = new pg.Client({ connectionString: database.url, types });
  await client.connect();
  return {
    rows: async (text) => (await client.query({ text, rowMode: 'array' })).rows as unknown[][],
    async close() {
      await client.end();
      await database.drop();
    },
  };
}

/** Runs one statement, or several that `;` parts, and gives what each gave. */
async function onServer(sql: string, url = POSTGRES_URL): Promise<pg.QueryResult[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
  await client.connect();
  try {
    return [await client.query(sql)].flat();
  } finally {
    await client.end();
  }
}
