import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { listenOnOwnPort } from './ports.ts';

interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status?: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

/** How the receiver behaves: takes spans, never answers, answers nonsense, answers without end, refuses, or cuts off. */
export type ReceiverMood = 'takes' | 'stalls' | 'garbage' | 'endless' | 'refuses' | 'cuts';

export interface OtlpReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  readonly headers: readonly IncomingHttpHeaders[];
  readonly bodies: readonly string[];
  mood: ReceiverMood;
  close(): Promise<void>;
}

/** An OTLP/HTTP receiver of traces as JSON (https://opentelemetry.io/docs/specs/otlp/#otlphttp). */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const bodies: string[] = [];
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    headers.push(request.headers);
    bodies.push(body);
    if (receiver.mood === 'takes') {
      const { resourceSpans } = JSON.parse(body) as {
        resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[];
      };
      spans.push(
        ...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
      );
    }
    answer(receiver.mood, response);
  });
  const port = await listenOnOwnPort(server);
  const receiver: OtlpReceiver = {
    ...{ url: `http://127.0.0.1:${port}/v1/traces`, spans, headers, bodies, mood: 'takes' },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

function answer(mood: ReceiverMood, response: ServerResponse): void {
  switch (mood) {
    case 'takes':
      response.setHeader('content-type', 'application/json');
      response.end('{}');
      break;
    case 'garbage':
      response.end(Buffer.from([0, 255, 254, 1, 2, 3]));
      break;
    case 'endless': {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more).on('error', () => {});
      more();
      break;
    }
    case 'refuses':
      response.statusCode = 401;
      response.end('no');
      break;
    case 'cuts':
      response.socket?.destroy();
      break;
    case 'stalls':
      break;
  }
}
