import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import { type PooledSession, SessionPool } from '#src/sql/server/session-pool.ts';
import { TimeLimit } from '#src/sql/time-limit.ts';
import { eventually } from '../../../fakes/eventually.ts';

const never = new AbortController().signal;

interface TestSession extends PooledSession {
  isUsable: boolean;
  isClosed: boolean;
  readonly id: number;
}

function poolOf(maxSessions: number, idleMs = 10_000) {
  const opened: TestSession[] = [];
  let refusal: Error | null = null;
  const pool = new SessionPool<TestSession>({
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
        const lease = await pool.acquire(never);
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
    const first = await pool.acquire(never);
    expect(first.isReused).to.equal(false);
    first.release();
    expect((await pool.acquire(never)).isReused).to.equal(true);
  });

  it('closes a connection that is not usable any more instead of giving it out', async () => {
    const { pool, opened } = poolOf(1);
    const broken = await pool.acquire(never);
    opened[0]!.isUsable = false;
    broken.release();
    const lost = await pool.acquire(never);
    lost.release();
    opened[1]!.isUsable = false;
    expect((await pool.acquire(never)).session.id).to.equal(2);
    expect(opened.map((session) => session.isClosed)).to.deep.equal([true, true, false]);
  });

  it('lets go of who waits too long, and of no other', async () => {
    const { pool } = poolOf(1);
    const lease = await pool.acquire(never);
    const controller = new AbortController();
    const impatient = failure(pool.acquire(controller.signal));
    const patient = pool.acquire(never);
    controller.abort(new Error('too late'));
    expect(await impatient).to.equal('too late');
    lease.release();
    lease.release();
    const second = await patient;
    const third = failure(pool.acquire(AbortSignal.timeout(20)));
    expect(await third).to.match(/timeout/);
    second.release();
  });

  it('keeps its places when connections fail to open', async () => {
    const { pool, refuse } = poolOf(1);
    refuse(new Error('no server'));
    const all = await Promise.all([1, 2, 3].map(() => failure(pool.acquire(never))));
    expect(all).to.deep.equal(['no server', 'no server', 'no server']);
    refuse(null);
    expect((await pool.acquire(never)).session.id).to.equal(0);
  });

  it('tells all who wait when the server is gone, at once, and keeps its places', async () => {
    const { pool, refuse } = poolOf(1);
    const lease = await pool.acquire(never);
    const waiting = [1, 2, 3].map(() => failure(pool.acquire(never)));
    refuse(new ConnectionError('host', 'no answer'));
    lease.session.isUsable = false;
    lease.release();
    const fourth = failure(pool.acquire(never));
    expect(await Promise.all([...waiting, fourth])).to.deep.equal(Array(4).fill('no answer'));
    refuse(null);
    expect((await pool.acquire(never)).session.id).to.equal(1);
  });

  it('lets who waits go on waiting when the server takes no more connections', async () => {
    const { pool, refuse } = poolOf(2);
    const lease = await pool.acquire(never);
    refuse(new ConnectionError('busy', 'no more'));
    const refused = failure(pool.acquire(never));
    const waiting = pool.acquire(never);
    expect(await refused).to.equal('no more');
    refuse(null);
    lease.release();
    expect((await waiting).session.isUsable).to.equal(true);
  });

  it('says that none was free, not that the query was slow, when its time is over', async () => {
    const { pool } = poolOf(1);
    await pool.acquire(never);
    const limit = new TimeLimit({ timeoutMs: 5, signal: never });
    const error = await pool.acquire(limit.signal).catch((e: unknown) => e);
    expect(error).to.be.instanceOf(ConnectionError).and.to.include({ kind: 'busy' });
  });

  it('closes connections that idle', async () => {
    const { pool, opened } = poolOf(2, 10);
    (await pool.acquire(never)).release();
    await eventually(() => opened[0]!.isClosed);
    expect((await pool.acquire(never)).session.id).to.equal(1);
  });

  it('closes everything and serves nobody afterwards', async () => {
    const { pool, opened } = poolOf(2);
    const busy = await pool.acquire(never);
    const idle = await pool.acquire(never);
    idle.release();
    await pool.close();
    busy.release();
    await pool.close();
    expect(opened.map((session) => session.isClosed)).to.deep.equal([true, true]);
    expect(await failure(pool.acquire(never))).to.match(/closed/);
  });

  it('lets go of all who wait when it closes', async () => {
    const { pool } = poolOf(1);
    await pool.acquire(never);
    const waiting = [failure(pool.acquire(never)), failure(pool.acquire(never))];
    await pool.close();
    for (const one of waiting) expect(await one).to.match(/closed/);
  });
});
