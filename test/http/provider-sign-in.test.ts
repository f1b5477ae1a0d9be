import { expect } from 'chai';
import { SignJWT } from 'jose';
import { configSchema } from '#config/schema.ts';
import type { OidcProvider } from '#src/accounts/oidc/types.ts';
import { filled } from '../fakes/accounts.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OidcServer,
  startOidcServer,
} from '../fakes/oidc-server.ts';
import { overStores, sqliteStore } from '../fakes/stores.ts';
import { Browser, HOST } from './browser.ts';
import { type Gateway, openGateway } from './gateway.ts';

const MEMBERS = '/clients/cli_1/members';
const MINUTE = 60_000;

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

overStores('signing in at a provider', (openStore) => {
  let server: OidcServer;
  let gateway: Gateway;
  let browser: Browser;
  const opened: Gateway[] = [];
  const closeAll = async () => {
    for (const one of opened.splice(0)) await one.close();
  };
  before(async () => {
    server = await startOidcServer();
  });
  after(() => server.close());

  /** A gateway with one provider; what a test says of it is what is special. */
  const open = async (change: Partial<OidcProvider> = {}, log?: { write(line: string): void }) => {
    const provider = {
      ...{ name: 'work', label: 'Work', issuer: server.issuer, tenant: 'cli_1' },
      ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, default_role: 'reader' },
      ...{ create_members: true, email_domains: ['example.com'] },
      ...change,
    };
    const other = { ...provider, name: 'other', label: 'Other', tenant: 'cli_2' };
    gateway = await openGateway({
      settings: {
        people: { enabled: true, oidc: [provider, other], oidc_max_bytes: 16_384 },
        sessions: { sign_ins_per_address: 1_000 },
        public_url: `https://${HOST}`,
      },
      store: await filled(await openStore()),
      ...(log ? { log } : {}),
    });
    opened.push(gateway);
    browser = new Browser(gateway);
  };
  beforeEach(() => {
    Object.assign(server.says, { claims: {}, info: {}, metadata: {}, token: null });
  });

  const begin = async (from = browser, provider = 'work') => {
    const begun = await from.call('post', '/session/oidc', { body: { provider } });
    expect(begun.status, JSON.stringify(begun.body)).to.equal(200);
    return begun.body.url as string;
  };
  const finish = (query: string, body: object = {}, from = browser) =>
    from.call('post', '/session/oidc/finish', { body: { query, ...body } });
  /** All the way, as the page goes it. */
  const signIn = async (body: object = {}, from = browser, provider = 'work') =>
    finish(server.signIn(await begin(from, provider)), body, from);
  const membersOf = async (clientId = 'cli_1') => {
    const { body } = await gateway.as('wholeAccount', 'get', `/clients/${clientId}/members`);
    return body.members as { member_id: string; email: string; role: string; issuer: string }[];
  };
  const invite = async (email = 'ann@example.com', role = 'analyst') => {
    const { body } = await gateway
      .as('wholeTenant', 'post', MEMBERS)
      .send({ name: 'Ann', email, role });
    return { token: String(body.link).split('#')[1], memberId: body.member_id as string };
  };

  describe('as the page does it', () => {
    afterEach(closeAll);

    it('sends the browser there with PKCE, state and nonce, and asks for a code alone', async () => {
      await open();
      expect((await browser.call('get', '/session')).body.providers).to.deep.equal([
        { name: 'work', label: 'Work' },
        { name: 'other', label: 'Other' },
      ]);
      const url = new URL(await begin());
      expect(url.origin + url.pathname).to.equal(`${server.issuer}/auth`);
      const asked = Object.fromEntries(url.searchParams);
      expect(asked).to.include({
        response_type: 'code',
        client_id: CLIENT_ID,
        redirect_uri: `https://${HOST}/signin/callback`,
        scope: 'openid email profile',
        code_challenge_method: 'S256',
      });
      for (const name of ['state', 'nonce', 'code_challenge'])
        expect(asked[name], name).to.match(/^[\w-]{43}$/);
      const [first, second] = [await begin(), await begin()].map(
        (one) => new URL(one).searchParams,
      );
      for (const name of ['state', 'nonce', 'code_challenge'])
        expect(first!.get(name), name).to.not.equal(second!.get(name));
    });

    it('opens a session of a member, with an end user of their own', async () => {
      await open();
      const signedIn = await signIn({ keep: true });
      expect(signedIn.status, JSON.stringify(signedIn.body)).to.equal(201);
      const { person, end_user_id } = signedIn.body;
      expect(person).to.include({ name: 'Ann', email: 'ann@example.com', role: 'reader' });
      expect(end_user_id).to.equal(person.member_id);
      expect((await browser.whoami()).body.client_id).to.equal('cli_1');
      expect((await browser.call('get', '/clients/cli_2/chats')).status).to.equal(403);
      const [cookie] = signedIn.headers['set-cookie']!.slice(-1);
      expect(cookie).to.match(/^__Host-plumbline=.*; HttpOnly; Secure; SameSite=Lax/);
      const actions = await gateway.accounts.store
        .selectFrom('audit_log')
        .select(['action', 'actor_id'])
        .execute();
      expect(actions.map(({ action }) => action)).to.include.members([
        'member.joined',
        'session.started',
      ]);
      expect(actions.every(({ actor_id }) => actor_id === person.member_id)).to.equal(true);
    });

    it('knows a person by issuer and subject, whatever their address is by now', async () => {
      await open();
      const first = (await signIn()).body.person.member_id;
      server.says.claims = { email: 'ann.new@example.com' };
      expect((await signIn()).body.person.member_id).to.equal(first);
      server.says.claims = { sub: 'sub-ben', email: 'ben@example.com' };
      expect((await signIn()).body.person.member_id).to.not.equal(first);
      expect((await membersOf()).filter(({ issuer }) => issuer !== null)).to.have.length(2);
    });

    it('makes one member where the same person comes twice at once', async () => {
      await open();
      const browsers = Array.from({ length: 4 }, () => new Browser(gateway));
      const all = await Promise.all(browsers.map((one) => signIn({}, one)));
      expect(all.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201]);
      expect(new Set(all.map(({ body }) => body.person.member_id)).size).to.equal(1);
    });

    it('keeps tenants apart: another provider signs the same person in to its own', async () => {
      await open();
      const first = (await signIn()).body.person.member_id;
      const second = await signIn({}, new Browser(gateway), 'other');
      expect(second.body.whoami.client_id).to.equal('cli_2');
      expect(second.body.person.member_id).to.not.equal(first);
    });

    it('reads what the token leaves out from user info, of the same subject', async () => {
      await open();
      server.says.claims = { email: undefined, email_verified: undefined };
      expect((await signIn()).status).to.equal(201);
      server.says.info = { sub: 'sub-ben' };
      expect((await signIn()).status).to.equal(401);
    });
  });

  describe('takes the role', () => {
    afterEach(closeAll);
    const groups = {
      role_claim: 'realm_access.roles',
      roles: { staff: 'reader', data: 'analyst', boss: 'admin' } as const,
      default_role: null,
    };
    const withRoles = async (roles: unknown) => {
      server.says.claims = { realm_access: { roles } };
      return signIn({}, new Browser(gateway));
    };

    it('of a claim, the one that may do most, at every sign-in', async () => {
      await open(groups);
      for (const [roles, role] of [
        [['staff'], 'reader'],
        [['staff', 'boss', 'else'], 'admin'],
        ['data', 'analyst'],
      ] as const)
        expect((await withRoles(roles)).body.person?.role, String(roles)).to.equal(role);
      const { body } = await gateway.as(
        'wholeTenant',
        'get',
        '/accounts/audit?action=member.changed',
      );
      expect(body.entries).to.have.length(2);
    });

    it('for sessions that are open, too', async () => {
      await open(groups);
      server.says.claims = { realm_access: { roles: ['boss'] } };
      await signIn();
      expect((await browser.call('get', MEMBERS)).status).to.equal(200);
      await withRoles(['staff']);
      expect((await browser.call('get', MEMBERS)).status).to.equal(403);
    });

    it('from nobody who has none, or whose claim is something else', async () => {
      await open(groups);
      for (const roles of [[], ['else'], undefined, 5, { boss: true }, [['boss']], 'toString']) {
        const refused = await withRoles(roles);
        expect(refused.status, String(roles)).to.equal(403);
        expect(refused.body.detail).to.equal(
          "Work doesn't give you a role here. Ask your admin for one.",
        );
      }
      expect((await membersOf()).some(({ issuer }) => issuer !== null)).to.equal(false);
    });

    it('by the whole name of a claim with dots', async () => {
      await open({ ...groups, role_claim: 'https://example.com/roles' });
      server.says.claims = { 'https://example.com/roles': ['boss'] };
      expect((await signIn()).body.person.role).to.equal('admin');
    });

    it('that an admin gave, where there is no claim', async () => {
      await open();
      const { member_id } = (await signIn()).body.person;
      await gateway.as('wholeTenant', 'patch', `${MEMBERS}/${member_id}`).send({ role: 'admin' });
      expect((await signIn()).body.person.role).to.equal('admin');
    });
  });

  describe('refuses people', () => {
    afterEach(closeAll);
    const refusals: readonly [string, Partial<OidcProvider>, Record<string, unknown>, string][] = [
      ['whose address nobody verified', {}, { email_verified: false }, "hasn't verified ann@"],
      ['of whose address nothing is said', {}, { email_verified: undefined }, "hasn't verified"],
      ['without an address', {}, { email: 'ann' }, "didn't provide an email address"],
      [
        'of another domain',
        {},
        { email: 'ann@example.com.evil.example' },
        "can't sign in with an email address",
      ],
      [
        'who only look like one',
        {},
        { email: '"ann@x"@example.com' },
        "didn't provide an email address",
      ],
      ['who are no members', { create_members: false }, {}, "You aren't a member yet"],
    ];
    for (const [who, change, claims, words] of refusals)
      it(who, async () => {
        await open(change);
        server.says.claims = claims;
        server.says.info = claims;
        const refused = await signIn();
        expect(refused.status).to.equal(403);
        expect(refused.body.detail).to.contain(words);
        expect(browser.token).to.equal(null);
        expect((await membersOf()).every(({ issuer }) => issuer === null)).to.equal(true);
      });

    it('of whose address a member has a password, and links nothing', async () => {
      await open();
      const { token, memberId } = await invite('ann@example.com', 'admin');
      const body = { token, password: 'correct horse battery' };
      await new Browser(gateway).call('post', '/session/password', { body });
      const refused = await signIn();
      expect(refused.status).to.equal(403);
      expect(refused.body.detail).to.contain('is already a member, but not with Work');
      const found = (await membersOf()).find(({ member_id }) => member_id === memberId);
      expect(found!.issuer).to.equal(null);
    });

    it('but for those whose provider is trusted with addresses', async () => {
      await open({ trust_email: true });
      server.says.claims = { email_verified: undefined };
      expect((await signIn()).status).to.equal(201);
    });
  });

  describe('by an invitation', () => {
    afterEach(closeAll);

    it('makes the person the member, without a password', async () => {
      await open({ create_members: false });
      const { token, memberId } = await invite();
      const link = await browser.call('post', '/session/link', { body: { token } });
      expect(link.body.providers).to.deep.equal([{ name: 'work', label: 'Work' }]);
      const signedIn = await signIn({ token });
      expect(signedIn.body.person).to.include({ member_id: memberId, role: 'analyst' });
      expect((await signIn()).body.person.member_id).to.equal(memberId);
      const again = await signIn({ token }, new Browser(gateway));
      expect(again.status).to.equal(404);
    });

    it('is refused for another address or tenant, and the link stays', async () => {
      await open({ create_members: false });
      const { token } = await invite();
      server.says.claims = { sub: 'sub-ben', email: 'ben@example.com' };
      expect((await signIn({ token })).body.detail).to.contain('The link is for ann@example.com');
      server.says.claims = {};
      expect((await signIn({ token }, browser, 'other')).status).to.equal(404);
      expect((await signIn({ token })).status).to.equal(201);
    });

    it('ends the sessions that the member had', async () => {
      await open({ create_members: false });
      const { token, memberId } = await invite();
      const before = new Browser(gateway);
      const body = { token, password: 'correct horse battery' };
      await before.call('post', '/session/password', { body });
      const reset = await gateway.as('wholeTenant', 'post', `${MEMBERS}/${memberId}/link`);
      await signIn({ token: String(reset.body.link).split('#')[1] });
      expect((await before.whoami()).status).to.equal(401);
    });
  });

  describe('is one way, taken once, in one browser', () => {
    beforeEach(() => open());
    afterEach(closeAll);
    const failed = async (query: string, from = browser) => {
      const refused = await finish(query, {}, from);
      expect(refused.status).to.equal(401);
      expect(from.token).to.equal(null);
      return refused.body.detail as string;
    };

    it('by whoever comes back twice', async () => {
      const query = server.signIn(await begin());
      const { flow } = browser;
      const before = server.calls();
      expect((await finish(query)).status).to.equal(201);
      expect(browser.flow, 'its cookie').to.equal(null);
      const thief = new Browser(gateway);
      thief.flow = flow;
      expect(await failed(query, thief)).to.contain('was already used');
      expect(server.calls() - before, 'the provider is not even asked').to.equal(1);
    });

    it('by two who come at once', async () => {
      const query = server.signIn(await begin());
      const both = [new Browser(gateway), new Browser(gateway)];
      for (const one of both) one.flow = browser.flow;
      const all = await Promise.all(both.map((one) => finish(query, {}, one)));
      expect(all.map(({ status }) => status).toSorted()).to.deep.equal([201, 401]);
    });

    it('not after its time', async () => {
      const query = server.signIn(await begin());
      gateway.accounts.advance(10 * MINUTE);
      expect(await failed(query)).to.contain('took too long');
    });

    it('not in a browser that did not begin it (a link that signs in as its sender)', async () => {
      const query = server.signIn(await begin());
      const victim = new Browser(gateway);
      expect(await failed(query, victim)).to.contain('started in another browser');
      await begin(victim);
      expect(await failed(query, victim), 'with a sign-in of its own').to.contain('failed');
    });

    it('not with a code that was stolen from somebody else', async () => {
      const stolen = new URLSearchParams(server.signIn(await begin(new Browser(gateway))));
      const state = new URL(await begin()).searchParams.get('state')!;
      const query = `?${new URLSearchParams({ code: stolen.get('code')!, state })}`;
      await failed(query);
    });

    for (const [what, query] of [
      ['without a state', '?code=x'],
      ['with another state', '?code=x&state=y'],
      ['with an error', '?error=access_denied&state=y'],
      ['with nothing', '?'],
    ] as const)
      it(`not ${what}`, async () => {
        await begin();
        await failed(query);
      });

    it('not from an issuer that another one is mixed up with', async () => {
      const url = await begin();
      await failed(server.signIn(url, { iss: 'https://evil.example' }));
    });

    it('not for another website', async () => {
      const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
      const body = { provider: 'work' };
      const begun = await browser.call('post', '/session/oidc', { body, headers });
      expect(begun.status).to.equal(403);
      const query = server.signIn(await begin());
      const finished = await browser.call('post', '/session/oidc/finish', {
        body: { query },
        headers,
      });
      expect(finished.status).to.equal(403);
      expect((await finish(query)).status, 'the flow is not lost by it').to.equal(201);
    });

    it('ends the session that the browser had (fixation)', async () => {
      const planted = await gateway.accounts.signIn('otherTenant');
      browser.token = planted;
      expect((await signIn()).status).to.equal(201);
      expect(browser.token).to.not.equal(planted);
      expect((await browser.whoami(planted)).status).to.equal(401);
    });

    it('keeps nothing in the store that could finish it', async () => {
      const url = new URL(await begin());
      const rows = await gateway.accounts.store.selectFrom('oidc_flows').selectAll().execute();
      const text = JSON.stringify(rows);
      for (const secret of [browser.flow!, url.searchParams.get('state')!])
        expect(text).to.not.contain(secret);
    });
  });

  it('is limited by address', async () => {
    gateway = await openGateway({
      settings: {
        people: {
          enabled: true,
          oidc: [
            {
              ...{ name: 'work', label: 'Work', issuer: server.issuer },
              client_id: 'x',
              tenant: 'cli_1',
            },
          ],
        },
        sessions: { sign_ins_per_address: 3 },
        public_url: `https://${HOST}`,
      },
    });
    opened.push(gateway);
    browser = new Browser(gateway);
    const statuses = [];
    for (let at = 0; at < 4; at++) statuses.push((await finish('?code=x')).status);
    expect(statuses).to.deep.equal([401, 401, 401, 429]);
    await closeAll();
  });

  // No store makes a difference to these.
  if (openStore !== sqliteStore) return;

  describe('believes no lie', () => {
    before(() => open());
    after(closeAll);
    beforeEach(() => {
      browser = new Browser(gateway);
    });
    const now = () => Math.floor(Date.now() / 1_000);
    const none = (claims: object) => `${base64({ alg: 'none' })}.${base64(claims)}.`;
    const lies: readonly [string, () => void][] = [
      ['another issuer', () => (server.says.claims = { iss: 'https://evil.example' })],
      ['no issuer', () => (server.says.claims = { iss: undefined })],
      ['another audience', () => (server.says.claims = { aud: 'someone-else' })],
      ['another party', () => (server.says.claims = { aud: [CLIENT_ID, 'x'], azp: 'x' })],
      ['another nonce', () => (server.says.claims = { nonce: 'x' })],
      ['no nonce', () => (server.says.claims = { nonce: undefined })],
      ['a token that is over', () => (server.says.claims = { exp: now() - 120 })],
      ['a token without an end', () => (server.says.claims = { exp: undefined })],
      ['a token of later', () => (server.says.claims = { nbf: now() + 600 })],
      ['no subject', () => (server.says.claims = { sub: undefined })],
      ['no token', () => (server.says.token = () => null)],
      ['alg none', () => (server.says.token = none)],
      [
        'a token without its signature',
        () =>
          (server.says.token = async (claims) =>
            (await server.sign(claims)).replace(/\.[^.]*$/, '.')),
      ],
      ['the key of somebody else', () => (server.says.token = server.signFalsely)],
      [
        'claims that were changed',
        () =>
          (server.says.token = async (claims) => {
            const [head, , signature] = (await server.sign(claims)).split('.');
            return `${head}.${base64({ ...claims, sub: 'sub-admin' })}.${signature}`;
          }),
      ],
      [
        'a signature with the secret of the client',
        () =>
          (server.says.token = (claims) =>
            new SignJWT(claims as never)
              .setProtectedHeader({ alg: 'HS256' })
              .sign(new TextEncoder().encode(CLIENT_SECRET))),
      ],
    ];
    for (const [what, lie] of lies)
      it(what, async () => {
        lie();
        const refused = await signIn();
        expect(refused.status).to.equal(401);
        expect(refused.body.detail).to.equal(
          'Signing in with Work failed. Try again. If it keeps failing, ask your admin.',
        );
        expect(browser.token).to.equal(null);
        Object.assign(server.says, { claims: {}, token: null });
        expect((await signIn()).status, 'the truth').to.equal(201);
      });

    const falseMetadata: readonly [string, () => Record<string, unknown>][] = [
      ['of another issuer', () => ({ issuer: 'https://evil.example' })],
      ['of all issuers', () => ({ issuer: `${server.issuer}/{tenantid}` })],
      ['that lead to a script', () => ({ authorization_endpoint: 'javascript:alert(1)' })],
      ['that lead nowhere', () => ({ authorization_endpoint: undefined })],
      ['without an end', () => ({ padding: 'x'.repeat(20_000) })],
    ];
    for (const [what, metadata] of falseMetadata)
      it(`metadata ${what}`, async () => {
        await open();
        server.says.metadata = metadata();
        const body = { provider: 'work' };
        const refused = await browser.call('post', '/session/oidc', { body });
        expect(refused.status).to.equal(503);
        expect(refused.body.detail).to.contain("Work can't be reached right now");
        server.says.metadata = {};
        expect((await signIn()).status, 'as soon as it is mended').to.equal(201);
      });

    it('and says why in the log, without a token or secret', async () => {
      const lines: string[] = [];
      await open({}, { write: (line) => void lines.push(line) });
      server.says.claims = { aud: 'someone-else' };
      const url = await begin();
      const query = server.signIn(url);
      await finish(query);
      const log = lines.join('');
      expect(log).to.contain('a sign-in was refused').and.to.contain('aud');
      for (const secret of [CLIENT_SECRET, new URLSearchParams(query).get('code')!, 'eyJ'])
        expect(log).to.not.contain(secret);
    });
  });
});

