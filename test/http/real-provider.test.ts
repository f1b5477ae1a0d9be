import { expect } from 'chai';
import { hasOidcProvider, startOidcProvider } from '../fakes/oidc-provider.ts';
import { CLIENT_ID, CLIENT_SECRET } from '../fakes/oidc-server.ts';
import { Browser, HOST } from './browser.ts';
import { type Gateway, openGateway } from './gateway.ts';

const REDIRECT = `https://${HOST}/signin/callback`;

describe('signing in at oidc-provider, a certified one', () => {
  let provider: Awaited<ReturnType<typeof startOidcProvider>>;
  let gateway: Gateway;
  before(async function () {
    if (!hasOidcProvider()) return this.skip();
    provider = await startOidcProvider(REDIRECT);
  });
  after(() => provider?.close());
  afterEach(() => gateway?.close());

  const open = async (change: object = {}) => {
    gateway = await openGateway({
      settings: {
        people: {
          enabled: true,
          oidc: [
            {
              ...{ name: 'real', label: 'Real', issuer: provider.issuer, tenant: 'cli_1' },
              ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
              ...{ scope: 'openid email profile groups', create_members: true },
              ...{ email_domains: ['example.com'], role_claim: 'groups' },
              roles: { bi: 'analyst', it: 'admin' },
              ...change,
            },
          ],
        },
        sessions: { sign_ins_per_address: 1_000 },
        public_url: `https://${HOST}`,
      },
    });
  };
  const signIn = async (login: string, browser = new Browser(gateway)) => {
    const body = { provider: 'real' };
    const begun = await browser.call('post', '/session/oidc', { body });
    expect(begun.status, JSON.stringify(begun.body)).to.equal(200);
    const query = await provider.signIn(begun.body.url, login);
    const finished = await browser.call('post', '/session/oidc/finish', { body: { query } });
    return { finished, browser, query };
  };
  const ann = (change: object = {}) => ({
    ...{ name: 'Ann', email: 'ann@example.com', email_verified: true, groups: ['bi'] },
    ...change,
  });

  it('opens a session with the role of today, for the person of before', async () => {
    await open();
    provider.people['ann'] = ann();
    const { finished, browser } = await signIn('ann');
    expect(finished.status, JSON.stringify(finished.body)).to.equal(201);
    const { person } = finished.body;
    expect(person).to.include({ name: 'Ann', email: 'ann@example.com', role: 'analyst' });
    expect((await browser.call('get', '/clients/cli_1/chats')).status).to.equal(200);
    provider.people['ann'] = ann({ groups: ['bi', 'it'] });
    const again = (await signIn('ann')).finished.body.person;
    expect(again).to.include({ member_id: person.member_id, role: 'admin' });
    expect((await browser.call('get', '/clients/cli_1/members')).status, 'both sessions').to.equal(
      200,
    );
  });

  it('takes a code once, and one of nobody else', async () => {
    await open();
    provider.people['ann'] = ann();
    const { query, browser } = await signIn('ann');
    const again = await browser.call('post', '/session/oidc/finish', { body: { query } });
    expect(again.status).to.equal(401);
    const thief = new Browser(gateway);
    const begun = await thief.call('post', '/session/oidc', { body: { provider: 'real' } });
    const state = new URL(begun.body.url).searchParams.get('state')!;
    const fresh = new Browser(gateway);
    const victim = await fresh.call('post', '/session/oidc', { body: { provider: 'real' } });
    const stolen = new URLSearchParams(await provider.signIn(victim.body.url, 'ann'));
    stolen.set('state', state);
    const body = { query: `?${stolen}` };
    expect((await thief.call('post', '/session/oidc/finish', { body })).status).to.equal(401);
  });

  it('refuses whose address is not verified, or who has no role', async () => {
    await open();
    for (const [change, words] of [
      [{ email_verified: false }, "hasn't verified"],
      [{ groups: [] }, "doesn't give you a role"],
      [{ email: 'ann@evil.example' }, "can't sign in with an email address"],
    ] as const) {
      provider.people['ann'] = ann(change);
      const { finished } = await signIn('ann');
      expect(finished.status).to.equal(403);
      expect(finished.body.detail).to.contain(words);
    }
  });

  it('fails with a wrong secret, and says so in one text', async () => {
    await open({ client_secret: 'not the secret' });
    provider.people['ann'] = ann();
    const { finished } = await signIn('ann');
    expect(finished.status).to.equal(401);
    expect(finished.body.detail).to.contain('Signing in with Real failed');
  });
});
