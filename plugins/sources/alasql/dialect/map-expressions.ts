import { Refused } from '#src/plugin-api/refused.ts';
import type {
  TreeExpr,
  TreeOrder,
  TreeQuery,
  TreeSubquery,
  TreeWindow,
} from '#src/sql/select/tree.ts';
import { operation, plainCall } from '#src/sql/select/tree-nodes.ts';
import { builtInName, fields, list, type Node, unwrap } from './nodes.ts';
import { declined } from './types.ts';

export type ReadQuery = (node: Node) => TreeQuery;

const literal = (type: 'number' | 'text' | 'boolean' | 'null', text: string): TreeExpr => ({
  kind: 'literal',
  type,
  text,
});

/** Maps expressions of PostgreSQL's parse tree to the neutral tree, by an allow-list. Throws `Refused`. */
export class ExpressionMapper {
  private readonly query: ReadQuery;

  constructor(query: ReadQuery) {
    this.query = query;
  }

  map = (value: unknown): TreeExpr => {
    const { kind, node } = unwrap(value);
    switch (kind) {
      case 'ColumnRef':
        return this.column(node);
      case 'A_Const':
        return constant(node);
      case 'A_Expr':
        return this.operator(node);
      case 'BoolExpr':
        return this.connective(node);
      case 'NullTest': {
        const { arg, nulltesttype } = fields(node, 'IS NULL', ['arg', 'nulltesttype']);
        return operation(nulltesttype === 'IS_NULL' ? 'is null' : 'is not null', this.map(arg));
      }
      case 'BooleanTest': {
        const test = String(node['booltesttype'])
          .slice('IS_'.length)
          .replace('_', ' ')
          .toLowerCase();
        if (test.includes('unknown')) return declined('IS UNKNOWN');
        return operation(`is ${test}`, this.map(node['arg']));
      }
      case 'FuncCall':
        return this.call(node);
      case 'CaseExpr':
        return this.case(node);
      case 'CoalesceExpr':
        return plainCall('coalesce', this.all(node['args']));
      case 'MinMaxExpr':
        return plainCall(
          node['op'] === 'IS_GREATEST' ? 'greatest' : 'least',
          this.all(node['args']),
        );
      case 'TypeCast':
        return { kind: 'cast', arg: this.map(node['arg']), type: typeOf(node['typeName']) };
      case 'SubLink':
        return this.subquery(node);
      case 'SQLValueFunction':
        return declined('The current date or time', 'Write the date itself.');
      case 'ParamRef':
        throw new Refused(
          'placeholder',
          'A placeholder has no value here. Write the value itself.',
        );
      default:
        return declined(`The construct ${kind}`);
    }
  };

  order = (value: unknown): TreeOrder => {
    const { node } = unwrap(value);
    const sort = fields(node, 'ORDER BY', ['node', 'sortby_dir', 'sortby_nulls']);
    const { sortby_dir: direction, sortby_nulls: nulls } = sort;
    if (direction === 'SORTBY_USING') return declined('ORDER BY … USING');
    const order: TreeOrder = {
      expr: this.map(sort['node']),
      direction: direction === 'SORTBY_DESC' ? 'desc' : 'asc',
    };
    if (nulls === 'SORTBY_NULLS_FIRST') return { ...order, nulls: 'first' };
    return nulls === 'SORTBY_NULLS_LAST' ? { ...order, nulls: 'last' } : order;
  };

  private all(values: unknown): readonly TreeExpr[] {
    return list(values).map(this.map);
  }

  private column(node: Node): TreeExpr {
    const parts = list(node['fields']).map(unwrap);
    const names = parts.slice(0, parts.at(-1)?.kind === 'A_Star' ? -1 : undefined);
    if (names.some((each) => each.kind !== 'String')) return declined('This name');
    const texts = names.map(({ node: name }) => String(name['sval'] ?? ''));
    return names.length < parts.length
      ? { kind: 'star', qualifier: texts }
      : { kind: 'column', names: texts };
  }

  private operator(node: Node): TreeExpr {
    const { kind, name, lexpr, rexpr } = node;
    const op = builtInName(name);
    const sides = () => [lexpr, rexpr].filter((each) => each !== undefined).map(this.map);
    switch (kind) {
      case 'AEXPR_OP':
        return operation(op === '!=' ? '<>' : op, ...sides());
      case 'AEXPR_IN':
        return operation(
          op === '=' ? 'in' : 'not in',
          this.map(lexpr),
          ...this.all(unwrap(rexpr).node['items']),
        );
      case 'AEXPR_LIKE':
        return this.like(op === '~~' ? 'like' : 'not like', lexpr, rexpr);
      case 'AEXPR_ILIKE':
        return this.like(op === '~~*' ? 'ilike' : 'not ilike', lexpr, rexpr);
      case 'AEXPR_BETWEEN':
      case 'AEXPR_NOT_BETWEEN':
        return operation(
          kind === 'AEXPR_BETWEEN' ? 'between' : 'not between',
          this.map(lexpr),
          ...this.all(unwrap(rexpr).node['items']),
        );
      case 'AEXPR_NULLIF':
        return plainCall('nullif', sides());
      case 'AEXPR_DISTINCT':
        return operation('is distinct from', ...sides());
      case 'AEXPR_NOT_DISTINCT':
        return operation('is not distinct from', ...sides());
      default:
        return declined(`The operator ${op} in this form`);
    }
  }

