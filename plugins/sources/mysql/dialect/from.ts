import type { TreeJoin, TreeQuery, TreeTable } from '#src/sql/select/tree.ts';
import { continuesQuery, startsQuery } from './brackets.ts';
import { refuseUnknownJoin } from './likely-mistakes.ts';
import type { Parser } from './parser.ts';
import { notAllowed } from './refused.ts';
import { refuseTail } from './tail.ts';

type JoinKind = Pick<TreeJoin, 'type' | 'natural'> & { readonly mayLackCondition: boolean };

/** A join whose condition was not read yet. */
interface OpenJoin {
  readonly left: TreeTable;
  readonly kind: JoinKind;
}

/** Reads one table of a comma list with the joins that follow it. */
export function readFrom(parser: Parser): TreeTable {
  return readJoins(parser, readFactor(parser));
}

/**
 * `a JOIN b JOIN c ON … ON …`: a condition belongs to the last join that has none yet. Joins that get none (`a JOIN b`)
 * go from left to right.
 */
function readJoins(parser: Parser, first: TreeTable): TreeTable {
  const open: OpenJoin[] = [];
  const nested = new WeakSet<TreeTable>();
  let right = first;
  for (;;) {
    const condition = readCondition(parser);
    if (condition) {
      const { left, kind } = open.pop() ?? parser.unexpected('a join before ON or USING');
      // The servers take CROSS JOIN for INNER JOIN.
      const type = kind.type === 'cross' ? 'inner' : kind.type;
      right = condition.on
        ? { ...join(left, { ...kind, type }, right), on: condition.on }
        : { ...merging(left, { ...kind, type }, right), using: condition.using };
      nested.add(right);
      continue;
    }
    const kind = readJoinKind(parser);
    if (!kind) break;
    const next = readFactor(parser);
    if (kind.natural) right = merging(right, kind, next);
    else {
      open.push({ left: right, kind });
      right = next;
    }
  }
  for (let each = open.pop(); each; each = open.pop()) {
    if (!each.kind.mayLackCondition) parser.unexpected('ON or USING');
    right = leftmost(each, right, nested);
  }
  return right;
}

/** Puts a join without a condition before the leftmost table of what follows it. */
function leftmost(
  { left, kind }: OpenJoin,
  right: TreeTable,
  nested: WeakSet<TreeTable>,
): TreeTable {
  if (right.kind !== 'join' || !nested.has(right)) return join(left, kind, right);
  const turned = { ...right, left: leftmost({ left, kind }, right.left, nested) };
  nested.add(turned);
  return turned;
}

const join = (left: TreeTable, { type, natural }: JoinKind, right: TreeTable): TreeJoin => ({
  kind: 'join',
  type,
  natural,
  using: [],
  on: null,
  left,
  right,
  alias: null,
});

/** The servers turn a RIGHT JOIN round where it makes columns one: `*` then shows those of the right side first. */
const merging = (left: TreeTable, kind: JoinKind, right: TreeTable): TreeJoin =>
  kind.type === 'right' ? join(right, { ...kind, type: 'left' }, left) : join(left, kind, right);

function readCondition(parser: Parser): Pick<TreeJoin, 'on' | 'using'> | null {
  if (parser.takeWord('on')) return { on: parser.expr(), using: [] };
  if (parser.takeWord('using')) return { on: null, using: parser.bracketed(() => parser.name()) };
  return null;
}

function readJoinKind(parser: Parser): JoinKind | null {
  const natural = parser.takeWord('natural');
  if (!natural && parser.takeWord('straight_join'))
    return { type: 'inner', natural, mayLackCondition: true };
  if (!natural && parser.takeWord('cross')) {
    parser.needWord('join');
    return { type: 'cross', natural, mayLackCondition: true };
  }
  if (parser.takeWord('inner')) {
    parser.needWord('join');
    return { type: 'inner', natural, mayLackCondition: true };
  }
  if (parser.isWord('left') || parser.isWord('right')) {
    const type = parser.next().key === 'left' ? 'left' : 'right';
    parser.takeWord('outer');
    parser.needWord('join');
    return { type, natural, mayLackCondition: false };
  }
  if (parser.takeWord('join')) return { type: 'inner', natural, mayLackCondition: true };
  if (natural) parser.unexpected('JOIN');
  return null;
}

