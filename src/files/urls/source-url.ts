import { AppError } from '#src/errors.ts';

export const urlRefused = (message: string, cause?: unknown) =>
  new AppError('file_url_refused', message, { cause });

/** A URL that files are fetched from. Fails with `file_url_refused`. */
export function parseSourceUrl(text: string, allowHttp: boolean): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (!url) throw urlRefused("This isn't a URL. Use https://….");
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:'))
    throw urlRefused('The URL must start with https://.');
  if (url.username || url.password)
    throw urlRefused(
      "The URL can't contain a user or password. Use a link that carries its own token.",
    );
  return downloadOf(url);
}

const SHEET = /^\/spreadsheets\/d\/(e\/)?([\w-]+)(?:\/(\w*))?/;

/** The link that downloads what a link of a browser shows: a Google Sheet as CSV. */
function downloadOf(url: URL): URL {
  const [, published, id, page] =
    (url.hostname === 'docs.google.com' && SHEET.exec(url.pathname)) || [];
  if (!id || page === 'export' || url.searchParams.get('output') === 'csv') return url;
  const gid = url.searchParams.get('gid') ?? /gid=(\d+)/.exec(url.hash)?.[1];
  const found = new URL(`/spreadsheets/d/${published ?? ''}${id}/`, url);
  found.pathname += published ? 'pub' : 'export';
  found.searchParams.set(published ? 'output' : 'format', 'csv');
  if (gid) found.searchParams.set('gid', gid);
  if (gid && published) found.searchParams.set('single', 'true');
  return found;
}

/** Longer parts of a path with letters and digits are as good as a key. */
const KEY_CHARS = 20;
const isKey = (part: string) =>
  part.length >= KEY_CHARS && /\d/.test(part) && /[a-z]/i.test(part) && !/\.\w{2,7}$/.test(part);

/** A URL as it is listed, logged and told: without what opens it for others. */
export function shownUrl(url: URL): string {
  const path = url.pathname
    .split('/')
    .map((part) => (isKey(part) ? `${part.slice(0, 4)}…` : part))
    .join('/');
  const query = [...url.searchParams.keys()].map((name) => `${encodeURIComponent(name)}=…`);
  return `${url.origin}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}