  /** ESCAPE comes as a function around the pattern. */
  private like(op: string, text: unknown, pattern: unknown): TreeExpr {
    const mapped = this.map(pattern);
    const isEscaped = mapped.kind === 'call' && mapped.name === 'like_escape';
    return operation(op, this.map(text), ...(isEscaped ? mapped.args : [mapped]));
  }

  private connective(node: Node): TreeExpr {
    const args = this.all(node['args']);
    if (node['boolop'] !== 'NOT_EXPR')
      return operation(node['boolop'] === 'AND_EXPR' ? 'and' : 'or', ...args);
    const [inner] = args;
    // NOT IN and NOT EXISTS are written so by the parser.
    if (inner?.kind === 'subquery' && inner.mode !== 'scalar')
      return { ...inner, negated: !inner.negated };
    return operation('not', ...args);
  }

  private call(node: Node): TreeExpr {
    const known = [
      'funcname',
      'args',
      'agg_star',
      'agg_distinct',
      'agg_filter',
      'over',
      'funcformat',
      ...['agg_within_group', 'agg_order'],
    ];
    const name = builtInName(node['funcname']);
    const parts = fields(node, `${name}()`, known);
    const args: readonly TreeExpr[] = parts['agg_star']
      ? [{ kind: 'star', qualifier: [] }]
      : this.all(parts['args']);
    if (parts['agg_order'] && !parts['agg_within_group']) declined(`ORDER BY in ${name}()`);
    return {
      ...plainCall(name, args),
      orderBy: list(parts['agg_order']).map(this.order),
      distinct: parts['agg_distinct'] === true,
      filter: parts['agg_filter'] ? this.map(parts['agg_filter']) : null,
      over: parts['over'] ? this.window(parts['over'] as Node) : null,
    };
  }

  /** Windows with a frame of their own are declined: the default frame alone was shown to agree. */
  private window(node: Node): TreeWindow {
    const window = fields(node, 'A named window or one with a frame', [
      'partitionClause',
      'orderClause',
      'frameOptions',
    ]);
    const DEFAULT_FRAME = 1058;
    if (window['frameOptions'] !== DEFAULT_FRAME) return declined('A window with a frame');
    return {
      base: null,
      partitionBy: this.all(window['partitionClause']),
      orderBy: list(window['orderClause']).map(this.order),
      bounds: [],
    };
  }

  private case(node: Node): TreeExpr {
    const subject = node['arg'] === undefined ? null : this.map(node['arg']);
    const branches = list(node['args']).flatMap((each) => {
      const { node: when } = unwrap(each);
      const condition = this.map(when['expr']);
      return [condition, this.map(when['result'])];
    });
    const last =
      node['defresult'] === undefined ? literal('null', '') : this.map(node['defresult']);
    return subject
      ? operation('case of', subject, ...branches, last)
      : operation('case', ...branches, last);
  }

  private subquery(node: Node): TreeSubquery {
    const { subLinkType, testexpr, subselect, operName } = node;
    const { kind, node: select } = unwrap(subselect);
    if (kind !== 'SelectStmt') return declined('This subquery');
    const query = this.query(select);
    const subquery = { kind: 'subquery', negated: false, outer: null, query } as const;
    if (subLinkType === 'EXISTS_SUBLINK') return { ...subquery, mode: 'exists' };
    if (subLinkType === 'EXPR_SUBLINK') return { ...subquery, mode: 'scalar' };
    if (subLinkType === 'ANY_SUBLINK' && operName === undefined)
      return { ...subquery, mode: 'in', outer: this.map(testexpr) };
    return declined('ANY, ALL or ARRAY over a subquery', 'Write IN or EXISTS.');
  }
}

function constant(node: Node): TreeExpr {
  if (node['isnull']) return literal('null', '');
  const { ival, fval, sval, boolval } = node as Readonly<Record<string, Node | undefined>>;
  if (ival) return literal('number', String(ival['ival'] ?? 0));
  if (fval) return literal('number', String(fval['fval']));
  if (boolval) return literal('boolean', String(boolval['boolval'] ?? false));
  if (sval) return literal('text', String(sval['sval'] ?? ''));
  return declined('A bit string');
}

/** `numeric(12,2)`, `date`, `interval`: the type's name with its modifiers. */
function typeOf(value: unknown): string {
  const type = fields(value as Node, 'This type', ['names', 'typmods', 'typemod']);
  const modifiers = list(type['typmods']).map((each) => {
    const mapped = constant(unwrap(each).node);
    return mapped.kind === 'literal' ? mapped.text : '';
  });
  const name = builtInName(type['names']);
  return modifiers.length > 0 ? `${name}(${modifiers.join(',')})` : name;
}
