import type { IncomingHttpHeaders } from 'node:http';

/** What a fake model was asked, whatever the provider's words for it are. */
export interface FakeRequest {
  readonly provider: string;
  readonly model: string;
  readonly system: string;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  /** The JSON schema that the answer was to hold to; null for none. */
  readonly schema: unknown;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a fake model says: thoughts, text in pieces, and the tokens that it bills. */
export interface FakeReply {
  readonly thoughts: readonly string[];
  readonly pieces: readonly string[];
  readonly usage: {
    readonly input: number;
    readonly cached: number;
    readonly output: number;
    readonly reasoning: number;
  };
  readonly filtered?: boolean;
}

/** A failure over HTTP before any part was sent. */
export interface FakeError {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export type FakeFailure =
  | 'rate_limit'
  | 'error_500'
  | 'overloaded'
  | 'bad_key'
  | 'too_long'
  | 'no_credit';

/** One provider's wire format, from its public documentation. */
export interface FakeProtocol {
  readonly name: string;
  /** The request of an HTTP call; null where path or method are not the provider's. */
  read(
    path: string,
    body: Readonly<Record<string, unknown>>,
    headers: IncomingHttpHeaders,
  ): FakeRequest | null;
  /** Server-sent events of a whole answer, in order. */
  frames(reply: FakeReply, request: FakeRequest): readonly string[];
  failure(kind: FakeFailure): FakeError;
  /** What the provider says to a body that holds what it, or the model, does not take; null where it takes all. */
  refusal(request: FakeRequest): FakeError | null;
}

const words = (text: string) => text.split(/\s+/).filter(Boolean);

/** The first field of a body that is not among the documented ones. */
export function unknownField(body: Readonly<Record<string, unknown>>, known: string) {
  return Object.keys(body).find((name) => !words(known).includes(name)) ?? null;
}

export const json = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): FakeError => ({
  status,
  headers,
  body: JSON.stringify(body),
});

export const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
export const event = (name: string, value: object) =>
  `event: ${name}\ndata: ${JSON.stringify({ type: name, ...value })}\n\n`;

/** The text of a content that is a string or a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { readonly text?: unknown }) => String(part.text ?? '')).join('');
}
