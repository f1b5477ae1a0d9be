import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { timestamp } from '#src/clock.ts';
import type { CommitManifest, KeptRequest } from '#src/files/types.ts';
import { eventually } from '../../fakes/eventually.ts';
import {
  ADDRESS,
  addWorkspace,
  type FilesHarness,
  filesBelow,
  openFiles,
  received,
} from './harness.ts';

const CSV = 'region,amount\nNorth,10\nSouth,20\n';
const LONGER = `${CSV}East,7\n`;
const SIGNAL = new AbortController().signal;

describe('uploads whose bytes are kept', () => {
  let dataDir: string;
  let files: FilesHarness;
  beforeEach(async () => {
    dataDir = await mkdtemp(`${tmpdir()}/plumbline-kept-`);
    files = await openFiles(dataDir);
    await addWorkspace(files.store);
    files.jobs.start();
  });
  afterEach(async () => {
    await files.close();
    await rm(dataDir, { recursive: true });
  });

  const upload = async (name: string, content: string, rest = {}) =>
    files.service.upload(ADDRESS, await received(dataDir, name, content, rest), SIGNAL);
  const preview = async (name: string, content: string) =>
    files.service.previewUpload(ADDRESS, await received(dataDir, name, content), SIGNAL, true);
  const request = (uploadId: string | undefined, rest: Partial<KeptRequest> = {}): KeptRequest => ({
    ...{ uploadId: uploadId ?? '', mapping: null, appendTo: null, force: false },
    ...rest,
  });
  const imported = async (kept: KeptRequest): Promise<CommitManifest> => {
    const { job_id } = await files.service.enqueueKept(ADDRESS, kept);
    return eventually(async () => {
      const { manifest, error } = await files.service.job(ADDRESS, job_id);
      if (error) throw new Error(error);
      return manifest;
    });
  };
  const listed = async () =>
    (await files.service.list(ADDRESS)).map(({ filename, version, tables }) => [
      filename,
      version,
      tables.map(({ row_count }) => row_count),
    ]);
  const originals = () => filesBelow(files.folders.originals);
  const late = async () => {
    await files.store
      .updateTable('kept_uploads')
      .set({ expires_at: timestamp(new Date(0)) })
      .execute();
  };

  it('are imported without being sent again, read as somebody decided', async () => {
    const shown = await preview('sales.csv', CSV);
    expect(await listed()).to.deep.equal([]);
    const mapping = '{"sales.csv":{"types":{"amount":"text"}}}';
    const again = await files.service.previewKept(
      ADDRESS,
      request(shown.upload_id, { mapping }),
      SIGNAL,
    );
    expect(again.tables[0]?.columns.map(({ type }) => type)).to.deep.equal(['text', 'text']);
    expect((await imported(request(shown.upload_id, { mapping }))).file_id).to.be.a('number');
    expect(await listed()).to.deep.equal([['sales.csv', 1, [2]]]);
    expect(await filesBelow(files.folders.uploads)).to.deep.equal([]);
  });

  it('keep nothing where nobody asked for it', async () => {
    const plain = await files.service.previewUpload(
      ADDRESS,
      await received(dataDir, 'a.csv', CSV),
      SIGNAL,
    );
    expect(plain.upload_id).to.equal(undefined);
    expect(await originals()).to.deep.equal([]);
    expect(await filesBelow(files.folders.uploads)).to.deep.equal([]);
  });

  it('bring the former version back, with its mapping', async () => {
    await upload('sales.csv', CSV, { mapping: '{"sales.csv":{"types":{"amount":"text"}}}' });
    const second = await upload('sales.csv', LONGER, { mapping: '{}' });
    expect(second.replaced?.version).to.equal(1);
    const back = await imported(request(second.replaced?.upload_id));
    expect(back.version).to.equal(3);
    expect(await listed()).to.deep.equal([['sales.csv', 3, [2]]]);
    const [file] = await files.service.list(ADDRESS);
    expect(file?.mapping).to.deep.equal({ 'sales.csv': { types: { amount: 'text' } } });
  });

  it('take rows back that were added', async () => {
    const first = await upload('sales.csv', CSV);
    const more = await preview('more.csv', LONGER);
    const added = await imported(request(more.upload_id, { appendTo: first.file_id ?? null }));
    expect(added.appended?.rows).to.equal(3);
    await imported(request(added.replaced?.upload_id));
    expect((await listed())[0]?.[2]).to.deep.equal([2]);
  });

  it('are gone after their time, with their bytes', async () => {
    const { upload_id } = await preview('sales.csv', CSV);
    expect(await originals()).to.have.length(1);
    await late();
    const failed = await files.service
      .enqueueKept(ADDRESS, request(upload_id))
      .catch((error) => error);
    expect(failed.code).to.equal('file_not_found');
    await preview('other.csv', LONGER);
    expect(await originals()).to.have.length(1);
    const [kept] = await originals();
    expect(await readFile(`${files.folders.originals}/${kept}`, 'utf8')).to.equal(LONGER);
  });

  it('do not outlive the file that they were a version of', async () => {
    const { file_id } = await upload('sales.csv', CSV);
    await upload('sales.csv', LONGER);
    expect(await originals()).to.have.length(2);
    await files.service.remove(ADDRESS, file_id ?? 0);
    expect(await originals()).to.deep.equal([]);
  });

  it('belong to their workspace', async () => {
    await addWorkspace(files.store, 'ws_2');
    const { upload_id } = await preview('sales.csv', CSV);
    const other = { ...ADDRESS, workspaceId: 'ws_2' };
    const failed = await files.service
      .enqueueKept(other, request(upload_id))
      .catch((error) => error);
    expect(failed.code).to.equal('file_not_found');
  });
});
