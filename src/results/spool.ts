import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { BASE_BYTES, type HeldBytes } from '#src/byte-budget.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { randomHex } from '#src/ids.ts';
import type { Objects } from '#src/objects/objects.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { ResultChunk, ResultColumn } from '#src/plugin-api/data-source.ts';
import {
  AnswerResults,
  isTraceId,
  type StoredRows,
  storedOf,
  storedRows,
} from '#src/results/answer-results.ts';
import { dataVersion } from '#src/results/data-version.ts';
import { rowsFile, SpoolFile, spooledRows } from '#src/results/spool-file.ts';
import { SpoolTotal } from '#src/results/spool-total.ts';
import type {
  AnswerRows,
  CollectedResult,
  CollectOptions,
  KeptResult,
  RecalledRows,
  ResultPage,
  ResultReader,
  ResultSpool,
} from '#src/results/types.ts';
import { InlineRows } from '#src/sql/inline-rows.ts';
import { tooLargeRow } from '#src/sql/result-caps.ts';
import { type AnswerOrigin, closingsOf } from '#src/store/closings.ts';
import { gatewayOf } from '#src/store/gateway.ts';
import { insertLate } from '#src/store/late-rows.ts';
import type { ResultRow, Store } from '#src/store/schema.ts';
import { jsonLines } from '#workers/engine/json-lines.ts';

export interface SpoolOptions {
  readonly store: Store;
  /** Folder of the spool files, `spool` of the data folder; made when it is first needed. */
  readonly folder: string;
  readonly objects: Objects;
  readonly clock: Clock;
  readonly log: Logger;
  /** Rows and bytes (as JSON text) of a result that are kept. */
  readonly maxRows: number;
  readonly maxBytes: number;
  /** Of all kept results together; those that are just written count when they are finished. */
  readonly maxTotalBytes: number;
  readonly ttlMs: number;
  /** Bytes of the rows of a page as JSON text. */
  readonly pageBytes: number;
  /** Rows of an answer that are kept in the store; those with more bytes, as JSON text, get a file. */
  readonly maxStoredBytes: number;
  /** Milliseconds that rows wait until they are written to the store, many answers together. */
  readonly flushMs: number;
  /** Rows are kept only while their workspace shows the data that they were read from. */
  readonly onlyShown: boolean;
}

/** Spool files that no result names are removed when they are older than this: none is written for longer. */
const ORPHAN_AGE_MS = 60 * 60_000;

type Row = readonly CellValue[];

/**
 * Results on disk. A result that its answer carries whole is not kept. One that is longer gets a token (256 random
 * bits, stored as its hash) at once; its file and store row are finished behind the answer, and pages wait for them.
 */
