import { expect } from 'chai';
import { createConversations } from '#src/conversations/conversations.ts';
import type { Conversations } from '#src/conversations/types.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';
import { seedWorkspaces } from '../ask/store.ts';

overStores('conversations', (open) => {
  let store: TestStore;
  let chats: Conversations;
  let now: Date;
  const anna = { clientId: 'cli', workspaceId: 'wsp', endUserId: 'anna', policyHash: 'all' };
  const everybody = { ...anna, endUserId: null };
  const turn = (sessionId: string, traceId: string, question = 'q') => ({
    sessionId,
    question,
    answer: { result: 'success' },
    query: null,
    traceId,
  });

  beforeEach(async () => {
    store = await open();
    await seedWorkspaces(store.db);
    now = new Date('2026-11-01T00:00:00Z');
    chats = createConversations(store.db, { now: () => now });
  });
  afterEach(() => store.dispose());

  it('give the last turns, oldest first', async () => {
    await chats.start('s', anna, { isDefault: false, title: 't' });
    for (const number of [1, 2, 3]) await chats.record(turn('s', `tr${number}`, `q${number}`));
    const history = await chats.history('s', 2);
    expect(history.map(({ question }) => question)).to.deep.equal(['q2', 'q3']);
  });

  it('record a turn once, also when two are recorded at the same time', async () => {
    await chats.start('s', anna, { isDefault: false, title: 't' });
    const turns = ['a', 'b', 'c', 'a', 'b', 'c'].map((trace) => chats.record(turn('s', trace)));
    await Promise.all(turns);
    const rows = await store.db.selectFrom('turns').select(['position', 'trace_id']).execute();
    expect(rows.map(({ position }) => position).sort()).to.deep.equal([1, 2, 3]);
  });

  it('make one default chat a person, also when two first questions come at once', async () => {
    const options = { isDefault: true, title: 't' };
    const ids = await Promise.all(['x', 'y'].map((id) => chats.start(id, anna, options)));
    expect(ids[0]).to.equal(ids[1]);
    expect((await chats.findDefault(anna))?.id).to.equal(ids[0]);
    expect(await chats.findDefault(everybody)).to.equal(null);
  });

  it('of the sample account are removed when nothing was asked in them for a while', async () => {
    await chats.start('old', anna, { isDefault: false, title: 't' });
    await chats.record(turn('old', 'tr1'));
    const later = new Date(now.getTime() + 1);
    expect(await chats.removeSample(later)).to.equal(0);
    await store.db.updateTable('accounts').set({ type: 'sample' }).execute();
    expect(await chats.removeSample(now)).to.equal(0);
    expect(await chats.removeSample(later)).to.equal(1);
    expect(await store.db.selectFrom('turns').selectAll().execute()).to.deep.equal([]);
  });
});
