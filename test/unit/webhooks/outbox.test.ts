import { expect } from 'chai';
import type { ServiceEvent } from '#src/events/types.ts';
import { createOutbox, DELIVER_JOB } from '#src/webhooks/outbox.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';
import { AT, addAccount, addWebhook } from './rows.ts';

const ready = (clientId = 't', workspaceId: string | null = 'w'): ServiceEvent => ({
  type: 'file.ready',
  scope: { clientId, workspaceId },
  data: { file_id: 1, filename: 'a.csv', version: 1, tables: [{ table_name: 'a', row_count: 2 }] },
});
const revoked: ServiceEvent = {
  type: 'key.revoked',
  scope: { accountId: 'a', clientId: null, workspaceId: null },
  data: { key_id: 'key_1', name: 'Mine', prefix: 'plumb_live_abcde' },
};

overStores('the outbox of events', (open) => {
  let store: TestStore;
  const jobs: unknown[] = [];
  beforeEach(async () => {
    store = await open();
    jobs.length = 0;
    await addAccount(store.db);
  });
  afterEach(() => store.dispose());

  const tell = (event: ServiceEvent, fail = false) =>
    store.db
      .transaction()
      .execute(async (trx) => {
        const publish = createOutbox({
          clock: { now: () => new Date(`${AT}Z`) },
          retryWindowMs: 86_400_000,
          enqueue: async (_trx, job) => void jobs.push(job),
        });
        await publish(trx, event);
        if (fail) throw new Error('taken back');
      })
      .catch(() => undefined);
  const told = async () => {
    const rows = await store.db
      .selectFrom('webhook_deliveries')
      .innerJoin('webhook_events', 'webhook_events.id', 'webhook_deliveries.event_id')
      .select(['webhook_id', 'payload'])
      .orderBy('webhook_id')
      .execute();
    return rows.map(({ webhook_id, payload }) => [webhook_id, JSON.parse(payload).type as string]);
  };

  it('writes an event, a delivery and its job for each webhook that listens', async () => {
    await addWebhook(store.db, 'h1');
    await addWebhook(store.db, 'h2', { events: '["key.created"]' });
    await addWebhook(store.db, 'h3', { events: '["file.ready","file.failed"]' });
    await addWebhook(store.db, 'h4', { status: 'disabled' });
    await tell(ready());
    expect(await told()).to.deep.equal([
      ['h1', 'file.ready'],
      ['h3', 'file.ready'],
    ]);
    expect(jobs).to.have.length(2);
    expect(jobs[0]).to.include({ kind: DELIVER_JOB });
    const event = await store.db.selectFrom('webhook_events').selectAll().executeTakeFirstOrThrow();
    expect(JSON.parse(event.payload)).to.deep.equal({
      type: 'file.ready',
      timestamp: AT,
      data: {
        client_id: 't',
        workspace_id: 'w',
        file_id: 1,
        filename: 'a.csv',
        version: 1,
        tables: [{ table_name: 'a', row_count: 2 }],
      },
    });
  });

  it('tells webhooks of a tenant or workspace nothing of others', async () => {
    await addWebhook(store.db, 'account');
    await addWebhook(store.db, 'tenant', { client_id: 't' });
    await addWebhook(store.db, 'workspace', { client_id: 't', workspace_id: 'w' });
    await tell(ready('t', null));
    await tell(revoked);
    await tell(ready('t2', null));
    expect(await told()).to.have.deep.members([
      ['account', 'file.ready'],
      ['account', 'key.revoked'],
      ['account', 'file.ready'],
      ['tenant', 'file.ready'],
    ]);
  });

  it('writes nothing where nobody listens, of unknown tenants, and when the change is taken back', async () => {
    await tell(ready());
    await addWebhook(store.db, 'h1');
    await tell(ready('nobody'));
    await tell(ready(), true);
    expect(await store.db.selectFrom('webhook_events').selectAll().execute()).to.deep.equal([]);
  });
});