export function createResultSpool(options: SpoolOptions): ResultSpool & { close(): Promise<void> } {
  const finishing = new Map<string, Promise<void>>();
  /** Rows on their way to the store. */
  const inserting = new Set<Promise<unknown>>();
  const closings = closingsOf(options.store);
  const total = new SpoolTotal(options);
  const answers = new AnswerResults(options);

  const makeRoom = async (bytes: number): Promise<void> => {
    const surplus = await total.add(bytes);
    await drop(options, surplus);
    if (surplus.length > 0)
      options.log.warn({ removed: surplus.length }, 'kept results take up too much disk space');
  };

  const insert = async (row: ResultRow): Promise<void> => {
    const { onlyShown, store } = options;
    // What another gateway closed meanwhile is not written either.
    const inserted = gatewayOf(store).isShared
      ? insertLate(store, 'results', [row], { onlyShown })
      : store.insertInto('results').values(row).execute();
    inserting.add(inserted);
    await inserted.finally(() => inserting.delete(inserted));
  };

  const isKept = async (hash: string): Promise<boolean> => {
    const rows = options.store.selectFrom('results').select('spool').where('token_hash', '=', hash);
    return (await rows.executeTakeFirst()) !== undefined;
  };

  const keep = async (
    hash: string,
    file: SpoolFile,
    { row, origin }: { readonly row: ResultRow; readonly origin: AnswerOrigin },
  ): Promise<void> => {
    try {
      await file.finish();
      if (closings.isClosed(origin)) return await file.discard();
      await options.objects.keep(keyOf(row.spool));
      await insert(row);
      if (gatewayOf(options.store).isShared && !(await isKept(hash)))
        return await options.objects.remove(keyOf(row.spool));
      await makeRoom(file.bytes).catch((error: unknown) =>
        options.log.error({ err: error }, "excess results weren't removed"),
      );
    } catch (error) {
      options.log.error({ err: error, spool: row.spool }, "a result wasn't kept");
      await file.discard();
      await options.objects.remove(keyOf(row.spool)).catch(() => {});
    } finally {
      finishing.delete(hash);
    }
  };

  const byToken = async (token: string): Promise<ResultRow | undefined> => {
    const hash = hashOf(token);
    await finishing.get(hash);
    return options.store
      .selectFrom('results')
      .selectAll()
      .where('token_hash', '=', hash)
      .executeTakeFirst();
  };

  const living = (row: ResultRow | undefined, reader: ResultReader): ResultRow | null => {
    const now = timestamp(options.clock.now());
    return row && row.expires_at > now && mayRead(row, reader) ? row : null;
  };

  const rowFor = async (token: string, reader: ResultReader): Promise<ResultRow> => {
    const row = living(isTraceId(token) ? await answers.find(token) : await byToken(token), reader);
    if (!row) throw notFound();
    return row;
  };

  /** Rows that the answer carried whole, and that are too many for the store. */
  const keepInFile = async (answer: AnswerRows, rows: readonly Row[]): Promise<void> => {
    const file = startFile(options.folder, rows);
    const hash = hashOfNoToken();
    const row = {
      ...answerRowOf(answer, hash, rows.length, options),
      spool: path.basename(file.path),
      rows: answer.breakdown && JSON.stringify({ breakdown: answer.breakdown }),
    };
    await keep(hash, file, { row, origin: originOf(answer) });
  };

  closings.onClose(async (closed) => {
    const traceIds = [...closed.traceIds, ...(await answers.drop(closed))];
    await Promise.allSettled(inserting);
    await forget(options, ['workspace_id', closed.workspaceIds]);
    await forget(options, ['trace_id', traceIds]);
  });

  return {
    async collect(chunks, request) {
      const gathered = await gather(chunks, request, options);
      const { file, ...result } = gathered;
      if (!file) return { ...result, truncated: !result.totalRowsExact, token: null };
      const token = randomBytes(32).toString('base64url');
      const hash = hashOf(token);
      const row = rowOf(hash, file, gathered, request, options);
      finishing.set(hash, keep(hash, file, { row, origin: originOf(request) }));
      return { ...result, truncated: true, token };
    },

    async page(token, reader, offset, limit) {
      const row = await rowFor(token, reader);
      // What can't be fetched still has a status.
      (await pinned(row, options))();
      return pageOf(row, options, offset, limit);
    },

    async find(token, reader) {
      return keptOf(await rowFor(token, reader), options);
    },

    async remember(answer) {
      const { traceId, rows, breakdown } = answer;
      if ('token' in rows) {
        const hash = hashOf(rows.token);
        const named = async () => {
          await finishing.get(hash);
          if (closings.isClosed(originOf(answer))) return drop(options, [hash]);
          const groups = breakdown && JSON.stringify({ breakdown });
          await options.store
            .updateTable('results')
            .set({ trace_id: traceId, rows: groups })
            .where('token_hash', '=', hash)
            .execute();
        };
        return answers.await(traceId, originOf(answer), named());
      }
      const stored: StoredRows = { rows, ...(breakdown ? { breakdown } : {}) };
      // No row is shorter as JSON than its brackets, one cell and a comma.
      const mayFit = rows.length * 4 <= options.maxStoredBytes;
      const text = mayFit ? JSON.stringify(stored) : '';
      if (!mayFit || Buffer.byteLength(text) > options.maxStoredBytes)
        return answers.await(traceId, originOf(answer), keepInFile(answer, rows));
      const row = answerRowOf(answer, hashOfNoToken(), rows.length, options);
      return answers.add({ ...row, rows: text }, originOf(answer));
    },

    async recall(traceId, reader, most) {
      const row = living(await answers.find(traceId), reader);
      return row && recalledOf(row, most, options);
    },

    sweep: (unfinishedBefore) => sweep(options, unfinishedBefore),
    forget: (workspaceIds) => forget(options, ['workspace_id', workspaceIds]),

    async close() {
      await answers.close();
      while (finishing.size > 0) await Promise.all(finishing.values());
    },
  };
}

type Gathered = Omit<CollectedResult, 'truncated' | 'token'> & { readonly file: SpoolFile | null };

