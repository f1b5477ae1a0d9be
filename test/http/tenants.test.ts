import { expect } from 'chai';
import request from 'supertest';
import { REMOVE_JOB } from '#src/accounts/remove.ts';
import { type Gateway, openGateway } from './gateway.ts';

describe('tenants and workspaces', () => {
  let gateway: Gateway;
  const open = async (accounts: object = {}) => {
    await gateway?.close();
    gateway = await openGateway({ settings: { accounts } });
  };
  beforeEach(() => open());
  afterEach(() => gateway.close());

  const body = async (test: ReturnType<Gateway['as']>, status = 200) =>
    gateway.expectDocumented(await test.expect(status)).body;
  const clients = '/accounts/clients';
  const workspaces = '/clients/cli_1/workspaces';
  const make = (name: string) =>
    body(gateway.as('wholeAccount', 'post', clients).send({ name }), 201);

  it('have one schema status together where no workspace is named', async () => {
    const status = (path: string) => body(gateway.as('wholeAccount', 'get', path));
    const { client_id } = await make('Third');
    const address = `/clients/${client_id}/schema/status`;
    expect(await status(address)).to.deep.equal({
      client_id,
      status: 'not_started',
      table_count: 0,
      discovered_at: null,
      enrichment_completed_at: null,
      updated_at: null,
      hidden_columns: [],
    });
    for (const name of ['One', 'Two']) {
      const post = gateway.as('wholeAccount', 'post', `/clients/${client_id}/workspaces`);
      await body(post.send({ name }), 201);
    }
    expect(await status(address)).to.include({ client_id, status: 'ready', table_count: 2 });
    await gateway.as('wholeAccount', 'get', `${address}?workspace_id=ws_none`).expect(404);
  });

  it('are made, shown, renamed and listed in pages, oldest first', async () => {
    gateway.accounts.advance(1);
    const made = await make('Käse & Co');
    expect(made).to.include({ name: 'Käse & Co', slug: 'kase-co' });
    expect((await make('Kase Co')).slug).to.equal('kase-co-2');
    const address = `${clients}/${made.client_id}`;
    expect(await body(gateway.as('wholeAccount', 'get', address))).to.deep.equal(made);
    const renamed = await body(gateway.as('wholeAccount', 'patch', address).send({ name: 'New' }));
    expect(renamed).to.deep.equal({ ...made, name: 'New' });
    const page = await body(gateway.as('wholeAccount', 'get', `${clients}?limit=3`));
    expect(
      page.clients.map((one: { client_id: string }) => one.client_id).slice(0, 2),
    ).to.deep.equal(['cli_1', 'cli_2']);
    const rest = await body(
      gateway.as('wholeAccount', 'get', `${clients}?limit=3&cursor=${page.next_cursor}`),
    );
    expect(rest.clients).to.have.length(1);
    expect(rest.next_cursor).to.equal(null);
  });

  it('are seen by a bound key as far as it reaches', async () => {
    for (const as of ['full', 'wholeTenant'] as const) {
      const { clients: seen } = await body(gateway.as(as, 'get', clients));
      expect(seen.map((one: { client_id: string }) => one.client_id)).to.deep.equal(['cli_1']);
    }
    const own = await body(gateway.as('full', 'get', workspaces));
    expect(own.workspaces.map((one: { workspace_id: string }) => one.workspace_id)).to.deep.equal([
      'ws_1',
    ]);
    expect((await body(gateway.as('wholeTenant', 'get', workspaces))).workspaces).to.have.length(2);
  });

  it('of a new tenant take keys of their own, which end with it', async () => {
    const { client_id } = await make('Shop');
    const workspace = await body(
      gateway
        .as('wholeAccount', 'post', `/clients/${client_id}/workspaces`)
        .send({ name: 'Sales', timezone: 'Europe/Berlin', as_of: '2026-10-31' }),
      201,
    );
    const key = await body(
      gateway
        .as('wholeAccount', 'post', '/accounts/api-keys')
        .send({ name: 'K', workspace_id: workspace.workspace_id }),
      201,
    );
    const whoami = () => request(gateway.app).get('/whoami').set('X-API-Key', key.api_key);
    const { body: me } = await whoami().expect(200);
    expect(me).to.deep.include({ client_id, workspace_id: workspace.workspace_id });
    expect(me.workspace).to.include({ name: 'Sales' });
    await body(gateway.as('wholeAccount', 'delete', `${clients}/${client_id}`));
    await whoami().expect(401);
    await gateway.as('wholeAccount', 'get', `${clients}/${client_id}`).expect(403);
    expect(gateway.accounts.jobs.map(({ kind }) => kind)).to.deep.equal([REMOVE_JOB, REMOVE_JOB]);
    const { entries } = await body(
      gateway.as('wholeAccount', 'get', `/accounts/audit?client_id=${client_id}`),
    );
    const actions = entries.map(({ action }: { action: string }) => action);
    expect(actions).to.have.members([
      'tenant.created',
      'workspace.created',
      'key.created',
      'tenant.deleted',
    ]);
  });

  it('are removed once', async () => {
    const calls = Array.from({ length: 4 }, () =>
      gateway.as('wholeTenant', 'delete', `${workspaces}/ws_1`),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([200, 404, 404, 404]);
    await gateway.as('full', 'get', '/whoami').expect(401);
    expect(gateway.accounts.jobs).to.have.length(2);
  });

  it('of a workspace can be renamed and moved in time; its slug stays', async () => {
    const patch = (change: object) =>
      gateway.as('full', 'patch', `${workspaces}/ws_1`).send(change);
    const renamed = await body(
      patch({ name: 'Sales', timezone: 'Asia/Tokyo', as_of: '2026-01-31' }),
    );
    expect(renamed).to.include({ name: 'Sales', slug: 'general', source: 'files' });
    const principal = (await gateway.accounts.authenticate(gateway.accounts.keys.full))!;
    const address = { clientId: 'cli_1', workspaceId: 'ws_1' };
    const moved = await gateway.accounts.workspace(principal, address);
    expect(moved).to.include({ timezone: 'Asia/Tokyo', asOf: '2026-01-31' });
    await body(patch({ as_of: null }));
    expect(await gateway.accounts.workspace(principal, address)).to.include({ asOf: null });
    for (const wrong of [{}, { timezone: 'Mars/Base' }, { as_of: 'soon' }, { slug: 'x' }])
      await body(patch(wrong), 422);
  });

  it('are bounded in number', async () => {
    await open({ max_tenants: 3, max_workspaces: 3 });
    await make('Third');
    await body(gateway.as('wholeAccount', 'post', clients).send({ name: 'Fourth' }), 409);
    const add = (status: number) =>
      body(gateway.as('wholeTenant', 'post', workspaces).send({ name: 'W' }), status);
    await add(201);
    await add(409);
  });
});
