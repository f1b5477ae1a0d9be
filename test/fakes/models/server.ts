import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropic } from './anthropic.ts';
import { gemini } from './gemini.ts';
import { ollama } from './ollama.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import type { FakeFailure, FakeProtocol, FakeReply, FakeRequest } from './protocol.ts';

const PROTOCOLS: readonly FakeProtocol[] = [openaiChat, openaiResponses, anthropic, gemini, ollama];

/** Ways to fail besides the providers' own errors; `stall` sends nothing, `stall_midway` stops after the first text, `endless` repeats it. */
const BREAKS = [
  'stall',
  'stall_midway',
  'cut',
  'malformed',
  'filtered',
  'not_http_json',
  'endless',
] as const;
const FAILURES = [
  'rate_limit',
  'error_500',
  'overloaded',
  'bad_key',
  'too_long',
  'no_credit',
] as const;

export type FakeFault = (typeof BREAKS)[number] | FakeFailure;
export const FAULTS: readonly FakeFault[] = [...FAILURES, ...BREAKS];

export interface FakeModels {
  readonly url: string;
  /** All calls so far, the failed ones too, but for those that were refused for a parameter. */
  readonly calls: readonly FakeRequest[];
  /** What was said to calls with a parameter that the provider, or the model, does not take. */
  readonly refusals: readonly string[];
  /** What calls are answered with. */
  answer: (request: FakeRequest) => Partial<FakeReply> | string;
  /** Texts that vectors were asked for, call by call. */
  readonly embedded: readonly (readonly string[])[];
  /** The vector of a text; null: the call fails. */
  vectorOf: (text: string) => readonly number[] | null;
  /** How a call fails, by what it asks; null: as `fail` or the model's name says. */
  faultOf: (request: FakeRequest) => FakeFault | null;
  /** How the next calls fail; `times` of them, then calls succeed again. */
  fail(fault: FakeFault, times?: number): void;
  /** Forgets calls and faults, and answers `ok` again. */
  reset(): void;
  /** Connections that are open now. */
  open(): number;
  close(): Promise<void>;
}

const USAGE = { input: 1_200, cached: 1_000, output: 80, reasoning: 20 };

/** Local servers of Gemini, OpenAI (chat and responses), Anthropic and Ollama: streaming, usage, errors, stalls. */
export async function startFakeModels(port = 0): Promise<FakeModels> {
  const calls: FakeRequest[] = [];
  const refusals: string[] = [];
  const embedded: string[][] = [];
  const faults: FakeFault[] = [];
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
    if (incoming.url?.endsWith('/embeddings')) return embed(body['input'] as string[], response);
    for (const protocol of PROTOCOLS) {
      const request = protocol.read(incoming.url ?? '', body, incoming.headers);
      if (!request) continue;
      const refusal = protocol.refusal(request);
      if (refusal) {
        refusals.push(refusal.body);
        response
          .writeHead(refusal.status, { 'content-type': 'application/json' })
          .end(refusal.body);
        return;
      }
      calls.push(request);
      const fault = fakes.faultOf(request) ?? faults.shift() ?? faultByName(request.model);
      return await respond(protocol, request, fault, response);
    }
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"no such path"}');
  };
  /** `POST /embeddings` (https://platform.openai.com/docs/api-reference/embeddings); also that of vLLM, LM Studio and Ollama. */
  const embed = (texts: string[], response: ServerResponse) => {
    embedded.push(texts);
    const vectors = texts.map((text) => fakes.vectorOf(text));
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
    const usage = { prompt_tokens: 7 * texts.length, total_tokens: 7 * texts.length };
    response
      .writeHead(vectors.includes(null) ? 500 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ object: 'list', data, usage, model: 'vectors' }));
  };
  const respond = async (
    protocol: FakeProtocol,
    request: FakeRequest,
    fault: FakeFault | null,
    response: ServerResponse,
  ) => {
    if (fault && (FAILURES as readonly string[]).includes(fault)) {
      const { status, headers, body } = protocol.failure(fault as FakeFailure);
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(quotingKey(body, request));
      return;
    }
    if (fault === 'not_http_json') {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html>Welcome to nginx!</html>');
      return;
    }
    const said = fakes.answer(request);
    const reply = replyOf(said, fault === 'filtered');
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.flushHeaders();
    if (fault === 'stall') return;
    for (const [index, frame] of protocol.frames(reply, request).entries()) {
      if (fault === 'malformed' && index === 2) response.write('data: {"choices": [{"delta"\n\n');
      if (response.destroyed) return;
      response.write(frame);
      const text = reply.pieces[0];
      const shown = text !== undefined && frame.includes(JSON.stringify(text).slice(1, -1));
      if (fault === 'stall_midway' && shown) return;
      while (fault === 'endless' && shown && !response.destroyed) {
        if (!response.write(frame))
          await Promise.race([once(response, 'drain'), once(response, 'close')]);
      }
      if (fault === 'cut' && shown) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        response.destroy();
        return;
      }
    }
    response.end();
  };
  const fakes: FakeModels = {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    calls,
    refusals,
    embedded,
    answer: () => 'ok',
    vectorOf: () => [1, 0],
    faultOf: () => null,
    fail(fault, times = 1) {
      for (let count = 0; count < times; count++) faults.push(fault);
    },
    reset() {
      calls.length = 0;
      refusals.length = 0;
      faults.length = 0;
      embedded.length = 0;
      fakes.answer = () => 'ok';
      fakes.vectorOf = () => [1, 0];
      fakes.faultOf = () => null;
    },
    open: () => connections.size,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const connections = new Set<unknown>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return fakes;
}

/** Some providers, and most proxies before them, quote the key that they were sent in their error texts. */
function quotingKey(body: string, { headers }: FakeRequest): string {
  const { authorization } = headers;
  const key = headers['x-api-key'] ?? headers['x-goog-api-key'] ?? authorization?.split(' ')[1];
  const failure = JSON.parse(body) as { readonly error: string | { readonly message: string } };
  const quoting = ` The request came with the key ${String(key)}.`;
  if (typeof failure.error === 'string') return JSON.stringify({ error: failure.error + quoting });
  const message = failure.error.message + quoting;
  return JSON.stringify({ ...failure, error: { ...failure.error, message } });
}

/** By hand a fault is chosen by the name of the model: `fault-stall`. */
function faultByName(model: string): FakeFault | null {
  const name = /^fault-(.*)$/.exec(model)?.[1];
  return FAULTS.find((fault) => fault === name) ?? null;
}

function replyOf(said: Partial<FakeReply> | string, filtered: boolean): FakeReply {
  const reply = typeof said === 'string' ? { pieces: piecesOf(said) } : said;
  return { thoughts: ['Let me see.'], pieces: [], usage: USAGE, filtered, ...reply };
}

/** Text in pieces of some characters, as models stream it. */
const piecesOf = (text: string): readonly string[] => text.match(/[\s\S]{1,12}/g) ?? [''];
