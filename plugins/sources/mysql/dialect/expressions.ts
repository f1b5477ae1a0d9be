import { lookupTable } from '#src/sql/lookup-table.ts';
import type { TreeExpr } from '#src/sql/select/tree.ts';
import { asValue, readBracket, subquery } from './brackets.ts';
import { readCall } from './calls.ts';
import { LEVEL } from './levels.ts';
import { noteText, refuseBars } from './likely-mistakes.ts';
import { literalAt } from './literals.ts';
import type { Parser } from './parser.ts';
import { readPredicate, startsPredicate } from './predicates.ts';
import { functionRefused, notAllowed } from './refused.ts';
import { castOf, checkCollation, readCast, readConvert } from './types.ts';
import { FUNCTION_WORDS, isReserved, UNITS, VALUE_WORDS } from './words.ts';

const INFIX: Readonly<Record<string, Infix>> = lookupTable({
  or: [LEVEL.or, 'or'],
  xor: [LEVEL.xor, 'xor'],
  and: [LEVEL.and, 'and'],
  '&&': [LEVEL.and, 'and'],
  '=': [LEVEL.comparison, '='],
  '<=>': [LEVEL.comparison, '<=>'],
  '<>': [LEVEL.comparison, '<>'],
  '!=': [LEVEL.comparison, '<>'],
  '<': [LEVEL.comparison, '<'],
  '<=': [LEVEL.comparison, '<='],
  '>': [LEVEL.comparison, '>'],
  '>=': [LEVEL.comparison, '>='],
  '|': [LEVEL.bitOr, '|'],
  '&': [LEVEL.bitAnd, '&'],
  '<<': [LEVEL.shift, '<<'],
  '>>': [LEVEL.shift, '>>'],
  '+': [LEVEL.sum, '+'],
  '-': [LEVEL.sum, '-'],
  '*': [LEVEL.product, '*'],
  '/': [LEVEL.product, '/'],
  '%': [LEVEL.product, '%'],
  mod: [LEVEL.product, '%'],
  div: [LEVEL.product, 'div'],
  '^': [LEVEL.bitXor, '^'],
  '->': [LEVEL.collate, '->'],
  '->>': [LEVEL.collate, '->>'],
});

/** Reads an expression whose operators bind at least as tightly as `level`. */
export function readExpr(parser: Parser, level: number = LEVEL.or): TreeExpr {
  return readExprFrom(parser, prefix(parser, level), level);
}

/** Reads on behind `first`, which begins the expression. */
export function readExprFrom(parser: Parser, first: TreeExpr, level: number): TreeExpr {
  let left = first;
  for (;;) {
    const infix = infixAt(parser);
    if (infix) {
      if (infix[0] < level) return left;
      left = binary(parser, left, infix);
    } else if (parser.takeWord('collate')) {
      checkCollation(parser);
      left = { kind: 'operation', op: 'collate', args: [left] };
    } else if (level <= LEVEL.comparison && startsPredicate(parser))
      left = readPredicate(parser, left);
    else return left;
  }
}

type Infix = readonly [level: number, op: string];

function infixAt(parser: Parser): Infix | null {
  const { kind, key } = parser.peek();
  if (kind === 'op' && key === '||') refuseBars();
  return (kind === 'op' || kind === 'word') && Object.hasOwn(INFIX, key) ? INFIX[key]! : null;
}

function binary(parser: Parser, left: TreeExpr, [level, op]: Infix): TreeExpr {
  parser.next();
  if (level === LEVEL.comparison) return comparison(parser, left, op);
  const args = [left, readExpr(parser, level + 1)];
  // One node for a whole chain of AND or OR: thousands of them are no depth.
  while (level <= LEVEL.and && infixAt(parser)?.[1] === op) {
    parser.next();
    args.push(readExpr(parser, level + 1));
  }
  return { kind: 'operation', op, args };
}

function comparison(parser: Parser, left: TreeExpr, op: string): TreeExpr {
  if (parser.isOneOf('any', 'some', 'all') && parser.isOp('(', 1)) {
    parser.next();
    const bracket = readBracket(parser);
    if (!('query' in bracket)) parser.unexpected('a subquery');
    return subquery('quantified', bracket.query, left, false);
  }
  noteText(parser, left, true);
  return { kind: 'operation', op, args: [left, readExpr(parser, LEVEL.bitOr)] };
}

function prefix(parser: Parser, level: number): TreeExpr {
  const { kind, key } = parser.peek();
  if (kind === 'op' && ['-', '+', '~', '!'].includes(key)) {
    parser.next();
    const binding = key === '!' ? LEVEL.bang : LEVEL.sign;
    const arg = parser.nested(() => readExpr(parser, binding));
    return { kind: 'operation', op: key === '!' ? 'not' : key, args: [arg] };
  }
  if (kind === 'word' && key === 'not') {
    if (level > LEVEL.not) parser.unexpected('a value');
    parser.next();
    const arg = parser.nested(() => readExpr(parser, LEVEL.not));
    return { kind: 'operation', op: 'not', args: [arg] };
  }
  return primary(parser);
}

