import { DatabaseSync } from 'node:sqlite';
import type { Reference, Row } from './compare.ts';

/** Runs a statement and gives its rows. */
export type Run = (sql: string) => readonly Row[];

/** A SQLite file, read-only. Gold SQL often has texts in double quotes, which SQLite takes where it is told to. */
export function openGold(file: string): { readonly run: Run; close(): void } {
  const database = new DatabaseSync(file, {
    readOnly: true,
    enableDoubleQuotedStringLiterals: true,
  });
  return {
    run: (sql) => {
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      statement.setReadBigInts(true);
      return statement.all() as unknown as readonly Row[];
    },
    close: () => database.close(),
  };
}

interface Token {
  /** Words in small letters; texts and quoted names as they are. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|[A-Za-z_][\w$]*|\d+(?:\.\d+)?|\S/g;

/** The tokens outside of all brackets. */
function outerTokens(sql: string): readonly Token[] {
  const found: Token[] = [];
  let depth = 0;
  for (const match of sql.matchAll(TOKEN)) {
    const [text] = match;
    if (text === ')') depth -= 1;
    const isQuoted = /^['"`[]/.test(text);
    const end = match.index + text.length;
    if (depth === 0)
      found.push({ text: isQuoted ? text : text.toLowerCase(), start: match.index, end });
    if (text === '(') depth += 1;
  }
  return found;
}

const SET_WORDS = new Set(['union', 'intersect', 'except']);
const DIRECTION = /\s+(?:asc|desc)?(?:\s*\bnulls\s+(?:first|last))?\s*$/i;

/** What a statement of the set gives, in what order, and where its limit cuts through a tie. Fails as the statement does. */
export function referenceOf(statement: string, run: Run): Reference {
  const sql = statement
    .trim()
    .replace(/(?:;\s*)+$/, '')
    .trim();
  const rows = run(sql);
  const unknown = { rows, ordered: true, keys: null, tie: null };
  const tokens = outerTokens(sql);
  const order = tokens.findIndex(
    ({ text }, at) => text === 'order' && tokens[at + 1]?.text === 'by',
  );
  if (order < 0) return { rows, ordered: false, keys: null, tie: null };
  try {
    return withKeys(sql, tokens, order, rows, run) ?? unknown;
  } catch {
    // Where the keys cannot be shown beside the columns, the order of the rows is all that is known.
    return unknown;
  }
}

/** Runs the statement once more without its limit and with its keys as further columns. */
function withKeys(
  sql: string,
  tokens: readonly Token[],
  order: number,
  rows: readonly Row[],
  run: Run,
): Reference | null {
  const from = tokens.find(({ text }) => text === 'from');
  const width = rows[0]?.length ?? 0;
  if (!from || width === 0 || tokens[0]?.text !== 'select' || tokens[1]?.text === 'distinct')
    return null;
  if (tokens.some(({ text }) => SET_WORDS.has(text))) return null;
  const limit = tokens.slice(order).find(({ text }) => text === 'limit');
  const end = limit?.start ?? sql.length;
  const begin = tokens[order + 1]?.end ?? end;
  const commas = tokens.slice(order).filter(({ text, start }) => text === ',' && start < end);
  const bounds = [begin - 1, ...commas.map(({ start }) => start), end];
  const keys = bounds
    .slice(1)
    .map((to, at) => ` ${sql.slice((bounds[at] ?? 0) + 1, to)} `.replace(DIRECTION, '').trim())
    // A number names a result column: it says nothing as a column of its own.
    .filter((key) => key !== '' && !/^\d+$/.test(key));
  if (keys.length === 0) return null;
  const shown = keys.map((key) => `(${key})`).join(', ');
  const all = run(`${sql.slice(0, from.start)}, ${shown} ${sql.slice(from.start, end)}`);
  const cells = all.map((row) => row.slice(0, width));
  if (textOf(cells.slice(0, rows.length)) !== textOf(rows)) return null;
  const keysOf = all.map((row) => row.slice(width));
  const count = rows.length;
  const last = textOf(keysOf[count - 1]);
  const isCut = limit !== undefined && all.length > count && textOf(keysOf[count]) === last;
  return {
    rows,
    ordered: true,
    keys: keysOf.slice(0, count),
    tie: isCut
      ? {
          before: cells.slice(0, count).filter((_, at) => textOf(keysOf[at]) !== last),
          tied: cells.filter((_, at) => textOf(keysOf[at]) === last),
        }
      : null,
  };
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'bigint' ? `${inner}n` : inner instanceof Uint8Array ? [...inner] : inner,
  );
