import { expect } from 'chai';
import { catalogFromSql } from '../../fakes/offline-catalog.ts';

interface Expected {
  readonly kind: string;
  readonly additive?: boolean | 'snapshot';
  readonly unit?: string | null;
}

/** A column of ten rows: its name, its values as SQL over the row number i, and what it must be taken for. */
const CASES: readonly (readonly [string, string, Expected])[] = [
  ['revenue', '(i * 12.5)::DECIMAL(10,2)', { kind: 'measure', additive: true, unit: null }],
  ['quantity', 'i % 4', { kind: 'measure', additive: true }],
  ['amount_usd', 'i * 1.5', { kind: 'measure', additive: true, unit: 'USD' }],
  ['damage_millions_usd', 'i * 1.5', { kind: 'measure', additive: true, unit: 'million USD' }],
  ['Price ($)', 'i * 2.5', { kind: 'measure', additive: false, unit: 'USD' }],
  ['price_in_pounds', 'i * 2.5', { kind: 'measure', additive: false, unit: 'GBP' }],
  ['unit_price', 'i * 2.5', { kind: 'measure', additive: false }],
  ['Einzelpreis', 'i * 2.5', { kind: 'measure', additive: false }],
  ['Gesamtpreis', 'i * 2.5', { kind: 'measure', additive: true }],
  ['Umsatz', 'i * 2.5', { kind: 'measure', additive: true }],
  ['Gehälter', 'i * 2.5', { kind: 'measure', additive: true }],
  ['precio', 'i * 2.5', { kind: 'measure', additive: false }],
  ['Lagerbestand', 'i % 7', { kind: 'measure', additive: 'snapshot' }],
  ['unit_cost', 'i * 2.5', { kind: 'measure', additive: false }],
  ['total_price', 'i * 2.5', { kind: 'measure', additive: true }],
  ['conversion_rate', 'i / 7.0', { kind: 'measure', additive: false }],
  ['share_count', 'i', { kind: 'measure', additive: true }],
  ['growth_pct', 'i * 3.5', { kind: 'measure', additive: false, unit: '%' }],
  ['commission_pct', 'i / 40.0', { kind: 'measure', additive: false, unit: null }],
  ['discount', 'i / 40.0', { kind: 'measure', additive: false }],
  ['avg_score', 'i', { kind: 'measure', additive: false }],
  ['rating', 'i % 5', { kind: 'measure', additive: false }],
  ['age', '20 + i', { kind: 'measure', additive: false }],
  ['balance', 'i * 10', { kind: 'measure', additive: 'snapshot' }],
  ['units_in_stock', 'i * 10', { kind: 'measure', additive: 'snapshot' }],
  ['population', 'i * 1000', { kind: 'measure', additive: 'snapshot' }],
  ['weight_kg', 'i * 1.1', { kind: 'measure', additive: true, unit: 'kg' }],
  ['area_km_2', 'i * 1.1', { kind: 'measure', additive: true, unit: 'km²' }],
  ['duration_ms', 'i * 1100', { kind: 'measure', additive: true, unit: 'ms' }],
  ['number_of_rooms', 'i % 6', { kind: 'measure', additive: true }],
  ['num_employees', 'i * 6', { kind: 'measure', additive: true }],
  ['capacity', '1900 + i * 10', { kind: 'measure', additive: true }],
  ['customer_id', 'i % 5', { kind: 'identifier' }],
  ['stuid', '100 + i', { kind: 'identifier' }],
  ['paid', 'i * 10', { kind: 'measure' }],
  ['invoice_number', '500 + i', { kind: 'identifier' }],
  ['room_number', '100 + i % 3', { kind: 'dimension' }],
  ['zip', '90000 + i', { kind: 'dimension' }],
  ['phone', '5550000 + i', { kind: 'dimension' }],
  ['country_code', 'i % 3', { kind: 'dimension' }],
  ['month', '1 + i % 12', { kind: 'dimension' }],
  ['latitude', '47.5 + i / 10.0', { kind: 'dimension' }],
  ['is_active', 'i % 2', { kind: 'dimension' }],
  ['year', '2010 + i', { kind: 'time' }],
  ['launch_year', '(2010 + i)::DOUBLE', { kind: 'time' }],
  ['year_of_study', '1 + i % 4', { kind: 'measure', additive: false }],
  ['opened', '1990 + i', { kind: 'time' }],
  ['order_date', "DATE '2024-01-01' + i::INTEGER", { kind: 'time' }],
  ['created_at', "TIMESTAMP '2024-01-01 10:00:00'", { kind: 'time' }],
  ['city', "'City ' || i % 3", { kind: 'dimension' }],
  ['sku', "'S' || i", { kind: 'identifier' }],
  ['product_code', "'P' || i", { kind: 'identifier' }],
  ['status_code', "'S' || i % 2", { kind: 'dimension' }],
  ['is_open', 'i % 2 = 0', { kind: 'dimension' }],
];

