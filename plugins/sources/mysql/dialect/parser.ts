import { Refused } from '#src/plugin-api/refused.ts';
import type { TreeExpr, TreeQuery } from '#src/sql/select/tree.ts';
import { LEVEL } from './levels.ts';
import { syntax } from './refused.ts';
import type { SpelledName } from './spellings.ts';
import type { Rendered, Token } from './tokens.ts';
import { isReserved } from './words.ts';

/** The deepest nesting of brackets, subqueries, CASE and prefix operators that is read. */
const MAX_DEPTH = 120;

/** The parts of the grammar that need each other. */
export interface Grammar {
  /** An expression whose operators bind at least as tightly as `level`. */
  expr(parser: Parser, level: number): TreeExpr;
  /** What follows `left`, which begins the expression. */
  exprFrom(parser: Parser, left: TreeExpr, level: number): TreeExpr;
  query(parser: Parser): TreeQuery;
  /** The set operations, ORDER BY and LIMIT that follow `left`. */
  queryFrom(parser: Parser, left: TreeQuery): TreeQuery;
}

/** Tokens with a place in them, and what is noted on the way. Never steps back, so that reading is linear. */
export class Parser {
  /** Places of tokens to be written without the gap before them: `count (x)` → `count(x)`. */
  readonly glued = new Set<number>();
  /** Places of tokens to be left out: index hints. */
  readonly dropped = new Set<number>();
  /** Literals between double quotes, which are names in other databases. */
  readonly doubleQuoted = new WeakSet<TreeExpr>();
  /** What was likely meant otherwise than the server reads it. */
  mistake: Refused | null = null;
  /** Texts that stand where a column is likelier. */
  readonly likelyColumns: string[] = [];
  /** Names of tables wherever they stand. */
  readonly spelled: SpelledName[] = [];
  /** Names of tables read, WITH names among them, as written. */
  readonly tables: (readonly string[])[] = [];
  private readonly text: string;
  private readonly tokens: readonly Token[];
  private readonly grammar: Grammar;
  private at = 0;
  private depth = 0;

  constructor({ text, tokens }: Rendered, grammar: Grammar) {
    this.text = text;
    this.tokens = tokens;
    this.grammar = grammar;
  }

  expr(level: number = LEVEL.or): TreeExpr {
    return this.nested(() => this.grammar.expr(this, level));
  }

  exprFrom(left: TreeExpr, level: number = LEVEL.or): TreeExpr {
    return this.grammar.exprFrom(this, left, level);
  }

  query(): TreeQuery {
    return this.nested(() => this.grammar.query(this));
  }

  queryFrom(left: TreeQuery): TreeQuery {
    return this.grammar.queryFrom(this, left);
  }

  /** Runs a part that stands deeper. */
  nested<T>(part: () => T): T {
    if (++this.depth > MAX_DEPTH)
      throw new Refused('too_deep', 'The statement is nested too deeply. Split it into steps.');
    const result = part();
    this.depth--;
    return result;
  }

  get place(): number {
    return this.at;
  }

  /** The text of the tokens from `place` up to here. */
  textFrom(place: number): string {
    const end = this.at > place ? this.tokens[this.at - 1]!.end : this.tokens[place]!.start;
    return this.text.slice(this.tokens[place]!.start, end);
  }

  /** Where the token before this place ends in the text. */
  get lastEnd(): number {
    return this.tokens[this.at - 1]?.end ?? 0;
  }

  peek(distance = 0): Token {
    return this.tokens[this.at + distance] ?? this.tokens.at(-1)!;
  }

  next(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.at++;
    return token;
  }

  isWord(word: string, distance = 0): boolean {
    const token = this.peek(distance);
    return token.kind === 'word' && token.key === word;
  }

  isOp(op: string, distance = 0): boolean {
    const token = this.peek(distance);
    return token.kind === 'op' && token.key === op;
  }

  /** Whether the next word is one of these. */
  isOneOf(...words: readonly string[]): boolean {
    const token = this.peek();
    return token.kind === 'word' && words.includes(token.key);
  }

  takeWord(word: string): boolean {
    if (!this.isWord(word)) return false;
    this.at++;
    return true;
  }

  /** Takes these words when they all come next. */
  takeWords(...words: readonly string[]): boolean {
    if (!words.every((word, index) => this.isWord(word, index))) return false;
    this.at += words.length;
    return true;
  }

  takeOp(op: string): boolean {
    if (!this.isOp(op)) return false;
    this.at++;
    return true;
  }

  needWord(word: string): void {
    if (!this.takeWord(word)) this.unexpected(word.toUpperCase());
  }

  needOp(op: string): void {
    if (!this.takeOp(op)) this.unexpected(`"${op}"`);
  }

  /** Whether a name could come next: quoted, or a word that is not reserved. */
  isName(distance = 0): boolean {
    const token = this.peek(distance);
    return token.kind === 'name' || (token.kind === 'word' && !isReserved(token.key));
  }

  /** The next token as a name. After a dot without a gap a reserved word is a name, too. */
  name(afterDot = false): string {
    const token = this.peek();
    const isWord = token.kind === 'word' && (!isReserved(token.key) || (afterDot && !token.gap));
    if (!isWord && token.kind !== 'name') this.unexpected('a name');
    this.at++;
    if (token.kind === 'name' && (token.key === '' || /\s$/.test(token.key)))
      syntax('A name is empty or ends with a space.');
    return token.kind === 'name' ? token.key : token.raw;
  }

  /** A name that stands for a table. */
  tableName(role: SpelledName['role']): string {
    const place = this.at;
    const name = this.name();
    this.spelled.push({ place, name, role });
    return name;
  }

  /** `a`, `a.b`, `a.b.c`. */
  names(most: number): readonly string[] {
    const names = [this.name()];
    while (names.length < most && this.isOp('.')) {
      this.at++;
      names.push(this.name(true));
    }
    return names;
  }

  /** `( a, b )`. */
  bracketed<T>(item: () => T): readonly T[] {
    this.needOp('(');
    const list = this.list(item);
    this.needOp(')');
    return list;
  }

  list<T>(item: () => T): readonly T[] {
    const list = [item()];
    while (this.takeOp(',')) list.push(item());
    return list;
  }

  unexpected(wanted: string): never {
    const { kind, raw } = this.peek();
    const found = kind === 'end' ? 'the end' : JSON.stringify(raw.slice(0, 40));
    const hint =
      kind === 'word' && isReserved(this.peek().key) && wanted === 'a name'
        ? ' A reserved word needs backticks to be a name.'
        : '';
    syntax(`Expected ${wanted}, but found ${found}.${hint}`);
  }
}
