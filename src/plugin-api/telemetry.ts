/** Takes traces of requests and sends them to where operators look at them. */
export interface Telemetry {
  /**
   * A request is over. Comes back at once: what cannot be sent now waits in a bounded queue, and what finds no room
   * there is dropped and counted. A receiver that is slow or gone is nobody's trouble but the plugin's.
   */
  record(trace: RequestTrace): void;
  /** Spans that were dropped since the start: no room, or the receiver did not take them. */
  dropped(): number;
  /** Sends what waits, for some seconds at the most. */
  close(): Promise<void>;
}

/** One request with its steps. */
export interface RequestTrace {
  /** What `traceparent` of the request named (W3C Trace Context, level 1), checked; null: the trace begins here. */
  readonly parent: { readonly traceId: string; readonly spanId: string } | null;
  /** The request first; each other span behind the one that it is a part of. */
  readonly spans: readonly TracedSpan[];
}

export interface TracedSpan {
  /** From a fixed set: method and route, or the name of a step. */
  readonly name: string;
  /** `server`: the request; `client`: a call to a model, an engine or a database; `internal`: a step. */
  readonly kind: 'server' | 'client' | 'internal';
  /** Index of the span that it is a part of; null for the request. */
  readonly parent: number | null;
  /** Milliseconds since 1970, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  readonly failed: boolean;
  /** Questions, SQL and names of the data are among them only where `telemetry.include_content` says so. */
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}
