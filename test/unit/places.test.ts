import { expect } from 'chai';
import fc from 'fast-check';
import {
  type Asker,
  type Leave,
  Places,
  type PlacesOptions,
  PlacesTaken,
  type WaitingLimits,
  type WaitOutcome,
} from '#src/places.ts';
import { rounds } from '../fakes/full.ts';

const never = new AbortController().signal;
const LIMITS: WaitingLimits = {
  maxWaiting: 1_000,
  maxWaitMs: 60_000,
  workspaceShare: 1,
  endUserShare: 1,
};
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** `w1/ann` is end user ann of workspace w1; `w1` is the workspace as a whole. */
function askerOf(name: string, waited?: Asker['waited']): Asker {
  const [workspaceId, endUserId = null] = name.split('/') as [string, string?];
  return { workspaceId, endUserId, waited };
}

/** Takes places for those that are named, and lists who got one, in their order. */
function queueOf(
  places: number,
  limits: Partial<WaitingLimits> = {},
  more: Partial<PlacesOptions<string>> = {},
) {
  const queue = new Places<string>({
    queue: 'test',
    places,
    limits: { ...LIMITS, ...limits },
    ...more,
  });
  const entered: string[] = [];
  const refused: string[] = [];
  const inside: { readonly name: string; readonly leave: Leave }[] = [];
  const come = async (...names: string[]) => {
    for (const name of names)
      queue.enter(askerOf(name), name, never).then(
        (leave) => {
          entered.push(name);
          inside.push({ name, leave });
        },
        () => refused.push(name),
      );
    await settle();
  };
  /** The one that has been inside for longest leaves, or the first of a name. */
  const leave = async (name?: string) => {
    const at = name === undefined ? 0 : inside.findIndex((one) => one.name === name);
    inside.splice(at, 1)[0]?.leave();
    await settle();
  };
  const names = () => inside.map(({ name }) => name);
  return { queue, entered, refused, come, leave, names };
}

const times = (name: string, count: number) => Array.from({ length: count }, () => name);

