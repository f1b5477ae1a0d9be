import { expect } from 'chai';
import request from 'supertest';
import { type Gateway, openGateway } from './gateway.ts';

interface Key {
  readonly id: string;
  readonly api_key: string;
  readonly client_id: string | null;
  readonly workspace_id: string | null;
}

describe('keys', () => {
  let gateway: Gateway;
  beforeEach(async () => {
    gateway = await openGateway({ settings: { accounts: { max_grace_seconds: 3_600 } } });
  });
  afterEach(() => gateway.close());

  type Maker = 'full' | 'wholeTenant' | 'wholeAccount' | 'otherAccount';
  const post = (body: object, as: Maker = 'wholeAccount') =>
    gateway.as(as, 'post', '/accounts/api-keys').send(body);
  const make = async (body: object, as: Maker = 'wholeAccount'): Promise<Key> =>
    gateway.expectDocumented(await post({ name: 'K', ...body }, as).expect(201)).body as Key;
  const whoami = (key: Pick<Key, 'api_key'>) =>
    request(gateway.app).get('/whoami').set('X-API-Key', key.api_key);
  const list = async (as: Maker = 'wholeAccount', query = '') =>
    gateway.expectDocumented(await gateway.as(as, 'get', `/accounts/api-keys${query}`).expect(200))
      .body as { api_keys: Key[]; next_cursor: string | null };

  it('are made with a label and a scope, work at once and are never shown again', async () => {
    const made = await make({ name: 'Site', scope: 'query', environment: 'test' });
    expect(made.api_key).to.match(/^plumb_test_[0-9A-Za-z]{38}$/);
    expect(made).to.include({ name: 'Site', scope: 'query', environment: 'test' });
    expect(made).to.have.property('raw_key', made.api_key);
    expect(made).to.have.property('prefix', made.api_key.slice(0, 16));
    await whoami(made).expect(200);
    expect(JSON.stringify(await list())).to.not.contain(made.api_key);
    const rows = await gateway.accounts.store.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(rows)).to.not.contain(made.api_key);
  });

  const bindings: readonly [string, Maker, object, string | null, string | null][] = [
    ['account-level by an account-level key', 'wholeAccount', {}, null, null],
    ['bound to a tenant', 'wholeAccount', { client_id: 'cli_2' }, 'cli_2', null],
    [
      'bound to a workspace, whose tenant is known',
      'wholeAccount',
      { workspace_id: 'ws_2' },
      'cli_2',
      'ws_2',
    ],
    ['bound as the tenant key that makes it', 'wholeTenant', {}, 'cli_1', null],
    [
      'bound to a workspace of the tenant',
      'wholeTenant',
      { workspace_id: 'ws_empty' },
      'cli_1',
      'ws_empty',
    ],
    ['bound as the workspace key that makes it', 'full', {}, 'cli_1', 'ws_1'],
    [
      'bound as it says itself',
      'full',
      { client_id: 'cli_1', workspace_id: 'ws_1' },
      'cli_1',
      'ws_1',
    ],
  ];
  for (const [what, maker, body, client_id, workspace_id] of bindings)
    it(`are ${what}`, async () => {
      const made = await make(body, maker);
      expect(made).to.include({ client_id, workspace_id });
      const { body: me } = gateway.expectDocumented(await whoami(made).expect(200));
      expect(me).to.include({ client_id, workspace_id });
    });

  const refused: readonly [string, Maker, object, number][] = [
    ['another tenant than their maker', 'wholeTenant', { client_id: 'cli_2' }, 403],
    ['a workspace of another tenant', 'wholeTenant', { workspace_id: 'ws_2' }, 404],
    ['another workspace than their maker', 'full', { workspace_id: 'ws_empty' }, 403],
    ['a tenant of another account', 'wholeAccount', { client_id: 'cli_3' }, 403],
    ['a workspace of another account', 'wholeAccount', { workspace_id: 'ws_3' }, 404],
    [
      'a workspace beside the tenant',
      'wholeAccount',
      { client_id: 'cli_1', workspace_id: 'ws_2' },
      404,
    ],
  ];
  for (const [what, maker, body, status] of refused)
    it(`never reach ${what}`, async () => {
      gateway.expectDocumented(await post({ name: 'K', ...body }, maker).expect(status));
      expect(gateway.accounts.events).to.deep.equal([]);
    });

  const malformed: readonly [string, object, string][] = [
    ['without a name', {}, 'name'],
    ['of an unknown scope', { name: 'K', scope: 'admin' }, 'scope'],
    [
      'with websites and full access',
      { name: 'K', allowed_origins: ['https://a.example'] },
      'allowed_origins',
    ],
    [
      'with a row filter and full access',
      { name: 'K', row_filter: { tenant_id: 1 } },
      'row_filter',
    ],
    [
      'with a row filter that schemas would drop',
      JSON.parse('{"name": "K", "scope": "query", "row_filter": {"__proto__": "EU"}}') as object,
      '__proto__',
    ],
    ['with something unknown', { name: 'K', admin: true }, ''],
  ];
  for (const [what, body, field] of malformed)
    it(`are refused ${what}`, async () => {
      const response = gateway.expectDocumented(await post(body).expect(422));
      expect(JSON.stringify(response.body.detail)).to.contain(field);
    });

  it('carry a row filter where they can only ask', async () => {
    const made = await make({ scope: 'query', row_filter: { tenant_id: 42, region: 'EU' } });
    const principal = await gateway.accounts.authenticate(made.api_key);
    expect(principal!.policy.filter).to.deep.equal({ tenant_id: 42, region: 'EU' });
    expect(principal!.policy.hash).to.not.equal('all');
  });

  it('are listed in pages, newest first, as far as the caller reaches', async () => {
    for (const n of [1, 2, 3]) await make({ name: `K${n}`, client_id: 'cli_2' });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list('wholeAccount', `?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(page.api_keys.length).to.be.at.most(2);
      seen.push(...page.api_keys.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    const all = (await list()).api_keys.map(({ id }) => id);
    expect(seen).to.deep.equal(all);
    expect(all).to.include('key_full').and.not.include.members(['key_revoked', 'key_sample']);
    expect(new Set(all).size).to.equal(all.length);
    const ofTenant = (await list('wholeTenant')).api_keys;
    expect(ofTenant.length).to.be.greaterThan(1);
    expect(ofTenant.every(({ client_id }) => client_id === 'cli_1')).to.equal(true);
    const ofWorkspace = (await list('full')).api_keys;
    expect(ofWorkspace.every(({ workspace_id }) => workspace_id === 'ws_1')).to.equal(true);
    await gateway.as('full', 'get', '/accounts/api-keys?cursor=nonsense').expect(400);
    await gateway.as('full', 'get', '/accounts/api-keys?limit=201').expect(422);
  });

  it('are accepted only from their websites as soon as those change, from all when there are none', async () => {
    const made = await make({ scope: 'query', allowed_origins: ['https://Shop.example:443'] });
    expect(made).to.have.deep.property('allowed_origins', ['https://shop.example']);
    const from = (origin: string) => whoami(made).set('Origin', origin);
    await from('https://shop.example').expect(200);
    await from('https://other.example').expect(403);
    const patch = (body: object) =>
      gateway.as('wholeAccount', 'patch', `/accounts/api-keys/${made.id}`).send(body);
    gateway.expectDocumented(
      await patch({ allowed_origins: ['https://other.example', 'http://localhost:3000'] }).expect(
        200,
      ),
    );
    await from('https://other.example').expect(200);
    await from('https://shop.example').expect(403);
    const { body } = await patch({ allowed_origins: [], name: 'Renamed' }).expect(200);
    expect(body).to.deep.include({ allowed_origins: [], name: 'Renamed' });
    await from('https://anything.example').expect(200);
    gateway.expectDocumented(await patch({}).expect(422));
    const full = gateway.as('wholeAccount', 'patch', '/accounts/api-keys/key_full');
    gateway.expectDocumented(
      await full.send({ allowed_origins: ['https://a.example'] }).expect(422),
    );
  });

  it('are revoked at once, and then known to nobody', async () => {
    const made = await make({ client_id: 'cli_1' });
    const remove = (as: Maker) => gateway.as(as, 'delete', `/accounts/api-keys/${made.id}`);
    gateway.expectDocumented(await remove('full').expect(404));
    gateway.expectDocumented(await remove('otherAccount').expect(404));
    await whoami(made).expect(200);
    const { body } = gateway.expectDocumented(await remove('wholeTenant').expect(200));
    expect(body).to.deep.equal({ deleted: made.id });
    await whoami(made).expect(401);
    await remove('wholeTenant').expect(404);
  });

  it('are rotated: the successor does what the key did, which ends at once or after its grace', async () => {
    const made = await make({
      name: 'Site',
      scope: 'query',
      environment: 'test',
      workspace_id: 'ws_1',
      allowed_origins: ['https://shop.example'],
      row_filter: { region: 'EU' },
    });
    const rotate = (id: string, body?: object) =>
      gateway.as('wholeAccount', 'post', `/accounts/api-keys/${id}/rotate`).send(body);
    const second = gateway.expectDocumented(
      await rotate(made.id, { grace_seconds: 60 }).expect(201),
    ).body as Key & Record<string, unknown>;
    for (const name of [
      'name',
      'scope',
      'environment',
      'workspace_id',
      'allowed_origins',
      'row_filter',
    ])
      expect(second[name]).to.deep.equal((made as unknown as Record<string, unknown>)[name]);
    await whoami(made).expect(200);
    await whoami(second).expect(200);
    gateway.expectDocumented(await rotate(made.id).expect(409));
    const listed = (await list()).api_keys.find(({ id }) => id === made.id);
    expect(listed).to.have.property('expires_at', '2026-11-01T00:01:00.000');
    gateway.accounts.advance(59_999);
    await whoami(made).expect(200);
    gateway.accounts.advance(1);
    await whoami(made).expect(401);
    const third = (await rotate(second.id).expect(201)).body as Key;
    await whoami(second).expect(401);
    await whoami(third).expect(200);
    await rotate(third.id, { grace_seconds: 3_601 }).expect(422);
  });

  it('have one successor, however many ask for one at once', async () => {
    const made = await make({});
    const calls = Array.from({ length: 8 }, () =>
      gateway.as('wholeAccount', 'post', `/accounts/api-keys/${made.id}/rotate`).send({}),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status).sort();
    expect(statuses[0]).to.equal(201);
    expect(statuses.filter((status) => status === 201)).to.have.length(1);
  });

  it('tell when they were last used', async () => {
    const made = await make({});
    await whoami(made).expect(200);
    await gateway.accounts.flush();
    const listed = (await list()).api_keys.find(({ id }) => id === made.id);
    expect(listed).to.have.property('last_used_at', '2026-11-01T00:00:00.000');
  });

  it('are bounded in number for an account', async () => {
    await gateway.close();
    gateway = await openGateway({ settings: { accounts: { max_keys: 9 } } });
    const { length } = (await list()).api_keys;
    for (let n = length; n < 9; n++) await make({});
    const response = gateway.expectDocumented(await post({ name: 'K' }).expect(409));
    expect(response.body.detail).to.contain('9 keys');
  });

  it('tell of themselves when they come and go, without the key', async () => {
    const made = await make({ client_id: 'cli_1', scope: 'query' });
    await gateway.as('wholeAccount', 'delete', `/accounts/api-keys/${made.id}`).expect(200);
    const about = { key_id: made.id, name: 'K', prefix: made.api_key.slice(0, 16) };
    const scope = { clientId: 'cli_1', workspaceId: null };
    expect(gateway.accounts.events).to.deep.equal([
      { type: 'key.created', scope, data: { ...about, scope: 'query' } },
      { type: 'key.revoked', scope, data: about },
    ]);
  });
});
