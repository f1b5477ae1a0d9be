import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { connect, getSample, query } from '#src/client/index.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

/** Runs npm; its registry may be out of reach. */
const npmIn = (cwd: string, args: readonly string[]) =>
  run('npm', [...args, '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd,
    env: { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}` },
    maxBuffer: 64 * 1024 * 1024,
  });

describe('the package', function () {
  this.timeout(1_200_000);
  let folder: string;
  const at = (...names: string[]) => path.join(folder, ...names);

  before(async function () {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-package-'));
    await run(process.execPath, [path.join(root, 'src/web/prepare.js')], { cwd: root });
    await run(process.execPath, [path.join(root, '.ci/build.mjs')], { cwd: root });
    // The build is done: packing would do it again.
    await npmIn(root, ['pack', '--ignore-scripts', '--pack-destination', folder]);
    const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
    await mkdir(at('app'));
    try {
      await npmIn(at('app'), ['install', at(tarball!)]);
    } catch (error) {
      if (process.env['REQUIRE_SERVICES'] === '1') throw error;
      console.log(`      skipped: npm installs nothing here (${String(error).slice(0, 120)})`);
      this.skip();
    }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** `plumbline start` in a folder that holds nothing but the installed package. */
  async function started(node: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
    const child: ChildProcess = spawn(
      node,
      [at('app/node_modules/plumbline/bin/plumbline.js'), 'start'],
      {
        cwd: at('app'),
        env: { PATH: process.env['PATH'], HOME: folder, PLUMBLINE_PORT: '0' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const lines = createInterface({ input: child.stdout! });
    const url = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
      lines.on('line', (line) => {
        const found = /^Plumbline is ready at (\S+)$/.exec(line)?.[1];
        if (found) resolve(found);
      });
    });
    return {
      url,
      async stop() {
        child.kill('SIGTERM');
        await once(child, 'exit');
      },
    };
  }

  async function answers(node: string): Promise<void> {
    const { url, stop } = await started(node);
    try {
      const { api_key } = await getSample(connect({ url }));
      const service = connect({ url, apiKey: api_key, endUserId: 'ada' });
      const answer = await query(service, { body: { q: 'number of orders' } });
      expect(answer.result).to.equal('success');
      const page = await fetch(url, { headers: { Accept: 'text/html' } });
      expect(await page.text()).to.contain('/assets/');
      expect(await readdir(at('app'))).to.include('data');
    } finally {
      await stop();
      await rm(at('app/data'), { recursive: true, force: true });
    }
  }

  it('answers a question and shows its page in an empty folder', () => answers(process.execPath));

  it('does so on Node 22, too', async function () {
    // What the package `node` would fetch by a script of its own.
    const binary = `node-${process.platform}-${process.arch}`;
    await mkdir(at('node22'));
    try {
      await npmIn(at('node22'), ['install', `${binary}@22`]);
    } catch (error) {
      console.log(`      skipped: there is no Node 22 here (${String(error).slice(0, 120)})`);
      return this.skip();
    }
    const node = at('node22/node_modules', binary, 'bin/node');
    const { stdout } = await run(node, ['--version']);
    expect(stdout).to.match(/^v22\./);
    await answers(node);
  });

  it('gives others the client kit and the plugin contracts, with their types', async () => {
    await writeFile(
      at('app/use.mts'),
      "import { connect, query } from 'plumbline/client';\nimport type { Plugin } from 'plumbline/plugin-api';\nexport type P = Plugin;\nconst answer = await query(connect({ url: 'http://localhost' }), { body: { q: 'x' } });\nexport const rows: number = answer.result === 'error' ? 0 : (answer.data?.rows.length ?? 0);\n",
    );
    const tsc = path.join(root, 'node_modules/.bin/tsc');
    const options = ['--strict', '--noEmit', '--skipLibCheck', '--module', 'nodenext'];
    const { stdout } = await run(
      process.execPath,
      [tsc, ...options, '--target', 'es2024', '--lib', 'es2024,dom', '--types', '', 'use.mts'],
      { cwd: at('app') },
    ).catch((error) => error);
    expect(stdout).to.equal('');
    const { stdout: names } = await run(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        "console.log(typeof (await import('plumbline/client')).askStream)",
      ],
      { cwd: at('app') },
    );
    expect(names.trim()).to.equal('function');
  });
});
