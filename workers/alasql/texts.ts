/** By code points, as PostgreSQL's "C" collation and DuckDB order texts. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const x = a.charCodeAt(at);
    const y = b.charCodeAt(at);
    if (x !== y) {
      const xIsHigh = isSurrogate(x);
      // Surrogates stand for the code points above all others.
      if (xIsHigh !== isSurrogate(y)) return xIsHigh ? 1 : -1;
      return x - y;
    }
  }
  return a.length - b.length;
}

const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

/** Characters (code points) of a text. */
const characters = (text: string): readonly string[] | string => (isAscii(text) ? text : [...text]);

/** `substring(text from start for length)` of PostgreSQL: places count from 1, also those before the text. */
export function substring(text: string, start: number, length: number | null): string {
  const all = characters(text);
  const from = Math.max(0, start - 1);
  const to = length === null ? all.length : Math.max(from, start - 1 + length);
  const part = all.slice(from, to);
  return typeof part === 'string' ? part : part.join('');
}

/** Whether a text matches a LIKE pattern: `%` any text, `_` one character. Never worse than length × pattern. */
export function like(text: string, pattern: string, escapedBy: string): boolean {
  const parts = patternOf(pattern, escapedBy);
  const units = characters(text);
  let at = 0;
  let part = 0;
  let star = -1;
  let mark = 0;
  while (at < units.length) {
    const want = parts[part];
    if (want === ANY) {
      star = part++;
      mark = at;
    } else if (want !== undefined && (want === ONE || want === units[at])) {
      part += 1;
      at += 1;
    } else if (star >= 0) {
      part = star + 1;
      at = ++mark;
    } else return false;
  }
  while (parts[part] === ANY) part += 1;
  return part === parts.length;
}

const ANY = Symbol('%');
const ONE = Symbol('_');
type Part = string | typeof ANY | typeof ONE;

const patterns = new Map<string, readonly Part[]>();
/** Patterns that are kept; a query has a few. */
const KEPT_PATTERNS = 100;

function patternOf(pattern: string, escapedBy: string): readonly Part[] {
  const key = escapedBy + pattern;
  const known = patterns.get(key);
  if (known) return known;
  const parts: Part[] = [];
  let escaped = false;
  for (const character of pattern) {
    if (escaped) parts.push(character);
    else if (character !== escapedBy)
      parts.push(character === '%' ? ANY : character === '_' ? ONE : character);
    escaped = !escaped && character === escapedBy;
  }
  if (escaped) throw new RangeError('LIKE pattern must not end with escape character');
  if (patterns.size >= KEPT_PATTERNS) patterns.clear();
  patterns.set(key, parts);
  return parts;
}
