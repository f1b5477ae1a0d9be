import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { systemClock } from '#src/clock.ts';
import { lockDataFolder } from '#src/data-folder.ts';
import { pairStore } from '#src/installation/open.ts';
import { ownStore } from '#src/installation/ownership.ts';
import { createJobQueue } from '#src/jobs/queue.ts';
import { StartError } from '#src/start-error.ts';
import { storeTime } from '#src/store/store-time.ts';
import { eventually } from '../../fakes/eventually.ts';
import { requirePostgres } from '../../fakes/postgres.ts';
import { postgresStore, type TestStore } from '../../fakes/stores.ts';

const log = pino({ level: 'silent' });
const HOUR = 3_600_000;

describe('the one gateway of a PostgreSQL store', () => {
  let store: TestStore;
  let folders: string[];
  const locks: { release(): void }[] = [];
  before(async function () {
    if (!(await requirePostgres())) this.skip();
  });
  beforeEach(async () => {
    store = await postgresStore();
    folders = [];
    await pairStore(store.db, systemClock, { folder_id: 'fld', store_id: 'sto' }, []);
  });
  afterEach(async () => {
    for (const lock of locks.splice(0)) lock.release();
    for (const folder of folders) await rm(folder, { recursive: true });
    await store.dispose();
  });

  const newFolder = async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-owner-'));
    folders.push(folder);
    locks.push(await lockDataFolder(folder));
    return folder;
  };
  const own = (dataDir: string, leaseMs = 60_000) =>
    ownStore({
      ...{ store: store.db, log, dataDir, leaseMs },
      time: storeTime('postgres', systemClock),
    });
  const lease = () => store.db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();

  it('is let in when the one before has given the store back', async () => {
    const first = await own(await newFolder());
    await first.release();
    expect(await lease()).to.include({ owner: null, lease_until: null });
    const second = await own(await newFolder());
    await second.release();
  });

  it('is refused while another one renews its lease', async () => {
    const first = await own(await newFolder(), 1_000);
    const error = await own(await newFolder()).catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(StartError);
    expect((error as Error).message).to.contain('is using this metadata store');
    await first.release();
  });

  it('takes over at once from one that held the same lock, and when a lease runs out', async () => {
    const folder = await newFolder();
    const killed = await own(folder);
    const next = await own(folder);
    const gone = await own(folder);
    await store.db.updateTable('installation').set({ lease_until: '2000-01-01' }).execute();
    const elsewhere = await own(await newFolder());
    for (const one of [killed, next, gone]) await one.release();
    expect((await lease()).owner).to.be.a('string');
    await elsewhere.release();
    expect((await lease()).owner).to.equal(null);
  });

  it('is told when another one has taken the store over', async () => {
    const folder = await newFolder();
    const first = await own(folder, 1_000);
    const second = await own(folder);
    expect((await first.lost).message).to.contain('took over the metadata store');
    await first.release();
    await second.release();
  });

  it('holds jobs by the clock of the store, whatever that of its machine says', async () => {
    const queueAt = (offset: number, done: string[]) =>
      createJobQueue({
        ...{ store: store.db, kind: store.kind, log, leaseMs: 60_000, pollMs: 20, concurrency: 1 },
        clock: { now: () => new Date(Date.now() + offset) },
        handlers: {
          work: async (job) => {
            done.push(job.id);
            await new Promise((resolve) => job.signal.addEventListener('abort', resolve));
            return undefined;
          },
        },
      });
    const [behind, ahead]: [string[], string[]] = [[], []];
    const slow = queueAt(-HOUR, behind);
    const fast = queueAt(HOUR, ahead);
    const add = () =>
      store.db
        .transaction()
        .execute((trx) => fast.enqueue(trx, { kind: 'work', workspaceId: null, payload: {} }));
    try {
      await add();
      slow.start();
      await eventually(() => behind.length === 1, 'the job');
      // By its own clock the lease of the first job ran out an hour ago.
      fast.start();
      await add();
      await eventually(() => ahead.length === 1, 'the second job');
      expect(ahead).to.not.include(behind[0]);
    } finally {
      await Promise.all([slow.stop(), fast.stop()]);
    }
  });
});
