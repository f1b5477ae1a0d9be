import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import type { AskDeps } from '#src/ask/deps.ts';
import { untracedNumbers } from '#src/ask/number-trace.ts';
import { createAskService } from '#src/ask/service.ts';
import type { Answer } from '#src/ask/types.ts';
import type { ColumnType } from '#src/plugin-api/catalog.ts';
import type {
  Aggregate,
  ColumnRef,
  Expr,
  Literal,
  Query,
  SelectQuery,
} from '#src/plugin-api/query.ts';
import { createGuard } from '#src/sql/guard.ts';
import { openTestDuckdb, type TestDuckdb } from '../../fakes/duckdb-parser.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { sqliteStore, type TestStore } from '../../fakes/stores.ts';
import { PLAN, request, world } from './harness.ts';
import { chunksOf } from './memory-source.ts';
import { seedWorkspaces } from './store.ts';

const col = (alias: string, column: string): ColumnRef => ({ kind: 'column', alias, column });
const sum = (arg: Expr): Aggregate => ({ kind: 'aggregate', fn: 'sum', arg, distinct: false });
const rows: Aggregate = { kind: 'aggregate', fn: 'count', arg: null, distinct: false };
const literal = (type: ColumnType, value: string | number): Literal => ({
  kind: 'literal',
  type,
  value,
});
const from = (table: string, alias: string, over: Partial<SelectQuery> = {}): SelectQuery => ({
  kind: 'select',
  from: { table, alias },
  joins: [],
  where: [],
  groupBy: [],
  having: [],
  select: [],
  distinct: false,
  orderBy: [],
  limit: null,
  ...over,
});

const REVENUE = { expr: sum(col('o', 'revenue')), as: 'total_revenue' };
const REGION = { expr: col('o', 'region'), as: 'region' };
const IN_2025 = {
  kind: 'range',
  expr: col('o', 'ordered_on'),
  from: literal('date', '2025-01-01'),
  to: literal('date', '2026-01-01'),
} as const;

