import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import {
  folderWith,
  type Harm,
  harm,
  originalsOf,
  originalWith,
} from '../../bench/faults/damage.ts';
import { seeded } from '../../bench/kill/run.ts';
import { call } from '../../bench/service.ts';
import { type OwnWorkspace, openWorkspace } from '../e2e/workspace.ts';
import { eventually } from '../fakes/eventually.ts';

const ORDERS = `number,place,amount\n${Array.from({ length: 500 }, (_, n) => `${n},place ${n % 7},${n}.5`).join('\n')}\n`;
const CITIES = 'city,inhabitants\nRome,10\nOslo,20\nBonn,30\n';
const ENV = { PLUMBLINE_FILES__CHECK_INTERVAL_MS: '1000', PLUMBLINE_LOG__LEVEL: 'fatal' };

interface Answer {
  readonly data: { readonly rows: readonly unknown[][] } | null;
  readonly error: unknown;
}

interface Ready {
  readonly ready: boolean;
  readonly warnings: readonly string[];
}

for (const engine of ['duckdb', 'alasql'])
  describe(`stored tables that are damaged (${engine})`, () => {
    let own: OwnWorkspace;
    const random = seeded(13);
    const env = { ...ENV, PLUMBLINE_FILES__ENGINE: engine };
    before(async () => {
      own = await openWorkspace(env);
      await own.upload(ORDERS, 'orders.csv');
      await own.upload(CITIES, 'cities.csv');
    });
    after(() => own.close());

    const rowsOf = async (q: string) => {
      const { data, error } = await own.ask<Answer>(q);
      if (!data) throw new Error(`no rows: ${JSON.stringify(error)}`);
      return data.rows;
    };
    /** All that is said meanwhile is right or an error with a text. */
    const right = async (q: string, expected: unknown) => {
      let rows: unknown;
      try {
        rows = await rowsOf(q);
      } catch (error) {
        expect(String(error)).to.match(/: 503 /);
        return false;
      }
      expect(rows).to.deep.equal(expected);
      return true;
    };
    /** Each time another question, since answers are kept. */
    let above = 0;
    const orders = () => {
      above++;
      return right(`how many orders have an amount above ${above}`, [[Math.max(500 - above, 0)]]);
    };
    const cities = () => rowsOf('total inhabitants of cities');
    const ready = () => call<Ready>(own.service, 'GET', '/readyz');
    const folder = () => folderWith(own.service.dataDir, own.workspaceId, 'orders');
    const engineFile = `tables.${engine}`;

    const cases: readonly (readonly [string, Harm, 'running' | 'stopped'])[] = [
      [engineFile, 'removed', 'running'],
      [engineFile, 'flipped', 'stopped'],
      [engineFile, 'truncated', 'stopped'],
      ['values.sqlite', 'flipped', 'stopped'],
      ['values.sqlite', 'emptied', 'running'],
      ['profile.json', 'removed', 'running'],
      ['checksums.json', 'flipped', 'running'],
    ];
    for (const [file, how, when] of cases)
      it(`are built again while others answer: ${file} ${how}, ${when}`, async () => {
        const before = await folder();
        if (when === 'stopped') await own.service.stop();
        await harm(path.join(before, file), how, random);
        if (when === 'stopped') own = await own.restart(env);
        expect(await cities()).to.deep.equal([[60]]);
        await eventually(async () => (await folder().catch(() => before)) !== before);
        await eventually(orders);
        await eventually(async () => (await ready()).warnings.length === 0);
        expect((await readdir(await folder())).sort()).to.deep.equal(
          ['checksums.json', 'profile.json', engineFile, 'values.sqlite'].sort(),
        );
      });

    it('are built again where their folder is gone', async () => {
      const lost = await folder();
      await own.service.stop();
      await rm(lost, { recursive: true });
      own = await own.restart(env);
      // From the first answer on: the index of values lay in there, too.
      await eventually(orders);
      await eventually(async () => (await ready()).warnings.length === 0);
      expect(await folder()).to.not.equal(lost);
    });

    it('take no upload of other files along', async () => {
      const before = await folder();
      await harm(path.join(before, 'profile.json'), 'emptied', random);
      await harm(path.join(before, engineFile), 'emptied', random);
      await own.upload('name\nAnn\nBob\n', 'people.csv');
      await eventually(async () => (await folder().catch(() => before)) !== before);
      await eventually(orders);
      expect(await rowsOf('how many people are there')).to.deep.equal([[2]]);
    });

    it('wait for their file to be uploaded again where the original is gone, too', async () => {
      await harm(await originalWith(own.service.dataDir, 'place 3'), 'removed', random);
      await eventually(async () => (await ready()).warnings.join().includes('originals of 1 file'));
      expect(await orders()).to.equal(true);
      await harm(path.join(await folder(), engineFile), 'emptied', random);
      await eventually(async () => (await ready()).warnings.join().includes("can't be rebuilt"));
      expect((await ready()).ready).to.equal(true);
      expect(await cities()).to.deep.equal([[60]]);
      const told = await own.ask('total amount of orders').catch((error: unknown) => error);
      expect(String(told)).to.contain(' 503 ').and.contain('Upload the file again');
      expect(await own.upload(ORDERS, 'orders.csv')).to.include({ unchanged: true });
      await eventually(orders);
      await eventually(async () => (await ready()).warnings.length === 0);
    });

    it('are found by `rebuild` without --all', async () => {
      const { dataDir } = own.service;
      await own.service.stop();
      await harm(path.join(await folder(), 'values.sqlite'), 'flipped', random);
      const told = await plumbline(dataDir, ['rebuild'], env);
      expect(told).to.contain('1 rebuilt, 2 unchanged, 0 failed.').and.contain('orders.csv');
      own = await own.restart(env);
      expect(await orders()).to.equal(true);
      expect(await cities()).to.deep.equal([[60]]);
    });
  });

