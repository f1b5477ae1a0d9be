import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { DialectAdapter } from 'kysely';
import { CompiledQuery, InsertQueryNode, sql } from 'kysely';
import type { StoreMeter } from '#src/metrics/store-meter.ts';
import { compiledCode } from '#workers/compiled-code.ts';
import {
  type InsertReply,
  type InsertTask,
  type LateRowsStart,
  type LateValue,
  type RowsToInsert,
  type TextParts,
  wholeOf,
} from '#workers/late-rows-protocol.ts';
import { gatewayOf } from './gateway.ts';
import type { AnswerRow, ResultRow, Store } from './schema.ts';
import { shownWorkspaces } from './shown-workspaces.ts';

/** Tables whose rows are written behind the answers that they tell of. */
interface LateTables {
  readonly answers: AnswerRow;
  readonly results: ResultRow;
}
type LateTable = keyof LateTables;
/** Texts may come in parts. */
type LateRow<T extends LateTable> = {
  readonly [K in keyof LateTables[T]]:
    | LateTables[T][K]
    | (string extends LateTables[T][K] ? TextParts : never);
};

/** Rows of one table. A row whose key is there already is left out. */
interface LateInsert {
  readonly table: LateTable;
  readonly rows: readonly Readonly<Record<string, LateValue>>[];
  /** Rows are left out whose workspace does not show the generation that they name (any more). */
  readonly onlyShown: boolean;
}

/** Inserts all of them in one go; gives an error for each that failed. */
type InsertLate = (inserts: readonly LateInsert[]) => Promise<readonly (Error | null)[]>;

/** How the late rows of a store are inserted, and those that wait for the end of this turn. */
interface Late {
  readonly insert: InsertLate;
  /** Resolves when what was given to `insert` is committed. */
  close(): Promise<void>;
  isClosed: boolean;
  waiting: { readonly insert: LateInsert; settle(error: Error | null): void }[];
}

/** By what a store shares with its transactions and plugins. */
const lateOf = new WeakMap<DialectAdapter, Late>();

/**
 * Inserts rows that no answer waits for; those of both tables that come in one turn are one statement on PostgreSQL and
 * one transaction of another thread on SQLite. Fails where they are not committed.
 */
export function insertLate<T extends LateTable>(
  db: Store,
  table: T,
  rows: readonly LateRow<T>[],
  { onlyShown = false } = {},
): Promise<void> {
  const late = lateOf.get(db.getExecutor().adapter);
  if (!late) throw new TypeError('late rows need a store opened with openStore');
  if (late.isClosed) return Promise.reject(new Error('the store is closed'));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const insert = { table, rows: rows as unknown as LateInsert['rows'], onlyShown };
  if (late.waiting.length === 0) void setImmediate().then(() => insertWaiting(late));
  late.waiting.push({ insert, settle: (error) => (error ? reject(error) : resolve()) });
  return promise;
}

/** Commits the late rows that a store was given, and takes no more: a thread that started later would write to closed files. */
export async function closeLate(db: Store): Promise<void> {
  const late = lateOf.get(db.getExecutor().adapter);
  if (!late) return;
  late.isClosed = true;
  await insertWaiting(late);
  await late.close();
}

async function insertWaiting(late: Late): Promise<void> {
  const waiting = late.waiting;
  if (waiting.length === 0) return;
  late.waiting = [];
  const errors = await late
    .insert(waiting.map(({ insert }) => insert))
    .catch((error: Error) => waiting.map(() => error));
  for (const [at, { settle }] of waiting.entries()) settle(errors[at] ?? null);
}

/** Has the late rows of a store of PostgreSQL inserted by statements of its own. */
export function insertByStatement(db: Store): void {
  const insert = async (inserts: readonly LateInsert[]) => {
    await db.executeQuery(statementOf(db, inserts));
    return inserts.map(() => null);
  };
  const each = (inserts: readonly LateInsert[]) =>
    Promise.all(
      inserts.map((one) =>
        insert([one]).then(
          () => null,
          (error: Error) => error,
        ),
      ),
    );
  lateOf.set(db.getExecutor().adapter, {
    // Where all together fail, each alone, so that one with a bad row takes no other along.
    insert: (inserts) =>
      insert(inserts).catch((error: Error) => (inserts.length === 1 ? [error] : each(inserts))),
    // Closing the pool waits for its statements.
    close: () => Promise.resolve(),
    ...{ isClosed: false, waiting: [] },
  });
}

/** One statement for all tables: the rows of each are one parameter, so that its text is always the same. */
function statementOf(db: Store, inserts: readonly LateInsert[]): CompiledQuery {
  const texts = inserts.map((insert, at) => {
    const source = `json_populate_recordset(null::${insert.table}, $${at + 1}::json)`;
    return textOf(db, insert, source);
  });
  const others = texts.slice(0, -1).map((text, at) => `late_${at} as (${text})`);
  const text = `${others.length > 0 ? `with ${others.join(', ')} ` : ''}${texts.at(-1)}`;
  const parameters = inserts.map(({ rows }) => JSON.stringify(rows.map(wholeRow)));
  // Measured as the insert that it is.
  return { ...CompiledQuery.raw(text, parameters), query: InsertQueryNode.createWithoutInto() };
}

