import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';

/** What names the processes of a data folder, made once. */
const TAG_FILE = 'processes.id';
/** In the command line of every process that the service starts: the place of its script. */
const SCRIPT = /[\\/]workers[\\/](?:engine|ingest|models)[\\/][a-z]+-process\.[cm]?[jt]s(?:\s|$)/;
const LISTING_TIMEOUT_MS = 10_000;

/**
 * The last argument of the processes that the service starts for a data folder: an id of the folder's own, with its
 * device and inode, so that a copy of the folder has another one.
 */
export async function processTagOf(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, TAG_FILE);
  await writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 }).catch(unlessThere);
  const [id, { dev, ino }] = await Promise.all([readFile(file, 'utf8'), stat(dataDir)]);
  const name = createHash('sha256').update(`${id}\0${dev}\0${ino}`).digest('hex').slice(0, 32);
  return `--plumbline=${name}`;
}

function unlessThere(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
}

/** A running process, with its arguments as one text. */
interface Listed {
  readonly pid: number;
  readonly command: string;
}

/**
 * Ends processes that an earlier gateway of a data folder left. To be called by who holds the folder's lock, before it
 * starts processes of its own: what carries the folder's tag then belongs to nobody. A process is known by the tag in
 * its command line, never by a pid alone. Windows ends children with their channel only.
 *
 * @returns how many were ended
 */
export async function endLeftProcesses(dataDir: string, log: Logger): Promise<number> {
  if (process.platform === 'win32') return 0;
  const tag = await processTagOf(dataDir);
  const ended: number[] = [];
  const all = process.platform === 'linux' ? await listProc() : await listPs();
  for (const { pid, command } of all) {
    const isOurs = pid !== process.pid && SCRIPT.test(command) && command.split(' ').at(-1) === tag;
    if (!isOurs) continue;
    try {
      process.kill(pid, 'SIGKILL');
      ended.push(pid);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ESRCH') log.warn({ err: error, pid }, "a leftover process couldn't be stopped");
    }
  }
  if (ended.length > 0)
    log.warn(
      { pids: ended },
      'stopped processes that an earlier gateway left running in this data folder',
    );
  return ended.length;
}

/** Linux: what `/proc` shows; a process that ends meanwhile is left out. */
async function listProc(): Promise<readonly Listed[]> {
  const listed: Listed[] = [];
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    const text = command.replaceAll('\0', ' ').trimEnd();
    if (text !== '') listed.push({ pid: Number(name), command: text });
  }
  return listed;
}

/** Elsewhere: what `ps` shows (POSIX). */
async function listPs(): Promise<readonly Listed[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'pid=,command='], {
    timeout: LISTING_TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
  }).catch(() => ({ stdout: '' }));
  return stdout.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(.*\S)/.exec(line);
    return match ? [{ pid: Number(match[1]), command: match[2]! }] : [];
  });
}
