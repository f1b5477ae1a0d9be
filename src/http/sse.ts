import type { ServerResponse } from 'node:http';
import type { Answer, AskEvent } from '#src/ask/types.ts';
import { doneEvent, type StreamEvent, streamEvent } from './stream-events.ts';

export interface SseOptions {
  /** A comment is sent after this much silence, in milliseconds. */
  readonly heartbeatMs: number;
  /** A reader that takes nothing for this long is cut off, in milliseconds. */
  readonly stalledMs: number;
  readonly signal: AbortSignal;
  /** Why a stream ends early, for the `error` event: the server stops, or the pipeline failed. */
  readonly describeFailure: (error: unknown) => { readonly message: string; readonly kind: string };
}

/** Frames that wait for a slow reader; more stop the pipeline until some are taken. */
const BUFFERED_FRAMES = 64;

/**
 * Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) with lines that end in CRLF.
 * Writes each event of the pipeline as it comes, then the route's `done` made from the answer. Between pipeline and
 * socket stands a bounded buffer, so that a slow reader holds nothing but its own frames.
 */
export async function streamAnswer(
  res: ServerResponse,
  events: AsyncGenerator<AskEvent, Answer, void>,
  options: SseOptions,
): Promise<void> {
  open(res);
  const writer = new FrameWriter(res, options);
  try {
    const answer = await pump(events, writer, options.signal);
    if (answer) await writer.send(doneEvent(answer));
  } catch (error) {
    const { message, kind } = options.describeFailure(error);
    await writer.send({ event: 'error', data: { message, kind } });
    await writer.send({ event: 'done', data: { agent: 'none' } });
  } finally {
    await writer.end();
  }
}

function open(res: ServerResponse): void {
  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    Connection: 'keep-alive',
    'X-Accel-Buffering': 'no',
  });
  res.flushHeaders();
}

async function pump(
  events: AsyncGenerator<AskEvent, Answer, void>,
  writer: FrameWriter,
  signal: AbortSignal,
): Promise<Answer | null> {
  for (;;) {
    const next = await events.next();
    if (next.done) return next.value;
    await writer.send(streamEvent(next.value));
    if (writer.closed && !signal.aborted) {
      // The reader is gone: the pipeline settles what it began and ends.
      await events.return(undefined as never).catch(() => undefined);
      return null;
    }
  }
}

class FrameWriter {
  private readonly res: ServerResponse;
  private readonly options: SseOptions;
  private readonly frames: string[] = [];
  private readonly heartbeat: NodeJS.Timeout;
  private sequence = 0;
  private draining: Promise<void> | null = null;
  private gone: boolean;

  constructor(res: ServerResponse, options: SseOptions) {
    this.res = res;
    this.options = options;
    this.gone = res.destroyed;
    res.once('close', () => {
      this.gone = true;
    });
    this.heartbeat = setInterval(() => {
      if (!this.gone && this.frames.length === 0 && !this.draining)
        res.write(': keep-alive\r\n\r\n');
    }, options.heartbeatMs);
    this.heartbeat.unref();
  }

  get closed(): boolean {
    return this.gone;
  }

  /** Resolves when the frame is on its way or buffered; waits only while the buffer is full. */
  async send({ event, data }: StreamEvent): Promise<void> {
    if (this.gone) return;
    this.sequence += 1;
    this.frames.push(
      `id: ${this.sequence}\r\nevent: ${event}\r\ndata: ${JSON.stringify(data)}\r\n\r\n`,
    );
    this.heartbeat.refresh();
    this.draining ??= this.drain().finally(() => {
      this.draining = null;
    });
    if (this.frames.length >= BUFFERED_FRAMES) await this.draining;
  }

  async end(): Promise<void> {
    clearInterval(this.heartbeat);
    await this.draining;
    if (!this.gone) this.res.end();
  }

  private async drain(): Promise<void> {
    for (let frame = this.frames.shift(); frame !== undefined; frame = this.frames.shift()) {
      if (this.gone) return;
      if (!this.res.write(frame)) await this.roomInSocket();
    }
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
        this.gone = true;
        this.res.destroy(new Error('the reader of the stream stalled'));
        finish();
      }, this.options.stalledMs);
      this.res.once('drain', finish);
      this.res.once('close', finish);
    });
  }
}
