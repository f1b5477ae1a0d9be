import type { TreeLiteral } from '#src/sql/select/tree.ts';
import type { Parser } from './parser.ts';
import { notAllowed, syntax } from './refused.ts';
import { CHARSETS } from './words.ts';

/** Reads a literal; null where none comes next. */
export function literalAt(parser: Parser): TreeLiteral | null {
  const { kind, key } = parser.peek();
  switch (kind) {
    case 'number':
      parser.next();
      return { kind: 'literal', type: 'number', text: key };
    case 'text': {
      const { doubleQuoted } = parser.peek();
      const literal = { kind: 'literal', type: 'text', text: readTexts(parser) } as const;
      if (doubleQuoted) parser.doubleQuoted.add(literal);
      return literal;
    }
    case 'national':
      return { kind: 'literal', type: 'text', text: readTexts(parser) };
    case 'bytes':
      parser.next();
      return { kind: 'literal', type: 'other', text: key };
    case 'word':
      return wordLiteral(parser, key);
    default:
      return null;
  }
}

function wordLiteral(parser: Parser, key: string): TreeLiteral | null {
  const follows = parser.peek(1).kind;
  if (key === 'true' || key === 'false') {
    parser.next();
    return { kind: 'literal', type: 'boolean', text: key };
  }
  if (key === 'null') {
    parser.next();
    return { kind: 'literal', type: 'null', text: key };
  }
  if (['date', 'time', 'timestamp'].includes(key) && follows === 'text') {
    parser.next();
    const text = parser.next().key;
    if (parser.peek().kind === 'text') syntax(`${key.toUpperCase()} takes one string.`);
    return { kind: 'literal', type: 'other', text };
  }
  if (key.startsWith('_') && (follows === 'text' || follows === 'bytes')) {
    if (!CHARSETS.has(key.slice(1))) notAllowed(`The character set ${key.slice(1)}`);
    parser.next();
    if (follows === 'bytes') return { kind: 'literal', type: 'other', text: parser.next().key };
    return { kind: 'literal', type: 'text', text: readTexts(parser) };
  }
  return null;
}

/** Texts side by side are one. */
function readTexts(parser: Parser): string {
  const texts = [parser.next().key];
  while (parser.peek().kind === 'text') texts.push(parser.next().key);
  return texts.join('');
}
