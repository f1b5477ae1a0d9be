import type { Transaction } from 'kysely';
import type { AnswerOrigin } from '#src/store/closings.ts';
import type { StoreSchema } from '#src/store/schema.ts';

/** A response to be kept. A long body comes in pieces; it is read once. */
export interface KeptResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Iterable<string>;
}

/** A kept response to be sent again; its pieces are unpacked as they are read. */
export interface RepeatedResponse {
  readonly status: number;
  readonly contentType: string;
  readonly pieces: Iterable<string> | AsyncIterable<Buffer>;
}

/** A request that was sent with an `Idempotency-Key`. */
export interface RepeatableRequest {
  readonly accountId: string;
  /** Whose key it is: only the same one meets it again. */
  readonly caller: string;
  readonly idempotencyKey: string;
  /** What the caller proved itself with; what is kept can be read with this and the key only. */
  readonly credential: string;
  /** Everything that makes it this request: method, address, body. */
  readonly content: string;
  /** Called before a response of about so many bytes is taken into memory; it waits where there is no room. */
  readonly beforeLoading?: (bytes: number) => Promise<void>;
}

/** The first of its key, to be worked on and then finished or released. */
export interface FirstRequest {
  readonly kind: 'first';
  /**
   * Keeps the response in the transaction that makes it true, so that no crash parts the two. Fails with
   * `idempotency_in_progress` where the key was taken over meanwhile, and the transaction has to fail with it.
   */
  keep(
    trx: Transaction<StoreSchema>,
    response: KeptResponse & { readonly body: string },
  ): Promise<void>;
  /**
   * Keeps the response for those that come again, unless one is kept; null: it was given, but cannot be kept. One that
   * holds rows says whose (`origin`): where they were closed meanwhile, the request may be made again. Never rejects.
   */
  finish(response: KeptResponse | null, origin?: AnswerOrigin): Promise<void>;
  /** Nothing came of it: the next one with the key is the first again, unless a response is kept. Never rejects. */
  release(): Promise<void>;
}

export interface RepeatedRequest {
  readonly kind: 'repeated';
  readonly response: RepeatedResponse;
}

/** Lets each request that carries an `Idempotency-Key` happen once. */
export interface Idempotency {
  /**
   * Fails with `idempotency_in_progress` (409) while the first one is worked on, `idempotency_mismatch` (422) where
   * the key was sent with another content, and `idempotency_not_kept` (409) where the first response is not there to
   * be given again.
   */
  begin(request: RepeatableRequest): Promise<FirstRequest | RepeatedRequest>;
}
