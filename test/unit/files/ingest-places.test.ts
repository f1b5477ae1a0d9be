import { expect } from 'chai';
import { configSchema } from '#config/schema.ts';
import { IngestPlaces, ingestPlaces } from '#src/files/ingest-places.ts';
import { waitingForTests } from '../../fakes/waiting.ts';

const { signal } = new AbortController();

describe('places of files that are ingested', () => {
  /** Begins tasks that last until they are ended by name, and lists those that have begun. */
  const tasks = (places: number, background: number) => {
    const taken = new IngestPlaces({ places, background, waiting: waitingForTests() });
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    return {
      begun,
      async add(name: string) {
        const task = () => {
          begun.push(name);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        };
        void taken.take({ workspaceId: 'w1', signal, background: name.startsWith('job') }, task);
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

  it('come back from what failed', async () => {
    const places = new IngestPlaces({
      places: 1,
      background: 1,
      waiting: waitingForTests({ max_waiting: 0 }),
    });
    const about = (background: boolean) => ({ workspaceId: 'w1', signal, background });
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
