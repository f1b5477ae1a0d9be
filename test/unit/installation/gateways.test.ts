import { statSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { systemClock } from '#src/clock.ts';
import { newId } from '#src/ids.ts';
import { refuseOtherKeys, sharedSettings } from '#src/installation/agreement.ts';
import { type JoinDeps, joinGateways, type Membership } from '#src/installation/gateways.ts';
import { pairStore } from '#src/installation/open.ts';
import { makeScratch } from '#src/installation/scratch.ts';
import { createJobQueue } from '#src/jobs/queue.ts';
import { StartError } from '#src/start-error.ts';
import { requireLease } from '#src/store/gateway.ts';
import type { Store } from '#src/store/schema.ts';
import { storeTime } from '#src/store/store-time.ts';
import { StoreUnavailable } from '#src/store/unavailable.ts';
import { eventually } from '../../fakes/eventually.ts';
import { requirePostgres } from '../../fakes/postgres.ts';
import { postgresStore, type TestStore } from '../../fakes/stores.ts';

const log = pino({ level: 'silent' });
const HOUR = 3_600_000;
const LEASE_MS = 60_000;
const settings = sharedSettings(configSchema.parse({}));

describe('the gateways of a PostgreSQL store', () => {
  let store: TestStore;
  let folder: string;
  const gateways: Membership[] = [];
  const stores: { close(): Promise<void> }[] = [];
  before(async function () {
    if (!(await requirePostgres())) this.skip();
  });
  beforeEach(async () => {
    store = await postgresStore();
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-gateways-'));
    await pairStore(store.db, systemClock, { folder_id: 'fld', store_id: 'sto' }, []);
  });
  afterEach(async () => {
    for (const gateway of gateways.splice(0)) await gateway.release();
    for (const opened of stores.splice(0)) await opened.close();
    await rm(folder, { recursive: true });
    await store.dispose();
  });

  /** A gateway with a connection of its own, as another process has. */
  const join = async (more: Partial<JoinDeps> = {}): Promise<Membership & { db: Store }> => {
    const opened = await store.reopen();
    stores.push(opened);
    const gateway = await joinGateways({
      ...{ store: opened.db, log, dataDir: folder, leaseMs: LEASE_MS, settings },
      time: storeTime('postgres', systemClock),
      sharesFolder: true,
      ...{ clock: systemClock, version: '0.1.0', address: 'here:8080' },
      ...more,
    });
    gateways.push(gateway);
    return { ...gateway, db: opened.db };
  };
  const refusal = async (more: Partial<JoinDeps>) => {
    const error = await join(more).then(
      () => null,
      (caught: unknown) => caught,
    );
    expect(error).to.be.instanceOf(StartError);
    return (error as StartError).message;
  };
  const rows = () => store.db.selectFrom('gateways').selectAll().orderBy('epoch').execute();
  const inode = () => String(statSync(folder, { bigint: true }).ino);
  /** The row that a gateway leaves which was killed: on another machine, where its lock is not seen. */
  const killed = async (place: string, leaseUntil: string) => {
    const id = newId('gw');
    await store.db
      .insertInto('gateways')
      .values({
        ...{ id, version: '0.1.0', address: 'there:8080', place, folder: inode(), epoch: 1 },
        ...{ lease_until: leaseUntil, settings: '{}', keys: '[]', started_at: '2026-01-01' },
      })
      .execute();
    return id;
  };

  it('work side by side, each with a folder and an epoch of its own, and leave nothing behind', async () => {
    const [first, second] = [await join(), await join()];
    expect(await rows()).to.have.length(2);
    expect(second.living()).to.equal(2);
    expect(first.scratch).to.not.equal(second.scratch);
    for (const gateway of gateways.splice(0)) await gateway.release();
    expect(await rows()).to.deep.equal([]);
    expect(await readdir(path.join(folder, 'gateways'))).to.deep.equal([]);
  });

  it('put in order what one left whose lease ran out, once, and not what one left that works', async () => {
    const ended = await killed('elsewhere', '2000-01-01');
    const works = await killed('elsewhere', '2999-01-01');
    const [first, second] = [await join(), await join()];
    const recovered: string[] = [];
    for (const gateway of [first, second]) gateway.onEnded(async (id) => void recovered.push(id));
    await Promise.all([first.begin(), second.begin()]);
    expect(recovered).to.deep.equal([ended]);
    await store.db.deleteFrom('gateways').where('id', '=', works).execute();
  });

  it('know at once that one has ended on their machine: its lock is free', async () => {
    const id = newId('gw');
    const scratch = makeScratch(folder, id);
    await store.db
      .insertInto('gateways')
      .values({
        ...{
          id,
          version: '0.1.0',
          address: 'here:1',
          place: scratch.place,
          folder: inode(),
          epoch: 1,
        },
        ...{ lease_until: '2999-01-01', settings: '{"plans":"others"}', keys: '[]' },
        started_at: '2026-01-01',
      })
      .execute();
    const recovered: string[] = [];
    const look = async (more: Partial<JoinDeps>) => {
      const gateway = await join(more);
      gateway.onEnded(async (ended) => void recovered.push(ended));
      await gateway.begin();
      return gateway;
    };
    await (await look({ settings: { ...settings, plans: 'others' } })).release();
    expect(recovered).to.deep.equal([]);
    scratch.unlock();
    // Nor do its settings count any more.
    await look({});
    expect(recovered).to.deep.equal([id]);
  });

  it('are told when another one took over, and write nothing from then on', async () => {
    const slow = await join({ leaseMs: 1_000 });
    await slow.db.transaction().execute((trx) => requireLease(trx));
    await store.db
      .updateTable('gateways')
      .set((e) => ({ epoch: e('epoch', '+', 1) }))
      .execute();
    const fenced = await slow.db
      .transaction()
      .execute((trx) => requireLease(trx))
      .catch((error: unknown) => error);
    expect(fenced).to.be.instanceOf(StoreUnavailable);
    expect((await slow.lost).message).to.contain('took over');
  });

  it('follow the clock of the store, whatever that of their machine says', async () => {
    const ahead = await join({ clock: { now: () => new Date(Date.now() + HOUR) } });
    expect(Math.abs(ahead.clock.now().getTime() - Date.now())).to.be.below(HOUR / 2);
  });

  it('are refused with one sentence where they disagree, and change nothing', async () => {
    await join();
    const before = await rows();
    expect(await refusal({ settings: { ...settings, plans: 'other' } })).to.match(
      /^plans has a different value on the gateway at here:8080/,
    );
    const copy = await mkdtemp(path.join(tmpdir(), 'plumbline-copy-'));
    try {
      await cp(folder, copy, { recursive: true });
      expect(await refusal({ dataDir: copy, leaseMs: 1_000 })).to.match(
        /uses a different data folder from/,
      );
      expect(await readdir(path.join(copy, 'gateways'))).to.have.length(1);
    } finally {
      await rm(copy, { recursive: true });
    }
    expect(await refusal({ alone: true })).to.contain('is using this metadata store');
    await store.db
      .updateTable('installation')
      .set({ owner: 'old', lease_until: '2999-01-01' })
      .execute();
    expect(await refusal({})).to.contain('earlier release');
    expect((await rows()).map(({ id }) => id)).to.deep.equal(before.map(({ id }) => id));
  });

  it('have each a folder of their own over an object store, and clear there what was left', async () => {
    const other = await mkdtemp(path.join(tmpdir(), 'plumbline-other-'));
    try {
      const first = await join({ sharesFolder: false });
      const left = makeScratch(other, 'gw_left');
      left.unlock();
      const second = await join({ sharesFolder: false, dataDir: other, leaseMs: 1_000 });
      await second.begin();
      expect(second.living()).to.equal(2);
      expect(await readdir(path.join(other, 'gateways'))).to.deep.equal([second.id]);
      expect(await readdir(path.join(folder, 'gateways'))).to.deep.equal([first.id]);
      await second.release();
      gateways.pop();
    } finally {
      await rm(other, { recursive: true });
    }
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

describe('encryption keys of several gateways', () => {
  const theirs = (...keys: string[]) => [{ address: 'there:8080', keys: JSON.stringify(keys) }];
  const CASES: readonly (readonly [string, readonly string[], readonly string[], RegExp | null])[] =
    [
      ['the same', ['a'], ['a'], null],
      ['a new one behind the old one, here first', ['a', 'b'], ['a'], null],
      ['a new one in front, known there', ['b', 'a'], ['a', 'b'], null],
      ['not opened there yet', ['a'], [], null],
      ['another one', ['b'], ['a'], /encrypts with a key that this one doesn't have/],
      ['a new one in front, not known there', ['b', 'a'], ['a'], /Add it there as the second key/],
    ];
  for (const [name, own, other, refused] of CASES)
    it(`${refused ? 'are refused' : 'are taken'}: ${name}`, () => {
      const look = () => refuseOtherKeys(own, theirs(...other));
      if (refused) expect(look).to.throw(StartError, refused);
      else look();
    });
});
