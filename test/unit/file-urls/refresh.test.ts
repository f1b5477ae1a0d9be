import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { timestamp } from '#src/clock.ts';
import { openFileUrls } from '#src/files/urls/open.ts';
import { REFRESH_JOB } from '#src/files/urls/refresh.ts';
import { createJobQueue } from '#src/jobs/queue.ts';
import type { Principal } from '#src/principal.ts';
import { createSecretBox } from '#src/secrets/secret-box.ts';
import { eventually } from '../../fakes/eventually.ts';
import { CSV, type FileServer, startFileServer } from '../../fakes/file-server.ts';
import {
  ADDRESS,
  addWorkspace,
  type FilesHarness,
  filesBelow,
  openFiles,
} from '../files/harness.ts';

const SIGNAL = new AbortController().signal;
const DAY_MS = 24 * 3_600_000;
const log = pino({ level: 'silent' });

describe('a file that is refreshed from a URL', () => {
  let dataDir: string;
  let files: FilesHarness;
  let server: FileServer;
  let now: number;
  let owner: Principal | null;
  let urls: ReturnType<typeof openFileUrls>;
  let jobs: ReturnType<typeof createJobQueue>;
  beforeEach(async () => {
    dataDir = await mkdtemp(`${tmpdir()}/plumbline-refresh-`);
    files = await openFiles(dataDir);
    await addWorkspace(files.store);
    server = await startFileServer();
    now = Date.parse('2026-11-29T12:00:00Z');
    owner = ADDRESS.principal;
    const clock = { now: () => new Date(now) };
    const config = configSchema.parse({
      data_dir: dataDir,
      file_urls: { allow_private_hosts: true, attempts: 1, max_refreshed: 1, timeout_ms: 5_000 },
    });
    jobs = createJobQueue({
      ...{ store: files.store, kind: 'sqlite', clock, log, abandoned: {}, alone: true },
      handlers: { [REFRESH_JOB]: (job) => urls.refresh(job) },
      ...{ leaseMs: 5_000, pollMs: 20, concurrency: 1 },
    });
    urls = openFileUrls({
      ...{ config, clock, log, store: files.store, scratch: dataDir, files: files.service },
      box: createSecretBox([{ id: 'k', key: Buffer.alloc(32, 1) }]),
      enqueue: jobs.enqueue,
      publishEvent: async (_trx, event) => void files.events.push(event),
      ownerOf: async () => owner,
    });
    jobs.start();
  });
  afterEach(async () => {
    await jobs.stop();
    await server.close();
    await files.close();
    await rm(dataDir, { recursive: true });
  });

  const url = () => `http://127.0.0.1:${server.port}/data.csv?token=s3cr3t`;
  const stored = async () => {
    const upload = await urls.service.fetch(
      ADDRESS,
      { url: url(), filename: 'sales.csv', maxBytes: 1_000_000 },
      SIGNAL,
    );
    const { file_id = 0 } = await files.service.upload(ADDRESS, upload, SIGNAL);
    const request = { url: url(), refresh: 'daily' } as const;
    await urls.service.set(ADDRESS, file_id, request, SIGNAL, async () => {});
    return file_id;
  };
  const file = async () => (await files.service.list(ADDRESS))[0];
  /** A day later: what is due has been looked at. */
  const nextDay = async () => {
    now += DAY_MS + 1_000;
    await urls.takeDue();
    await eventually(async () => (await file())?.source?.checked_at === timestamp(new Date(now)));
    return file();
  };
  const failures = () => files.events.filter(({ type }) => type === 'file.failed');

  it('becomes a new version once its content changed, and only then', async () => {
    await stored();
    expect((await file())?.source).to.deep.include({
      url: `http://127.0.0.1:${server.port}/data.csv?token=…`,
      ...{ refresh: 'daily', status: 'active', error: null, checked_at: null },
    });
    expect((await nextDay())?.version).to.equal(1);
    // Now the server's tag is known.
    expect((await nextDay())?.version).to.equal(1);
    expect(server.asked.at(-1)?.ifNoneMatch).to.equal('"v1"');
    Object.assign(server, { content: `${CSV}East,7\n`, etag: '"v2"' });
    const changed = await nextDay();
    expect(changed?.version).to.equal(2);
    expect(changed?.tables[0]?.row_count).to.equal(3);
    server.etag = null;
    expect((await nextDay())?.version).to.equal(2);
    expect(await filesBelow(files.folders.uploads)).to.deep.equal([]);
  });

  it('stays as it was where the look fails, and tells of it once', async () => {
    await stored();
    server.status = 500;
    const failed = await nextDay();
    expect(failed).to.deep.include({ version: 1, status: 'ready', error: null });
    expect(failed?.source?.error).to.contain('answered 500');
    await nextDay();
    expect(failures()).to.have.length(1);
    server.status = 200;
    expect((await nextDay())?.source?.error).to.equal(null);
    Object.assign(server, { content: '%PDF-1.7\n', etag: '"v3"' });
    const broken = await nextDay();
    expect(broken?.source?.error).to.contain('a PDF document');
    expect(broken).to.deep.include({ version: 1, status: 'ready', error: null });
    expect(failures()).to.have.length(2);
    expect(JSON.stringify([failures(), await file()])).to.not.contain('s3cr3t');
  });

  it('is no longer fetched where its owner has no access any more', async () => {
    await stored();
    owner = null;
    const before = server.asked.length;
    expect((await nextDay())?.source).to.deep.include({ status: 'stopped', next_at: null });
    expect(server.asked).to.have.length(before);
    expect(failures()).to.have.length(1);
  });

  it('is left alone once its source is taken away, and with the file', async () => {
    const id = await stored();
    const rows = () => files.store.selectFrom('file_sources').selectAll().execute();
    const [row] = await rows();
    expect(JSON.stringify(row)).to.not.contain('s3cr3t');
    await urls.service.unset(ADDRESS, id, async () => {});
    expect((await file())?.source).to.equal(undefined);
    const request = { url: url(), refresh: 'hourly' } as const;
    await urls.service.set(ADDRESS, id, request, SIGNAL, async () => {});
    await files.service.remove(ADDRESS, id);
    expect(await rows()).to.deep.equal([]);
  });

  it('is one of as many as the workspace may have, from hosts that may be called', async () => {
    await stored();
    const refused = async (work: Promise<unknown>) =>
      ((await work.catch((error: unknown) => error)) as { readonly code?: string }).code;
    const other = await urls.service.source(
      ADDRESS,
      'other.csv',
      { url: url(), refresh: 'daily' },
      SIGNAL,
    );
    expect(await refused(files.store.transaction().execute((trx) => other(trx, null)))).to.equal(
      'conflict',
    );
    const guarded = { url: 'http://169.254.169.254/x.csv', refresh: 'daily' } as const;
    expect(await refused(urls.service.source(ADDRESS, 'a.csv', guarded, SIGNAL))).to.equal(
      'file_url_refused',
    );
  });
});
