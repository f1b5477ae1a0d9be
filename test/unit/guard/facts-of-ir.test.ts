import { expect } from 'chai';
import fc from 'fast-check';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import type { Aggregate, ColumnRef, Expr, Predicate, SelectQuery } from '#src/plugin-api/query.ts';
import type {
  AggregateFacts,
  BaseColumn,
  ExprFacts,
  FilterFacts,
} from '#src/plugin-api/query-facts.ts';
import { type Harness, openHarness } from './harness.ts';
import { randomQuery } from './random-query.ts';

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

function expectSame(query: SelectQuery, root: Awaited<ReturnType<typeof factsOf>>): void {
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

let harness: Harness;
async function factsOf(sql: string) {
  const result = await harness.guard(sql);
  if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.text}\n${sql}`);
  return result.facts.root;
}

describe('facts of queries that the planner writes (DuckDB)', () => {
  before(async () => {
    harness = await openHarness(1_000);
    await harness.db.rows(`
      CREATE VIEW orders AS SELECT * FROM p_orders;
      CREATE VIEW customers AS SELECT * FROM p_customers;
    `);
  });
  after(() => harness.close());

  it('say what the query says, and the guarded statement gives the rows of the written one', async () => {
    await fc.assert(
      fc.asyncProperty(randomQuery, async (query) => {
        const sql = lowerDuckdb(query);
        const result = await harness.guard(sql);
        if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.text}\n${sql}`);
        expectSame(query, result.facts.root);
        const rows = (list: readonly unknown[]) =>
          query.orderBy.length > 0 ? list : list.map((row) => JSON.stringify(row)).sort();
        expect(rows(await harness.db.rows(result.guarded.sql)), sql).to.deep.equal(
          rows(await harness.db.rows(sql)),
        );
      }),
      { numRuns: 200 },
    );
  });
});
