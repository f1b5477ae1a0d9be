import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const root = path.resolve(import.meta.dirname, '..');

/** A service of our own on a data folder, with its first full-access key. */
export interface StartedService {
  readonly url: string;
  readonly dataDir: string;
  /** Printed on the first start of a folder only. */
  readonly apiKey: string | null;
  /** From spawn to the ready line, in milliseconds. */
  readonly readyMs: number;
  readonly process: ChildProcess;
  /** Sends SIGTERM and waits for the end; the folder stays when it was given. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Kept after the stop; a temporary folder where absent. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The folder was started before: no key and no sample are printed, and none are waited for. */
  readonly again?: boolean;
  /** The checkout whose service is started; this one where absent. */
  readonly root?: string;
  /** What becomes of its log. */
  readonly log?: 'inherit' | 'ignore' | 'pipe';
  /** Called with the process before it is ready. */
  readonly onSpawn?: (child: ChildProcess) => void;
}

/** How long the lines behind the ready line are waited for; a start without a key and a sample prints none. */
const GREETING_MS = 300;

/** Starts `plumbline start` as a user would and waits until it says that it is ready. */
export async function startService(options: StartOptions = {}): Promise<StartedService> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'plumbline-')));
  const began = performance.now();
  const from = options.root ?? root;
  const child = spawn(process.execPath, [path.join(from, 'bin/plumbline.js'), 'start'], {
    cwd: from,
    env: {
      ...process.env,
      PLUMBLINE_PORT: '0',
      PLUMBLINE_DATA_DIR: dataDir,
      PLUMBLINE_LOG__LEVEL: 'warn',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', options.log ?? 'inherit'],
  });
  options.onSpawn?.(child);
  let url: string | null = null;
  let apiKey: string | null = null;
  let readyMs = 0;
  const lines = createInterface({ input: child.stdout! });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`the service ended with code ${code} before it was ready`)),
    );
    lines.on('line', (line) => {
      url ??= /^Plumbline is ready at (\S+)$/.exec(line)?.[1] ?? null;
      apiKey ??= /^Your API key \(shown once\): (\S+)$/.exec(line)?.[1] ?? null;
      if (url && readyMs === 0) readyMs = performance.now() - began;
      // The key and the curl line, where there are any, come right behind the ready line.
      if (url && (options.again || apiKey || line.includes('curl'))) resolve();
      else if (url) setTimeout(resolve, GREETING_MS);
    });
    setTimeout(
      () => (url ? resolve() : reject(new Error('the service was not ready within 100 s'))),
      100_000,
    ).unref();
  });
  return {
    url: url!,
    dataDir,
    apiKey,
    readyMs,
    process: child,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A response to `call`, as it came. */
export interface HeardReply {
  readonly url: string;
  readonly method: string;
  readonly status: number;
  readonly contentType: string;
  readonly requestId: string | undefined;
  readonly text: string;
}
let heard: (reply: HeardReply) => Promise<void> = async () => {};
/** Has `look` see every JSON response to `call` before its caller does; what it throws is thrown there. */
export const onReply = (look: typeof heard): void => {
  heard = look;
};

const agent = new Agent({ keepAlive: true });

/** One JSON call with the key; fails with status and body on anything but 2xx. */
export async function call<T>(
  service: { readonly url: string; readonly apiKey: string | null },
  method: string,
  pathname: string,
  body?: unknown,
): Promise<T> {
  const key = { 'x-api-key': service.apiKey ?? '' };
  const url = service.url + pathname;
  const { status, text } =
    body instanceof FormData
      ? await sendForm(url, method, key, body)
      : await sendJson(url, method, key, body);
  if (status < 200 || status > 299)
    throw new Error(`${method} ${pathname}: ${status} ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

async function sendForm(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: FormData,
): Promise<Reply> {
  const response = await fetch(url, { method, headers, body });
  return { status: response.status, text: await response.text() };
}

/** Over a kept connection and without `fetch`, whose own time (about 1 ms) would be counted as the service's. */
function sendJson(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<Reply> {
  const type: Record<string, string> =
    body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: { ...headers, ...type } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => {
        const [status, text] = [response.statusCode ?? 0, Buffer.concat(parts).toString()];
        const { 'content-type': contentType = '', 'x-request-id': requestId } = response.headers;
        heard({ url, method, status, contentType, requestId: requestId?.toString(), text }).then(
          () => resolve({ status, text }),
          reject,
        );
      });
    });
    sent.once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

export interface Workspace {
  readonly clientId: string;
  readonly workspaceId: string;
}

/** A workspace with the CSV files of one database; null, with a line that says why, where none could be uploaded. */
export async function uploadFolder(
  service: StartedService,
  clientId: string,
  folder: string,
  name: string,
): Promise<Workspace | null> {
  const created = await call<{ workspace_id: string }>(
    service,
    'POST',
    `/clients/${clientId}/workspaces`,
    { name },
  );
  const base = `/clients/${clientId}/workspaces/${created.workspace_id}/files`;
  let uploaded = 0;
  for (const filename of (await readdir(folder)).filter((entry) => entry.endsWith('.csv')).sort()) {
    const form = new FormData();
    form.set('file', await openAsBlob(path.join(folder, filename)), filename);
    try {
      await call(service, 'POST', base, form);
      uploaded += 1;
    } catch (error) {
      process.stderr.write(
        `${name}/${filename}: ${error instanceof Error ? error.message : error}\n`,
      );
    }
  }
  if (uploaded === 0) return null;
  for (let status = ''; status !== 'ready'; ) {
    ({ status } = await call<{ status: string }>(
      service,
      'GET',
      `/clients/${clientId}/schema/status?workspace_id=${created.workspace_id}`,
    ));
    if (status === 'failed') return null;
    if (status !== 'ready') await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { clientId, workspaceId: created.workspace_id };
}