function readFactor(parser: Parser): TreeTable {
  if (parser.isOp('(')) return parser.nested(() => readBracketed(parser));
  if (parser.takeWord('lateral')) return readLateral(parser);
  if (parser.isWord('json_table') && parser.isOp('(', 1)) notAllowed('JSON_TABLE');
  return readTable(parser);
}

function readTable(parser: Parser): TreeTable {
  const { start } = parser.peek();
  const names = parser.names(2);
  const { end } = parser.peek(-1);
  parser.spelled.push({ place: parser.place - 1, name: names.at(-1)!, role: 'table' });
  if (parser.isOp('.')) parser.unexpected('the end of the table name');
  if (parser.isOp('(')) notAllowed('A function in FROM');
  refuseVersionsAndParts(parser);
  const alias = readAlias(parser);
  refuseVersionsAndParts(parser);
  dropIndexHints(parser);
  parser.tables.push(names);
  const span = { start, end };
  return { kind: 'table', names, span, alias, columnAliases: [], replaceable: true };
}

function refuseVersionsAndParts(parser: Parser): void {
  if (parser.isOneOf('partition', 'tablesample', 'for')) refuseTail(parser);
}

function readAlias(parser: Parser): string | null {
  refuseUnknownJoin(parser);
  return parser.takeWord('as') || parser.isName() ? parser.tableName('given') : null;
}

/** `USE|FORCE|IGNORE INDEX|KEY [FOR …] ( … )` says how to work, not what to read: it is left out of what runs. */
function dropIndexHints(parser: Parser): void {
  const from = parser.place;
  while (parser.isOneOf('use', 'force', 'ignore')) {
    parser.next();
    if (!parser.takeWord('index')) parser.needWord('key');
    if (parser.takeWord('for')) readHintScope(parser);
    parser.needOp('(');
    while (!parser.takeOp(')')) {
      if (!parser.takeWord('primary')) parser.name();
      parser.takeOp(',');
    }
  }
  for (let place = from; place < parser.place; place++) parser.dropped.add(place);
}

function readHintScope(parser: Parser): void {
  const known =
    parser.takeWord('join') || parser.takeWords('order', 'by') || parser.takeWords('group', 'by');
  if (!known) parser.unexpected('JOIN, ORDER BY or GROUP BY');
}

function readLateral(parser: Parser): TreeTable {
  parser.needOp('(');
  if (!startsQuery(parser)) parser.unexpected('a SELECT');
  const query = parser.query();
  parser.needOp(')');
  return derived(parser, query, true);
}

type Bracketed = { readonly query: TreeQuery } | { readonly table: TreeTable };

/** `(SELECT …) AS d`, `((SELECT …) UNION …) AS d`, `(a JOIN b ON …)`, `(a, b)`: told apart without a step back. */
function readBracketed(parser: Parser): TreeTable {
  const content = readContent(parser);
  return 'table' in content ? content.table : derived(parser, content.query, false);
}

function readContent(parser: Parser): Bracketed {
  parser.needOp('(');
  const content = parser.nested(() => contentOf(parser));
  parser.needOp(')');
  return content;
}

function contentOf(parser: Parser): Bracketed {
  if (startsQuery(parser)) return { query: parser.query() };
  if (!parser.isOp('(')) return { table: commaList(parser, readFrom(parser)) };
  const inner = readContent(parser);
  if ('table' in inner) return { table: commaList(parser, readJoins(parser, inner.table)) };
  if (parser.isOp(')')) return inner;
  if (continuesQuery(parser)) return { query: parser.queryFrom(inner.query) };
  const first = readJoins(parser, derived(parser, inner.query, false));
  return { table: commaList(parser, first) };
}

/** A comma inside brackets is a join without a condition. */
function commaList(parser: Parser, first: TreeTable): TreeTable {
  let left = first;
  while (parser.takeOp(','))
    left = join(left, { type: 'cross', natural: false, mayLackCondition: true }, readFrom(parser));
  return left;
}

function derived(parser: Parser, query: TreeQuery, lateral: boolean): TreeTable {
  const alias = readAlias(parser);
  if (alias === null) parser.unexpected('a name for the subquery');
  const columnAliases = parser.isOp('(') ? parser.bracketed(() => parser.name()) : [];
  return { kind: 'derived', query, alias, columnAliases, lateral };
}
