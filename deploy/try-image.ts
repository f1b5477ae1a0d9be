/**
 * `node deploy/try-image.ts`: runs the steps of the Dockerfile without Docker, in a clean folder, and asks the service a
 * question. The steps are read from the Dockerfile, so that the two cannot drift apart. As root it runs the service as
 * the user that the Dockerfile names, which cannot write to the application; on Linux also with a root file system that
 * nobody can write to and without capabilities, as compose.yaml and the Kubernetes example do.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const ROOT = path.resolve(import.meta.dirname, '..');

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions of a Dockerfile, continued lines joined, comments left out. */
export function instructionsOf(dockerfile: string): readonly Instruction[] {
  const lines = dockerfile.split('\n').filter((line) => !/^\s*#/.test(line));
  return lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', text = ''] = /^\s*(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name: name.toUpperCase(), text: text.trim() };
    });
}

/** Whether `.dockerignore` leaves a file out; of its patterns, names, folders and a leading `**` are understood. */
export function ignoredBy(patterns: string): (file: string) => boolean {
  const tests = patterns
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const anywhere = line.startsWith('**/');
      const body = (anywhere ? line.slice(3) : line)
        .replaceAll(/[.+^$()|[\]{}\\]/g, '\\$&')
        .replaceAll('*', '[^/]*');
      return new RegExp(`${anywhere ? '(^|/)' : '^'}${body}(/|$)`);
    });
  return (file) => tests.some((test) => test.test(file));
}

interface Stage {
  readonly name: string;
  readonly root: string;
  workdir: string;
  readonly env: Record<string, string>;
  user: string | null;
  command: readonly string[];
  health: readonly string[];
}

/** Does what the instructions say, each stage below a folder of its own; gives the last one. */
function build(folder: string, nodeBin: string): Stage {
  const stages = new Map<string, Stage>();
  let stage: Stage | null = null;
  const now = (): Stage => {
    if (!stage) throw new Error('the Dockerfile begins without FROM');
    return stage;
  };
  const within = (one: Stage, file: string) =>
    path.join(one.root, path.posix.resolve(one.workdir, file));
  for (const { name, text } of instructionsOf(
    fs.readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8'),
  )) {
    console.log(`${name} ${text.slice(0, 100)}`);
    switch (name) {
      case 'FROM': {
        const as = / AS (\w+)$/i.exec(text)?.[1] ?? 'last';
        stage = {
          ...{ name: as, root: path.join(folder, as), workdir: '/', env: {} },
          ...{ user: null, command: [], health: [] },
        };
        fs.mkdirSync(stage.root, { recursive: true, mode: 0o755 });
        stages.set(as, stage);
        break;
      }
      case 'WORKDIR':
        now().workdir = text;
        fs.mkdirSync(within(now(), '.'), { recursive: true });
        break;
      case 'ENV':
        for (const [, key = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g))
          now().env[key] = value;
        break;
      case 'COPY':
        copy(text, now(), stages, within);
        break;
      case 'RUN': {
        const here = now();
        const script = text.replaceAll(/(?<=^|\s)\/(data|app|build)\b/g, (file) =>
          within(here, file),
        );
        execFileSync('sh', ['-ec', script], {
          cwd: within(here, '.'),
          // Proxies, certificates and npm's cache are those of this machine.
          env: { ...process.env, PATH: `${nodeBin}:/usr/bin:/bin`, ...here.env },
          stdio: 'inherit',
        });
        break;
      }
      case 'USER':
        now().user = text;
        break;
      case 'CMD':
        now().command = JSON.parse(text) as string[];
        break;
      case 'HEALTHCHECK':
        now().health = JSON.parse(text.slice(text.indexOf('['))) as string[];
        break;
      case 'EXPOSE':
      case 'VOLUME':
      case 'STOPSIGNAL':
        break;
      default:
        throw new Error(`deploy/try-image.ts does not know ${name}`);
    }
  }
  return now();
}

