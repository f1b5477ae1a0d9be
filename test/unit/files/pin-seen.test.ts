import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { shownWorkspace } from '#src/store/shown-workspaces.ts';
import { ADDRESS, addWorkspace, type FilesHarness, openFiles, received } from './harness.ts';

const OLD = 'region,amount\nnorth,1\nsouth,2\n';
const NEW = 'region,amount\nnorth,1\nsouth,2\neast,3\n';

describe('a generation that the caller has just seen', () => {
  let dataDir: string;
  let files: FilesHarness;
  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'plumbline-seen-'));
    files = await openFiles(dataDir);
    await addWorkspace(files.store);
    await upload(OLD);
  });
  after(async () => {
    await files.close();
    await rm(dataDir, { recursive: true });
  });

  const upload = async (csv: string) =>
    files.service.upload(
      ADDRESS,
      await received(dataDir, 'sales.csv', csv),
      new AbortController().signal,
    );
  const seen = async () => {
    const { id, generation_id, timezone, as_of } = (await shownWorkspace(files.store, 'ws_1'))!;
    return {
      workspaceId: id,
      databaseId: null,
      generationId: generation_id,
      timezone,
      asOf: as_of,
    };
  };
  const pinned = async (of: Awaited<ReturnType<typeof seen>>) => {
    const held = (await files.pinSeen(of))!;
    for (const file of held.catalog.attachments) await access(file.path);
    held.release();
    return held.catalog.generationId;
  };

  it('is pinned with its files there, the first time and again', async () => {
    const now = await seen();
    expect([await pinned(now), await pinned(now)]).to.deep.equal([
      now.generationId,
      now.generationId,
    ]);
  });

  it('gives way to the one that is shown where its files were removed since', async () => {
    const before = await seen();
    expect(await pinned(before)).to.equal(before.generationId);
    await upload(NEW);
    await files.sweep('ws_1');
    const after = await seen();
    expect(after.generationId).to.not.equal(before.generationId);
    expect(await pinned(before)).to.equal(after.generationId);
  });

  it('keeps its files for as long as it is read', async () => {
    const before = await seen();
    const held = (await files.pinSeen(before))!;
    await upload(OLD);
    await files.sweep('ws_1');
    for (const file of held.catalog.attachments) await access(file.path);
    held.release();
  });
});