describe('answers over a real engine and the real guard', () => {
  let folder: string;
  let store: TestStore;
  let data: OfflineCatalog;
  let duckdb: TestDuckdb;
  let deps: AskDeps;
  let plan: { query: Query; breakdown: Query | null };

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-ask-'));
    duckdb = await openTestDuckdb();
    data = await catalogFromSql([
      `CREATE TABLE customers AS SELECT range AS id, 'c' || range AS name, (range * 10)::DECIMAL(10,2) AS credit_limit FROM range(50)`,
      `CREATE TABLE orders AS SELECT range AS id, range % 50 AS customer_id, ['Europe','Asia','Africa'][1 + range % 3] AS region,
         (range * 1.5)::DECIMAL(12,2) AS revenue, DATE '2024-01-01' + (range % 700)::INT AS ordered_on FROM range(1000)`,
    ]);
    store = await sqliteStore();
    await seedWorkspaces(store.db);
    const dialect = createDuckdbDialect(duckdb);
    const { deps: doubles } = world(store.db, path.join(folder, 'spool'));
    deps = {
      ...doubles,
      limits: { ...doubles.limits },
      pinGeneration: async () => ({ catalog: data.catalog, release: () => {} }),
      guard: createGuard({
        maxSqlBytes: 65_536,
        maxDepth: 50,
        maxWeight: 100_000,
        keptVerdicts: 100,
      }),
      sourceOf: async () => ({ dialect, query: ({ sql }) => chunksOf(data, sql) }),
      planning: {
        ...doubles.planning,
        plan: async () => ({ ...PLAN, ...plan }),
        findLiterals: async (_, literals) =>
          literals.map((one) => ({
            ...one,
            found: data.values.lookup(one.value).some(({ value }) => value === one.value),
            near: data.values.lookup(one.value, { near: true })[0]?.value ?? null,
          })),
      },
    };
  });

  after(async () => {
    await store.dispose();
    await data.close();
    duckdb.close();
    await rm(folder, { recursive: true });
  });

  async function answer(
    query: Query,
    breakdown: Query | null = null,
    asked: Parameters<typeof request>[0] = {},
  ): Promise<Answer> {
    plan = { query, breakdown };
    const service = createAskService(deps);
    const running = service.run(
      await service.prepare(request(asked)),
      new AbortController().signal,
    );
    for (;;) {
      const step = await running.next();
      if (!step.done) continue;
      const { data: table, explanation, lineage, breakdown: groups, totalRows } = step.value;
      if (table)
        expect(
          untracedNumbers(explanation, {
            rows: [...table.rows, ...(groups?.rows ?? [])],
            groups: groups?.rows ?? [],
            counts: [table.rows.length, totalRows ?? 0],
            context: [lineage!.period, ...lineage!.filters],
          }),
          explanation,
        ).to.deep.equal([]);
      return step.value;
    }
  }

  it('a total in a year, with its regions', async () => {
    const where = [IN_2025];
    const total = from('orders', 'o', { where, select: [REVENUE] });
    const groups = from('orders', 'o', {
      where,
      select: [REGION, REVENUE],
      groupBy: [REGION.expr],
    });
    const own = await answer(total);
    const got = await answer(total, groups);
    expect(own.breakdown?.rows.length).to.equal(got.breakdown?.rows.length);
    expect(got.result).to.equal('success');
    expect(got.lineage).to.deep.include({
      period: '2025',
      measures: ['total revenue'],
      tables: ['orders'],
    });
    expect(got.breakdown?.rows).to.have.length(3);
    expect(got.verification.status).to.equal('checked');
    const passed = got.verification.checks.filter(({ outcome }) => outcome === 'passed');
    expect(passed.map(({ name }) => name)).to.include.members([
      'total_vs_breakdown',
      'non_additive_sum',
    ]);
    expect(got.explanation).to.match(
      /^Total revenue in 2025 was [\d,.]+\. By region, \w+ leads with/,
    );
  });

  it('a total over two joined tables, from the many side', async () => {
    const query = from('orders', 'o', {
      joins: [
        {
          type: 'inner',
          source: { table: 'customers', alias: 'c' },
          on: [{ left: col('o', 'customer_id'), right: col('c', 'id') }],
        },
      ],
      select: [{ expr: col('c', 'name'), as: 'name' }, REVENUE],
      groupBy: [col('c', 'name')],
      orderBy: [{ expr: REVENUE.expr, direction: 'desc' }],
      limit: { count: 3, withTies: true },
    });
    const got = await answer(query);
    expect(got.data?.rows).to.have.length(3);
    expect(got.lineage?.row_limit).to.equal(3);
    expect(got.verification.status).to.equal('checked');
  });

  it('a first row that another ties with, and says so', async () => {
    const top = from('orders', 'o', {
      select: [REGION, { expr: rows, as: 'number_of_orders' }],
      groupBy: [REGION.expr],
      orderBy: [{ expr: rows, direction: 'asc' }],
    });
    const cut = await answer({ ...top, limit: { count: 1, withTies: false } });
    expect(cut.verification.status).to.equal('warning');
    expect(cut.verification.reason).to.include('ties with the first row');
    const broken = await answer({
      ...top,
      select: [REGION],
      orderBy: [...top.orderBy, { expr: REGION.expr, direction: 'asc' }],
      limit: { count: 1, withTies: false },
    });
    expect(broken.verification.reason).to.include('ties with the first row');
    const two = await answer({ ...top, limit: { count: 2, withTies: false } });
    expect(two.verification.status).to.equal('checked');
  });

  it('the first rows of each group, all that tie', async () => {
    const customer = { expr: col('o', 'customer_id'), as: 'customer_id' };
    const ranked = [{ expr: REVENUE.expr, direction: 'desc' as const }];
    const got = await answer(
      from('orders', 'o', {
        select: [REGION, customer, REVENUE],
        groupBy: [REGION.expr, customer.expr],
        orderBy: [{ expr: REGION.expr, direction: 'asc' }, ...ranked],
        limit: {
          count: 2,
          withTies: true,
          within: { partitionBy: [REGION.expr], orderBy: ranked },
        },
      }),
    );
    expect(got.data?.rows).to.have.length(6);
    expect(got.lineage?.row_limit).to.equal(null);
    expect(got.verification.status).to.equal('checked');
  });

  it('weekdays by their names', async () => {
    const weekday: Expr = { kind: 'part', part: 'weekday', arg: col('o', 'ordered_on') };
    const shown = [
      { expr: weekday, as: 'weekday' },
      { expr: rows, as: 'number_of_orders' },
    ];
    const orderBy = [{ expr: weekday, direction: 'asc' as const }];
    const got = await answer(from('orders', 'o', { select: shown, groupBy: [weekday], orderBy }));
    expect(got.data?.rows[0]?.[0]).to.equal(1);
    expect(got.explanation).to.match(/\(Monday\).*\(\w+day\)|Monday/);
    const weekend = await answer(
      from('orders', 'o', {
        select: shown.slice(1),
        where: [
          {
            ...{ kind: 'in', expr: weekday, negated: false },
            values: [literal('integer', 6), literal('integer', 7)],
          },
        ],
      }),
    );
    expect(weekend.lineage?.filters).to.deep.equal(['ordered on is on Saturday or Sunday']);
  });

  it('no sum over the one side of a join', async () => {
    const query = from('customers', 'c', {
      joins: [
        {
          type: 'inner',
          source: { table: 'orders', alias: 'o' },
          on: [{ left: col('c', 'id'), right: col('o', 'customer_id') }],
        },
      ],
      select: [{ expr: sum(col('c', 'credit_limit')), as: 'credit' }],
    });
    const got = await answer(query);
    expect(got.error?.declineReason).to.equal('no_safe_sql');
    expect(got.explanation).to.include('more than once');
  });

  it('no count of a region that is not in the data', async () => {
    const where = [
      { kind: 'compare', op: '=', left: col('o', 'region'), right: literal('text', 'Eurpoe') },
    ] as const;
    const got = await answer(
      from('orders', 'o', { where, select: [{ expr: rows, as: 'number_of_orders' }] }),
    );
    expect(got.error).to.deep.include({
      declineReason: 'value_not_found',
      suggestions: [{ raw: 'Eurpoe', resolved: 'Europe' }],
    });
  });

  it('orders by month', async () => {
    const month = { kind: 'bucket', unit: 'month', arg: col('o', 'ordered_on') } as const;
    const got = await answer(
      from('orders', 'o', {
        where: [IN_2025],
        select: [
          { expr: month, as: 'month' },
          { expr: rows, as: 'number_of_orders' },
        ],
        groupBy: [month],
        orderBy: [{ expr: month, direction: 'asc' }],
      }),
    );
    expect(got.lineage?.grouped_by).to.deep.equal(['month of ordered on']);
    expect(got.explanation).to.match(
      /^Across 11 months, the number of orders in 2025 was highest in/,
    );
  });

  it('customers without orders', async () => {
    const got = await answer(
      from('customers', 'c', {
        select: [{ expr: col('c', 'name'), as: 'name' }],
        where: [
          {
            kind: 'exists',
            negated: true,
            query: from('orders', 'o', {
              where: [
                { kind: 'compare', op: '=', left: col('o', 'customer_id'), right: col('c', 'id') },
              ],
              select: [{ expr: literal('integer', 1), as: 'one' }],
            }),
          },
        ],
      }),
      null,
      { question: 'customers without orders' },
    );
    expect(got.lineage?.filters).to.deep.equal(['without orders']);
    expect(got.verification.status).to.equal('warning');
    expect(got.explanation).to.equal('There are no customers without orders.');
  });

  it('what it asks of the rows of other tables', async () => {
    const ordered = {
      kind: 'compare',
      op: '=',
      left: col('o', 'customer_id'),
      right: col('c', 'id'),
    } as const;
    const filtersOf = async (where: SelectQuery['where'][number]) => {
      const select = [{ expr: col('c', 'name'), as: 'name' }];
      return (await answer(from('customers', 'c', { select, where: [where] }))).lineage?.filters;
    };
    const one = [{ expr: literal('integer', 1), as: 'one' }];
    const query = from('orders', 'o', { where: [ordered, IN_2025], select: one });
    expect(await filtersOf({ kind: 'exists', negated: false, query })).to.deep.equal([
      'with orders in 2025',
    ]);
    const count = from('orders', 'o', { where: [ordered], select: [{ expr: rows, as: 'value' }] });
    const left = { kind: 'subquery', query: count } as const;
    const right = literal('integer', 2);
    expect(await filtersOf({ kind: 'compare', op: '>', left, right })).to.deep.equal([
      'number of orders is more than 2',
    ]);
    const customer = col('o', 'customer_id');
    const spenders = from('orders', 'o', {
      select: [{ expr: customer, as: 'customer_id' }],
      groupBy: [customer],
      orderBy: [{ expr: sum(col('o', 'revenue')), direction: 'desc' }],
      limit: { count: 2, withTies: false },
    });
    const expr = col('c', 'id');
    const among = { kind: 'inQuery', expr, negated: false } as const;
    expect(await filtersOf({ ...among, query: spenders })).to.deep.equal([
      'customer id is among the first 2 of orders, highest total revenue first',
    ]);
    expect(
      await filtersOf({
        ...among,
        negated: true,
        query: { ...spenders, orderBy: [], limit: null },
      }),
    ).to.deep.equal(['customer id is not among those of orders']);
  });

  it('declines a column that the catalog does not have', async () => {
    const got = await answer(
      from('orders', 'o', { select: [{ expr: col('o', 'profit'), as: 'profit' }] }),
    );
    expect(got.error?.declineReason).to.equal('no_safe_sql');
  });
});
