/**
 * Places in a statement's own text, for the few rewrites that are made there: a look past a LIMIT, a mended bound. What
 * is decided is decided on facts; these only find where to write, and what they write goes through the guard again.
 */

/** Literals, quoted names and comments. */
const OPAQUE = /'(?:[^']|'')*'|"[^"]*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\//g;
const LITERAL = /'(?:[^']|'')*'/g;

/** The text with the inside of every literal blanked: all places stay. */
export const withoutLiterals = (sql: string): string =>
  sql.replace(LITERAL, (literal) => `'${' '.repeat(literal.length - 2)}'`);

/** The text with spaces for literals, quoted names and comments: all places stay. */
export const bareText = (sql: string): string =>
  sql.replace(OPAQUE, (found) => ' '.repeat(found.length));

/** The text with spaces also for all that stands in brackets. */
export function outsideBrackets(sql: string): string {
  let depth = 0;
  return bareText(sql)
    .split('')
    .map((sign) => {
      if (sign === ')') depth--;
      const shown = depth === 0 && sign !== ')' ? sign : ' ';
      if (sign === '(') depth++;
      return shown;
    })
    .join('');
}

/** The place of the bracket that closes what was opened before `start`; -1 where none does. */
export function closing(bare: string, start: number): number {
  let depth = 1;
  for (let at = start; at < bare.length; at++) {
    if (bare[at] === '(') depth++;
    if (bare[at] === ')' && --depth === 0) return at;
  }
  return -1;
}

/** The place of the bracket that is open at `end`; -1 where none is. */
export function opening(bare: string, end: number): number {
  let depth = 1;
  for (let at = end - 1; at >= 0; at--) {
    if (bare[at] === ')') depth++;
    if (bare[at] === '(' && --depth === 0) return at;
  }
  return -1;
}

/** The parts between the commas that stand in no brackets. */
export function commaParts(text: string): readonly string[] {
  const cuts = [...outsideBrackets(text).matchAll(/,/g)].map(({ index }) => index);
  return [...cuts, text.length].map((end, index) =>
    text.slice(index === 0 ? 0 : (cuts[index - 1] ?? 0) + 1, end),
  );
}

export interface Cut {
  /** Where the number of rows stands. */
  readonly at: number;
  readonly length: number;
  readonly rows: number;
}

/** The places where a number of rows is written: `LIMIT 5`, `FETCH FIRST 5 ROWS ONLY`. */
export const cutsIn = (sql: string): readonly Cut[] =>
  [...bareText(sql).matchAll(/\b(?:LIMIT|FETCH\s+(?:FIRST|NEXT))\s+(\d+)\b(?!\s*,)/gi)].map(
    ({ 0: found, 1: rows = '', index }) => ({
      at: index + found.length - rows.length,
      length: rows.length,
      rows: Number(rows),
    }),
  );
