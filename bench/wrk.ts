import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export interface Load {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Measured {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** `wrk` (https://github.com/wg/wrk) with one thread; fails where an answer is not 2xx. */
export async function wrk(load: Load, seconds: number, connections: number): Promise<Measured> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-wrk-'));
  const script = path.join(folder, 'load.lua');
  await writeFile(script, scriptOf(load));
  try {
    const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script];
    const { stdout } = await promisify(execFile)('wrk', [...options, load.url]);
    const refused = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1];
    if (refused) throw new Error(`${load.method} ${load.url}: ${refused} answers were no success`);
    return {
      perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
      p50: latency(stdout, '50%'),
      p99: latency(stdout, '99%'),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function scriptOf({ method, headers, body }: Load): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  );
  if (body !== undefined) lines.push(`wrk.body = ${JSON.stringify(body)}`);
  return [`wrk.method = "${method}"`, ...lines].join('\n');
}

const UNITS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000 };

function latency(text: string, share: string): number {
  const [, value, unit] = new RegExp(`${share}\\s+([\\d.]+)(us|ms|s)`).exec(text) ?? [];
  return Number(value) * (UNITS[unit ?? ''] ?? Number.NaN);
}
