import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { insertLate } from '#src/store/late-rows.ts';
import type { AnswerRow, ResultRow } from '#src/store/schema.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';
import { addDatabase, addTenant } from '../databases/rows.ts';

const answer = (traceId: string, over: Partial<AnswerRow> = {}): AnswerRow => ({
  trace_id: traceId,
  account_id: 'acc',
  client_id: 'cli',
  workspace_id: 'wsp',
  key_id: 'key',
  end_user_id: null,
  generation_id: 'gen',
  question: `"Wie viel?" – 10 € 'je' Stück\n`,
  result: 'success',
  sql: null,
  trace: '{"a":"\\u00e9"}',
  cost_usd: 0.25,
  duration_ms: 3,
  created_at: '2026-11-01T00:00:00.000',
  ...over,
});

const result = (hash: string, over: Partial<ResultRow> = {}): ResultRow => ({
  token_hash: hash,
  client_id: 'cli',
  workspace_id: 'wsp',
  end_user_id: null,
  policy_hash: 'all',
  generation_id: 'gen',
  data_version: '',
  columns: '[]',
  total_rows: 2 ** 40,
  total_rows_exact: 1,
  spool: '',
  trace_id: hash,
  rows: '{"rows":[]}',
  sql: 'SELECT 1',
  created_at: '2026-11-01T00:00:00.000',
  expires_at: '2026-11-02T00:00:00.000',
  ...over,
});

overStores('late rows', (open) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.dispose());

  const answers = () => store.db.selectFrom('answers').selectAll().orderBy('trace_id').execute();
  const hashes = async () =>
    (await store.db.selectFrom('results').select('token_hash').orderBy('token_hash').execute()).map(
      ({ token_hash }) => token_hash,
    );

  it('are there, cell by cell, when their insert has come to its end', async () => {
    await Promise.all([
      insertLate(store.db, 'answers', [answer('a'), answer('b', { end_user_id: 'anna' })]),
      insertLate(store.db, 'results', [result('r')]),
    ]);
    expect(await answers()).to.deep.equal([answer('a'), answer('b', { end_user_id: 'anna' })]);
    const [row] = await store.db.selectFrom('results').selectAll().execute();
    expect(row).to.deep.equal(result('r'));
  });

  it('are committed when the store closes behind them, and refused after that', async () => {
    const inserted = insertLate(store.db, 'answers', [answer('a')]);
    await store.close();
    await inserted;
    const late = insertLate(store.db, 'answers', [answer('b')]);
    expect(await late.catch((error: Error) => error.message)).to.equal('the store is closed');
    const again = await store.reopen();
    const kept = await again.db.selectFrom('answers').select('trace_id').execute();
    await again.close();
    expect(kept).to.deep.equal([{ trace_id: 'a' }]);
  });

  it('may have texts in parts, some of them shared', async () => {
    const shared = { text: '"b":["ü"]}' };
    await insertLate(store.db, 'answers', [
      { ...answer('a'), trace: [{ text: '{"a":1,' }, shared] },
      { ...answer('b'), trace: [{ text: '{"a":2,' }, shared] },
    ]);
    expect((await answers()).map(({ trace }) => trace)).to.deep.equal([
      '{"a":1,"b":["ü"]}',
      '{"a":2,"b":["ü"]}',
    ]);
  });

  it('are left out where their key is there already', async () => {
    await insertLate(store.db, 'answers', [answer('a')]);
    await insertLate(store.db, 'answers', [answer('a', { result: 'error' }), answer('b')]);
    expect((await answers()).map((row) => row.result)).to.deep.equal(['success', 'success']);
  });

  it('take no others along where they cannot be written', async () => {
    const bad = answer('a', { question: null as unknown as string });
    const [failed] = await Promise.allSettled([
      insertLate(store.db, 'answers', [bad]),
      insertLate(store.db, 'results', [result('r')]),
    ]);
    expect(failed.status).to.equal('rejected');
    expect([await answers(), await hashes()]).to.deep.equal([[], ['r']]);
  });

  it('let a transaction that reads before it changes something come to its end', async () => {
    await insertLate(store.db, 'answers', [answer('a')]);
    let inserted: Promise<unknown> = Promise.resolve();
    await store.db.transaction().execute(async (trx) => {
      await trx.selectFrom('answers').select('trace_id').execute();
      inserted = insertLate(store.db, 'answers', [answer('b')]);
      // Long enough for an insert that need not wait.
      await Promise.race([inserted, setTimeout(300)]);
      await trx
        .updateTable('answers')
        .set({ end_user_id: 'anna' })
        .where('trace_id', '=', 'a')
        .execute();
    });
    await inserted;
    expect((await answers()).map((row) => [row.trace_id, row.end_user_id])).to.deep.equal([
      ['a', 'anna'],
      ['b', null],
    ]);
  });

  it('of workspaces that show other data by then are left out where that is asked for', async () => {
    await addTenant(store.db);
    const shows = (id: string, source: 'files' | 'database', generation_id: string) =>
      store.db
        .updateTable('workspaces')
        .set({ source, generation_id })
        .where('id', '=', id)
        .execute();
    await shows('w1', 'files', 'gen');
    await shows('w3', 'database', 'old');
    await addDatabase(store.db, { workspace_id: 'w3', scope_id: 'w3', generation_id: 'gen' });
    const rows = ['w1', 'w2', 'w3', 'gone'].flatMap((workspace_id) =>
      ['gen', 'old'].map((generation_id) =>
        result(`${workspace_id} ${generation_id}`, { workspace_id, generation_id }),
      ),
    );
    await insertLate(store.db, 'results', rows, { onlyShown: true });
    expect(await hashes()).to.deep.equal(['w1 gen', 'w3 gen']);
  });

  it('are committed before the store closes', async () => {
    const inserted = insertLate(store.db, 'answers', [answer('a')]);
    await inserted;
    const again = insertLate(store.db, 'answers', [answer('b')]);
    await new Promise((resolve) => setImmediate(resolve));
    await store.close();
    await again;
    const other = await store.reopen();
    const rows = await other.db.selectFrom('answers').select('trace_id').execute();
    await other.close();
    expect(rows).to.have.length(2);
  });
});
