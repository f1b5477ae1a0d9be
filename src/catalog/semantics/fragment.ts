import type { CatalogTable, SqlFragment } from '#src/plugin-api/catalog.ts';
import { AGGREGATE_NAMES, type AggregateFunction, functionNamed } from '#src/query/functions.ts';

/** A fragment, or why a text cannot be one. */
export type FragmentReading = { readonly parts: SqlFragment } | { readonly problem: string };

const TOKEN =
  /(?<space>\s+)|(?<text>'(?:[^'\\]|'')*')|(?<quoted>"[^"]+"|`[^`]+`)|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<mark>::|\|\||<=|>=|<>|!=|[-+*/%(),.=<>])/uy;

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** Words that are never a column where they stand unquoted. */
const KEYWORDS = set(
  'case when then else end and or not null is in like ilike between distinct as',
);
/** Words that may stand in an expression where no column has their name. */
const OTHER_WORDS = set('true false date time timestamp interval filter where from escape');
const TYPES = set(
  'integer int bigint smallint decimal numeric real float double precision varchar char text date timestamp time boolean signed unsigned',
);
const UNITS = set('year quarter month week day hour minute second dow isodow');

interface Token {
  readonly kind: 'space' | 'text' | 'quoted' | 'number' | 'word' | 'mark';
  readonly text: string;
}

/**
 * Reads an expression or condition over the columns of one table, by an allow-list of words and marks: no subqueries,
 * no windows, no comments, brackets balanced. The columns in it become references, so that it can stand beside joined
 * tables. Whether it is sound SQL is for the guard to say.
 */
export function readFragment(sql: string, table: CatalogTable): FragmentReading {
  const tokens = tokensOf(sql.trim());
  if ('problem' in tokens) return tokens;
  const parts: (string | { readonly column: string })[] = [];
  const add = (text: string) => {
    if (typeof parts.at(-1) === 'string') parts.push(`${parts.pop() as string}${text}`);
    else parts.push(text);
  };
  let depth = 0;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token.text === '(') depth++;
    if (token.text === ')' && --depth < 0) return { problem: "its brackets don't match" };
    if (token.kind !== 'word' && token.kind !== 'quoted') {
      add(token.text);
      continue;
    }
    const owner = ownColumn(tokens, at, table);
    if (owner) {
      parts.push({ column: owner.column });
      at = owner.last;
    } else if (mayStand(tokens, at)) add(token.text);
    else return { problem: unknownWord(token, table) };
  }
  return depth === 0 ? { parts } : { problem: "its brackets don't match" };
}

/** A fragment as it was written, columns by their bare names. */
export const fragmentText = (parts: SqlFragment): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.column)).join('');

/** The aggregate that a fragment is, where it is nothing but one: `SUM(quantity * price)`. */
export function soleAggregate(
  parts: SqlFragment,
): { readonly fn: AggregateFunction; readonly distinct: boolean } | null {
  const text = fragmentText(parts);
  const found = /^(\w+)\s*\((.*)\)$/is.exec(text);
  const fn = AGGREGATE_NAMES.find((name) => name === functionNamed(found?.[1] ?? ''));
  if (!found || !fn) return null;
  let depth = 0;
  for (const mark of found[2]!.replace(/'[^']*'/g, '')) {
    if (mark === '(') depth++;
    if (mark === ')' && --depth < 0) return null;
  }
  return { fn, distinct: /^\s*distinct\b/i.test(found[2]!) };
}

function tokensOf(sql: string): readonly Token[] | { readonly problem: string } {
  const tokens: Token[] = [];
  for (let at = 0; at < sql.length; ) {
    if (/^(?:--|\/\*)/.test(sql.slice(at, at + 2))) return { problem: 'it contains a comment' };
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(sql);
    if (!found) return { problem: `"${sql.slice(at, at + 12)}" isn't allowed in it` };
    const [kind, text] = Object.entries(found.groups!).find(([, part]) => part !== undefined)!;
    tokens.push({ kind: kind as Token['kind'], text });
    at += text.length;
  }
  return tokens;
}

const solid = (tokens: readonly Token[], from: number, step: 1 | -1): Token | null => {
  let at = from + step;
  while (tokens[at]?.kind === 'space') at += step;
  return tokens[at] ?? null;
};
const wordAt = (token: Token | null) => (token?.kind === 'word' ? token.text.toLowerCase() : '');

/** The column that a word names here, alone or after its table, and where its name ends. */
function ownColumn(
  tokens: readonly Token[],
  at: number,
  table: CatalogTable,
): { readonly column: string; readonly last: number } | null {
  const name = nameOf(tokens[at]!);
  const qualified = tokens[at + 1]?.text === '.' && name === table.name.toLowerCase();
  const last = qualified ? at + 2 : at;
  const token = tokens[last];
  if (!token || (token.kind !== 'word' && token.kind !== 'quoted')) return null;
  if (!qualified && isSyntax(tokens, at)) return null;
  const column = table.columns.find(
    (one) => !one.hidden && one.name.toLowerCase() === nameOf(token),
  );
  return column ? { column: column.name, last } : null;
}

const nameOf = ({ kind, text }: Token) =>
  (kind === 'quoted' ? text.slice(1, -1) : text).toLowerCase();

/** Whether a word is no name where it stands: a keyword, a function, a type, the unit of a date, `DATE '…'`. */
function isSyntax(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  if (token.kind === 'quoted') return false;
  const next = solid(tokens, at, 1);
  return (
    KEYWORDS.has(wordAt(token)) ||
    next?.text === '(' ||
    next?.kind === 'text' ||
    isType(tokens, at) ||
    isUnit(tokens, at)
  );
}

function mayStand(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  const word = wordAt(token);
  const next = solid(tokens, at, 1);
  if (solid(tokens, at, -1)?.text === '.' || next?.text === '.') return false;
  if (KEYWORDS.has(word) || OTHER_WORDS.has(word) || isType(tokens, at) || isUnit(tokens, at))
    return true;
  return token.kind === 'word' && next?.text === '(' && word !== 'over' && word !== 'select';
}

function isType(tokens: readonly Token[], at: number): boolean {
  const before = solid(tokens, at, -1);
  const opens = before?.text === '::' || wordAt(before) === 'as' || wordAt(before) === 'double';
  return opens && TYPES.has(wordAt(tokens[at]!));
}

function isUnit(tokens: readonly Token[], at: number): boolean {
  const [before, next] = [solid(tokens, at, -1), solid(tokens, at, 1)];
  const extracted = before?.text === '(' && wordAt(next) === 'from';
  return (extracted || before?.kind === 'text') && UNITS.has(wordAt(tokens[at]!));
}

function unknownWord({ kind, text }: Token, table: CatalogTable): string {
  if (kind === 'quoted' && text.startsWith('"'))
    return `${text} isn't a column of "${table.name}" (use single quotes for text)`;
  return `"${kind === 'quoted' ? text.slice(1, -1) : text}" isn't a column of "${table.name}" or part of an expression`;
}
