import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import type { Config } from '#config/schema.ts';
import { NOBODY } from '#src/places.ts';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import { type PooledSession, SessionPool } from '#src/sql/server/session-pool.ts';
import { TimeLimit } from '#src/sql/time-limit.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { waitingForTests } from '../../../fakes/waiting.ts';

const never = new AbortController().signal;
/** A limit that no test reaches. */
const patient = (signal = never) => new TimeLimit({ timeoutMs: 60_000, signal });

interface TestSession extends PooledSession {
  isUsable: boolean;
  isClosed: boolean;
  readonly id: number;
}

function poolOf(maxSessions: number, idleMs = 10_000, waiting: Partial<Config['waiting']> = {}) {
  const opened: TestSession[] = [];
  let refusal: Error | null = null;
  const pool = new SessionPool<TestSession>({
    queue: 'test',
    limits: waitingForTests({ workspace_share: 100, end_user_share: 100, ...waiting }),
    maxSessions,
    idleMs,
    open: async () => {
      await wait(1);
      if (refusal) throw refusal;
      const session: TestSession = {
        id: opened.length,
        isUsable: true,
        isClosed: false,
        close: async () => {
          session.isClosed = true;
        },
      };
      opened.push(session);
      return session;
    },
  });
  return { pool, opened, refuse: (error: Error | null) => (refusal = error) };
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'no failure',
    (error: Error) => error.message,
  );

