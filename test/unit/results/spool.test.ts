import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import type { Room } from '#src/byte-budget.ts';
import { localObjects } from '#src/objects/objects.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { ResultChunk } from '#src/plugin-api/data-source.ts';
import type { Principal } from '#src/principal.ts';
import { createResultSpool } from '#src/results/spool.ts';
import type { CollectOptions, ResultPage } from '#src/results/types.ts';
import { closingsOf } from '#src/store/closings.ts';
import { plentyOfRoom } from '../../fakes/byte-budget.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';
import { principal } from '../ask/harness.ts';

type Rows = readonly (readonly CellValue[])[];

/** So many rows, with room enough. */
const inline = (rows: number) => ({ rows, bytes: 1_000_000, cellChars: 1_000 });

const rowsOf = async ({ rows }: ResultPage) => {
  const read: unknown[] = [];
  for await (const row of rows) read.push(JSON.parse(row.toString()));
  return read;
};

overStores('kept results', (open) => {
  let store: TestStore;
  let folder: string;
  let now: Date;
  let room: Room;
  let spool: ReturnType<typeof createResultSpool>;

  beforeEach(async () => {
    store = await open();
    const dataDir = await mkdtemp(path.join(tmpdir(), 'plumbline-spool-'));
    folder = path.join(dataDir, 'spool');
    await mkdir(folder);
    now = new Date('2026-11-01T00:00:00Z');
    room = await plentyOfRoom();
    spool = createResultSpool({
      onlyShown: false,
      store: store.db,
      ...{ folder, objects: localObjects(dataDir) },
      clock: { now: () => now },
      log: pino({ level: 'silent' }),
      maxRows: 2_000,
      maxBytes: 5_000_000,
      maxTotalBytes: 6_000_000,
      ttlMs: 24 * 3_600_000,
      pageBytes: 1_000_000,
      maxStoredBytes: 1_000,
      flushMs: 10,
    });
  });
  afterEach(async () => {
    await spool.close();
    await store.dispose();
    await rm(path.dirname(folder), { recursive: true });
  });

  async function* chunks(rows: Rows, truncated = false): AsyncGenerator<ResultChunk> {
    const column = (name: string) => ({ name, type: 'text' as const, nativeType: 'VARCHAR' });
    yield { kind: 'columns', columns: ['n', 'n', 'text'].map(column) };
    for (let from = 0; from < rows.length; from += 300)
      yield { kind: 'rows', rows: rows.slice(from, from + 300) };
    yield { kind: 'end', truncated, engineMs: 1, notes: [] };
  }

  const numbered = (count: number): Rows =>
    Array.from({ length: count }, (_, n) => [n, `${n}0`, `line\n"é${n}`]);

  const optionsOf = (over: Partial<CollectOptions> = {}): CollectOptions => ({
    owner: { clientId: 'cli', workspaceId: 'wsp', endUserId: 'anna', policyHash: 'all' },
    origin: { since: 0, sessionId: null },
    generationId: 'gen1',
    attachments: [],
    sql: 'SELECT 1',
    inline: inline(10),
    room,
    signal: new AbortController().signal,
    ...over,
  });
  const collect = (rows: Rows, over: Partial<CollectOptions> = {}, truncated = false) =>
    spool.collect(chunks(rows, truncated), optionsOf(over));

  const reader = (over: Partial<Principal> = {}, clientId = 'cli') => ({
    principal: principal({ endUserId: 'anna', ...over }),
    clientId,
  });

  const isNotFound = async (page: Promise<unknown>) =>
    expect(await page.catch((caught: unknown) => caught)).to.include({
      status: 404,
      code: 'result_not_found',
    });

  it('stay in memory and have no token where the answer carries them whole', async () => {
    const result = await collect(numbered(10));
    expect(result).to.include({
      totalRows: 10,
      totalRowsExact: true,
      truncated: false,
      token: null,
    });
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('give every page of a longer one, cell for cell', async () => {
    const rows = numbered(1_000);
    const { token, rows: inline, totalRows, truncated } = await collect(rows);
    expect([inline.length, totalRows, truncated]).to.deep.equal([10, 1_000, true]);
    for (const [offset, limit] of [
      [0, 10],
      [0, 1_000],
      [127, 2],
      [128, 1],
      [999, 50],
      [1_000, 10],
    ] as const) {
      const page = await spool.page(token!, reader(), offset, limit);
      expect(await rowsOf(page)).to.deep.equal(rows.slice(offset, offset + limit));
      expect(page).to.include({ total_rows: 1_000, offset });
    }
  });

  it('are written as the engine gave them, without being parsed, behind what the answer carries', async () => {
    const rows = numbered(1_000);
    let parsed = 0;
    async function* asTexts(): AsyncGenerator<ResultChunk> {
      for await (const chunk of chunks(rows))
        if (chunk.kind !== 'rows') yield chunk;
        else
          yield {
            kind: 'rows',
            texts: chunk.rows.map((row) => JSON.stringify(row)),
            get rows() {
              parsed += 1;
              return chunk.rows;
            },
          };
    }
    const { token, rows: carried } = await spool.collect(asTexts(), optionsOf());
    expect(carried).to.deep.equal(rows.slice(0, 10));
    expect(await rowsOf(await spool.page(token!, reader(), 0, 1_000))).to.deep.equal(rows);
    expect(parsed).to.equal(0);
  });

  it('make room for new ones: the oldest of the tenant that has the most go', async () => {
    // About 1.6 MB each.
    const kept = async (clientId: string) => {
      now = new Date(now.getTime() + 1_000);
      const rows = Array.from({ length: 40 }, (_, n) => [n, 'x'.repeat(40_000)]);
      const owner = { clientId, workspaceId: 'wsp', endUserId: 'anna', policyHash: 'all' };
      const { token } = await collect(rows, { owner });
      await spool.page(token!, reader({ clientId }, clientId), 0, 1);
      return token!;
    };
    const quiet = await kept('quiet');
    const greedy: string[] = [];
    for (let n = 0; n < 8; n++) greedy.push(await kept('greedy'));
    await spool.close();
    const page = (token: string, clientId: string) =>
      spool.page(token, reader({ clientId }, clientId), 0, 1);
    expect(await rowsOf(await page(quiet, 'quiet'))).to.have.length(1);
    for (const token of greedy.slice(0, 6)) await isNotFound(page(token, 'greedy'));
    for (const token of greedy.slice(-2)) await page(token, 'greedy');
    expect((await readdir(folder)).length).to.equal(2 * 3);
  });

  it('keep equal column names apart', async () => {
    const { columns } = await collect(numbered(1));
    expect(columns.map(({ name }) => name)).to.deep.equal(['n', 'n_2', 'text']);
  });

  it('end at the cap and say that there is more', async () => {
    const over = await collect(numbered(2_500));
    expect(over).to.include({ totalRows: 2_000, totalRowsExact: false });
    expect(await spool.page(over.token!, reader(), 1_990, 50)).to.include({
      total_rows: 2_000,
      total_rows_exact: false,
    });
    const cut = await collect(numbered(5), {}, true);
    expect(cut).to.include({ totalRows: 5, totalRowsExact: false, truncated: true, token: null });
  });

  it('are 404 for other tenants, persons, workspaces, policies and made-up tokens', async () => {
    const token = (await collect(numbered(20))).token!;
    const sample = { ...principal().key, sample: true };
    const askOnly = { ...principal().key, scope: 'query' as const };
    await isNotFound(spool.page('made-up', reader(), 0, 1));
    await isNotFound(spool.page(token, reader({ clientId: null }, 'another'), 0, 1));
    await isNotFound(spool.page(token, reader({ endUserId: 'ben' }), 0, 1));
    await isNotFound(spool.page(token, reader({ endUserId: null, key: sample }), 0, 1));
    await isNotFound(spool.page(token, reader({ endUserId: null, key: askOnly }), 0, 1));
    await isNotFound(spool.page(token, reader({ workspaceId: 'other' }), 0, 1));
    await isNotFound(spool.page(token, reader({ policy: { filter: { a: 1 }, hash: 'h' } }), 0, 1));
    const whole = await spool.page(token, reader({ endUserId: null }), 0, 1);
    expect(await rowsOf(whole)).to.have.length(1);
  });

  it('survive the process, not their time', async () => {
    const token = (await collect(numbered(20))).token!;
    await spool.close();
    const [row] = await store.db.selectFrom('results').selectAll().execute();
    expect(JSON.stringify(row)).to.not.include(token);
    now = new Date(now.getTime() + 24 * 3_600_000);
    await isNotFound(spool.page(token, reader(), 0, 1));
    now = new Date(Date.now() + 48 * 3_600_000);
    expect(await spool.sweep()).to.equal(2);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('leave nothing behind when the query fails or is left', async () => {
    async function* failing() {
      yield* chunks(numbered(1_500));
      throw new Error('gone');
    }
    const big = () => ({ ...collectOptions, inline: inline(1), room });
    const collectOptions = {
      owner: { clientId: 'cli', workspaceId: 'wsp', endUserId: null, policyHash: 'all' },
      origin: { since: 0, sessionId: null },
      generationId: 'g',
      attachments: [],
      sql: '',
      signal: new AbortController().signal,
    };
    const error = await spool.collect(failing(), big()).catch((caught: unknown) => caught);
    expect(error).to.include({ message: 'gone' });
    const left = await spool
      .collect(chunks(numbered(1_500)), { ...big(), signal: AbortSignal.abort(new Error('left')) })
      .catch((caught: unknown) => caught);
    expect(left).to.include({ message: 'left' });
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('sweep files that no result names once they are old', async () => {
    const token = (await collect(numbered(20))).token!;
    await spool.close();
    const [name] = await readdir(folder);
    await utimes(path.join(folder, name!), 0, 0);
    expect(await spool.sweep()).to.equal(0);
    await store.db.deleteFrom('results').execute();
    now = new Date(Date.now() + 2 * 3_600_000);
    expect(await spool.sweep()).to.equal(2);
    await isNotFound(spool.page(token, reader(), 0, 1));
  });

  it('sweep at once what was not finished before a start, and nothing that was begun after it', async () => {
    await collect(numbered(20));
    await spool.close();
    await store.db.deleteFrom('results').execute();
    const names = await readdir(folder);
    expect(await spool.sweep(new Date(Date.now() - 60_000))).to.equal(0);
    expect(await spool.sweep(new Date(Date.now() + 60_000))).to.equal(names.length);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  describe('of what is closed', () => {
    const remember = (traceId: string, rows: Rows | { token: string }, sessionId: string | null) =>
      spool.remember({
        ...{ traceId, rows, sql: 'SELECT 1', generationId: 'gen1', breakdown: null },
        owner: optionsOf().owner,
        origin: { since, sessionId },
        columns: [{ name: 'n', type: 'text' }],
      });
    const states = (...traceIds: string[]) =>
      Promise.all(traceIds.map(async (id) => (await spool.recall(id, reader(), MOST)) !== null));
    const MOST = { rows: 10, bytes: 1_000_000 };
    const [small, large, long] = ['tr_', 'tr_', 'tr_'].map(
      (start, at) => `${start}${`${at}`.repeat(24)}`,
    );
    const closings = () => closingsOf(store.db);
    let since: number;
    /** One answer with rows in the store, one with a file, one with a token. */
    const answers = async (sessionId: string | null) => {
      since = closings().begin();
      const { token } = await collect(numbered(20), { origin: { since, sessionId } });
      remember(small!, numbered(2), sessionId);
      remember(large!, numbered(400), sessionId);
      remember(long!, { token: token! }, sessionId);
      return token!;
    };

    for (const [what, closed] of [
      ['a workspace', { workspaceIds: ['wsp'] }],
      ['a chat', { sessionIds: ['ses_a'] }],
    ] as const)
      it(`are gone with ${what} that is closed while they wait to be written`, async () => {
        const token = await answers('ses_a');
        await closings().close(closed);
        expect(await states(small!, large!, long!)).to.deep.equal([false, false, false]);
        await isNotFound(spool.page(token, reader(), 0, 1));
        await spool.close();
        expect(await store.db.selectFrom('results').selectAll().execute()).to.deep.equal([]);
        expect(await readdir(folder)).to.deep.equal([]);
      });

    it('are not kept where the answer was still made', async () => {
      const first = await answers('ses_a');
      await closings().close({ sessionIds: ['ses_a'] });
      remember(small!, numbered(2), 'ses_a');
      remember(large!, numbered(400), 'ses_a');
      await isNotFound(spool.page(first, reader(), 0, 1));
      expect(await states(small!, large!)).to.deep.equal([false, false]);
      await spool.close();
      expect(await readdir(folder)).to.deep.equal([]);
    });

    it('leave those of other chats and of answers that began later', async () => {
      await closings().close({ workspaceIds: ['wsp'], sessionIds: ['ses_a'] });
      const token = await answers('ses_a');
      await closings().close({ workspaceIds: ['other'], sessionIds: ['ses_b'] });
      expect(await states(small!, large!, long!)).to.deep.equal([true, true, true]);
      expect(await rowsOf(await spool.page(token, reader(), 0, 1))).to.have.length(1);
    });
  });
});