function primary(parser: Parser): TreeExpr {
  if (parser.isOp('(')) return asValue(readBracket(parser));
  const literal = literalAt(parser);
  if (literal) return literal;
  const { kind, key } = parser.peek();
  if (kind === 'word') {
    const special = keyword(parser, key);
    if (special) return special;
    const callable = !isReserved(key) || FUNCTION_WORDS.has(key);
    if (callable && parser.isOp('(', 1)) return readCall(parser);
    if (VALUE_WORDS.has(key)) {
      parser.next();
      return { kind: 'call', name: key, args: [], ...NO_EXTRAS };
    }
  }
  return column(parser);
}

const NO_EXTRAS = { distinct: false, filter: null, orderBy: [], over: null } as const;

function column(parser: Parser): TreeExpr {
  const quoted = parser.peek().kind === 'name';
  const { place } = parser;
  const names = parser.names(3);
  if (names.length === 2) parser.spelled.push({ place, name: names[0]!, role: 'qualifier' });
  if (parser.isOp('('))
    notAllowed(quoted ? 'A function name in backticks' : 'A function name with a prefix');
  return { kind: 'column', names };
}

/** Expressions that begin with a word of their own; null where none stands here. */
function keyword(parser: Parser, key: string): TreeExpr | null {
  switch (key) {
    case 'case':
      return readCase(parser);
    case 'cast':
      return parser.isOp('(', 1) ? readCast(parser) : null;
    case 'convert':
      return readConvert(parser);
    case 'exists':
      return readExists(parser);
    case 'interval':
      return readInterval(parser);
    case 'match':
      return readMatch(parser);
    case 'binary': {
      parser.next();
      return castOf(
        parser.nested(() => readExpr(parser, LEVEL.sign)),
        'binary',
      );
    }
    case 'row':
      return parser.isOp('(', 1) ? readRow(parser) : null;
    case 'current_user':
    case 'current_role':
      return functionRefused(key);
    case 'default':
    case 'values':
    case 'value':
      return parser.isOp('(', 1) ? notAllowed(`${key.toUpperCase()}()`) : null;
    case 'next':
    case 'previous':
      return parser.isWord('value', 1) && parser.isWord('for', 2)
        ? notAllowed('A value of a sequence')
        : null;
    default:
      return null;
  }
}

function readRow(parser: Parser): TreeExpr {
  parser.next();
  const bracket = readBracket(parser);
  if ('query' in bracket) parser.unexpected('a list of values');
  return { kind: 'operation', op: 'row', args: bracket.exprs };
}

function readExists(parser: Parser): TreeExpr {
  parser.next();
  const bracket = readBracket(parser);
  if (!('query' in bracket)) parser.unexpected('a subquery');
  return subquery('exists', bracket.query);
}

/** `CASE WHEN a THEN b …` is `case`; with a value behind CASE it is `case of`, the value first. */
function readCase(parser: Parser): TreeExpr {
  parser.next();
  const args: TreeExpr[] = [];
  const op = parser.isWord('when') ? 'case' : 'case of';
  if (op === 'case of') args.push(parser.expr());
  do {
    parser.needWord('when');
    args.push(parser.expr());
    parser.needWord('then');
    args.push(parser.expr());
  } while (parser.isWord('when'));
  if (parser.takeWord('else')) args.push(parser.expr());
  parser.needWord('end');
  return { kind: 'operation', op, args };
}

/** `INTERVAL 3 DAY`, or the function `INTERVAL(x, a, b, …)`. */
function readInterval(parser: Parser): TreeExpr {
  parser.next();
  let amount: TreeExpr;
  if (parser.isOp('(')) {
    const bracket = readBracket(parser);
    if ('exprs' in bracket && bracket.exprs.length > 1)
      return { kind: 'call', name: 'interval', args: bracket.exprs, ...NO_EXTRAS };
    amount = readExprFrom(parser, asValue(bracket), LEVEL.or);
  } else amount = parser.expr();
  const unit = parser.peek();
  if (unit.kind !== 'word' || !UNITS.has(unit.key)) parser.unexpected('a unit like DAY');
  parser.next();
  const text = unit.key.replace('sql_tsi_', '');
  return {
    kind: 'operation',
    op: 'interval',
    args: [amount, { kind: 'literal', type: 'other', text }],
  };
}

function readMatch(parser: Parser): TreeExpr {
  parser.next();
  const columns = parser.isOp('(')
    ? parser.bracketed(() => column(parser))
    : parser.list(() => column(parser));
  parser.needWord('against');
  parser.needOp('(');
  const text = parser.nested(() => readExpr(parser, LEVEL.bitOr));
  parser.takeWords('in', 'natural', 'language', 'mode') ||
    parser.takeWords('in', 'boolean', 'mode');
  parser.takeWords('with', 'query', 'expansion');
  parser.needOp(')');
  return { kind: 'operation', op: 'match', args: [...columns, text] };
}
