import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A call that a page makes by `fetch`. */
export interface PageCall {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What the page's script could read of the answer; `blocked` where the browser kept it from the page. */
export type PageReply =
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly blocked: string };

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'headless_shell',
];

/** Path of the browser (`CHROMIUM_PATH`, or by its usual names); null where there is none, said in a visible line. */
export function requireChromium(): string | null {
  const named = process.env['CHROMIUM_PATH'];
  for (const name of named ? [named] : NAMES) {
    try {
      return execFileSync('/bin/sh', ['-c', 'command -v -- "$0"', name], {
        encoding: 'utf8',
      }).trim();
    } catch {
      // The next name.
    }
  }
  console.log(
    '      skipped: no Chromium (install it, or set CHROMIUM_PATH); the same rules are tested without a browser in test/http/gateway.test.ts',
  );
  return null;
}

/** A website on this machine with a page that makes calls and reports what it could read. */
export interface Website {
  readonly origin: string;
  /** Opens the page in a browser of its own, makes the calls one after another. */
  visit(chromium: string, calls: readonly PageCall[]): Promise<readonly PageReply[]>;
  close(): Promise<void>;
}

const REPORT_MS = 60_000;

export async function startWebsite(): Promise<Website> {
  let page = '';
  let report: (text: string) => void = () => {};
  const server = createServer((req, res) => {
    if (req.method !== 'POST') {
      res.setHeader('Content-Type', 'text/html');
      res.end(req.url === '/' ? page : '');
      return;
    }
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      res.end();
      report(Buffer.concat(parts).toString());
    });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async visit(chromium, calls) {
      page = pageThat(calls);
      const reported = new Promise<string>((resolve, reject) => {
        report = resolve;
        setTimeout(() => reject(new Error('the page reported nothing')), REPORT_MS).unref();
      });
      const profile = await mkdtemp(path.join(tmpdir(), 'plumbline-chromium-'));
      const browser = spawn(
        chromium,
        [
          ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
          ...['--no-first-run', '--remote-debugging-port=0', `--user-data-dir=${profile}`],
          origin,
        ],
        { stdio: 'ignore' },
      );
      const ended = once(browser, 'exit');
      const early = ended.then(([code]) => {
        throw new Error(`the browser ended with ${code} before its page reported`);
      });
      early.catch(() => undefined);
      try {
        return JSON.parse(await Promise.race([reported, early])) as PageReply[];
      } finally {
        browser.kill('SIGKILL');
        await ended;
        await rm(profile, { recursive: true, force: true, maxRetries: 5 });
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const pageThat = (calls: readonly PageCall[]) => `<!doctype html><script type="module">
const replies = [];
for (const { url, method, headers, body } of ${JSON.stringify(calls).replaceAll('<', '\\u003c')}) {
  try {
    const response = await fetch(url, {
      method: method ?? 'GET',
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    replies.push({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    });
  } catch (error) {
    replies.push({ blocked: String(error) });
  }
}
await fetch('/report', { method: 'POST', body: JSON.stringify(replies) });
</script>`;
