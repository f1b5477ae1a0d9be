import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { attempt, plumbline } from '../../bench/faults/stores/attempt.ts';
import {
  HARSH,
  type Installation,
  makeInstallation,
  removeFolder,
} from '../../bench/faults/stores/installation.ts';
import { firstStarts, POSTGRES_FAULTS } from '../../bench/faults/stores/postgres.ts';
import { SQLITE_FAULTS } from '../../bench/faults/stores/sqlite.ts';
import { seeded } from '../../bench/kill/run.ts';
import { requirePostgres } from '../fakes/postgres.ts';

const NOTHING = { lost: [], wrong: [] };
const ON_SQLITE = [
  'missing store',
  "another installation's store",
  'store of a newer release',
  'older copy of the store',
  'release before ids: adopted, and without its store refused',
  'folder without its id, attached',
  'folder without its key',
];
const ON_POSTGRES = [
  'second gateway, folder of its own',
  'second gateway, copy of the folder',
  'unreachable PostgreSQL',
  'kill -9, then a start at once',
];

describe('a store and a data folder that do not belong together', () => {
  let installation: Installation;
  let other: Installation;
  before(async () => {
    installation = await makeInstallation(2, {});
    other = await makeInstallation(1, {});
  });
  after(async () => {
    await removeFolder(installation.folder);
    await removeFolder(other.folder);
  });

  for (const name of ON_SQLITE)
    it(`lose no upload: ${name}`, async () => {
      const fault = SQLITE_FAULTS.find((one) => one.fault === name);
      expect(await fault?.run(installation, other, seeded(1))).to.deep.equal(NOTHING);
    });

  for (const name of ON_POSTGRES)
    it(`lose no upload: ${name}`, async function () {
      if (!(await requirePostgres())) return this.skip();
      const fault = POSTGRES_FAULTS.find((one) => one.fault === name);
      expect(await fault?.run()).to.deep.equal(NOTHING);
    });

  it('of three first starts at once one works, and two say why they do not', async function () {
    expect(await firstStarts(3, { shareFolder: true, onPostgres: false })).to.deep.equal(NOTHING);
    if (!(await requirePostgres())) return this.skip();
    expect(await firstStarts(3, { shareFolder: false, onPostgres: true })).to.deep.equal(NOTHING);
  });

  it('leaves nothing that others can read, also in a backup', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-modes-'));
    const backup = path.join(folder, 'backup');
    try {
      await chmod(folder, 0o755);
      expect((await plumbline(['backup', backup], installation.folder, HARSH)).code).to.equal(0);
      for (const root of [installation.folder, backup]) {
        const names = await readdir(root, { recursive: true });
        expect(names.some((name) => name.startsWith('originals'))).to.equal(true);
        for (const name of ['.', ...names]) {
          const { mode } = await stat(path.join(root, name));
          expect(mode & 0o077, path.join(root, name)).to.equal(0);
        }
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('ends with a text where the data folder cannot be made', async () => {
    for (const folder of ['/proc/plumbline', '/dev/null/plumbline']) {
      const outcome = await attempt(folder, HARSH);
      expect(outcome).to.deep.include({ kind: 'ended', code: 1 });
      expect(outcome).to.have.property('text').that.contains('PLUMBLINE_DATA_DIR');
    }
  });

  it('is not ready while the disk has less room than it is to have', async () => {
    const service = await attempt(installation.folder, {
      ...HARSH,
      PLUMBLINE_DISK__MIN_FREE_BYTES: String(1024 ** 4),
    });
    if (service.kind === 'ended') throw new Error(service.text);
    try {
      const response = await fetch(`${service.service.url}/readyz`);
      const body = (await response.json()) as { parts: Record<string, boolean> };
      expect(response.status).to.equal(503);
      expect(body.parts).to.deep.include({ store: true, disk: false });
    } finally {
      await service.service.stop();
    }
  });
});