function copy(
  text: string,
  stage: Stage,
  stages: ReadonlyMap<string, Stage>,
  within: (one: Stage, file: string) => string,
): void {
  const from = /--from=(\w+)/.exec(text)?.[1];
  const [source = '', target = ''] = text.split(/\s+/).filter((word) => !word.startsWith('--'));
  if (from) {
    const other = stages.get(from);
    if (!other) throw new Error(`there is no stage ${from}`);
    fs.cpSync(within(other, source), within(stage, target), {
      ...{ recursive: true, verbatimSymlinks: true },
    });
    return;
  }
  if (source !== '.') throw new Error(`COPY of ${source} is not tried: only of the whole context`);
  const isIgnored = ignoredBy(fs.readFileSync(path.join(ROOT, '.dockerignore'), 'utf8'));
  const tracked = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: ROOT,
  });
  for (const file of tracked.toString().split('\0').filter(Boolean)) {
    if (isIgnored(file) || !fs.existsSync(path.join(ROOT, file))) continue;
    const to = path.join(within(stage, target), file);
    fs.mkdirSync(path.dirname(to), { recursive: true });
    fs.copyFileSync(path.join(ROOT, file), to);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

function check(holds: boolean, what: string): void {
  console.log(`${holds ? 'ok' : 'NOT OK'}: ${what}`);
  if (!holds) process.exitCode = 1;
}

/**
 * In a mount namespace of its own: everything read-only but the two folders that are named last, then the program as the
 * user, with nothing that root could do. Ends with 97 where something can still be written.
 */
const CONFINED = `
uid=$1 gid=$2 app=$3 data=$4 tmp=$5
shift 5
mount --make-rprivate /
for folder in "$app" "$data" "$tmp"; do mount --bind "$folder" "$folder"; done
mount -o remount,ro,bind "$app"
mount -o remount,ro,bind /
for folder in / "$app"; do
  if touch "$folder/written-by-try-image" 2>/dev/null; then exit 97; fi
done
cd "$app"
exec setpriv --reuid "$uid" --regid "$gid" --clear-groups --bounding-set -all --no-new-privs "$@"
`;

const canConfine = () =>
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', 'setpriv', '--version'], { stdio: 'ignore' }).status === 0;

/** Starts what was built as its user, looks at its health, asks a question, and ends it. */
async function tryOut(stage: Stage, nodeBin: string): Promise<void> {
  const app = path.join(stage.root, stage.workdir);
  const data = path.join(stage.root, 'data');
  check(!fs.existsSync(path.join(app, 'node_modules/node')), 'the development Node is not in it');
  check(!fs.existsSync(path.join(app, 'node_modules/vite')), 'nor is Vite');
  check(fs.existsSync(path.join(app, 'dist/web/index.html')), 'the page is built');
  const [uid = 0, gid = 0] = (stage.user ?? '').split(':').map(Number);
  check(uid > 0, `it runs as user ${uid}`);
  const isRoot = process.getuid?.() === 0;
  const as = isRoot ? { uid, gid } : {};
  const port = await freePort();
  const tmp = path.join(stage.root, 'tmp');
  fs.mkdirSync(tmp, { mode: 0o777 });
  fs.chmodSync(tmp, 0o777);
  const env = {
    ...stage.env,
    PATH: `${nodeBin}:/usr/sbin:/usr/bin:/sbin:/bin`,
    TMPDIR: tmp,
    NODE_COMPILE_CACHE: path.join(tmp, 'compile-cache'),
    PLUMBLINE_HOST: '127.0.0.1',
    PLUMBLINE_PORT: String(port),
    PLUMBLINE_DATA_DIR: data,
  };
  const [program = '', ...args] = stage.command;
  const command = path.join(nodeBin, program);
  const isConfined = canConfine();
  console.log(`A read-only root without capabilities is ${isConfined ? '' : 'NOT '}tried.`);
  const confined = ['-m', 'sh', '-ec', CONFINED, 'sh', `${uid}`, `${gid}`, app, data, tmp, command];
  const child = spawn(
    isConfined ? 'unshare' : command,
    isConfined ? [...confined, ...args] : args,
    { ...{ cwd: app, env, ...(isConfined ? {} : as) }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const healthy = () => {
    const [probe = '', ...rest] = stage.health;
    try {
      execFileSync(path.join(nodeBin, probe), rest, { env, ...as, stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  try {
    check(!healthy(), 'the health check fails while it starts');
    for (let tries = 0; tries < 120 && !healthy() && child.exitCode === null; tries++)
      await new Promise((resolve) => setTimeout(resolve, 500));
    check(healthy(), 'the health check succeeds when it is ready');
    const printed = (pattern: RegExp) =>
      lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
    const sampleKey = () => printed(/X-API-Key: ([\w-]+)/);
    // The health check blocks this process, so what the service has printed meanwhile is only read now.
    for (let tries = 0; tries < 60 && !sampleKey(); tries++)
      await new Promise((resolve) => setTimeout(resolve, 500));
    check(Boolean(printed(/API key \(shown once\): (\S+)/)), 'the first key is printed');
    const url = `http://127.0.0.1:${port}`;
    const answer = (await (
      await fetch(`${url}/query`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': sampleKey() ?? '' },
        body: JSON.stringify({ q: 'total revenue by region in 2025' }),
      })
    ).json()) as { result?: string; data?: { rows: unknown[] } };
    check(
      answer.result === 'success' && (answer.data?.rows.length ?? 0) > 1,
      `a question is answered with ${answer.data?.rows.length} rows`,
    );
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    check(page.ok && (await page.text()).includes('<html'), 'the page is served');
    if (isRoot) {
      const foreign = execFileSync('find', [app, '-not', '-user', 'root']).toString().trim();
      check(foreign === '', 'nothing in the application belongs to its user');
    }
  } finally {
    const from = performance.now();
    child.kill('SIGTERM');
    const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
    check(
      code === 0,
      `SIGTERM ends it with code ${code} in ${Math.round(performance.now() - from)} ms`,
    );
  }
}

async function main(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'plumbline-image-'));
  fs.chmodSync(folder, 0o755);
  try {
    // The Node of the base image stands in a place that the image's user may read, too.
    const nodeBin = path.join(folder, 'bin');
    fs.mkdirSync(nodeBin, { mode: 0o755 });
    fs.copyFileSync(process.execPath, path.join(nodeBin, 'node'));
    fs.chmodSync(path.join(nodeBin, 'node'), 0o755);
    await tryOut(build(folder, nodeBin), nodeBin);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
