import { expect } from 'chai';
import { BASE_BYTES, ByteBudget, Room } from '#src/byte-budget.ts';

const budget = (bytes: number, waitMs = 60_000) =>
  new ByteBudget({
    bytes,
    waitMs,
    full: 'The service has too many answers in progress. Try again in a moment.',
  });

/** Which of these have been admitted, when all that can happen has happened. */
async function admitted(waiting: Readonly<Record<string, Promise<unknown>>>): Promise<string[]> {
  const names: string[] = [];
  for (const [name, promise] of Object.entries(waiting)) void promise.then(() => names.push(name));
  await new Promise((resolve) => setImmediate(resolve));
  return names;
}

describe('a budget of bytes', () => {
  it('holds no more than its bytes, and gives what is freed to who waits', async () => {
    const answers = budget(400);
    const first = await answers.take('a', 200);
    const second = await answers.take('b', 200);
    const third = answers.take('c', 200);
    expect(await admitted({ third })).to.deep.equal([]);
    expect(answers.held).to.equal(400);
    first.free();
    first.free();
    (await third).free();
    second.free();
    expect(answers.held).to.equal(0);
  });

  it('gives one tenant three quarters at the most, so that others find some', async () => {
    const answers = budget(400);
    await answers.take('greedy', 300);
    const more = answers.take('greedy', 50);
    const other = answers.take('other', 100);
    expect(await admitted({ more, other })).to.deep.equal(['other']);
  });

  it('serves the lines of tenants in turn, however long one is', async () => {
    const answers = budget(400);
    const held = await answers.take('x', 300);
    const lines = {
      a1: answers.take('a', 150),
      a2: answers.take('a', 150),
      a3: answers.take('a', 150),
      b1: answers.take('b', 150),
    };
    held.free();
    expect(await admitted(lines)).to.deep.equal(['a1', 'b1']);
  });

  it('lets a small one in that comes behind a large one of another tenant only in its turn', async () => {
    const answers = budget(400);
    const held = await answers.take('x', 300);
    const large = answers.take('a', 300);
    const small = answers.take('b', 150);
    expect(await admitted({ large, small })).to.deep.equal([]);
    held.shrinkTo(50);
    expect(await admitted({ large, small })).to.deep.equal(['large']);
  });

  it('serves alone what is larger than anybody may hold', async () => {
    const answers = budget(400);
    const huge = await answers.take('a', 10_000);
    expect(answers.held).to.equal(300);
    huge.free();
    expect(answers.held).to.equal(0);
  });

  it('refuses with 503 and Retry-After what waited too long, and forgets it', async () => {
    const answers = budget(400, 1);
    const held = await answers.take('a', 300);
    const error = await answers.take('a', 100).catch((caught: unknown) => caught);
    expect(error).to.include({ status: 503, code: 'unavailable', retryAfter: 5 });
    held.free();
    expect(answers.held).to.equal(0);
    expect(answers.tryTake('a', 300)).to.not.equal(null);
  });

  it('forgets who left while waiting', async () => {
    const answers = budget(400);
    const held = await answers.take('a', 300);
    const gone = new AbortController();
    const waiting = answers.take('a', 100, gone.signal).catch((caught: unknown) => caught);
    gone.abort(new Error('left'));
    expect(await waiting).to.include({ message: 'left' });
    held.free();
    expect(answers.held).to.equal(0);
  });

  it('gives a room back whole when it is closed, also what it is extended by later', async () => {
    const answers = budget(64 * BASE_BYTES);
    const room = await Room.open(answers, 'a', { copies: 2 });
    const extent = room.tryExtend(BASE_BYTES);
    expect(answers.held).to.equal(4 * BASE_BYTES);
    extent?.shrinkTo(BASE_BYTES / 2);
    expect(answers.held).to.equal(3 * BASE_BYTES);
    room.close();
    expect(answers.held).to.equal(0);
    await room.extend(BASE_BYTES, new AbortController().signal);
    expect(answers.held).to.equal(0);
  });

  it('makes a room wait for its first extension only: a holder of more keeps nobody waiting', async () => {
    const answers = budget(8 * BASE_BYTES, 1);
    const { signal } = new AbortController();
    const room = await Room.open(answers, 'a');
    await room.extend(4 * BASE_BYTES, signal);
    expect(await room.extend(4 * BASE_BYTES, signal)).to.equal(null);
    const other = await Room.open(answers, 'a');
    const refused = await other.extend(4 * BASE_BYTES, signal).catch((caught: unknown) => caught);
    expect(refused).to.include({ code: 'unavailable' });
  });
});
