import { LRUCache } from 'lru-cache';

/** What the service makes and takes as secrets: keys, bearer tokens (JWT, RFC 7519), signing secrets; and keys of models. */
const SECRETS =
  /plumb_(?:live|test|share)_[0-9A-Za-z]*|ey[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?|whsec_[\w+/=-]*|\bsk-[\w-]{8,}/g;
const REDACTED = '[redacted]';

/** Parameters of queries whose values are shown: those of our own routes. Whatever else is sent may be a secret. */
const SHOWN = new Set([
  ...['limit', 'offset', 'cursor', 'format', 'table', 'rows', 'from', 'to', 'group_by', 'keep'],
  ...['workspace_id', 'client_id', 'source_id', 'board_id', 'saved_id'],
  ...['action', 'kind', 'preview', 'everywhere'],
  ...['theme', 'width', 'lang', 'palette'],
]);

/**
 * The address of a request as the log may show it: keys and tokens are redacted wherever they stand in it, also behind
 * percent signs, and so are the values of parameters that no route has, and a name and password before the host.
 */
export function loggedUrl(url: string): string {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const shown = harmless.get(path) ?? shownPath(path);
  return at < 0
    ? shown
    : `${shown}?${url
        .slice(at + 1)
        .split('&')
        .map(shownParameter)
        .join('&')}`;
}

/** Paths that are shown as they are: looking for secrets takes as long as writing a line, and most are asked for again. */
const harmless = new LRUCache<string, string>({ max: 1_000 });
const LONGEST_KEPT = 200;

function shownPath(path: string): string {
  const shown = path
    .replace(/^(\w+:\/\/)[^/]*@/, `$1${REDACTED}@`)
    .split('/')
    .map(withoutSecrets)
    .join('/');
  if (shown === path && path.length <= LONGEST_KEPT) harmless.set(path, path);
  return shown;
}

function shownParameter(text: string): string {
  const at = text.indexOf('=');
  const name = at < 0 ? text : text.slice(0, at);
  if (SHOWN.has(name)) return withoutSecrets(text);
  // Without a value, the name itself may be what was meant to stay secret.
  return at < 0 ? REDACTED : `${withoutSecrets(name)}=${REDACTED}`;
}

function withoutSecrets(text: string): string {
  const plain = decoded(text);
  if (plain.search(SECRETS) < 0) return text;
  return plain.replaceAll(SECRETS, REDACTED);
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
