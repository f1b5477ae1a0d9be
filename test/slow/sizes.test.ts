import { execFileSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { type OwnWorkspace, openWorkspace } from '../e2e/workspace.ts';

const MAKE_CSV = path.resolve(import.meta.dirname, '../../bench/make-csv.ts');

describe('large files and full disks', () => {
  let folder: string;
  let large: string;
  let own: OwnWorkspace;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-e2e-large-'));
    large = path.join(folder, 'sales.csv');
    execFileSync(process.execPath, [MAKE_CSV, large, '49.5']);
  });
  after(() => rm(folder, { recursive: true, force: true }));
  afterEach(() => own.close());

  it('takes a file of 50 MB, and answers others meanwhile', async () => {
    own = await openWorkspace();
    await own.upload('city,amount\nRome,7\n', 'small.csv');
    let answers = 0;
    let done = false;
    const uploading = own.upload(await openAsBlob(large), 'sales.csv');
    const end = () => {
      done = true;
    };
    uploading.then(end, end);
    while (!done) {
      const [first] = (await own.ask('total amount by city')).data.rows;
      expect(first).to.deep.equal(['Rome', 7]);
      answers += 1;
    }
    const manifest = await uploading;
    expect(manifest).to.include({ version: 1, unchanged: false });
    expect(answers).to.be.greaterThan(3);
    const [[rows]] = (await own.ask('how many sales are there')).data.rows as [[number]];
    const lines = execFileSync('wc', ['-l', large], { encoding: 'utf8' });
    expect(rows).to.equal(Number.parseInt(lines, 10) - 1);
  });

  it('refuses an upload that the disk has no room for, keeps nothing of it, and goes on', async function () {
    const disk = await mkdtemp(path.join(tmpdir(), 'plumbline-e2e-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', disk], { stdio: 'pipe' });
    } catch {
      console.log('      skipped: a small disk can be mounted by root only');
      own = await openWorkspace();
      return this.skip();
    }
    try {
      // Smaller than what a service is ready with by default.
      const env = { PLUMBLINE_DISK__MIN_FREE_BYTES: '1048576' };
      own = await openWorkspace(env, path.join(disk, 'data'));
      const refused = await own.upload(await openAsBlob(large), 'sales.csv').catch(String);
      expect(refused).to.match(/507 /).and.match(/disk/i);
      expect(await readdir(path.join(disk, 'data', 'uploads'))).to.deep.equal([]);
      await own.upload('city,amount\nRome,7\n', 'small.csv');
      expect((await own.ask('total amount')).data.rows).to.deep.equal([[7]]);
      expect(await call(own.service, 'GET', '/readyz')).to.be.an('object');
    } finally {
      await own.close();
      execFileSync('umount', ['-l', disk]);
      await rm(disk, { recursive: true, force: true });
    }
  });
});
