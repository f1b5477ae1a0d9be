import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { ThreadPriorities } from '#workers/engine/thread-priorities.ts';

const MAIN = 10;

describe('priorities of the threads of an engine process', () => {
  let folder: string;
  let set: (readonly [thread: number, priority: number])[];
  beforeEach(async function () {
    if (process.platform !== 'linux') this.skip();
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-threads-'));
    set = [];
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A thread as proc(5) shows it; its name may hold brackets and blanks. */
  const thread = async (id: number, state: 'R' | 'S', usedMs: number) => {
    const fields = [state, ...Array.from({ length: 10 }, () => '0'), usedMs / 10, 0, 0];
    await mkdir(path.join(folder, String(id)), { recursive: true });
    await writeFile(path.join(folder, String(id), 'stat'), `${id} (a) R b) ${fields.join(' ')}`);
  };
  const note = (id: number, priority: number): void => {
    set.push([id, priority]);
  };
  const open = (setPriority = note) => {
    const priorities = new ThreadPriorities(1_000, { folder, mainThread: MAIN, setPriority });
    set = [];
    return priorities;
  };

  it('are lowered for one that is at work for long, and raised when it rests', async () => {
    const priorities = open();
    await thread(MAIN, 'R', 0);
    await thread(11, 'R', 500);
    await thread(12, 'S', 0);
    priorities.look();
    await thread(MAIN, 'R', 9_000);
    await thread(11, 'R', 1_600);
    priorities.look();
    expect(set).to.deep.equal([[11, 19]]);
    await thread(11, 'S', 1_700);
    priorities.look();
    priorities.look();
    expect(set).to.deep.equal([
      [11, 19],
      [11, 0],
    ]);
  });

  it('stay for one that does many short pieces of work', async () => {
    const priorities = open();
    for (let used = 0; used < 5_000; used += 500) {
      await thread(11, 'R', used);
      priorities.look();
      await thread(11, 'S', used + 400);
      priorities.look();
      priorities.look();
    }
    expect(set).to.deep.equal([]);
  });

  it('stay low for one that waits for a processor', async () => {
    const priorities = open();
    await thread(11, 'R', 0);
    priorities.look();
    await thread(11, 'R', 2_000);
    for (let look = 0; look < 5; look++) priorities.look();
    expect(set).to.deep.equal([[11, 19]]);
  });
  it('are raised when work is to stop, so that it sees that', async () => {
    const priorities = open();
    await thread(11, 'R', 0);
    priorities.look();
    await thread(11, 'R', 2_000);
    priorities.look();
    priorities.raise();
    await thread(11, 'R', 2_500);
    priorities.look();
    expect(set).to.deep.equal([
      [11, 19],
      [11, 0],
    ]);
  });

  it('are left alone where they could not be raised again', async () => {
    const refuse = (_: number, priority: number) => {
      if (priority === 0) throw new Error('EACCES');
      set.push([_, priority]);
    };
    const priorities = open(refuse);
    await thread(11, 'R', 0);
    priorities.look();
    await thread(11, 'R', 2_000);
    priorities.look();
    expect(set).to.deep.equal([]);
  });
});
