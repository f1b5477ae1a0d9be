import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { CODINGS, type Coding, etagOf, type StaticFile, sendStatic } from './content-coding.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../dist/web');

/** What a browser may do with the page: its own files and this service alone; no markup or script from strings. */
const POLICY = [
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
].join('; ');

const TYPES = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.html', 'text/html; charset=utf-8'],
]);

const SUFFIXES = { br: '.br', gzip: '.gz', identity: '' } as const;

/** The page as the build left it, whole in memory: some hundred kilobytes. */
export interface BuiltPage {
  readonly shell: StaticFile;
  /** By path, e.g. `/assets/main-Bx3f.js`. */
  readonly assets: ReadonlyMap<string, StaticFile>;
  /** `/embed.js`, for pages of other sites; null in a folder that was built without it. */
  readonly embed: StaticFile | null;
  /** Matches the paths that the shell is served at. */
  readonly paths: RegExp;
}

/** Reads what `npm run build:page` wrote; null where the page was not built. */
export function readBuiltPage(folder = FOLDER): BuiltPage | null {
  if (!existsSync(path.join(folder, 'page.json'))) return null;
  const { paths } = JSON.parse(readFileSync(path.join(folder, 'page.json'), 'utf8')) as {
    readonly paths: readonly string[];
  };
  const names = readdirSync(path.join(folder, 'assets')).filter((name) =>
    TYPES.has(path.extname(name)),
  );
  const embed = path.join(folder, 'embed.js');
  return {
    shell: readStatic(path.join(folder, 'index.html')),
    assets: new Map(
      names.map((name) => [`/assets/${name}`, readStatic(path.join(folder, 'assets', name))]),
    ),
    embed: existsSync(embed) ? readStatic(embed) : null,
    paths: new RegExp(`^(?:${paths.map((one) => one.replaceAll(/\{\w+\}/g, '[^/]+')).join('|')})$`),
  };
}

function readStatic(file: string): StaticFile {
  const bodies = new Map<Coding, Buffer>();
  for (const coding of CODINGS) {
    const encoded = file + SUFFIXES[coding];
    if (existsSync(encoded)) bodies.set(coding, readFileSync(encoded));
  }
  return {
    type: TYPES.get(path.extname(file)) ?? 'application/octet-stream',
    etag: etagOf(bodies.get('identity') ?? Buffer.alloc(0)),
    bodies,
  };
}

const GREETING =
  'Plumbline is running. Open this URL in a browser, or see /docs and /openapi.json for the API.\n';

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Plumbline</title>
<h1>The page isn't built yet</h1><p>Plumbline is running and the API works. To build the page, run "npm ci" and "npm run build:page" in the
checkout and start the service again. <a href="/docs">API reference</a></p></html>
`;

/** How long browsers use the script without asking whether it changed. */
const EMBED_SECONDS = 300;
const EMBED_NOT_BUILT = `The script isn't built yet. Run "npm ci" and "npm run build:page" in the checkout and restart Plumbline.\n`;

/**
 * The page for browsers: the shell at its addresses where `text/html` is asked for by name, its files, and the script
 * for pages of other sites. `/` is a line of text for everybody else; all other paths go on to the API's own 404. Without a built page, `/` and `/embed.js` say
 * how to have one.
 */
export function servePage(page: BuiltPage | null): RequestHandler {
  return function servePage(req, res, next) {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    if (req.path === '/embed.js') return sendEmbed(req, res, page?.embed ?? null);
    if (page === null) {
      if (req.path !== '/') return next();
      res.setHeader('Cache-Control', 'no-store');
      if (!wantsHtml(req)) return void res.type('text').send(GREETING);
      return res.status(503).type('html').send(NOT_BUILT);
    }
    const asset = page.assets.get(req.path);
    if (asset) {
      res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
      return sendStatic(req, res, asset);
    }
    if (!page.paths.test(req.path)) return next();
    res.vary('Accept');
    if (!wantsHtml(req)) {
      if (req.path !== '/') return next();
      // A client that looks whether the service is there, by hand or from a monitor.
      res.setHeader('Cache-Control', 'no-cache');
      return void res.type('text').send(GREETING);
    }
    res.setHeader('Content-Security-Policy', POLICY);
    const isShared = req.path.startsWith('/s/');
    res.setHeader('Cache-Control', isShared ? 'no-store' : 'no-cache');
    if (isShared) res.setHeader('X-Robots-Tag', 'noindex, nofollow');
    // The page is for its own visitors: no other site reads it.
    res.removeHeader('Access-Control-Allow-Origin');
    sendStatic(req, res, page.shell);
  };
}

/** Its name is not hashed, so a new version is to be seen soon; helmet would keep it from pages of other sites. */
function sendEmbed(req: Request, res: Response, embed: StaticFile | null): void {
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  if (embed === null) {
    res.setHeader('Cache-Control', 'no-store');
    res.status(503).type('text').send(EMBED_NOT_BUILT);
    return;
  }
  res.setHeader('Cache-Control', `public, max-age=${EMBED_SECONDS}`);
  sendStatic(req, res, embed);
}

// A program that accepts anything would rather have JSON.
const wantsHtml = (req: Request): boolean => (req.get('accept') ?? '').includes('text/html');
