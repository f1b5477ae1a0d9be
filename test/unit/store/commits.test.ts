import { expect } from 'chai';
import { onCommit } from '#src/store/commits.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';

overStores('work after a commit', (open) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.dispose());

  const account = { type: 'standard' as const, plan: 'free', name: 'n', email: null };
  const ids = async () =>
    (await store.db.selectFrom('accounts').select('id').execute()).map(({ id }) => id);

  it('is done when others see what the transaction wrote', async () => {
    const seen = Promise.withResolvers<readonly string[]>();
    await store.db.transaction().execute(async (trx) => {
      await onCommit(trx, () => void ids().then(seen.resolve, seen.reject));
      await trx
        .insertInto('accounts')
        .values({ ...account, id: 'a', created_at: 'x' })
        .execute();
    });
    expect(await seen.promise).to.deep.equal(['a']);
  });

  it('is done once, in the order in which it was given', async () => {
    const done: number[] = [];
    await store.db.transaction().execute(async (trx) => {
      await onCommit(trx, () => done.push(1));
      await onCommit(trx, () => done.push(2));
      expect(done).to.deep.equal([]);
    });
    await store.db
      .transaction()
      .execute((trx) => trx.selectFrom('accounts').select('id').execute());
    expect(done).to.deep.equal([1, 2]);
  });

  it('is never done where the transaction is undone', async () => {
    let isDone = false;
    const undone = store.db.transaction().execute(async (trx) => {
      await onCommit(trx, () => {
        isDone = true;
      });
      throw new Error('taken back');
    });
    await undone.catch(() => {});
    await store.db
      .transaction()
      .execute((trx) => trx.selectFrom('accounts').select('id').execute());
    expect(isDone).to.equal(false);
  });
});