const wholeRow = (row: LateInsert['rows'][number]) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, wholeOf(value)]));

/** The insert of rows that `source` gives under the names of their columns. */
function textOf(db: Store, { table, rows, onlyShown }: LateInsert, source: string): string {
  const columns = columnsOf(rows).join(', ');
  // Without a condition SQLite would take ON CONFLICT for that of a join.
  const condition = onlyShown ? shownCondition(db) : 'true';
  return `insert into ${table} (${columns}) select ${columns} from ${source} as late where ${condition} on conflict do nothing`;
}

const columnsOf = ([first]: LateInsert['rows']) =>
  Object.keys(first ?? {}).map((name) => JSON.stringify(name));

/**
 * Where the store has several gateways, the row that shows the generation is held until the late row is there: what
 * another one closes meanwhile is either not written, or found by what removes it after its commit.
 */
function shownCondition(db: Store): string {
  const shown = shownText(db);
  if (!gatewayOf(db).isShared) return `exists (${shown})`;
  const database = 'select 1 from databases where databases.generation_id = late.generation_id';
  return `exists (${shown} for share of workspaces)
    and (exists (${database} for share) or not exists (${database}))`;
}

/** Finds the workspace of a late row where it shows the generation of that row. */
const shownText = (db: Store) =>
  shownWorkspaces(db)
    .where(sql<boolean>`workspaces.id = late.workspace_id`)
    .where(
      sql<boolean>`late.generation_id = case when databases.id is null then workspaces.generation_id
        else databases.generation_id end`,
    )
    .compile().sql;

/**
 * Has the late rows of a file store inserted by a thread with a connection of its own, which starts with the first of
 * them: a commit waits for the disk for milliseconds, and inserting takes as long as the rest of a question that is kept.
 */
export function insertByThread(db: Store, path: string, meter: StoreMeter = () => {}): void {
  const thread = new LateThread(db, path, meter);
  lateOf.set(db.getExecutor().adapter, {
    insert: (inserts) => thread.insert(inserts),
    close: () => thread.close(),
    ...{ isClosed: false, waiting: [] },
  });
}

type Committed = PromiseWithResolvers<InsertReply['failures']>;

class LateThread {
  readonly #db: Store;
  readonly #start: LateRowsStart;
  readonly #meter: StoreMeter;
  readonly #texts = new Map<string, string>();
  readonly #pending = new Map<number, Committed>();
  #worker: Worker | null = null;
  #given = 0;

  constructor(db: Store, path: string, meter: StoreMeter) {
    this.#db = db;
    this.#start = { path };
    this.#meter = meter;
  }

  async insert(inserts: readonly LateInsert[]): Promise<readonly (Error | null)[]> {
    const began = performance.now();
    const task: InsertTask = {
      id: ++this.#given,
      inserts: inserts.map((one) => this.#rowsOf(one)),
    };
    const committed: Committed = Promise.withResolvers();
    this.#pending.set(task.id, committed);
    const worker = this.#running();
    // A process that ends by itself has its rows written first.
    worker.ref();
    worker.postMessage(task);
    const failures = await committed.promise;
    for (const failure of failures)
      this.#meter('insert', failure === null, performance.now() - began);
    return failures.map((one) => one && Object.assign(new Error(one.message), { code: one.code }));
  }

  /** Ends the thread when what it was given is committed. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#pending.values()].map(({ promise }) => promise));
    await this.#worker?.terminate();
  }

  #rowsOf(insert: LateInsert): RowsToInsert {
    const { table, rows, onlyShown } = insert;
    const names = Object.keys(rows[0] ?? {});
    const key = `${table} ${onlyShown} ${names}`;
    const sql = this.#texts.get(key) ?? textOf(this.#db, insert, parametersOf(insert));
    this.#texts.set(key, sql);
    return { sql, rows: rows.map((row) => names.map((name) => row[name] ?? null)) };
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL(import.meta.resolve('#workers/late-rows.ts')), {
      workerData: this.#start,
      env: compiledCode(),
    });
    worker.on('message', ({ id, failures }: InsertReply) => {
      this.#pending.get(id)?.resolve(failures);
      this.#pending.delete(id);
      if (this.#pending.size === 0) worker.unref();
    });
    const end = (error: Error) => {
      if (this.#worker === worker) this.#worker = null;
      for (const { reject } of this.#pending.values()) reject(error);
      this.#pending.clear();
    };
    worker.on('error', end);
    worker.on('exit', () => end(new Error('the thread that inserts rows has ended')));
    this.#worker = worker;
    return worker;
  }
}

const parametersOf = ({ rows }: LateInsert) =>
  `(select ${columnsOf(rows)
    .map((name) => `? as ${name}`)
    .join(', ')})`;
