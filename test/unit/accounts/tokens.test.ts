import { createHmac, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { createAuthenticator } from '#src/accounts/authenticate.ts';
import { newKey } from '#src/accounts/create.ts';
import { createAccountsService } from '#src/accounts/service.ts';
import { openTokens } from '#src/accounts/tokens/service.ts';
import { createSigningSecrets } from '#src/accounts/tokens/signing-secrets.ts';
import type { TokenRequest } from '#src/accounts/tokens/types.ts';
import { createSecretBox, type EncryptionKey } from '#src/secrets/secret-box.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';

const AT = '2026-11-01T00:00:00.000';
const HOUR = 3_600_000;
const key = (id: string): EncryptionKey => ({ id, key: randomBytes(32) });

overStores('bearer tokens', (open) => {
  let store: TestStore;
  let now: Date;
  let keys: [EncryptionKey, ...EncryptionKey[]];
  const clock = { now: () => now };
  const log = pino({ level: 'silent' });
  const config = configSchema.parse({});

  beforeEach(async () => {
    store = await open();
    now = new Date(`${AT}Z`);
    keys = [key('first')];
    const { db } = store;
    const named = (id: string) => ({ id, name: id, created_at: AT });
    await db
      .insertInto('accounts')
      .values({ ...named('acc'), type: 'standard', plan: 'self_hosted', email: null })
      .execute();
    for (const id of ['cli_1', 'cli_2'])
      await db
        .insertInto('tenants')
        .values({ ...named(id), account_id: 'acc', slug: id })
        .execute();
    const made = (id: string, clientId: string | null) => ({
      ...newKey({
        ...{ accountId: 'acc', clientId, workspaceId: null, name: id, scope: 'full' },
        created_at: AT,
      }).row,
      id,
    });
    await db
      .insertInto('api_keys')
      .values([made('key_1', 'cli_1'), made('key_all', null)])
      .execute();
  });
  afterEach(() => store.dispose());

  /** A gateway on the store. */
  const gateway = async (tokens: Partial<(typeof config)['tokens']> = {}) => {
    const authenticator = createAuthenticator(store.db, clock);
    const settings = { ...config, tokens: { ...config.tokens, ...tokens } };
    const shared = { store: store.db, clock, log, config: settings, authenticator };
    const accounts = createAccountsService({ ...shared, sample: () => Promise.resolve(null) });
    const service = await openTokens({ ...shared, accounts, box: createSecretBox(keys) });
    const mint = async (request: Partial<TokenRequest> = {}, keyId = 'key_1') =>
      service.mint((await authenticator.keyById(keyId))!, {
        ...{ clientId: 'cli_1', workspaceId: null, endUserId: null, scope: null },
        ...{ ttlSeconds: null, rowFilter: {} },
        ...request,
      });
    return { ...service, mint, authenticator };
  };
  const statusOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 200,
      (error: { status?: number }) => error.status ?? error,
    );

  it('say who calls: the key, the tenant, the person, the scope and the filter', async () => {
    const { mint, authenticate } = await gateway();
    const { token, token_type, expires_at } = await mint({
      endUserId: 'ann',
      rowFilter: { tenant_id: 42 },
    });
    expect({ token_type, expires_at }).to.deep.equal({
      token_type: 'Bearer',
      expires_at: '2026-11-01T01:00:00.000',
    });
    const who = await authenticate(token);
    expect(who).to.deep.include({
      accountId: 'acc',
      clientId: 'cli_1',
      workspaceId: null,
      endUserId: 'ann',
      bearer: true,
    });
    expect(who.key).to.include({ id: 'key_1', scope: 'query' });
    expect(who.policy.filter).to.deep.equal({ tenant_id: 42 });
    expect(who.policy.hash).to.not.equal('all');
    expect((await authenticate((await mint()).token)).key.scope).to.equal('full');
  });

  it('are refused with 422 for more than a key may give', async () => {
    const { mint } = await gateway({ max_ttl_seconds: 7_200 });
    expect(await statusOf(mint({ ttlSeconds: 7_201 }))).to.equal(422);
    expect(await statusOf(mint({ ttlSeconds: 7_200 }))).to.equal(200);
    expect(await statusOf(mint({ scope: 'full', rowFilter: { a: 1 } }))).to.equal(422);
    expect(await statusOf(mint({ clientId: 'cli_2' }))).to.equal(403);
    expect(await statusOf(mint({ clientId: 'cli_2' }, 'key_all'))).to.equal(200);
    expect(await statusOf(mint({ workspaceId: 'ws_none' }))).to.equal(404);
  });

  it('end with their time, to the second', async () => {
    const { mint, authenticate } = await gateway();
    const { token } = await mint({ ttlSeconds: 60 });
    now = new Date(now.getTime() + 59_000);
    expect(await statusOf(authenticate(token))).to.equal(200);
    now = new Date(now.getTime() + 1_000);
    expect(await statusOf(authenticate(token))).to.equal(401);
  });

  it('die with their key at once, and with their tenant', async () => {
    const { mint, authenticate } = await gateway();
    const { token } = await mint();
    const wide = await mint({ clientId: 'cli_2' }, 'key_all');
    await store.db
      .updateTable('api_keys')
      .set({ revoked_at: AT })
      .where('id', '=', 'key_1')
      .execute();
    expect(await statusOf(authenticate(token))).to.equal(401);
    expect(await statusOf(authenticate(wide.token))).to.equal(200);
    await store.db.deleteFrom('tenants').where('id', '=', 'cli_2').execute();
    expect(await statusOf(authenticate(wide.token))).to.equal(401);
  });

  describe('forged', () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    /** A token as ours with changes, signed with the true secret unless another is given. */
    const forge = async (
      change: { readonly header?: object; readonly claims?: object },
      sign = (text: string, secret: Buffer) =>
        createHmac('sha256', secret).update(text).digest('base64url'),
    ) => {
      const { mint } = await gateway();
      const { token } = await mint();
      const [header, claims] = token
        .split('.')
        .slice(0, 2)
        .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object);
      const text = `${encode({ ...header, ...change.header })}.${encode({ ...claims, ...change.claims })}`;
      const { kid, secret } = (await store.db
        .selectFrom('token_secrets')
        .selectAll()
        .executeTakeFirst())!;
      return `${text}.${sign(text, Buffer.from(createSecretBox(keys).open(secret, kid), 'base64'))}`;
    };
    const seconds = () => now.getTime() / 1_000;
    const cases: readonly [string, () => Promise<string>, number][] = [
      ['nothing changed', () => forge({}), 200],
      ['alg none', () => forge({ header: { alg: 'none' } }, () => ''), 401],
      ['alg none, signed', () => forge({ header: { alg: 'none' } }), 401],
      [
        'alg HS512',
        () =>
          forge({ header: { alg: 'HS512' } }, (text, secret) =>
            createHmac('sha512', secret).update(text).digest('base64url'),
          ),
        401,
      ],
      ['alg RS256', () => forge({ header: { alg: 'RS256' } }), 401],
      ['another audience', () => forge({ claims: { aud: 'others' } }), 401],
      ['another issuer', () => forge({ claims: { iss: 'https://idp.example' } }), 401],
      ['not valid yet', () => forge({ claims: { nbf: seconds() + 60 } }), 401],
      ['expired', () => forge({ claims: { exp: seconds() - 1 } }), 401],
      ['no end', () => forge({ claims: { exp: undefined } }), 401],
      [
        'older than a day',
        () => forge({ claims: { iat: seconds() - 86_401, exp: seconds() + 60 } }),
        401,
      ],
      ['an unknown kid', () => forge({ header: { kid: 'tks_none' } }), 401],
      ['no kid', () => forge({ header: { kid: undefined } }), 401],
      ['a kid that is no text', () => forge({ header: { kid: { $ne: '' } } }), 401],
      ['another signature', () => forge({}, () => 'AAAA'), 401],
      ['another tenant, same signature', () => forge({ claims: { client_id: 'cli_2' } }), 401],
      ['another scope that is none', () => forge({ claims: { scope: 'root' } }), 401],
      ['a person that is no id', () => forge({ claims: { sub: 'no id' } }), 401],
      ['no token', () => Promise.resolve('abc'), 401],
      ['three dots', () => Promise.resolve('...'), 401],
      ['claims that are no object', () => Promise.resolve(jwt.sign('text', 'secret')), 401],
    ];
    for (const [what, make, status] of cases)
      it(`${what}: ${status}`, async () => {
        const token = await make();
        const { authenticate } = await gateway();
        expect(await statusOf(authenticate(token))).to.equal(status);
      });
  });

  it('hold over a rotation until they end; removing the other secrets ends them within the cache', async () => {
    const here = await gateway();
    const there = await gateway();
    const { token } = await here.mint({ ttlSeconds: 86_400 });
    expect(await statusOf(there.authenticate(token))).to.equal(200);
    const secrets = createSigningSecrets({
      ...{ store: store.db, clock, log, box: createSecretBox(keys) },
      config: config.tokens,
    });
    await secrets.rotate({ removeOthers: false });
    const after = await here.mint({ ttlSeconds: 86_400 });
    expect(kidOf(after.token)).to.not.equal(kidOf(token));
    for (const one of [token, after.token])
      expect(await statusOf(there.authenticate(one))).to.equal(200);
    await secrets.rotate({ removeOthers: true });
    now = new Date(now.getTime() + config.tokens.secrets_cache_ms);
    for (const one of [token, after.token])
      expect(await statusOf(there.authenticate(one))).to.equal(401);
  });

  it('are signed with a new secret when the old one has its age; that is removed when it cannot be needed', async () => {
    const { mint, authenticate } = await gateway({ rotate_hours: 48 });
    const kids = new Set<string>();
    for (const hours of [0, 47, 2, 26, 24]) {
      now = new Date(now.getTime() + hours * HOUR);
      const { token } = await mint({ ttlSeconds: 86_400 });
      kids.add(kidOf(token));
      expect(await statusOf(authenticate(token))).to.equal(200);
    }
    expect(kids.size).to.equal(3);
    const left = await store.db.selectFrom('token_secrets').select('kid').execute();
    expect(left).to.have.length(2);
  });

  it('are encrypted at rest, anew when there is a newer key, and 503 where the key is missing', async () => {
    const here = await gateway();
    const { token } = await here.mint();
    const [before] = await store.db.selectFrom('token_secrets').selectAll().execute();
    expect(before!.secret).to.match(/^v1\.first\./);
    keys = [key('second'), ...keys];
    const newer = await gateway();
    const [after] = await store.db.selectFrom('token_secrets').selectAll().execute();
    expect(after!.secret).to.match(/^v1\.second\./);
    expect(await statusOf(newer.authenticate(token))).to.equal(200);
    keys = [key('other')];
    const stranger = await gateway();
    expect(await statusOf(stranger.authenticate(token))).to.equal(503);
    const own = await stranger.mint();
    expect(await statusOf(stranger.authenticate(own.token))).to.equal(200);
  });
});

const kidOf = (token: string) => jwt.decode(token, { complete: true })!.header.kid!;
