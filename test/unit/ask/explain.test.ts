import { expect } from 'chai';
import fc from 'fast-check';
import { type ColumnStyle, cellText, grouped } from '#src/ask/cells.ts';
import { explainRows, type ShownTable } from '#src/ask/explain/explain.ts';
import { untracedNumbers } from '#src/ask/number-trace.ts';
import type { Lineage } from '#src/ask/types.ts';
import type { CellValue, ColumnType } from '#src/plugin-api/catalog.ts';
import { ENGLISH } from '#src/texts/english.ts';
import { rounds } from '../../fakes/full.ts';

const lineage = (over: Partial<Lineage> = {}): Lineage => ({
  tables: ['orders'],
  measures: [],
  period: 'all dates',
  filters: [],
  grouped_by: [],
  row_limit: null,
  text: '',
  ...over,
});

const style = (label: string, type: ColumnType, over: Partial<ColumnStyle> = {}): ColumnStyle => ({
  label,
  type,
  quantity: false,
  unit: null,
  dateUnit: null,
  ...over,
});
const REGION = style('region', 'text');
const REVENUE = style('total revenue', 'decimal', { quantity: true, unit: 'USD' });
const COUNT = style('number of orders', 'integer', { quantity: true, counted: 'orders' });

const AVERAGE = style('average discount', 'float', { quantity: true, unit: '%', rounded: true });
const CUSTOMERS = { one: 'customer', many: 'customers', isNamed: true };

const table = (
  styles: readonly ColumnStyle[],
  rows: readonly (readonly CellValue[])[],
  over: Partial<ShownTable> = {},
): ShownTable => ({
  styles,
  order: null,
  rows,
  totalRows: rows.length,
  totalRowsExact: true,
  ...over,
});

/** `2025` as the scope has it. */
const periodOf = (period: string) => ({
  date: 'order date',
  isOnly: true,
  isVerb: false,
  when: `in ${period}`,
});

const explained = (
  shown: ShownTable,
  { period = 'all dates', filters = [], row_limit = null }: Partial<Lineage> = {},
  groups: ShownTable | null = null,
): string => {
  const periods = period === 'all dates' ? [] : [periodOf(period)];
  const scope = shown.scope ?? { periods, attributes: [], filters };
  return explainRows({ ...shown, scope }, { row_limit }, groups)
    .map((one) => ENGLISH.text(one))
    .join(' ');
};

