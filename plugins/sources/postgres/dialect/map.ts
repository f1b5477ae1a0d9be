import { Refused } from '#src/plugin-api/refused.ts';
import type {
  TreeCte,
  TreeExpr,
  TreeItem,
  TreeOrder,
  TreeQuery,
  TreeTable,
} from '#src/sql/select/tree.ts';
import { checkList } from '#src/sql/select/weight.ts';
import { ExpressionMapper } from './map-expressions.ts';
import { FromMapper } from './map-from.ts';
import type { QueryMapping } from './mapping.ts';
import { columnName } from './names.ts';
import {
  type Fields,
  isFields,
  items,
  known,
  list,
  notAllowed,
  only,
  textOr,
  texts,
  unwrap,
} from './nodes.ts';
import type { Spans } from './spans.ts';

const OPERATIONS = {
  SETOP_UNION: 'union',
  SETOP_INTERSECT: 'intersect',
  SETOP_EXCEPT: 'except',
} as const;

const PARTS: readonly string[] = [
  ...['distinctClause', 'targetList', 'fromClause', 'whereClause', 'groupClause', 'groupDistinct'],
  ...['havingClause', 'windowClause', 'valuesLists', 'sortClause', 'limitOffset', 'limitCount'],
  ...['limitOption', 'withClause', 'op', 'all', 'larg', 'rarg'],
];

/** Maps the SELECTs of libpg-query's tree, by an allow-list of their nodes and fields. Throws `Refused`. */
export class QueryMapper implements QueryMapping {
  readonly spans: Spans;
  readonly enums: ReadonlySet<string>;
  private readonly expressions = new ExpressionMapper(this);
  private readonly from = new FromMapper(this, this.expressions);

  constructor(spans: Spans, enums: ReadonlySet<string>) {
    this.spans = spans;
    this.enums = enums;
  }

  /** A wrapped statement that must be a SELECT. */
  statement(value: unknown): TreeQuery {
    const [kind, fields] = unwrap(value);
    if (kind !== 'SelectStmt')
      throw new Refused('not_select', 'Only SELECT statements can run, including inside WITH.');
    return this.query(fields);
  }

  private query(fields: Fields): TreeQuery {
    if (fields['intoClause']) notAllowed('SELECT INTO');
    if (fields['lockingClause']) notAllowed('FOR UPDATE, FOR SHARE and the like');
    known('SELECT', fields, ...PARTS);
    const base = {
      ctes: this.ctes(fields['withClause']),
      orderBy: this.order(fields['sortClause']),
      limit: this.limit(fields),
      offset: this.maybe(fields['limitOffset']),
    };
    const { op } = fields;
    if (op === 'SETOP_UNION' || op === 'SETOP_INTERSECT' || op === 'SETOP_EXCEPT')
      return {
        kind: 'set',
        op: OPERATIONS[op],
        all: fields['all'] === true,
        left: this.side(fields['larg']),
        right: this.side(fields['rarg']),
        ...base,
      };
    if (fields['valuesLists'])
      return {
        kind: 'values',
        rows: list(fields['valuesLists']).map((row) => this.exprs(items(row))),
        ...base,
      };
    return { kind: 'select', ...this.parts(fields), ...base };
  }

  private parts(fields: Fields) {
    // Before the walk through them, which takes its time.
    checkList(list(fields['targetList']).length);
    const distinct = list(fields['distinctClause']);
    // DISTINCT alone is a list of one empty node.
    const isPlain = distinct.length === 1 && isFields(distinct[0]) && isEmpty(distinct[0]);
    return {
      distinct: isPlain,
      distinctOn: isPlain ? [] : this.exprs(distinct),
      items: list(fields['targetList']).map((each) => this.item(each)),
      from: list(fields['fromClause']).map((each): TreeTable => this.from.table(each)),
      where: this.maybe(fields['whereClause']),
      groupBy: list(fields['groupClause']).flatMap((each) => this.groupKeys(each)),
      groupingSets: groupingSets(list(fields['groupClause'])),
      having: this.maybe(fields['havingClause']),
      windows: list(fields['windowClause']).map((each) => {
        const [, window] = unwrap(each);
        return { name: textOr(window['name']) ?? '', window: this.expressions.window(window) };
      }),
    };
  }

