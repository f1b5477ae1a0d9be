import type { Logger } from 'pino';
import type { AnswerTrace, AnswerTraceDetails, KeptForm } from '#src/ask/types.ts';
import { closingsOf } from '#src/store/closings.ts';
import { gatewayOf } from '#src/store/gateway.ts';
import { insertLate } from '#src/store/late-rows.ts';
import type { AnswerRow, Store } from '#src/store/schema.ts';
import type { TextParts } from '#workers/late-rows-protocol.ts';

export interface TraceWriterOptions {
  readonly store: Store;
  readonly log: Logger;
  /** Milliseconds after which what waits is written. */
  readonly flushMs: number;
  /** Traces that wait while the store is away; the oldest are dropped then. */
  readonly maxWaiting: number;
}

/** Traces that are written in one go. */
const BATCH = 100;

interface TraceReader {
  readonly clientId: string;
  /** Null: everybody's. */
  readonly endUserId: string | null;
}

export interface TraceWriter {
  /**
   * Has a trace written soon; not where its chat was deleted since `since` (`closings.begin`). With `atOnce` it resolves
   * when that is done, or has failed: the turn of a chat names its trace, so that after a crash both are there or none.
   */
  write(trace: AnswerTrace, since: number, atOnce?: boolean): Promise<void>;
  /** The trace of an answer of the tenant (and person); null where there is none. */
  read(traceId: string, reader: TraceReader): Promise<AnswerTrace | null>;
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Writes traces in batches: they are for support, and no answer waits for them but that of a chat. */
export function createTraceWriter({
  store,
  log,
  flushMs,
  maxWaiting,
}: TraceWriterOptions): TraceWriter {
  const waiting = new Map<string, AnswerTrace>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;

  const writeAll = async () => {
    while (waiting.size > 0) {
      const batch = [...waiting.values()].slice(0, BATCH);
      await insertLate(store, 'answers', batch.map(rowOf));
      for (const { traceId } of batch) waiting.delete(traceId);
    }
  };

  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    writing ??= writeAll()
      .catch((error: unknown) => {
        log.error({ err: error, waiting: waiting.size }, 'traces not written');
        schedule();
      })
      .finally(() => {
        writing = null;
      });
    return writing;
  };

  const schedule = () => {
    timer ??= setTimeout(() => void flush(), flushMs);
    timer.unref();
  };

  const closings = closingsOf(store);
  closings.onClose(async ({ sessionIds }) => {
    const isOfThem = ({ details: { session_id } }: AnswerTrace) =>
      session_id !== null && sessionIds.includes(session_id);
    const dropped = [...waiting.values()].filter(isOfThem).map(({ traceId }) => traceId);
    if (dropped.length === 0) return;
    for (const traceId of dropped) waiting.delete(traceId);
    await writing;
    await store.deleteFrom('answers').where('trace_id', 'in', dropped).execute();
  });

  return {
    async write(trace, since, atOnce = false) {
      const { session_id: sessionId } = trace.details;
      if (closings.isClosed({ since, workspaceId: null, sessionId })) return;
      waiting.set(trace.traceId, trace);
      if (waiting.size > maxWaiting) waiting.delete(waiting.keys().next().value!);
      // Another gateway may be asked for it as soon as the answer is sent.
      if (atOnce || gatewayOf(store).isShared) await flush();
      else schedule();
    },
    async read(traceId, reader) {
      const trace = waiting.get(traceId) ?? (await readTrace(store, traceId));
      return trace && mayRead(trace, reader) && (await isThere(store, trace)) ? trace : null;
    },
    flush,
    async close() {
      await flush();
      if (timer) clearTimeout(timer);
    },
  };
}

async function readTrace(store: Store, traceId: string): Promise<AnswerTrace | null> {
  const row = await store
    .selectFrom('answers')
    .selectAll()
    .where('trace_id', '=', traceId)
    .executeTakeFirst();
  return row ? traceOf(row) : null;
}

/** What a removed workspace leaves behind is removed by a job; until then nobody reads it. */
async function isThere(store: Store, { workspaceId }: AnswerTrace): Promise<boolean> {
  const row = await store
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  return row !== undefined;
}

const mayRead = (trace: AnswerTrace, { clientId, endUserId }: TraceReader) =>
  trace.clientId === clientId && (endUserId === null || trace.endUserId === endUserId);

function rowOf(trace: AnswerTrace) {
  return {
    trace_id: trace.traceId,
    account_id: trace.accountId,
    client_id: trace.clientId,
    workspace_id: trace.workspaceId,
    key_id: trace.keyId,
    end_user_id: trace.endUserId,
    generation_id: trace.generationId,
    question: trace.question,
    result: trace.result,
    sql: trace.sql,
    trace: detailsOf(trace.details),
    cost_usd: trace.costUsd,
    duration_ms: trace.durationMs,
    created_at: trace.createdAt,
  };
}

/** The JSON of what a trace tells, in parts; the larger ones are the same for answers that come again, and written once. */
function detailsOf({ checks, answer, ...own }: AnswerTraceDetails): TextParts {
  const parts = [{ text: `${JSON.stringify(own).slice(0, -1)},"checks":` }, textOnce(checks)];
  const form = answer ? [{ text: ',"answer":' }, textOnce(answer, withoutKnown)] : [];
  return [...parts, ...form, { text: '}' }];
}

const texts = new WeakMap<object, TextParts[number]>();

function textOnce<T extends object>(
  value: T,
  shown: (value: T) => object = (same) => same,
): TextParts[number] {
  const part = texts.get(value) ?? { text: JSON.stringify(shown(value)) };
  texts.set(value, part);
  return part;
}

/** The form of an answer without what its trace tells by itself. */
function withoutKnown(form: KeptForm): KeptForm {
  const { sql: _, assumptions: __, verification, ...rest } = form as Answered;
  if (!verification) return form;
  const { checks: ___, ...verdict } = verification;
  return { ...rest, verification: verdict };
}

/** A form as it was before `withoutKnown`; those of earlier versions hold everything. */
function withKnown(form: KeptForm, row: AnswerRow, details: AnswerTraceDetails): KeptForm {
  const { verification } = form as Answered;
  if (!verification) return form;
  const checks = details.checks.filter(({ outcome }) => outcome !== 'skipped');
  const known = { sql: row.sql, assumptions: details.assumptions };
  return { ...known, ...form, verification: { checks, ...verification } };
}

/** What a form has besides, where the question has an answer. */
type Answered = KeptForm & { readonly verification?: Readonly<Record<string, unknown>> };

function traceOf(row: AnswerRow): AnswerTrace {
  const { answer, ...rest } = JSON.parse(row.trace) as AnswerTraceDetails;
  const details = answer ? { ...rest, answer: withKnown(answer, row, rest) } : rest;
  return {
    traceId: row.trace_id,
    accountId: row.account_id,
    clientId: row.client_id,
    workspaceId: row.workspace_id,
    keyId: row.key_id,
    endUserId: row.end_user_id,
    generationId: row.generation_id,
    question: row.question,
    result: row.result as AnswerTrace['result'],
    sql: row.sql,
    durationMs: row.duration_ms,
    costUsd: row.cost_usd,
    createdAt: row.created_at,
    details,
  };
}
