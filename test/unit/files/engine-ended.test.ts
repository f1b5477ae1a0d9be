import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { SourceError, type SourceErrorKind } from '#src/plugin-api/source-error.ts';
import { ADDRESS, addWorkspace, type FilesHarness, openFiles, received } from './harness.ts';

const never = new AbortController().signal;

describe('an engine that ends while it loads an upload', () => {
  let dataDir: string;
  let files: FilesHarness;
  /** What the next loads fail with. */
  let failures: SourceErrorKind[] = [];
  let loads = 0;

  before(async () => {
    dataDir = await mkdtemp(`${tmpdir()}/plumbline-ended-`);
    files = await openFiles(dataDir, {
      beforeLoad: async () => {
        loads++;
        const kind = failures.shift();
        if (kind) throw new SourceError(kind, 'The loader process ended (SIGKILL).');
      },
    });
    await addWorkspace(files.store);
  });
  beforeEach(() => {
    loads = 0;
  });
  after(async () => {
    await files.close();
    await rm(dataDir, { recursive: true });
  });

  const send = async (content: string) =>
    files.service.upload(ADDRESS, await received(dataDir, 'a.csv', content), never);
  const failed = (content: string) =>
    send(content).then(
      () => null,
      (error: unknown) => error,
    );

  it('is tried once more', async () => {
    failures = ['unavailable'];
    expect(await send('id,n\n1,2\n')).to.deep.include({ filename: 'a.csv', version: 1 });
    expect(loads).to.equal(2);
  });

  it('is said to be away where it ends again, and the old version answers', async () => {
    failures = ['unavailable', 'unavailable'];
    expect(await failed('id,n\n1,3\n')).to.deep.include({ code: 'unavailable', retryAfter: 5 });
    expect(loads).to.equal(2);
    const [file] = await files.service.list(ADDRESS);
    expect(file).to.deep.include({ filename: 'a.csv', version: 1 });
  });

  it('is not tried again where it fails on what it is given', async () => {
    failures = ['too_large'];
    expect(await failed('id,n\n1,4\n')).to.be.instanceOf(SourceError);
    expect(loads).to.equal(1);
  });
});
