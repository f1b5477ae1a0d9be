import { once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { sendPieces } from '#src/http/send-pieces.ts';
import { eventually } from '../fakes/eventually.ts';
import { listenOnOwnPort } from '../fakes/ports.ts';
import { type Gateway, openGateway } from './gateway.ts';

const LIMITS = { stalledMs: 30_000, sendMs: 60_000 };
const JSON_TYPE = 'application/json; charset=utf-8';
const ROW = `${'"some words that come again and again",'.repeat(50)}`;

/** `[` and so many rows and `0]`. */
async function* rowsOf(count: number) {
  yield '[';
  for (let n = 0; n < count; n++) yield ROW;
  yield '0]';
}

describe('JSON on the wire', () => {
  let gateway: Gateway;
  let port = 0;
  let close = () => {};
  const state = { ended: false };
  before(async () => {
    gateway = await openGateway();
    const app = express();
    const pieces =
      (made: () => AsyncIterable<string>, contentType = JSON_TYPE): RequestHandler =>
      (_req, res) =>
        sendPieces(res, { status: 200, contentType, pieces: made() }, LIMITS);
    app.get(
      '/short',
      pieces(() => rowsOf(0)),
    );
    app.get(
      '/middling',
      pieces(() => rowsOf(5)),
    );
    app.get(
      '/long',
      pieces(() => rowsOf(2_000)),
    );
    app.get(
      '/events',
      pieces(() => rowsOf(2_000), 'text/event-stream'),
    );
    app.get(
      '/fails',
      pieces(async function* () {
        yield* rowsOf(1_000);
        throw new Error('the rows stopped arriving');
      }),
    );
    app.get(
      '/fails-early',
      pieces(async function* () {
        yield '[';
        throw new Error('there are no rows');
      }),
    );
    app.get(
      '/endless',
      pieces(async function* () {
        try {
          for (;;) yield `${Math.random()},`.repeat(2_000);
        } finally {
          state.ended = true;
        }
      }),
    );
    const fail: ErrorRequestHandler = (error: Error, _req, res, _next) => {
      if (!res.headersSent && !res.destroyed) res.status(500).json({ detail: error.message });
    };
    app.use(fail);
    const server = (await import('node:http')).createServer(app);
    port = await listenOnOwnPort(server);
    close = () => {
      server.close();
      server.closeAllConnections();
    };
  });
  after(async () => {
    close();
    await gateway.close();
  });

  const open = async (path: string, accept: string | null, options: RequestOptions = {}) => {
    const headers = accept === null ? {} : { 'accept-encoding': accept };
    const sent = request({ port, path, headers, ...options });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  };
  const get = async (path: string, accept: string | null, options: RequestOptions = {}) => {
    const response = await open(path, accept, options);
    return { headers: response.headers, body: await buffer(response), status: response.statusCode };
  };
  const plain = ({ headers, body }: { headers: IncomingHttpHeaders; body: Buffer }) => {
    const coding = headers['content-encoding'];
    if (coding === 'br') return brotliDecompressSync(body).toString();
    return (coding === 'gzip' ? gunzipSync(body) : body).toString();
  };

  for (const path of ['/middling', '/long'])
    it(`is packed as the caller likes it: ${path}`, async () => {
      const whole = plain(await get(path, null));
      expect(JSON.parse(whole)).to.be.an('array');
      for (const [accept, coding] of [
        ['gzip, deflate, br', 'br'],
        ['gzip', 'gzip'],
        ['br;q=0.2, gzip;q=0.8', 'gzip'],
        ['*', 'br'],
        ['identity', undefined],
        ['br;q=0, gzip;q=0', undefined],
        ['deflate', undefined],
      ] as const) {
        const answer = await get(path, accept);
        expect(answer.headers['content-encoding'], accept).to.equal(coding);
        expect(answer.headers.vary, accept).to.match(/accept-encoding/i);
        expect(plain(answer), accept).to.equal(whole);
        if (coding) expect(answer.body.length).to.be.below(whole.length / 4);
      }
    });

  it('is left as it is where it is short, or an event stream', async () => {
    expect((await get('/short', 'br')).headers).to.not.have.property('content-encoding');
    expect((await get('/events', 'br')).headers).to.not.have.property('content-encoding');
  });

  it('comes whole whatever nonsense is accepted', async () => {
    for (const accept of [
      '',
      ';;;',
      'gzip;q=x',
      'br;;q',
      ',,,',
      'q=1',
      'x'.repeat(8_000),
      '\u00e9',
    ])
      expect(JSON.parse(plain(await get('/middling', accept))), accept).to.be.an('array');
  });

  it('has the same head without its body', async () => {
    const { headers, body } = await get('/middling', 'gzip', { method: 'HEAD' });
    expect(body).to.have.length(0);
    expect(headers['content-encoding']).to.equal('gzip');
    expect(Number(headers['content-length'])).to.equal(
      (await get('/middling', 'gzip')).body.length,
    );
  });

  it('is never taken for the whole where it breaks off', async () => {
    for (const accept of ['br', 'gzip', null]) {
      const response = await open('/fails', accept).catch(() => null);
      const failure =
        response &&
        (await buffer(response).then(
          () => null,
          (error: Error) => error,
        ));
      if (response) expect(failure, String(accept)).to.be.an('error');
    }
  });

  it('is an error, plain, where it fails at once', async () => {
    const { headers, status, body } = await get('/fails-early', 'br');
    expect(status).to.equal(500);
    expect(headers).to.not.have.property('content-encoding');
    expect(JSON.parse(body.toString()).detail).to.equal('there are no rows');
  });

  it('is made no longer when its reader leaves', async () => {
    for (const accept of ['br', 'gzip']) {
      state.ended = false;
      const response = await open('/endless', accept);
      await once(response, 'data');
      response.destroy();
      await eventually(() => state.ended, 'the end of what is made');
    }
  });

  it('has an ETag where it never changes, for each coding alike', async () => {
    const server = (await import('node:http')).createServer(gateway.app);
    const own = await listenOnOwnPort(server);
    try {
      const first = await get('/openapi.json', 'br', { port: own });
      expect(first.headers['content-encoding']).to.equal('br');
      expect(JSON.parse(plain(first)).openapi).to.equal('3.1.0');
      const headers = { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) };
      const again = await get('/openapi.json', null, { port: own, headers });
      expect(again.status).to.equal(304);
      expect(again.body).to.have.length(0);
      expect(again.headers.vary).to.match(/accept-encoding/i);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});
