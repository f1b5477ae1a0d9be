import { expect } from 'chai';
import { readView as readMysqlView } from '#plugins/sources/mysql/dialect/index.ts';
import { readView } from '#plugins/sources/postgres/dialect/index.ts';
import type { BaseColumn } from '#src/plugin-api/query-facts.ts';
import { type KnownView, relationKey, ViewLineage } from '#src/sql/select/view-lineage.ts';
import { namedTable, type ViewReading } from '#src/sql/select/view-reading.ts';

const SHOP = [
  namedTable(
    { database: null, schema: 'shop', table: 'orders' },
    ['id', 'customer_id', 'revenue', 'note', 'status'],
    relationKey('shop', 'orders'),
  ),
  namedTable(
    { database: null, schema: 'shop', table: 'customers' },
    ['id', 'name', 'email', 'city'],
    relationKey('shop', 'customers'),
  ),
];

const names = (columns: readonly BaseColumn[]) =>
  columns.map(({ table, column }) => `${(JSON.parse(table) as string[])[1]}.${column}`).toSorted();

const told = ({ outputs, elsewhere, compared, counted, all }: ViewReading) => ({
  outputs: outputs.map(
    ({ name, columns, isPlain }) => `${name}${isPlain ? ' is' : ' of'} ${names(columns).join(' ')}`,
  ),
  elsewhere: names(elsewhere),
  compared: names(compared),
  counted: names(counted),
  all: names(all),
});

/** A view's definition, and what is done with each column that it reads. */
const VIEWS: readonly (readonly [what: string, sql: string, Partial<ReturnType<typeof told>>])[] = [
  [
    'shows columns as they are, and computed ones',
    'SELECT o.id, lower(o.note) AS note, o.revenue + o.customer_id AS sum FROM shop.orders o',
    {
      outputs: [
        'id is orders.id',
        'note of orders.note',
        'sum of orders.customer_id orders.revenue',
      ],
      elsewhere: [],
      compared: [],
      counted: [],
    },
  ],
  [
    'reads columns in joins, conditions, groups and orders',
    `SELECT count(*) AS n FROM shop.orders o JOIN shop.customers c ON c.id = o.customer_id AND c.city <> 'x'
     WHERE o.revenue > 5 GROUP BY o.status HAVING max(c.name) > 'a' ORDER BY min(o.note)`,
    {
      outputs: ['n of '],
      elsewhere: [
        ...['customers.city', 'customers.id', 'customers.name'],
        ...['orders.customer_id', 'orders.note', 'orders.revenue', 'orders.status'],
      ],
      counted: [],
    },
  ],
  [
    'counts a column, or asks whether it is there',
    'SELECT count(o.note) AS notes FROM shop.orders o WHERE o.revenue IS NOT NULL',
    {
      outputs: ['notes of orders.note'],
      elsewhere: ['orders.revenue'],
      counted: ['orders.note', 'orders.revenue'],
      all: ['orders.note', 'orders.revenue'],
    },
  ],
  [
    'asks whether a column is there that it shows, too',
    'SELECT o.note FROM shop.orders o WHERE o.note IS NOT NULL',
    { outputs: ['note is orders.note'], counted: [] },
  ],
  [
    'asks whether a column is there that it compares, too',
    `SELECT o.id FROM shop.orders o WHERE o.note IS NULL OR o.note = 'x'`,
    { elsewhere: ['orders.note'], counted: [] },
  ],
  [
    'compares rows for DISTINCT',
    'SELECT DISTINCT o.status, o.note FROM shop.orders o',
    { compared: ['orders.note', 'orders.status'], elsewhere: [] },
  ],
  [
    'compares rows for UNION',
    'SELECT o.note FROM shop.orders o UNION SELECT c.name FROM shop.customers c',
    { compared: ['customers.name', 'orders.note'] },
  ],
  [
    'reads columns in nested SELECTs',
    `WITH cheap AS (SELECT id, customer_id FROM shop.orders WHERE revenue < 3)
     SELECT c.name FROM shop.customers c WHERE EXISTS (SELECT 1 FROM cheap WHERE cheap.customer_id = c.id)
       AND c.city IN (SELECT email FROM shop.customers)`,
    {
      outputs: ['name is customers.name'],
      elsewhere: [
        ...[
          'customers.city',
          'customers.email',
          'customers.id',
          'orders.customer_id',
          'orders.revenue',
        ],
      ],
    },
  ],
  [
    'takes the first rows by columns that it does not show',
    'SELECT DISTINCT ON (o.customer_id) o.id FROM shop.orders o ORDER BY o.customer_id, o.revenue DESC',
    { elsewhere: ['orders.customer_id', 'orders.revenue'] },
  ],
];