async function gather(
  chunks: AsyncIterable<ResultChunk>,
  request: CollectOptions,
  options: SpoolOptions,
): Promise<Gathered> {
  const { inline: limits, room, signal } = request;
  let columns: readonly ResultColumn[] = [];
  let extent: HeldBytes | null = null;
  const inline = new InlineRows(limits, BASE_BYTES, () => {
    extent = room.tryExtend(limits.bytes);
    return extent !== null;
  });
  let file: SpoolFile | null = null;
  let totalRows = 0;
  let end = { truncated: false, engineMs: 0, notes: [] as readonly string[] };
  try {
    reading: for await (const chunk of chunks) {
      signal.throwIfAborted();
      if (chunk.kind === 'columns') columns = distinctNames(chunk.columns);
      else if (chunk.kind === 'end') end = chunk;
      else
        for (const row of rowsOf(chunk)) {
          if (totalRows >= options.maxRows || (file && file.bytes >= options.maxBytes)) {
            end = { ...end, truncated: true };
            break reading;
          }
          totalRows++;
          const before = inline.rows.length;
          // All rows are in the file as soon as one of them is not whole in the answer.
          if (inline.isFull || !inline.take(row.cells()))
            file ??= startFile(options.folder, inline.rows.slice(0, before));
          const writing = file?.append(row.text());
          if (writing) await writing;
        }
    }
    if (inline.isShort && file) extent = await fill(inline, file, request);
    // Whoever has asked for the first row gets something of it.
    if (totalRows > 0 && inline.rows.length === 0) throw tooLargeRow(limits.bytes);
  } catch (error) {
    await file?.discard();
    throw error;
  }
  extent?.shrinkTo(inline.bytes);
  const { truncated, engineMs, notes } = end;
  const { rows, cut: cutCells } = inline;
  const counts = { totalRows, totalRowsExact: !truncated };
  return { columns, rows, cutCells, ...counts, engineMs, notes, file };
}

interface RowInEitherForm {
  readonly cells: () => Row;
  readonly text: () => string;
}

/** The rows of a chunk, parsed or written as text only where that is asked for. */
function* rowsOf(chunk: Extract<ResultChunk, { kind: 'rows' }>): Generator<RowInEitherForm> {
  if (chunk.texts)
    for (const text of chunk.texts)
      yield { cells: () => JSON.parse(text) as Row, text: () => text };
  else for (const row of chunk.rows) yield { cells: () => row, text: () => JSON.stringify(row) };
}

/**
 * Reads the rows that the answer had no memory for when they came, after the engine was done: while this waits for
 * memory it holds nothing that others wait for.
 */
async function fill(
  inline: InlineRows,
  file: SpoolFile,
  { inline: limits, room, signal }: CollectOptions,
): Promise<HeldBytes | null> {
  const extent = await room.extend(limits.bytes, signal);
  if (!extent) return null;
  await file.finish();
  inline.resume();
  for await (const line of spooledRows(file.path, inline.rows.length)) {
    signal.throwIfAborted();
    inline.take(JSON.parse(line.toString()) as Row);
    if (inline.isFull) break;
  }
  return extent;
}

function startFile(folder: string, inline: readonly Row[]): SpoolFile {
  const name = randomBytes(12).toString('hex');
  return new SpoolFile(path.join(folder, name), inline);
}

/** Equal names are kept apart: `total`, `total_2`. */
function distinctNames(columns: readonly ResultColumn[]): readonly ResultColumn[] {
  const taken = new Set<string>();
  return columns.map((column) => {
    let name = column.name;
    for (let number = 2; taken.has(name); number++) name = `${column.name}_${number}`;
    taken.add(name);
    return { ...column, name };
  });
}

function rowOf(
  hash: string,
  file: SpoolFile,
  { columns, totalRows, totalRowsExact }: Gathered,
  { attachments, ...made }: CollectOptions,
  options: SpoolOptions,
): ResultRow {
  return {
    ...ownRowOf({ ...made, columns, totalRows }, hash, options),
    data_version: attachments === null ? '' : dataVersion(attachments),
    total_rows_exact: totalRowsExact ? 1 : 0,
    spool: path.basename(file.path),
  };
}

/** The row of a result that its answer carried whole, but for where its rows are. */
const answerRowOf = (
  answer: AnswerRows,
  hash: string,
  totalRows: number,
  options: SpoolOptions,
): ResultRow => ({
  ...ownRowOf({ ...answer, totalRows }, hash, options),
  trace_id: answer.traceId,
});

