import { createParser } from 'eventsource-parser';
import { ConnectionError } from './errors.ts';
import type {
  AskStreamBody,
  DoneEvent,
  ErrorEvent,
  ExplanationEvent,
  ResultEvent,
  StatusEvent,
  StreamEvent,
} from './generated/types.ts';
import { requestOf } from './operation.ts';
import { type CallOptions, type Service, send } from './service.ts';

/** The end of an answer: the last `done` of the stream, which counts. */
export type AnswerDone = Extract<DoneEvent, { readonly duration_ms: number }>;

/** An event of an answer. `done` comes once, as the last one. */
export type AskEvent =
  | Exclude<StreamEvent, { readonly event: 'done' }>
  | { readonly event: 'done'; readonly data: AnswerDone };

/** What the events of one answer have told so far. */
export interface AskAnswer {
  /** Of a chat that this question began; null where an earlier one went on. */
  readonly sessionId: string | null;
  readonly stage: StatusEvent['stage'] | null;
  readonly thinking: string;
  readonly sql: string | null;
  readonly result: ResultEvent | null;
  readonly explanation: ExplanationEvent['text'] | null;
  /** Why there is no answer: a decline, a budget, a failure. */
  readonly error: ErrorEvent | null;
  /** Null until the answer is complete. */
  readonly done: AnswerDone | null;
}

export const NO_ANSWER_YET: AskAnswer = {
  sessionId: null,
  stage: null,
  thinking: '',
  sql: null,
  result: null,
  explanation: null,
  error: null,
  done: null,
};

/** The answer with one more event. */
export function withEvent(answer: AskAnswer, event: AskEvent): AskAnswer {
  switch (event.event) {
    case 'session':
      return { ...answer, sessionId: event.data.session_id };
    case 'status':
      return { ...answer, stage: event.data.stage };
    case 'thinking':
      return { ...answer, thinking: answer.thinking + event.data.content };
    case 'sql':
      return { ...answer, sql: event.data.sql };
    case 'result':
      return { ...answer, result: event.data };
    case 'explanation':
      return { ...answer, explanation: event.data.text };
    case 'error':
      return { ...answer, error: event.data };
    case 'done':
      return { ...answer, done: event.data };
    default:
      // An event of a newer service.
      return answer;
  }
}

/**
 * The stream broke before its answer was complete. The question is not asked again by itself: that would cost, and may
 * stand twice in its chat. Rows that came are those of the answer, but no verdict holds for them.
 */
export class StreamCutError extends ConnectionError {
  override readonly name = 'StreamCutError';
  /** What came. */
  readonly answer: AskAnswer;

  constructor(message: string, answer: AskAnswer, options?: ErrorOptions) {
    super(message, options);
    this.answer = answer;
  }
}

export interface AskStreamOptions extends CallOptions {
  /**
   * Silence after which the stream counts as cut, in milliseconds. The service sends a comment every
   * `http.heartbeat_ms` (15,000) where it has nothing else to say.
   */
  readonly silenceMs?: number;
}

const SILENCE_MS = 60_000;

/**
 * Asks, and gives the events of the answer as they come; its return value is the answer as a whole. Declines and
 * exhausted budgets are `error` events, followed by `done`. Throws `ServiceError` where the question is refused before
 * the stream begins, `StreamCutError` where it ends too early, the signal's `reason` when that is aborted. Leaving the
 * loop early ends the stream, and the work behind it.
 */
export async function* askStream(
  service: Service,
  parameters: { readonly client_id: string; readonly body: AskStreamBody },
  options: AskStreamOptions = {},
): AsyncGenerator<AskEvent, AskAnswer, void> {
  const { signal, silenceMs = SILENCE_MS } = options;
  const ender = new AbortController();
  const either = signal ? AbortSignal.any([signal, ender.signal]) : ender.signal;
  let answer = NO_ANSWER_YET;
  try {
    const path = '/clients/{client_id}/ask/stream';
    const sending = requestOf('POST', path, parameters, 'text/event-stream');
    const response = await send(service, sending, { ...options, signal: either });
    for await (const event of eventsOf(response, ender, silenceMs)) {
      if (!isAskEvent(event)) continue;
      answer = withEvent(answer, event);
      yield event;
    }
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof StreamBroken) {
      // What follows the last event changes nothing.
      if (answer.done) return answer;
      throw new StreamCutError('The connection was lost before the answer was complete.', answer, {
        cause: cause.cause,
      });
    }
    throw cause;
  } finally {
    ender.abort();
  }
  if (answer.done) return answer;
  throw new StreamCutError('The stream ended before the answer was complete.', answer);
}

/** The agent's own `done` comes before that of the answer, and says less. */
const isAskEvent = (event: StreamEvent): event is AskEvent =>
  event.event !== 'done' || 'duration_ms' in event.data;

/** Reading failed, as opposed to what a consumer throws. */
class StreamBroken extends Error {}

/** The events of a response; after `silenceMs` without a byte the connection is given up. */
async function* eventsOf(
  { body }: Response,
  ender: AbortController,
  silenceMs: number,
): AsyncGenerator<StreamEvent, void, void> {
  const found: { readonly event: string; readonly data: string }[] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => found.push({ event, data }),
  });
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  for (;;) {
    const timer = setTimeout(
      () => ender.abort(new Error(`The service sent nothing for ${silenceMs} ms.`)),
      silenceMs,
    );
    try {
      const piece = await reader?.read();
      if (!piece || piece.done) return;
      parser.feed(decoder.decode(piece.value, { stream: true }));
    } catch (cause) {
      throw new StreamBroken('the stream broke', { cause });
    } finally {
      clearTimeout(timer);
    }
    for (const { event, data } of found.splice(0)) yield parsed(event, data);
  }
}

function parsed(event: string, data: string): StreamEvent {
  try {
    return { event, data: JSON.parse(data) } as StreamEvent;
  } catch (cause) {
    throw new StreamBroken("an event isn't valid JSON", { cause });
  }
}