describe('what a view does with the columns of its tables', () => {
  for (const [what, sql, expected] of VIEWS)
    it(`is known where it ${what}`, async () => {
      const { reading } = await readView(sql, SHOP, new Set());
      expect(reading && told(reading)).to.deep.include(expected);
    });

  it('is known of a server that names each column with its table', async () => {
    const view = await readMysqlView(
      'select `shop`.`orders`.`id` AS `id`,count(`shop`.`orders`.`note`) AS `notes` from `shop`.`orders` where (`shop`.`orders`.`revenue` > 5) group by `shop`.`orders`.`id`',
    );
    expect(view?.tables).to.deep.equal([['shop', 'orders']]);
    expect(view && told(view.reading)).to.deep.include({
      outputs: ['id is orders.id', 'notes of orders.note'],
      elsewhere: ['orders.id', 'orders.revenue'],
      counted: ['orders.note'],
    });
  });

  it('is not known where the definition cannot be read', async () => {
    const { refusal, reading } = await readView('SELECT FROM WHERE', SHOP, new Set());
    expect(refusal).to.be.a('string');
    expect(reading).to.equal(null);
  });
});

describe('views of views', () => {
  const key = (table: string) => relationKey('shop', table);
  const column = (table: string, name: string): BaseColumn => ({ table: key(table), column: name });
  const view = (
    reading: Partial<ViewReading> | null,
    over: Partial<KnownView> = {},
  ): KnownView => ({
    reading: reading && {
      ...{ outputs: [], elsewhere: [], compared: [], counted: [], all: [] },
      ...reading,
    },
    relations: [],
    below: [],
    ...over,
  });
  const lineage = new ViewLineage(
    new Map([
      [
        key('People'),
        view(
          {
            outputs: [{ name: 'Label', columns: [column('customers', 'name')], isPlain: false }],
            elsewhere: [column('customers', 'email')],
            counted: [column('customers', 'name')],
          },
          { relations: [key('customers')] },
        ),
      ],
      [
        key('top'),
        view(
          {
            outputs: [
              { name: 'who', columns: [column('people', 'label')], isPlain: true },
              { name: 'WHO', columns: [column('customers', 'city')], isPlain: true },
            ],
            elsewhere: [column('customers', 'id')],
          },
          { relations: [key('people'), key('customers')] },
        ),
      ],
      [key('dark'), view(null, { relations: [key('people')], below: [column('people', 'label')] })],
      [key('round'), view(null, { relations: [key('round')], below: [column('round', 'x')] })],
    ]),
  );
  const plain = (table: string, name: string) => ({ schema: 'shop', table, column: name });

  it('show what stands behind their columns, by the name as it is written where two differ in case', () => {
    const { columns, elsewhere } = lineage.reads(key('top'), ['who', 'WHO', 'Who']);
    const who = [plain('people', 'label'), { ...plain('customers', 'name'), counted: true }];
    expect(columns).to.deep.equal({ who, WHO: [plain('customers', 'city')], Who: who });
    expect(elsewhere).to.deep.equal([plain('customers', 'id'), plain('customers', 'email')]);
  });

  it('are made of all below them where their definition cannot be read', () => {
    const { columns, elsewhere } = lineage.reads(key('dark'), ['a']);
    expect(columns).to.deep.equal({
      a: [plain('people', 'label'), { ...plain('customers', 'name'), counted: true }],
    });
    expect(elsewhere).to.deep.equal([plain('customers', 'email')]);
  });

  it('know whose column they show as it is, and that what they compute is nobody’s', () => {
    const { copies } = lineage.reads(key('top'), ['who', 'WHO', 'Who']);
    expect(copies).to.deep.equal({ WHO: plain('customers', 'city') });
  });

  it('end where they go round in circles', () => {
    expect(lineage.reads(key('round'), ['a'])).to.deep.equal({
      columns: { a: [plain('round', 'x')] },
      elsewhere: [],
      copies: {},
    });
  });

  it('have one row for a column that is counted and shown: it is shown', () => {
    const both = view({
      outputs: [
        {
          name: 'n',
          columns: [column('people', 'label'), column('customers', 'name')],
          isPlain: false,
        },
      ],
    });
    const { columns } = new ViewLineage(
      new Map([
        [key('both'), both],
        [
          key('people'),
          view({
            outputs: [{ name: 'label', columns: [column('customers', 'name')], isPlain: true }],
            counted: [column('customers', 'name')],
          }),
        ],
      ]),
    ).reads(key('both'), ['n']);
    expect(columns['n']).to.deep.equal([plain('people', 'label'), plain('customers', 'name')]);
  });
});
