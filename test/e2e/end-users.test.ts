import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { eventually } from '../fakes/eventually.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const SALES = `city,country,amount
Berlin,Germany,10
Paris,France,20
Lyon,France,1
`;

interface Answer {
  readonly result?: string;
  readonly session_id?: string;
  readonly trace_id?: string;
  readonly data?: { readonly rows: unknown[][] } | null;
  readonly detail?: unknown;
}

/** One test a sentence of the specification, "Authentication". */
describe('X-End-User-Id', () => {
  let own: OwnWorkspace;
  let asking: string;
  let sample: { readonly api_key: string; readonly client_id: string };

  before(async () => {
    own = await openWorkspace({ PLUMBLINE_SAMPLE__ENABLED: 'true' });
    await own.upload(SALES, 'sales.csv');
    ({ api_key: asking } = await call<{ api_key: string }>(
      own.service,
      'POST',
      '/accounts/api-keys',
      { name: 'asks', scope: 'query', client_id: own.clientId },
    ));
    sample = await call(own.service, 'GET', '/sample');
  });
  after(() => own.close());

  interface Asked {
    readonly query?: string;
    readonly user?: string | null;
    readonly key?: string;
    readonly body?: object;
    readonly client?: string;
  }
  const ask = async ({ query = 'total amount', user = null, key, body = {}, client }: Asked) => {
    const response = await fetch(`${own.service.url}/clients/${client ?? own.clientId}/ask`, {
      method: 'POST',
      headers: {
        'X-API-Key': key ?? own.service.apiKey!,
        'Content-Type': 'application/json',
        ...(user === null ? {} : { 'X-End-User-Id': user }),
      },
      body: JSON.stringify({
        query,
        ...(client ? {} : { workspace_id: own.workspaceId }),
        ...body,
      }),
    });
    return { status: response.status, ...((await response.json()) as Answer) };
  };
  const get = async (where: string, headers: Record<string, string>) =>
    fetch(own.service.url + where, { headers });

  it('is one id per person: 1 to 128 letters, digits and . _ : @ + -; anything else is 400', async () => {
    for (const user of ['a', 'x'.repeat(128), 'Ann.B_c:d@e+f-9'])
      expect((await ask({ user })).status, user).to.equal(200);
    for (const user of ['x'.repeat(129), 'a b', 'a/b', 'a|b', 'ä', '', '<a>'])
      expect((await ask({ user })).status, user).to.equal(400);
    expect((await get('/whoami', { 'X-API-Key': asking, 'X-End-User-Id': 'a b' })).status).to.equal(
      400,
    );
  });

  it('is optional for full-access keys, and demanded of ask-only ones but on /query and /whoami', async () => {
    expect((await ask({})).status).to.equal(200);
    expect((await ask({ key: asking })).status).to.equal(400);
    expect((await ask({ key: asking, user: 'ann' })).status).to.equal(200);
    const query = await call<Answer>({ ...own.service, apiKey: asking }, 'POST', '/query', {
      ...{ q: 'total amount', workspace_id: own.workspaceId },
    });
    expect(query.result).to.equal('success');
    expect((await get('/whoami', { 'X-API-Key': asking })).status).to.equal(200);
  });

  it('left out, all questions share one default chat', async () => {
    const [one, two] = [await ask({}), await ask({})];
    expect(one.session_id).to.equal(two.session_id);
    const persons = await Promise.all(['ann', 'ben'].map((user) => ask({ user })));
    const ids = [one, ...persons].map(({ session_id }) => session_id);
    expect(new Set(ids).size).to.equal(3);
  });

  it('left out, any chat of any person can be opened and continued by its session_id', async () => {
    const { session_id } = await ask({ user: 'ann', body: { new_session: true } });
    expect((await ask({ body: { session_id } })).session_id).to.equal(session_id);
    const chat = `/clients/${own.clientId}/chats/${session_id}`;
    expect((await get(chat, { 'X-API-Key': own.service.apiKey! })).status).to.equal(200);
  });

  it('sent, chats belong to that person: another id gets 404 for them', async () => {
    const { session_id } = await ask({ user: 'ann', body: { new_session: true } });
    expect((await ask({ user: 'ann', body: { session_id } })).status).to.equal(200);
    for (const key of [own.service.apiKey!, asking])
      expect((await ask({ key, user: 'ben', body: { session_id } })).status).to.equal(404);
    const chat = `/clients/${own.clientId}/chats/${session_id}`;
    const as = (user: string) =>
      get(chat, { 'X-API-Key': own.service.apiKey!, 'X-End-User-Id': user });
    expect([(await as('ann')).status, (await as('ben')).status]).to.deep.equal([200, 404]);
    const invented = await ask({ user: 'ann', body: { session_id: 'ses_made_up' } });
    expect(invented.status).to.equal(404);
  });

  it('keeps earlier questions of one person from shaping the answers of another', async () => {
    await ask({ user: 'carl', query: 'total amount by country' });
    const carl = await ask({ user: 'carl', query: 'only the top 1' });
    expect(carl.data?.rows).to.deep.equal([['France', 21]]);
    const dora = await ask({ user: 'dora', query: 'only the top 1' });
    expect(dora.data?.rows ?? null).to.not.deep.equal([['France', 21]]);
    const nobody = await ask({ query: 'only the top 1', body: { new_session: true } });
    expect(nobody.data?.rows ?? null).to.not.deep.equal([['France', 21]]);
  });

  it('is no authentication: whoever holds the key can send any value', async () => {
    const { session_id } = await ask({ user: 'ann', body: { new_session: true } });
    const holder = await ask({ key: asking, user: 'ann', body: { session_id } });
    expect(holder.status).to.equal(200);
  });

  it('keeps traces of answers to the person as well', async () => {
    const { trace_id } = await ask({ key: asking, user: 'ann' });
    const trace = (user: string) =>
      get(`/clients/${own.clientId}/answers/${trace_id}`, {
        'X-API-Key': asking,
        'X-End-User-Id': user,
      });
    expect([(await trace('ann')).status, (await trace('ben')).status]).to.deep.equal([200, 404]);
  });

  it("counts no limits of its own: usage is the account's", async () => {
    const { id, api_key: key } = await call<{ id: string; api_key: string }>(
      own.service,
      'POST',
      '/accounts/api-keys',
      { name: 'counted', scope: 'query', client_id: own.clientId },
    );
    await Promise.all(['ann', 'ben', 'carl'].map((user) => ask({ key, user })));
    const questions = async () => {
      const where = '/accounts/usage?group_by=key';
      const { usage } = await call<{ usage: { key?: string; questions: number }[] }>(
        own.service,
        'GET',
        where,
      );
      return usage.find((row) => JSON.stringify(row).includes(id))?.questions ?? 0;
    };
    await eventually(async () => (await questions()) >= 3, questions);
    expect(await questions()).to.equal(3);
  });

  it('is demanded of the sample key on the paths of its tenant, which has no default chat', async () => {
    const question = { key: sample.api_key, client: sample.client_id, query: 'how many orders' };
    expect((await ask(question)).status).to.equal(400);
    const [one, two] = [
      await ask({ ...question, user: 'ann' }),
      await ask({ ...question, user: 'ann' }),
    ];
    expect([one.status, two.status]).to.deep.equal([200, 200]);
    expect(one.session_id).to.not.equal(two.session_id);
  });
});