interface Made extends Pick<AnswerRows, 'owner' | 'generationId' | 'sql' | 'columns'> {
  readonly totalRows: number;
}

/** What the rows of all results have: whose it is, what it is made of, and until when it is kept. */
function ownRowOf(
  { owner, generationId, sql, columns, totalRows }: Made,
  hash: string,
  { clock, ttlMs }: SpoolOptions,
): ResultRow {
  const now = clock.now();
  return {
    token_hash: hash,
    client_id: owner.clientId,
    workspace_id: owner.workspaceId,
    end_user_id: owner.endUserId,
    policy_hash: owner.policyHash,
    generation_id: generationId,
    data_version: '',
    columns: JSON.stringify(columns.map(({ name, type }) => ({ name, type }))),
    total_rows: totalRows,
    total_rows_exact: 1,
    spool: '',
    trace_id: null,
    rows: null,
    sql,
    created_at: timestamp(now),
    expires_at: timestamp(new Date(now.getTime() + ttlMs)),
  };
}

/**
 * Whether the reader is who the result was made for: same tenant, a key that reaches the workspace, same policy, and
 * the same end user. A full-access key that names no end user acts for its whole account.
 */
function mayRead(row: ResultRow, { principal, clientId }: ResultReader): boolean {
  const { key, endUserId } = principal;
  const wholeAccount = endUserId === null && key.scope === 'full' && !key.sample;
  return (
    row.client_id === clientId &&
    (principal.clientId === null || principal.clientId === clientId) &&
    (principal.workspaceId === null || principal.workspaceId === row.workspace_id) &&
    row.policy_hash === principal.policy.hash &&
    (row.end_user_id === endUserId || wholeAccount)
  );
}

const keyOf = (spool: string) => `spool/${spool}`;

/** Has the file of a result here, where it has one. */
const pinned = ({ spool }: ResultRow, { objects }: Pick<SpoolOptions, 'objects'>) =>
  objects.pin(spool === '' ? [] : [keyOf(spool)]);

type Place = Pick<SpoolOptions, 'folder' | 'objects'>;

function keptOf(row: ResultRow, place: Place): KeptResult {
  const { folder } = place;
  const file = row.spool === '' ? null : rowsFile(path.join(folder, row.spool));
  return {
    owner: {
      clientId: row.client_id,
      workspaceId: row.workspace_id,
      endUserId: row.end_user_id,
      policyHash: row.policy_hash,
    },
    columns: JSON.parse(row.columns) as KeptResult['columns'],
    complete: row.total_rows_exact === 1,
    sql: row.sql,
    dataVersion: row.data_version,
    createdAt: row.created_at,
    ...(file === null ? {} : { file }),
    pin: () => pinned(row, place),
    batches: (signal) => (file === null ? storedBatch(row) : jsonLines(file, { signal })),
  };
}

function pageOf(
  row: ResultRow,
  { pageBytes, ...place }: Place & Pick<SpoolOptions, 'pageBytes'>,
  offset: number,
  limit: number,
): ResultPage {
  const columns = JSON.parse(row.columns) as readonly { readonly name: string }[];
  const count = Math.min(offset + limit, row.total_rows) - offset;
  return {
    columns: columns.map(({ name }) => name),
    rows: pageRows(linesOf(row, place, offset), { count, bytes: pageBytes }),
    total_rows: row.total_rows,
    ...(row.total_rows_exact ? {} : { total_rows_exact: false as const }),
    offset,
  };
}

/** The rows of a result from `offset` on, each as the JSON text of its cells. */
async function* linesOf(row: ResultRow, place: Place, offset: number): AsyncGenerator<Buffer> {
  if (row.spool === '') return yield* storedLines(row, offset);
  const unpin = await pinned(row, place);
  try {
    yield* spooledRows(path.join(place.folder, row.spool), offset);
  } finally {
    unpin();
  }
}

async function* storedLines(row: ResultRow, offset: number): AsyncGenerator<Buffer> {
  for (const cells of storedRows(row).slice(offset)) yield Buffer.from(JSON.stringify(cells));
}

async function* storedBatch(row: ResultRow): AsyncGenerator<readonly Row[]> {
  yield storedRows(row);
}

