import type { ServerResponse } from 'node:http';
import type { Answer, AskEvent, OutputMode } from '#src/ask/types.ts';
import { jsonPieces } from './json-pieces.ts';
import { brokenOff, doneEvent, type StreamEvent, streamEvent } from './stream-events.ts';

export interface SseOptions {
  /** A comment is sent after this much silence, in milliseconds. */
  readonly heartbeatMs: number;
  /** A reader that takes nothing for this long is cut off, in milliseconds. */
  readonly stalledMs: number;
  /** A reader that has not taken everything so long after the answer was made is cut off, in milliseconds. */
  readonly sendMs: number;
  /** Frames that wait for a slow reader, in bytes; more hold the events back until the reader took them. */
  readonly bufferBytes: number;
  /** Aborted when the reader goes away or the server stops: the stream ends at once, and the work behind it. */
  readonly signal: AbortSignal;
  readonly outputMode: OutputMode;
  readonly traceId: string;
  /** Takes the text of all events before the last is sent, so that whoever saw the end is given the same again. */
  readonly keep?: ((answer: Answer, text: readonly string[]) => Promise<void>) | undefined;
  /** The conversation that is continued; null where the events name it. */
  readonly sessionId: string | null;
  /** What the `error` event says of a stream that breaks off: the server stops, or the pipeline failed. */
  readonly describeFailure: (error: unknown) => { readonly message: string; readonly kind: string };
}

/**
 * Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) with lines that end in CRLF.
 * Writes each event of the pipeline as it comes, then the route's `done` made from the answer. Between pipeline and
 * socket stands a bounded buffer, so that a slow reader holds nothing but its own frames. Never fails: what goes
 * wrong after the head was sent ends the stream with `error` and `done`, and null is returned in place of the answer.
 */
export async function streamAnswer(
  res: ServerResponse,
  events: AsyncGenerator<AskEvent, Answer, void>,
  options: SseOptions,
): Promise<Answer | null> {
  const begun = performance.now();
  open(res);
  const writer = new FrameWriter(res, options);
  const stream = { sessionId: options.sessionId };
  try {
    const answer = await pump(events, writer, options, stream);
    const done = doneEvent(answer);
    if (!writer.closed) await options.keep?.(answer, writer.textUntil(done));
    await writer.send(done);
    return answer;
  } catch (error) {
    // The pipeline learns that nobody reads on; it settles what it began without being waited for.
    events.return(undefined as never).catch(() => undefined);
    const closing = brokenOff(options.describeFailure(error), {
      durationMs: performance.now() - begun,
      traceId: options.traceId,
      outputMode: options.outputMode,
      sessionId: stream.sessionId,
    });
    for (const event of closing) await writer.send(event);
    return null;
  } finally {
    await writer.end();
  }
}

/** One event on the wire, in pieces. JSON text holds no line end, so that one `data:` line is enough. */
function* framePieces(id: number, { event, data }: StreamEvent): Generator<string, void, void> {
  let before = `id: ${id}\r\nevent: ${event}\r\ndata: `;
  for (const piece of jsonPieces(data)) {
    yield before + piece;
    before = '';
  }
  yield '\r\n\r\n';
}

export const STREAM_TYPE = 'text/event-stream; charset=utf-8';
const HEARTBEAT = ': keep-alive\r\n\r\n';

function open(res: ServerResponse): void {
  res.writeHead(200, {
    'Content-Type': STREAM_TYPE,
    'Cache-Control': 'no-cache, no-transform',
    Connection: 'keep-alive',
    'X-Accel-Buffering': 'no',
  });
  res.flushHeaders();
}

async function pump(
  events: AsyncGenerator<AskEvent, Answer, void>,
  writer: FrameWriter,
  { signal, outputMode }: SseOptions,
  stream: { sessionId: string | null },
): Promise<Answer> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  aborted.catch(() => undefined);
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    for (;;) {
      const next = await Promise.race([events.next(), aborted]);
      if (next.done) return next.value;
      const event = next.value;
      if (event.event === 'session') stream.sessionId = event.sessionId;
      if (isWanted(event, outputMode)) await writer.send(streamEvent(event));
      // Checked here too: events that come without a pause would never let the socket say that it closed.
      if (writer.closed) throw new Error('the client of the stream disconnected');
    }
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const isWanted = ({ event }: AskEvent, mode: OutputMode) =>
  !(event === 'result' && mode === 'text') && !(event === 'explanation' && mode === 'table');

class FrameWriter {
  private readonly res: ServerResponse;
  private readonly options: SseOptions;
  private readonly frames: string[] = [];
  /** All that was sent, where it is to be kept. */
  private readonly sent: string[] = [];
  private readonly heartbeat: NodeJS.Timeout;
  private waitingBytes = 0;
  private sequence = 0;
  private draining: Promise<void> = Promise.resolve();
  private isDraining = false;
  /** No comment stands within an event. */
  private isInFrame = false;
  private gone: boolean;

  constructor(res: ServerResponse, options: SseOptions) {
    this.res = res;
    this.options = options;
    this.gone = res.destroyed;
    res.once('close', () => {
      this.gone = true;
    });
    this.heartbeat = setInterval(() => {
      if (!this.gone && !this.isDraining && !this.isInFrame) res.write(HEARTBEAT);
    }, options.heartbeatMs);
    this.heartbeat.unref();
  }

  get closed(): boolean {
    return this.gone;
  }

  /** The text of all events with one more at the end, as `send` would write it. */
  textUntil(last: StreamEvent): readonly string[] {
    return [...this.sent, ...framePieces(this.sequence + 1, last)];
  }

  /** Resolves when the frame is on its way or buffered; waits only while the buffer is full. */
  async send(event: StreamEvent): Promise<void> {
    if (this.gone) return;
    this.sequence += 1;
    this.isInFrame = true;
    for (const text of framePieces(this.sequence, event)) {
      this.frames.push(text);
      if (this.options.keep) this.sent.push(text);
      this.waitingBytes += Buffer.byteLength(text);
      this.heartbeat.refresh();
      if (!this.isDraining) this.draining = this.drain();
      if (this.waitingBytes >= this.options.bufferBytes) await this.draining;
      if (this.gone) return;
    }
    this.isInFrame = false;
  }

  /** Ends the response when its reader took all, or was cut off. */
  async end(): Promise<void> {
    clearInterval(this.heartbeat);
    const late = setTimeout(() => this.cutOff('was too slow'), this.options.sendMs);
    await this.draining;
    clearTimeout(late);
    if (!this.gone) this.res.end();
  }

  private async drain(): Promise<void> {
    this.isDraining = true;
    for (let text = this.frames.shift(); text !== undefined; text = this.frames.shift()) {
      if (this.gone) break;
      const room = this.res.write(text);
      if (!room) await this.roomInSocket();
      this.waitingBytes -= Buffer.byteLength(text);
    }
    this.isDraining = false;
  }

  private cutOff(why: string): void {
    this.gone = true;
    this.res.destroy(new Error(`the client of the stream ${why}`));
  }

  /** Waits for the socket; a reader that does not read in time is cut off. */
  private roomInSocket(): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.res.off('drain', finish);
        this.res.off('close', finish);
        resolve();
      };
      const timer = setTimeout(() => {
        this.cutOff('stalled');
        finish();
      }, this.options.stalledMs);
      this.res.once('drain', finish);
      this.res.once('close', finish);
    });
  }
}
