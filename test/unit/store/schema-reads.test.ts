import { expect } from 'chai';
import type { WorkspaceRow } from '#src/store/schema.ts';
import { createSchemaReads } from '#src/store/schema-reads.ts';
import { sqliteStore, type TestStore } from '../../fakes/stores.ts';
import { addDatabase, addTenant } from '../databases/rows.ts';

describe('the schema status of a tenant', () => {
  let store: TestStore;
  beforeEach(async () => {
    store = await sqliteStore();
    await addTenant(store.db);
  });
  afterEach(() => store.dispose());

  const set = (id: string, row: Partial<WorkspaceRow>) =>
    store.db.updateTable('workspaces').set(row).where('id', '=', id).execute();
  const status = (...ids: string[]) =>
    createSchemaReads(store.db).tenantStatus('t', ids.length > 0 ? ids : ['w1', 'w2', 'w3']);

  it('is that of its first workspace with data, whatever became of others', async () => {
    await set('w1', { source: 'files', schema_status: 'failed' });
    await set('w2', { source: 'files', schema_status: 'ready', generation_id: 'g2' });
    await set('w3', { source: 'files', schema_status: 'discovering', generation_id: 'g3' });
    expect(await status()).to.include({ status: 'ready' });
    expect(await status('w1')).to.include({ status: 'failed' });
  });

  it('is that of the first to come where none has data, and not of one that failed', async () => {
    expect(await status()).to.include({ status: 'not_started', table_count: 0 });
    await set('w2', { source: 'files', schema_status: 'failed' });
    expect(await status()).to.include({ status: 'not_started' });
    await set('w3', { source: 'files', schema_status: 'discovering' });
    expect(await status()).to.include({ status: 'discovering' });
  });

  it('is that of the database of the whole tenant where there is one', async () => {
    await set('w1', { source: 'files', schema_status: 'ready', generation_id: 'g1' });
    await addDatabase(store.db, { schema_status: 'failed', schema_error: 'away', table_count: 7 });
    expect(await status()).to.include({ status: 'failed', error: 'away', table_count: 7 });
    expect(await status('w1'), 'a key that reaches only its files').to.include({ status: 'ready' });
  });

  it('of a tenant without a workspace is not started', async () => {
    expect(await createSchemaReads(store.db).tenantStatus('none', [])).to.include({
      status: 'not_started',
    });
  });
});