async function recalledOf(
  row: ResultRow,
  most: { readonly rows: number; readonly bytes: number },
  place: Place,
): Promise<RecalledRows> {
  const { columns, rows: _, ...about } = pageOf(row, { ...place, pageBytes: most.bytes }, 0, 0);
  const rows: Row[] = [];
  let bytes = 0;
  if (most.rows > 0)
    for await (const line of linesOf(row, place, 0)) {
      if (rows.length >= most.rows || bytes + line.length > most.bytes) break;
      bytes += line.length + 1;
      rows.push(JSON.parse(line.toString()) as Row);
    }
  return {
    columns,
    rows: rows.length > 0 || row.total_rows === 0 ? rows : null,
    totalRows: about.total_rows,
    totalRowsExact: row.total_rows_exact === 1,
    breakdown: storedOf(row).breakdown ?? null,
    bytes,
    until: row.expires_at,
  };
}

async function* pageRows(
  lines: AsyncGenerator<Buffer>,
  most: { readonly count: number; readonly bytes: number },
): AsyncGenerator<Buffer> {
  if (most.count <= 0) return;
  let count = 0;
  let bytes = 0;
  for await (const line of lines) {
    bytes += line.length + 1;
    if (count > 0 && bytes > most.bytes) return;
    yield line;
    count += 1;
    if (count === most.count) return;
  }
}

async function sweep(options: SpoolOptions, unfinishedBefore?: Date): Promise<number> {
  const { store, folder, objects, clock } = options;
  const now = clock.now();
  await store.deleteFrom('results').where('expires_at', '<=', timestamp(now)).execute();
  const oldest = unfinishedBefore?.getTime() ?? now.getTime() - ORPHAN_AGE_MS;
  if (objects.isRemote) return sweepRemote(options, now.getTime() - ORPHAN_AGE_MS);
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return 0;
  const kept = await namedSpools(store);
  let removed = 0;
  for (const name of names) {
    if (kept.has(path.parse(name).name)) continue;
    const file = path.join(folder, name);
    const writtenAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    );
    if (writtenAt >= oldest) continue;
    await rm(file, { force: true });
    removed++;
  }
  return removed;
}

async function sweepRemote({ store, objects }: SpoolOptions, oldest: number): Promise<number> {
  const old = new Set<string>();
  for await (const { key, modifiedAt } of objects.list('spool/'))
    if (modifiedAt.getTime() < oldest) old.add(path.parse(key).name);
  const kept = old.size === 0 ? old : await namedSpools(store);
  const gone = [...old].filter((spool) => !kept.has(spool));
  for (const spool of gone) await objects.remove(keyOf(spool));
  return gone.length;
}

async function namedSpools(store: Store): Promise<Set<string>> {
  const rows = await store.selectFrom('results').select('spool').where('spool', '!=', '').execute();
  return new Set(rows.map(({ spool }) => spool));
}

/** Results that are removed in one go. */
const BATCH = 200;

async function forget(
  options: Pick<SpoolOptions, 'store' | 'objects'>,
  [column, ids]: readonly ['workspace_id' | 'trace_id', readonly string[]],
): Promise<void> {
  while (ids.length > 0) {
    const rows = await options.store
      .selectFrom('results')
      .select('token_hash')
      .where(column, 'in', ids)
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    const hashes = rows.map(({ token_hash }) => token_hash);
    await drop(options, hashes);
  }
}

/** Removes results by the hashes of their tokens. */
async function drop(
  { store, objects }: Pick<SpoolOptions, 'store' | 'objects'>,
  hashes: readonly string[],
): Promise<void> {
  for (let from = 0; from < hashes.length; from += BATCH) {
    const some = hashes.slice(from, from + BATCH);
    const ofThem = store.selectFrom('results').select('spool').where('token_hash', 'in', some);
    const rows = await ofThem.execute();
    for (const { spool } of rows) if (spool !== '') await objects.remove(keyOf(spool));
    await store.deleteFrom('results').where('token_hash', 'in', some).execute();
  }
}

const originOf = ({
  owner: { workspaceId },
  origin,
}: Pick<AnswerRows, 'owner' | 'origin'>): AnswerOrigin => ({ ...origin, workspaceId });

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
/** In the place of a hash, for results that nobody has a token of: it is found by no token, as nobody can find one for it. */
const hashOfNoToken = () => randomHex(32);

const notFound = () =>
  new AppError(
    'result_not_found',
    "This result token doesn't exist or has expired. Ask the question again.",
  );
