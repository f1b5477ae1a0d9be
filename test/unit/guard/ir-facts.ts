import { expect } from 'chai';
import type { Aggregate, ColumnRef, Expr, Predicate, SelectQuery } from '#src/plugin-api/query.ts';
import type {
  AggregateFacts,
  BaseColumn,
  ExprFacts,
  FilterFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';

const TABLE_OF: Readonly<Record<string, string>> = { o: 'orders', c: 'customers' };
const name = (column: BaseColumn | null) => (column ? `${column.table}.${column.column}` : null);
const refName = (ref: ColumnRef) => `${TABLE_OF[ref.alias]}.${ref.column}`;

/** What an expression of the IR says, in the words of facts. */
function said(expr: Expr): string {
  switch (expr.kind) {
    case 'column':
      return refName(expr);
    case 'bucket':
      return `${expr.unit} of ${said(expr.arg)}`;
    case 'part':
      return `${expr.part} of ${said(expr.arg)}`;
    case 'aggregate':
      return saidAggregate(expr);
    default:
      throw new Error(`not generated: ${expr.kind}`);
  }
}
const saidAggregate = (each: Aggregate) =>
  `${each.fn}(${each.distinct ? 'distinct ' : ''}${each.arg ? said(each.arg) : '*'})`;

function read(facts: ExprFacts): string {
  const [aggregate] = facts.aggregates;
  if (aggregate) return readAggregate(aggregate);
  if (facts.dateUnit) return `${facts.dateUnit} of ${name(facts.columns[0] ?? null)}`;
  return String(name(facts.column));
}
const readAggregate = (each: AggregateFacts) =>
  `${each.fn}(${each.distinct ? 'distinct ' : ''}${each.arg ? name(each.arg.column) : '*'})`;

/** The plain filters that a predicate of the IR becomes; null where it is no plain one. */
function plain(predicate: Predicate): readonly string[] | null {
  switch (predicate.kind) {
    case 'compare':
      return predicate.left.kind === 'column' && predicate.right.kind === 'literal'
        ? [`${refName(predicate.left)} ${predicate.op} ${predicate.right.value}`]
        : null;
    case 'in':
      return [
        `${said(predicate.expr)} ${predicate.negated ? 'not in' : 'in'} ${predicate.values.map((each) => each.value).join('|')}`,
      ];
    case 'range':
      return [
        ...(predicate.from ? [`${said(predicate.expr)} >= ${predicate.from.value}`] : []),
        ...(predicate.to ? [`${said(predicate.expr)} < ${predicate.to.value}`] : []),
      ];
    case 'null':
      return [`${said(predicate.expr)} ${predicate.negated ? 'is not null' : 'is null'} `];
    default:
      return null;
  }
}
const readFilter = (filter: FilterFacts) =>
  `${name(filter.column)} ${filter.op} ${filter.values.join('|')}`;

/** Fails unless the facts of the lowered query say what the query says. */
export function expectSame(query: SelectQuery, root: SelectFacts): void {
  expect(root.sources.map((each) => each.table)).to.deep.equal(['orders', 'customers']);
  expect(root.joins.map((each) => each.type)).to.deep.equal(query.joins.map((each) => each.type));
  const [pair] = root.joins[0]!.equalities;
  expect([name(pair?.left ?? null), name(pair?.right ?? null)]).to.deep.equal([
    'orders.customer_id',
    'customers.id',
  ]);
  expect(root.outputs.map((each) => [each.name, read(each)])).to.deep.equal(
    query.select.map((each) => [each.as, said(each.expr)]),
  );
  expect(root.groupBy.map(read)).to.deep.equal(query.groupBy.map(said));
  expect(root.orderBy.map((each) => [read(each.expr), each.direction])).to.deep.equal(
    query.orderBy.map((each) => [said(each.expr), each.direction]),
  );
  expect(root.limit).to.equal(query.limit?.count ?? null);
  expect(root.distinct).to.equal(query.distinct);
  expect(root.having.length).to.equal(query.having.length);
  const wanted = query.where.flatMap((each) => plain(each) ?? []);
  const found = root.filters.filter((each) => each.op !== null).map(readFilter);
  for (const each of wanted) expect(found).to.include(each);
}
