import { expect } from 'chai';
import { schemaView } from '#src/catalog/schema-view.ts';
import { starterQuestions } from '#src/catalog/starter-questions.ts';
import type { Catalog, ColumnProfile } from '#src/plugin-api/catalog.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { catalogFromSql } from '../../fakes/offline-catalog.ts';
import { columnOf, tableOf } from './catalog-builders.ts';

const profile: ColumnProfile = {
  distinctCount: 9,
  nullCount: 1,
  min: 'a',
  max: 'z',
  samples: ['a', 'b', 'c', 'd', 'e', 'f'],
  unique: false,
};

const catalog: Catalog = {
  generationId: 'g',
  clientId: 'c',
  workspaceId: 'w',
  dialect: 'duckdb',
  tables: [
    tableOf('orders', [columnOf('id', { profile }), columnOf('buyer_id', { hidden: true })]),
    tableOf(
      'buyers',
      [columnOf('id', { profile }), columnOf('card_number', { sensitive: true, profile })],
      {
        primaryKey: ['ID'],
      },
    ),
  ],
  relationships: [
    {
      from: { table: 'orders', columns: ['buyer_id'] },
      to: { table: 'buyers', columns: ['id'] },
      cardinality: 'many-to-one',
      source: 'inferred',
      confidence: 1,
    },
  ],
  attachments: [],
  valueIndexes: [],
  timezone: 'UTC',
  asOf: null,
};

describe('the schema that callers see', () => {
  it('leaves hidden columns out, with the relationships that name them', () => {
    const view = schemaView(catalog, NO_ROW_POLICY);
    expect(view.tables[0]!.columns.map(({ name }) => name)).to.deep.equal(['id']);
    expect(view.relationships).to.deep.equal([]);
    expect(view.tables[1]!.primary_key).to.deep.equal(['ID']);
  });

  it('shows a few samples, but none of sensitive columns', () => {
    const [id, card] = schemaView(catalog, NO_ROW_POLICY).tables[1]!.columns;
    expect(id!.sample_values).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
    expect(id!.distinct_count).to.equal(9);
    expect(card).to.include({
      name: 'card_number',
      sensitive: true,
      min: null,
      distinct_count: null,
    });
    expect(card!.sample_values).to.deep.equal([]);
  });

  it('tells nothing of rows under a row filter', () => {
    const view = schemaView(catalog, { filter: { region: 'North' }, hash: 'x' });
    for (const table of view.tables) {
      expect(table.row_count).to.equal(null);
      for (const column of table.columns) {
        expect(column).to.include({ distinct_count: null, null_count: null, min: null, max: null });
        expect(column.sample_values).to.deep.equal([]);
      }
    }
  });
});

describe('starter questions', () => {
  it('name only what the data has, in one reading', async () => {
    const offline = await catalogFromSql([
      "CREATE TABLE shops AS SELECT i + 1 AS shop_id, 'Shop ' || i AS name, 'Region ' || i % 4 AS region FROM range(12) r(i)",
      `CREATE TABLE bookings AS SELECT i AS booking_id, 1 + i % 12 AS shop_id, i * 2.5 AS revenue,
         DATE '2023-01-01' + i::INTEGER AS booked_on FROM range(900) r(i)`,
    ]);
    try {
      expect(starterQuestions(offline.catalog)).to.deep.equal([
        'total revenue by region in 2024',
        'top 5 shops by revenue',
        'total revenue by month in 2024',
        'how many bookings per month in 2024',
        'how many shops by region',
      ]);
    } finally {
      await offline.close();
    }
  });

  it('are none where there is nothing to ask', () => {
    expect(starterQuestions({ ...catalog, tables: [], relationships: [] })).to.deep.equal([]);
  });
});