describe('sign-in providers in the configuration', () => {
  const provider = {
    ...{ name: 'work', label: 'Work', issuer: 'https://id.example.com', tenant: 'cli_1' },
    client_id: 'x',
  };
  const problems = (people: object, more: object = {}) =>
    (
      configSchema.safeParse({ people: { enabled: true, ...people }, ...more }).error?.issues ?? []
    ).map(({ path, message }) => `${path.join('.')}: ${message}`);
  const publicUrl = { public_url: 'https://plumbline.example' };

  it('are refused without a public address, with one sentence', () => {
    expect(problems({ oidc: [provider] })).to.have.length(1);
    expect(problems({ oidc: [provider] })[0]).to.contain('set public_url to the address');
    expect(problems({ oidc: [provider] }, publicUrl)).to.deep.equal([]);
  });

  const wrong: readonly [string, object, string][] = [
    ['a plain http issuer', { issuer: 'http://id.example.com' }, 'Use https://'],
    ['members from everywhere', { create_members: true }, 'list the email domains'],
    [
      'members without a role',
      { create_members: true, email_domains: ['*'] },
      'set default_role or role_claim',
    ],
    ['a claim that means nothing', { role_claim: 'groups' }, 'Set role_claim and roles together'],
    ['no openid', { scope: 'email' }, 'Keep "openid"'],
  ];
  for (const [what, change, words] of wrong)
    it(`refuse ${what}`, () => {
      const found = problems({ oidc: [{ ...provider, ...change }] }, publicUrl);
      expect(found.join('\n')).to.contain(words);
    });

  it('need members, and names of their own', () => {
    expect(problems({ enabled: false, oidc: [provider] }, publicUrl)[0]).to.contain(
      'people.enabled',
    );
    expect(problems({ oidc: [provider, provider] }, publicUrl)[0]).to.contain('must be unique');
  });

  it('are not there unless configured', async () => {
    const gateway = await openGateway();
    const { body } = await new Browser(gateway).call('get', '/session');
    expect(body.providers).to.deep.equal([]);
    for (const [path, sent] of [
      ['/session/oidc', { provider: 'work' }],
      ['/session/oidc/finish', { query: '?code=x' }],
    ] as const)
      expect((await new Browser(gateway).call('post', path, { body: sent })).status).to.equal(404);
    await gateway.close();
  });
});
