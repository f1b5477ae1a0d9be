import { execFile } from 'node:child_process';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { CRASH_POINTS, type CrashPoint } from '#src/files/crash-point.ts';
import {
  ADDRESS,
  addWorkspace,
  type FilesHarness,
  filesBelow,
  openFiles,
  received,
} from '../unit/files/harness.ts';

const OLD = 'id,region\n1,North\n2,South\n';
const NEW = 'id,region\n1,North\n2,South\n3,East\n';
const CHILD = path.join(import.meta.dirname, 'files-crash-child.ts');

/** Runs the child until it is killed at the point; gives the signal that ended it. */
function killedAt(point: CrashPoint, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const env = { ...process.env, PLUMBLINE_CRASH_AT: point };
    execFile(process.execPath, [CHILD, ...args], { env }, (error, _stdout, stderr) => {
      if (error && !error.signal) console.error(stderr);
      resolve(error?.signal ?? null);
    });
  });
}

describe('files when the process is killed', () => {
  let dataDir: string;
  let files: FilesHarness | null = null;

  beforeEach(async () => {
    dataDir = await mkdtemp(`${tmpdir()}/plumbline-crash-`);
    files = await openFiles(dataDir);
    await addWorkspace(files.store);
    const upload = await received(dataDir, 'other.csv', 'x,y\n1,a\n');
    await files.service.upload(ADDRESS, upload, new AbortController().signal);
  });
  afterEach(async () => {
    await files?.close();
    await rm(dataDir, { recursive: true });
  });

  const sendBefore = async () => {
    const upload = await received(dataDir, 'sales.csv', OLD);
    await files!.service.upload(ADDRESS, upload, new AbortController().signal);
  };
  const restart = async (point: CrashPoint, args: readonly string[]) => {
    await files!.close();
    files = null;
    expect(await killedAt(point, [dataDir, ...args])).to.equal('SIGKILL');
    files = await openFiles(dataDir);
  };
  /** Row counts by table, of the catalog, of the rows of `tables`, and whether each engine file is there. */
  const shown = async () => {
    const pinned = await files!.pin('ws_1');
    const tables = await files!.store.selectFrom('tables').selectAll().execute();
    for (const file of [
      ...pinned!.catalog.attachments.map((a) => a.path),
      ...pinned!.catalog.valueIndexes,
    ])
      await access(file);
    pinned!.release();
    const counts = Object.fromEntries(pinned!.catalog.tables.map((t) => [t.name, t.rowCount]));
    expect(
      Object.fromEntries(tables.map((t) => [t.table_name, Number(t.row_count)])),
    ).to.deep.equal(counts);
    return counts;
  };
  /** Nothing is in the data folder but what the shown versions need, and originals that an undo may bring back. */
  const expectNoOrphans = async (versions: number, undoable = 0) => {
    expect(await filesBelow(files!.folders.uploads)).to.deep.equal([]);
    expect(await filesBelow(files!.folders.spill)).to.deep.equal([]);
    expect(await filesBelow(files!.folders.originals)).to.have.length(versions + undoable);
    expect(await filesBelow(files!.folders.engine)).to.have.length(versions * 4);
    expect(await files!.store.selectFrom('generations').select('id').execute()).to.have.length(1);
  };

  const published: readonly CrashPoint[] = ['after-publish', 'before-cleanup'];
  for (const point of CRASH_POINTS.filter((name) => !name.startsWith('delete'))) {
    const survives = published.includes(point);

    it(`at "${point}" of a replacement leaves the ${survives ? 'new' : 'old'} tables`, async () => {
      await sendBefore();
      await restart(point, ['upload', 'sales.csv', NEW]);
      expect(await shown()).to.deep.equal({ other: 1, sales: survives ? 3 : 2 });
      await expectNoOrphans(2, survives ? 1 : 0);
      const record = (await files!.service.list(ADDRESS)).find((f) => f.filename === 'sales.csv')!;
      expect(record.status).to.equal('ready');
      const recorded = !survives && point !== 'received' && point !== 'original-stored';
      if (recorded) expect(record.error).to.contain('Plumbline stopped');
      await files!.service.upload(
        ADDRESS,
        await received(dataDir, 'sales.csv', NEW),
        new AbortController().signal,
      );
      expect(await shown()).to.deep.equal({ other: 1, sales: 3 });
    });
  }

  for (const point of ['version-recorded', 'engine-committed', 'after-publish'] as const)
    it(`at "${point}" of what is appended leaves all of its rows or none`, async () => {
      const survives = published.includes(point);
      await sendBefore();
      await restart(point, ['append', 'sales.csv', 'region,id\nWest,3\n']);
      expect(await shown()).to.deep.equal({ other: 1, sales: survives ? 3 : 2 });
      await expectNoOrphans(2, survives ? 1 : 0);
      const append = { to: null, filename: 'sales.csv' };
      await files!.service.upload(
        ADDRESS,
        await received(dataDir, 'sales.csv', 'region,id\nWest,3\n', { append }),
        new AbortController().signal,
      );
      expect(await shown()).to.deep.equal({ other: 1, sales: 3 });
    });

  it('at "profiled" of a first upload leaves it failed, with a text', async () => {
    await restart('profiled', ['upload', 'sales.csv', NEW]);
    expect(await shown()).to.deep.equal({ other: 1 });
    await expectNoOrphans(1);
    const [, record] = await files!.service.list(ADDRESS);
    expect(record).to.deep.include({ filename: 'sales.csv', status: 'failed', tables: [] });
    expect(record!.error).to.contain('Upload the file again');
  });

  for (const point of CRASH_POINTS.filter((name) => name.startsWith('delete'))) {
    const gone = point !== 'delete-before-publish';

    it(`at "${point}" leaves the tables ${gone ? 'gone' : 'there'}`, async () => {
      await sendBefore();
      await restart(point, ['delete', 'sales.csv']);
      expect(await shown()).to.deep.equal(gone ? { other: 1 } : { other: 1, sales: 2 });
      await expectNoOrphans(gone ? 1 : 2);
    });
  }
});
