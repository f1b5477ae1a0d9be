import { expect } from 'chai';
import { createApiKeys } from '#src/accounts/api-keys.ts';
import { createAuditTrail } from '#src/accounts/audit.ts';
import { createAuthenticator } from '#src/accounts/authenticate.ts';
import { createAccount } from '#src/accounts/create.ts';
import { createRemove } from '#src/accounts/remove.ts';
import { createTenants } from '#src/accounts/tenants.ts';
import type { Actor, ApiKeyRequest } from '#src/accounts/types.ts';
import { createWorkspaces } from '#src/accounts/workspaces.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';

const LIMITS = { max_keys: 10, max_tenants: 5, max_workspaces: 5, max_grace_seconds: 60 };
const KEY: ApiKeyRequest = {
  name: 'K',
  scope: 'full',
  environment: 'live',
  allowedOrigins: [],
  rowFilter: {},
};

overStores('managing an account at once from many sides', (open) => {
  let store: TestStore;
  let by: Actor;
  let clientId: string;
  let now: number;
  const clock = { now: () => new Date(now) };
  beforeEach(async () => {
    now = Date.parse('2026-11-01T00:00:00Z');
    store = await open();
    const made = await store.db.transaction().execute((trx) =>
      createAccount(trx, clock, {
        type: 'standard',
        plan: 'free',
        name: 'A',
        email: null,
        key: { name: 'First', bindTo: 'account' },
      }),
    );
    clientId = made.clientId;
    by = { principal: (await authenticate(made.apiKey!))!, requestId: 'req' };
  });
  afterEach(() => store.dispose());

  const authenticate = async (apiKey: string) => {
    const authenticator = createAuthenticator(store.db, clock);
    try {
      return await authenticator.authenticate(apiKey);
    } finally {
      await authenticator.close();
    }
  };
  const owning = () => ({ store: store.db, clock, config: LIMITS });
  const remove = createRemove({
    enqueue: () => Promise.resolve(),
    publishEvent: () => Promise.resolve(),
    lingerMs: 0,
  });
  const keys = () => createApiKeys({ ...owning(), publishEvent: () => Promise.resolve() });
  const tenants = () => createTenants({ ...owning(), remove: remove.tenant });
  const workspaces = () => createWorkspaces({ ...owning(), remove: remove.workspace });
  const outcomes = async (works: readonly Promise<unknown>[]) => {
    const settled = await Promise.allSettled(works);
    const codes = settled.map((one) =>
      one.status === 'fulfilled' ? 'done' : String((one.reason as { code?: string }).code),
    );
    return codes.sort();
  };
  const many = <T>(count: number, work: (n: number) => Promise<T>) =>
    outcomes(Array.from({ length: count }, (_, n) => work(n)));
  const refusedAfter = (done: number, refused: number) => [
    ...Array.from({ length: refused }, () => 'conflict'),
    ...Array.from({ length: done }, () => 'done'),
  ];

  it('holds its bounds exactly, and gives equal names slugs of their own', async () => {
    expect(await many(20, () => keys().create(by, KEY))).to.deep.equal(refusedAfter(9, 11));
    expect(await many(12, () => tenants().create(by, { name: 'Shop' }))).to.deep.equal(
      refusedAfter(4, 8),
    );
    const named = { name: 'Sales' };
    expect(await many(12, () => workspaces().create(by, clientId, named))).to.deep.equal(
      refusedAfter(4, 8),
    );
    const slugs = await store.db.selectFrom('tenants').select('slug').execute();
    expect(slugs.map(({ slug }) => slug).sort()).to.deep.equal([
      'a',
      'shop',
      'shop-2',
      'shop-3',
      'shop-4',
    ]);
  });

  it('lets one of many rotate, revoke or remove a thing', async () => {
    const key = await keys().create(by, KEY);
    const rotated = await many(6, () => keys().rotate(by, key.id, 60));
    expect(rotated.filter((one) => one === 'done')).to.have.length(1);
    const other = await keys().create(by, KEY);
    const revoked = await many(6, () => keys().revoke(by, other.id));
    expect(revoked.filter((one) => one === 'done')).to.have.length(1);
    const { client_id } = await tenants().create(by, { name: 'Shop' });
    const removed = await many(6, () => tenants().remove(by, client_id));
    expect(removed.filter((one) => one === 'done')).to.have.length(1);
    const log = createAuditTrail(store.db, clock);
    for (const action of ['key.rotated', 'key.revoked', 'tenant.deleted']) {
      const { items } = await log.list(by.principal, { action }, { limit: 50, cursor: null });
      expect(items, action).to.have.length(1);
    }
  });

  it('says that a thing is gone to those who change it while another removes it', async () => {
    const { client_id } = await tenants().create(by, { name: 'Shop' });
    const { workspace_id } = await workspaces().create(by, clientId, { name: 'W' });
    const ofWorkspace = await outcomes([
      workspaces().remove(by, clientId, workspace_id),
      ...Array.from({ length: 6 }, () =>
        workspaces().change(by, clientId, workspace_id, { name: 'V' }),
      ),
    ]);
    expect(ofWorkspace).to.satisfy((codes: string[]) =>
      codes.every((code) => ['done', 'workspace_not_found'].includes(code)),
    );
    const ofTenant = await outcomes([
      tenants().remove(by, client_id),
      ...Array.from({ length: 3 }, () => workspaces().create(by, client_id, { name: 'W' })),
      ...Array.from({ length: 3 }, () => tenants().change(by, client_id, { name: 'B' })),
    ]);
    expect(ofTenant).to.satisfy((codes: string[]) =>
      codes.every((code) => ['done', 'wrong_tenant'].includes(code)),
    );
  });

  it('makes an account for each that asks with an address: a refusal would tell who has one', async () => {
    const spellings = ['Ann@example.com', 'ann@example.com', 'ANN@EXAMPLE.COM'];
    const made = await many(12, (n) =>
      store.db.transaction().execute((trx) =>
        createAccount(trx, clock, {
          type: 'standard',
          plan: 'free',
          name: 'A',
          email: spellings[n % 3]!,
          key: null,
        }),
      ),
    );
    expect(made).to.deep.equal(refusedAfter(12, 0));
  });

  it('refuses a rotated key from the end of its grace on, to the millisecond', async () => {
    const key = await keys().create(by, KEY);
    await keys().rotate(by, key.id, 60);
    now += 59_999;
    expect(await authenticate(key.apiKey)).to.not.equal(null);
    now += 1;
    expect(await authenticate(key.apiKey)).to.equal(null);
  });

  it('pages through everything once, also while rows come and go', async () => {
    const all: string[] = [];
    for (let n = 0; n < 6; n++) {
      all.push((await keys().create(by, KEY)).id);
      now += n % 2;
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await keys().list(by.principal, { limit: 2, cursor });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
      now += 1;
      if (seen.length === 2) {
        await keys().create(by, KEY);
        await keys().revoke(by, seen[0]!);
      }
    } while (cursor !== null);
    expect(new Set(seen).size).to.equal(seen.length);
    expect(seen).to.include.members(all);
  });
});
