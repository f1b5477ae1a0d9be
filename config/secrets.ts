/** Settings by these names, and all that stands below them, are secrets: `model.api_key`, `databases.encryption_keys`. */
const SECRET_NAME = /(^|_)(key|keys|secret|secrets|password|token)$/;
/** Headers often carry a key, under whatever name the provider wants. */
const HEADERS = 'headers';

/** Shorter texts stand in a log by chance: redacting them would hide what is no secret. */
const SHORTEST = 4;

/** Whether a setting's value is never printed, by its path. */
export function isSecretSetting(path: readonly string[]): boolean {
  return path.some((name) => name === HEADERS || SECRET_NAME.test(name));
}

/**
 * The secrets among the settings, as they may stand in a text: keys, passwords, headers, and what addresses carry
 * (password, parameters called like a secret).
 */
export function secretsOf(config: unknown): readonly string[] {
  const found = new Set<string>();
  collect(config, [], found);
  return [...found].filter((secret) => secret.length >= SHORTEST);
}

function collect(node: unknown, path: readonly string[], found: Set<string>): void {
  if (typeof node === 'string') {
    const secrets = isSecretSetting(path) ? [node] : secretsOfAddress(node);
    for (const secret of secrets) found.add(secret);
  } else if (Array.isArray(node)) {
    // The members of a list of keys are {id, key}: an id is shown, so that people can tell which key is meant.
    for (const inner of node) collect(inner, typeof inner === 'string' ? path : [], found);
  } else if (typeof node === 'object' && node !== null)
    for (const [name, inner] of Object.entries(node)) collect(inner, [...path, name], found);
}

function secretsOfAddress(text: string): string[] {
  if (!text.includes('://') || !URL.canParse(text)) return [];
  const url = new URL(text);
  const named = [...url.searchParams].filter(([name]) => SECRET_NAME.test(name.toLowerCase()));
  return [url.password, ...named.map(([, value]) => value)].flatMap(spellings);
}

/** A secret as an address writes it and as it is. */
function spellings(secret: string): string[] {
  if (secret === '') return [];
  try {
    return [secret, decodeURIComponent(secret)];
  } catch {
    return [secret];
  }
}

const SHOWN_AS = '***';

/** The settings as they may be shown: each secret of them as `***`, also in addresses. */
export function withoutSecrets(settings: unknown, path: readonly string[] = []): unknown {
  if (typeof settings === 'string')
    return isSecretSetting(path)
      ? SHOWN_AS
      : secretsOfAddress(settings).reduce(
          (text, secret) => text.replaceAll(secret, SHOWN_AS),
          settings,
        );
  if (Array.isArray(settings))
    return settings.map((inner) => withoutSecrets(inner, typeof inner === 'string' ? path : []));
  if (typeof settings !== 'object' || settings === null) return settings;
  return Object.fromEntries(
    Object.entries(settings).map(([name, inner]) => [name, withoutSecrets(inner, [...path, name])]),
  );
}

const REDACTED = '[redacted]';

/** Replaces each secret, also as JSON and as an address would write it. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const written = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
  ]);
  // The longest first: one secret may begin with another.
  const all = [...new Set(written)].sort((a, b) => b.length - a.length);
  if (all.length === 0) return (text) => text;
  const pattern = new RegExp(
    all.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'),
    'g',
  );
  return (text) => text.replace(pattern, REDACTED);
}
