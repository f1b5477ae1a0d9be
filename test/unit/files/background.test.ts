import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { configSchema } from '#config/schema.ts';
import type { AppError } from '#src/errors.ts';
import type { FileJob, QueuedFile, ReceivedUpload } from '#src/files/types.ts';
import { listJobs } from '#src/jobs/dead-letters.ts';
import { eventually } from '../../fakes/eventually.ts';
import { longOverStores, type TestStore } from '../../fakes/stores.ts';
import {
  ADDRESS,
  addWorkspace,
  type FilesHarness,
  filesBelow,
  openFiles,
  received,
} from './harness.ts';

const never = new AbortController().signal;

longOverStores('files that are read in the background', (open) => {
  let dataDir: string;
  let opened: TestStore;
  let files: FilesHarness;
  let beforeLoad = (_file: string): Promise<void> => Promise.resolve();
  const start = async () => {
    files = await openFiles(dataDir, {
      ...{ store: opened.db, kind: opened.kind },
      beforeLoad: (file) => beforeLoad(file),
    });
  };
  beforeEach(async () => {
    dataDir = await mkdtemp(`${tmpdir()}/plumbline-background-`);
    opened = await open();
    await start();
    await addWorkspace(opened.db);
  });
  afterEach(async () => {
    await files.close();
    await opened.dispose();
    await rm(dataDir, { recursive: true });
  });

  const queue = async (
    filename: string,
    content: string,
    rest: Partial<Pick<ReceivedUpload, 'force' | 'mapping'>> = {},
  ) => files.service.enqueue(ADDRESS, await received(dataDir, filename, content, rest));
  const ended = ({ job_id }: QueuedFile): Promise<FileJob> =>
    eventually(async () => {
      const job = await files.service.job(ADDRESS, job_id);
      return (job.status === 'succeeded' || job.status === 'failed') && job;
    }, 'the end of the job');
  const list = () => files.service.list(ADDRESS);
  const told = () => files.events.map(({ type }) => type);
  const code = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: AppError) => error.code,
    );

  it('are kept at once, then read, shown and told of', async () => {
    const content = 'city,amount\nBerlin,1\nParis,2\n';
    const job = await queue('sales.csv', content);
    const queued = { job_id: job.job_id, filename: 'sales.csv', status: 'queued' };
    expect(job).to.deep.equal(queued);
    expect(await files.service.job(ADDRESS, job.job_id)).to.deep.equal({
      ...queued,
      progress: {
        stage: 'queued',
        bytes_read: 0,
        bytes_total: content.length,
        rows: 0,
        rows_built: 0,
      },
    });
    expect((await list())[0]).to.include({ status: 'queued' });
    expect(await filesBelow(files.folders.uploads)).to.deep.equal([]);
    files.jobs.start();
    const done = await ended(job);
    expect(done).to.deep.include({
      status: 'succeeded',
      progress: { stage: 'done', bytes_read: 29, bytes_total: 29, rows: 2, rows_built: 2 },
    });
    expect(done.manifest).to.deep.include({
      filename: 'sales.csv',
      version: 1,
      unchanged: false,
      schema_status: 'discovering',
    });
    expect((await list())[0]).to.include({ status: 'ready' });
    expect(told()).to.deep.equal(['file.ready']);
  });

  it('let an upload that is waited for pass, however many of them there are', async () => {
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    await addWorkspace(opened.db, 'ws_jobs');
    beforeLoad = async (file) => {
      if (!file.includes('ws_jobs')) return;
      begun.resolve();
      await held.promise;
    };
    const address = { ...ADDRESS, workspaceId: 'ws_jobs' };
    const jobs: { readonly job_id: string }[] = [];
    for (const name of ['a.csv', 'b.csv', 'c.csv', 'd.csv'])
      jobs.push(await files.service.enqueue(address, await received(dataDir, name, 'x,y\n1,2\n')));
    files.jobs.start();
    await begun.promise;
    const upload = await received(dataDir, 'sales.csv', 'city,amount\nBerlin,1\n');
    const manifest = await files.service.upload(ADDRESS, upload, never);
    expect(manifest).to.include({ filename: 'sales.csv', version: 1 });
    held.resolve();
    beforeLoad = () => Promise.resolve();
    await Promise.all(
      jobs.map(async ({ job_id }) => {
        while ((await files.service.job(address, job_id)).status !== 'succeeded')
          await new Promise((resolve) => setTimeout(resolve, 20));
      }),
    );
  });

  it('let an upload of the same file pass while they wait for a place', async () => {
    await addWorkspace(opened.db, 'ws_busy');
    const busy = { ...ADDRESS, workspaceId: 'ws_busy' };
    const loads: (() => void)[] = [];
    beforeLoad = (file) =>
      file.includes('ws_busy') ? new Promise((resolve) => loads.push(resolve)) : Promise.resolve();
    const { concurrent_ingests: places } = configSchema.parse({}).files;
    const uploads: ReceivedUpload[] = [];
    for (let nth = 0; nth <= places; nth++)
      uploads.push(await received(dataDir, `busy ${nth}.csv`, `x,y\n${nth},2\n`));
    const busyWith = (one: ReceivedUpload) => files.service.upload(busy, one, never);
    const others = uploads.slice(0, places).map(busyWith);
    await eventually(async () => loads.length === places, 'all places to be taken');
    const job = await queue('sales.csv', 'city,amount\nBerlin,1\n');
    files.jobs.start();
    await eventually(
      async () => (await listJobs(opened.db, { dead: false, limit: 1 }))[0]?.status === 'running',
      'the job to wait for a place',
    );
    const newer = await received(dataDir, 'sales.csv', 'city,amount\nBerlin,2\n');
    const waited = files.service.upload(ADDRESS, newer, never);
    others.push(...uploads.slice(places).map(busyWith));
    loads.shift()?.();
    expect(await waited).to.include({ filename: 'sales.csv', version: 2 });
    beforeLoad = () => Promise.resolve();
    for (const load of loads) load();
    await Promise.all(others);
    expect(await ended(job)).to.include({ status: 'succeeded' });
  });

  describe('that are given up', () => {
    const status = async ({ job_id }: QueuedFile) =>
      (await files.service.job(ADDRESS, job_id)).status;
    const leavesNothing = () =>
      eventually(async () => {
        const { folders } = files;
        const all = [folders.originals, folders.engine, folders.spill, folders.uploads];
        return (await Promise.all(all.map(filesBelow))).flat().length === 0;
      }, 'nothing to be left of it');

    it('are never read, and leave nothing', async () => {
      const job = await queue('sales.csv', 'city,amount\nBerlin,1\n');
      const cancelled = { job_id: job.job_id, filename: 'sales.csv', status: 'cancelled' };
      expect(await files.service.cancel(ADDRESS, job.job_id)).to.deep.equal(cancelled);
      expect(await files.service.cancel(ADDRESS, job.job_id)).to.deep.equal(cancelled);
      files.jobs.start();
      const next = await ended(await queue('next.csv', 'a,b\n1,2\n'));
      expect(next).to.include({ status: 'succeeded' });
      const shown = await files.service.job(ADDRESS, job.job_id);
      expect(shown).to.deep.include({ status: 'cancelled' });
      expect(shown.progress).to.include({ stage: 'cancelled', rows: 0 });
      expect((await list()).map(({ filename }) => filename)).to.deep.equal(['next.csv']);
      expect(told()).to.deep.equal(['file.ready']);
    });

    it('stop in the middle, leave nothing, and free their place', async () => {
      const held = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      beforeLoad = async () => {
        begun.resolve();
        await held.promise;
      };
      files.jobs.start();
      const job = await queue('sales.csv', 'city,amount\nBerlin,1\n');
      await begun.promise;
      expect((await files.service.job(ADDRESS, job.job_id)).progress).to.include({
        stage: 'building',
        rows: 1,
      });
      await files.service.cancel(ADDRESS, job.job_id);
      expect(await status(job)).to.equal('cancelled');
      expect(await list()).to.deep.equal([]);
      beforeLoad = () => Promise.resolve();
      held.resolve();
      await leavesNothing();
      expect(await status(job)).to.equal('cancelled');
      expect(told()).to.deep.equal([]);
      const again = await ended(await queue('sales.csv', 'city,amount\nBerlin,1\n'));
      expect(again.manifest).to.include({ version: 1 });
    });

    it('leave the version that the file had', async () => {
      files.jobs.start();
      await ended(await queue('sales.csv', 'city,amount\nBerlin,1\n'));
      const held = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      beforeLoad = async () => {
        begun.resolve();
        await held.promise;
      };
      const job = await queue('sales.csv', 'city,amount\nBerlin,1\nParis,2\n');
      await begun.promise;
      await files.service.cancel(ADDRESS, job.job_id);
      held.resolve();
      beforeLoad = () => Promise.resolve();
      expect((await list())[0]).to.deep.include({ status: 'ready', version: 1 });
      await eventually(
        async () => (await filesBelow(files.folders.originals)).length === 1,
        'its bytes to be gone',
      );
    });

    it('are told of where there is nothing to give up any more', async () => {
      files.jobs.start();
      const job = await queue('sales.csv', 'city,amount\nBerlin,1\n');
      await ended(job);
      expect(await code(files.service.cancel(ADDRESS, job.job_id))).to.equal('conflict');
      expect(await code(files.service.cancel(ADDRESS, 'job_x'))).to.equal('job_not_found');
      expect((await list())[0]).to.include({ status: 'ready' });
      const unchanged = await queue('sales.csv', 'city,amount\nBerlin,1\n');
      await ended(unchanged);
      expect(await code(files.service.cancel(ADDRESS, unchanged.job_id))).to.equal('conflict');
    });
  });

  it('are refused at once where that can be known', async () => {
    expect(await code(queue('a.csv', 'a,b\n1,2\n', { mapping: '{' }))).to.equal(
      'upload_bad_mapping',
    );
    await opened.db.updateTable('workspaces').set({ source: 'database' }).execute();
    expect(await code(queue('a.csv', 'a,b\n1,2\n'))).to.equal('workspace_has_database');
    expect(await list()).to.deep.equal([]);
    expect(await filesBelow(files.folders.originals)).to.deep.equal([]);
    expect(await code(files.service.job(ADDRESS, 'job_x'))).to.equal('job_not_found');
  });

  it('fail with the reason, also where an upload would leave no trace', async () => {
    files.jobs.start();
    const empty = await ended(await queue('empty.csv', 'a,b\n'));
    expect(empty).to.include({ status: 'failed' });
    expect(empty.error).to.contain('no rows below its header');
    await ended(await queue('one.csv', 'a,b\n1,2\n'));
    const mapping = JSON.stringify({ 'two.csv': { table_name: 'one' } });
    const taken = await ended(await queue('two.csv', 'a,b\n1,2\n', { mapping }));
    expect(taken.error).to.contain('one');
    expect(told()).to.deep.equal(['file.failed', 'file.ready', 'file.failed']);
    expect((await list()).map(({ filename, status }) => [filename, status])).to.deep.equal([
      ['empty.csv', 'failed'],
      ['one.csv', 'ready'],
    ]);
  });

  it('do not replace what is newer, and write the same bytes once', async () => {
    const old = await queue('sales.csv', 'a,b\n1,2\n');
    const upload = await received(dataDir, 'sales.csv', 'a,b\n1,2\n3,4\n');
    await files.service.upload(ADDRESS, upload, never);
    const same = await queue('sales.csv', 'a,b\n1,2\n3,4\n');
    files.jobs.start();
    const superseded = await ended(old);
    expect(superseded).to.include({ status: 'succeeded' });
    expect(superseded.manifest).to.deep.include({ unchanged: true, version: 2 });
    expect(superseded.manifest!.message).to.contain('Version 1 of "sales.csv"');
    expect(told()).to.not.include('file.failed');
    expect(await listJobs(opened.db, { dead: true, limit: 10 })).to.deep.equal([]);
    expect((await ended(same)).manifest).to.deep.include({ unchanged: true, version: 2 });
    const forced = await queue('sales.csv', 'a,b\n1,2\n3,4\n', { force: true });
    expect((await ended(forced)).manifest).to.deep.include({ unchanged: false, version: 2 });
    expect((await list())[0]!.tables[0]).to.include({ row_count: 2 });
    const twice = await Promise.all([queue('b.csv', 'a,b\n1,2\n'), queue('b.csv', 'a,b\n1,2\n')]);
    const manifests = await Promise.all(twice.map(ended));
    expect(manifests.map(({ manifest }) => manifest!.unchanged).toSorted()).to.deep.equal([
      false,
      true,
    ]);
  });

  it('keep the bytes of a newer version while an older one is published', async () => {
    const older = await queue('sales.csv', 'a,b\n1,2\n');
    const newer = await queue('sales.csv', 'a,b\n1,2\n3,4\n');
    await opened.db
      .updateTable('jobs')
      .set({ run_at: '2999-01-01' })
      .where('id', '=', newer.job_id)
      .execute();
    files.jobs.start();
    expect((await ended(older)).manifest).to.deep.include({ version: 1 });
    await opened.db.updateTable('jobs').set({ run_at: '2026-01-01' }).execute();
    expect((await ended(newer)).manifest).to.deep.include({ version: 2 });
    expect((await list())[0]!.tables[0]).to.include({ row_count: 2 });
    expect(await filesBelow(files.folders.originals), 'its bytes, and those before').to.have.length(
      2,
    );
  });

  it('end where their file is deleted before they are read', async () => {
    const job = await queue('sales.csv', 'a,b\n1,2\n');
    await files.service.remove(ADDRESS, (await list())[0]!.id);
    files.jobs.start();
    expect(await ended(job)).to.include({
      status: 'failed',
      error: 'The file was deleted before it was imported.',
    });
  });

  it('go on after a restart, and are not published twice', async () => {
    const waiting = await queue('one.csv', 'a,b\n1,2\n');
    const published = await queue('two.csv', 'a,b\n1,2\n');
    files.jobs.start();
    await ended(published);
    await ended(waiting);
    await files.close();
    // As a process leaves it that ended right behind the publication, and another in the middle of the work.
    const died = { status: 'running', lease_owner: 'dead', lease_until: '2026-01-01' } as const;
    await opened.db
      .updateTable('jobs')
      .set({ ...died, result: null })
      .execute();
    const versions = () =>
      opened.db.selectFrom('file_versions').selectAll().orderBy('id').execute();
    const before = await versions();
    await start();
    files.jobs.start();
    expect((await ended(published)).manifest).to.deep.include({ filename: 'two.csv' });
    expect(await versions()).to.deep.equal(before);
    expect(told()).to.deep.equal([]);
  });

  it('are given up after many attempts in which the process ended', async () => {
    const job = await queue('sales.csv', 'a,b\n1,2\n');
    await opened.db
      .updateTable('jobs')
      .set({ status: 'running', attempts: 25, lease_owner: 'dead', lease_until: '2026-01-01' })
      .execute();
    files.jobs.start();
    expect((await ended(job)).error).to.contain('crashed in each of 25 attempts');
    expect((await list())[0]).to.include({ status: 'failed' });
    expect(told()).to.deep.equal(['file.failed']);
  });
});
