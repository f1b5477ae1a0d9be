import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestTrace, TracedSpan } from '#src/plugin-api/telemetry.ts';

type Attributes = TracedSpan['attributes'];

/** Spans of one request at the most, and characters of an attribute; more are left out. */
const MAX_SPANS = 200;
const MAX_TEXT = 256;
const MAX_CONTENT = 8_192;

/** A step that is under way. */
export interface OpenSpan {
  set(attributes: Attributes): void;
  /** Texts of users or data: left out unless the operator wants them. */
  setContent(attributes: Readonly<Record<string, string>>): void;
  /** Ends it; more calls do nothing. */
  end(failed?: boolean): void;
}

type Recorded = { -readonly [Key in keyof TracedSpan]: TracedSpan[Key] };

/** The trace of a request that is under way. Its spans end when it does, at the latest. */
export class ActiveTrace {
  readonly #parent: RequestTrace['parent'];
  readonly #withContent: boolean;
  readonly #spans: Recorded[] = [];
  readonly #open = new Set<Recorded>();
  #over = false;

  constructor(parent: RequestTrace['parent'], withContent: boolean) {
    this.#parent = parent;
    this.#withContent = withContent;
  }

  /** Begins a span below another one; null where there is no room, or the request is over. */
  begin(
    name: string,
    kind: TracedSpan['kind'],
    parent: number | null,
  ): (OpenSpan & { readonly index: number }) | null {
    if (this.#over || this.#spans.length >= MAX_SPANS) return null;
    const startMs = performance.timeOrigin + performance.now();
    const span: Recorded = {
      ...{ name, kind, parent, startMs, endMs: startMs },
      ...{ failed: false, attributes: {} },
    };
    const index = this.#spans.push(span) - 1;
    this.#open.add(span);
    const set = (attributes: Attributes, longest: number) => {
      if (this.#over) return;
      const cut = Object.entries(attributes).map(([key, value]) => [
        key,
        typeof value === 'string' ? value.slice(0, longest) : value,
      ]);
      span.attributes = { ...span.attributes, ...Object.fromEntries(cut) };
    };
    return {
      index,
      set: (attributes) => set(attributes, MAX_TEXT),
      setContent: (attributes) => {
        if (this.#withContent) set(attributes, MAX_CONTENT);
      },
      end: (failed = false) => this.#end(span, failed),
    };
  }

  /** Ends what is still open, and gives all of it. */
  finish(): RequestTrace {
    for (const span of [...this.#open]) this.#end(span, span.failed);
    this.#over = true;
    return { parent: this.#parent, spans: this.#spans };
  }

  #end(span: Recorded, failed: boolean): void {
    if (!this.#open.delete(span)) return;
    span.endMs = performance.timeOrigin + performance.now();
    span.failed = failed;
  }
}

interface Scope {
  readonly trace: ActiveTrace;
  readonly root: OpenSpan;
  readonly index: number;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Runs the work of a request inside its trace: what it calls, at once or later, adds its spans there. */
export function withTrace<T>(
  trace: ActiveTrace,
  root: OpenSpan & { readonly index: number },
  work: () => T,
): T {
  return scopes.run({ trace, root, index: root.index }, work);
}

/** The span of the request that is served; null where it is not traced. */
export const requestSpan = (): OpenSpan | null => scopes.getStore()?.root ?? null;

/** Begins a span below the step that is under way; null where the request is not traced. */
export function openSpan(name: string, kind: TracedSpan['kind']): OpenSpan | null {
  const scope = scopes.getStore();
  return scope?.trace.begin(name, kind, scope.index) ?? null;
}

/** Runs a step as a span. Without a trace it only runs it. */
export async function inSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  const scope = scopes.getStore();
  const span = scope?.trace.begin(name, 'internal', scope.index);
  if (!scope || !span) return work();
  try {
    const result = await scopes.run({ ...scope, index: span.index }, work);
    span.end();
    return result;
  } catch (error) {
    span.end(true);
    throw error;
  }
}
