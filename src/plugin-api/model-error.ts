export type ModelErrorKind =
  | 'rate_limited'
  | 'overloaded'
  | 'auth'
  | 'context_length'
  | 'content_filter'
  | 'network'
  | 'timeout'
  | 'malformed' // what came is no answer in the provider's protocol, or too large
  | 'request' // the provider refuses the request: an unknown model, a setting that it does not take
  | 'cancelled';

/** A failure of a model service. The message is for operators: it may name provider and model, never a key. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  /** Milliseconds after which the provider wants to be asked again; null where it says nothing. */
  readonly retryAfterMs: number | null;

  constructor(
    kind: ModelErrorKind,
    message: string,
    options: ErrorOptions & { readonly retryAfterMs?: number | null } = {},
  ) {
    super(message, options);
    this.name = 'ModelError';
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** Whether the same request may succeed when it is sent again, to this model or another one. */
export const isPassing = ({ kind }: ModelError): boolean =>
  kind === 'rate_limited' || kind === 'overloaded' || kind === 'network' || kind === 'timeout';
