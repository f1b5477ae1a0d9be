import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

function column(name: string, over: Partial<CatalogColumn> = {}): CatalogColumn {
  return {
    name,
    label: name.replaceAll('_', ' '),
    description: null,
    synonyms: [],
    type: 'text',
    nativeType: 'VARCHAR',
    nullable: true,
    kind: 'dimension',
    unit: null,
    additive: false,
    hidden: false,
    sensitive: false,
    profile: {
      distinctCount: 8,
      nullCount: 0,
      min: null,
      max: null,
      samples: [],
      unique: false,
    },
    ...over,
  };
}

const key = (name: string) =>
  column(name, {
    type: 'integer',
    kind: 'identifier',
    profile: { distinctCount: 100, nullCount: 0, min: '1', max: '100', samples: [], unique: true },
  });
const foreignKey = (name: string) => column(name, { type: 'integer', kind: 'identifier' });
const measure = (name: string, over: Partial<CatalogColumn> = {}) =>
  column(name, { type: 'decimal', kind: 'measure', additive: true, ...over });

function table(name: string, columns: readonly CatalogColumn[]): CatalogTable {
  return {
    name,
    label: name.replaceAll('_', ' '),
    description: null,
    synonyms: [],
    physical: { database: 'f1', schema: 'main', table: name },
    rowCount: 100,
    columns,
    primaryKey: ['id'],
    isView: false,
    shared: false,
  };
}

/** Customers, their orders and visits, and the lines of orders. */
export function retailCatalog(): Catalog {
  return {
    generationId: 'gen1',
    clientId: 'cli',
    workspaceId: 'wsp',
    dialect: 'test',
    tables: [
      table('customers', [key('id'), column('name'), measure('credit_limit', { unit: 'USD' })]),
      table('orders', [
        key('id'),
        foreignKey('customer_id'),
        column('region'),
        measure('revenue', { unit: 'USD' }),
        column('ordered_on', { type: 'date', kind: 'time' }),
      ]),
      table('order_lines', [
        key('id'),
        foreignKey('order_id'),
        measure('quantity', { type: 'integer' }),
        measure('unit_price', { unit: 'USD', additive: false }),
        measure('stock', { additive: 'snapshot' }),
      ]),
      table('visits', [key('id'), foreignKey('customer_id')]),
    ],
    relationships: (
      [
        ['orders', 'customer_id', 'customers'],
        ['order_lines', 'order_id', 'orders'],
        ['visits', 'customer_id', 'customers'],
      ] as const
    ).map(([from, foreign, to]) => ({
      from: { table: from, columns: [foreign] },
      to: { table: to, columns: ['id'] },
      cardinality: 'many-to-one',
      source: 'inferred',
      confidence: 1,
    })),
    attachments: [],
    valueIndexes: ['values.sqlite'],
    timezone: 'UTC',
    asOf: null,
  };
}
