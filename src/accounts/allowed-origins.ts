/** Websites that a key can be limited to. */
export const MAX_ORIGINS = 10;

const SHAPE = /^https?:\/\/[^/?#@\\*\s]+$/i;
const LOCAL = new Set(['localhost', '127.0.0.1']);

/**
 * A website as browsers name it in `Origin`: scheme and host in lower case, the port where it is not the default one
 * (RFC 6454, section 6.2). Null where the text is no such, or is `http:` elsewhere than on the machine itself.
 */
export function normalOrigin(text: string): string | null {
  if (!SHAPE.test(text) || !URL.canParse(text)) return null;
  const { origin, protocol, hostname } = new URL(text);
  return protocol === 'https:' || LOCAL.has(hostname) ? origin : null;
}
