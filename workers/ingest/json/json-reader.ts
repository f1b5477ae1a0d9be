import { Refusal } from '#workers/ingest/refusal.ts';

/** The text of a value ends before the value does: more of it has to be read first. */
export class Unfinished extends Error {}

/** The text is no JSON at a place. */
export class NotJson extends Error {
  readonly at: number;

  constructor(at: number) {
    super('not JSON');
    this.at = at;
  }
}

export interface JsonBounds {
  /** Objects and arrays within each other at the most. */
  readonly maxDepth: number;
  /** Longest text of a value, characters. */
  readonly maxChars: number;
}

const QUOTE = 34;
const BACKSLASH = 92;
const WORDS = ['true', 'false', 'null', '-'];
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/**
 * Reads JSON (RFC 8259) from a text, value by value, as its caller asks: no tree is built, and numbers keep their digits.
 * Fails with `Unfinished` where the text ends within a value, with `NotJson` where it is none.
 */
export class JsonReader {
  text = '';
  at = 0;
  /** Whether nothing follows the text. */
  isLast = false;
  readonly #bounds: JsonBounds;

  constructor(bounds: JsonBounds) {
    this.#bounds = bounds;
  }

  /** The character code of the next token, white space skipped; -1 at the end of everything. */
  peek(): number {
    const { text } = this;
    for (; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return code;
    }
    if (this.isLast) return -1;
    throw new Unfinished();
  }

  /** Passes the next character where it is this one. */
  takes(character: string): boolean {
    if (this.peek() !== character.charCodeAt(0)) return false;
    this.at++;
    return true;
  }

  expect(character: string): void {
    if (!this.takes(character)) throw this.fault();
  }

  fault(): Error {
    return new NotJson(this.at);
  }

  /** Reads the members of an object; `member` reads the value of each. */
  object(member: (key: string) => void): void {
    this.expect('{');
    if (this.takes('}')) return;
    do {
      if (this.peek() !== QUOTE) throw this.fault();
      const key = this.string();
      this.expect(':');
      member(key);
    } while (this.takes(','));
    this.expect('}');
  }

  string(): string {
    const { text } = this;
    const from = this.at + 1;
    let escapes = false;
    for (let at = from; ; at++) {
      if (at >= text.length) throw this.#cutOff();
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#checkLength(at - from);
        this.at = at + 1;
        const raw = text.slice(from, at);
        return escapes ? unescaped(raw, from) : raw;
      }
      if (code === BACKSLASH) {
        escapes = true;
        at++;
      } else if (code < 32) throw new NotJson(at);
    }
  }

  /** A number, `true`, `false` or `null` as it is written. */
  word(): string {
    NUMBER.lastIndex = this.at;
    const number = NUMBER.exec(this.text)?.[0];
    const word = number ?? WORDS.find((one) => this.text.startsWith(one, this.at));
    if (!this.isLast && this.#goesOn(word)) throw new Unfinished();
    if (word === undefined || word === '-') throw this.fault();
    this.#checkLength(word.length);
    this.at += word.length;
    return word;
  }

  /** Whether a number may go on behind the text, or what stands there be the beginning of a word. */
  #goesOn(word: string | undefined): boolean {
    if (word !== undefined) return this.at + word.length >= this.text.length;
    const rest = this.text.slice(this.at, this.at + 5);
    return this.at + rest.length >= this.text.length && WORDS.some((one) => one.startsWith(rest));
  }

  /** Passes a value and gives its text without the white space between its parts. */
  skim(): string {
    const parts: string[] = [];
    const open: string[] = [];
    let length = 0;
    const add = (part: string) => {
      length += part.length;
      this.#checkLength(length);
      parts.push(part);
    };
    const key = () => {
      if (this.peek() !== QUOTE) throw this.fault();
      const from = this.at;
      this.string();
      add(this.text.slice(from, this.at));
      this.expect(':');
      add(':');
    };
    for (;;) {
      const code = this.peek();
      if (code === 123 || code === 91) {
        const closes = code === 123 ? '}' : ']';
        this.at++;
        add(code === 123 ? '{' : '[');
        open.push(closes);
        if (open.length > this.#bounds.maxDepth) throw tooDeep(this.#bounds);
        if (!this.takes(closes)) {
          if (code === 123) key();
          continue;
        }
        add(closes);
        open.pop();
      } else if (code === QUOTE) {
        const from = this.at;
        this.string();
        add(this.text.slice(from, this.at));
      } else add(this.word());
      for (;;) {
        const closes = open.at(-1);
        if (closes === undefined) return parts.join('');
        if (this.takes(',')) {
          add(',');
          if (closes === '}') key();
          break;
        }
        this.expect(closes);
        add(closes);
        open.pop();
      }
    }
  }

  #cutOff(): Error {
    return this.isLast ? new NotJson(this.text.length) : new Unfinished();
  }

  #checkLength(length: number): void {
    if (length > this.#bounds.maxChars)
      throw new Refusal(
        'upload_too_complex',
        `A value in the file is longer than ${this.#bounds.maxChars} characters. Shorten it, or leave it out.`,
      );
  }
}

const tooDeep = ({ maxDepth }: JsonBounds) =>
  new Refusal(
    'upload_too_complex',
    `The file nests objects and arrays more than ${maxDepth} levels deep. Flatten it.`,
  );

function unescaped(raw: string, from: number): string {
  const text = raw.replace(
    /\\(?:u([\da-fA-F]{4})|(["\\/bfnrt])|)/g,
    (_, hex: string | undefined, letter: string | undefined, at: number) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      const character = ESCAPES.get(letter ?? '');
      if (character === undefined) throw new NotJson(from + at);
      return character;
    },
  );
  return text.toWellFormed();
}
