import type { OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { catalogFromSql } from '../../fakes/offline-catalog.ts';

/** A small retail company, shaped like the sample data. */
export function openRetail(): Promise<OfflineCatalog> {
  return catalogFromSql([
    `CREATE TABLE customers AS SELECT * FROM (VALUES
      (1, 'Ada Byron', 'Berlin', 'Germany', DATE '2024-01-05', 34),
      (2, 'Ben Kaya', 'Paris', 'France', DATE '2024-06-11', 51),
      (3, 'Cleo Marsh', 'Berlin', 'Germany', DATE '2025-02-17', 27),
      (4, 'Dan Okafor', 'Lyon', 'France', DATE '2025-09-30', 45))
      AS t(customer_id, name, city, country, signup_date, age)`,
    `CREATE TABLE stores AS SELECT * FROM (VALUES
      (1, 'Nordmarkt', 'North', 'Hamburg'), (2, 'Suedplatz', 'South', 'Munich'),
      (3, 'Westtor', 'West', 'Cologne'))
      AS t(store_id, store_name, region, city)`,
    `CREATE TABLE products AS SELECT * FROM (VALUES
      (1, 'Desk lamp', 'Lighting', 39.90), (2, 'Oak table', 'Furniture', 420.00),
      (3, 'Office chair', 'Furniture', 189.50))
      AS t(product_id, product_name, category, unit_price)`,
    `CREATE TABLE orders AS SELECT * FROM (VALUES
      (10, 1, 1, DATE '2025-01-10', 'Online'), (11, 1, 2, DATE '2025-03-02', 'In store'),
      (12, 2, 2, DATE '2025-05-20', 'Online'), (13, 3, 3, DATE '2024-12-31', 'Online'),
      (14, 2, 1, DATE '2026-08-15', 'Phone'))
      AS t(order_id, customer_id, store_id, order_date, channel)`,
    `CREATE TABLE order_lines AS SELECT * FROM (VALUES
      (100, 10, 1, 2, 79.80), (101, 10, 2, 1, 420.00), (102, 11, 3, 1, 189.50),
      (103, 12, 2, 1, 420.00), (104, 13, 1, 1, 39.90), (105, 14, 3, 4, 758.00))
      AS t(line_id, order_id, product_id, quantity, revenue)`,
  ]);
}
