import type SQLite from 'better-sqlite3';
import type { Compilable, CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Store } from './schema.ts';

type Parameter = string | number | null;

/** Runs a query with the values of its parameters, in the order in which they stand in its text. */
export type Prepared<Row> = (
  db: Store,
  ...parameters: readonly Parameter[]
) => Promise<readonly Readonly<Row>[]>;

/** Results of a query that are kept for other parameters. */
const KEPT = 1_000;

/** Connections that only read, by the store that they belong to. */
const readers = new WeakMap<Store, Reader>();

/** Makes the prepared queries of a store read through a connection of their own. */
export function readThrough(db: Store, connection: SQLite.Database): void {
  readers.set(db, new Reader(connection));
}

/**
 * A query on the way of every request, built once with any values in place of its parameters: building and running it
 * through Kysely takes five times as long as SQLite does. On SQLite it runs on a connection that only reads, and so
 * sees what is committed and waits for no transaction; given a transaction, it runs inside it. The rows may be those
 * that were given before: nobody changes them.
 */
export function prepared<Row>(build: (db: Store) => Compilable<Row>): Prepared<Row> {
  const texts = new WeakMap<object, CompiledQuery<Row>>();
  const textFor = (db: Store) => {
    const { adapter } = db.getExecutor();
    const known = texts.get(adapter) ?? build(db).compile();
    texts.set(adapter, known);
    return known;
  };
  const query = {};
  return async (db, ...parameters): Promise<readonly Readonly<Row>[]> => {
    const reader = readers.get(db);
    if (reader)
      return reader.rows(query, () => textFor(db).sql, parameters) as readonly Readonly<Row>[];
    const { rows } = await db.executeQuery<Row>({ ...textFor(db), parameters });
    return rows as readonly Readonly<Row>[];
  };
}

/**
 * Keeps results for as long as nobody commits anything: `data_version` differs when another connection has, also one
 * of another process (https://sqlite.org/pragma.html#pragma_data_version). It is read each time.
 */
class Reader {
  private readonly connection: SQLite.Database;
  private readonly version: SQLite.Statement;
  private readonly queries = new WeakMap<object, KeptQuery>();

  constructor(connection: SQLite.Database) {
    this.connection = connection;
    this.version = connection.prepare('pragma data_version').pluck();
  }

  rows(query: object, text: () => string, parameters: readonly Parameter[]): readonly unknown[] {
    const version = this.version.get() as number;
    const known = this.queries.get(query) ?? new KeptQuery(this.connection.prepare(text()));
    this.queries.set(query, known);
    return known.rows(version, parameters);
  }
}

class KeptQuery {
  private readonly statement: SQLite.Statement;
  private readonly kept = new LRUCache<string, readonly unknown[]>({ max: KEPT });
  private version = Number.NaN;

  constructor(statement: SQLite.Statement) {
    this.statement = statement;
  }

  rows(version: number, parameters: readonly Parameter[]): readonly unknown[] {
    if (version !== this.version) this.kept.clear();
    this.version = version;
    const key = parameters.length === 1 ? String(parameters[0]) : JSON.stringify(parameters);
    const known = this.kept.get(key);
    if (known) return known;
    const rows = this.statement.all(...parameters);
    this.kept.set(key, rows);
    return rows;
  }
}
