import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect } from 'chai';
import { type Browser, chromium } from 'playwright-core';
import { build } from 'vite';
import { call } from '../../bench/service.ts';
import { type OwnWorkspace, openWorkspace } from '../e2e/workspace.ts';
import { requireChromium } from '../fakes/chromium.ts';

const KIT = path.resolve(import.meta.dirname, '../../src/client/index.ts');
const VIRTUAL = '\0entry';

/** One script of a module, as a bundler makes it for a page. */
async function bundle(source: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: true, rolldownOptions: { input: 'entry' } },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? VIRTUAL : null),
        load: (id) => (id === VIRTUAL ? source : null),
      },
    ],
  });
  const [output] = [made].flat();
  if (!output || !('output' in output)) throw new TypeError('nothing was built');
  return output.output.map((one) => ('code' in one ? one.code : '')).join('\n');
}

/** The same in a page and a worker: asks, uploads, is refused; reports what it saw. */
const JOURNEY = (report: string) => `
import { askStream, connect, ForbiddenError, listFiles, uploadFile } from ${JSON.stringify(KIT)};
export async function journey({ url, full, ask, client_id, workspace_id, filename }) {
  const service = connect({ url, apiKey: full });
  const events = [];
  const progress = [];
  const body = { file: new Blob(['city,amount\\n', ...Array.from({ length: 40_000 }, (_, n) => n + ',7\\n')]) };
  const manifest = await uploadFile(service, { client_id, workspace_id, body }, {
    filename, onProgress: ({ sent, total }) => progress.push(sent / total),
  });
  const asker = connect({ url, apiKey: ask, endUserId: 'ada' });
  for await (const { event } of askStream(asker, { client_id, body: { query: 'how many ' + filename.split('.')[0], new_session: true } }))
    events.push(event);
  const refused = await listFiles(asker, { client_id, workspace_id }).catch((error) => error);
  return { rows: manifest.tables[0].row_count, events, progress, refused: refused instanceof ForbiddenError && refused.code };
}
${report}
`;

describe('the client kit in Chromium', () => {
  let own: OwnWorkspace;
  let browser: Browser;
  let site: Server;
  const scripts = new Map<string, string>();
  const origin = () => `http://localhost:${(site.address() as AddressInfo).port}`;

  before(async function () {
    const executablePath = requireChromium();
    if (!executablePath) return this.skip();
    scripts.set('/page.js', await bundle(JOURNEY('globalThis.journey = journey;')));
    scripts.set(
      '/worker.js',
      await bundle(
        JOURNEY(
          'onmessage = ({ data }) => journey(data).then(postMessage, (error) => postMessage({ error: String(error) }));',
        ),
      ),
    );
    site = createServer((req, res) => {
      const script = scripts.get(req.url ?? '');
      res.setHeader('Content-Type', script ? 'text/javascript' : 'text/html');
      res.end(script ?? '<!doctype html><script type="module" src="/page.js"></script>');
    });
    site.listen(0, 'localhost');
    await once(site, 'listening');
    own = await openWorkspace({ PLUMBLINE_HTTP__OWN_ORIGINS: origin() });
    browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-dev-shm-usage'],
    });
  });
  after(async () => {
    await browser?.close();
    site?.closeAllConnections();
    site?.close();
    await own?.close();
  });

  const given = async (filename: string) => ({
    url: own.service.url,
    full: own.service.apiKey,
    ask: (
      await call<{ api_key: string }>(own.service, 'POST', '/accounts/api-keys', {
        name: filename,
        scope: 'query',
        client_id: own.clientId,
        workspace_id: own.workspaceId,
      })
    ).api_key,
    client_id: own.clientId,
    workspace_id: own.workspaceId,
    filename,
  });
  const expectSeen = (seen: Seen) => {
    expect(seen.rows).to.equal(40_000);
    expect(seen.events[0]).to.equal('session');
    expect(seen.events.filter((event) => event === 'done')).to.have.length(1);
    expect(seen.events).to.include.members(['sql', 'result', 'explanation']);
    expect(seen.progress.at(-1)).to.equal(1);
    expect(seen.refused).to.equal('scope_insufficient');
  };

  it('asks, uploads with progress and reads errors in a page of another origin', async () => {
    const page = await browser.newPage();
    await page.goto(origin());
    await page.waitForFunction('globalThis.journey');
    const seen = await page.evaluate(
      `globalThis.journey(${JSON.stringify(await given('parcels.csv'))})`,
    );
    expectSeen(seen as Seen);
    await page.close();
  });

  it('does the same in a worker', async () => {
    const page = await browser.newPage();
    await page.goto(origin());
    const seen = await page.evaluate(
      `new Promise((resolve) => {
        const worker = new Worker('/worker.js', { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => resolve({ error: message });
        worker.postMessage(${JSON.stringify(await given('letters.csv'))});
      })`,
    );
    expectSeen(seen as Seen);
    await page.close();
  });

  it('is small: asking takes 4 kB of a page, everything 7 (brotli)', async () => {
    const size = async (names: string) =>
      brotliCompressSync(
        await bundle(
          `import ${names} from ${JSON.stringify(KIT)}; globalThis.kit = ${names === '* as kit' ? 'kit' : names};`,
        ),
      ).byteLength;
    const asking = await size('{ askStream, connect }');
    const all = await size('* as kit');
    console.log(`      asking ${asking} bytes, everything ${all} bytes`);
    expect(asking).to.be.below(4_000);
    expect(all).to.be.below(7_000);
  });
});

interface Seen {
  readonly rows: number;
  readonly events: readonly string[];
  readonly progress: readonly number[];
  readonly refused: string | false;
}
