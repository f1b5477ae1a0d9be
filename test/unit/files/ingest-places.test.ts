import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { configSchema } from '#config/schema.ts';
import { IngestPlaces, ingestPlaces } from '#src/files/ingest-places.ts';
import { waitingForTests } from '../../fakes/waiting.ts';

const { signal } = new AbortController();

describe('places of files that are ingested', () => {
  /** Begins tasks that last until they are ended by name, and lists those that have begun. */
  const tasks = (places: number, background: number, patience?: { max_wait_ms: number }) => {
    const waiting = waitingForTests(patience);
    const taken = new IngestPlaces({ places, background, waiting });
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    return {
      begun,
      async add(name: string, filename: string | null = null) {
        const task = () => {
          begun.push(name);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        };
        const background = name.startsWith('job');
        void taken.take({ workspaceId: 'w1', filename, signal, background }, task);
        await settle();
      },
      async change(name: string, filename: string) {
        void taken.change('w1', filename, async () => void begun.push(name));
        await settle();
      },
      async end(name: string) {
        ends.get(name)!();
        await settle();
      },
    };
  };

  it('leave one to uploads that are waited for, however many jobs there are', async () => {
    const { add, begun } = tasks(3, 2);
    for (const name of ['job 1', 'job 2', 'job 3', 'upload 1', 'upload 2']) await add(name);
    expect(begun).to.deep.equal(['job 1', 'job 2', 'upload 1']);
  });

  it('go to uploads before jobs that came earlier, then to jobs in their order', async () => {
    const { add, end, begun } = tasks(2, 1);
    for (const name of ['upload 1', 'upload 2', 'job 1', 'job 2', 'upload 3']) await add(name);
    expect(begun).to.deep.equal(['upload 1', 'upload 2']);
    await end('upload 1');
    await end('upload 2');
    await end('job 1');
    expect(begun).to.deep.equal(['upload 1', 'upload 2', 'upload 3', 'job 1', 'job 2']);
  });

  it('are all there for uploads where no job runs', async () => {
    const { add, begun } = tasks(2, 1);
    for (const name of ['upload 1', 'upload 2']) await add(name);
    expect(begun).to.deep.equal(['upload 1', 'upload 2']);
  });

  it('go to an upload before a job of the same file that came earlier', async () => {
    const { add, end, begun } = tasks(2, 1);
    for (const name of ['upload 1', 'upload 2']) await add(name);
    await add('job', 'a.csv');
    await add('upload', 'a.csv');
    await end('upload 1');
    await end('upload 2');
    expect(begun).to.deep.equal(['upload 1', 'upload 2', 'upload']);
    await end('upload');
    expect(begun.at(-1)).to.equal('job');
  });

  it('let one upload of a file run at a time, and uploads of other files beside it', async () => {
    const { add, end, begun } = tasks(2, 1);
    for (const name of ['first', 'second', 'third']) await add(name, 'a.csv');
    await add('other', 'b.csv');
    expect(begun).to.deep.equal(['first', 'other']);
    await end('first');
    await end('second');
    expect(begun).to.deep.equal(['first', 'other', 'second', 'third']);
  });

  it('are not needed for other changes of a file, which wait for its upload only', async () => {
    const { add, end, change, begun } = tasks(1, 1);
    await add('upload', 'a.csv');
    await add('job', 'b.csv');
    await change('removal of a', 'a.csv');
    await change('removal of b', 'b.csv');
    expect(begun).to.deep.equal(['upload', 'removal of b']);
    await end('upload');
    expect(begun).to.have.members(['upload', 'removal of b', 'removal of a', 'job']);
  });

  it('go to a job, too, that has waited for as long as an answer may', async () => {
    const { add, end, begun } = tasks(1, 1, { max_wait_ms: 100 });
    for (const name of ['upload 1', 'job', 'upload 2']) await add(name);
    await end('upload 1');
    expect(begun).to.deep.equal(['upload 1', 'upload 2']);
    await sleep(100);
    await add('upload 3');
    await end('upload 2');
    expect(begun).to.deep.equal(['upload 1', 'upload 2', 'job']);
  });

  it('come back from what failed', async () => {
    const places = new IngestPlaces({
      places: 1,
      background: 1,
      waiting: waitingForTests({ max_waiting: 0 }),
    });
    const about = (background: boolean) => ({
      workspaceId: 'w1',
      filename: null,
      signal,
      background,
    });
    const fail = () => Promise.reject(new Error('no'));
    for (const background of [true, false])
      expect(await places.take(about(background), fail).catch(String)).to.equal('Error: no');
    expect(await places.take(about(true), () => Promise.resolve(1))).to.equal(1);
  });

  const settings: readonly (readonly [places: number, threads: number, background: number])[] = [
    [2, 2, 1],
    [1, 1, 1],
    [4, 4, 3],
    [4, 2, 1],
    [2, 8, 1],
  ];
  for (const [places, threads, background] of settings)
    it(`are ${background} for jobs with ${places} places and ${threads} parsing threads`, () => {
      const config = configSchema.parse({
        files: { concurrent_ingests: places },
        workers: { parsing_threads: threads },
      });
      expect(ingestPlaces(config)).to.deep.equal({ places, background });
    });
});
