import { Refused } from '#src/plugin-api/refused.ts';
import { notAllowed, syntax } from './refused.ts';
import { readQuoted } from './strings.ts';
import type { Draft } from './tokens.ts';

/**
 * Reads the tokens of a statement as MySQL 5.7+ and MariaDB 10+ do with a pinned `sql_mode`: no ANSI_QUOTES, no
 * NO_BACKSLASH_ESCAPES, no PIPES_AS_CONCAT, and a connection in utf8mb4. What the servers read each in its own way, or
 * other than it looks, is refused. Comments are dropped. Time and space are linear in the text. Throws `Refused`.
 */
export function tokenize(sql: string): readonly Draft[] {
  const lexer = new Lexer(sql);
  return lexer.all();
}

/** Longest first. */
const OPERATOR = /<=>|->>|<<|>>|<=|>=|<>|!=|&&|\|\||->|[(),.;+\-*/%^~!=<>|&]/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const BYTES = /0x[0-9a-fA-F]+|0b[01]+/y;
const WORD = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const WORD_START = /[A-Za-z_\u0080-\uffff]/;
const WORD_PART = /[\w$\u0080-\uffff]/;
const GAP = /[ \t\n\v\f\r]+/y;

const isDigit = (char: string) => char >= '0' && char <= '9';

class Lexer {
  private readonly sql: string;
  private readonly drafts: Draft[] = [];
  private at = 0;
  private gap = false;

  constructor(sql: string) {
    this.sql = sql;
  }

  all(): readonly Draft[] {
    while (this.at < this.sql.length) this.step();
    return this.drafts;
  }

  private step(): void {
    const char = this.sql[this.at]!;
    if (char <= ' ' && this.match(GAP) !== null) this.gap = true;
    else if (this.startsComment(char)) this.comment();
    else if (char === "'" || char === '"' || char === '`') this.quoted(char);
    else if (isDigit(char) || (char === '.' && isDigit(this.next()))) this.number();
    else if (WORD_START.test(char)) this.word();
    else this.operator(char);
  }

  private next(distance = 1): string {
    return this.sql[this.at + distance] ?? '';
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.sql)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }

  private add(kind: Draft['kind'], key: string, raw: string, doubleQuoted = false): void {
    this.drafts.push({ kind, key, raw, gap: this.gap, doubleQuoted });
    this.gap = false;
  }

  private startsComment(char: string): boolean {
    if (char === '#') return true;
    if (char === '/') return this.next() === '*';
    // Without a blank after them, two dashes are two signs.
    return char === '-' && this.next() === '-' && this.next(2) <= ' ';
  }

  private comment(): void {
    this.gap = true;
    if (this.sql[this.at] !== '/') {
      const end = this.sql.indexOf('\n', this.at);
      this.at = end === -1 ? this.sql.length : end + 1;
      return;
    }
    if (/^\/\*(?:M?!|\+)/.test(this.sql.slice(this.at, this.at + 4)))
      notAllowed('A comment that the server would run (/*! …, /*M! …, /*+ …)');
    const end = this.sql.indexOf('*/', this.at + 2);
    if (end === -1) syntax("A comment isn't closed.");
    this.at = end + 2;
  }

  private quoted(quote: string): void {
    const { value, raw, end } = readQuoted(this.sql, this.at);
    this.at = end;
    if (quote === '`') this.add('name', value, raw);
    else this.add('text', value, raw, quote === '"');
  }

  private number(): void {
    const bytes = this.match(BYTES);
    const raw = bytes ?? this.match(NUMBER)!;
    // `1e5x`, `1.e`, `1.2.3`, `2nd`: servers read them as a number and a name, or as a name.
    const after = this.sql[this.at] ?? '';
    if (WORD_PART.test(after) || after === '.')
      syntax(
        `Write a space after the number ${raw}, or backticks around a name that starts with it.`,
      );
    this.add(bytes ? 'bytes' : 'number', raw, raw);
  }

  private word(): void {
    const raw = this.match(WORD)!;
    if (/[\p{Z}\p{C}\u{10000}-\u{10ffff}]/u.test(raw))
      syntax('The statement has an invalid space or character outside quotes.');
    // b'1010', x'4D', n'text' are literals.
    // Beyond ASCII nothing is folded: a Kelvin sign would become a k, and a name a keyword.
    if (this.sql[this.at] === "'" && /^[bxn]$/i.test(raw)) this.prefixed(raw.toLowerCase());
    else this.add('word', /[\u0080-\uffff]/.test(raw) ? raw : raw.toLowerCase(), raw);
  }

  private prefixed(prefix: string): void {
    const { value, raw, end } = readQuoted(this.sql, this.at);
    this.at = end;
    if (prefix === 'n') {
      this.add('national', value, `N${raw}`);
      return;
    }
    const fits = prefix === 'b' ? /^[01]*$/ : /^(?:[0-9a-f]{2})*$/i;
    if (!fits.test(value)) syntax(`${prefix}'…' contains an invalid digit.`);
    this.add('bytes', `${prefix}'${value}'`, `${prefix}'${value}'`);
  }

  private operator(char: string): void {
    if (char === '@') notAllowed('A variable (@name, @@name)');
    if (char === '?')
      throw new Refused(
        'placeholder',
        "A placeholder (?) can't be used here. Write the value itself.",
      );
    if (char === '\\') notAllowed('\\N or another backslash outside a string');
    // MySQL 9 reads $$ … $$ as a text.
    if (char === '$') notAllowed('A name that starts with $ without backticks');
    if (char === '{') notAllowed('An ODBC escape ({ … })');
    if (char === ':')
      notAllowed(this.next() === '=' ? 'An assignment (:=)' : 'A colon outside a string');
    const found = this.match(OPERATOR);
    if (found === null) syntax(`The character ${JSON.stringify(char)} isn't allowed here.`);
    this.add('op', found, found);
  }
}
