import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { endLeftProcesses, processTagOf } from '#src/child-processes.ts';

const ENTRIES = path.resolve(import.meta.dirname, '../../workers/engine');
const log = pino({ level: 'silent' });

describe('processes of a gateway that is gone', () => {
  let folder: string;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-orphans-'));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  const argumentOf: Readonly<Record<string, unknown>> = {
    'query-process': {
      threads: 1,
      memoryMb: 64,
      processMemoryMb: 512,
      maxOpenFiles: 1,
      giveWayMs: 1_000,
      root: '/',
    },
    'loader-process': { path: 'made.duckdb', threads: 1, memoryMb: 64 },
    'parquet-process': { rows: 'none', target: 'none', folder: '.', columns: [], maxBytes: 1 },
  };

  it('has an entry for each kind of process that is started', async () => {
    const scripts = (await readdir(ENTRIES)).filter((name) => name.endsWith('-process.ts'));
    expect(scripts.map((name) => path.basename(name, '.ts')).sort()).to.deep.equal(
      Object.keys(argumentOf).sort(),
    );
  });

  for (const [script, argument] of Object.entries(argumentOf))
    it(`end also while they start: ${script}`, async () => {
      const child = fork(path.join(ENTRIES, `${script}.ts`), [JSON.stringify(argument), 'tag'], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      children.push(child);
      const exit = once(child, 'exit');
      // As the end of the gateway does: long before the process has loaded its native modules.
      child.disconnect();
      const [code, signal] = await exit;
      // The one that makes a Parquet file may end by itself before: it has nothing to read.
      expect(script === 'parquet-process' ? (signal ?? code) : signal).to.be.oneOf(['SIGKILL', 1]);
      // It had not come to its work.
      if (script !== 'parquet-process') expect(await readdir(folder)).to.deep.equal([]);
    });

  const idle = (...args: readonly string[]): ChildProcess => {
    const child = spawn(
      process.execPath,
      ['-e', 'setInterval(() => {}, 1000); console.log(1)', '--', ...args],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    children.push(child);
    return child;
  };
  const ready = (child: ChildProcess) => once(child.stdout!, 'data');

  it('are ended by the next start, and no others are', async () => {
    const tag = await processTagOf(folder);
    const script = '/somewhere/workers/engine/query-process.ts';
    const left = idle(script, '{}', tag);
    const others = [
      idle(script, '{}', `${tag}0`),
      idle(script, '{}', tag.slice(0, -1)),
      idle(script, tag, '{}'),
      idle('/somewhere/editor.ts', '{}', tag),
      idle(script, '{}'),
    ];
    await Promise.all([left, ...others].map(ready));
    const exit = once(left, 'exit');
    expect(await endLeftProcesses(folder, log)).to.equal(1);
    expect(await exit).to.deep.equal([null, 'SIGKILL']);
    expect(others.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).to.deep.equal(
      others.map(() => null),
    );
    expect(await endLeftProcesses(folder, log)).to.equal(0);
  });

  it('belong to a folder that moves, and not to a copy of it', async () => {
    const data = path.join(folder, 'data');
    const tag = await processTagOf(data);
    expect(await processTagOf(data)).to.equal(tag);
    const copy = path.join(folder, 'copy');
    await cp(data, copy, { recursive: true });
    expect(await processTagOf(copy)).not.to.equal(tag);
    await rename(data, `${data}-moved`);
    expect(await processTagOf(`${data}-moved`)).to.equal(tag);
  });
});
