import { expect } from 'chai';
import fc from 'fast-check';
import { type ColumnStyle, cellText, grouped } from '#src/ask/cells.ts';
import { explainRows, type ShownTable } from '#src/ask/explain/explain.ts';
import { untracedNumbers } from '#src/ask/number-trace.ts';
import type { Lineage } from '#src/ask/types.ts';
import type { CellValue, ColumnType } from '#src/plugin-api/catalog.ts';
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
const COUNT = style('number of orders', 'integer', { quantity: true });

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

describe('an explanation', () => {
  const many = Array.from({ length: 12 }, (_, n) => [`r${n}`, `${1000 + n}.50`]);
  const cases: readonly (readonly [string, ShownTable, Partial<Lineage>, string])[] = [
    ['nothing found', table([REGION], []), { period: '2031' }, 'No rows match (2031).'],
    [
      'one value',
      table([REVENUE], [['1234567.50']]),
      { period: '2025', filters: ['region is Europe'] },
      'Total revenue (2025; region is Europe) is 1,234,567.50 USD.',
    ],
    [
      'no value',
      table([{ ...REVENUE, total: true }], [[null]]),
      {},
      "There's no total revenue, because there are no values to calculate it from.",
    ],
    ['zero', table([COUNT], [[0]]), {}, 'Number of orders is 0.'],
    [
      'a first group without a name',
      table([REGION], [[null]], { ranking: { label: 'number of orders', end: 'lowest' } }),
      { row_limit: 1 },
      'Region with the lowest number of orders is empty.',
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
      'Number of orders by region: "Asia; the highest is 99 (Mars)" 3; "empty" 2; empty 1.',
    ],
    [
      'names of several lines and of another direction',
      table([REGION], [['one\ntwo'], ['a\u202eb'], ['']]),
      {},
      '3 values of region: one two, a b, "".',
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
      'Total revenue by region: 13 rows. The highest is 1,011.50 USD (r11); the lowest is 1,000.50 USD (r0). Some have none.',
    ],
    [
      'periods some of which have no rows',
      table([REGION, COUNT], [['a', 1]], { note: "A month without rows isn't shown." }),
      {},
      "Number of orders by region: a 1. A month without rows isn't shown.",
    ],
    [
      'one group',
      table([REGION, REVENUE], [['Asia', '7']]),
      {},
      'Total revenue by region: Asia 7 USD.',
    ],
    [
      'one row that has several columns',
      table([REGION, REVENUE], [['Asia', '7']], { thing: CUSTOMERS }),
      {},
      'One customer matches: region is Asia, total revenue is 7 USD.',
    ],
    [
      'the first row of several columns',
      table([REGION, REVENUE], [['Asia', '7']], {
        thing: CUSTOMERS,
        order: { column: 1, direction: 'desc' },
      }),
      { row_limit: 1 },
      'Customer with the highest total revenue: region is Asia, total revenue is 7 USD.',
    ],
    [
      'the first value',
      table([REVENUE], [['7']], { order: { column: 0, direction: 'asc' } }),
      { row_limit: 1 },
      'Lowest total revenue is 7 USD.',
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
      'Total revenue is 7 USD; number of orders is 3 (2025).',
    ],
    [
      'totals that each say what they are held to',
      table(
        [
          { ...COUNT, label: 'number of orders (2025)', total: true },
          { ...COUNT, label: 'number of stores', total: true },
        ],
        [[7, 3]],
        { saysOwnScopes: true },
      ),
      { period: '2025' },
      'Number of orders (2025) is 7; number of stores is 3.',
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
      'Total revenue by region: Asia 7 USD; Europe empty.',
    ],
    [
      'many groups',
      table([REGION, REVENUE], many),
      {},
      'Total revenue by region: 12 rows. The highest is 1,011.50 USD (r11); the lowest is 1,000.50 USD (r0).',
    ],
    [
      'a cut',
      table([REGION, REVENUE], many, { totalRows: 12_345 }),
      {},
      'Total revenue by region: 12,345 rows. Among the rows shown, the highest is 1,011.50 USD (r11); the lowest is 1,000.50 USD (r0). The first 12 of 12,345 rows are shown.',
    ],
    [
      'a cut of unknown size',
      table([REGION], [['a'], ['b']], { totalRows: 1_000, totalRowsExact: false }),
      {},
      'More than 1,000 values of region. The first 2 of more than 1,000 rows are shown.',
    ],
    ['a list', table([REGION], [['Asia'], ['Europe']]), {}, '2 values of region: Asia, Europe.'],
    [
      'things of a table',
      table([style('customer name', 'text')], [['Ada'], ['Bo']], { thing: CUSTOMERS }),
      { filters: ['country is France'] },
      '2 customers (country is France): Ada, Bo.',
    ],
    [
      'one thing of a table',
      table([style('customer name', 'text')], [['Ada']], { thing: CUSTOMERS }),
      { filters: ['country is Peru'] },
      'One customer (country is Peru): Ada.',
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
      'Average discount is 3.61%.',
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
      'Average discount by region: 4 rows. The highest is 3.6144% (d); the lowest is 3.6141% (a).',
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
      'Number of orders by region: 4 rows. The highest is 2 (a and others); the lowest is 0 (d).',
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
      'Number of orders by region: 4 rows. All have 2.',
    ],
    [
      'a decimal that a JSON number holds',
      table([REVENUE], [[1000002058.749]]),
      {},
      'Total revenue is 1,000,002,058.749 USD.',
    ],
    [
      'a total that is no finite number',
      table([{ ...REVENUE, total: true }], [[null]], { hasNoNumber: true }),
      { period: '2025' },
      "Total revenue (2025) isn't a finite number.",
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
      'Number of orders by region: 150 rows. All rows shown that have one have 3. The first 3 of 150 rows are shown.',
    ],
    [
      'rows without a measure in an order',
      table([REGION, style('last order', 'date')], [['a', '2025-01-02']], {
        totalRows: 40,
        order: { column: 1, direction: 'desc' },
      }),
      {},
      '40 rows with region, last order; latest last order first. The first 1 of 40 rows are shown.',
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
      '2 rows with region, name.',
    ],
  ];
  for (const [what, shown, over, text] of cases)
    it(`of ${what}`, () => expect(explainRows(shown, lineage(over), null)).to.equal(text));

  const LATEST = style('last order', 'date');
  const sorted = (column: number, direction: 'asc' | 'desc') => ({ order: { column, direction } });

  it('of the first of an order says which end it is', () => {
    const top = lineage({ row_limit: 1 });
    const say = (shown: ShownTable) => explainRows(shown, top, null);
    expect(say(table([REGION, REVENUE], [['Asia', '7']], sorted(1, 'desc')))).to.equal(
      'Highest total revenue: region is Asia, total revenue is 7 USD.',
    );
    expect(say(table([REGION, LATEST], [['Asia', '2025-01-02']], sorted(1, 'asc')))).to.equal(
      'Earliest last order: region is Asia, last order is 2025-01-02.',
    );
  });

  it('of several measures speaks of the one that the rows are sorted by', () => {
    const shown = table(
      [REGION, REVENUE, COUNT],
      ['a', 'b', 'c', 'd'].map((name, n) => [name, '1', 10 - n]),
      sorted(2, 'desc'),
    );
    expect(explainRows(shown, lineage(), null)).to.equal(
      'Total revenue and number of orders by region: 4 rows, highest first. The highest number of orders is 10 (a); the lowest number of orders is 7 (d).',
    );
    const few = table(
      [REGION, REVENUE, COUNT],
      [
        ['a', '1', 2],
        ['b', '3', 4],
      ],
    );
    expect(explainRows(few, lineage(), null)).to.equal(
      'Total revenue and number of orders by region: a total revenue 1 USD, number of orders 2; b total revenue 3 USD, number of orders 4.',
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
    expect(explainRows(table([REVENUE], [['5']]), lineage(), groups)).to.equal(
      'Total revenue is 5 USD. By region: the highest is 3 USD (Europe); the lowest is 2 USD (Asia).',
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
        const said = explainRows(answer, about, groups);
        const data = {
          rows: [...answer.rows, ...(groups?.rows ?? [])],
          counts: [answer.rows.length, answer.totalRows],
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
    ['Europe has 1,235', ['1,235']],
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
