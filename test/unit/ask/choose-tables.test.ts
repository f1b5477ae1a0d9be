import { expect } from 'chai';
import { chooseTables } from '#src/ask/model/choose-tables.ts';
import { systemPrompt } from '#src/ask/model/prompt.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';

const TABLES = 900;
const need = (question: string, more: object = {}) => ({
  question,
  hits: [],
  history: [],
  filtered: false,
  maxTokens: 4_000,
  ...more,
});

describe('the tables that a prompt shows', () => {
  let source: OfflineCatalog;
  let catalog: Catalog;
  before(async () => {
    source = await catalogFromSql([
      'CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, full_name VARCHAR, city VARCHAR)',
      'CREATE TABLE purchases (customer_id INTEGER, product_id INTEGER, bought_on DATE)',
      'CREATE TABLE products (product_id INTEGER PRIMARY KEY, title VARCHAR, price INTEGER)',
    ]);
    const [customers, purchases, products] = ['customers', 'purchases', 'products'].map(
      (name) => source.catalog.tables.find((table) => table.name === name)!,
    );
    const others = Array.from({ length: TABLES - 3 }, (_, index) => ({
      ...purchases!,
      name: `sensor_${index}`,
      label: `sensor ${index}`,
    }));
    const key = (column: string, table: string) => ({
      from: { table: 'purchases', columns: [column] },
      to: { table, columns: [column] },
      cardinality: 'many-to-one' as const,
      source: 'declared' as const,
      confidence: 1,
    });
    catalog = {
      ...source.catalog,
      tables: [...others, customers!, products!, purchases!],
      relationships: [key('customer_id', 'customers'), key('product_id', 'products')],
    };
  });
  after(() => source.close());
  const names = (shown: Catalog) => shown.tables.map(({ name }) => name);

  it('are all of them where they fit', () => {
    const shown = chooseTables(source.catalog, need('customers'));
    expect(shown).to.deep.equal({ catalog: source.catalog, brief: [], cut: false });
  });

  it('are those of the question, with what joins them, out of 900, within the bound', () => {
    const shown = chooseTables(catalog, need('which products did each customer get'));
    expect(shown.cut).to.equal(true);
    expect(names(shown.catalog)).to.include.members(['customers', 'products', 'purchases']);
    expect(shown.catalog.relationships).to.have.length(2);
    expect(systemPrompt({ ...shown, tableTokens: 65 }, NO_ROW_POLICY).length).to.be.lessThan(
      4_000 * 4,
    );
  });

  it('are found by a value that the question names, and by earlier turns', () => {
    const hit = { table: 'customers', column: 'city', value: 'Oslo', rowCount: 1, match: 'exact' };
    expect(names(chooseTables(catalog, need('Oslo', { hits: [hit] })).catalog)).to.include(
      'customers',
    );
    const history = [{ question: 'x', sql: 'SELECT COUNT(*) FROM products' }];
    expect(names(chooseTables(catalog, need('and in 2024', { history })).catalog)).to.include(
      'products',
    );
  });

  it('are the same each time, whatever their order', () => {
    const first = names(chooseTables(catalog, need('sensors and customers')).catalog);
    const turned = { ...catalog, tables: [...catalog.tables].reverse() };
    const again = names(chooseTables(turned, need('sensors and customers')).catalog);
    expect([...again].sort()).to.deep.equal([...first].sort());
  });
});
