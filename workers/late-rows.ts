/** The thread that inserts late rows into the file store, so that no request waits for its disk (`src/store/late-rows.ts`). */
import { parentPort, workerData } from 'node:worker_threads';
import SQLite from 'better-sqlite3';
import {
  type InsertFailure,
  type InsertReply,
  type InsertTask,
  type LateRowsStart,
  type RowsToInsert,
  wholeOf,
} from './late-rows-protocol.ts';

const LOCK_MS = 10_000;

const { path } = workerData as LateRowsStart;
const database = new SQLite(path, { timeout: LOCK_MS });
database.pragma('synchronous = FULL');
const statements = new Map<string, SQLite.Statement>();

function statementOf(sql: string): SQLite.Statement {
  const known = statements.get(sql) ?? database.prepare(sql);
  statements.set(sql, known);
  return known;
}

const insertAll = database.transaction((inserts: readonly RowsToInsert[]) => {
  for (const { sql, rows } of inserts) {
    const statement = statementOf(sql);
    for (const row of rows) statement.run(row.map(wholeOf));
  }
});

function failureOf(inserts: readonly RowsToInsert[]): InsertFailure | null {
  try {
    insertAll.immediate(inserts);
    return null;
  } catch (error) {
    const code = error instanceof SQLite.SqliteError ? error.code : '';
    return { message: error instanceof Error ? error.message : String(error), code };
  }
}

/** All at once; where that fails, each insert alone, so that one with a bad row takes no other along. */
function failuresOf(inserts: readonly RowsToInsert[]): InsertReply['failures'] {
  const together = failureOf(inserts);
  if (together === null || inserts.length === 1) return inserts.map(() => together);
  return inserts.map((insert) => failureOf([insert]));
}

parentPort!.on('message', ({ id, inserts }: InsertTask) => {
  const reply: InsertReply = { id, failures: failuresOf(inserts) };
  parentPort!.postMessage(reply);
});
