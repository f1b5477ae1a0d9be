import type { TreeExpr, TreeOrder, TreeWindow } from '#src/sql/select/tree.ts';
import { noteTextKey } from './likely-mistakes.ts';
import type { Parser } from './parser.ts';

/** Reads `ORDER BY a, b DESC`. */
export function readOrderBy(parser: Parser): readonly TreeOrder[] {
  parser.needWord('order');
  parser.needWord('by');
  return parser.list(() => readOrderItem(parser));
}

export function readOrderItem(parser: Parser): TreeOrder {
  const expr = parser.expr();
  noteTextKey(parser, expr);
  const descends = parser.takeWord('desc');
  if (!descends) parser.takeWord('asc');
  return { expr, direction: descends ? 'desc' : 'asc' };
}

/** Reads OVER and what follows; null where it is not next. */
export function readOver(parser: Parser): TreeWindow | null {
  if (!parser.takeWord('over')) return null;
  if (parser.isOp('(')) return readWindow(parser);
  return { base: parser.name(), partitionBy: [], orderBy: [], bounds: [] };
}

/** Reads `( [name] PARTITION BY … ORDER BY … ROWS BETWEEN … )`. */
export function readWindow(parser: Parser): TreeWindow {
  parser.needOp('(');
  const isClause = parser.isOneOf('partition', 'order', 'rows', 'range', 'groups');
  const base = !isClause && parser.isName() ? parser.name() : null;
  const partitionBy = parser.takeWords('partition', 'by') ? parser.list(() => parser.expr()) : [];
  const orderBy = parser.isWord('order') ? readOrderBy(parser) : [];
  const bounds = readFrame(parser);
  parser.needOp(')');
  return { base, partitionBy, orderBy, bounds };
}

function readFrame(parser: Parser): readonly TreeExpr[] {
  if (!parser.isOneOf('rows', 'range', 'groups')) return [];
  parser.next();
  const bounds: TreeExpr[] = [];
  if (parser.takeWord('between')) {
    readBound(parser, bounds);
    parser.needWord('and');
  }
  readBound(parser, bounds);
  if (parser.takeWord('exclude')) readExclusion(parser);
  return bounds;
}

function readBound(parser: Parser, bounds: TreeExpr[]): void {
  if (parser.takeWords('current', 'row')) return;
  if (!parser.takeWord('unbounded')) bounds.push(parser.expr());
  if (!parser.takeWord('preceding') && !parser.takeWord('following'))
    parser.unexpected('PRECEDING or FOLLOWING');
}

function readExclusion(parser: Parser): void {
  const known =
    parser.takeWords('current', 'row') ||
    parser.takeWords('no', 'others') ||
    parser.takeWord('group') ||
    parser.takeWord('ties');
  if (!known) parser.unexpected('CURRENT ROW, GROUP, TIES or NO OTHERS');
}
