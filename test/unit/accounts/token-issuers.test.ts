import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { createIssuers } from '#src/accounts/tokens/issuers.ts';
import type { Principal } from '#src/principal.ts';
import { openFaultyProxy } from '../../../bench/faults/faulty-proxy.ts';
import { eventually } from '../../fakes/eventually.ts';
import { startIssuer, type TestIssuer } from '../../fakes/jwks-server.ts';
import { sqliteStore, type TestStore } from '../../fakes/stores.ts';

const AT = '2026-11-01T00:00:00.000';
const IN_SECONDS = Date.parse(`${AT}Z`) / 1_000;
const ISSUER = 'https://idp.example/';
/** Damaged connections to the issuer's keys, so many at once. */
const DAMAGED = 100;
const AT_ONCE = 8;
const USUAL = { iss: ISSUER, aud: 'plumbline', sub: 'ann', client_id: 'cli_1' };

describe('tokens of an outside issuer', () => {
  let store: TestStore;
  let issuer: TestIssuer;
  let now: Date;

  before(async () => {
    store = await sqliteStore();
    const row = (id: string) => ({ id, name: id, created_at: AT });
    await store.db
      .insertInto('accounts')
      .values({ ...row('acc'), type: 'standard', plan: 'free', email: null })
      .execute();
    for (const id of ['cli_1', 'cli_2'])
      await store.db
        .insertInto('tenants')
        .values({ ...row(id), account_id: 'acc', slug: id })
        .execute();
  });
  after(() => store.dispose());
  beforeEach(async () => {
    now = new Date(`${AT}Z`);
    issuer = await startIssuer(() => now, USUAL);
    await issuer.addKey('rsa', 'RS256');
    await issuer.addKey('ec', 'ES256');
  });
  afterEach(() => issuer.close());

  const opened = (settings: object = {}, tokens: object = {}) => {
    const { tokens: config } = configSchema.parse({
      tokens: {
        ...{ jwks_timeout_ms: 30_000, ...tokens },
        issuers: [
          {
            ...{ name: 'idp', issuer: ISSUER, jwks_url: issuer.url, audience: 'plumbline' },
            ...{ tenants: ['cli_1', 'cli_gone'], ...settings },
          },
        ],
      },
    });
    const log = pino({ level: 'silent' });
    const byIssuer = createIssuers({ store: store.db, clock: { now: () => now }, log, config });
    return async (token: string): Promise<Principal> => (await byIssuer(token, ISSUER))!.principal;
  };
  const outcome = (promise: Promise<unknown>) =>
    promise.then(
      () => 200,
      (error: { status?: number }) => error.status ?? error,
    );
  const wait = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds);
  };

  it('say who calls: the tenant listed for them, the person, ask-only', async () => {
    await issuer.addKey('ed', 'EdDSA');
    const who = opened();
    for (const kid of ['rsa', 'ec', 'ed']) {
      const principal = await who(await issuer.sign(kid));
      expect(principal).to.deep.include({
        ...{ accountId: 'acc', plan: 'free', clientId: 'cli_1', workspaceId: null },
        ...{ endUserId: 'ann', bearer: true },
      });
      expect(principal.key).to.include({ id: 'issuer:idp:cli_1', scope: 'query', sample: false });
      expect(principal.policy.hash).to.equal('all');
    }
    expect(issuer.reads()).to.equal(1);
  });

  const refused: readonly [string, object, object, number][] = [
    ['another audience', { aud: 'others' }, {}, 401],
    ['another issuer', { iss: 'https://idp.example' }, {}, 401],
    ['no end', { exp: undefined }, {}, 401],
    ['ten years to live', { exp: IN_SECONDS + 3_650 * 86_400 }, {}, 401],
    ['ten years to live and no iat', { exp: IN_SECONDS + 3_650 * 86_400, iat: undefined }, {}, 401],
    ['ten years behind it and an hour left', { exp: IN_SECONDS + 3_600, iat: 1 }, {}, 401],
    ['a day to live', { exp: IN_SECONDS + 86_400, iat: IN_SECONDS }, {}, 200],
    ['expired', { exp: Date.parse(`${AT}Z`) / 1_000 - 6 }, {}, 401],
    ['expired within the tolerance', { exp: Date.parse(`${AT}Z`) / 1_000 - 4 }, {}, 200],
    ['not valid yet', { nbf: Date.parse(`${AT}Z`) / 1_000 + 60 }, {}, 401],
    ['issued in the future', { iat: Date.parse(`${AT}Z`) / 1_000 + 6 }, {}, 401],
    ['issued by a clock ahead', { iat: Date.parse(`${AT}Z`) / 1_000 + 5 }, {}, 200],
    ['no tenant', { client_id: undefined }, {}, 401],
    ['a tenant that is a list', { client_id: ['cli_1'] }, {}, 401],
    ['a tenant that is not listed', { client_id: 'cli_2' }, {}, 403],
    ['a tenant named like a property', { client_id: 'constructor' }, {}, 403],
    ['a tenant that does not exist', { client_id: 'cli_gone' }, {}, 403],
    ['no person', { sub: undefined }, {}, 401],
  ];
  for (const [what, claims, header, status] of refused)
    it(`with ${what}: ${status}`, async () => {
      expect(await outcome(opened()(await issuer.sign('rsa', claims, header)))).to.equal(status);
    });

  it('are refused with alg none, with a shared secret made of a public key, and tampered with', async () => {
    const who = opened();
    const token = await issuer.sign('rsa');
    const [, claims, signature] = token.split('.');
    const head = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const none = `${head({ alg: 'none', kid: 'rsa' })}.${claims}.`;
    const text = `${head({ alg: 'HS256', kid: 'rsa' })}.${claims}`;
    const jwks = await (await fetch(issuer.url)).text();
    const hmac = `${text}.${createHmac('sha256', jwks).update(text).digest('base64url')}`;
    const other = Buffer.from(claims!, 'base64url').toString().replace('ann', 'bob');
    const changed = [token.split('.')[0], Buffer.from(other).toString('base64url'), signature];
    for (const forged of [none, hmac, changed.join('.')])
      expect(await outcome(who(forged))).to.equal(401);
    expect(await outcome(opened({ algorithms: ['ES256'] })(token))).to.equal(401);
  });

  it('map their own names of tenants, workspaces, people, filters and rights', async () => {
    const who = opened({
      tenant_claim: 'org',
      tenants: { 'acme-inc': 'cli_2' },
      workspace_claim: 'ws',
      end_user_claim: 'oid',
      full_access: { claim: 'roles', value: 'data-admin' },
      allowed_origins: ['https://Shop.example:443'],
    });
    const claims = { org: 'acme-inc', ws: 'ws_1', oid: 'auth0|17', client_id: 'cli_1' };
    const asking = await who(await issuer.sign('ec', claims));
    expect(asking).to.include({ clientId: 'cli_2', workspaceId: 'ws_1' });
    expect(asking.endUserId).to.match(/^sub:[\w-]{43}$/);
    expect(asking.key.allowedOrigins).to.deep.equal(['https://shop.example']);
    expect(asking.key.scope).to.equal('query');
    for (const roles of [['x', 'data-admin'], 'x data-admin']) {
      const admin = await who(await issuer.sign('ec', { ...claims, roles }));
      expect(admin.key.scope).to.equal('full');
    }
    expect(await outcome(who(await issuer.sign('ec', { ...claims, ws: undefined })))).to.equal(401);
  });

  it('see only the rows that their claims name, and nothing where a claim is missing', async () => {
    const who = opened({
      row_filter: { tenant_id: 'org_number', region: 'region' },
      full_access: { claim: 'role', value: 'admin' },
    });
    const claims = { org_number: 42, region: 'EU', role: 'admin' };
    const principal = await who(await issuer.sign('rsa', claims));
    expect(principal.policy.filter).to.deep.equal({ tenant_id: 42, region: 'EU' });
    expect(principal.key.scope).to.equal('query');
    for (const change of [{ region: undefined }, { region: '' }, { org_number: [42] }])
      expect(await outcome(who(await issuer.sign('rsa', { ...claims, ...change })))).to.equal(401);
  });

  it('hold over a rotation of keys: a new one is found, a removed one no longer counts', async () => {
    const who = opened();
    const old = await issuer.sign('rsa');
    expect(await outcome(who(old))).to.equal(200);
    await issuer.addKey('new', 'RS256');
    issuer.removeKey('rsa');
    const fresh = await issuer.sign('new');
    expect(await outcome(who(fresh)), 'within the cooldown').to.equal(401);
    wait(10_000);
    expect(await outcome(who(fresh))).to.equal(200);
    expect(await outcome(who(old))).to.equal(401);
    expect(issuer.reads()).to.equal(2);
  });

  it('see a key removed that nobody asked anew for, after the refresh', async () => {
    const who = opened({}, { jwks_refresh_ms: 60_000 });
    expect(await outcome(who(await issuer.sign('rsa')))).to.equal(200);
    issuer.removeKey('rsa');
    wait(61_000);
    await who(await issuer.sign('ec'));
    await eventually(async () => (await outcome(who(await issuer.sign('rsa')))) === 401);
  });

  it('with many unknown keys read the keys once in the cooldown', async () => {
    const who = opened();
    await issuer.addKey('hidden', 'ES256');
    issuer.removeKey('hidden');
    const token = await issuer.sign('hidden');
    const all = await Promise.all(Array.from({ length: 50 }, () => outcome(who(token))));
    expect(new Set(all)).to.deep.equal(new Set([401]));
    expect(issuer.reads()).to.equal(1);
  });

  for (const how of ['down', 'hangs', 'broken'] as const)
    it(`go on with known keys when the issuer is ${how}; unknown ones wait (503)`, async () => {
      const limits = how === 'hangs' ? { jwks_timeout_ms: 3_000 } : {};
      const times = { jwks_refresh_ms: 60_000, jwks_max_age_ms: 3_600_000 };
      const who = opened({}, { ...times, ...limits });
      expect(await outcome(who(await issuer.sign('rsa')))).to.equal(200);
      await issuer.addKey('new', 'ES256');
      await issuer.behave(how);
      wait(120_000);
      expect(await outcome(who(await issuer.sign('rsa')))).to.equal(200);
      const error = await who(await issuer.sign('new')).catch((caught: unknown) => caught);
      expect(error).to.include({ status: 503, retryAfter: 10 });
      expect((error as Error).message).to.contain('token issuer "idp" can\'t be loaded');
      const reads = issuer.reads();
      expect(await outcome(who(await issuer.sign('new')))).to.equal(503);
      expect(issuer.reads(), 'not asked again within the cooldown').to.equal(reads);
      wait(3_600_000);
      expect(await outcome(who(await issuer.sign('rsa'))), 'too old to trust').to.equal(503);
      await issuer.behave('serves');
      wait(10_000);
      for (const kid of ['rsa', 'new'])
        expect(await outcome(who(await issuer.sign(kid)))).to.equal(200);
    });

  it('are 503 when the issuer was never reached', async () => {
    await issuer.behave('down');
    expect(await outcome(opened()(await issuer.sign('rsa')))).to.equal(503);
  });

  const wrong: readonly [string, object, RegExp][] = [
    ['keys over plain http', { jwks_url: 'http://idp.example/jwks' }, /Use https/],
    ['a shared-secret algorithm', { algorithms: ['HS256'] }, /algorithms/],
    ['no tenants', { tenants: [] }, /tenants/],
    ['the name of the service itself', { issuer: 'plumbline' }, /is reserved/],
  ];
  for (const [what, settings, text] of wrong)
    it(`cannot be configured with ${what}`, () => {
      expect(() => opened(settings)).to.throw(text);
    });

  it('are accepted for no key that is not shown, however the bytes of the keys are damaged', async () => {
    const to = { host: '127.0.0.1', port: Number(new URL(issuer.url).port) };
    const proxy = await openFaultyProxy(to, { seed: 13, lifeMs: 300, within: 2_000 });
    await issuer.addKey('ghost', 'ES256');
    issuer.removeKey('ghost');
    const who = opened(
      { jwks_url: `http://127.0.0.1:${proxy.port}/jwks.json` },
      { jwks_cooldown_ms: 0, jwks_timeout_ms: 1_000 },
    );
    const [shown, ghost] = [await issuer.sign('ec'), await issuer.sign('ghost')];
    const found = new Map<string, number>();
    const note = (what: string) => found.set(what, (found.get(what) ?? 0) + 1);
    const user = async () => {
      while (proxy.damaged() < DAMAGED) {
        note(`ghost ${await outcome(who(ghost))}`);
        note(`shown ${await outcome(who(shown))}`);
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, user));
      // A key set whose bytes were changed and that can be read has other keys than the issuer's.
      const possible = ['ghost 401', 'ghost 503', 'shown 200', 'shown 401', 'shown 503'];
      for (const what of found.keys()) expect(what).to.be.oneOf(possible);
      expect(found.get('ghost 503')).to.be.greaterThan(DAMAGED / 10);
      proxy.heal(true);
      // A read may still take a kept connection whose end has not been heard of.
      await eventually(async () => (await outcome(who(ghost))) === 401, 'the keys to be read');
      expect(await outcome(who(shown))).to.equal(200);
    } finally {
      await proxy.close();
    }
  });
});
