import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import type { AtPoint } from '#src/crash-point.ts';
import { AppError } from '#src/errors.ts';
import { newId } from '#src/ids.ts';
import { closingsOf } from '#src/store/closings.ts';
import type { IdempotentRequestRow, Store, StoreSchema } from '#src/store/schema.ts';
import type { StoreTime } from '#src/store/store-time.ts';
import { openResponse, sealLongResponse, sealResponse } from './sealed-response.ts';
import type {
  FirstRequest,
  Idempotency,
  KeptResponse,
  RepeatableRequest,
  RepeatedRequest,
} from './types.ts';

export interface IdempotencyDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** For leases: the clock of the store. */
  readonly time: StoreTime;
  readonly log: Logger;
  readonly config: Config['idempotency'];
  /** For tests: the work of a request is done, its response is neither kept (but in its transaction) nor sent. */
  readonly atCrashPoint?: AtPoint<'answer-made'>;
}

export interface OpenIdempotency extends Idempotency {
  /** Removes what is past its time; says how much. */
  sweep(): Promise<number>;
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** Characters of a response that are packed at once, in a millisecond. */
const SEALED_AT_ONCE = 64 * 1024;
/** How often a lost race for a row is run again. */
const ATTEMPTS = 5;

/** Responses on their way to the store. */
type Keeping = Set<Promise<unknown>>;
/** An id that nothing has, so that no list is empty. */
const NONE = '';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Requests with an `Idempotency-Key`, in the store: every gateway sees them, and they outlive a restart. One statement
 * claims a key; the claim is a lease that its holder renews, so that the key of a gateway that died is free again
 * after `lease_ms`, unless its response was kept with what it made. Responses are encrypted with what only their caller
 * has.
 */
export function openIdempotency(deps: IdempotencyDeps): OpenIdempotency {
  const { store, clock, log, config } = deps;
  const sweep = async () => {
    const removed = await store
      .deleteFrom('idempotent_requests')
      .where('expires_at', '<=', timestamp(clock.now()))
      .executeTakeFirst();
    return Number(removed.numDeletedRows);
  };
  const keeping: Keeping = new Set();
  closingsOf(store).onClose(async ({ workspaceIds, sessionIds }) => {
    await Promise.allSettled(keeping);
    await store
      .deleteFrom('idempotent_requests')
      .where((e) =>
        e.or([
          e('workspace_id', 'in', [...workspaceIds, NONE]),
          e('session_id', 'in', [...sessionIds, NONE]),
        ]),
      )
      .execute();
  });
  const timer = setInterval(() => {
    sweep().catch((error: unknown) =>
      log.warn({ err: error }, "old Idempotency-Keys weren't removed"),
    );
  }, config.sweep_ms);
  timer.unref();
  return {
    async begin(request) {
      const id = sha256(JSON.stringify([request.caller, request.idempotencyKey]));
      const fingerprint = sha256(request.content);
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const owner = await claim(deps, request.accountId, id, fingerprint);
        if (owner) return first({ ...deps, keeping }, request, { id, owner });
        const row = await store
          .selectFrom('idempotent_requests')
          .select(['id', 'fingerprint', 'lease_until', 'answered_at'])
          .select(sql<number | string | null>`length(response)`.as('size'))
          .where('id', '=', id)
          .executeTakeFirst();
        // Released between the two statements: it is free now.
        if (row) return repeated(store, request, row, fingerprint, clock);
      }
      throw inProgress(1);
    },
    sweep,
    async close() {
      clearInterval(timer);
    },
  };
}

/** The id of the attempt that now holds the key; null where another one does, or did. */
async function claim(
  { store, clock, time, config }: IdempotencyDeps,
  accountId: string,
  id: string,
  fingerprint: string,
): Promise<string | null> {
  const owner = newId('try');
  const now = clock.now().getTime();
  const at = timestamp(new Date(now));
  const claimed = await store
    .insertInto('idempotent_requests')
    .values({
      id,
      account_id: accountId,
      fingerprint,
      owner,
      lease_until: time.at(config.lease_ms),
      response: null,
      answered_at: null,
      expires_at: timestamp(new Date(now + config.ttl_hours * HOUR_MS)),
      workspace_id: null,
      session_id: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          fingerprint: eb.ref('excluded.fingerprint'),
          owner: eb.ref('excluded.owner'),
          lease_until: eb.ref('excluded.lease_until'),
          response: null,
          answered_at: null,
          expires_at: eb.ref('excluded.expires_at'),
        }))
        .where((eb) =>
          eb.or([
            eb('idempotent_requests.expires_at', '<=', at),
            eb.and([
              eb('idempotent_requests.answered_at', 'is', null),
              eb('idempotent_requests.lease_until', '<=', time.at(0)),
              eb('idempotent_requests.fingerprint', '=', fingerprint),
            ]),
          ]),
        ),
    )
    .returning('owner')
    .executeTakeFirst();
  return claimed ? owner : null;
}

