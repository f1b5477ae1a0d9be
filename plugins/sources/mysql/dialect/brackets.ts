import type { TreeExpr, TreeQuery, TreeSubquery } from '#src/sql/select/tree.ts';
import type { Parser } from './parser.ts';
import { notAllowed } from './refused.ts';

/** What stands between two brackets: a query, or one or more expressions. */
export type Bracket =
  | { readonly query: TreeQuery }
  | { readonly exprs: readonly [TreeExpr, ...TreeExpr[]] };

/**
 * Reads `( … )` without a step back: `((SELECT 1) + 1, 2)`, `((SELECT 1))` and `((SELECT 1) UNION SELECT 2)` differ only
 * behind their inner bracket.
 */
export function readBracket(parser: Parser): Bracket {
  return parser.nested(() => {
    parser.needOp('(');
    const content = bracketContent(parser);
    parser.needOp(')');
    return content;
  });
}

function bracketContent(parser: Parser): Bracket {
  if (startsQuery(parser)) return { query: parser.query() };
  if (!parser.isOp('(')) return { exprs: exprs(parser, parser.expr()) };
  const inner = readBracket(parser);
  if ('query' in inner) {
    if (parser.isOp(')')) return inner;
    if (continuesQuery(parser)) return { query: parser.queryFrom(inner.query) };
  }
  return { exprs: exprs(parser, parser.exprFrom(asValue(inner))) };
}

function exprs(parser: Parser, first: TreeExpr): readonly [TreeExpr, ...TreeExpr[]] {
  const rest: TreeExpr[] = [];
  while (parser.takeOp(',')) rest.push(parser.expr());
  return [first, ...rest];
}

/** A bracket as a value. */
export function asValue(bracket: Bracket): TreeExpr {
  if ('query' in bracket) return subquery('scalar', bracket.query);
  const [first, ...more] = bracket.exprs;
  return more.length === 0 ? first : { kind: 'operation', op: 'row', args: bracket.exprs };
}

export const subquery = (
  mode: TreeSubquery['mode'],
  query: TreeQuery,
  outer: TreeExpr | null = null,
  negated = false,
): TreeSubquery => ({ kind: 'subquery', mode, negated, outer, query });

export function startsQuery(parser: Parser): boolean {
  if (parser.isWord('table') || parser.isWord('values')) notAllowed('TABLE or VALUES as a query');
  return parser.isWord('select') || parser.isWord('with');
}

export const continuesQuery = (parser: Parser): boolean =>
  parser.isOneOf('union', 'intersect', 'except', 'order', 'limit', 'offset', 'fetch');
