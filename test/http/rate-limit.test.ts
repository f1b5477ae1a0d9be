import { expect } from 'chai';
import request from 'supertest';
import { network } from '#src/http/middleware/network.ts';
import { type Gateway, openGateway } from './gateway.ts';

const PROXIED = { http: { trust_proxy: true } };

describe('rate limits', () => {
  let gateway: Gateway;
  const open = async (settings: Record<string, unknown>, signup = false) => {
    gateway = await openGateway({ settings, signup });
  };
  afterEach(() => gateway.close());

  const sample = (address: string, path = '/query', body: object = { q: 'q' }) =>
    gateway
      .as('sample', path.endsWith('/status') ? 'get' : 'post', path)
      .set('X-Forwarded-For', address)
      .set('X-End-User-Id', 'ann')
      .send(body);
  const statuses = async (count: number, call: () => PromiseLike<{ readonly status: number }>) => {
    const found: number[] = [];
    for (let n = 0; n < count; n += 1) found.push((await call()).status);
    return found;
  };
  const times = (count: number, status: number) => Array.from({ length: count }, () => status);

  it('give the free plan 30 requests a minute and key, and tell what is left', async () => {
    await open({});
    const call = () => gateway.as('free', 'get', '/whoami');
    const first = await call().expect(200);
    expect(first.headers['ratelimit-policy']).to.equal('"key";q=30;w=60');
    expect(first.headers['ratelimit']).to.match(/^"key";r=29;t=\d+$/);
    expect(await statuses(30, call)).to.deep.equal([...times(29, 200), 429]);
    const refused = gateway.expectDocumented(await call().expect(429));
    expect(Number(refused.headers['retry-after'])).to.be.within(1, 60);
    expect(refused.headers['ratelimit']).to.match(/^"key";r=0;t=\d+$/);
    expect(refused.body.detail).to.match(/30 .* per minute\. Try again in \d+ s\./);
    await gateway.as('full', 'get', '/whoami').expect(200);
  });

  it('count exactly, also when calls come at once', async () => {
    await open({});
    const calls = Array.from({ length: 50 }, () => gateway.as('free', 'get', '/whoami'));
    const answered = (await Promise.all(calls)).filter(({ status }) => status === 200);
    expect(answered).to.have.length(30);
  });

  it('bound the questions and uploads of a key beside all its calls', async () => {
    const free = { requests_per_minute: 30, questions_per_minute: 2, uploads_per_minute: 1 };
    const plans = { self_hosted: {}, sample: {}, free };
    await open({ plans });
    const ask = () => gateway.as('free', 'post', '/query').send({ q: 'q' });
    const first = await ask();
    expect(first.headers['ratelimit-policy']).to.equal('"key";q=30;w=60, "questions";q=2;w=60');
    expect(first.headers['ratelimit']).to.match(/^"questions";r=1;t=\d+$/);
    await ask();
    const refused = await ask().expect(429);
    expect(refused.body.detail).to.match(/2 questions with this key per minute/);
    const upload = () =>
      gateway
        .as('free', 'post', '/clients/cli_1/workspaces/ws_1/files')
        .attach('file', Buffer.from('a\n1\n'), 'a.csv');
    await upload().expect(403);
    await upload().expect(429);
    const { body } = await gateway.as('free', 'get', '/whoami').expect(200);
    expect(body.plan_limits).to.equal(null);
  });

  it('believe a forwarded address only from proxies that the setting names', async () => {
    const addresses = async () =>
      (await statuses(6, () => sample(`198.51.100.${forged++}, 203.0.113.7`))).at(-1);
    let forged = 1;
    for (const [trust_proxy, last] of [
      [1, 429],
      ['loopback', 429],
      [2, 200],
      [false, 429],
      ['10.0.0.0/8', 429],
    ] as const) {
      await open({ http: { trust_proxy } });
      expect(await addresses(), String(trust_proxy)).to.equal(last);
      await gateway.close();
    }
    await open({});
  });

  it('leave a plan without limits alone', async () => {
    await open({});
    const { headers } = await gateway.as('full', 'get', '/whoami').expect(200);
    expect(headers).to.not.have.property('ratelimit');
  });

  it('give each address 5 requests a minute with the sample key', async () => {
    await open(PROXIED);
    expect(await statuses(6, () => sample('203.0.113.7'))).to.deep.equal([...times(5, 200), 429]);
    expect((await sample('203.0.113.8')).status).to.equal(200);
  });

  it('count an IPv6 network of 64 bits as one address', async () => {
    await open(PROXIED);
    const call = (host: number) => sample(`2001:db8:1:2::${host.toString(16)}`);
    let host = 1;
    expect(await statuses(6, () => call(host++))).to.deep.equal([...times(5, 200), 429]);
    expect((await sample('2001:db8:1:3::1')).status).to.equal(200);
  });

  it('count questions by the hour, and not what is no question', async () => {
    await open({ ...PROXIED, sample: { requests_per_minute: 1_000, questions_per_hour: 3 } });
    const status = () => sample('203.0.113.7', '/clients/cli_1/schema/status', {});
    expect(await statuses(5, status)).to.deep.equal(times(5, 200));
    expect(await statuses(4, () => sample('203.0.113.7'))).to.deep.equal([...times(3, 200), 429]);
    const refused = await sample('203.0.113.7', '/clients/cli_1/ask/stream', { query: 'q' });
    expect(refused.status).to.equal(429);
    gateway.expectDocumented(refused);
    expect((await status()).status).to.equal(200);
  });

  it('cap the questions of everybody with the sample key', async () => {
    await open({ ...PROXIED, sample: { questions_per_day: 3 } });
    let n = 1;
    const call = () => sample(`203.0.113.${n++}`);
    expect(await statuses(4, call)).to.deep.equal([...times(3, 200), 429]);
  });

  it('spare this machine, but neither what a proxy on it forwards nor where the setting says so', async () => {
    await open({});
    const local = () => gateway.as('sample', 'post', '/query').send({ q: 'q' });
    expect(await statuses(8, local)).to.deep.equal(times(8, 200));
    expect(await statuses(6, () => sample('203.0.113.7'))).to.deep.equal([...times(5, 200), 429]);
    await gateway.close();
    await open({ sample: { limit_loopback: true } });
    expect(await statuses(6, local)).to.deep.equal([...times(5, 200), 429]);
  });

  it('bound the signups of an address', async () => {
    await open({ signups_per_hour: 2 }, true);
    let people = 0;
    const call = () =>
      request(gateway.app)
        .post('/accounts/signup')
        .send({ email: `ann${++people}@example.com`, project_name: 'Shop' });
    expect(await statuses(3, call)).to.deep.equal([201, 201, 429]);
  });

  const networks: readonly [string, string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001::9', '2001:db8:1:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ];
  for (const [address, expected] of networks)
    it(`count ${address} as ${expected}`, async () => {
      await open({});
      expect(network(address)).to.equal(expected);
    });
});
