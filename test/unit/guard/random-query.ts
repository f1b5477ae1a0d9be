import fc from 'fast-check';
import type {
  Aggregate,
  ColumnRef,
  DateUnit,
  Expr,
  Literal,
  OrderItem,
  Predicate,
  SelectItem,
  SelectQuery,
} from '#src/plugin-api/query.ts';

/** Random IR over the tables of `SHOP`: one or two tables, filters, groups, aggregates, order, limit. */

const col = (alias: string, column: string): ColumnRef => ({ kind: 'column', alias, column });

const TEXT_COLUMNS = [col('o', 'status'), col('c', 'name'), col('c', 'region')];
const NUMBER_COLUMNS = [col('o', 'amount'), col('o', 'id'), col('c', 'id')];
const DATE_COLUMNS = [col('o', 'ordered_on')];
const ALL_COLUMNS = [...TEXT_COLUMNS, ...NUMBER_COLUMNS, ...DATE_COLUMNS];

const from = <T>(list: readonly T[]) => fc.constantFrom(...list);
const literal = (type: Literal['type'], value: fc.Arbitrary<string | number>) =>
  value.map((each): Literal => ({ kind: 'literal', type, value: each }));
const word = fc.oneof(
  from(['paid', 'open', 'North', "it's", '50%', 'a_b', 'x\\y', '--', ';']),
  fc.string({ maxLength: 8 }).filter((text) => !text.includes('\0') && text.isWellFormed()),
);
const textLiteral = literal('text', word);
const numberLiteral = literal('integer', fc.integer({ min: -100, max: 100 }));
const date = fc
  .integer({ min: 0, max: 900 })
  .map((days) => new Date(Date.UTC(2023, 6, 1 + days)).toISOString().slice(0, 10));
const dateLiteral = literal('date', date);

const comparison = from(['=', '<>', '<', '<=', '>', '>='] as const);
const compare = fc
  .oneof(
    fc.tuple(comparison, from(TEXT_COLUMNS), textLiteral),
    fc.tuple(comparison, from(NUMBER_COLUMNS), numberLiteral),
    fc.tuple(comparison, from(DATE_COLUMNS), dateLiteral),
  )
  .map(([op, left, right]): Predicate => ({ kind: 'compare', op, left, right }));
const within = fc
  .tuple(from(TEXT_COLUMNS), fc.array(textLiteral, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([expr, values, negated]): Predicate => ({ kind: 'in', expr, values, negated }));
const period = fc
  .tuple(dateLiteral, fc.option(dateLiteral))
  .map(
    ([start, end]): Predicate => ({ kind: 'range', expr: DATE_COLUMNS[0]!, from: start, to: end }),
  );
const match = fc
  .tuple(
    from(['contains', 'starts', 'ends', 'equals'] as const),
    from(TEXT_COLUMNS),
    word,
    fc.boolean(),
  )
  .map(([mode, expr, text, negated]): Predicate => ({ kind: 'match', mode, expr, text, negated }));
const nulls = fc
  .tuple(from(ALL_COLUMNS), fc.boolean())
  .map(([expr, negated]): Predicate => ({ kind: 'null', expr, negated }));
const simple = fc.oneof(compare, within, period, match, nulls);
const predicate = fc.oneof(
  { weight: 4, arbitrary: simple },
  {
    weight: 1,
    arbitrary: fc.tuple(simple, simple).map((parts): Predicate => ({ kind: 'or', parts })),
  },
  { weight: 1, arbitrary: simple.map((part): Predicate => ({ kind: 'not', part })) },
);

const aggregate = fc.oneof(
  fc.constant<Aggregate>({ kind: 'aggregate', fn: 'count', arg: null, distinct: false }),
  fc
    .tuple(from(['sum', 'avg', 'min', 'max'] as const), from(NUMBER_COLUMNS))
    .map(([fn, arg]): Aggregate => ({ kind: 'aggregate', fn, arg, distinct: false })),
  fc
    .tuple(from(ALL_COLUMNS), fc.boolean())
    .map(([arg, distinct]): Aggregate => ({ kind: 'aggregate', fn: 'count', arg, distinct })),
);
const unit = from<DateUnit>(['year', 'quarter', 'month', 'week', 'day']);
const group = fc.oneof(
  from<Expr>(ALL_COLUMNS),
  unit.map((each): Expr => ({ kind: 'bucket', unit: each, arg: DATE_COLUMNS[0]! })),
  from(['year', 'quarter', 'month', 'day', 'weekday'] as const).map(
    (part): Expr => ({ kind: 'part', part, arg: DATE_COLUMNS[0]! }),
  ),
);

const joined = (on: ColumnRef) => ({
  type: 'left' as const,
  source: { table: 'customers', alias: 'c' },
  on: [{ left: on, right: col('c', 'id') }],
});

export const randomQuery: fc.Arbitrary<SelectQuery> = fc
  .record({
    join: from(['inner', 'left'] as const),
    where: fc.array(predicate, { maxLength: 3 }),
    groups: fc.uniqueArray(group, { maxLength: 2, selector: (each) => JSON.stringify(each) }),
    aggregates: fc.array(aggregate, { maxLength: 3 }),
    columns: fc.array(from<Expr>(ALL_COLUMNS), { minLength: 1, maxLength: 3 }),
    having: fc.option(fc.tuple(aggregate, comparison, fc.integer({ min: 0, max: 5 }))),
    order: fc.option(from<OrderItem['direction']>(['asc', 'desc'])),
    limit: fc.option(fc.integer({ min: 1, max: 50 })),
    distinct: fc.boolean(),
  })
  .map(({ join, where, groups, aggregates, columns, having, order, limit, distinct }) => {
    const grouped = groups.length > 0 || aggregates.length > 0;
    const exprs: readonly Expr[] = grouped ? [...groups, ...aggregates] : columns;
    const select = exprs.map((expr, index): SelectItem => ({ expr, as: `r${index}` }));
    return {
      kind: 'select' as const,
      from: { table: 'orders', alias: 'o' },
      joins: [{ ...joined(col('o', 'customer_id')), type: join }],
      where,
      groupBy: groups,
      having:
        grouped && having && having[0].fn !== 'min' && having[0].fn !== 'max'
          ? [
              {
                kind: 'compare' as const,
                op: having[1],
                left: having[0],
                right: { kind: 'literal' as const, type: 'integer' as const, value: having[2] },
              },
            ]
          : [],
      select,
      distinct: distinct && !grouped,
      // Ordering by every result column makes the order total, so that two runs can be compared.
      orderBy: order ? select.map((item) => ({ expr: item.expr, direction: order })) : [],
      limit: order && limit ? { count: limit, withTies: false } : null,
    };
  });
