/**
 * One token. `start` and `end` are offsets in the canonical text that `render` writes, in UTF-16 units: comments gone,
 * texts between single quotes, gaps of one blank.
 */
export interface Token {
  readonly kind: TokenKind;
  /** Words and operators in lower case; names, texts and numbers by their value. */
  readonly key: string;
  /** As it is written in the canonical text. */
  readonly raw: string;
  /** Whether a gap stands before it. */
  readonly gap: boolean;
  /** Of a text: whether it was written between double quotes. */
  readonly doubleQuoted?: boolean;
  readonly start: number;
  readonly end: number;
}

/**
 * `word`: without quotes, a keyword or a name; `name`: between backticks; `text`: a string; `national`: `N'…'`; `bytes`:
 * hexadecimal and bit literals; `end`: after the last one.
 */
type TokenKind = 'word' | 'name' | 'text' | 'national' | 'number' | 'bytes' | 'op' | 'end';

export type Draft = Omit<Token, 'start' | 'end'>;

export interface Rendered {
  readonly text: string;
  /** With an `end` token after the last. */
  readonly tokens: readonly Token[];
}

/** Operators that never join with another one. */
const ALONE = new Set(['(', ')', ',', '.', '*', ';']);

/** Writes tokens as text. What could join with what stands before it never touches it. */
export function render(drafts: readonly Draft[]): Rendered {
  const tokens: Token[] = [];
  const pieces: string[] = [];
  let at = 0;
  let before: Draft | null = null;
  for (const draft of drafts) {
    const gap = before !== null && (draft.gap || wouldJoin(before, draft));
    if (gap) {
      pieces.push(' ');
      at++;
    }
    tokens.push({ ...draft, gap, start: at, end: at + draft.raw.length });
    pieces.push(draft.raw);
    at += draft.raw.length;
    before = draft;
  }
  tokens.push({ kind: 'end', key: '', raw: '', gap: true, start: at, end: at });
  return { text: pieces.join(''), tokens };
}

/** `< =`, `'a' 'b'`, `x '41'`: without a gap the server would read another token. */
const wouldJoin = (before: Draft, after: Draft) =>
  before.kind === 'op'
    ? after.kind === 'op' && !ALONE.has(before.key) && !ALONE.has(after.key)
    : after.kind !== 'op';

const LITERALS: ReadonlySet<TokenKind> = new Set(['number', 'text', 'national', 'bytes']);

export const isLiteral = ({ kind }: Draft): boolean => LITERALS.has(kind);
