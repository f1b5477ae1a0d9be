import { Refused } from '#src/plugin-api/refused.ts';
import type { ParsedStatement } from './parse.ts';
import { isLiteral, type Token } from './tokens.ts';

type Polyglot = typeof import('@polyglot-sql/sdk');

let loading: Promise<Polyglot> | null = null;

/** The other parser, 22 MB of WebAssembly: loaded when the first statement comes. */
function load(): Promise<Polyglot> {
  loading ??= import('@polyglot-sql/sdk');
  return loading;
}

/**
 * Asks a second parser what a statement is: it must find one SELECT over the same tables. Otherwise one of both is wrong,
 * and the statement is refused; so is what it cannot read, which no statement of a model was (docs/guard.md). Throws
 * `Refused`.
 */
export async function secondOpinion({ tokens, tables }: ParsedStatement): Promise<void> {
  const { parse, Dialect } = await load();
  const text = condensed(tokens);
  const read = attempt(() => parse(text, Dialect.MySQL));
  const found = read?.success && Array.isArray(read.ast) ? tablesOf(read.ast) : null;
  const ours = new Set(tables.map(key));
  const isSame = found !== null && found.size === ours.size && [...found].every((t) => ours.has(t));
  if (!isSame)
    throw new Refused(
      'syntax',
      'The statement is ambiguous. Write it in a simpler way, with backticks around names.',
    );
}

/** Literals of a list that the second parser is shown: a thousand more tell it nothing and cost most of its time. */
const MOST_LITERALS = 20;

/** The text with long lists of literals cut. */
function condensed(tokens: readonly Token[]): string {
  const parts: string[] = [];
  let literals = 0;
  for (const [index, token] of tokens.entries()) {
    if (isLiteral(token)) {
      if (++literals > MOST_LITERALS) continue;
    } else if (token.kind === 'op' && token.key === ',') {
      const next = tokens[index + 1];
      if (literals >= MOST_LITERALS && next && isLiteral(next)) continue;
    } else literals = 0;
    parts.push(token.gap ? ` ${token.raw}` : token.raw);
  }
  return parts.join('');
}

function attempt<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch {
    return null;
  }
}

const key = (names: readonly string[]) => names.join('\0').toLowerCase();

const QUERIES = new Set(['select', 'union', 'intersect', 'except', 'subquery', 'paren', 'with']);

/** Names of all tables of one SELECT; null where it is anything else. */
function tablesOf(ast: readonly unknown[]): ReadonlySet<string> | null {
  const [root, ...more] = ast;
  if (!isObject(root) || more.length > 0) return null;
  const [kind = ''] = Object.keys(root);
  if (!QUERIES.has(kind)) return null;
  const tables = new Set<string>();
  const open: unknown[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (Array.isArray(node)) open.push(...node);
    else if (isObject(node)) {
      const table = node['table'];
      if (isObject(table) && isObject(table['name']) && 'schema' in table)
        tables.add(nameOf(table));
      open.push(...Object.values(node));
    }
  }
  return tables;
}

function nameOf(table: Readonly<Record<string, unknown>>): string {
  const parts = [table['schema'], table['name']].filter(isObject);
  return key(parts.map((part) => String(part['name'])));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
