import { expect } from 'chai';
import request from 'supertest';
import { type FilledStore, filled, shared } from '../fakes/accounts.ts';
import { requirePostgres } from '../fakes/postgres.ts';
import { overStores, postgresStore } from '../fakes/stores.ts';
import { Browser, cookieOf, HOST } from './browser.ts';
import { type Gateway, openGateway } from './gateway.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PASSWORD = 'correct horse battery';

const SETTINGS = {
  people: { enabled: true, link_hours: 1 },
  sessions: { sign_ins_per_address: 1_000, sign_ins_per_person: 5, sign_ins_per_email: 12 },
  http: { trust_proxy: 1 },
  public_url: `https://${HOST}`,
};
const MEMBERS = '/clients/cli_1/members';
const tokenOf = ({ link }: { readonly link: string }) => link.split('#')[1]!;

overStores('sessions of the page', (openStore) => {
  let gateway: Gateway;
  let browser: Browser;
  const open = async () => {
    gateway = await openGateway({ settings: SETTINGS, store: await filled(await openStore()) });
    browser = new Browser(gateway);
  };
  beforeEach(open);
  afterEach(() => gateway.close());

  const key = (name: 'full' | 'askOnly' | 'otherTenant' = 'full') => gateway.accounts.keys[name];
  const later = (ms: number) => gateway.accounts.advance(ms);

  describe('opened by a key', () => {
    it('stands for the key in a cookie that scripts and other sites cannot use', async () => {
      const opened = await browser.signIn({ api_key: key() });
      expect(opened.status).to.equal(201);
      expect(opened.body).to.include({ person: null, end_user_id: null });
      expect(opened.body.whoami).to.include({ client_id: 'cli_1', workspace_id: 'ws_1' });
      const cookie = cookieOf(opened)!;
      expect(cookie.name).to.equal('__Host-plumbline');
      expect(cookie.text).to.match(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      expect(JSON.stringify(opened.body)).to.not.contain(browser.token!);
      expect((await browser.whoami()).body.key.prefix).to.equal(key().slice(0, 16));
    });

    it('keeps no token in the store', async () => {
      await browser.signIn({ api_key: key() });
      const rows = await gateway.accounts.store.selectFrom('sign_ins').selectAll().execute();
      expect(rows).to.have.length(1);
      expect(JSON.stringify(rows)).to.not.contain(browser.token!);
    });

    it('outlasts the browser only where that is wanted', async () => {
      expect(cookieOf(await browser.signIn({ api_key: key() }))!.text).to.not.contain('Max-Age');
      const kept = await browser.signIn({ api_key: key(), keep: true });
      expect(cookieOf(kept)!.text).to.contain(`Max-Age=${30 * 24 * 3_600}`);
    });

    it('has no Secure on loopback, and a name of its own for each port', async () => {
      const opened = await request(gateway.app)
        .post('/session')
        .set('Host', '127.0.0.1:8123')
        .send({ api_key: key() });
      // The public address is https here, and so is the cookie.
      expect(cookieOf(opened)!.text).to.contain('Secure');
      const local = await openGateway();
      const sent = (host: string) =>
        request(local.app)
          .post('/session')
          .set('Host', host)
          .send({ api_key: local.accounts.keys.full });
      const loopback = cookieOf(await sent('localhost:8123'))!;
      expect(loopback.name).to.equal('plumbline_8123');
      expect(loopback.text).to.not.contain('Secure');
      expect(cookieOf(await sent('[::1]:8123'))!.name).to.equal('plumbline_8123');
      expect(cookieOf(await sent('localhost.evil.example'))!.name).to.equal('__Host-plumbline');
      await local.close();
    });

    it('asks for an end user of its own where the key is ask-only', async () => {
      const named = await browser.signIn({ api_key: key('askOnly'), end_user_id: 'web-1' });
      expect(named.body.end_user_id).to.equal('web-1');
      const unnamed = await browser.signIn({ api_key: key('askOnly') });
      expect(unnamed.body.end_user_id).to.match(/^web_[0-9a-f]{24}$/);
      expect((await browser.call('get', '/clients/cli_1/chats')).status).to.equal(200);
    });

    it('says what a sign-in takes', async () => {
      for (const body of [{}, [], { api_key: 5 }, { email: 'ann@example.com' }]) {
        const refused = await browser.signIn(body);
        expect(refused.status).to.equal(422);
        expect(refused.body.detail[0].msg).to.equal('Send api_key, or email and password.');
      }
    });

    it('refuses a key that is none, and opens nothing', async () => {
      const refused = await browser.signIn({ api_key: 'plumb_live_x' });
      expect(refused.status).to.equal(401);
      expect(cookieOf(refused)).to.equal(null);
      expect(refused.body.detail).to.equal('Invalid or revoked API key');
    });

    it('ends when the key is revoked, and says so', async () => {
      await browser.signIn({ api_key: key() });
      const revoked = await gateway.as('wholeAccount', 'delete', '/accounts/api-keys/key_full');
      expect(revoked.status).to.equal(200);
      const refused = await browser.whoami();
      expect(refused.status).to.equal(401);
      expect(refused.headers['x-error-code']).to.equal('session_ended');
    });
  });

  it('is ignored beside a key or token, whatever they are', async () => {
    await browser.signIn({ api_key: key() });
    const withKey = await browser.call('get', '/whoami', {
      headers: { 'X-API-Key': key('otherTenant') },
    });
    expect(withKey.body.client_id).to.equal('cli_2');
    for (const sent of ['', 'plumb_live_x'])
      expect(
        (
          await request(gateway.app)
            .get('/whoami')
            .set('Host', HOST)
            .set('X-API-Key', sent)
            .set('Cookie', `__Host-plumbline=${browser.token}`)
        ).status,
      ).to.equal(401);
    const withToken = await browser.call('get', '/clients/cli_1/chats', {
      headers: { Authorization: 'Bearer nonsense' },
    });
    expect(withToken.status).to.equal(401);
  });

  it('answers a missing key as ever where there is no cookie', async () => {
    const response = await browser.call('get', '/whoami');
    expect(response.status).to.equal(401);
    expect(response.body.detail).to.equal('Invalid or revoked API key');
  });

  describe('over time', () => {
    beforeEach(() => browser.signIn({ api_key: key() }));

    it('lasts while it is used and ends 12 hours after the last call', async () => {
      for (let day = 0; day < 6; day++) {
        later(11 * HOUR);
        expect((await browser.whoami()).status).to.equal(200);
      }
      later(12 * HOUR);
      const over = await browser.whoami();
      expect(over.status).to.equal(401);
      expect(over.body.detail).to.equal('Your session has ended. Sign in again.');
    });

    it('ends after 30 days, however much it is used', async () => {
      for (let hours = 0; hours < 30 * 24 - 10; hours += 10) {
        later(10 * HOUR);
        expect((await browser.whoami()).status, `after ${hours} h`).to.equal(200);
      }
      later(10 * HOUR);
      expect((await browser.whoami()).status).to.equal(401);
    });

    it('replaces the token, and takes the old one only for calls under way', async () => {
      const first = browser.token;
      await browser.whoami();
      expect(browser.token).to.equal(first);
      later(16 * MINUTE);
      await browser.whoami();
      const second = browser.token;
      expect(second).to.not.equal(first);
      await browser.whoami();
      expect((await browser.whoami(first)).status, 'a tab whose call was under way').to.equal(200);
      browser.token = second;
      later(2 * MINUTE);
      expect((await browser.whoami(first)).status, 'a stolen token').to.equal(401);
      expect((await browser.whoami(second)).status, 'the session that it was stolen from').to.equal(
        401,
      );
    });

    it('goes on where the answer with the new token never arrived', async () => {
      await browser.whoami();
      const first = browser.token;
      later(16 * MINUTE);
      await browser.whoami();
      later(10 * MINUTE);
      const again = await browser.whoami(first);
      expect(again.status).to.equal(200);
      expect(browser.token).to.not.equal(first);
      expect((await browser.whoami()).status).to.equal(200);
    });

    it('is replaced once where two tabs come at the same time', async () => {
      await browser.whoami();
      const first = browser.token;
      later(16 * MINUTE);
      const both = await Promise.all(
        Array.from({ length: 8 }, () => browser.call('get', '/whoami', { token: first })),
      );
      expect(both.map(({ status }) => status)).to.deep.equal(Array(8).fill(200));
      const set = both.map(cookieOf).filter((one) => one !== null);
      expect(set).to.have.length(1);
      expect((await browser.whoami(set[0]!.value)).status).to.equal(200);
    });
  });

  describe('against other websites', () => {
    beforeEach(() => browser.signIn({ api_key: key() }));
    const attempts: readonly [string, Readonly<Record<string, string>>, number][] = [
      [
        'a form of another site',
        { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
        403,
      ],
      [
        'a form of a sibling domain',
        { 'Sec-Fetch-Site': 'same-site', Origin: 'https://x.example' },
        403,
      ],
      ['fetch of an old browser', { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' }, 403],
      ['a sandboxed frame', { 'Sec-Fetch-Site': '', Origin: 'null' }, 403],
      ['a call that names no site', { 'Sec-Fetch-Site': '' }, 403],
      ['a bookmark', { 'Sec-Fetch-Site': 'none' }, 403],
      ['the page in an old browser', { 'Sec-Fetch-Site': '', Origin: `https://${HOST}` }, 200],
      ['the page', { Origin: `https://${HOST}` }, 200],
    ];
    for (const [who, headers, status] of attempts)
      it(`answers a change by ${who} with ${status}`, async () => {
        const body = { name: 'Renamed' };
        const path = '/clients/cli_1/workspaces/ws_1';
        const response = await browser.call('patch', path, { body, headers });
        expect(response.status).to.equal(status);
      });

    it('refuses to read for another site, and reads for a bookmark', async () => {
      const read = (site: string) =>
        browser.call('get', '/whoami', { headers: { 'Sec-Fetch-Site': site } });
      expect((await read('cross-site')).status).to.equal(403);
      expect((await read('none')).status).to.equal(200);
    });

    it('refuses to be opened or ended by another site', async () => {
      const headers = { 'Sec-Fetch-Site': 'cross-site' };
      const body = { api_key: key('otherTenant') };
      expect((await browser.call('post', '/session', { body, headers })).status).to.equal(403);
      expect((await browser.call('delete', '/session', { headers })).status).to.equal(403);
      expect((await browser.whoami()).body.client_id).to.equal('cli_1');
    });

    it('gives no other site the right to send it', async () => {
      const preflight = await request(gateway.app)
        .options('/whoami')
        .set({ Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' });
      expect(preflight.headers).to.not.have.property('access-control-allow-credentials');
    });
  });

  it('is always a new one, and ends the one before (fixation)', async () => {
    const planted = await gateway.accounts.signIn('otherTenant');
    browser.token = planted;
    await browser.signIn({ api_key: key() });
    expect(browser.token).to.not.equal(planted);
    expect((await browser.whoami(planted)).status).to.equal(401);
    const made = await browser.call('post', '/session', {
      token: 'a'.repeat(43),
      body: { api_key: key() },
    });
    expect(cookieOf(made)!.value).to.not.equal('a'.repeat(43));
  });

  it('is shown, listed and ended', async () => {
    expect((await browser.call('get', '/session')).body).to.deep.equal({
      session: null,
      ended: null,
      passwords: true,
      providers: [],
    });
    await browser.signIn({ api_key: key() });
    const shown = await browser.call('get', '/session');
    const { session_id } = shown.body.session;
    const { body } = await browser.call('get', '/accounts/sessions');
    expect(body.sessions).to.have.length(1);
    expect(body.sessions[0]).to.include({ session_id, current: true });
    expect(body.sessions[0].key).to.deep.include({ key_id: 'key_full' });
    const foreign = await gateway.as('otherTenant', 'delete', `/accounts/sessions/${session_id}`);
    expect(foreign.status).to.equal(404);
    await browser.call('delete', `/accounts/sessions/${session_id}`);
    const kept = browser.token;
    const ended = await browser.call('get', '/session');
    expect(ended.body).to.include({
      session: null,
      ended: 'Your session has ended. Sign in again.',
    });
    expect((await browser.whoami(kept)).status).to.equal(401);
    const actions = await gateway.accounts.store.selectFrom('audit_log').select('action').execute();
    expect(actions.map(({ action }) => action)).to.include.members([
      'session.started',
      'session.revoked',
    ]);
  });

  it('signs out', async () => {
    await browser.signIn({ api_key: key() });
    const token = browser.token;
    expect((await browser.call('delete', '/session')).status).to.equal(200);
    expect(browser.token).to.equal(null);
    expect((await browser.whoami(token)).status).to.equal(401);
  });

  describe('of members', () => {
    const invite = async (email = 'Ann@Example.com', role = 'reader') => {
      const response = await gateway
        .as('wholeTenant', 'post', MEMBERS)
        .send({ name: 'Ann', email, role });
      expect(response.status).to.equal(201);
      return response.body as { member_id: string; link: string };
    };
    const accept = (token: string, password = PASSWORD) =>
      browser.call('post', '/session/password', { body: { token, password } });
    const signIn = (password: string, email = 'ann@example.com') =>
      browser.signIn({ email, password });

    it('begin with a link that an admin copies', async () => {
      const made = await invite();
      expect(made.link).to.match(/^https:\/\/plumbline\.example\/invite#[\w-]{43}$/);
      const about = await browser.call('post', '/session/link', { body: { token: tokenOf(made) } });
      expect(about.body).to.include({ name: 'Ann', email: 'ann@example.com', kind: 'invitation' });
      const joined = await accept(tokenOf(made));
      expect(joined.status).to.equal(201);
      expect(joined.body.person).to.include({ name: 'Ann', role: 'reader' });
      expect(joined.body.end_user_id).to.equal(made.member_id);
      expect((await browser.call('get', '/clients/cli_1/chats')).status).to.equal(200);
      expect((await browser.call('get', MEMBERS)).status).to.equal(403);
    });

    it('take a link once, however many come at the same time', async () => {
      const token = tokenOf(await invite());
      const others = Array.from({ length: 4 }, () => new Browser(gateway));
      const all = await Promise.all(
        others.map((one, at) =>
          one.call('post', '/session/password', { body: { token, password: `${PASSWORD} ${at}` } }),
        ),
      );
      expect(all.map(({ status }) => status).toSorted()).to.deep.equal([201, 404, 404, 404]);
      expect((await accept(token)).body.detail).to.contain('already used or has expired');
    });

    it('take no link that is too old, replaced, or of a removed member', async () => {
      const old = await invite();
      later(HOUR);
      expect((await accept(tokenOf(old))).status).to.equal(404);
      const path = `${MEMBERS}/${old.member_id}`;
      const one = await gateway.as('wholeTenant', 'post', `${path}/link`);
      const two = await gateway.as('wholeTenant', 'post', `${path}/link`);
      expect((await accept(tokenOf(one.body))).status).to.equal(404);
      await gateway.as('wholeTenant', 'delete', path);
      expect((await accept(tokenOf(two.body))).status).to.equal(404);
    });

    it('want a password of 12 characters', async () => {
      const token = tokenOf(await invite());
      const short = await accept(token, 'elevenchars');
      expect(short.status).to.equal(422);
      expect(short.body.detail[0].msg).to.equal('Use at least 12 characters.');
      expect((await accept(token, 'twelve chars')).status).to.equal(201);
    });

    it('sign in by password, in any case of the address, and with one text for every failure', async () => {
      await accept(tokenOf(await invite()));
      expect((await signIn(PASSWORD, 'ANN@example.com')).status).to.equal(201);
      const wrong = await signIn('wrong password 1');
      const unknown = await signIn(PASSWORD, 'ben@example.com');
      const invited = await signIn(PASSWORD, 'mem_reader@example.com');
      for (const { status, body } of [wrong, unknown, invited]) {
        expect(status).to.equal(401);
        expect(body).to.deep.equal(wrong.body);
      }
    });

    it('compare one password for an unknown address, too, so that it takes as long to refuse', async () => {
      await accept(tokenOf(await invite()));
      const { members, comparedPasswords } = gateway.accounts;
      const comparedFor = async (email: string) => {
        const before = comparedPasswords();
        await members.signIn({ email, password: 'wrong', clientId: null });
        return comparedPasswords() - before;
      };
      expect(await comparedFor('ann@example.com')).to.equal(1);
      expect(await comparedFor('nobody@example.com')).to.equal(1);
    });

    const from = (address: string, password: string) =>
      browser.call('post', '/session', {
        body: { email: 'ann@example.com', password },
        headers: { 'X-Forwarded-For': address },
      });
    const failFrom = async (address: string, tries: number) => {
      const statuses = [];
      for (let at = 0; at < tries; at++)
        statuses.push((await from(address, 'wrong password 1')).status);
      return statuses;
    };

    it('are limited by address and person, so that nobody is locked out by a stranger', async () => {
      await accept(tokenOf(await invite()));
      expect(await failFrom('198.51.100.1', 6)).to.deep.equal([401, 401, 401, 401, 401, 429]);
      const limited = await from('198.51.100.1', PASSWORD);
      expect(limited.status).to.equal(429);
      expect(limited.headers).to.have.property('retry-after');
      expect((await from('198.51.100.2', PASSWORD)).status).to.equal(201);
    });

    it('have few tries from each address when too many come from everywhere', async () => {
      await accept(tokenOf(await invite()));
      for (const last of [1, 2, 3]) await failFrom(`198.51.100.${last}`, 4);
      expect(await failFrom('198.51.100.4', 4)).to.deep.equal([401, 401, 401, 429]);
      expect((await from('198.51.100.5', PASSWORD)).status).to.equal(201);
    });

    it('are found however many tenants of others have members with their address', async () => {
      const { link, member_id } = await invite();
      await accept(tokenOf({ link }));
      const { store, members, comparedPasswords } = gateway.accounts;
      const mine = await store
        .selectFrom('members')
        .selectAll()
        .where('id', '=', member_id)
        .executeTakeFirstOrThrow();
      const strange = await store
        .selectFrom('members')
        .select('password')
        .where('id', '=', await strangeMember())
        .executeTakeFirstOrThrow();
      for (let at = 0; at < 8; at++) {
        const id = `cli_strange_${at}`;
        await store
          .insertInto('tenants')
          .values({ id, account_id: 'acc_2', name: id, slug: id, created_at: mine.created_at })
          .execute();
        const seen = { last_seen_at: '2027-01-01T00:00:00.000' };
        await store
          .insertInto('members')
          .values({ ...mine, ...strange, ...seen, id: `mem_${at}`, client_id: id })
          .execute();
      }
      const before = comparedPasswords();
      const found = await members.signIn({
        email: 'ann@example.com',
        password: PASSWORD,
        clientId: null,
      });
      expect(found?.person?.memberId).to.equal(member_id);
      expect(comparedPasswords() - before, 'passwords hashed').to.equal(1);
    });

    /** A member of another account with Ann's address. */
    const strangeMember = async () => {
      const { body } = await gateway
        .as('otherAccount', 'post', '/clients/cli_3/members')
        .send({ name: 'Not Ann', email: 'ann@example.com' });
      await gateway.accounts.members.accept(tokenOf(body), 'password of a stranger', 'req');
      return body.member_id as string;
    };

    it('end all sessions of their own, and no others, whatever their role', async () => {
      await accept(tokenOf(await invite()));
      const phone = new Browser(gateway);
      await phone.signIn({ email: 'ann@example.com', password: PASSWORD });
      const colleague = await gateway.accounts.signIn('mem_reader');
      const ended = await browser.call('delete', '/session?everywhere=true');
      expect(ended.body).to.deep.equal({ deleted: 'sessions' });
      expect(browser.token).to.equal(null);
      expect((await phone.whoami()).status).to.equal(401);
      expect((await browser.whoami(colleague)).status).to.equal(200);
      const { body } = await gateway.as('wholeTenant', 'get', '/accounts/audit');
      const actions = (body.entries as { action: string }[]).map(({ action }) => action);
      expect(actions.filter((one) => one === 'session.ended')).to.have.length(2);
    });

    it('take their public links along when they are removed, and nobody else’s', async () => {
      const { member_id } = await invite(undefined, 'analyst');
      const { store } = gateway.accounts;
      const at = '2026-11-01T00:00:00.000';
      for (const [id, end_user_id] of [
        ['snp_ann', member_id],
        ['snp_key', null],
        ['snp_reader', 'mem_reader'],
      ] as const)
        await store
          .insertInto('snapshots')
          .values({
            ...{ id, client_id: 'cli_1', workspace_id: 'ws_1', end_user_id, maker: 'x' },
            ...{ source: 'answer', source_id: 'tr_1', title: 'x', content: '[]', reads: '[]' },
            ...{ file_ids: '[]', database_id: null, token_hash: id, created_at: at },
            expires_at: '2027-01-01T00:00:00.000',
          })
          .execute();
      await gateway.as('wholeTenant', 'delete', `${MEMBERS}/${member_id}`);
      const left = await store.selectFrom('snapshots').select('id').orderBy('id').execute();
      expect(left.map(({ id }) => id)).to.deep.equal(['snp_key', 'snp_reader']);
    });

    it('end when the password is reset and when the member is removed', async () => {
      const { member_id, link } = await invite();
      await accept(tokenOf({ link }));
      const other = new Browser(gateway);
      await other.signIn({ email: 'ann@example.com', password: PASSWORD });
      const path = `${MEMBERS}/${member_id}`;
      const reset = await gateway.as('wholeTenant', 'post', `${path}/link`);
      const about = await browser.call('post', '/session/link', {
        body: { token: tokenOf(reset.body) },
      });
      expect(about.body.kind).to.equal('reset');
      expect((await other.whoami()).status, 'until it is reset').to.equal(200);
      await accept(tokenOf(reset.body), 'another password 2');
      expect((await other.whoami()).status).to.equal(401);
      expect((await signIn(PASSWORD)).status).to.equal(401);
      expect((await signIn('another password 2')).status).to.equal(201);
      await gateway.as('wholeTenant', 'delete', path);
      expect((await browser.whoami()).status).to.equal(401);
    });

    it('get another role with their next call', async () => {
      const { member_id, link } = await invite();
      await accept(tokenOf({ link }));
      const select = () =>
        browser.call('post', '/clients/cli_1/select', {
          body: { sql: 'SELECT 1', workspace_id: 'ws_1' },
        });
      const refused = await select();
      expect(refused.status).to.equal(403);
      expect(refused.body.detail).to.contain('Your role (reader)');
      const path = `${MEMBERS}/${member_id}`;
      await gateway.as('wholeTenant', 'patch', path).send({ role: 'analyst' });
      expect((await select()).status).to.equal(200);
      expect((await browser.call('get', MEMBERS)).status).to.equal(403);
      await gateway.as('wholeTenant', 'patch', path).send({ role: 'admin' });
      expect((await browser.call('get', MEMBERS)).status).to.equal(200);
    });

    it('cannot name another end user, nor reach another tenant', async () => {
      await accept(tokenOf(await invite(undefined, 'admin')));
      const as = { 'X-End-User-Id': 'ann@example.com' };
      const named = await browser.call('get', '/clients/cli_1/chats', { headers: as });
      expect(named.status).to.equal(403);
      expect((await browser.call('get', '/clients/cli_1/chats')).body.chats).to.deep.equal([]);
      expect((await browser.call('get', '/clients/cli_1/chats/ses_1')).status).to.equal(404);
      expect((await browser.call('get', '/clients/cli_2/chats')).status).to.equal(403);
    });

    it('stand in the audit log as who did something', async () => {
      const { member_id, link } = await invite(undefined, 'admin');
      await accept(tokenOf({ link }));
      await browser.call('patch', `${MEMBERS}/${member_id}`, { body: { name: 'Anna' } });
      const { body } = await browser.call('get', '/accounts/audit?action=member.changed');
      expect(body.entries[0].actor).to.deep.equal({
        type: 'member',
        key_id: null,
        key_prefix: null,
        member_id,
      });
      const all = await gateway.accounts.store.selectFrom('audit_log').select('target').execute();
      expect(JSON.stringify(all)).to.not.contain(tokenOf({ link }));
    });

    it('have an address once in a tenant', async () => {
      await invite();
      const again = await gateway
        .as('wholeTenant', 'post', MEMBERS)
        .send({ name: 'Ann', email: 'ANN@example.com' });
      expect(again.status).to.equal(409);
    });
  });

  it('knows no members where they are switched off, and refuses them without a public address', async () => {
    const off = await openGateway();
    const response = await off.as('wholeTenant', 'get', '/clients/cli_1/members');
    expect(response.status).to.equal(404);
    const body = { email: 'ann@example.com', password: PASSWORD };
    expect((await request(off.app).post('/session').send(body)).status).to.equal(404);
    await off.close();
    const refused = await openGateway({ settings: { people: { enabled: true } } }).catch(
      (error: unknown) => String(error),
    );
    expect(refused).to.contain('set public_url');
  });
});

describe('sessions of the page on two gateways of one PostgreSQL', () => {
  let gateways: readonly [Gateway, Gateway];
  let store: FilledStore;
  before(async function () {
    if (!(await requirePostgres())) this.skip();
  });
  beforeEach(async () => {
    const opened = await postgresStore();
    store = await filled(opened);
    const first = await openGateway({ settings: SETTINGS, store });
    const other = await shared(opened, store);
    gateways = [first, await openGateway({ settings: SETTINGS, store: other })];
  });
  afterEach(async () => {
    for (const one of gateways?.toReversed() ?? []) await one.close();
  });
  const browsers = () => gateways.map((one) => new Browser(one)) as [Browser, Browser];
  const joined = async () => {
    const [first, second] = browsers();
    const made = await gateways[0]
      .as('wholeTenant', 'post', MEMBERS)
      .send({ name: 'Ann', email: 'ann@example.com', role: 'reader' });
    const body = { token: tokenOf(made.body), password: PASSWORD };
    await second.call('post', '/session/password', { body });
    first.token = second.token;
    return { first, second, memberId: made.body.member_id as string };
  };

  it('are opened on one, used on the other, and ended everywhere', async () => {
    const { first, second } = await joined();
    expect((await first.whoami()).status).to.equal(200);
    await first.call('delete', '/session');
    expect((await second.whoami()).status).to.equal(401);
  });

  it('have another role, and end with their member, on the other at once', async () => {
    const { first, second, memberId } = await joined();
    expect((await second.call('get', MEMBERS)).status).to.equal(403);
    await gateways[0].as('wholeTenant', 'patch', `${MEMBERS}/${memberId}`).send({ role: 'admin' });
    expect((await second.call('get', MEMBERS)).status).to.equal(200);
    await gateways[0].as('wholeTenant', 'delete', `${MEMBERS}/${memberId}`);
    expect((await second.whoami()).status).to.equal(401);
    expect((await first.whoami()).status).to.equal(401);
  });

  it('get one new token where both replace it at the same time', async () => {
    const { first, second } = await joined();
    for (const { accounts } of gateways) accounts.advance(16 * MINUTE);
    const sent = first.token;
    const all = await Promise.all(
      [first, second, first, second].map((one) => one.call('get', '/whoami', { token: sent })),
    );
    expect(all.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
    expect(all.map(cookieOf).filter((one) => one !== null)).to.have.length(1);
  });

  it('take a link once', async () => {
    const made = await gateways[0]
      .as('wholeTenant', 'post', MEMBERS)
      .send({ name: 'Ann', email: 'ann@example.com' });
    const body = { token: tokenOf(made.body), password: PASSWORD };
    const all = await Promise.all(
      [...browsers(), ...browsers()].map((one) => one.call('post', '/session/password', { body })),
    );
    expect(all.map(({ status }) => status).toSorted()).to.deep.equal([201, 404, 404, 404]);
  });
});
