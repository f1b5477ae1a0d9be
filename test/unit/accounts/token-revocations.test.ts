import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { createAuthenticator } from '#src/accounts/authenticate.ts';
import { emptyWorkspace, newKey } from '#src/accounts/create.ts';
import { createAccountsService } from '#src/accounts/service.ts';
import { openTokens } from '#src/accounts/tokens/service.ts';
import type { RevocationRequest, TokenRequest } from '#src/accounts/tokens/types.ts';
import { createSecretBox } from '#src/secrets/secret-box.ts';
import { takeTurn } from '#src/store/take-turn.ts';
import { startIssuer, type TestIssuer } from '../../fakes/jwks-server.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';

const AT = '2026-11-01T00:00:00.000';
const ISSUER = 'https://idp.example/';
const USUAL = { iss: ISSUER, aud: 'plumbline', sub: 'ann', client_id: 'cli_1' };

overStores('revoked bearer tokens', (open) => {
  let store: TestStore;
  let issuer: TestIssuer;
  let now: Date;
  let here: Awaited<ReturnType<typeof gateway>>;
  let there: Awaited<ReturnType<typeof gateway>>;
  const box = createSecretBox([{ id: 'k', key: randomBytes(32) }]);

  beforeEach(async () => {
    store = await open();
    now = new Date(`${AT}Z`);
    issuer = await startIssuer(() => now, USUAL);
    await issuer.addKey('ec', 'ES256');
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
    for (const id of ['ws_1', 'ws_2'])
      await db
        .insertInto('workspaces')
        .values({ ...emptyWorkspace, ...named(id), client_id: 'cli_1', slug: id })
        .execute();
    const made = (id: string, clientId: string | null, workspaceId: string | null) => ({
      ...newKey({
        ...{ accountId: 'acc', clientId, workspaceId, name: id, scope: 'full' },
        created_at: AT,
      }).row,
      id,
    });
    await db
      .insertInto('api_keys')
      .values([
        made('key_1', 'cli_1', null),
        made('key_ws', 'cli_1', 'ws_1'),
        made('key_all', null, null),
      ])
      .execute();
    here = await gateway();
    there = await gateway();
  });
  afterEach(async () => {
    await Promise.all([here.authenticator.close(), there.authenticator.close()]);
    await issuer.close();
    await store.dispose();
  });

  /** One of several gateways on the store. */
  const gateway = async () => {
    const clock = { now: () => now };
    const log = pino({ level: 'silent' });
    const config = configSchema.parse({
      tokens: {
        issuers: [
          {
            ...{ name: 'idp', issuer: ISSUER, jwks_url: issuer.url, audience: 'plumbline' },
            tenants: ['cli_1', 'cli_2'],
          },
        ],
      },
    });
    const authenticator = createAuthenticator(store.db, clock);
    const shared = { store: store.db, clock, log, config, authenticator };
    const accounts = createAccountsService({ ...shared, sample: () => Promise.resolve(null) });
    const tokens = await openTokens({ ...shared, accounts, box });
    const principal = async (keyId: string) => (await authenticator.keyById(keyId))!;
    const mint = async (request: Partial<TokenRequest> = {}, keyId = 'key_1') => {
      const { token } = await tokens.mint(await principal(keyId), {
        ...{ clientId: 'cli_1', workspaceId: null, endUserId: null, scope: null },
        ...{ ttlSeconds: null, rowFilter: {} },
        ...request,
      });
      return token;
    };
    const revoke = async (request: Partial<RevocationRequest> = {}, keyId = 'key_1') =>
      tokens.revoke(
        { principal: await principal(keyId), requestId: 'req' },
        {
          ...{ clientId: 'cli_1', workspaceId: null, issuer: null, endUserId: null },
          ...{ issuedBefore: null, token: null },
          ...request,
        },
      );
    return { authenticate: tokens.authenticate, mint, revoke, authenticator };
  };
  const statusOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 200,
      (error: { status?: number }) => error.status ?? error,
    );
  const wait = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1_000);
  };
  /** By name, whether each token is taken at the other gateway. */
  const taken = async (tokens: Readonly<Record<string, string>>) => {
    const statuses = await Promise.all(
      Object.values(tokens).map((token) => statusOf(there.authenticate(token))),
    );
    return Object.keys(tokens).filter((_, place) => statuses[place] === 200);
  };
  const several = async () => ({
    own: await here.mint(),
    'own, ann': await here.mint({ endUserId: 'ann' }),
    'own, bob': await here.mint({ endUserId: 'bob' }),
    'own, ws_1': await here.mint({ workspaceId: 'ws_1' }),
    'idp, ann': await issuer.sign('ec'),
    'idp, auth0|7': await issuer.sign('ec', { sub: 'auth0|7' }),
    'idp, cli_2': await issuer.sign('ec', { client_id: 'cli_2' }),
  });

  const revoked: readonly [string, Partial<RevocationRequest>, readonly string[]][] = [
    ['all of the tenant', {}, ['idp, cli_2']],
    [
      'those of a person, whoever issued them',
      { endUserId: 'ann' },
      ['own', 'own, bob', 'own, ws_1', 'idp, auth0|7', 'idp, cli_2'],
    ],
    [
      'those of a person as the issuer names it',
      { issuer: 'idp', endUserId: 'auth0|7' },
      ['own', 'own, ann', 'own, bob', 'own, ws_1', 'idp, ann', 'idp, cli_2'],
    ],
    [
      'those of an issuer',
      { issuer: 'idp' },
      ['own', 'own, ann', 'own, bob', 'own, ws_1', 'idp, cli_2'],
    ],
    ['its own', { issuer: 'plumbline' }, ['idp, ann', 'idp, auth0|7', 'idp, cli_2']],
    [
      'those of a workspace',
      { workspaceId: 'ws_1' },
      ['own', 'own, ann', 'own, bob', 'idp, ann', 'idp, auth0|7', 'idp, cli_2'],
    ],
  ];
  for (const [what, request, left] of revoked)
    it(`are refused at every gateway at once: ${what}`, async () => {
      const tokens = await several();
      expect(await taken(tokens)).to.deep.equal(Object.keys(tokens));
      wait(60);
      await here.revoke(request);
      expect(await taken(tokens)).to.deep.equal(left);
      wait(6);
      expect(await taken(await several())).to.deep.equal(Object.keys(tokens));
    });

  it('are those that were issued until an instant, and a later one only ever adds to them', async () => {
    const old = await issuer.sign('ec');
    wait(60);
    const young = await issuer.sign('ec');
    wait(60);
    await here.revoke({ issuedBefore: '2026-11-01T00:00:30.000' });
    expect(await taken({ old, young })).to.deep.equal(['young']);
    await here.revoke();
    await here.revoke({ issuedBefore: '2026-11-01T00:00:30.000' });
    expect(await taken({ old, young })).to.deep.equal([]);
  });

  it('are refused where they do not say when they were issued, or an issuer has a fast clock', async () => {
    const timeless = await issuer.sign('ec', { iat: undefined });
    const fast = await issuer.sign('ec', { iat: now.getTime() / 1_000 + 5 });
    expect(await taken({ timeless, fast })).to.deep.equal(['timeless', 'fast']);
    await here.revoke();
    expect(await taken({ timeless, fast })).to.deep.equal([]);
  });

  it('do not keep a token back that is made in the same second after', async () => {
    const before = await here.mint({ endUserId: 'ann' });
    await here.revoke({ endUserId: 'ann' });
    const after = await here.mint({ endUserId: 'ann' });
    expect(await taken({ before, after })).to.deep.equal(['after']);
  });

  it('end with a second revocation in the same second, too, whichever concerns them', async () => {
    await here.revoke({ endUserId: 'ann' });
    const ann = await here.mint({ endUserId: 'ann' });
    const bob = await here.mint({ endUserId: 'bob' });
    await here.revoke({ endUserId: 'ann' });
    expect(await taken({ ann, bob })).to.deep.equal(['bob']);
    const again = await here.mint({ endUserId: 'ann' });
    const { issued_before } = await here.revoke();
    expect(await taken({ again, bob })).to.deep.equal([]);
    expect(issued_before).to.equal('2026-11-01T00:00:02.000');
    const after = await here.mint();
    expect(await taken({ after })).to.deep.equal(['after']);
  });

  it('can be a single one, also written with another signature text', async () => {
    const tokens = await several();
    for (const name of ['own, ann', 'idp, ann'] as const)
      await here.revoke({ token: tokens[name] });
    const left = Object.keys(tokens).filter((name) => !['own, ann', 'idp, ann'].includes(name));
    expect(await taken(tokens)).to.deep.equal(left);
    const padded = Object.fromEntries(
      [tokens['own, ann'], tokens['idp, ann']].map((token) => [token, `${token}=`]),
    );
    expect(await taken(padded)).to.deep.equal([]);
    const rows = await store.db.selectFrom('token_revocations').selectAll().execute();
    expect(JSON.stringify(rows)).to.not.contain(tokens['own, ann']);
    wait(3 * 86_400);
    await here.revoke({ endUserId: 'bob' });
    expect(await store.db.selectFrom('token_revocations').selectAll().execute()).to.have.length(1);
  });

  it('by a key of one workspace are those of that workspace', async () => {
    const tokens = await several();
    await here.revoke({}, 'key_ws');
    const left = Object.keys(tokens).filter((name) => name !== 'own, ws_1');
    expect(await taken(tokens)).to.deep.equal(left);
    expect(await statusOf(here.revoke({ token: tokens.own }, 'key_ws'))).to.equal(422);
  });

  const wrong: readonly [string, Partial<RevocationRequest>, number][] = [
    ['an unknown issuer', { issuer: 'elsewhere' }, 422],
    ['an instant to come', { issuedBefore: '2026-11-01T00:00:00.001' }, 422],
    ['what is no token', { token: 'abc' }, 422],
    ['another tenant', { clientId: 'cli_2' }, 403],
    ['an unknown workspace', { workspaceId: 'ws_none' }, 404],
  ];
  for (const [what, request, status] of wrong)
    it(`cannot be named by ${what}: ${status}`, async () => {
      expect(await statusOf(here.revoke(request))).to.equal(status);
      const rows = await store.db.selectFrom('token_revocations').selectAll().execute();
      expect(rows).to.deep.equal([]);
    });

  it('of a tenant that is removed meanwhile are refused', async () => {
    // As the service removes one: in its turn.
    const removed = store.db.transaction().execute(async (trx) => {
      await takeTurn(trx, 'acc');
      await trx.deleteFrom('tenants').where('id', '=', 'cli_2').execute();
    });
    const works = [
      removed,
      ...Array.from({ length: 6 }, () => here.revoke({ clientId: 'cli_2' }, 'key_all')),
    ];
    const statuses = await Promise.all(works.map(statusOf));
    expect(statuses.filter((status) => status !== 200 && status !== 403)).to.deep.equal([]);
  });

  it('stand in the audit log, written with them or not at all', async () => {
    await here.revoke({ issuer: 'idp', endUserId: 'ann' });
    const [entry, ...others] = await store.db.selectFrom('audit_log').selectAll().execute();
    expect(others).to.deep.equal([]);
    expect(entry).to.include({ action: 'tokens.revoked', client_id: 'cli_1', actor_id: 'key_1' });
    expect(JSON.parse(entry!.target)).to.deep.equal({
      ...{ issuer: 'idp', end_user_id: 'ann', issued_before: AT, one: false },
    });
    const token = await here.mint({ endUserId: 'bob' });
    await store.db.schema.dropTable('audit_log').execute();
    expect(await statusOf(here.revoke({ endUserId: 'bob' }))).to.not.equal(200);
    expect(await taken({ token })).to.deep.equal(['token']);
  });
});
