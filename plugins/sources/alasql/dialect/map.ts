import { JOINS } from '#plugins/sources/postgres/dialect/map-from.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import type {
  TreeCte,
  TreeExpr,
  TreeItem,
  TreeQuery,
  TreeSelect,
  TreeTable,
} from '#src/sql/select/tree.ts';
import { ExpressionMapper } from './map-expressions.ts';
import { fields, list, type Node, textOf, unwrap } from './nodes.ts';
import { declined } from './types.ts';

const NOWHERE = { start: 0, end: 0 };
const SELECT_FIELDS = [
  'targetList',
  'fromClause',
  'whereClause',
  'groupClause',
  'havingClause',
  'distinctClause',
  'sortClause',
  'limitCount',
  'limitOffset',
  'limitOption',
  'withClause',
  'op',
];

/** The one SELECT that a parse tree of PostgreSQL holds, as the neutral tree. Throws `Refused`. */
export function readStatement(tree: unknown): TreeQuery {
  const statements = list((tree as Node)['stmts']);
  if (statements.length === 0) throw new Refused('empty', 'The SQL is empty. Write one SELECT.');
  if (statements.length > 1)
    throw new Refused('multiple_statements', 'Write only one statement, without a ; inside.');
  const { kind, node } = unwrap((statements[0] as Node)['stmt']);
  if (kind !== 'SelectStmt') throw new Refused('not_select', 'Only SELECT statements can run.');
  return query(node);
}

const expressions = new ExpressionMapper(query);

function query(node: Node): TreeQuery {
  if (node['intoClause']) throw new Refused('not_select', 'SELECT INTO writes a table.');
  if (node['lockingClause'])
    throw new Refused('not_select', "SELECT … FOR UPDATE and other locks aren't supported.");
  if (node['valuesLists']) return declined('VALUES');
  if (node['limitOption'] === 'LIMIT_OPTION_WITH_TIES')
    return declined('FETCH … WITH TIES', 'Write RANK() OVER (ORDER BY …) in a subquery.');
  return node['op'] === 'SETOP_NONE' ? select(node) : setOperation(node);
}

const ends = (node: Node) => ({
  ctes: ctes(node['withClause'] as Node | undefined),
  orderBy: list(node['sortClause']).map(expressions.order),
  limit: optional(node['limitCount']),
  offset: optional(node['limitOffset']),
});

const optional = (value: unknown): TreeExpr | null =>
  value === undefined ? null : expressions.map(value);

function select(node: Node): TreeSelect {
  fields(node, 'This part of a SELECT', SELECT_FIELDS);
  const distinct = list(node['distinctClause']);
  if (distinct.some((each) => Object.keys(each as Node).length > 0)) declined('DISTINCT ON');
  return {
    kind: 'select',
    distinct: distinct.length > 0,
    distinctOn: [],
    items: list(node['targetList']).map(item),
    from: list(node['fromClause']).map(table),
    where: optional(node['whereClause']),
    groupBy: list(node['groupClause']).map((key) =>
      unwrap(key).kind === 'GroupingSet'
        ? declined('ROLLUP, CUBE or GROUPING SETS')
        : expressions.map(key),
    ),
    groupingSets: 1,
    having: optional(node['havingClause']),
    windows: [],
    ...ends(node),
  };
}

function setOperation(node: Node): TreeQuery {
  const allowed = ['op', 'all', 'larg', 'rarg', ...SELECT_FIELDS.slice(6)];
  const { op, all, larg, rarg } = fields(node, 'This part of a set operation', allowed);
  return {
    kind: 'set',
    op: op === 'SETOP_UNION' ? 'union' : op === 'SETOP_INTERSECT' ? 'intersect' : 'except',
    all: all === true,
    left: query(larg as Node),
    right: query(rarg as Node),
    ...ends(node),
  };
}

function ctes(clause: Node | undefined): readonly TreeCte[] {
  if (!clause) return [];
  if (clause['recursive']) declined('WITH RECURSIVE');
  return list(clause['ctes']).map((each) => {
    const { node } = unwrap(each);
    const cte = fields(node, 'This WITH', [
      'ctename',
      'aliascolnames',
      'ctequery',
      'ctematerialized',
    ]);
    const { kind, node: inner } = unwrap(cte['ctequery']);
    if (kind !== 'SelectStmt') throw new Refused('not_select', 'WITH can only contain SELECTs.');
    return {
      name: String(cte['ctename']),
      columns: list(cte['aliascolnames']).map(textOf),
      query: query(inner),
      recursive: false,
    };
  });
}

function item(value: unknown): TreeItem {
  const { node } = unwrap(value);
  const target = fields(node, 'This result column', ['name', 'val']);
  const expr = expressions.map(target['val']);
  const alias = target['name'] === undefined ? null : String(target['name']);
  return { expr, alias, name: expr.kind === 'star' ? '' : (alias ?? nameOf(expr)) };
}

/** What PostgreSQL calls a result column without an alias (FigureColname in its parser). */
function nameOf(expr: TreeExpr): string {
  switch (expr.kind) {
    case 'column':
      return expr.names.at(-1)!;
    case 'call':
      return expr.name;
    case 'cast': {
      const inner = nameOf(expr.arg);
      return inner === '?column?' ? expr.type.replace(/\(.*/, '') : inner;
    }
    case 'operation':
      return expr.op === 'case' ? 'case' : '?column?';
    case 'subquery': {
      if (expr.mode === 'exists') return 'exists';
      const inner = expr.mode === 'scalar' && expr.query.kind === 'select' && expr.query.items[0];
      return inner ? inner.name : '?column?';
    }
    default:
      return '?column?';
  }
}

function table(value: unknown): TreeTable {
  const { kind, node } = unwrap(value);
  switch (kind) {
    case 'RangeVar': {
      const ref = fields(node, 'This table', [
        'schemaname',
        'relname',
        'inh',
        'relpersistence',
        'alias',
      ]);
      const names = [ref['schemaname'], ref['relname']].filter((each) => each !== undefined);
      return {
        kind: 'table',
        names: names.map(String),
        span: NOWHERE,
        ...aliasOf(ref['alias']),
        replaceable: true,
      };
    }
    case 'RangeSubselect': {
      const ref = fields(node, 'LATERAL', ['subquery', 'alias']);
      const inner = query(unwrap(ref['subquery']).node);
      return { kind: 'derived', query: inner, ...aliasOf(ref['alias']), lateral: false };
    }
    case 'JoinExpr':
      return join(node);
    default:
      return declined('A function in FROM');
  }
}

function join(node: Node): TreeTable {
  const known = ['jointype', 'larg', 'rarg', 'quals'];
  const { jointype, larg, rarg, quals } = fields(
    node,
    'NATURAL, USING or an alias of a JOIN',
    known,
  );
  const type = JOINS[jointype as keyof typeof JOINS];
  if (!type || type === 'full') return declined('FULL JOIN');
  return {
    kind: 'join',
    type: type === 'inner' && quals === undefined ? 'cross' : type,
    natural: false,
    using: [],
    on: optional(quals),
    left: table(larg),
    right: table(rarg),
    alias: null,
  };
}

function aliasOf(value: unknown): {
  readonly alias: string | null;
  readonly columnAliases: readonly string[];
} {
  if (value === undefined) return { alias: null, columnAliases: [] };
  const { aliasname, colnames } = value as Node;
  return { alias: String(aliasname), columnAliases: list(colnames).map(textOf) };
}