describe('another engine for files on a filled data folder', () => {
  let own: OwnWorkspace;
  const withEngine = (name: string) => ({ ...ENV, PLUMBLINE_FILES__ENGINE: name });
  before(async () => {
    own = await openWorkspace(withEngine('duckdb'));
    await own.upload(ORDERS, 'orders.csv');
    await own.upload(CITIES, 'cities.csv');
  });
  after(() => own.close());

  const count = async () => (await own.ask('how many orders are there')).data.rows;
  const engines = async () => {
    const folder = path.join(own.service.dataDir, 'engine', own.workspaceId);
    const names = await readdir(folder, { recursive: true });
    return new Set(
      names.filter((name) => name.includes('tables.')).map((name) => path.extname(name)),
    );
  };
  const warnings = async () => (await call<Ready>(own.service, 'GET', '/readyz')).warnings.join();

  it('answers from the engine that made the tables, and says so', async () => {
    own = await own.restart(withEngine('alasql'));
    expect(await count()).to.deep.equal([[500]]);
    await eventually(async () => (await warnings()).includes('different engine'));
    expect(await engines()).to.deep.equal(new Set(['.duckdb']));
  });

  it('keeps the engine of a workspace for what is uploaded to it', async () => {
    await own.upload('name\nAnn\nBob\n', 'people.csv');
    expect((await own.ask('how many people are there')).data.rows).to.deep.equal([[2]]);
    expect(await count()).to.deep.equal([[500]]);
    expect(await engines()).to.deep.equal(new Set(['.duckdb']));
  });

  it('leaves a workspace as it is where an original is gone', async () => {
    const { dataDir } = own.service;
    await own.service.stop();
    const lost = await originalWith(dataDir, 'Ann');
    const bytes = await readFile(lost);
    await rm(lost);
    const told = await plumbline(dataDir, ['rebuild', '--all'], withEngine('alasql'));
    expect(told).to.contain('still uses duckdb (people.csv: its original is gone)');
    expect(told).to.contain('0 rebuilt, 0 unchanged, 3 failed.');
    await writeFile(lost, bytes);
    own = await own.restart(withEngine('alasql'));
    expect(await count()).to.deep.equal([[500]]);
  });

  it('builds all of it for the other engine by `rebuild --all`, and back', async () => {
    for (const name of ['alasql', 'duckdb']) {
      await own.service.stop();
      const told = await plumbline(own.service.dataDir, ['rebuild', '--all'], withEngine(name));
      expect(told).to.contain('3 rebuilt, 0 unchanged, 0 failed.');
      own = await own.restart(withEngine(name));
      expect(await count()).to.deep.equal([[500]]);
      expect((await own.ask('total inhabitants of cities')).data.rows).to.deep.equal([[60]]);
      expect(await engines()).to.deep.equal(new Set([`.${name}`]));
      await eventually(async () => (await warnings()) === '');
      expect(await originalsOf(own.service.dataDir)).to.have.length(3);
    }
  });
});

/** Runs the command line on a data folder; what it says. */
function plumbline(
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const root = path.resolve(import.meta.dirname, '../..');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(root, 'bin/plumbline.js'), ...args],
      { cwd: root, env: { ...process.env, ...env, PLUMBLINE_DATA_DIR: dataDir } },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}
