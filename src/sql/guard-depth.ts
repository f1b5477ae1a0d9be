/** What may nest: more often than these stand in a text, texts and comments included, it nests nowhere. */
const NESTING = /[([{+\-~!@]|case|not/gi;

/** Whether a text is nested deeper than so many levels. */
export function nestsDeeperThan(sql: string, levels: number): boolean {
  const atMost = sql.match(NESTING)?.length ?? 0;
  return atMost > levels && nestingDepth(sql) > levels;
}

/**
 * The deepest nesting of brackets and CASE in a text, read without a parser, so that a text cannot overflow the stack
 * of one. Strings, quoted names and comments are skipped as PostgreSQL, MySQL, SQLite and DuckDB write them. A long
 * chain of prefix operators (`NOT NOT …`, `- - …`) nests as well and counts one level each.
 */
function nestingDepth(sql: string): number {
  let depth = 0;
  let prefixes = 0;
  let deepest = 0;
  for (const [token] of tokensOf(sql)) {
    if (/^[([{]|^case$/i.test(token)) depth++;
    else if (/^[)\]}]|^end$/i.test(token)) depth = Math.max(0, depth - 1);
    prefixes = /^(not|[-+~!@])$/i.test(token) ? prefixes + 1 : 0;
    deepest = Math.max(deepest, depth + prefixes);
  }
  return deepest;
}

/** Words, signs, texts and comments of a statement, as all dialects write them. */
export const tokensOf = (sql: string): Iterable<RegExpExecArray> => sql.matchAll(TOKENS);

const TOKENS = new RegExp(
  [
    String.raw`--[^\n]*`,
    String.raw`/\*[\s\S]*?(?:\*/|$)`,
    `'(?:[^']|'')*(?:'|$)`,
    `"(?:[^"]|"")*(?:"|$)`,
    String.raw`\$(\w*)\$[\s\S]*?(?:\$\1\$|$)`,
    String.raw`\w+`,
    String.raw`[^\s\w]`,
  ].join('|'),
  'g',
);
