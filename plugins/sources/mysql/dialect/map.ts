import type {
  TreeCte,
  TreeExpr,
  TreeItem,
  TreeOrder,
  TreeQuery,
  TreeSelect,
  TreeSet,
  TreeTable,
} from '#src/sql/select/tree.ts';
import { readBracket, startsQuery } from './brackets.ts';
import { readFrom } from './from.ts';
import { noteAmbiguousHaving, noteText } from './likely-mistakes.ts';
import { withoutNullKeys } from './nulls-last.ts';
import type { Parser } from './parser.ts';
import { notAllowed } from './refused.ts';
import { refuseTail } from './tail.ts';
import { readOrderBy, readOrderItem, readWindow } from './windows.ts';

/** Reads `[WITH …] SELECT … [UNION …] [ORDER BY …] [LIMIT …]`. */
export function readQuery(parser: Parser): TreeQuery {
  const ctes = parser.isWord('with') ? readWith(parser) : [];
  const query = readQueryFrom(parser, readOperand(parser));
  // A bracketed query may have a WITH of its own, which is the inner one.
  return ctes.length === 0 ? query : { ...query, ctes: [...ctes, ...query.ctes] };
}

/** Reads what follows the first SELECT: set operations (INTERSECT binds first), ORDER BY, LIMIT. */
export function readQueryFrom(parser: Parser, first: TreeQuery): TreeQuery {
  let left = readIntersections(parser, first);
  while (parser.isOneOf('union', 'except')) {
    const op = parser.next().key === 'union' ? 'union' : 'except';
    const all = readAll(parser);
    left = set(op, all, left, readIntersections(parser, readOperand(parser)));
  }
  const ends = readEnds(parser);
  if (ends.orderBy.length === 0 && !ends.limit && !ends.offset) return left;
  return withEnds(left, ends);
}

interface Ends {
  readonly orderBy: readonly TreeOrder[];
  readonly limit: TreeExpr | null;
  readonly offset: TreeExpr | null;
}

/** `(SELECT … LIMIT 5) ORDER BY 1 LIMIT 3`: what stands outside the brackets is a step of its own. */
function withEnds(query: TreeQuery, ends: Ends): TreeQuery {
  if (query.orderBy.length > 0 || query.limit || query.offset)
    notAllowed('ORDER BY or LIMIT after parentheses that have their own');
  const items = query.kind === 'select' ? query.items : [];
  return { ...query, ...ends, orderBy: withoutNullKeys(ends.orderBy, items) };
}

const set = (op: TreeSet['op'], all: boolean, left: TreeQuery, right: TreeQuery): TreeSet => ({
  kind: 'set',
  op,
  all,
  left,
  right,
  ctes: [],
  orderBy: [],
  limit: null,
  offset: null,
});

function readIntersections(parser: Parser, first: TreeQuery): TreeQuery {
  let left = first;
  while (parser.takeWord('intersect'))
    left = set('intersect', readAll(parser), left, readOperand(parser));
  return left;
}

function readAll(parser: Parser): boolean {
  if (parser.takeWord('all')) return true;
  parser.takeWord('distinct');
  return false;
}

function readOperand(parser: Parser): TreeQuery {
  if (!parser.isOp('(')) return readSelect(parser);
  const bracket = readBracket(parser);
  if (!('query' in bracket)) parser.unexpected('a SELECT');
  return bracket.query;
}

function readWith(parser: Parser): readonly TreeCte[] {
  parser.needWord('with');
  const recursive = parser.takeWord('recursive');
  return parser.list(() => {
    const name = parser.tableName('given');
    const columns = parser.isOp('(') ? parser.bracketed(() => parser.name()) : [];
    parser.needWord('as');
    const bracket = readBracket(parser);
    if (!('query' in bracket)) parser.unexpected('a SELECT');
    if (parser.isWord('cycle')) notAllowed('CYCLE … RESTRICT');
    return { name, columns, query: bracket.query, recursive };
  });
}

const MODIFIERS = [
  'straight_join',
  'sql_small_result',
  'sql_big_result',
  'sql_buffer_result',
  'sql_no_cache',
  'sql_cache',
];

function readSelect(parser: Parser): TreeSelect {
  startsQuery(parser);
  parser.needWord('select');
  const distinct = readModifiers(parser);
  const items = parser.list(() => readItem(parser));
  if (parser.isWord('into')) refuseTail(parser);
  const from = parser.takeWord('from') ? readTables(parser) : [];
  const where = parser.takeWord('where') ? parser.expr() : null;
  const { groupBy, groupingSets } = readGroupBy(parser);
  const having = parser.takeWord('having') ? parser.expr() : null;
  noteAmbiguousHaving(parser, { items, groupBy, having });
  const windows = readWindows(parser);
  return {
    kind: 'select',
    ctes: [],
    distinct,
    distinctOn: [],
    items,
    from,
    where,
    groupBy,
    groupingSets,
    having,
    windows,
    orderBy: [],
    limit: null,
    offset: null,
  };
}

