import { Writable } from 'node:stream';
import { expect } from 'chai';
import request from 'supertest';
import { z } from 'zod';
import { loggedUrl } from '#src/http/logged-url.ts';
import { type Gateway, type GatewayOptions, openGateway } from './gateway.ts';

describe('the gateway', () => {
  let gateway: Gateway;
  const open = async (options: GatewayOptions = {}) => {
    gateway = await openGateway(options);
    return gateway;
  };
  afterEach(() => gateway.close());

  describe('questions', () => {
    const query = (body: object, caller: 'full' | 'wholeTenant' | 'wholeAccount' = 'full') =>
      gateway.as(caller, 'post', '/query').send(body);
    beforeEach(() => open());

    it('gives the envelope with the fields of the specification', async () => {
      const response = await query({ q: 'revenue by region' }).expect(200);
      gateway.expectDocumented(response);
      expect(response.body).to.have.all.keys(
        'type',
        'result',
        'sql',
        'data',
        'columns_info',
        'chart',
        'explanation',
        'language',
        'lineage',
        'verification',
        'assumptions',
        'suggestions',
        'model_used',
        'tokens',
        'cost_usd',
        'fallback_triggered',
        'fallback_reason',
        'attempts',
        'complexity',
        'agent',
        'trace_id',
      );
      expect(response.headers['cache-control']).to.equal('no-store');
      expect(response.body.data.rows[0]).to.deep.equal(['region 0', 0]);
      expect(response.body.lineage.row_limit).to.equal(null);
    });

    it('says how the rows are drawn, or why not, unless nobody wants it', async () => {
      const said = async (body: object) =>
        gateway.expectDocumented(await query({ q: 'revenue by region', ...body }).expect(200)).body;
      const { columns_info: columns, chart, ...rest } = await said({});
      expect(columns.map(({ kind }: { kind: string }) => kind)).to.deep.equal([
        'category',
        'measure',
      ]);
      expect(chart).to.include({ kind: 'bars', x: 'region', series: null });
      expect(chart.y).to.deep.equal(['revenue']);
      expect(rest).not.to.have.property('chart_reason');
      const none = await said({ chart: 'none' });
      expect(none).to.have.property('columns_info');
      expect(none).not.to.have.any.keys('chart', 'chart_reason');
      const cut = gateway.expectDocumented(await query({ q: 'a long list' })).body;
      expect(cut.chart).to.equal(null);
      expect(cut.chart_reason).to.match(/^Only some of the rows are loaded/);
      const text = await said({ output_mode: 'text' });
      expect(text).not.to.have.any.keys('chart', 'columns_info');
      await query({ q: 'revenue by region', chart: 'pie' }).expect(422);
    });

    it('gives the chart also as a specification of Vega-Lite', async () => {
      const body = { q: 'revenue by region', chart: 'vega-lite' };
      const { chart } = gateway.expectDocumented(await query(body).expect(200)).body;
      expect(chart.spec.$schema).to.equal('https://vega.github.io/schema/vega-lite/v6.json');
      expect(chart.spec.data.values).to.have.length(3);
    });

    it('draws the chart of an answer as a picture', async () => {
      const url = '/clients/cli_1/answers/tr_1/chart.svg';
      const drawn = await gateway
        .as('full', 'get', `${url}?theme=dark&width=400&lang=de`)
        .expect(200);
      expect(drawn.headers['content-type']).to.equal('image/svg+xml; charset=utf-8');
      expect(drawn.headers['content-security-policy']).to.match(/^default-src 'none'/);
      const svg = drawn.body.toString();
      expect(svg).to.match(/^<svg /);
      expect(svg).to.include('width="400"').and.include('North &lt;b&gt;').and.include('#171a1d');
      expect(svg).not.to.include('<b>');
      for (const wrong of ['width=9', 'width=99999', 'theme=blue', 'lang=%3Cx%3E'])
        await gateway.as('full', 'get', `${url}?${wrong}`).expect(422);
      await gateway.as('full', 'get', '/clients/cli_1/answers/tr_9/chart.svg').expect(404);
      await gateway.as('full', 'get', `${url}?kind=bars`).expect(200);
      const refused = await gateway.as('full', 'get', `${url}?kind=heat`).expect(404);
      expect(JSON.stringify(refused.body), 'a kind that does not pass').to.include(
        'one of these kinds: bars',
      );
    });

    it('gives breakdown, alerts, token and clarification only where there are such', async () => {
      const { body: total } = gateway.expectDocumented(await query({ q: 'total revenue' }));
      expect(total.breakdown).to.have.all.keys('columns', 'rows', 'sql', 'columns_info');
      const { body: long } = gateway.expectDocumented(await query({ q: 'a long list' }));
      expect(long).to.include({ truncated: true, total_rows: 25, result_token: 'rt_1' });
      const { body: warned } = gateway.expectDocumented(await query({ q: 'warned' }));
      expect(warned.budget_alerts[0]).to.include({ level: 'over100', enforcement: 'block' });
      const { body: which } = gateway.expectDocumented(await query({ q: 'which' }));
      expect(which.result).to.equal('clarification');
      expect(which.clarification.options[0]).to.deep.equal({
        label: 'net',
        question: 'net revenue',
      });
      const { body: dry } = gateway.expectDocumented(await query({ q: 'revenue', dry_run: true }));
      expect(dry).to.include({ result: 'dry_run', data: null });
    });

    it('collapses a question that cannot be answered, with status 200', async () => {
      const response = await query({ q: 'decline this' }).expect(200);
      gateway.expectDocumented(response);
      expect(response.body).to.deep.equal({
        type: 'text2sql',
        result: 'error',
        error: 'There is no column "weather".',
        error_type: 'DECLINED',
        explanation: 'There is no column "weather".',
        language: 'en',
        suggestions: [{ raw: 'weather', resolved: 'whether' }],
        trace_id: 'tr_1',
      });
    });

    it('names the conversation on /ask', async () => {
      const ask = (body: object) => gateway.as('full', 'post', '/clients/cli_1/ask').send(body);
      const started = gateway.expectDocumented(await ask({ query: 'q', new_session: true }));
      expect(started.body.session_id).to.equal('ses_new');
      const declined = gateway.expectDocumented(await ask({ query: 'decline' }));
      expect(declined.body.session_id).to.equal('ses_default');
    });

    const refused: readonly [string, object, number, unknown][] = [
      ['an empty question', { q: '' }, 422, ['body', 'q']],
      ['a question of blanks', { q: '  ' }, 422, ['body', 'q']],
      ['a question that is too long', { q: 'x'.repeat(4_097) }, 422, ['body', 'q']],
      ['no question', {}, 422, ['body', 'q']],
      ['a question that is no text', { q: 5 }, 422, ['body', 'q']],
      ['an unknown output mode', { q: 'q', output_mode: 'video' }, 422, ['body', 'output_mode']],
    ];
    for (const [what, body, status, loc] of refused)
      it(`refuses ${what} and says where`, async () => {
        const response = await query(body).expect(status);
        gateway.expectDocumented(response);
        expect(response.body.detail[0].loc).to.deep.equal(loc);
        expect(response.body.detail[0]).to.have.all.keys('loc', 'msg', 'type');
      });

    it('takes a question of 4,096 characters', () => query({ q: 'x'.repeat(4_096) }).expect(200));

    it('passes on what prepare refuses: budget, quota, model, workspace, tenant', async () => {
      const budget = gateway.expectDocumented(await query({ q: 'broke' }).expect(402));
      expect(budget.body.detail).to.have.all.keys('error', 'message', 'blocking_scope', 'alerts');
      const quota = gateway.expectDocumented(await query({ q: 'quota' }).expect(429));
      expect(quota.body.detail).to.deep.equal({
        error: 'quota_exceeded',
        plan: 'free',
        limit: 1_000,
      });
      const model = gateway.expectDocumented(await query({ q: 'model down' }).expect(503));
      expect(model.headers['retry-after']).to.equal('7');
      await query({ q: 'q', workspace_id: 'ws_empty' }).expect(403);
      await query({ q: 'q', workspace_id: 'ws_empty' }, 'wholeTenant').expect(422);
      await query({ q: 'q', workspace_id: 'ws_none' }, 'wholeTenant').expect(404);
      await query({ q: 'q' }, 'wholeAccount').expect(422);
      const named = { q: 'q', workspace_id: 'ws_1' };
      await query(named, 'wholeAccount').set('X-Tenant-ID', 'cli_1').expect(200);
      await query({ q: 'q' }, 'full').set('X-Tenant-ID', 'cli_2').expect(403);
    });

    it('answers a failure inside with its request id and nothing of it', async () => {
      const response = await query({ q: 'explode' }).set('X-Request-Id', 'req-7').expect(500);
      gateway.expectDocumented(response);
      expect(response.body.detail).to.contain('req-7').and.not.contain('secret');
    });
  });

  it('tells that the disk is full, whoever found it', async () => {
    await open();
    const response = await gateway.as('full', 'post', '/query').send({ q: 'full disk' });
    expect(response.status).to.equal(507);
    expect(response.body.detail).to.contain("The server's disk is full");
  });

  it('has a call come again that lost a race in the store', async () => {
    await open();
    const response = await gateway.as('full', 'post', '/query').send({ q: 'lost race' });
    expect(response.status).to.equal(503);
    expect(response.headers).to.include({ 'retry-after': '1' });
    expect(response.body.detail).to.contain('try again').and.not.contain('deadlock');
  });

  describe('requests', () => {
    beforeEach(() => open({ settings: { http: { max_body_bytes: 2_048 } } }));
    const post = () => gateway.as('full', 'post', '/query').set('Content-Type', 'application/json');

    it('refuses bodies that are no JSON, too large or of another type', async () => {
      const broken = gateway.expectDocumented(await post().send('{"q":').expect(422));
      expect(broken.body.detail[0]).to.deep.include({ loc: ['body'], type: 'json_invalid' });
      gateway.expectDocumented(
        await post()
          .send({ q: 'x'.repeat(3_000) })
          .expect(413),
      );
      gateway.expectDocumented(
        await post().set('Content-Type', 'text/plain').send('q').expect(422),
      );
      gateway.expectDocumented(await post().send('null').expect(422));
    });

    it('answers 404 to what does not exist and 405 to a wrong method', async () => {
      const missing = await request(gateway.app).get('/nothing/here').expect(404);
      expect(missing.body).to.deep.equal({ detail: 'Not found' });
      const wrong = await request(gateway.app).get('/query').expect(405);
      expect(wrong.headers['allow']).to.equal('POST');
      await request(gateway.app).get('/clients/%E0%A4%A/schema').expect(400);
    });

    it('echoes a request id or makes one, and never a hostile one', async () => {
      const get = (id?: string) => {
        const test = request(gateway.app).get('/healthz');
        return id === undefined ? test : test.set('X-Request-Id', id);
      };
      expect((await get('abc-1')).headers['x-request-id']).to.equal('abc-1');
      expect((await get()).headers['x-request-id']).to.match(/^[\da-f-]{36}$/);
      expect((await get('a b"<script>')).headers['x-request-id']).to.match(/^[\da-f-]{36}$/);
    });

    it('measures itself by route, not by address', async () => {
      await gateway.as('full', 'get', '/clients/cli_1/answers/tr_1').expect(200);
      const { text } = await request(gateway.app).get('/metrics').expect(200);
      expect(text).to.contain(
        'plumbline_http_request_duration_seconds_count{method="GET",route="/clients/{client_id}/answers/{trace_id}",status="200"} 1',
      );
    });

    it('reads pages of a result within bounds, and 404 for a token that is none', async () => {
      const page = (query: string, token = 'rt_1') =>
        gateway.as('full', 'get', `/clients/cli_1/results/${token}${query}`);
      const { body } = gateway.expectDocumented(await page('?offset=10&limit=5').expect(200));
      expect(body).to.include({ total_rows: 25, offset: 10 });
      for (const query of ['?offset=-1', '?limit=0', '?limit=1001', '?limit=x'])
        gateway.expectDocumented(await page(query).expect(422));
      gateway.expectDocumented(await page('', 'foreign').expect(404));
    });
  });

  it('is not ready while a part of it is not', async () => {
    await open({ ready: false });
    const response = await request(gateway.app).get('/readyz').expect(503);
    gateway.expectDocumented(response);
    expect(response.body).to.deep.equal({
      ...{ ready: false, parts: { store: true, workers: false } },
      warnings: [],
    });
  });

  it('says Not found to a signup where it is closed', async () => {
    await open();
    for (const body of [{ email: 'ann@example.com', project_name: 'Shop' }, {}, []]) {
      const response = await request(gateway.app).post('/accounts/signup').send(body).expect(404);
      expect(gateway.expectDocumented(response).body.detail).to.equal('Not found');
      expect(response.headers).to.not.have.property('ratelimit');
    }
  });

  it('answers a signup alike whether its address has an account or not', async () => {
    await open({ signup: true });
    const signup = async (email: string) => {
      const body = { email, project_name: 'Shop' };
      const response = await request(gateway.app).post('/accounts/signup').send(body).expect(201);
      return gateway.expectDocumented(response).body;
    };
    const first = await signup('ann@example.com');
    for (const email of ['ann@example.com', 'Ann@Example.com', 'bob@example.com']) {
      const body = await signup(email);
      expect(Object.keys(body)).to.deep.equal(Object.keys(first));
      expect(body.account.id).to.not.equal(first.account.id);
      const me = await request(gateway.app).get('/whoami').set('X-API-Key', body.api_key);
      expect(me.body.client_id).to.equal(body.client_id);
    }
  });

  describe('the log', () => {
    let logged: string;
    const log = () => {
      logged = '';
      return new Writable({
        write(chunk, _encoding, done) {
          logged += chunk;
          done();
        },
      });
    };
    const lines = (path: string) =>
      logged
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { req?: { url: string } })
        .filter(({ req }) => req?.url === path);

    it('has a line a request, without keys', async () => {
      await open({ log: log() });
      await gateway.as('full', 'get', '/whoami').set('X-Request-Id', 'req-8').expect(200);
      const told = lines('/whoami') as Record<string, unknown>[];
      expect(told).to.have.length(1);
      const { time, pid, hostname, ms, ...said } = told[0]!;
      expect(said).to.deep.equal({
        level: 30,
        req: { id: 'req-8', method: 'GET', url: '/whoami' },
        res: { status: 200 },
        msg: 'request completed',
      });
      expect(ms).to.be.a('number');
      expect(logged).to.not.contain(gateway.accounts.keys.full);
    });

    it('has no key, wherever in the address it was sent', async () => {
      await open({ log: log() });
      const key = gateway.accounts.keys.full;
      const hidden = encodeURIComponent(key).replaceAll('_', '%5F');
      const addresses = [
        ...[`/whoami?api_key=${key}`, `/whoami?${key}`, `/whoami?limit=${key}`, `/${key}/x`],
        ...[`/whoami?x=${hidden}`, `/${hidden}`, `/whoami?key=swordfish-7`, '/whoami?swordfish-7'],
        `/clients/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln/x?token=eyJhbGciOiJIUzI1NiJ9.e30.x`,
      ];
      for (const address of addresses) await request(gateway.app).get(address);
      const told = logged.split('\n').filter((line) => line.includes('completed'));
      expect(told.filter((line) => !line.includes('openapi'))).to.have.length(addresses.length);
      for (const secret of [key, hidden, 'swordfish', 'c2ln', 'eyJ'])
        expect(logged).to.not.contain(secret);
      expect(logged).to.contain('"/whoami?api_key=[redacted]"').and.contain('"/[redacted]/x"');
    });

    it('shows the parameters that routes have, but not what people write', async () => {
      await open({ log: log() });
      const names = gateway.routes.flatMap(({ query }) =>
        query instanceof z.ZodObject ? Object.keys(query.shape) : [],
      );
      const redacted = new Set(names.filter((name) => loggedUrl(`/x?${name}=7`).endsWith(']')));
      expect([...redacted].toSorted()).to.deep.equal(['search', 'text', 'title']);
    });

    it('tells failures of the service from those of callers, and leaves probes out', async () => {
      await open({ ready: false, log: log() });
      await request(gateway.app).get('/healthz').expect(200);
      await request(gateway.app).get('/readyz').expect(503);
      await request(gateway.app).get('/whoami').expect(401);
      await gateway.as('askOnly', 'post', '/query').send({ q: 'explode' }).expect(500);
      expect(lines('/healthz')).to.be.empty;
      expect(lines('/readyz')).to.be.empty;
      expect(lines('/whoami')[0]).to.include({ level: 30, msg: 'request completed' });
      const [failed] = lines('/query');
      expect(failed).to.include({ level: 50, msg: 'request errored' });
      expect(failed).to.have.nested.property('err.message', 'failed with status code 500');
    });
  });

  describe('browsers', () => {
    beforeEach(() => open());
    const from = (origin: string, caller: 'full' | 'askOnly' | 'website' | 'sample') =>
      gateway.as(caller, 'get', '/whoami').set('Origin', origin);

    it('answers a preflight openly, with no key', async () => {
      const { headers } = await request(gateway.app)
        .options('/query')
        .set('Origin', 'https://evil.example')
        .set('Access-Control-Request-Method', 'POST')
        .set('Access-Control-Request-Headers', 'x-api-key,content-type')
        .expect(204);
      expect(headers['access-control-allow-origin']).to.equal('*');
      expect(headers['access-control-allow-headers']).to.equal('x-api-key,content-type');
    });

    const cases: readonly [string, 'full' | 'askOnly' | 'website' | 'sample', number][] = [
      ['https://shop.example', 'website', 200],
      ['http://localhost:3000', 'website', 200],
      ['https://evil.example', 'website', 403],
      ['http://shop.example', 'website', 403],
      ['null', 'website', 403],
      ['https://evil.example', 'askOnly', 200],
      ['https://evil.example', 'sample', 200],
      ['https://evil.example', 'full', 403],
      ['http://localhost:8080', 'full', 200],
    ];
    for (const [origin, caller, status] of cases)
      it(`answers ${status} to the ${caller} key from ${origin}`, async () => {
        const { headers } = await from(origin, caller).expect(status);
        expect(headers['access-control-allow-origin']).to.equal('*');
        expect(headers['access-control-expose-headers']).to.contain('Retry-After');
      });

    it('takes a full-access key from pages of the very address that is called', async () => {
      for (const host of ['localhost:9000', '127.0.0.1:9000', '[::1]:9000'])
        await from(`http://${host}`, 'full').set('Host', host).expect(200);
    });

    it('takes the name in the Host header for no proof that a page is its own', async () => {
      for (const host of ['rebound.example:9000', '203.0.113.7:9000', '127.0.0.1.nip.example']) {
        const { text } = await from(`http://${host}`, 'full').set('Host', host).expect(403);
        expect(text).to.contain('http.own_origins');
      }
      await from('http://localhost:9001', 'full').set('Host', 'localhost:9000').expect(403);
    });

    it('lets errors be read: they carry the headers too', async () => {
      const { headers } = await request(gateway.app)
        .post('/query')
        .set('Origin', 'https://shop.example')
        .expect(401);
      expect(headers['access-control-allow-origin']).to.equal('*');
    });
  });
});
