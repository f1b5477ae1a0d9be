import type { Catalog, CatalogColumn, CatalogTable, ColumnType } from '#src/plugin-api/catalog.ts';

type Flags = { readonly hidden?: boolean; readonly sensitive?: boolean };

export function column(name: string, type: ColumnType, flags: Flags = {}): CatalogColumn {
  return {
    name,
    label: name,
    description: null,
    synonyms: [],
    type,
    nativeType: '',
    nullable: true,
    kind: 'dimension',
    unit: null,
    additive: true,
    hidden: flags.hidden ?? false,
    sensitive: flags.sensitive ?? false,
    profile: null,
  };
}

export function table(
  name: string,
  columns: readonly CatalogColumn[],
  options: Partial<CatalogTable> = {},
): CatalogTable {
  return {
    name,
    label: name,
    description: null,
    synonyms: [],
    physical: { database: 'memory', schema: 'main', table: `p_${name}` },
    rowCount: 0,
    columns,
    primaryKey: null,
    isView: false,
    shared: false,
    ...options,
  };
}

export function catalogOf(tables: readonly CatalogTable[]): Catalog {
  return {
    generationId: 'g1',
    clientId: 'c1',
    workspaceId: 'w1',
    dialect: 'duckdb',
    tables,
    relationships: [],
    attachments: [],
    valueIndexes: [],
    timezone: 'UTC',
    asOf: null,
  };
}

/** A small shop: orders of customers of two tenants, a shared table of regions, a view. */
export const SHOP = catalogOf([
  table('orders', [
    column('id', 'integer'),
    column('customer_id', 'integer'),
    column('ordered_on', 'date'),
    column('amount', 'decimal'),
    column('status', 'text'),
    column('margin', 'decimal', { hidden: true }),
    column('tenant', 'text'),
  ]),
  table('customers', [
    column('id', 'integer'),
    column('name', 'text'),
    column('email', 'text', { sensitive: true }),
    column('region', 'text'),
    column('note', 'text'),
    column('secret', 'text', { hidden: true }),
    column('tenant', 'text'),
  ]),
  table('regions', [column('region', 'text'), column('manager', 'text')], { shared: true }),
  table('rates', [column('currency', 'text'), column('rate', 'decimal')]),
  table('order_view', [column('id', 'integer'), column('tenant', 'text')], { isView: true }),
]);

/** Creates and fills the physical tables of `SHOP`. */
export const SHOP_DATA = `
  CREATE TABLE p_orders AS SELECT * FROM (VALUES
    (1, 1, DATE '2024-01-15', 10.50::DECIMAL(12,2), 'paid', 1.0, 'a'),
    (2, 1, DATE '2024-02-20', 20.00, 'open', 2.0, 'a'),
    (3, 2, DATE '2024-02-21', 30.00, 'paid', 3.0, 'a'),
    (4, 3, DATE '2025-03-01', 40.25, 'paid', 4.0, 'b'),
    (5, NULL, NULL, NULL, NULL, NULL, 'b')
  ) t(id, customer_id, ordered_on, amount, status, margin, tenant);
  CREATE TABLE p_customers AS SELECT * FROM (VALUES
    (1, 'Ann', 'ann@x.org', 'North', '12', 's1', 'a'),
    (2, 'Bob', 'bob@x.org', 'South', '7', 's2', 'a'),
    (3, 'Cid', 'cid@x.org', 'North', 'FOREIGN', 's3', 'b')
  ) t(id, name, email, region, note, secret, tenant);
  CREATE TABLE p_regions AS SELECT * FROM (VALUES ('North', 'Nia'), ('South', 'Sam')) t(region, manager);
  CREATE TABLE p_rates AS SELECT * FROM (VALUES ('EUR', 1.0), ('USD', 1.1)) t(currency, rate);
  CREATE VIEW p_order_view AS SELECT id, tenant FROM p_orders;
`;
