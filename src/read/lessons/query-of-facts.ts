import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import type {
  Aggregate,
  ColumnRef,
  ComparisonOperator,
  Expr,
  Join,
  Literal,
  OrderItem,
  Predicate,
  SelectQuery,
} from '#src/plugin-api/query.ts';
import type { ExprNode, FilterFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { AGGREGATE_NAMES, type AggregateFunction } from '#src/query/functions.ts';

type Tables = ReadonlyMap<string, CatalogTable>;

/**
 * A parsed statement as the planner would have written it; null for one that says more than a SELECT over tables, their
 * equalities, comparisons with constants, aggregates of columns, groups, order and limit.
 */
export function queryOfFacts({ root }: QueryFacts, tables: Tables): SelectQuery | null {
  try {
    return written();
  } catch (error) {
    if (error instanceof SaysMore) return null;
    throw error;
  }

  function written(): SelectQuery {
    const [first, ...others] = root.sources;
    if (!first?.table || root.setOperation || root.qualify?.length || root.offset !== 0) more();
    const joins = others.map(({ alias, table }): Join => {
      const found = root.joins.find((join) => join.alias === alias);
      if (!table || !found || (found.type !== 'inner' && found.type !== 'left')) more();
      if (found.hasOtherConditions || found.equalities.length === 0) more();
      return {
        ...{ type: found.type, source: { table, alias } },
        on: found.equalities.map(({ left, right }) => ({
          left: { kind: 'column', alias: left.alias, column: left.column },
          right: { kind: 'column', alias: right.alias, column: right.column },
        })),
      };
    });
    return {
      ...{ kind: 'select', from: { table: first.table, alias: first.alias }, joins },
      where: root.filters.flatMap(predicates),
      groupBy: root.groupBy.map(({ node }) => expr(node)),
      having: root.having.flatMap(predicates),
      select: root.outputs.map(({ node, name }) => ({ expr: expr(node), as: name })),
      distinct: root.distinct,
      orderBy: root.orderBy.map(
        ({ expr: by, direction }): OrderItem => ({ expr: expr(by.node), direction }),
      ),
      limit: root.limit === null ? null : { count: root.limit, withTies: false },
    };
  }

  function expr(node: ExprNode): Expr {
    if (node.kind === 'column') {
      if (node.of) return expr(node.of);
      return node.alias && node.column
        ? { kind: 'column', alias: node.alias, column: node.column.column }
        : more();
    }
    if (node.kind === 'call') return aggregate(node);
    return more();
  }

  function aggregate({
    name,
    args,
    distinct,
    filter,
    over,
  }: Extract<ExprNode, { kind: 'call' }>): Aggregate {
    const fn = AGGREGATE_NAMES.find((one) => one === name) as AggregateFunction | undefined;
    const [arg] = args;
    if (!fn || filter || over || args.length > 1) more();
    if (!arg || arg.kind === 'row') return { kind: 'aggregate', fn, arg: null, distinct: false };
    return { kind: 'aggregate', fn, arg: expr(arg), distinct };
  }

  function predicates({ node }: FilterFacts): readonly Predicate[] {
    if (node.kind !== 'operation') more();
    const { op, args } = node;
    if (op === 'and') return args.flatMap((one) => predicates({ node: one } as FilterFacts));
    const [left, ...rest] = args;
    if (!left) more();
    const side = expr(left);
    const literals = rest.map((one) => literal(one, typeOf(side)));
    const [first, second] = literals;
    const compare = (name: ComparisonOperator, right: Literal): Predicate => ({
      ...{ kind: 'compare', op: name, left: side, right },
    });
    if (op === 'between' && first && second) return [compare('>=', first), compare('<=', second)];
    if ((op === 'in' || op === 'not in') && first)
      return [{ kind: 'in', expr: side, values: literals, negated: op === 'not in' }];
    const name = COMPARISONS.get(op);
    return name && first && !second ? [compare(name, first)] : more();
  }

  function literal(node: ExprNode, type: Literal['type']): Literal {
    if (node.kind === 'cast') return literal(node.arg, type);
    if (node.kind !== 'literal' || node.type === 'null' || node.type === 'other') return more();
    const value =
      node.type === 'number'
        ? Number(node.text)
        : node.type === 'boolean'
          ? node.text === 'true'
          : node.text;
    return { kind: 'literal', type, value };
  }

  function typeOf(side: Expr): Literal['type'] {
    if (side.kind !== 'column') return 'integer';
    return columnOf(side)?.type ?? more();
  }

  function columnOf({ alias, column }: ColumnRef) {
    const table = root.sources.find((one) => one.alias === alias)?.table;
    return tables.get(table ?? '')?.columns.find(({ name }) => name === column);
  }
}

const COMPARISONS: ReadonlyMap<string, ComparisonOperator> = new Map([
  ['=', '='],
  ['<>', '<>'],
  ['!=', '<>'],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
]);

/** A statement that the planner has no words for. */
class SaysMore extends Error {}

function more(): never {
  throw new SaysMore();
}
