import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import express from 'express';
import request from 'supertest';
import { readBuiltPage, servePage } from '#src/http/page.ts';
import { PAGE_PATHS } from '#src/web/paths.ts';

const SCRIPT = 'export {};';
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';

describe('the page as files', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-page-'));
    await mkdir(path.join(folder, 'assets'));
    await Promise.all([
      writeFile(path.join(folder, 'page.json'), JSON.stringify({ paths: PAGE_PATHS })),
      writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Plumbline</title>'),
      writeFile(path.join(folder, 'assets', 'main-Ab1.js'), SCRIPT),
      writeFile(path.join(folder, 'assets', 'main-Ab1.js.br'), brotliCompressSync(SCRIPT)),
      writeFile(path.join(folder, 'assets', 'main-Ab1.js.gz'), gzipSync(SCRIPT)),
      writeFile(path.join(folder, 'embed.js'), SCRIPT),
      writeFile(path.join(folder, 'embed.js.br'), brotliCompressSync(SCRIPT)),
    ]);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const served = (from = folder) => {
    const app = express();
    app.use((_req, res, next) => {
      res.setHeader('Access-Control-Allow-Origin', '*');
      next();
    });
    app.use(servePage(readBuiltPage(from)));
    app.use((_req, res) => res.status(404).json({ detail: 'Not found' }));
    return app;
  };

  it('gives browsers the shell at each of its addresses', async () => {
    for (const address of PAGE_PATHS) {
      const at = address.replaceAll(/\{\w+\}/g, 'x%2Fy');
      const { text, headers } = await request(served()).get(at).set('Accept', HTML).expect(200);
      expect(text).to.contain('<title>Plumbline</title>');
      expect(headers['content-type']).to.equal('text/html; charset=utf-8');
    }
  });

  it('leaves other addresses, programs and methods to the API', async () => {
    const cases: readonly [string, string, string][] = [
      ['get', '/boards', '*/*'],
      ['get', '/boards', 'application/json'],
      ['get', '/boards/a/b', HTML],
      ['get', '/operate/nothing', HTML],
      ['get', '/clients', HTML],
      ['get', '/assets/other.js', HTML],
      ['get', '/assets/..%2Fpage.json', HTML],
      ['post', '/', HTML],
    ];
    for (const [method, address, accept] of cases) {
      const { body } = await request(served())
        [method as 'get'](address)
        .set('Accept', accept)
        .expect(404);
      expect(body, `${method} ${address}`).to.deep.equal({ detail: 'Not found' });
    }
  });

  it('lets the shell run nothing but its own files, and nobody frame or read it', async () => {
    const { headers } = await request(served()).get('/').set('Accept', HTML).expect(200);
    expect(headers['content-security-policy']?.split('; ')).to.deep.equal([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data: blob:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(headers).to.not.have.property('access-control-allow-origin');
    expect(headers).to.include({ 'cache-control': 'no-cache', vary: 'Accept, Accept-Encoding' });
  });

  it('gives files compressed as asked, for good, and again only where they changed', async () => {
    const server = served().listen(0);
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const get = (headers: Record<string, string>) =>
        fetch(`http://127.0.0.1:${port}/assets/main-Ab1.js`, { headers });
      const codings: readonly [string, string | null][] = [
        ['gzip, deflate, br', 'br'],
        ['gzip', 'gzip'],
        ['zstd', null],
        ['identity', null],
      ];
      for (const [accepted, coding] of codings) {
        const response = await get({ 'accept-encoding': accepted });
        expect(response.headers.get('content-encoding'), accepted).to.equal(coding);
        expect(response.headers.get('cache-control')).to.equal(
          'public, max-age=31536000, immutable',
        );
        expect(response.headers.get('content-type')).to.equal('text/javascript; charset=utf-8');
        expect(await response.text()).to.equal(SCRIPT);
      }
      const etag = (await get({})).headers.get('etag') ?? '';
      expect((await get({ 'if-none-match': etag, 'cache-control': 'max-age=0' })).status).to.equal(
        304,
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('gives the component to pages of any site, and a new version soon', async () => {
    const { headers, text } = await request(served())
      .get('/embed.js')
      .set('Accept-Encoding', 'br')
      .set('Origin', 'https://shop.example')
      .expect(200);
    expect(headers).to.include({
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
    });
    expect(text).to.equal(SCRIPT);
    const etag = headers['etag'] ?? '';
    await request(served()).get('/embed.js').set('If-None-Match', etag).expect(304);
    await request(served()).post('/embed.js').expect(404);
  });

  it('answers at its root for clients that ask for no page, too', async () => {
    for (const page of [served(), served(path.join(folder, 'nowhere'))]) {
      const { text } = await request(page).get('/').set('Accept', '*/*').expect(200);
      expect(text).to.contain('Plumbline is running').and.contain('/openapi.json');
      await request(page).head('/').expect(200);
    }
  });

  it('says how to build it where it was not built', async () => {
    const app = express();
    app.use(servePage(readBuiltPage(path.join(folder, 'nowhere'))));
    const { text } = await request(app).get('/').set('Accept', HTML).expect(503);
    expect(text).to.contain('npm run build:page');
    await request(app).get('/boards').set('Accept', HTML).expect(404);
    const embed = await request(app).get('/embed.js').expect(503);
    expect(embed.text).to.contain('npm run build:page');
    expect(embed.headers).to.include({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    });
  });
});