function first(
  deps: IdempotencyDeps & { readonly keeping: Keeping },
  request: RepeatableRequest,
  { id, owner }: { readonly id: string; readonly owner: string },
): FirstRequest {
  const { store, clock, time, log, config } = deps;
  const mine = (db: Kysely<StoreSchema>) =>
    db
      .updateTable('idempotent_requests')
      .where('id', '=', id)
      .where('owner', '=', owner)
      .where('answered_at', 'is', null);
  const answered = (response: string | null) => ({
    response,
    answered_at: timestamp(clock.now()),
  });
  const isShort = ({ body }: { readonly body: string }) => body.length <= config.max_response_bytes;
  const sealed = ({ body, ...head }: KeptResponse) =>
    typeof body === 'string' && body.length <= Math.min(SEALED_AT_ONCE, config.max_response_bytes)
      ? sealResponse({ ...head, body }, request, id)
      : sealLongResponse({ ...head, body }, request, id, config.max_response_bytes);
  const renewal = setInterval(() => {
    mine(store)
      .set({ lease_until: time.at(config.lease_ms) })
      .execute()
      .catch((error: unknown) =>
        log.warn({ err: error }, "the lease of a request with an Idempotency-Key wasn't renewed"),
      );
  }, config.lease_ms / 3);
  renewal.unref();
  const settled = async (work: () => Promise<unknown>) => {
    clearInterval(renewal);
    await work().catch((error: unknown) =>
      log.error({ err: error }, "the outcome of a request with an Idempotency-Key wasn't recorded"),
    );
  };
  const release = () =>
    store
      .deleteFrom('idempotent_requests')
      .where('id', '=', id)
      .where('owner', '=', owner)
      .where('answered_at', 'is', null)
      .execute();
  return {
    kind: 'first',
    async keep(trx, response) {
      // In a transaction nothing else is waited for: what is made in one has a short response.
      const { numUpdatedRows } = await mine(trx)
        .set(answered(isShort(response) ? sealResponse(response, request, id) : null))
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw inProgress(1);
    },
    finish(response, origin) {
      deps.atCrashPoint?.('answer-made');
      return settled(async () => {
        const text = response && (await sealed(response));
        if (origin && closingsOf(store).isClosed(origin)) return release();
        const of = origin && { workspace_id: origin.workspaceId, session_id: origin.sessionId };
        const kept = mine(store)
          .set({ ...answered(text), ...of })
          .execute();
        deps.keeping.add(kept);
        return kept.finally(() => deps.keeping.delete(kept));
      });
    },
    release: () => settled(release),
  };
}

/** What is known of a kept response before it is loaded. */
interface KeptRow
  extends Pick<IdempotentRequestRow, 'id' | 'fingerprint' | 'lease_until' | 'answered_at'> {
  readonly size: number | string | null;
}

async function repeated(
  store: Store,
  request: RepeatableRequest,
  row: KeptRow,
  fingerprint: string,
  clock: Clock,
): Promise<RepeatedRequest> {
  if (row.fingerprint !== fingerprint)
    throw new AppError(
      'idempotency_mismatch',
      'This Idempotency-Key was already used for a different request. Send a new key with each new request.',
    );
  if (row.answered_at === null) {
    const left = Date.parse(`${row.lease_until}Z`) - clock.now().getTime();
    throw inProgress(Math.min(Math.max(left / 1_000, 1), 5));
  }
  const response = row.size === null ? null : await load(store, request, row.id, Number(row.size));
  if (response) return { kind: 'repeated', response };
  throw new AppError(
    'idempotency_not_kept',
    "The request with this Idempotency-Key succeeded, but its response isn't available anymore. Check the result before you retry with a new key.",
  );
}

/** The text of a response, its bytes and the same decrypted are in memory together. */
const COPIES = 3;

async function load(store: Store, request: RepeatableRequest, id: string, size: number) {
  await request.beforeLoading?.(size * COPIES);
  const row = await store
    .selectFrom('idempotent_requests')
    .select('response')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.response ? openResponse(row.response, request, id) : null;
}

const inProgress = (seconds: number) =>
  new AppError(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is still running. Send it again in a moment.',
    { retryAfter: seconds },
  );
