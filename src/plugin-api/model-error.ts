export type ModelErrorKind =
  | 'rate_limited'
  | 'overloaded'
  | 'auth'
  | 'quota' // no credit is left, or a quota is used up: waiting a little does not help
  | 'context_length'
  | 'content_filter'
  | 'network'
  | 'timeout'
  | 'malformed' // what came is no answer in the provider's protocol, or too large
  | 'request' // the provider refuses the request: an unknown model, a setting that it does not take
  | 'budget' // ours: what is left of a budget is set aside for other questions
  | 'cancelled';

/**
 * A failure of a model service. The message is in our words and reaches traces: it may name provider and model, and
 * holds nothing that a provider said, since a provider may quote the key it was sent.
 */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  /** What the provider said, for the log and the operator's terminal alone; null where it said nothing. */
  readonly detail: string | null;
  /** Milliseconds after which the provider wants to be asked again; null where it says nothing. */
  readonly retryAfterMs: number | null;

  constructor(
    kind: ModelErrorKind,
    message: string,
    options: {
      readonly retryAfterMs?: number | null;
      readonly detail?: string | null;
    } = {},
  ) {
    super(message);
    this.name = 'ModelError';
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.detail = options.detail ?? null;
  }
}

/** Whether the same request may succeed when it is sent again, to this model or another one. */
export const isPassing = ({ kind }: ModelError): boolean =>
  kind === 'rate_limited' || kind === 'overloaded' || kind === 'network' || kind === 'timeout';
