import type { Span } from './tree.ts';

/**
 * A statement as it is written, for the few rewrites that are made in its own text: a look past a LIMIT, a mended
 * bound. What is decided is decided on facts; here is only where to write, and what is written goes through the guard
 * again.
 */
export interface Token extends Span {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'brackets';
  /** A word in lower case, a name or a text without its quotes, the sign that opens brackets. */
  readonly text: string;
  /** What stands in brackets. */
  readonly inner: readonly Token[];
}

/** A SELECT of a statement; of several that UNION and the like join, it shows what the first does. */
export interface WrittenSelect {
  /** From its WITH or first SELECT to its end, without a semicolon. */
  readonly text: Span;
  /** Whether it stands in brackets. */
  readonly nested: boolean;
  /** Where its WITH ends; null without one. */
  readonly withEnd: number | null;
  readonly isSet: boolean;
  /** What stands between SELECT and FROM. */
  readonly shown: readonly Token[];
  /** Where FROM stands; null where that comes before SELECT, too. */
  readonly from: number | null;
  readonly orderBy: WrittenOrder | null;
  /** The number of rows that it is cut to. */
  readonly limit: Token | null;
}

export interface WrittenOrder {
  readonly start: number;
  /** The keys without their directions. */
  readonly keys: readonly (readonly Token[])[];
  /** The keys as they are written. */
  readonly written: readonly (readonly Token[])[];
}

const TOKEN =
  /(?<gap>\s+|--[^\n]*|\/\*(?:(?!\/\*)[\s\S])*?\*\/)|(?<text>'(?:[^'\\]|'')*')|(?<name>"(?:[^"\\]|"")*"|`(?:[^`\\]|``)*`)|(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)|(?<word>[\p{L}_][\p{L}\p{N}_]*)|(?<sign><=|>=|<>|!=|::|\/\/|\/(?!\*)|[^\s'"`\\$#/])/uy;

const CLOSES: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const CLOSING: ReadonlySet<string> = new Set(CLOSES.values());

/**
 * The tokens of a statement, those in brackets inside these. Null where engines read the text in different ways
 * (backslashes, dollar quotes, `#`), or its brackets do not close.
 */
export function tokensOf(sql: string): readonly Token[] | null {
  let level: Token[] = [];
  const open: { readonly before: Token[]; readonly sign: string; readonly start: number }[] = [];
  for (let at = 0; at < sql.length; ) {
    TOKEN.lastIndex = at;
    const { groups } = TOKEN.exec(sql) ?? {};
    if (!groups) return null;
    const { gap, text, name, number, word, sign = '' } = groups;
    const start = at;
    at = TOKEN.lastIndex;
    const add = (kind: Token['kind'], said: string, inner: readonly Token[] = [], from = start) =>
      level.push({ kind, text: said, inner, start: from, end: at });
    if (gap !== undefined) continue;
    if (text !== undefined) add('text', text.slice(1, -1).replaceAll("''", "'"));
    else if (name !== undefined) add('name', name.slice(1, -1));
    else if (number !== undefined) add('number', number);
    else if (word !== undefined) add('word', word.toLowerCase());
    else if (CLOSES.has(sign)) {
      open.push({ before: level, sign, start });
      level = [];
    } else if (CLOSING.has(sign)) {
      const opened = open.pop();
      if (!opened || CLOSES.get(opened.sign) !== sign) return null;
      const inner = level;
      level = opened.before;
      add('brackets', opened.sign, inner, opened.start);
    } else add('sign', sign);
  }
  return open.length === 0 ? level : null;
}

/** The tokens that stand beside each other, then those in each of their brackets. */
export function* levelsOf(tokens: readonly Token[]): Generator<readonly Token[]> {
  yield tokens;
  for (const { inner, kind } of tokens) if (kind === 'brackets') yield* levelsOf(inner);
}

/** All SELECTs of a statement, outermost first. */
export const selectsOf = (tokens: readonly Token[]): readonly WrittenSelect[] =>
  [...levelsOf(tokens)].flatMap((level) => selectOf(level, level !== tokens) ?? []);

export const isWord = (token: Token | undefined, ...words: readonly string[]): boolean =>
  token?.kind === 'word' && words.includes(token.text);

export const isSign = (token: Token | undefined, sign: string): boolean =>
  token?.kind === 'sign' && token.text === sign;

/** The parts of a list between its commas. */
export function listOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  for (const token of tokens)
    if (isSign(token, ',')) parts.push([]);
    else parts.at(-1)?.push(token);
  return parts;
}

/** The text that tokens stand for, with all between them. */
export const textOf = (sql: string, tokens: readonly Token[]): string =>
  sql.slice(tokens[0]?.start, tokens.at(-1)?.end ?? 0);

const SET_WORDS = ['union', 'intersect', 'except'];

function selectOf(level: readonly Token[], nested: boolean): WrittenSelect | null {
  const semicolon = level.findIndex((token) => isSign(token, ';'));
  const tokens = semicolon < 0 ? level : level.slice(0, semicolon);
  const [start, last] = [tokens[0], tokens.at(-1)];
  const isSet = tokens.some((token) => isWord(token, ...SET_WORDS));
  const begins = isWord(start, 'with', 'select', 'from') || (start?.kind === 'brackets' && isSet);
  if (!start || !last || (nested && !begins)) return null;
  const select = tokens.findIndex((token) => isWord(token, 'select'));
  const from = tokens.findIndex(
    (token, at) => at > select && isWord(token, 'from') && !isWord(tokens[at - 1], 'distinct'),
  );
  const order = tokens.findLastIndex(
    (token, at) => at > from && isWord(token, 'order') && isWord(tokens[at + 1], 'by'),
  );
  const isPlain = select >= 0 && from >= 0;
  return {
    text: { start: start.start, end: last.end },
    nested,
    withEnd: isWord(start, 'with') ? (tokens[select]?.start ?? null) : null,
    isSet,
    shown: isPlain ? tokens.slice(select + 1, from) : [],
    from: isPlain ? (tokens[from]?.start ?? null) : null,
    orderBy: order < 0 ? null : orderOf(tokens.slice(order)),
    limit: limitOf(tokens),
  };
}

/** ORDER BY and all behind it. */
export function orderOf(tokens: readonly Token[]): WrittenOrder {
  const end = tokens.findIndex((token) => isWord(token, ...BEHIND_ORDER));
  const written = listOf(tokens.slice(2, end < 0 ? tokens.length : end));
  return { start: tokens[0]?.start ?? 0, written, keys: written.map(withoutDirection) };
}

/** What may follow the keys of an order, in a statement or a window. */
const BEHIND_ORDER = ['limit', 'fetch', 'offset', 'for', 'rows', 'range', 'groups'];

function withoutDirection(key: readonly Token[]): readonly Token[] {
  const nulls = isWord(key.at(-2), 'nulls') ? key.slice(0, -2) : key;
  return isWord(nulls.at(-1), 'asc', 'desc') ? nulls.slice(0, -1) : nulls;
}

/** The number of `LIMIT 5` and `FETCH FIRST 5 ROWS ONLY`. */
function limitOf(tokens: readonly Token[]): Token | null {
  const at = tokens.findLastIndex((token) => isWord(token, 'limit', 'fetch'));
  const [rows, next] = tokens.slice(isWord(tokens[at + 1], 'first', 'next') ? at + 2 : at + 1);
  return at >= 0 && rows?.kind === 'number' && !isSign(next, ',') ? rows : null;
}
