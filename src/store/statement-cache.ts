import type SQLite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';

/** Statements that are kept prepared; the service has fewer texts than this. */
const KEPT = 500;

/**
 * The database with its statements kept by their text: Kysely prepares each query anew, which takes longer than most
 * of them run. A kept statement may not be iterated by two readers at once, so nothing may be streamed through it.
 */
export function keepingStatements(database: SQLite.Database): {
  prepare(sql: string): SQLite.Statement;
  close(): void;
} {
  const kept = new LRUCache<string, SQLite.Statement>({ max: KEPT });
  return {
    prepare(text) {
      // On a full disk SQLite has ended the transaction by itself; a failing ROLLBACK would hide why.
      const sql = text === 'rollback' && !database.inTransaction ? 'SELECT 1' : text;
      const known = kept.get(sql);
      if (known) return known;
      const statement = database.prepare(sql);
      kept.set(sql, statement);
      return statement;
    },
    close() {
      kept.clear();
      database.close();
    },
  };
}
