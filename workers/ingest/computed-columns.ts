/** A token of a CREATE TABLE: a comment, a text, a name in quotes or none, or another character. */
const TOKEN =
  /--[^\n]*|\/\*.*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[\p{L}_][\p{L}\p{N}_$]*|\S/gsu;

/**
 * How many computed columns SQLite writes into a statement that reads each column of a table once: it puts the whole
 * expression of a column wherever another one names it, so that sixty columns of two names each become 2^60. `sql`: the
 * CREATE TABLE; `computed`: the names of its computed columns, in lower case. No less than it really is.
 */
export function expandedColumns(sql: string, computed: ReadonlySet<string>): number {
  const named = referencesOf(sql, computed);
  const sizes = new Map<string, number>();
  const sizeOf = (column: string): number => {
    const known = sizes.get(column);
    if (known !== undefined) return known;
    // Columns in a circle: SQLite refuses these itself.
    sizes.set(column, 1);
    const size = (named.get(column) ?? []).reduce((sum, other) => sum + sizeOf(other), 1);
    sizes.set(column, size);
    return size;
  };
  return [...computed].reduce((sum, column) => sum + sizeOf(column), 0);
}

/** The computed columns that the definition of each one names, as often as it does. */
function referencesOf(sql: string, computed: ReadonlySet<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let depth = 0;
  let column: string | null = null;
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token.startsWith('--') || token.startsWith('/*')) continue;
    if (token === ')') depth--;
    else if (token === '(' && depth++ === 0) column = null;
    else if (token === ',' && depth === 1) column = null;
    else if (depth > 0) {
      const name = nameOf(token);
      if (column === null) {
        column = name;
        found.set(column, []);
      } else if (computed.has(name)) found.get(column)?.push(name);
    }
  }
  return found;
}

const nameOf = (token: string): string =>
  (/^["'`[]/.test(token)
    ? token.slice(1, -1).replaceAll(token.charAt(0).repeat(2), token.charAt(0))
    : token
  ).toLowerCase();
