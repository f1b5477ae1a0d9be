import { expect } from 'chai';
import { type Gateway, openGateway } from './gateway.ts';

interface Entry {
  readonly action: string;
  readonly actor: { readonly key_id: string };
  readonly client_id: string | null;
  readonly workspace_id: string | null;
  readonly target: Readonly<Record<string, unknown>>;
  readonly request_id: string;
}

describe('the audit log', () => {
  let gateway: Gateway;
  beforeEach(async () => {
    gateway = await openGateway();
  });
  afterEach(() => gateway.close());

  type Reader = 'full' | 'wholeTenant' | 'wholeAccount' | 'otherTenant' | 'otherAccount';
  const entries = async (as: Reader = 'wholeAccount', query = ''): Promise<Entry[]> =>
    gateway.expectDocumented(await gateway.as(as, 'get', `/accounts/audit${query}`).expect(200))
      .body.entries;
  const url = 'postgres://ann:hunter2@db.example.com/shop';
  const files = '/clients/cli_1/workspaces/ws_1/files';

  it('names the action of every route that manages something', () => {
    const unnamed = gateway.routes.filter(
      ({ capability, method, audit }) =>
        capability === 'manage' && method !== 'get' && audit === undefined,
    );
    expect(unnamed.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([]);
  });

  it('tells who changed what, in which tenant and workspace, and no secret', async () => {
    await gateway
      .as('full', 'post', files)
      .set('X-Request-Id', 'req-1')
      .attach('file', Buffer.from('a,b\n1,2\n'), 'a.csv')
      .expect(200);
    gateway.accounts.advance(1);
    await gateway.as('full', 'delete', `${files}/1`).expect(200);
    gateway.accounts.advance(1);
    await gateway
      .as('wholeTenant', 'put', '/accounts/clients/cli_1/database')
      .send({ url })
      .expect(200);
    gateway.accounts.advance(1);
    await gateway
      .as('full', 'patch', '/clients/cli_1/schema/tables/orders/columns/email')
      .send({ sensitive: true })
      .expect(200);
    gateway.accounts.advance(1);
    const made = await gateway
      .as('full', 'post', '/accounts/api-keys')
      .send({ name: 'K' })
      .expect(201);
    const found = await entries();
    const [key, column, database, deleted, uploaded] = found;
    expect(found).to.have.length(5);
    expect(uploaded).to.deep.include({
      action: 'file.uploaded',
      actor: {
        type: 'api_key',
        key_id: 'key_full',
        key_prefix: await prefixOf('key_full'),
        member_id: null,
      },
      client_id: 'cli_1',
      workspace_id: 'ws_1',
      request_id: 'req-1',
    });
    expect(uploaded!.target).to.include({ filename: 'a.csv', version: 1, unchanged: false });
    expect(deleted).to.deep.include({
      action: 'file.deleted',
      target: { file_id: 1, deleted: 'a.csv' },
    });
    expect(database).to.deep.include({ action: 'database.connected', workspace_id: null });
    expect(database!.target).to.include({ host: 'db.example.com', user: 'ann' });
    expect(column!.target).to.include({ table: 'orders', column: 'email', sensitive: true });
    expect(key).to.deep.include({ action: 'key.created', workspace_id: 'ws_1' });
    expect(key!.target).to.include({ key_id: made.body.id, name: 'K' });
    const text = JSON.stringify(found);
    expect(text).to.not.contain('hunter2').and.not.contain(made.body.api_key);
  });

  it('tells nothing of what was refused or only tried', async () => {
    await gateway.as('full', 'delete', `${files}/1`).expect(404);
    await gateway.as('askOnly', 'delete', `${files}/1`).expect(403);
    await gateway.as('full', 'post', '/accounts/api-keys').send({}).expect(422);
    await gateway.as('full', 'delete', '/accounts/api-keys/key_none').expect(404);
    await gateway
      .as('full', 'post', '/accounts/clients/cli_1/database/test')
      .send({ url })
      .expect(200);
    expect(await entries()).to.deep.equal([]);
  });

  it('tells of answers that a handler wrote itself', async () => {
    await gateway
      .as('full', 'put', '/clients/cli_1/workspaces/ws_1/semantics')
      .set('Accept', 'application/yaml')
      .send({ rules: ['A year is a calendar year.'] })
      .expect(200);
    expect((await entries()).map(({ action }) => action)).to.deep.equal(['semantics.replaced']);
  });

  it('is read as far as a key reaches, by action, tenant and time, in pages', async () => {
    const make = (as: Reader, body: object) =>
      gateway
        .as(as, 'post', '/accounts/api-keys')
        .send({ name: 'K', ...body })
        .expect(201);
    await make('wholeAccount', {});
    gateway.accounts.advance(1_000);
    await make('wholeTenant', {});
    await make('full', {});
    gateway.accounts.advance(1_000);
    await make('otherTenant', {});
    const { body } = await make('wholeAccount', { client_id: 'cli_2' });
    await gateway.as('wholeAccount', 'delete', `/accounts/api-keys/${body.id}`).expect(200);
    const seen = async (as: Reader, query = '') => (await entries(as, query)).length;
    expect(await seen('wholeAccount')).to.equal(6);
    expect(await seen('wholeTenant')).to.equal(2);
    expect(await seen('full')).to.equal(1);
    expect(await seen('otherTenant')).to.equal(1);
    expect(await seen('otherAccount')).to.equal(0);
    expect(await seen('wholeAccount', '?action=key.revoked')).to.equal(1);
    expect(await seen('wholeAccount', '?client_id=cli_2')).to.equal(3);
    expect(await seen('wholeTenant', '?client_id=cli_2')).to.equal(0);
    expect(await seen('wholeAccount', '?workspace_id=ws_1')).to.equal(1);
    expect(await seen('wholeAccount', '?from=2026-11-01T00:00:01')).to.equal(5);
    expect(await seen('wholeAccount', '?from=2026-11-01T01:00:01%2B01:00')).to.equal(5);
    expect(await seen('wholeAccount', '?to=2026-11-01T00:00:01')).to.equal(1);
    expect(await seen('wholeAccount', '?from=2026-11-01&to=2026-11-02')).to.equal(6);
    await gateway.as('full', 'get', '/accounts/audit?from=yesterday').expect(422);
    const first = await gateway.as('wholeAccount', 'get', '/accounts/audit?limit=4').expect(200);
    expect(first.body.entries).to.have.length(4);
    expect(await entries('wholeAccount', `?cursor=${first.body.next_cursor}`)).to.have.length(2);
  });

  const prefixOf = async (id: string) =>
    (
      await gateway.accounts.store
        .selectFrom('api_keys')
        .select('prefix')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).prefix;
});
