import { lookupTable } from '#src/sql/lookup-table.ts';
import type { TreeCast, TreeExpr } from '#src/sql/select/tree.ts';
import type { Parser } from './parser.ts';
import { notAllowed, syntax } from './refused.ts';
import { CHARSETS } from './words.ts';

/** Types that CAST and CONVERT take, with how many numbers may stand behind them. */
const TYPES: Readonly<Record<string, number>> = lookupTable({
  binary: 1,
  char: 1,
  character: 1,
  nchar: 1,
  varchar: 1,
  date: 0,
  datetime: 1,
  time: 1,
  year: 0,
  decimal: 2,
  dec: 2,
  numeric: 2,
  double: 2,
  float: 1,
  real: 0,
  int: 0,
  integer: 0,
  signed: 0,
  unsigned: 0,
  json: 0,
});

/** The longest text that a cast may pad to, in characters. */
const MAX_CELL_SIZE = 10_000;

/** Types whose length pads or bounds text. */
const SIZED = new Set(['binary', 'char', 'character', 'nchar', 'varchar']);

export const castOf = (arg: TreeExpr, type: string): TreeCast => ({ kind: 'cast', arg, type });

/** `CAST(x AS type)`. */
export function readCast(parser: Parser): TreeExpr {
  parser.next();
  glue(parser);
  parser.needOp('(');
  const arg = parser.expr();
  parser.needWord('as');
  const type = readType(parser);
  parser.needOp(')');
  return castOf(arg, type);
}

/** `CONVERT(x, type)` or `CONVERT(x USING charset)`. */
export function readConvert(parser: Parser): TreeExpr {
  parser.next();
  glue(parser);
  parser.needOp('(');
  const arg = parser.expr();
  let type = 'char';
  if (parser.takeWord('using')) checkCharset(parser);
  else {
    parser.needOp(',');
    type = readType(parser);
  }
  parser.needOp(')');
  return castOf(arg, type);
}

/** MySQL reads `count (x)` as a function of the user's own: it gets `count(x)`. */
export function glue(parser: Parser): void {
  if (parser.isOp('(')) parser.glued.add(parser.place);
}

function readType(parser: Parser): string {
  const { kind, key } = parser.next();
  const numbers = kind === 'word' && Object.hasOwn(TYPES, key) ? TYPES[key]! : null;
  if (numbers === null) notAllowed('A cast to this type');
  if (key === 'signed' || key === 'unsigned') parser.takeWord('integer') || parser.takeWord('int');
  if (numbers > 0 && parser.isOp('(')) {
    const sizes = parser.bracketed(() => wholeNumber(parser));
    if (sizes.length > numbers) syntax(`The type ${key} has too many parameters.`);
    if (SIZED.has(key) && sizes[0]! > MAX_CELL_SIZE)
      notAllowed(`A cast to more than ${MAX_CELL_SIZE} characters`);
  }
  if (parser.takeWords('character', 'set') || parser.takeWord('charset')) checkCharset(parser);
  return key;
}

export function wholeNumber(parser: Parser): number {
  const { kind, key } = parser.peek();
  if (kind !== 'number' || !/^\d{1,15}$/.test(key)) parser.unexpected('a whole number');
  parser.next();
  return Number(key);
}

/** A character set that every server has. */
export function checkCharset(parser: Parser): void {
  const { kind, key } = parser.next();
  const known = (kind === 'word' || kind === 'name') && CHARSETS.has(key.toLowerCase());
  if (!known) notAllowed('This character set');
}

export function checkCollation(parser: Parser): void {
  const { kind, key } = parser.next();
  if (kind === 'word' && key === 'binary') return;
  if (!['word', 'name', 'text'].includes(kind) || !/^[a-z0-9_]{1,64}$/i.test(key))
    notAllowed('This collation');
}
