import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { eventually } from '../fakes/eventually.ts';

const root = path.resolve(import.meta.dirname, '../..');
const START = [path.join(root, 'bin/plumbline.js'), 'start'];
/** Far longer than a launcher that ended is noticed after. */
const LONG_MS = 1_500;

describe('what starts the service', function () {
  this.timeout(300_000);
  let folder: string;
  const started: ChildProcess[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-launcher-'));
  });
  afterEach(async () => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
    const pid = pidOfService();
    if (pid !== null && isAlive(pid)) process.kill(pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  /** The process that holds the data folder. */
  function pidOfService(): number | null {
    try {
      return (JSON.parse(readFileSync(path.join(folder, 'lock.json'), 'utf8')) as { pid: number })
        .pid;
    } catch {
      return null;
    }
  }

  function launch(command: string, args: readonly string[]) {
    const { npm_lifecycle_event: _, ...outer } = process.env;
    const child = spawn(command, args, {
      cwd: root,
      env: {
        ...outer,
        PLUMBLINE_PORT: '0',
        PLUMBLINE_DATA_DIR: folder,
        PLUMBLINE_SAMPLE__ENABLED: 'false',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    let errors = '';
    child.stderr.on('data', (piece) => {
      errors += piece;
    });
    const ready = new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${errors}`)));
      createInterface({ input: child.stdout }).on('line', (line) => {
        const url = /^Plumbline is ready at (\S+)$/.exec(line)?.[1];
        if (url) resolve(url);
      });
    });
    ready.catch(() => {});
    return { child, ready, errors: () => errors };
  }

  const ended = (pid: number) => eventually(() => !isAlive(pid), `the end of process ${pid}`);

  it('ends with npm start, and the next start waits until it has', async () => {
    const { child, ready, errors } = launch('npm', ['start']);
    await ready;
    expect(errors()).to.contain(`Starting Plumbline with the data folder ${folder}`);
    const pid = pidOfService()!;
    expect(pid).to.not.equal(child.pid);
    const refused = launch(process.execPath, START);
    expect((await once(refused.child, 'close'))[0]).to.equal(1);
    expect(refused.errors()).to.contain(`Another Plumbline (process ${pid}) is using the data`);
    child.kill('SIGTERM');
    await launch(process.execPath, START).ready;
    expect(isAlive(pid)).to.equal(false);
  });

  it('ends with npm start, also where npm is killed and its shell is left', async () => {
    const { child, ready } = launch('npm', ['start']);
    await ready;
    const pid = pidOfService()!;
    child.kill('SIGKILL');
    await ended(pid);
  });

  it('goes on without a shell that started it in the background', async () => {
    const { child, ready } = launch('sh', ['-c', `"${process.execPath}" ${START.join(' ')}; true`]);
    const url = await ready;
    child.kill('SIGKILL');
    await sleep(LONG_MS);
    expect((await fetch(`${url}/healthz`)).status).to.equal(200);
  });

  it('stops in good order for a closed terminal, also where its signal comes twice', async () => {
    const { child, ready } = launch(process.execPath, START);
    await ready;
    const exit = once(child, 'exit');
    child.kill('SIGHUP');
    child.kill('SIGHUP');
    expect(await exit).to.deep.equal([0, null]);
  });

  describe('with a Node that is too old', () => {
    const OLD = [
      '--import',
      "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})",
    ];

    it('runs by the Node of the checkout, and passes signals on', async () => {
      const { child, ready } = launch(process.execPath, [...OLD, ...START]);
      await ready;
      const pid = pidOfService()!;
      expect(pid).to.not.equal(child.pid);
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await exit).to.deep.equal([0, null]);
      expect(isAlive(pid)).to.equal(false);
    });

    it('does not outlive what started it', async () => {
      const { child, ready } = launch(process.execPath, [...OLD, ...START]);
      await ready;
      const pid = pidOfService()!;
      child.kill('SIGKILL');
      await ended(pid);
    });
  });
});

/** A process that has ended is listed until its parent, here that of the machine, has asked for its exit code. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
