import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './ports.ts';

const PROGRAM = '/usr/bin/redis-server';

/** Whether Redis is installed here; with `REQUIRE_SERVICES=1` it has to be. */
export function hasRedis(): boolean {
  if (existsSync(PROGRAM)) return true;
  if (process.env['REQUIRE_SERVICES'] === '1') throw new Error(`there is no ${PROGRAM}`);
  process.stdout.write(`    there is no ${PROGRAM}: tests over Redis are left out\n`);
  return false;
}

/** A Redis server of one's own, that a test may kill and pause. */
export interface OwnRedis {
  readonly url: string;
  /** `SIGKILL`, and its end. */
  kill(): Promise<void>;
  /** Starts it again at the same address, empty. */
  start(): Promise<void>;
  /** Stops answering, with its connections open. */
  pause(): void;
  resume(): void;
  dispose(): Promise<void>;
}

export async function ownRedis(): Promise<OwnRedis> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-redis-'));
  let port = await freePort();
  let child: ChildProcess | null = null;
  const start = async () => {
    const started = spawn(
      PROGRAM,
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
      { stdio: 'ignore' },
    );
    child = started;
    const client = new Redis(`redis://127.0.0.1:${port}`, {
      retryStrategy: () => 50,
      maxRetriesPerRequest: null,
    });
    client.on('error', () => undefined);
    const early = once(started, 'exit').then(([code]) => {
      throw new Error(`redis-server ended with ${code}: is port ${port} taken?`);
    });
    early.catch(() => undefined);
    try {
      await Promise.race([client.ping(), early]);
    } finally {
      client.disconnect();
    }
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await start().catch(async () => {
    port = await freePort();
    await start();
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async dispose() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