describe('an explanation', () => {
  const many = Array.from({ length: 12 }, (_, n) => [`r${n}`, `${1000 + n}.50`]);
  const cases: readonly (readonly [string, ShownTable, Partial<Lineage>, string])[] = [
    ['nothing found', table([REGION], []), { period: '2031' }, 'No rows match in 2031.'],
    [
      'one value',
      table([REVENUE], [['1234567.50']]),
      { period: '2025', filters: ['region is Europe'] },
      'Total revenue in 2025 where region is Europe was $1,234,568.',
    ],
    [
      'no value',
      table([{ ...REVENUE, total: true }], [[null]]),
      {},
      "There's no total revenue, because there are no values to calculate it from.",
    ],
    ['zero', table([COUNT], [[0]]), {}, 'The number of orders is 0.'],
    [
      'a first group without a name',
      table([REGION], [[null]], { ranking: { label: 'number of orders', end: 'lowest' } }),
      { row_limit: 1 },
      'The row with the lowest number of orders has no region.',
    ],
    [
      'names that would read as part of the sentence',
      table(
        [REGION, COUNT],
        [
          ['Asia; the highest is 99 (Mars)', 3],
          ['empty', 2],
          [null, 1],
        ],
      ),
      {},
      'Number of orders by region: "Asia; the highest is 99 (Mars)" (3), "empty" (2), empty (1).',
    ],
    [
      'names of several lines and of another direction',
      table([REGION], [['one\ntwo'], ['a\u202eb'], ['']]),
      {},
      'Region has 3 values: one two, a b, "".',
    ],
    [
      'a long name',
      table([REGION], [[`${'x'.repeat(79)}🎉 and more`]]),
      {},
      `Region is ${'x'.repeat(79)}….`,
    ],
    [
      'groups of which some have no value',
      table([REGION, REVENUE], [...many, ['none', null]]),
      {},
      'Across 13 regions, total revenue is highest for r11 ($1,012) and lowest for r0 ($1,001). Some have no value.',
    ],
    [
      'periods some of which have no rows',
      table([REGION, COUNT], [['a', 1]], { notes: ["Months without rows aren't shown."] }),
      {},
      "Number of orders by region: a (1). Months without rows aren't shown.",
    ],
    [
      'one group',
      table([REGION, REVENUE], [['Asia', '7']]),
      {},
      'Total revenue by region: Asia ($7).',
    ],
    [
      'one row that has several columns',
      table([REGION, REVENUE], [['Asia', '7']], { thing: CUSTOMERS }),
      {},
      'One customer matches: region Asia, total revenue $7.',
    ],
    [
      'the first row of several columns',
      table([REGION, REVENUE], [['Asia', '7']], {
        thing: CUSTOMERS,
        order: { column: 1, direction: 'desc' },
      }),
      { row_limit: 1 },
      'Asia has the highest total revenue: $7.',
    ],
    [
      'the first value',
      table([REVENUE], [['7']], { order: { column: 0, direction: 'asc' } }),
      { row_limit: 1 },
      'The lowest total revenue is $7.',
    ],
    [
      'several totals',
      table(
        [
          { ...REVENUE, total: true },
          { ...COUNT, total: true },
        ],
        [['7', 3]],
      ),
      { period: '2025' },
      'Total revenue was $7 and the number of orders was 3 in 2025.',
    ],
    [
      'totals that each say what they are held to',
      table(
        [
          { ...COUNT, label: 'number of orders (2025)', counted: 'orders (2025)', total: true },
          { ...COUNT, label: 'number of stores', counted: 'stores', total: true },
        ],
        [[7, 3]],
        { scope: { periods: [], attributes: [], filters: [] } },
      ),
      { period: '2025' },
      'There are 7 orders (2025) and 3 stores.',
    ],
    [
      'few groups',
      table(
        [REGION, REVENUE],
        [
          ['Asia', '7'],
          ['Europe', null],
        ],
      ),
      {},
      'Total revenue by region: Asia ($7), Europe (empty).',
    ],
    [
      'many groups',
      table([REGION, REVENUE], many),
      {},
      'Across 12 regions, total revenue is highest for r11 ($1,012) and lowest for r0 ($1,001).',
    ],
    [
      'a cut',
      table([REGION, REVENUE], many, { totalRows: 12_345 }),
      {},
      'Among the rows shown, total revenue is highest for r11 ($1,012) and lowest for r0 ($1,001). The first 12 of 12,345 rows are shown.',
    ],
    [
      'a cut of unknown size',
      table([REGION], [['a'], ['b']], { totalRows: 1_000, totalRowsExact: false }),
      {},
      'Region has more than 1,000 values. The first 2 of more than 1,000 rows are shown.',
    ],
    ['a list', table([REGION], [['Asia'], ['Europe']]), {}, 'Region has 2 values: Asia, Europe.'],
    [
      'things of a table',
      table([style('customer name', 'text')], [['Ada'], ['Bo']], { thing: CUSTOMERS }),
      { filters: ['country is France'] },
      'There are 2 customers where country is France: Ada, Bo.',
    ],
    [
      'one thing of a table',
      table([style('customer name', 'text')], [['Ada']], { thing: CUSTOMERS }),
      { filters: ['country is Peru'] },
      'There is one customer where country is Peru: Ada.',
    ],
    [
      'what things of a table have',
      table([style('country', 'text')], [['France'], ['France']], {
        thing: { ...CUSTOMERS, isNamed: false },
      }),
      {},
      'Country of 2 customers: France, France.',
    ],
    [
      'an average, whose digits nobody reads',
      table([AVERAGE], [[3.6140724946695095]]),
      {},
      'The average discount is 3.61%.',
    ],
    [
      'averages that differ only in digits that nobody reads',
      table(
        [REGION, AVERAGE],
        [
          ['a', 3.6141],
          ['b', 3.6142],
          ['c', 3.6143],
          ['d', 3.6144],
        ],
      ),
      {},
      'Across 4 regions, the average discount is highest for d (3.6144%) and lowest for a (3.6141%).',
    ],
    [
      'shared places',
      table(
        [REGION, COUNT],
        [
          ['a', 2],
          ['b', 2],
          ['c', 1],
          ['d', 0],
        ],
      ),
      {},
      'Across 4 regions, the number of orders is highest for a and others (2) and lowest for d (0).',
    ],
    [
      'equal values',
      table(
        [REGION, COUNT],
        [
          ['a', 2],
          ['b', 2],
          ['c', 2],
          ['d', 2],
        ],
      ),
      {},
      'The number of orders is 2 for all 4 regions.',
    ],
    [
      'a decimal that a JSON number holds',
      table([REVENUE], [[1000002058.749]]),
      {},
      'Total revenue is $1,000,002,059.',
    ],
    [
      'a total that is no finite number',
      table([{ ...REVENUE, total: true }], [[null]], { hasNoNumber: true }),
      { period: '2025' },
      "Total revenue in 2025 isn't a finite number.",
    ],
    [
      'equal values of a cut',
      table(
        [REGION, COUNT],
        [
          ['a', 3],
          ['b', 3],
          ['c', null],
        ],
        { totalRows: 150 },
      ),
      {},
      'All rows shown have the same number of orders: 3. Some have no value. The first 3 of 150 rows are shown.',
    ],
    [
      'rows without a measure in an order',
      table([REGION, style('last order', 'date')], [['a', '2025-01-02']], {
        totalRows: 40,
        order: { column: 1, direction: 'desc' },
      }),
      {},
      '40 rows with region and last order, latest last order first. The first of 40 rows is shown.',
    ],
    [
      'rows without a measure',
      table(
        [REGION, style('name', 'text')],
        [
          ['a', 'x'],
          ['b', 'y'],
        ],
      ),
      {},
      '2 rows with region and name.',
    ],
  ];
  for (const [what, shown, over, text] of cases)
    it(`of ${what}`, () => expect(explained(shown, over)).to.equal(text));

  const LATEST = style('last order', 'date');
  const sorted = (column: number, direction: 'asc' | 'desc') => ({ order: { column, direction } });

  it('of the first of an order says which end it is', () => {
    const top = lineage({ row_limit: 1 });
    const say = (shown: ShownTable) => explained(shown, top);
    expect(say(table([REGION, REVENUE], [['Asia', '7']], sorted(1, 'desc')))).to.equal(
      'Asia has the highest total revenue: $7.',
    );
    expect(say(table([REGION, LATEST], [['Asia', '2025-01-02']], sorted(1, 'asc')))).to.equal(
      'The earliest last order: region Asia, last order January 2, 2025.',
    );
  });

  it('of several measures speaks of the one that the rows are sorted by', () => {
    const shown = table(
      [REGION, REVENUE, COUNT],
      ['a', 'b', 'c', 'd'].map((name, n) => [name, '1', 10 - n]),
      sorted(2, 'desc'),
    );
    expect(explained(shown)).to.equal(
      'Across 4 regions, the number of orders is highest for a (10) and lowest for d (7). The table also shows total revenue.',
    );
    const few = table(
      [REGION, REVENUE, COUNT],
      [
        ['a', '1', 2],
        ['b', '3', 4],
      ],
    );
    expect(explained(few)).to.equal(
      'Total revenue and number of orders by region: a: total revenue $1, number of orders 2; b: total revenue $3, number of orders 4.',
    );
  });

  it('of a total names the largest and the smallest group', () => {
    const groups = table(
      [REGION, REVENUE],
      [
        ['Asia', '2'],
        ['Europe', '3'],
      ],
    );
    expect(explained(table([REVENUE], [['5']]), {}, groups)).to.equal(
      'Total revenue is $5. By region, Europe leads with $3 (60%); Asia is last with $2.',
    );
  });

  it('writes periods as periods, years without separators, and loses no digit', () => {
    const month = style('month', 'date', { dateUnit: 'month' });
    const quarter = style('quarter', 'timestamp', { dateUnit: 'quarter' });
    expect(cellText('2025-07-01', month)).to.equal('July 2025');
    expect(cellText('2025-07-01 00:00:00', quarter)).to.equal('Q3 2025');
    expect(cellText(2025, style('year', 'integer'))).to.equal('2025');
    expect(cellText('123456789012345678901.10', REVENUE)).to.equal(
      '123,456,789,012,345,678,901.10 USD',
    );
    expect(cellText(12.5, style('share', 'float', { quantity: true, unit: '%' }))).to.equal(
      '12.5%',
    );
  });

  it('says nothing about numbers that the rows do not', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 120 }),
      fc.constantFrom('Store 12', '3.5 kg', '1,000'),
    );
    const number = fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.bigInt().map(String),
      fc
        .tuple(fc.bigInt({ min: 0n }), fc.integer({ min: 0, max: 99 }))
        .map(([a, b]) => `${a}.${b}`),
    );
    const date = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10));
    const column = fc.constantFrom(
      { style: REGION, cell: text },
      { style: COUNT, cell: number },
      { style: style('average price', 'float', { quantity: true }), cell: number },
      { style: AVERAGE, cell: number },
      { style: style('year', 'integer'), cell: fc.integer() },
      { style: style('day', 'date'), cell: date },
      { style: style('month', 'date', { dateUnit: 'month' }), cell: date },
      { style: style('quarter', 'date', { dateUnit: 'quarter' }), cell: date },
    );
    const shown = fc.array(column, { minLength: 1, maxLength: 4 }).chain((columns) => {
      const cells: fc.Arbitrary<CellValue>[] = columns.map(({ cell }) =>
        fc.option<CellValue>(cell as fc.Arbitrary<CellValue>),
      );
      return fc
        .record({
          rows: fc.array(fc.tuple(...cells), { maxLength: 15 }),
          order: fc.option(
            fc.record({
              column: fc.nat(columns.length - 1),
              direction: fc.constantFrom('asc' as const, 'desc' as const),
            }),
          ),
          more: fc.nat(100_000),
          exact: fc.boolean(),
        })
        .map(({ rows, more, exact, order }) =>
          table(
            columns.map((one) => one.style),
            rows,
            { totalRows: rows.length === 0 ? 0 : rows.length + more, totalRowsExact: exact, order },
          ),
        );
    });
    fc.assert(
      fc.property(shown, fc.option(shown), (answer, groups) => {
        const about = lineage({ period: 'Q3 2025', filters: ['price is more than 12.5'] });
        const said = explained(answer, about, groups);
        const data = {
          rows: [...answer.rows, ...(groups?.rows ?? [])],
          groups: groups?.rows ?? [],
          counts: [answer.rows.length, answer.totalRows, groups?.totalRows ?? 0],
          context: [about.period, ...about.filters],
        };
        expect(untracedNumbers(said, data), said).to.deep.equal([]);
      }),
      { numRuns: rounds(500) },
    );
  });
});

describe('tracing the numbers of a text', () => {
  const data = {
    rows: [
      ['Europe', '1234.50', '2025-08-01'],
      ['Asia', '99', '2025-01-31'],
    ],
    counts: [2, 37],
    context: ['2024'],
  };
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['Europe has 1,234.50 of 37 in 2024', []],
    ['together 1,333.5, at least 99', []],
    ['in Q3 2025, on 2025-01-31', []],
    ['Europe has 1,235', []],
    ['Europe has 1,236', ['1,236']],
    ['12345 and 0.99', ['12345', '0.99']],
    ['in Q2 2025', ['Q2']],
    ['half of it, 50%', ['50']],
    ['-1,234.5', ['-1,234.5']],
  ];
  for (const [text, untraced] of cases)
    it(`${text} → ${untraced.join(', ') || 'all traced'}`, () => {
      expect(untracedNumbers(text, data)).to.deep.equal(untraced);
    });

  it('groups digits only before the point', () => {
    expect(['1234567', '-1000.12345', '999', '1e21'].map(grouped)).to.deep.equal([
      '1,234,567',
      '-1,000.12345',
      '999',
      '1e21',
    ]);
  });
});
