import { lookupTable } from '#src/sql/lookup-table.ts';
import type { TreeCall, TreeExpr, TreeOrder } from '#src/sql/select/tree.ts';
import { AGGREGATES, SCALARS, WINDOW_ONLY } from './functions.ts';
import { LEVEL } from './levels.ts';
import { noteText } from './likely-mistakes.ts';
import type { Parser } from './parser.ts';
import { functionRefused, notAllowed } from './refused.ts';
import { checkCharset, glue, wholeNumber } from './types.ts';
import { readOrderBy, readOver } from './windows.ts';
import { UNITS } from './words.ts';

interface Inside {
  readonly args: readonly TreeExpr[];
  readonly distinct?: boolean;
  readonly orderBy?: readonly TreeOrder[];
}

const EXTRACTS: Readonly<Record<string, (parser: Parser) => Inside>> = lookupTable({
  extract: readExtract,
  trim: readTrim,
  substring: readSubstring,
  substr: readSubstring,
  mid: readSubstring,
  position: readPosition,
  char: readChar,
  timestampadd: readUnitFirst,
  timestampdiff: readUnitFirst,
  get_format: readGetFormat,
});

/** Reads a call: the name is the next token, a bracket follows. */
export function readCall(parser: Parser): TreeExpr {
  const name = parser.next().key;
  glue(parser);
  parser.needOp('(');
  const special = Object.hasOwn(EXTRACTS, name) ? EXTRACTS[name]! : null;
  const inside = special ? special(parser) : readArguments(parser);
  parser.needOp(')');
  const within = parser.takeWords('within', 'group') ? readWithin(parser) : [];
  skipNullTreatment(parser);
  const over = readOver(parser);
  const isAllowed = AGGREGATES.has(name) || (over ? WINDOW_ONLY : SCALARS).has(name);
  if (!isAllowed) functionRefused(name);
  if (AGGREGATES.has(name)) noteText(parser, inside.args[0]);
  return {
    kind: 'call',
    name,
    args: inside.args,
    distinct: inside.distinct ?? false,
    filter: null,
    orderBy: [...(inside.orderBy ?? []), ...within],
    over,
  } satisfies TreeCall;
}

function readArguments(parser: Parser): Inside {
  if (parser.isOp(')')) return { args: [] };
  if (parser.isOp('*') && parser.isOp(')', 1)) {
    parser.next();
    return { args: [{ kind: 'star', qualifier: [] }] };
  }
  const distinct = parser.takeWord('distinct');
  if (!distinct) parser.takeWord('all');
  const args = parser.list(() => parser.expr());
  const orderBy = parser.isWord('order') ? readOrderBy(parser) : [];
  if (parser.takeWord('separator') && parser.next().kind !== 'text')
    notAllowed("A separator that isn't text");
  if (parser.takeWord('limit')) {
    wholeNumber(parser);
    if (parser.takeOp(',') || parser.takeWord('offset')) wholeNumber(parser);
  }
  return { args, distinct, orderBy };
}

function readWithin(parser: Parser): readonly TreeOrder[] {
  parser.needOp('(');
  const keys = readOrderBy(parser);
  parser.needOp(')');
  return keys;
}

function skipNullTreatment(parser: Parser): void {
  parser.takeWords('from', 'first') || parser.takeWords('from', 'last');
  parser.takeWords('respect', 'nulls') || parser.takeWords('ignore', 'nulls');
}

const unitLiteral = (text: string): TreeExpr => ({ kind: 'literal', type: 'text', text });

function readUnit(parser: Parser): TreeExpr {
  const { kind, key } = parser.peek();
  if (kind !== 'word' || !UNITS.has(key)) parser.unexpected('a unit like DAY');
  parser.next();
  return unitLiteral(key.replace('sql_tsi_', ''));
}

function readExtract(parser: Parser): Inside {
  const unit = readUnit(parser);
  parser.needWord('from');
  return { args: [unit, parser.expr()] };
}

function readUnitFirst(parser: Parser): Inside {
  const unit = readUnit(parser);
  parser.needOp(',');
  return { args: [unit, ...parser.list(() => parser.expr())] };
}

/** `TRIM(x)`, `TRIM(LEADING y FROM x)`, `TRIM(BOTH FROM x)`, `TRIM(y FROM x)`: what is trimmed comes first. */
function readTrim(parser: Parser): Inside {
  const sided = ['both', 'leading', 'trailing'].some((word) => parser.takeWord(word));
  if (sided && parser.takeWord('from')) return { args: [parser.expr()] };
  const first = parser.expr();
  if (parser.takeWord('from')) return { args: [parser.expr(), first] };
  return { args: [first] };
}

/** `SUBSTRING(x, 1, 2)` or `SUBSTRING(x FROM 1 FOR 2)`. */
function readSubstring(parser: Parser): Inside {
  const first = parser.expr();
  if (!parser.takeWord('from')) {
    parser.needOp(',');
    return { args: [first, ...parser.list(() => parser.expr())] };
  }
  const from = parser.expr();
  return { args: parser.takeWord('for') ? [first, from, parser.expr()] : [first, from] };
}

function readPosition(parser: Parser): Inside {
  const part = parser.expr(LEVEL.bitOr);
  parser.needWord('in');
  return { args: [part, parser.expr()] };
}

function readChar(parser: Parser): Inside {
  const args = parser.list(() => parser.expr());
  if (parser.takeWord('using')) checkCharset(parser);
  return { args };
}

function readGetFormat(parser: Parser): Inside {
  if (!parser.isOneOf('date', 'time', 'datetime', 'timestamp')) parser.unexpected('DATE or TIME');
  const kind = unitLiteral(parser.next().key);
  parser.needOp(',');
  return { args: [kind, parser.expr()] };
}
