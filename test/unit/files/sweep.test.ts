import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { timestamp } from '#src/clock.ts';
import { foldersOf, makeFolders } from '#src/files/folders.ts';
import { Trash } from '#src/files/trash.ts';
import { localObjects } from '#src/objects/objects.ts';
import { recordKept } from '#src/store/kept-files.ts';
import {
  ADDRESS,
  addWorkspace,
  type FilesHarness,
  filesBelow,
  openFiles,
  received,
} from './harness.ts';

const HOUR = 3_600_000;
const SHA = 'f'.repeat(64);

describe('what a start finds and nothing names', () => {
  let dataDir: string;
  let files: FilesHarness;

  beforeEach(async () => {
    dataDir = await mkdtemp(`${tmpdir()}/plumbline-sweep-`);
    files = await openFiles(dataDir);
    await addWorkspace(files.store);
    const upload = await received(dataDir, 'sales.csv', 'id\n1\n');
    await files.service.upload(ADDRESS, upload, new AbortController().signal);
  });
  afterEach(async () => {
    await files.close();
    await rm(dataDir, { recursive: true });
  });

  /** An original and a version that no row names; recorded as written, or of unknown origin. */
  const leave = async ({ recorded }: { readonly recorded: boolean }) => {
    const left = [`originals/ff/${SHA}`, 'engine/ws_1/ver_left'];
    if (recorded) await recordKept(files.store, left, timestamp(new Date()));
    await mkdir(path.join(dataDir, 'originals/ff'), { recursive: true });
    await writeFile(path.join(dataDir, left[0]!), 'bytes');
    await mkdir(path.join(dataDir, left[1]!), { recursive: true });
    await writeFile(path.join(dataDir, left[1]!, 'tables.duckdb'), 'table');
  };
  const restart = async (options: { readonly sweepDelayMs?: number } = {}) => {
    await files.close();
    files = await openFiles(dataDir, options);
  };
  const counts = async () => ({
    originals: (await filesBelow(files.folders.originals)).length,
    engine: (await readdir(path.join(files.folders.engine, 'ws_1'))).length,
    trash: (await filesBelow(files.folders.trash)).length,
  });

  it('rests in the trash, and what the store names stays', async () => {
    await leave({ recorded: true });
    await restart();
    expect(await counts()).to.deep.equal({ originals: 1, engine: 1, trash: 2 });
    expect(await files.store.selectFrom('kept_files').select('path').execute()).to.have.length(2);
  });

  it('stays where no process of this store wrote it', async () => {
    await leave({ recorded: false });
    await restart();
    expect(await counts()).to.deep.equal({ originals: 2, engine: 2, trash: 0 });
    await files.sweep('ws_1');
    expect(await counts()).to.deep.equal({ originals: 2, engine: 2, trash: 0 });
  });

  it('stays for the first minutes', async () => {
    await leave({ recorded: true });
    await restart({ sweepDelayMs: 600_000 });
    expect(await counts()).to.deep.equal({ originals: 2, engine: 2, trash: 0 });
  });
});

describe('the trash', () => {
  it('keeps what it took for its hours, and with none keeps nothing', async () => {
    const dataDir = await mkdtemp(`${tmpdir()}/plumbline-trash-`);
    const folders = foldersOf(dataDir);
    const start = Date.parse('2026-11-01T00:00:00Z');
    const at = (hoursLater: number, hours: number) =>
      new Trash({
        objects: localObjects(dataDir),
        folders,
        hours,
        clock: { now: () => new Date(start + hoursLater * HOUR) },
      });
    try {
      await makeFolders(folders);
      const file = path.join(folders.originals, 'one');
      await writeFile(file, 'x');
      expect(await at(0, 24).take('originals/one')).to.equal(true);
      expect(await at(0, 24).take('originals/one')).to.equal(false);
      expect(await at(24, 24).empty()).to.equal(0);
      expect(await filesBelow(folders.trash)).to.have.length(1);
      expect(await at(24.5, 24).empty()).to.equal(1);
      expect(await filesBelow(folders.trash)).to.deep.equal([]);
      await writeFile(file, 'x');
      expect(await at(0, 0).take('originals/one')).to.equal(true);
      expect(await filesBelow(dataDir)).to.deep.equal([]);
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });
});
