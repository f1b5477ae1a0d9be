import { expect } from 'chai';
import request from 'supertest';
import { repeatOf } from '#src/http/middleware/idempotency.ts';
import { type Gateway, openGateway } from './gateway.ts';

const WORKSPACES = '/clients/cli_1/workspaces';

describe('Idempotency-Key', () => {
  let gateway: Gateway;
  beforeEach(async () => {
    gateway = await openGateway({ signup: true });
  });
  afterEach(() => gateway.close());

  const create = (key: string, body: object = { name: 'Another' }) =>
    gateway.as('wholeTenant', 'post', WORKSPACES).set('Idempotency-Key', key).send(body);
  const workspaces = async () => {
    const { body } = await gateway.as('wholeTenant', 'get', WORKSPACES).expect(200);
    return (body as { workspaces: unknown[] }).workspaces.length;
  };

  it('creates once, and says of the second answer that it is the first', async () => {
    const first = gateway.expectDocumented(await create('k'));
    expect(first.headers).to.not.have.property('idempotent-replayed');
    const again = gateway.expectDocumented(await create('k'));
    expect([again.status, again.body]).to.deep.equal([first.status, first.body]);
    expect(again.headers['content-type']).to.equal(first.headers['content-type']);
    expect(again.headers['idempotent-replayed']).to.equal('true');
    expect((await create('k2')).body).to.not.deep.equal(first.body);
    expect(await workspaces()).to.equal(4);
  });

  it('refuses another body, whatever the order of its names', async () => {
    await create('k', { name: 'Another', timezone: 'UTC' }).expect(201);
    const same = await create('k', { timezone: 'UTC', name: 'Another' });
    expect(same.headers['idempotent-replayed']).to.equal('true');
    const other = gateway.expectDocumented(await create('k', { name: 'Third' }).expect(422));
    expect(other.headers['x-error-code']).to.equal('idempotency_mismatch');
  });

  it('creates once of 20 that come at once; the others get 409 with Retry-After, or the same', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('k')));
    const created = answers.filter(({ status }) => status === 201);
    expect(new Set(created.map(({ text }) => text)).size).to.equal(1);
    for (const one of answers.filter(({ status }) => status !== 201)) {
      expect([one.status, one.headers['x-error-code']]).to.deep.equal([
        409,
        'idempotency_in_progress',
      ]);
      expect(Number(one.headers['retry-after'])).to.be.within(1, 5);
      gateway.expectDocumented(one);
    }
    expect(await workspaces()).to.equal(3);
  });

  it('may be used again after a refusal', async () => {
    await create('k', { name: '' }).expect(422);
    await create('k').expect(201);
  });

  it('belongs to the key that sent it', async () => {
    await create('k').expect(201);
    const { headers } = await gateway
      .as('wholeAccount', 'post', WORKSPACES)
      .set('Idempotency-Key', 'k')
      .send({ name: 'Yet another' })
      .expect(201);
    expect(headers).to.not.have.property('idempotent-replayed');
  });

  it('belongs to the end user of an ask', async () => {
    const ask = (user: string) =>
      gateway
        .as('askOnly', 'post', '/clients/cli_1/ask')
        .set('X-End-User-Id', user)
        .set('Idempotency-Key', 'k')
        .send({ query: 'revenue by region', new_session: true });
    const ann = await ask('ann').expect(200);
    expect((await ask('ann')).body).to.deep.equal(ann.body);
    expect((await ask('bob')).headers).to.not.have.property('idempotent-replayed');
  });

  it('asks once on /query', async () => {
    const query = () =>
      gateway
        .as('full', 'post', '/query')
        .set('Idempotency-Key', 'k')
        .send({ q: 'revenue by region' });
    const first = await query().expect(200);
    const asked = gateway.ask.requests.length;
    expect(gateway.expectDocumented(await query()).body).to.deep.equal(first.body);
    expect(gateway.ask.requests).to.have.length(asked);
  });

  it('gives the events of a stream again, but not those of a budget that blocks', async () => {
    const stream = (query: string) =>
      gateway
        .as('full', 'post', '/clients/cli_1/ask/stream')
        .set('Idempotency-Key', query.replaceAll(' ', '-'))
        .send({ query });
    const first = await stream('revenue by region').expect(200);
    const again = await stream('revenue by region');
    expect(again.headers['idempotent-replayed']).to.equal('true');
    expect(again.headers['content-type']).to.equal(first.headers['content-type']);
    expect(again.text).to.equal(first.text).and.to.contain('event: done\r\n');
    await stream('broke');
    expect((await stream('broke')).headers).to.not.have.property('idempotent-replayed');
  });

  it('takes an upload once, and knows other bytes', async () => {
    const upload = (bytes: string) =>
      gateway
        .as('full', 'post', '/clients/cli_1/workspaces/ws_1/files')
        .set('Idempotency-Key', 'k')
        .attach('file', Buffer.from(bytes), 'a.csv');
    const first = await upload('a,b\n1,2\n').expect(200);
    const again = gateway.expectDocumented(await upload('a,b\n1,2\n').expect(200));
    expect(again.headers['idempotent-replayed']).to.equal('true');
    expect(again.body).to.deep.equal(first.body);
    const other = await upload('a,b\n1,3\n').expect(422);
    expect(other.headers['x-error-code']).to.equal('idempotency_mismatch');
  });

  for (const key of ['', 'two words', 'é'.repeat(3), 'x'.repeat(256)])
    it(`is refused where it is ${JSON.stringify(key.slice(0, 10))}`, async () => {
      const sent = Buffer.from(key, 'latin1').toString('latin1');
      const { text } = await create(sent).expect(400);
      expect(text).to.contain('Idempotency-Key');
    });

  it('means nothing to a signup, whose answer holds a key and whose caller has none', async () => {
    const signup = (email: string) =>
      request(gateway.app)
        .post('/accounts/signup')
        .set('Idempotency-Key', 'k')
        .send({ email, project_name: 'Shop' });
    const first = await signup('ann@example.com').expect(201);
    const second = await signup('ann@example.com').expect(201);
    expect(second.body.api_key).to.not.equal(first.body.api_key);
  });

  it('is taken by every POST that reads JSON with a key, the stream and the upload', () => {
    const posts = gateway.routes.filter(({ method }) => method === 'post');
    const found = (kind: string) =>
      posts.filter((route) => repeatOf(route) === kind).map(({ path }) => path);
    // MCP has requests of its own in each body; a look-up, a reading, a trial, a view and a refresh do the same however often they are sent.
    const isRepeatable = (path: string) =>
      path === '/mcp' || /\/(?:values|readings|refresh|check|view)$/.test(path);
    expect(found('none').filter((path) => !isRepeatable(path))).to.deep.equal([
      '/accounts/signup',
      '/session',
      '/session/link',
      '/session/password',
      '/session/oidc',
      '/session/oidc/finish',
    ]);
    expect(found('stream')).to.deep.equal(['/clients/{client_id}/ask/stream']);
    expect(found('form')).to.include('/clients/{client_id}/workspaces/{workspace_id}/files');
    expect(found('reply')).to.include.members([
      '/query',
      WORKSPACES.replace('cli_1', '{client_id}'),
    ]);
  });
});
