import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { call, startService } from '../../bench/service.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const run = promisify(execFile);
const BIN = path.resolve(import.meta.dirname, '../../bin/plumbline.js');
const SALES = 'city,amount\nRome,7\nOslo,1\nBern,4\n';

describe('operating the service on the command line', () => {
  let own: OwnWorkspace;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-operations-'));
    own = await openWorkspace();
    await own.upload(SALES, 'sales.csv');
  });
  afterEach(async () => {
    await own.close();
    await rm(folder, { recursive: true, force: true });
  });

  const plumbline = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    run(process.execPath, [BIN, ...args], {
      env: { ...process.env, PLUMBLINE_DATA_DIR: own.service.dataDir, ...env },
    }).then(
      ({ stdout }) => ({ code: 0, text: stdout.trim() }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        text: `${error.stdout}${error.stderr}`.trim(),
      }),
    );
  const total = async () => (await own.ask('total amount')).data.rows;

  it('backs up while uploads go on, and restores what was there', async () => {
    let stopped = false;
    const uploads = (async () => {
      for (let n = 0; !stopped; n++)
        await own.upload(`city,kilos\nRome,${n}\n`, `other${n % 3}.csv`);
    })();
    const backup = path.join(folder, 'backup');
    const made = await plumbline(['backup', backup]);
    stopped = true;
    await uploads;
    expect(made).to.include({ code: 0 });
    expect(made.text).to.contain('contains encryption.key');
    await own.upload('city,amount\nRome,100\n', 'sales.csv');
    const target = path.join(folder, 'restored');
    const env = { PLUMBLINE_DATA_DIR: target };
    expect((await plumbline(['restore', backup], env)).text).to.contain(
      'You can now start Plumbline.',
    );
    const restored = await startService({
      dataDir: target,
      env: { PLUMBLINE_SAMPLE__ENABLED: 'false' },
    });
    try {
      const service = { url: restored.url, apiKey: own.service.apiKey };
      const body = { q: 'total amount', workspace_id: own.workspaceId };
      const answer = await call<{ data: { rows: unknown } }>(service, 'POST', '/query', body);
      expect(answer.data.rows).to.deep.equal([[12]]);
      const { files } = await call<{ files: { status: string }[] }>(service, 'GET', own.files);
      for (const { status } of files) expect(status).to.be.oneOf(['ready', 'failed']);
    } finally {
      await restored.stop();
    }
    expect(await total()).to.deep.equal([[100]]);
  });

  it('refuses backups and restores that would mix things up, and says what to do', async () => {
    const inside = path.join(own.service.dataDir, 'backup');
    expect((await plumbline(['backup', inside])).text).to.contain(
      "can't be inside the data folder",
    );
    expect((await plumbline(['backup', path.dirname(BIN)])).text).to.contain("isn't empty");
    expect((await plumbline(['restore', folder])).text).to.contain("isn't a complete backup");
    await plumbline(['backup', path.join(folder, 'b')]);
    expect(await plumbline(['restore', path.join(folder, 'b')])).to.deep.include({ code: 1 });
    const env = { PLUMBLINE_STORE__URL: 'postgres://localhost/x' };
    expect((await plumbline(['backup', path.join(folder, 'c')], env)).text).to.contain('pg_dump');
  });

  it('rebuilds lost engine files from the originals, and not beside a running service', async () => {
    expect((await plumbline(['rebuild'])).text).to.match(
      /Another Plumbline \(process \d+\) is using/,
    );
    const { dataDir } = own.service;
    await own.service.stop();
    const engine = path.join(dataDir, 'engine');
    for (const workspace of await readdir(engine))
      await rm(path.join(engine, workspace), { recursive: true });
    expect((await plumbline(['rebuild'])).text).to.contain('1 rebuilt, 0 unchanged, 0 failed.');
    expect((await plumbline(['rebuild'])).text).to.contain('0 rebuilt, 1 unchanged');
    expect((await plumbline(['rebuild', '--all'])).text).to.contain('1 rebuilt');
    own = await own.restart();
    expect(await total()).to.deep.equal([[12]]);
    await own.service.stop();
    await rm(path.join(dataDir, 'originals'), { recursive: true });
    const failed = await plumbline(['rebuild', '--all']);
    expect(failed).to.include({ code: 1 });
    expect(failed.text).to.contain('failed sales.csv').and.contain('Upload those files again');
    own = await own.restart();
    expect(await total()).to.deep.equal([[12]]);
  });

  it('explains a question without running it, and runs the approved examples', async () => {
    const address = ['--url', own.service.url, '--workspace', own.workspaceId];
    const env = { PLUMBLINE_API_KEY: own.service.apiKey! };
    const explained = await plumbline(['explain', 'total amount by city', ...address], env);
    expect(explained.text)
      .to.match(/SELECT/i)
      .and.contain('Verification:')
      .and.contain('city: sales.city (name, 0.00)')
      .and.match(/^Planner: query: City, total amount of/m);
    expect(explained.text).to.not.contain('Oslo');
    const none = await plumbline(['eval', ...address], env);
    expect(none.text).to.contain('no approved examples');
    const { sql } = await call<{ sql: string }>(own.service, 'POST', '/query', {
      ...{ q: 'total amount', dry_run: true, workspace_id: own.workspaceId },
    });
    const semantics = `/clients/${own.clientId}/workspaces/${own.workspaceId}/semantics`;
    await call(own.service, 'PUT', semantics, { examples: [{ question: 'total amount', sql }] });
    const all = await plumbline(['eval', ...address], env);
    expect(all.text).to.contain('1 of 1 approved examples match.');
    expect(all.code).to.equal(0);
    await own.upload('city,price\nRome,7\n', 'sales.csv');
    const changed = await plumbline(['eval', ...address], env);
    expect(changed).to.include({ code: 1 });
    expect(changed.text).to.contain('MISMATCH  total amount').and.contain('0 of 1');
    const away = await plumbline(['explain', 'x', '--url', 'http://127.0.0.1:9'], env);
    expect(away).to.include({ code: 1 });
    expect(away.text).to.contain("Couldn't reach Plumbline at");
  });

  it('migrates, and helps', async () => {
    const migrated = await plumbline(['migrate']);
    expect(migrated.text).to.contain('up to date').and.contain('0001-first');
    for (const command of ['migrate', 'backup', 'restore', 'rebuild', 'explain', 'eval'])
      expect((await plumbline([command, '--help'])).text).to.contain(`plumbline ${command}`);
  });
});
