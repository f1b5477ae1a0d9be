import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import {
  type PageCall,
  type PageReply,
  requireChromium,
  startWebsite,
  type Website,
} from '../fakes/chromium.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

describe('pages in Chromium', () => {
  let chromium: string;
  let own: OwnWorkspace;
  let shop: Website;
  let stranger: Website;
  let console_: Website;
  const keys: Record<'website' | 'open' | 'full', string> = { website: '', open: '', full: '' };

  before(async function () {
    const found = requireChromium();
    if (!found) return this.skip();
    chromium = found;
    [shop, stranger, console_] = await Promise.all([
      startWebsite(),
      startWebsite(),
      startWebsite(),
    ]);
    own = await openWorkspace({
      PLUMBLINE_HTTP__OWN_ORIGINS: console_.origin,
      PLUMBLINE_SAMPLE__ENABLED: 'true',
      PLUMBLINE_SAMPLE__LIMIT_LOOPBACK: 'true',
      PLUMBLINE_SAMPLE__REQUESTS_PER_MINUTE: '1',
    });
    await own.upload('city,amount\nRome,7\nOslo,1\n', 'sales.csv');
    const made = (body: object) =>
      call<{ api_key: string }>(own.service, 'POST', '/accounts/api-keys', {
        scope: 'query',
        client_id: own.clientId,
        ...body,
      });
    keys.website = (await made({ name: 'site', allowed_origins: [shop.origin] })).api_key;
    keys.open = (await made({ name: 'open' })).api_key;
    keys.full = own.service.apiKey!;
  });
  after(async () => {
    await Promise.all([own?.close(), shop?.close(), stranger?.close(), console_?.close()]);
  });

  const query = (key: string): PageCall => ({
    url: `${own.service.url}/query`,
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: { q: 'total amount', workspace_id: own.workspaceId },
  });
  const ask = (token: string): PageCall => ({
    url: `${own.service.url}/clients/${own.clientId}/ask`,
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: { query: 'total amount', new_session: true, workspace_id: own.workspaceId },
  });
  const mint = async (body: object) =>
    (await call<{ token: string }>(own.service, 'POST', `/clients/${own.clientId}/tokens`, body))
      .token;
  const read = (reply: PageReply | undefined) => {
    if (!reply || 'blocked' in reply) throw new Error(`kept from the page: ${reply?.blocked}`);
    return reply;
  };
  const statuses = (replies: readonly PageReply[]) =>
    replies.map((reply) => ('blocked' in reply ? reply.blocked : reply.status));

  it('ask with a key from the websites that it lists, and from all where it lists none', async () => {
    const [listed, open] = await shop.visit(chromium, [query(keys.website), query(keys.open)]);
    for (const reply of [listed, open]) {
      expect(read(reply).status).to.equal(200);
      expect(JSON.parse(read(reply).body).data.rows).to.deep.equal([[8]]);
    }
    const replies = await stranger.visit(chromium, [query(keys.website), query(keys.open)]);
    expect(statuses(replies)).to.deep.equal([403, 200]);
    expect(read(replies[0]).body).to.contain("doesn't accept calls from");
  });

  it('cannot use a full-access key or token, but on the sites of the service itself', async () => {
    const token = await mint({});
    expect(statuses(await shop.visit(chromium, [query(keys.full), ask(token)]))).to.deep.equal([
      403, 403,
    ]);
    const calls = [query(keys.full), ask(token), query(keys.website)];
    expect(statuses(await console_.visit(chromium, calls))).to.deep.equal([200, 200, 200]);
  });

  it('ask with a token for the person who is signed in, and read why one is refused', async () => {
    const token = await mint({ end_user_id: 'ann@example.com' });
    const other = ask(token);
    const [good, wrongPerson, broken, noTenant] = await stranger.visit(chromium, [
      ask(token),
      { ...other, headers: { ...other.headers, 'X-End-User-Id': 'ben@example.com' } },
      ask(`${token}x`),
      { ...other, url: `${own.service.url}/clients/cl_other/ask` },
    ]);
    expect(JSON.parse(read(good).body).data.rows).to.deep.equal([[8]]);
    expect(read(wrongPerson)).to.include({ status: 403 });
    expect(read(broken)).to.include({ status: 401 });
    expect(JSON.parse(read(noTenant).body).detail).to.equal('Access denied to this client');
    expect(read(broken).headers).to.include.keys('x-request-id', 'x-error-code');
  });

  it('read how long to wait when they ask too often', async () => {
    const sample = await call<{ api_key: string }>(own.service, 'GET', '/sample');
    const whoami = {
      url: `${own.service.url}/whoami`,
      headers: { 'X-API-Key': sample.api_key },
    };
    const [first, second] = await stranger.visit(chromium, [whoami, whoami]);
    expect(read(first).status).to.equal(200);
    expect(read(second).status).to.equal(429);
    expect(read(second).headers).to.include.keys(
      'retry-after',
      'ratelimit',
      'ratelimit-policy',
      'x-request-id',
    );
  });
});
