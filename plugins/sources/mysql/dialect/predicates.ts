import type { TreeExpr } from '#src/sql/select/tree.ts';
import { operation } from '#src/sql/select/tree-nodes.ts';
import { readBracket, subquery } from './brackets.ts';
import { LEVEL } from './levels.ts';
import { noteText } from './likely-mistakes.ts';
import type { Parser } from './parser.ts';

const STARTS = new Set(['is', 'in', 'between', 'like', 'regexp', 'rlike', 'sounds', 'member']);

/** Whether IS, [NOT] IN, BETWEEN, LIKE, REGEXP, SOUNDS LIKE or MEMBER OF comes next. */
export function startsPredicate(parser: Parser): boolean {
  const { kind, key } = parser.peek();
  if (kind !== 'word') return false;
  if (key === 'sounds') return parser.isWord('like', 1);
  if (key === 'member') return parser.isWord('of', 1);
  if (key !== 'not') return STARTS.has(key);
  return ['in', 'between', 'like', 'regexp', 'rlike'].some((word) => parser.isWord(word, 1));
}

/** Reads what follows the left side of a predicate. */
export function readPredicate(parser: Parser, left: TreeExpr): TreeExpr {
  noteText(parser, left, true);
  if (parser.takeWord('is')) return readIs(parser, left);
  const not = parser.takeWord('not') ? 'not ' : '';
  const { key } = parser.next();
  const operand = () => parser.expr(LEVEL.bitOr);
  switch (key) {
    case 'in':
      return readInList(parser, left, not !== '');
    case 'between': {
      const low = operand();
      parser.needWord('and');
      return operation(`${not}between`, left, low, operand());
    }
    case 'like': {
      const pattern = operand();
      const escaped = parser.takeWord('escape') ? [operand()] : [];
      return operation(`${not}like`, left, pattern, ...escaped);
    }
    case 'sounds':
      parser.next();
      return operation('sounds like', left, operand());
    case 'member': {
      parser.next();
      const [list, ...more] = parser.bracketed(() => parser.expr());
      if (!list || more.length > 0) parser.unexpected('one JSON array');
      return operation('member of', left, list);
    }
    default:
      return operation(`${not}regexp`, left, operand());
  }
}

function readIs(parser: Parser, left: TreeExpr): TreeExpr {
  const not = parser.takeWord('not') ? 'not ' : '';
  if (!parser.isOneOf('null', 'true', 'false', 'unknown'))
    parser.unexpected('NULL, TRUE, FALSE or UNKNOWN');
  return operation(`is ${not}${parser.next().key}`, left);
}

/** A bracket behind IN: a subquery, or a list. */
function readInList(parser: Parser, left: TreeExpr, negated: boolean): TreeExpr {
  const bracket = readBracket(parser);
  if ('query' in bracket) return subquery('in', bracket.query, left, negated);
  return operation(negated ? 'not in' : 'in', left, ...bracket.exprs);
}