/** ALL, DISTINCT and words that only say how the server is to work. Gives whether rows are made distinct. */
function readModifiers(parser: Parser): boolean {
  let distinct = false;
  for (;;) {
    if (parser.takeWord('distinct') || parser.takeWord('distinctrow')) distinct = true;
    else if (parser.isOneOf('sql_calc_found_rows', 'high_priority'))
      notAllowed(parser.peek().raw.toUpperCase());
    else if (!parser.takeWord('all') && !MODIFIERS.some((word) => parser.takeWord(word)))
      return distinct;
  }
}

function readItem(parser: Parser): TreeItem {
  const star = readStar(parser);
  if (star) return { expr: star, alias: null, name: '' };
  const start = parser.place;
  const expr = parser.expr();
  noteText(parser, expr);
  const own = ownName(expr, parser.textFrom(start));
  const end = parser.lastEnd;
  const named = parser.takeWord('as');
  const alias = readItemAlias(parser, named);
  return { expr, alias, name: alias ?? own, end };
}

function readItemAlias(parser: Parser, named: boolean): string | null {
  if (parser.peek().kind === 'text') return parser.next().key;
  return named || parser.isName() ? parser.name() : null;
}

/** What the server calls a column without an alias: the column's name, a text's value, else the text itself. */
function ownName(expr: TreeExpr, text: string): string {
  if (expr.kind === 'column') return expr.names.at(-1)!;
  return expr.kind === 'literal' && expr.type === 'text' ? expr.text : text;
}

/** `*`, `t.*`, `db.t.*`. */
function readStar(parser: Parser): TreeExpr | null {
  if (parser.takeOp('*')) return { kind: 'star', qualifier: [] };
  const isQualified = parser.isName() && parser.isOp('.', 1);
  const two = isQualified && parser.isOp('*', 2);
  const three = isQualified && parser.isOp('.', 3) && parser.isOp('*', 4);
  if (!two && !three) return null;
  const qualifier = two ? [parser.tableName('qualifier')] : parser.names(2);
  parser.needOp('.');
  parser.needOp('*');
  return { kind: 'star', qualifier };
}

/** A comma list of tables; DUAL is none. */
function readTables(parser: Parser): readonly TreeTable[] {
  if (parser.takeWord('dual')) {
    parser.tables.push(['dual']);
    return [];
  }
  return parser.list(() => readFrom(parser));
}

function readGroupBy(parser: Parser): Pick<TreeSelect, 'groupBy' | 'groupingSets'> {
  if (!parser.takeWord('group')) return { groupBy: [], groupingSets: 1 };
  parser.needWord('by');
  if (parser.isWord('rollup') && parser.isOp('(', 1)) notAllowed('ROLLUP ( … )');
  const groupBy = parser.list(() => readOrderItem(parser).expr);
  if (!parser.takeWord('with')) return { groupBy, groupingSets: 1 };
  parser.needWord('rollup');
  return { groupBy, groupingSets: groupBy.length + 1 };
}

function readWindows(parser: Parser): TreeSelect['windows'] {
  if (!parser.takeWord('window')) return [];
  return parser.list(() => {
    const name = parser.name();
    parser.needWord('as');
    return { name, window: readWindow(parser) };
  });
}

function readEnds(parser: Parser): Ends {
  const orderBy = parser.isWord('order') ? readOrderBy(parser) : [];
  if (parser.takeWord('limit')) {
    if (parser.isWord('rows')) notAllowed('LIMIT ROWS EXAMINED');
    const first = readCount(parser);
    const ends = parser.takeOp(',')
      ? { orderBy, offset: first, limit: readCount(parser) }
      : { orderBy, limit: first, offset: parser.takeWord('offset') ? readCount(parser) : null };
    if (parser.isWord('rows')) notAllowed('LIMIT ROWS EXAMINED');
    return ends;
  }
  if (parser.isWord('offset') || parser.isWord('fetch')) return readFetch(parser, orderBy);
  return { orderBy, limit: null, offset: null };
}

/** `OFFSET 1 ROW FETCH FIRST 2 ROWS ONLY` of MariaDB. */
function readFetch(parser: Parser, orderBy: readonly TreeOrder[]): Ends {
  const rows = () => parser.takeWord('rows') || parser.takeWord('row');
  let offset: TreeExpr | null = null;
  if (parser.takeWord('offset')) {
    offset = readCount(parser);
    rows();
  }
  let limit: TreeExpr | null = null;
  if (parser.takeWord('fetch')) {
    if (!parser.takeWord('first')) parser.needWord('next');
    limit = rows() ? { kind: 'literal', type: 'number', text: '1' } : readCount(parser);
    rows();
    if (parser.isWord('with')) notAllowed('WITH TIES');
    parser.needWord('only');
  }
  return { orderBy, limit, offset };
}

function readCount(parser: Parser): TreeExpr {
  const { kind, key } = parser.peek();
  if (kind !== 'number' || !/^\d{1,20}$/.test(key)) parser.unexpected('a whole number');
  parser.next();
  return { kind: 'literal', type: 'number', text: key };
}