describe('a pool of connections', () => {
  it('opens no more connections than it may, and serves waiters in their order', async () => {
    const { pool, opened } = poolOf(2);
    let inside = 0;
    let most = 0;
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const lease = await pool.acquire(patient(), NOBODY);
        inside += 1;
        most = Math.max(most, inside);
        order.push(n);
        await wait(1);
        inside -= 1;
        lease.release();
      }),
    );
    expect([most, opened.length]).to.deep.equal([2, 2]);
    expect(order).to.deep.equal(order.toSorted((a, b) => a - b));
  });

  it('tells a fresh connection from one that served before', async () => {
    const { pool } = poolOf(1);
    const first = await pool.acquire(patient(), NOBODY);
    expect(first.isReused).to.equal(false);
    first.release();
    expect((await pool.acquire(patient(), NOBODY)).isReused).to.equal(true);
  });

  it('closes a connection that is not usable any more instead of giving it out', async () => {
    const { pool, opened } = poolOf(1);
    const broken = await pool.acquire(patient(), NOBODY);
    opened[0]!.isUsable = false;
    broken.release();
    const lost = await pool.acquire(patient(), NOBODY);
    lost.release();
    opened[1]!.isUsable = false;
    expect((await pool.acquire(patient(), NOBODY)).session.id).to.equal(2);
    expect(opened.map((session) => session.isClosed)).to.deep.equal([true, true, false]);
  });

  it('lets go of who waits too long, and of no other', async () => {
    const { pool } = poolOf(1);
    const lease = await pool.acquire(patient(), NOBODY);
    const controller = new AbortController();
    const impatient = failure(pool.acquire(patient(controller.signal), NOBODY));
    const waiting = pool.acquire(patient(), NOBODY);
    controller.abort(new Error('too late'));
    expect(await impatient).to.equal('The query was cancelled.');
    lease.release();
    lease.release();
    const second = await waiting;
    const third = failure(pool.acquire(patient(AbortSignal.timeout(20)), NOBODY));
    expect(await third).to.equal('The query was cancelled.');
    second.release();
  });

  it('keeps its places when connections fail to open', async () => {
    const { pool, refuse } = poolOf(1);
    refuse(new Error('no server'));
    const all = await Promise.all([1, 2, 3].map(() => failure(pool.acquire(patient(), NOBODY))));
    expect(all).to.deep.equal(['no server', 'no server', 'no server']);
    refuse(null);
    expect((await pool.acquire(patient(), NOBODY)).session.id).to.equal(0);
  });

  it('tells all who wait when the server is gone, at once, and keeps its places', async () => {
    const { pool, refuse } = poolOf(1);
    const lease = await pool.acquire(patient(), NOBODY);
    const waiting = [1, 2, 3].map(() => failure(pool.acquire(patient(), NOBODY)));
    refuse(new ConnectionError('host', 'no answer'));
    lease.session.isUsable = false;
    lease.release();
    const fourth = failure(pool.acquire(patient(), NOBODY));
    expect(await Promise.all([...waiting, fourth])).to.deep.equal(Array(4).fill('no answer'));
    refuse(null);
    expect((await pool.acquire(patient(), NOBODY)).session.id).to.equal(1);
  });

  it('lets who waits go on waiting when the server takes no more connections', async () => {
    const { pool, refuse } = poolOf(2);
    const lease = await pool.acquire(patient(), NOBODY);
    refuse(new ConnectionError('busy', 'no more'));
    const refused = failure(pool.acquire(patient(), NOBODY));
    const waiting = pool.acquire(patient(), NOBODY);
    expect(await refused).to.equal('no more');
    refuse(null);
    lease.release();
    expect((await waiting).session.isUsable).to.equal(true);
  });

  it('says that none was free where the wait for one is too long', async () => {
    const { pool } = poolOf(1, 10_000, { max_wait_ms: 100 });
    await pool.acquire(patient(), NOBODY);
    const error = await pool.acquire(patient(), NOBODY).catch((e: unknown) => e);
    expect(error).to.be.instanceOf(ConnectionError).and.to.include({ kind: 'busy' });
  });

  it('does not count the wait for one as time of the query', async () => {
    const { pool } = poolOf(1);
    const lease = await pool.acquire(patient(), NOBODY);
    const limit = new TimeLimit({ timeoutMs: 500, signal: never });
    const waiting = pool.acquire(limit, NOBODY);
    const asLong = new TimeLimit({ timeoutMs: 500, signal: never });
    await eventually(() => asLong.signal.aborted);
    lease.release();
    expect((await waiting).session.isUsable).to.equal(true);
    limit.throwIfOver();
    await eventually(() => limit.signal.aborted);
    expect(limit.signal.reason).to.include({ kind: 'timeout' });
  });

  it('keeps one for others when one workspace wants them all', async () => {
    const { pool } = poolOf(3, 10_000, { workspace_share: 67, end_user_share: 50 });
    const asker = (workspaceId: string, endUserId: string) => ({ workspaceId, endUserId });
    const ann = await pool.acquire(patient(), asker('w1', 'ann'));
    const waits = pool.acquire(patient(), asker('w1', 'ann'));
    const bob = await pool.acquire(patient(), asker('w1', 'bob'));
    const other = await pool.acquire(patient(), asker('w2', 'ann'));
    bob.release();
    other.release();
    ann.release();
    expect((await waits).isReused).to.equal(true);
  });

  it('closes connections that idle', async () => {
    const { pool, opened } = poolOf(2, 10);
    (await pool.acquire(patient(), NOBODY)).release();
    await eventually(() => opened[0]!.isClosed);
    expect((await pool.acquire(patient(), NOBODY)).session.id).to.equal(1);
  });

  it('closes everything and serves nobody afterwards', async () => {
    const { pool, opened } = poolOf(2);
    const busy = await pool.acquire(patient(), NOBODY);
    const idle = await pool.acquire(patient(), NOBODY);
    idle.release();
    await pool.close();
    busy.release();
    await pool.close();
    expect(opened.map((session) => session.isClosed)).to.deep.equal([true, true]);
    expect(await failure(pool.acquire(patient(), NOBODY))).to.match(/closed/);
  });

  it('lets go of all who wait when it closes', async () => {
    const { pool } = poolOf(1);
    await pool.acquire(patient(), NOBODY);
    const waiting = [
      failure(pool.acquire(patient(), NOBODY)),
      failure(pool.acquire(patient(), NOBODY)),
    ];
    await pool.close();
    for (const one of waiting) expect(await one).to.match(/closed/);
  });
});
