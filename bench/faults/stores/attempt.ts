import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type StartedService, startService } from '../../service.ts';

const BIN = path.resolve(import.meta.dirname, '../../../bin/plumbline.js');

export type Env = Readonly<Record<string, string>>;

/** What became of a start: a service, or an end with a code and what it printed. */
export type Attempt =
  | { readonly kind: 'ready'; readonly service: StartedService }
  | { readonly kind: 'ended'; readonly code: number | null; readonly text: string };

/** Starts the service on a folder, where it may well refuse to. */
export async function attempt(dataDir: string, env: Env): Promise<Attempt> {
  let text = '';
  let ended: Promise<number | null> | null = null;
  try {
    const service = await startService({
      ...{ dataDir, env, again: true, log: 'pipe' },
      onSpawn(child) {
        ended = once(child, 'close').then(([code]) => code as number | null);
        child.stderr?.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
      },
    });
    return { kind: 'ready', service };
  } catch {
    return { kind: 'ended', code: await (ended ?? Promise.resolve(null)), text };
  }
}

/** Runs a command of the command line; gives its code and all that it printed. */
export async function plumbline(
  args: readonly string[],
  dataDir: string,
  env: Env,
): Promise<{ readonly code: number | null; readonly text: string }> {
  const child = spawn(process.execPath, [BIN, ...args], {
    env: { ...process.env, PLUMBLINE_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}

/**
 * What is wrong with how a start was refused: it has to end with code 1 and a text that says `expected`, without a
 * stack; empty where nothing is.
 */
export function faultsOfRefusal(outcome: Attempt, expected: RegExp): string[] {
  if (outcome.kind === 'ready') return ['it started'];
  const { code, text } = outcome;
  return [
    ...(code === 1 ? [] : [`code ${code}`]),
    ...(/^\s+at .*:\d+/m.test(text) ? ['a stack was printed'] : []),
    ...(expected.test(text) ? [] : [`it said: ${text.slice(0, 400)}`]),
  ];
}

/** Ends a service that an attempt made, as a power cut would. */
export async function kill(service: StartedService): Promise<void> {
  const { process: child } = service;
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
