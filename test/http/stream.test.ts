import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { expect } from 'chai';
import { createParser } from 'eventsource-parser';
import { serviceStops } from '#src/http/dispatch.ts';
import { type Gateway, type GatewayOptions, openGateway } from './gateway.ts';

interface Received {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

function parse(text: string): Received[] {
  const events: Received[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) =>
      events.push({ id, event: event ?? 'message', data: JSON.parse(data) }),
  });
  parser.feed(text);
  return events;
}

const ORDER = [
  'session',
  'status building_context',
  'status routing',
  'status agent_selected',
  'status generating_sql',
  'thinking',
  'sql',
  'status checking_sql',
  'status executing',
  'result',
  'explanation',
  'done',
  'done',
];
const names = (events: readonly Received[]) =>
  events.map(({ event, data }) => (event === 'status' ? `status ${data['stage']}` : event));

describe('a streamed conversation', () => {
  let gateway: Gateway;
  let server: Server;
  const open = async (options: GatewayOptions = {}) => {
    gateway = await openGateway(options);
    server = createServer(gateway.app).listen(0, '127.0.0.1');
    await once(server, 'listening');
  };
  beforeEach(() => open());
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
  });

  const ask = (body: object) =>
    gateway
      .as('full', 'post', '/clients/cli_1/ask/stream')
      .set('Accept', 'text/event-stream')
      .buffer(true)
      .parse((res, done) => {
        let text = '';
        res.setEncoding('utf8');
        res.on('data', (chunk: string) => {
          text += chunk;
        });
        res.on('end', () => done(null, text));
      })
      .send(body);
  const events = async (body: object) => {
    const response = await ask(body).expect(200);
    gateway.expectDocumented(response);
    const received = parse(response.body as string);
    for (const { event, data } of received) gateway.expectDocumentedEvent(event, data);
    return received;
  };

  /** An open stream on a socket of its own, to be read or not. */
  const openStream = (question: string): Promise<IncomingMessage> => {
    const { port } = server.address() as AddressInfo;
    const call = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/clients/cli_1/ask/stream',
      headers: { 'X-API-Key': gateway.accounts.keys.full, 'Content-Type': 'application/json' },
    });
    call.end(JSON.stringify({ query: question }));
    return new Promise((resolve, reject) => {
      call.on('response', resolve);
      call.on('error', reject);
    });
  };

  it('sends the events in the order of the specification, numbered, with a doubled done', async () => {
    const received = await events({ query: 'revenue by region', new_session: true });
    expect(names(received)).to.deep.equal(ORDER);
    expect(received.map(({ id }) => Number(id))).to.deep.equal(ORDER.map((_, n) => n + 1));
    const [own, last] = received.slice(-2);
    expect(own!.data).to.deep.equal({ agent: 'Text2SQL' });
    expect(last!.data).to.include({
      agent: 'Text2SQL',
      duration_ms: 4,
      session_id: 'ses_new',
      output_mode: 'both',
      trace_id: 'tr_1',
      result: 'success',
    });
    expect(last!.data).to.include.keys('verification', 'assumptions', 'suggestions');
    expect(last!.data).to.deep.include({
      model_used: 'builtin',
      tokens: { input: 0, cached_input: 0, output: 0 },
      cost_usd: 0,
    });
    expect(last!.data).to.not.have.any.keys('result_token', 'total_rows', 'sql');
  });

  it('writes CRLF frames byte for byte, and headers that keep proxies from buffering', async () => {
    const response = await ask({ query: 'revenue by region', new_session: true });
    const text = response.body as string;
    expect(text.startsWith('id: 1\r\nevent: session\r\ndata: {"session_id":"ses_new"}\r\n\r\n')).to
      .be.true;
    expect(text.endsWith('\r\n\r\n')).to.be.true;
    expect(text.replaceAll('\r\n', '')).to.not.match(/[\r\n]/);
    expect(response.headers['content-type']).to.equal('text/event-stream; charset=utf-8');
    expect(response.headers['x-accel-buffering']).to.equal('no');
    expect(response.headers['cache-control']).to.equal('no-cache, no-transform');
  });

  it('shows at most 10 rows and names the whole result by its token', async () => {
    const received = await events({ query: 'a long list' });
    const result = received.find(({ event }) => event === 'result')!.data;
    expect(result['rows']).to.have.length(10);
    expect(result).to.include({ truncated: true, total_rows: 25, result_token: 'rt_1' });
    expect(received.at(-1)!.data).to.include({ result_token: 'rt_1', total_rows: 25 });
    expect(received.at(-1)!.data['sql']).to.match(/^SELECT/);
  });

  it('shows as many rows as max_rows asks for, up to ask.max_rows', async () => {
    for (const [max_rows, rows] of [
      [12, 12],
      [1, 1],
      [1_000, 25],
      [null, 10],
    ] as const) {
      const received = await events({ query: 'a long list', max_rows });
      const result = received.find(({ event }) => event === 'result')!.data;
      expect(result['rows'], String(max_rows)).to.have.length(rows);
    }
    for (const max_rows of [0, -1, 1.5, 1_001, '20', true]) {
      const { status, body } = await gateway
        .as('full', 'post', '/clients/cli_1/ask/stream')
        .send({ query: 'a long list', max_rows });
      expect(status, String(max_rows)).to.equal(422);
      expect(body.detail[0].loc).to.deep.equal(['body', 'max_rows']);
    }
  });

  it('leaves out rows or explanation as output_mode asks', async () => {
    const text = await events({ query: 'revenue by region', output_mode: 'text' });
    expect(names(text)).to.not.include('result');
    const table = await events({ query: 'revenue by region', output_mode: 'table' });
    expect(names(table)).to.include('result').and.not.include('explanation');
    expect(table.at(-1)!.data['output_mode']).to.equal('table');
  });

  it('tells why a question is declined, with near values', async () => {
    const received = await events({ query: 'decline this' });
    const error = received.find(({ event }) => event === 'error')!.data;
    expect(error).to.deep.equal({
      message: 'There is no column "weather".',
      kind: 'decline',
      decline_reason: 'not_in_data',
      suggestions: [{ raw: 'weather', resolved: 'whether' }],
      hint: 'Ask about orders.',
    });
    expect(received.at(-1)!.event).to.equal('done');
  });

  it('says that a budget blocks as the specification words it, with status 200', async () => {
    const [error, done, ...rest] = await events({ query: 'I am broke' });
    expect(rest).to.deep.equal([]);
    expect(error!.event).to.equal('error');
    expect(error!.data).to.include({ error: 'budget_exceeded', status: 402 });
    expect(error!.data).to.have.all.keys('error', 'status', 'message', 'blocking_scope', 'alerts');
    expect(done!.event).to.equal('done');
    expect(done!.data).to.include({ agent: 'none', budget_blocked: true });
  });

  it('ends with error and done when the pipeline fails, without a word of internals', async () => {
    const received = await events({ query: 'explode', new_session: true });
    const [error, done] = received.slice(-2);
    expect(error!.event).to.equal('error');
    expect(JSON.stringify(error!.data)).to.not.contain('secret').and.not.contain('/srv');
    expect(error!.data['message']).to.match(/request ID/);
    expect(done!.data).to.include({
      agent: 'none',
      session_id: 'ses_new',
      trace_id: 'tr_1',
      output_mode: 'both',
    });
  });

  it('logs what broke a stream off', async () => {
    await gateway.close();
    server.close();
    let logged = '';
    const log = new Writable({
      write(chunk, _encoding, done) {
        logged += chunk;
        done();
      },
    });
    await open({ log });
    await events({ query: 'explode' });
    expect(logged).to.contain('a stream ended unexpectedly').and.contain('secret internals');
  });

  it('ends open streams with error and done when the service stops, and takes no new calls', async () => {
    const response = await openStream('hang');
    response.setEncoding('utf8');
    let text = '';
    response.on('data', (chunk: string) => {
      text += chunk;
    });
    await once(response, 'data');
    gateway.stop(serviceStops());
    await once(response, 'end');
    const [error, done] = parse(text).slice(-2);
    expect(error!.data).to.include({ kind: 'unavailable' });
    expect(error!.data['message']).to.contain('restarting');
    expect(done!.event).to.equal('done');
    const refused = await gateway.as('full', 'get', '/whoami').expect(503);
    expect(refused.headers['retry-after']).to.equal('5');
    gateway.expectDocumented(refused);
  });

  it('answers 503 to what was asked without a stream when the service stops', async () => {
    const calls = [
      gateway.as('full', 'post', '/query').send({ q: 'hang, then decline' }).then(),
      gateway.as('full', 'post', '/clients/cli_1/ask').send({ query: 'hang, then decline' }).then(),
    ];
    await until(() => gateway.ask.requests.length === 2);
    gateway.stop(serviceStops());
    for (const response of await Promise.all(calls)) {
      expect(response.status).to.equal(503);
      expect(response.headers['retry-after']).to.equal('5');
      expect(response.body.detail).to.contain('restarting');
    }
  });

  it('cancels the work when the reader goes away', async () => {
    const response = await openStream('hang');
    await once(response, 'data');
    response.destroy();
    await until(() => gateway.ask.cancelled.includes('hang'));
  });

  it('cancels the work when the caller of /query goes away', async () => {
    const call = request({
      port: (server.address() as AddressInfo).port,
      method: 'POST',
      path: '/query',
      headers: { 'X-API-Key': gateway.accounts.keys.full, 'Content-Type': 'application/json' },
    });
    call.on('error', () => undefined);
    call.end(JSON.stringify({ q: 'hang' }));
    await until(() => gateway.ask.requests.length === 1);
    call.destroy();
    await until(() => gateway.ask.cancelled.includes('hang'));
  });

  it('sends comments while nothing else is sent', async () => {
    await gateway.close();
    server.close();
    await open({ settings: { http: { heartbeat_ms: 1_000 } } });
    const response = await openStream('hang');
    response.setEncoding('utf8');
    let text = '';
    response.on('data', (chunk: string) => {
      text += chunk;
    });
    await until(() => text.includes(': keep-alive\r\n\r\n'));
    expect(names(parse(text)).at(-1)).to.equal('status generating_sql');
    response.destroy();
  });

  it('answers with a status where the question fails before the stream begins', async () => {
    const cases: readonly [object, number][] = [
      [{ query: 'q', session_id: 'ses_unknown' }, 404],
      [{ query: 'q', session_id: 'ses_known', new_session: true }, 422],
      [{}, 422],
      [{ query: '' }, 422],
    ];
    for (const [body, status] of cases) {
      const response = await gateway.as('full', 'post', '/clients/cli_1/ask/stream').send(body);
      expect(response.status, JSON.stringify(body)).to.equal(status);
      gateway.expectDocumented(response);
    }
    const empty = await gateway
      .as('wholeTenant', 'post', '/clients/cli_1/ask/stream')
      .send({ query: 'q', workspace_id: 'ws_empty' });
    expect(empty.status).to.equal(422);
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
