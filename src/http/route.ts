import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { ErrorCode } from '#src/errors.ts';
import type { Principal } from '#src/principal.ts';
import type { AnswerOrigin } from '#src/store/closings.ts';
import type { Settle } from '#src/store/settle.ts';

/**
 * What a route demands of its caller. The access matrix test is made from it.
 * - `public`: no key
 * - `identify`: any key, also the sample key; no end-user id asked for
 * - `query`: any key, also the sample key; no end-user id asked for (`/query` stands alone)
 * - `ask`: any key, also the sample key; an ask-only or sample key has to name its end user. To ask, and to read what
 *   that end user was answered
 * - `read`: full-access and ask-only keys; an ask-only key has to name its end user
 * - `analyse`: full-access keys, and members who are analysts or admins
 * - `manage`: full-access keys, and members who are admins
 */
export type Capability = 'public' | 'identify' | 'query' | 'ask' | 'read' | 'analyse' | 'manage';

/** Which limits a call counts against. */
export type RateClass = 'none' | 'request' | 'question' | 'upload' | 'sign-in' | 'snapshot';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Schema = z.ZodType;
type Parsed<T> = T extends Schema ? z.output<T> : undefined;

export interface ResponseSpec {
  readonly description: string;
  /** JSON body; absent for a response that is none. */
  readonly schema?: Schema;
  /** One, or all that it may be; beside JSON where there is a schema. */
  readonly contentType?: string | readonly string[];
}

/** Carries `work` out unless the same content came with the same `Idempotency-Key` before. */
export type Once = (
  content: unknown,
  work: () => Promise<RouteReply> | RouteReply,
) => Promise<RouteReply>;

/**
 * Notes an answer in the transaction that makes it true, with its entry of the audit log: a request that comes again
 * with its `Idempotency-Key` gets it, even if this process dies before it is sent.
 */
export type Keep = Settle<JsonReply>;

/** Keeps all events of a stream for the same request with the same `Idempotency-Key`. Never rejects. */
export type KeepStream = (text: readonly string[], origin: AnswerOrigin) => Promise<void>;

export interface RouteRequest<P, Q, B, C> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** Null on public routes only. */
  readonly principal: C extends 'public' ? null : Principal;
  readonly requestId: string;
  /** Aborted when the client goes away or the server stops. */
  readonly signal: AbortSignal;
  /** For routes with `idempotency: 'form'`: does the work, or answers as the first request did. */
  readonly once: Once;
  /** For `keptReply`. */
  readonly keep: Keep;
  /** For routes with `idempotency: 'stream'`: keeps the events; null where nobody wants them again. */
  readonly keepStream: KeepStream | null;
  /** Calls other routes of this service as the same caller, with all that they demand; no socket lies between. */
  readonly innerFetch: typeof fetch;
  /** For routes that read or write the wire themselves. */
  readonly raw: Request;
  readonly res: Response;
}

/** A JSON answer, or one whose text is made in pieces; nothing where the handler wrote to `res` itself. */
export type RouteReply = JsonReply | TextReply | PiecesReply | undefined;

export interface JsonReply {
  readonly status: number;
  readonly body: unknown;
  /** It may be long: its text is written in pieces, as the reader takes them. */
  readonly isLong?: boolean;
  /** It holds rows of a workspace or chat, and is not given again when they are gone. */
  readonly origin?: AnswerOrigin;
}

/** A JSON answer whose text is written already. */
export interface TextReply {
  readonly status: number;
  readonly text: string;
  /** As in `JsonReply`. */
  readonly origin?: AnswerOrigin;
}

/** An answer whose text is read from somewhere, or is no JSON. It is not kept for repeated requests. */
export interface PiecesReply {
  readonly status: number;
  readonly pieces: AsyncIterable<string | Buffer>;
  /** JSON where absent. */
  readonly contentType?: string;
  /** More headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * What a POST does with an `Idempotency-Key`.
 * - `reply`: the JSON answer is kept and given again (the default of a POST with a JSON body)
 * - `stream`: the events are
 * - `form`: the handler reads its body first, then calls `once` with what stands for it
 * - `none`: the header is ignored (the default of all others)
 */
export type Repeat = 'reply' | 'stream' | 'form' | 'none';

/** How a success of a route stands in the audit log. */
export interface RouteAudit {
  /** Thing and what became of it, e.g. `file.uploaded`. */
  readonly action: string;
  /** Fields of the answer that say what was changed; never secrets. The parameters of the path are there anyway. */
  readonly tells?: readonly string[];
}

export interface RouteSpec<
  C extends Capability = Capability,
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
> {
  readonly method: Method;
  /** With `{name}` for parameters, as the specification writes it. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly capability: C;
  readonly rate: RateClass;
  readonly idempotency?: Repeat;
  /** The deployment has it switched off: `Not found`, whatever is sent. */
  readonly off?: boolean;
  /**
   * Named by every managing route that is no GET, which hands `keep` over to what it changes. `in transaction`: the
   * feature writes an entry of its own with its change; null: nothing is changed.
   */
  readonly audit?: RouteAudit | 'in transaction' | null;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The body is a document that grows with the data: `http.max_document_bytes` bounds it. */
  readonly isDocument?: boolean;
  /** Documentation of a body that is no JSON; the handler reads it itself. */
  readonly rawBody?: { readonly contentType: string; readonly schema: Schema };
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  /** Errors of this route beside those of its capability, as the document lists them. */
  readonly errors?: readonly ErrorCode[];
  handle(
    request: RouteRequest<Parsed<P>, Parsed<Q>, Parsed<B>, C>,
  ): Promise<RouteReply> | RouteReply;
}

/** A route with its types forgotten, as the table of routes holds it. */
export type Route = Omit<RouteSpec, 'handle'> & {
  handle(
    request: RouteRequest<unknown, unknown, unknown, Capability>,
  ): Promise<RouteReply> | RouteReply;
};

/** Declares a route: what it takes, what it demands, what it answers, beside the code that answers. */
export function defineRoute<
  C extends Capability,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(spec: RouteSpec<C, P, Q, B>): Route {
  // The dispatcher parses with the very schemas that give `handle` its types.
  return spec as unknown as Route;
}

export const json = (body: unknown, status = 200): JsonReply => ({ status, body });

/** The answer to what `make` makes in a transaction, kept there by what it calls with it. */
export async function keptReply<T>(
  keep: Keep,
  make: (settle: Settle<T>) => Promise<T>,
  replyOf: (made: T) => JsonReply,
): Promise<JsonReply> {
  let kept: JsonReply | null = null;
  const made = await make((trx, inside) => {
    kept = replyOf(inside);
    return keep(trx, kept);
  });
  return kept ?? replyOf(made);
}
