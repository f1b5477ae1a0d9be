import { expect } from 'chai';
import { pino } from 'pino';
import { createJobQueue, type JobQueueOptions } from '#src/jobs/queue.ts';
import {
  type JobHandler,
  type JobQueue,
  JobRefused,
  LeaseLost,
  type RunningJob,
  TryAgain,
} from '#src/jobs/types.ts';
import { clockTime } from '#src/store/store-time.ts';
import { StoreUnavailable } from '#src/store/unavailable.ts';
import { eventually } from '../fakes/eventually.ts';
import { overStores, type TestStore } from '../fakes/stores.ts';

overStores('jobs', (open) => {
  let store: TestStore;
  let now: Date;
  const queues: JobQueue[] = [];
  beforeEach(async () => {
    store = await open();
    now = new Date('2026-11-01T00:00:00Z');
  });
  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
    await store.dispose();
  });

  const queue = (
    handlers: Record<string, JobHandler>,
    { pollMs = 20, ...options }: Partial<JobQueueOptions> = {},
  ) => {
    const made = createJobQueue({
      store: store.db,
      kind: store.kind,
      clock: { now: () => now },
      time: clockTime({ now: () => now }),
      log: pino({ level: 'silent' }),
      handlers,
      leaseMs: 60_000,
      pollMs,
      concurrency: 4,
      ...options,
    });
    queues.push(made);
    return made;
  };
  const add = (via: JobQueue, payload = {}, maxAttempts = 3) =>
    store.db
      .transaction()
      .execute((trx) =>
        via.enqueue(trx, { kind: 'work', workspaceId: null, payload, maxAttempts }),
      );
  const rows = () => store.db.selectFrom('jobs').selectAll().orderBy('id').execute();
  const until = (condition: () => Promise<boolean> | boolean) => eventually(condition, rows);
  const status = async () => (await rows()).map((row) => row.status);

  it('does each of 200 jobs once, with 8 consumers', async () => {
    const done: string[] = [];
    const handler: JobHandler = async (job) => {
      done.push(job.id);
      return { seen: job.payload['n'] };
    };
    const producer = queue({});
    for (let n = 0; n < 200; n += 1) await add(producer, { n });
    for (let i = 0; i < 8; i += 1) queue({ work: handler }).start();
    await until(async () => (await status()).every((one) => one === 'succeeded'));
    expect(done.toSorted()).to.deep.equal([...new Set(done)].toSorted());
    expect(done).to.have.length(200);
  });

  it('leaves room for others when one kind may run only so often at once', async () => {
    const free = Promise.withResolvers<void>();
    let [slow, most, quick] = [0, 0, 0];
    const worker = queue(
      {
        slow: async () => {
          most = Math.max(most, ++slow);
          await free.promise;
          slow--;
          return undefined;
        },
        work: async () => void quick++ as undefined,
      },
      { limits: { slow: 2 } },
    );
    await store.db.transaction().execute(async (trx) => {
      for (const kind of ['slow', 'slow', 'slow', 'slow', 'work', 'work'])
        await worker.enqueue(trx, { kind, workspaceId: null, payload: {} });
    });
    worker.start();
    await until(() => quick === 2 && slow === 2);
    free.resolve();
    await until(async () => (await status()).every((one) => one === 'succeeded'));
    expect(most).to.equal(2);
  });

  it('is begun when its transaction commits, long before the next poll', async () => {
    const begun = Promise.withResolvers<string>();
    const worker = queue(
      { work: async ({ id }) => void begun.resolve(id) as undefined },
      { pollMs: 60_000 },
    );
    worker.start();
    const early = Promise.withResolvers<string>();
    await store.db.transaction().execute(async (trx) => {
      early.resolve(await worker.enqueue(trx, { kind: 'work', workspaceId: null, payload: {} }));
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    expect(await begun.promise).to.equal(await early.promise);
  });

  it('is not there when the transaction that added it fails', async () => {
    const producer = queue({});
    await store.db
      .transaction()
      .execute(async (trx) => {
        await producer.enqueue(trx, { kind: 'work', workspaceId: null, payload: {} });
        throw new Error('taken back');
      })
      .catch(() => undefined);
    expect(await rows()).to.deep.equal([]);
  });

  it('tries again with a growing wait, and gives up after the last try', async () => {
    let tries = 0;
    const worker = queue({
      work: async () => {
        tries += 1;
        throw new Error(`try ${tries}`);
      },
    });
    await add(worker, {}, 2);
    worker.start();
    await until(async () => (await rows())[0]!.attempts === 1 && (await status())[0] === 'queued');
    expect((await rows())[0]!.run_at).to.equal('2026-11-01T00:00:01.000');
    now = new Date('2026-11-01T00:00:02Z');
    await until(async () => (await status())[0] === 'failed');
    expect((await rows())[0]).to.include({ attempts: 2, error: 'try 2' });
  });

  it('waits no longer for its next try than it is told to', async () => {
    const fails = () => Promise.reject(new Error('not now'));
    const jobs = queue({ work: fails }, { maxRetryMs: 1_500 });
    await add(jobs, {}, 4);
    jobs.start();
    for (const attempts of [1, 2, 3]) {
      await until(async () =>
        (await rows()).every((row) => row.status === 'queued' && row.attempts === attempts),
      );
      const [row] = await rows();
      const pause = Date.parse(`${row!.run_at}Z`) - now.getTime();
      expect(pause).to.equal(attempts === 1 ? 1_000 : 1_500);
      now = new Date(now.getTime() + pause);
    }
  });

  it('is not tried again where that cannot help, and stays as a dead letter with its reason', async () => {
    const worker = queue({
      work: async () => {
        throw new JobRefused('no such file');
      },
    });
    await add(worker);
    worker.start();
    await until(async () => (await status())[0] === 'failed');
    expect((await rows())[0]).to.include({ attempts: 1, error: 'no such file', lease_owner: null });
  });

  it('is tried again when its handler says, with or without counting the attempt', async () => {
    const waits = [new TryAgain(5_000, 'busy', false), new TryAgain(60_000, 'answered 503')];
    const worker = queue({
      work: async () => {
        throw waits.shift()!;
      },
    });
    await add(worker);
    worker.start();
    await until(async () => (await rows())[0]!.error === 'busy');
    expect((await rows())[0]).to.include({ attempts: 0, run_at: '2026-11-01T00:00:05.000' });
    now = new Date('2026-11-01T00:00:06Z');
    await until(async () => (await rows())[0]!.error === 'answered 503');
    expect((await rows())[0]).to.include({ attempts: 1, run_at: '2026-11-01T00:01:06.000' });
  });

  it('is given up when its holders die in every attempt, and what remains is done', async () => {
    const told: unknown[] = [];
    const taker = queue(
      { work: () => Promise.reject(new Error('never called')) },
      { abandoned: { work: async (job) => void told.push(job.payload) } },
    );
    await add(taker, { n: 1 }, 2);
    await store.db
      .updateTable('jobs')
      .set({
        status: 'running',
        attempts: 2,
        lease_owner: 'dead',
        lease_until: '2026-10-31T23:59:59.000',
      })
      .execute();
    taker.start();
    await until(async () => (await status())[0] === 'failed');
    expect(told).to.deep.equal([{ n: 1 }]);
    expect((await rows())[0]!.error).to.equal('Plumbline crashed in each of 2 attempts.');
  });

  it('shows its progress, and goes on from what it kept', async () => {
    const seen: unknown[] = [];
    const worker = queue({
      work: async (job) => {
        const { progress } = (await rows())[0]!;
        seen.push(JSON.parse(progress));
        await job.progress({ done: job.attempt });
        if (job.attempt === 1) throw new TryAgain(0, 'half');
        return undefined;
      },
    });
    await add(worker);
    worker.start();
    await until(async () => (await status())[0] === 'succeeded');
    expect(seen).to.deep.equal([{}, { done: 1 }]);
  });

  it('is removed some time after its end, and never before', async () => {
    const worker = queue({ work: async () => undefined }, { keepMs: 3_600_000 });
    const ids = [await add(worker), await add(worker)];
    const old = { status: 'failed', updated_at: '2026-10-31T22:59:59.000' } as const;
    await store.db.updateTable('jobs').set(old).where('id', '=', ids[0]!).execute();
    worker.start();
    await until(async () => (await status()).join() === 'succeeded');
    expect((await rows()).map(({ id }) => id)).to.deep.equal([ids[1]]);
  });

  it('is given back at a stop, and counts no try for it', async () => {
    const started = Promise.withResolvers<void>();
    const worker = queue({
      work: (job) => {
        started.resolve();
        return new Promise((_resolve, reject) =>
          job.signal.addEventListener('abort', () => reject(job.signal.reason as Error)),
        );
      },
    });
    await add(worker);
    worker.start();
    await started.promise;
    await worker.stop();
    expect((await rows())[0]).to.include({ status: 'queued', attempts: 0, lease_owner: null });
  });

  it('is given back at a stop though it goes on, and what it does then changes nothing', async () => {
    const started = Promise.withResolvers<RunningJob>();
    const worker = queue(
      {
        work: (job) => {
          started.resolve(job);
          return new Promise(() => {});
        },
      },
      { stopMs: 20 },
    );
    await add(worker);
    worker.start();
    const hung = await started.promise;
    await worker.stop();
    expect((await rows())[0]).to.include({ status: 'queued', attempts: 0, lease_owner: null });
    const late = await hung.publish(async () => {}).catch((error: unknown) => error);
    expect(late).to.be.instanceOf(LeaseLost);
  });

  it('is taken over when its holder gives no sign of life, and the old holder cannot publish', async () => {
    const first = Promise.withResolvers<RunningJob>();
    const release = Promise.withResolvers<void>();
    const silent = queue(
      {
        work: async (job) => {
          first.resolve(job);
          await release.promise;
          await job.publish(async (trx) => {
            await trx.insertInto('spend').values(spendBy('old')).execute();
          });
          return undefined;
        },
      },
      { pollMs: 60_000 },
    );
    await add(silent);
    silent.start();
    await first.promise;
    now = new Date('2026-11-01T00:10:00Z');
    const taker = queue({
      work: async (job) => {
        await job.publish(async (trx) => {
          await trx.insertInto('spend').values(spendBy('new')).execute();
        });
        return undefined;
      },
    });
    taker.start();
    await until(async () => (await status())[0] === 'succeeded');
    release.resolve();
    await silent.stop();
    const published = await store.db.selectFrom('spend').select('id').execute();
    expect(published).to.deep.equal([{ id: 'new' }]);
  });

  /** A store whose tables are not changed while `isAway` says so. */
  const away = (isAway: () => boolean) =>
    new Proxy(store.db, {
      get(db, name) {
        if (name === 'updateTable' && isAway())
          return () => {
            throw new StoreUnavailable(new Error('away'));
          };
        const value: unknown = Reflect.get(db, name, db);
        return typeof value === 'function' ? value.bind(db) : value;
      },
    });

  it('is recorded when the store is back that was away at its end, and is not done again', async () => {
    let [isAway, done] = [false, 0];
    const work: JobHandler = async () => {
      done++;
      isAway = true;
      setTimeout(() => {
        isAway = false;
      }, 100);
      return { done };
    };
    const worker = queue({ work }, { store: away(() => isAway) });
    await add(worker);
    worker.start();
    await until(async () => (await status())[0] === 'succeeded');
    expect(done).to.equal(1);
    expect((await rows())[0]!.attempts).to.equal(1);
  });

  it('is tried again without counting the attempt where the store was away in the middle', async () => {
    let tries = 0;
    const work: JobHandler = async () => {
      if (++tries < 5) throw new StoreUnavailable(new Error('away'));
      return undefined;
    };
    const worker = queue({ work });
    await add(worker, {}, 2);
    worker.start();
    await until(async () => {
      now = new Date(now.getTime() + 2_000);
      return (await status())[0] === 'succeeded';
    });
    expect((await rows())[0]!.attempts).to.equal(1);
  });

  it('is taken once its lease is over where the answer to its claim was lost', async () => {
    let isLost = true;
    const lossy = new Proxy(store.db, {
      get(db, name) {
        const value: unknown = Reflect.get(db, name, db);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          const built = value.apply(db, args);
          if (name !== 'updateTable' || !isLost) return built;
          isLost = false;
          return losing(built);
        };
      },
    });
    let done = 0;
    const worker = queue({ work: async () => void done++ as undefined }, { store: lossy });
    await add(worker);
    worker.start();
    await until(async () => (await status())[0] === 'running');
    now = new Date(now.getTime() + 120_000);
    await until(async () => (await status())[0] === 'succeeded');
    expect(done).to.equal(1);
  });

  /** A statement that is run and whose answer does not arrive. */
  const losing = (statement: object): object =>
    new Proxy(statement, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          const next: unknown = value.apply(target, args);
          if (name === 'executeTakeFirst')
            return (next as Promise<unknown>).then(() => {
              throw new StoreUnavailable(new Error('lost'));
            });
          return losing(next as object);
        };
      },
    });

  const spendBy = (id: string) => ({
    id,
    account_id: 'a',
    client_id: 'c',
    workspace_id: 'w',
    end_user_id: null,
    reserved_usd: 0,
    settled_usd: null,
    created_at: '',
    settled_at: null,
  });
});