describe('the use of columns', () => {
  it('is told from names, types and values', async () => {
    const list = CASES.map(([name, sql]) => `${sql} AS "${name}"`).join(', ');
    const offline = await catalogFromSql([`CREATE TABLE t AS SELECT ${list} FROM range(10) r(i)`]);
    try {
      const columns = offline.catalog.tables[0]!.columns;
      for (const [name, , expected] of CASES) {
        const column = columns.find((candidate) => candidate.name === name)!;
        expect({ ...expected, kind: column.kind }, name).to.deep.equal(expected);
        if (expected.additive !== undefined)
          expect(column.additive, name).to.equal(expected.additive);
        if (expected.unit !== undefined) expect(column.unit, name).to.equal(expected.unit);
      }
    } finally {
      await offline.close();
    }
  });

  it('hides secrets: no profile, no values, and nobody is told of the column', async () => {
    const offline = await catalogFromSql([
      "CREATE TABLE users AS SELECT i AS user_id, 'Name ' || i AS name, 'hunter' || i AS password FROM range(5) r(i)",
    ]);
    try {
      const column = offline.catalog.tables[0]!.columns.find(({ name }) => name === 'password')!;
      expect(column).to.include({ hidden: true, secret: 'name', profile: null });
      expect(offline.values.lookup('hunter1', { near: true })).to.deep.equal([]);
      expect(offline.values.lookup('name 1')).to.have.length(1);
    } finally {
      await offline.close();
    }
  });

  it('reads the values of a name that only may be that of a secret: a library card is shown, a bank card is not', async () => {
    const members = (column: string, sql: string) =>
      `CREATE TABLE t${10 + made++} AS SELECT 'n' || i AS name, ${sql} AS "${column}" FROM range(40) r(i)`;
    let made = 0;
    const shown = [
      members('Card No', "'M' || (100 + i)"),
      members('card_number', '20000 + i'),
      members('Kartennummer', "'LIB-' || (1000 + i)"),
      members('pin', "'GPIO' || i"),
      members('PIN', '1 + i'),
    ];
    const hidden = [
      members('Card No', "'4532' || (100000000000 + i)"),
      members('card_number', '4532000000000000 + i'),
      members('Card Number', "'4532 0000 0000 ' || (1000 + i)"),
      members('card_no', "'XXXX-XXXX-XXXX-' || (1000 + i)"),
      members('card_number', 'md5(i::VARCHAR)'),
      members('card_number', "CASE i WHEN 7 THEN '4532015112830366' ELSE 'M' || i END"),
      members('card_number', 'NULL::VARCHAR'),
      members('pin', '1000 + i'),
      members('pin', "lpad((i * 211)::VARCHAR, 4, '0')"),
      members('credit_card_number', "'M' || (100 + i)"),
      members('cvv', "'M' || (100 + i)"),
      members('card_pin', "'M' || (100 + i)"),
    ];
    const offline = await catalogFromSql([...shown, ...hidden]);
    try {
      const closed = offline.catalog.tables.map(({ columns }) => columns[1]!.hidden);
      expect(closed).to.deep.equal([...shown.map(() => false), ...hidden.map(() => true)]);
      expect(offline.values.lookup('M7')).to.deep.equal([]);
      expect(offline.values.lookup('M107').map(({ column }) => column)).to.include('Card No');
    } finally {
      await offline.close();
    }
  });

  it('finds the key of a table by name and values, and two columns together where none alone is one', async () => {
    const offline = await catalogFromSql([
      "CREATE TABLE customers AS SELECT 'a' || i AS email, i + 1 AS customer_id FROM range(5) r(i)",
      'CREATE TABLE seats AS SELECT i // 3 AS row_id, i % 3 AS seat_id, i * 2.5 AS price FROM range(9) r(i)',
      'CREATE TABLE readings AS SELECT i * 1.5 AS temperature FROM range(9) r(i)',
      "CREATE TABLE regions AS SELECT 'r' || i AS region, i AS people FROM range(4) r(i)",
      "CREATE TABLE bills AS SELECT i + 7 AS order_id, 'B' || i AS bill_no, i * 1.5 AS total FROM range(6) r(i)",
      'CREATE TABLE doubled AS SELECT i // 2 AS a_id, i // 2 AS b_id FROM range(8) r(i)',
    ]);
    try {
      const keys = Object.fromEntries(
        offline.catalog.tables.map((table) => [table.name, table.primaryKey]),
      );
      expect(keys).to.deep.equal({
        customers: ['customer_id'],
        seats: ['row_id', 'seat_id'],
        readings: null,
        regions: ['region'],
        // Each is of another order, by which it is not called.
        bills: ['bill_no'],
        doubled: null,
      });
    } finally {
      await offline.close();
    }
  });
});
