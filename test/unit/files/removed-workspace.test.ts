import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { AppError } from '#src/errors.ts';
import { longOverStores, type TestStore } from '../../fakes/stores.ts';
import {
  ADDRESS,
  addWorkspace,
  type FilesHarness,
  filesBelow,
  openFiles,
  received,
} from './harness.ts';

const ROWS = Array.from({ length: 2_000 }, (_, n) => `${n},text ${n}`).join('\n');

longOverStores('uploads to a workspace that is removed', (open) => {
  let dataDir: string;
  let opened: TestStore;
  let files: FilesHarness;
  beforeEach(async () => {
    dataDir = await mkdtemp(`${tmpdir()}/plumbline-files-`);
    opened = await open();
    files = await openFiles(dataDir, { store: opened.db });
    await addWorkspace(opened.db);
  });
  afterEach(async () => {
    await files.close();
    await opened.dispose();
    await rm(dataDir, { recursive: true });
  });

  for (const delay of [0, 20, 60, 120, 240, 480])
    it(`say so when that happens after ${delay} ms, and leave nothing behind`, async () => {
      const never = new AbortController().signal;
      const uploads = ['a.csv', 'b.csv'].map(async (name) => {
        const upload = await received(dataDir, name, `id,word\n${ROWS}\n${name},x\n`);
        return files.service.upload(ADDRESS, upload, never).then(
          () => 'done',
          (error: unknown) => (error instanceof AppError ? error.code : String(error)),
        );
      });
      await wait(delay);
      await opened.db.deleteFrom('workspaces').where('id', '=', 'ws_1').execute();
      await files.forget(['ws_1']);
      for (const outcome of await Promise.all(uploads))
        expect(outcome).to.be.oneOf(['done', 'workspace_not_found']);
      await files.forget(['ws_1']);
      for (const folder of ['engine', 'originals', 'spill', 'uploads'])
        expect(await filesBelow(path.join(dataDir, folder))).to.deep.equal([]);
      expect(await opened.db.selectFrom('file_versions').select('id').execute()).to.deep.equal([]);
    });
});