describe('places', () => {
  it('go to those who come first as long as there are any', async () => {
    const { come, leave, entered } = queueOf(2);
    await come('w1', 'w1', 'w1');
    expect(entered).to.have.length(2);
    await leave();
    expect(entered).to.have.length(3);
  });

  it('go round the workspaces, so that a hundred questions of one do not delay one of another', async () => {
    const { come, leave, entered } = queueOf(1);
    await come(...times('w1', 100), 'w2');
    await leave();
    expect(entered).to.deep.equal(['w1', 'w2']);
    await come('w3', 'w2');
    for (let n = 0; n < 5; n++) await leave();
    expect(entered.slice(2)).to.deep.equal(['w3', 'w1', 'w2', 'w1', 'w1']);
  });

  it('go round the end users of a workspace, whose own order they keep', async () => {
    const { come, leave, entered } = queueOf(1);
    await come('w0', 'w1/ann', 'w1/ann', 'w1/ann', 'w1/bob', 'w2/ann', 'w1/eve');
    for (let n = 0; n < 6; n++) await leave();
    expect(entered).to.deep.equal([
      ...['w0', 'w1/ann', 'w2/ann', 'w1/bob', 'w1/eve', 'w1/ann', 'w1/ann'],
    ]);
  });

  it('go to whoever holds the fewest', async () => {
    const { come, leave, entered } = queueOf(3);
    await come('w1', 'w1', 'w2', 'w1', 'w2', 'w3');
    await leave('w1');
    expect(entered.at(-1)).to.equal('w3');
    await leave('w2');
    expect(entered.at(-1)).to.equal('w2');
  });

  it('are never all held by one workspace, nor its part by one end user', async () => {
    const shares = { workspaceShare: 0.75, endUserShare: 0.5 };
    const { come, names } = queueOf(4, shares);
    await come(...times('w1/ann', 10));
    expect(names()).to.deep.equal(['w1/ann', 'w1/ann']);
    await come(...times('w1/bob', 10));
    expect(names()).to.deep.equal(['w1/ann', 'w1/ann', 'w1/bob']);
    await come('w2/ann');
    expect(names()).to.deep.equal(['w1/ann', 'w1/ann', 'w1/bob', 'w2/ann']);
  });

  const shares: readonly (readonly [places: number, ofWorkspace: number, ofUser: number])[] = [
    [1, 1, 1],
    [2, 1, 1],
    [3, 2, 1],
    [4, 3, 2],
    [8, 6, 4],
    [64, 48, 32],
  ];
  for (const [places, ofWorkspace, ofUser] of shares)
    it(`are ${ofUser} for an end user and ${ofWorkspace} for a workspace of ${places}`, async () => {
      const { come, names } = queueOf(places, { workspaceShare: 0.75, endUserShare: 0.5 });
      await come(...times('w1/ann', places));
      expect(names()).to.have.length(ofUser);
      for (let n = 0; n < places; n++) await come(`w1/user ${n}`);
      expect(names()).to.have.length(ofWorkspace);
    });

  it('say whether others hold them, or the asker itself all that it may', async () => {
    const { queue, come } = queueOf(2, { workspaceShare: 0.5, endUserShare: 0.5 });
    await come('w1');
    expect(queue.isTakenByOthers(askerOf('w1'), '')).to.equal(false);
    expect(queue.isTakenByOthers(askerOf('w2'), '')).to.equal(false);
    await come('w2');
    expect(queue.isTakenByOthers(askerOf('w1'), '')).to.equal(false);
    expect(queue.isTakenByOthers(askerOf('w3'), '')).to.equal(true);
  });

  it('are left at once by one who goes away, waiting or not, and only once', async () => {
    const { queue, come, entered } = queueOf(1);
    const leave = await queue.enter(askerOf('w1'), '', never);
    const gone = new AbortController();
    const left = queue.enter(askerOf('w1'), '', gone.signal).catch((error: unknown) => error);
    await come('w2');
    expect(queue.waiting).to.equal(2);
    gone.abort(new Error('gone'));
    expect(queue.waiting).to.equal(1);
    expect(await left).to.include({ message: 'gone' });
    leave();
    leave();
    await come('w3');
    expect(entered).to.deep.equal(['w2']);
  });

  it('are not lost to one who goes away in the moment of getting one', async () => {
    const { queue, come, entered } = queueOf(1);
    const leave = await queue.enter(askerOf('w1'), '', never);
    const gone = new AbortController();
    const left = queue.enter(askerOf('w1'), '', gone.signal).catch((error: unknown) => error);
    leave();
    gone.abort(new Error('gone'));
    expect(await left).to.include({ message: 'gone' });
    await come('w2');
    expect(entered).to.deep.equal(['w2']);
  });

  it('are waited for by so many and no longer than is set, then it is said when to come again', async () => {
    const { queue } = queueOf(1, { maxWaiting: 0 });
    await queue.enter(askerOf('w1'), '', never);
    const full = await queue.enter(askerOf('w1'), '', never).catch((error: unknown) => error);
    const short = queueOf(1, { maxWaitMs: 1 }).queue;
    await short.enter(askerOf('w1'), '', never);
    const late = await short.enter(askerOf('w1'), '', never).catch((error: unknown) => error);
    for (const error of [full, late]) {
      expect(error).to.be.instanceOf(PlacesTaken);
      expect(error).to.include({ code: 'unavailable', status: 503, retryAfter: 2 });
    }
    expect([queue.waiting, short.waiting]).to.deep.equal([0, 0]);
  });

  it('have a queue that nobody fills for others: it loses the newest of whoever waits most', async () => {
    const { come, refused, leave, entered } = queueOf(1, { maxWaiting: 4 });
    await come('w0', 'w1/ann', 'w1/ann', 'w1/bob', 'w1/ann');
    await come('w2');
    expect(refused).to.deep.equal(['w1/ann']);
    await come('w1/ann');
    expect(refused).to.deep.equal(['w1/ann', 'w1/ann']);
    for (let n = 0; n < 4; n++) await leave();
    expect(entered).to.deep.equal(['w0', 'w1/ann', 'w2', 'w1/bob', 'w1/ann']);
  });

  it('tell how long was waited, and how it ended', async () => {
    const outcomes: WaitOutcome[] = [];
    const waits: number[] = [];
    const meter = { waited: (_: string, outcome: WaitOutcome) => outcomes.push(outcome) };
    const { queue } = queueOf(1, { maxWaiting: 1, meter });
    const asker = askerOf('w1', (milliseconds) => waits.push(milliseconds));
    const leave = await queue.enter(asker, '', never);
    expect(waits).to.deep.equal([]);
    const second = queue.enter(asker, '', never);
    await queue.enter(asker, '', never).catch(() => {});
    leave();
    (await second)();
    expect(outcomes).to.deep.equal(['refused', 'entered']);
    expect(waits).to.have.length(2);
    for (const wait of waits) expect(wait).to.be.at.least(0);
  });

  it('are given to those that fit, and to lower ranks first', async () => {
    const fits = (need: string, inside: readonly string[]) => !inside.includes(need);
    const rank = (need: string) => (need.startsWith('job') ? 1 : 0);
    const { come, leave, entered } = queueOf(2, {}, { fits, rank });
    await come('a', 'a', 'job', 'b');
    expect(entered).to.deep.equal(['a', 'job']);
    await leave('job');
    expect(entered).to.deep.equal(['a', 'job', 'b']);
    await leave('a');
    expect(entered.at(-1)).to.equal('a');
  });

  it('end all waits when what they are of is gone', async () => {
    const { queue, come, refused } = queueOf(1);
    await come('w1', 'w1', 'w2');
    queue.refuseAll(new Error('closed'));
    await settle();
    expect([refused, queue.waiting]).to.deep.equal([['w1', 'w2'], 0]);
  });

  it('come back from tasks that fail', async () => {
    const { queue } = queueOf(1);
    const failing = queue.run(askerOf('w1'), '', never, () => Promise.reject(new Error('no')));
    expect(await failing.catch(String)).to.equal('Error: no');
    expect(await queue.run(askerOf('w1'), '', never, async () => 1)).to.equal(1);
  });

  it('are never more than there are, never over a share, and never idle while one may have them', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('come' as const),
        name: fc.constantFrom('w1/a', 'w1/b', 'w2/a', 'w2/b', 'w3'),
      }),
      fc.record({ kind: fc.constant('leave' as const), name: fc.constant('') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(step), async (places, steps) => {
        const { queue, come, leave, names } = queueOf(places, {
          workspaceShare: 0.75,
          endUserShare: 0.5,
        });
        let came = 0;
        let left = 0;
        for (const { kind, name } of steps) {
          if (kind === 'leave' && names().length > 0) left += 1;
          if (kind === 'come') came += 1;
          await (kind === 'come' ? come(name) : leave());
          const inside = names();
          expect(inside.length).to.be.at.most(places);
          expect(inside.length + queue.waiting + left).to.equal(came);
          if (places === 1) continue;
          for (const workspace of ['w1', 'w2', 'w3'])
            expect(inside.filter((one) => one.startsWith(workspace)).length).to.be.below(places);
        }
        while (names().length > 0) await leave();
        expect(queue.waiting).to.equal(0);
      }),
      { numRuns: rounds(60) },
    );
  });
});
