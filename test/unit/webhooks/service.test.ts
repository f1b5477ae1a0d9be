import { expect } from 'chai';
import type { AppError } from '#src/errors.ts';
import type { NewWebhook } from '#src/webhooks/types.ts';
import { eventually } from '../../fakes/eventually.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';
import { openHooks, openReceiver, principal } from './harness.ts';
import { addAccount } from './rows.ts';

const never = new AbortController().signal;
const account = principal();
const tenant = principal({ clientId: 't' });
const workspace = principal({ clientId: 't', workspaceId: 'w' });
const URL_OF = 'https://hooks.example.com/in';

overStores('webhooks of an account', (open) => {
  let store: TestStore;
  let hooks: Awaited<ReturnType<typeof openHooks>>;
  beforeEach(async () => {
    store = await open();
    await addAccount(store.db);
    hooks = await openHooks(store, { max_webhooks: 3 });
  });
  afterEach(async () => {
    await hooks.close();
    await store.dispose();
  });

  const create = (who: typeof account, more: Partial<NewWebhook> = {}) =>
    hooks.service.create(who, { url: URL_OF, description: '', events: [], ...more }, never);
  const code = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: AppError) => error.code,
    );

  const refused = [
    'ftp://hooks.example.com/',
    'http://hooks.example.com/',
    'https://me:secret@hooks.example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://0.0.0.0/',
    'hooks.example.com',
  ];
  for (const url of refused)
    it(`refuses ${url}`, async () => {
      expect(await code(create(account, { url }))).to.equal('webhook_url_refused');
      expect(await hooks.listed(account)).to.deep.equal([]);
    });

  it('refuses a name that stands for a private address, also when it comes to do so later', async () => {
    const receiver = await openReceiver();
    hooks.addresses.current = ['127.0.0.1'];
    expect(await code(create(account))).to.equal('webhook_url_refused');
    hooks.addresses.current = ['93.184.216.34'];
    const { port } = new URL(receiver.url);
    const { id } = await create(account, { url: `https://hooks.example.com:${port}/in` });
    hooks.addresses.current = ['93.184.216.34', '127.0.0.1'];
    await hooks.service.test(account, id);
    const page = { limit: 1, cursor: null };
    const delivery = await eventually(async () => {
      const [one] = (await hooks.service.deliveries(account, id, page)).deliveries;
      return one!.attempts === 1 && one;
    });
    expect(delivery.last_error).to.contain('private network');
    expect(receiver.received).to.deep.equal([]);
    await receiver.close();
  });

  it('shows a secret once, and keys nothing beyond what they reach', async () => {
    const all = await create(account, { description: 'all' });
    await hooks.skip(1);
    const bound = await create(workspace);
    expect(all.secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await hooks.listed(account))).to.not.contain('whsec_');
    expect(bound).to.include({ client_id: 't', workspace_id: 'w' });
    expect((await hooks.listed(account)).map(({ id }) => id)).to.deep.equal([all.id, bound.id]);
    expect((await hooks.listed(workspace)).map(({ id }) => id)).to.deep.equal([bound.id]);
    const calls = [
      () => hooks.service.rotateSecret(tenant, all.id),
      () => hooks.service.remove(tenant, all.id),
      () => hooks.service.test(tenant, all.id),
      () => hooks.service.change(tenant, all.id, { enabled: false }, never),
      () => hooks.service.deliveries(tenant, all.id, { limit: 1, cursor: null }),
      () => hooks.service.remove(principal({ accountId: 'b' }), all.id),
    ];
    for (const call of calls) expect(await code(call())).to.equal('webhook_not_found');
    expect(await hooks.listed(principal({ accountId: 'b' }))).to.deep.equal([]);
    expect(await code(create(tenant, { client_id: 't2' }))).to.equal('wrong_tenant');
    expect(await code(create(workspace, { workspace_id: 'w2' }))).to.equal('wrong_workspace');
    expect(await code(create(account, { client_id: 'x' }))).to.equal('wrong_tenant');
    expect(await code(create(account, { client_id: 't2', workspace_id: 'w' }))).to.equal(
      'workspace_not_found',
    );
  });

  it('come in pages, oldest first', async () => {
    const made: string[] = [];
    for (let n = 0; n < 3; n++) made.push((await create(account)).id);
    const first = await hooks.service.list(account, { limit: 2, cursor: null });
    const rest = await hooks.service.list(account, { limit: 2, cursor: first.next_cursor });
    expect(first.webhooks).to.have.length(2);
    expect(rest.next_cursor).to.equal(null);
    const seen = [...first.webhooks, ...rest.webhooks].map(({ id }) => id);
    expect(seen).to.have.members(made);
    const lists = [
      hooks.service.list(account, { limit: 2, cursor: 'abc' }),
      hooks.service.deliveries(account, made[0]!, { limit: 2, cursor: 'abc' }),
    ];
    for (const list of lists) expect(await code(list)).to.equal('bad_request');
  });

  it('takes so many and no more, also at once', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => code(create(account))));
    expect(made.toSorted()).to.deep.equal([
      'conflict',
      'conflict',
      'conflict',
      'done',
      'done',
      'done',
    ]);
  });

  it('pages through deliveries, newest first, and removes them with the webhook', async () => {
    const { id } = await create(account);
    await hooks.jobs.stop();
    for (let n = 0; n < 5; n++) await hooks.tell();
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof hooks.service.deliveries>> =
        await hooks.service.deliveries(account, id, { limit: 2, cursor });
      seen.push(...page.deliveries.map((one) => one.id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(new Set(seen).size).to.equal(5);
    await hooks.service.remove(account, id);
    expect(await store.db.selectFrom('webhook_deliveries').selectAll().execute()).to.deep.equal([]);
  });

  it('sends nothing to one that is switched off, and says so', async () => {
    const { id } = await create(account);
    const off = await hooks.service.change(account, id, { enabled: false }, never);
    expect(off).to.include({ status: 'disabled', disabled_reason: 'paused' });
    expect(await code(hooks.service.test(account, id))).to.equal('conflict');
    await hooks.tell();
    expect(await store.db.selectFrom('webhook_events').selectAll().execute()).to.deep.equal([]);
  });
});
