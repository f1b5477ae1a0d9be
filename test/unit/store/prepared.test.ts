import { expect } from 'chai';
import { prepared } from '#src/store/prepared.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';

const byPlan = prepared((db) =>
  db
    .selectFrom('accounts')
    .select('id')
    .where('plan', '=', '')
    .where('type', '=', 'standard')
    .orderBy('id'),
);

overStores('a prepared query', (open) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.dispose());

  const add = (id: string, plan = 'free', db = store.db) =>
    db
      .insertInto('accounts')
      .values({ id, type: 'standard', plan, name: 'n', email: null, created_at: 'x' })
      .execute();
  const ids = async (plan = 'free', db = store.db) =>
    (await byPlan(db, plan, 'standard')).map(({ id }) => id);

  it('gives what its parameters ask for', async () => {
    await add('a');
    await add('b', 'other');
    expect([await ids(), await ids('other'), await ids('none')]).to.deep.equal([['a'], ['b'], []]);
  });

  it('sees at once what was committed: here, by another process, changed and removed', async () => {
    await add('a');
    expect(await ids()).to.deep.equal(['a']);
    await add('b');
    expect(await ids()).to.deep.equal(['a', 'b']);
    const other = await store.reopen();
    try {
      await add('c', 'free', other.db);
      expect(await ids()).to.deep.equal(['a', 'b', 'c']);
      await other.db.updateTable('accounts').set({ plan: 'x' }).where('id', '=', 'a').execute();
      expect(await ids()).to.deep.equal(['b', 'c']);
      await other.db.deleteFrom('accounts').where('id', '=', 'b').execute();
      expect(await ids('free', other.db)).to.deep.equal(['c']);
      expect(await ids()).to.deep.equal(['c']);
    } finally {
      await other.close();
    }
  });

  it('sees nothing of a transaction that is not committed, and all inside it', async () => {
    await add('a');
    const failing = store.db.transaction().execute(async (trx) => {
      await add('b', 'free', trx);
      expect(await ids('free', trx)).to.deep.equal(['a', 'b']);
      expect(await ids()).to.deep.equal(['a']);
      throw new Error('taken back');
    });
    expect(await failing.catch(({ message }: Error) => message)).to.equal('taken back');
    expect(await ids()).to.deep.equal(['a']);
  });
});