  order(value: unknown): readonly TreeOrder[] {
    checkList(list(value).length);
    return list(value).map((each) => {
      const fields = only(each, 'SortBy', 'node', 'sortby_dir', 'sortby_nulls', 'useOp');
      const using = fields['useOp'] ? this.expressions.operator(fields['useOp']) : null;
      const isDown = using?.startsWith('>') || fields['sortby_dir'] === 'SORTBY_DESC';
      return {
        expr: this.expressions.expr(fields['node']),
        direction: isDown ? ('desc' as const) : ('asc' as const),
      };
    });
  }

  private side(value: unknown): TreeQuery {
    return isFields(value) ? this.query(value) : notAllowed('This construct');
  }

  private item(value: unknown): TreeItem {
    const fields = only(value, 'ResTarget', 'name', 'val');
    // The star of `TABLE orders` stands nowhere in the text.
    if (fields['location'] === -1) notAllowed('TABLE without SELECT * FROM before it');
    const alias = textOr(fields['name']);
    const expr = this.expressions.expr(fields['val']);
    const name = expr.kind === 'star' ? '' : (alias ?? columnName(fields['val']));
    return { expr, alias, name };
  }

  private limit(fields: Fields): TreeExpr | null {
    const limit = this.maybe(fields['limitCount']);
    // With ties more rows may come, so the number is no plain count any more.
    return limit && fields['limitOption'] === 'LIMIT_OPTION_WITH_TIES'
      ? { kind: 'cast', arg: limit, type: 'int8' }
      : limit;
  }

  private groupKeys(value: unknown): readonly TreeExpr[] {
    const [kind, fields] = unwrap(value);
    if (kind === 'GroupingSet') {
      known(kind, fields, 'kind', 'content');
      return list(fields['content']).flatMap((each) => this.groupKeys(each));
    }
    if (kind === 'RowExpr' && fields['row_format'] === 'COERCE_IMPLICIT_CAST')
      return list(fields['args']).flatMap((each) => this.groupKeys(each));
    return [this.expressions.expr(value)];
  }

  private ctes(value: unknown): readonly TreeCte[] {
    if (value === undefined) return [];
    if (!isFields(value)) notAllowed('This WITH');
    known('WITH', value, 'ctes', 'recursive');
    return list(value['ctes']).map((each) => {
      const fields = only(
        each,
        'CommonTableExpr',
        ...['ctename', 'aliascolnames', 'ctematerialized', 'ctequery'],
      );
      return {
        name: textOr(fields['ctename']) ?? '',
        columns: texts(fields['aliascolnames']),
        query: this.statement(fields['ctequery']),
        recursive: value['recursive'] === true,
      };
    });
  }

  private exprs(values: readonly unknown[]): readonly TreeExpr[] {
    return values.map((each) => this.expressions.expr(each));
  }

  private maybe(value: unknown): TreeExpr | null {
    return value === undefined ? null : this.expressions.expr(value);
  }
}

/** Sets of a list of keys and of GROUPING SETS, ROLLUP and CUBE, which are combined with each other. */
const groupingSets = (keys: readonly unknown[]): number =>
  keys.reduce<number>((product, key) => product * setsOf(key), 1);

function setsOf(key: unknown): number {
  const [kind, fields] = unwrap(key);
  if (kind !== 'GroupingSet') return 1;
  const content = list(fields['content']);
  switch (fields['kind']) {
    case 'GROUPING_SET_CUBE':
      return 2 ** content.length;
    case 'GROUPING_SET_ROLLUP':
      return content.length + 1;
    case 'GROUPING_SET_SETS':
      return content.reduce<number>((sum, each) => sum + setsOf(each), 0);
    default:
      return 1;
  }
}

const isEmpty = (fields: Fields) => Object.keys(fields).length === 0;
