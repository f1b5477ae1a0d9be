import fc from 'fast-check';

/**
 * Random statements over the tables of `SHOP` that try to learn something of rows: casts and divisions that fail on the
 * rows of tenant b only, scalar subqueries with several rows, counts, windows, joins and set operations. The rows of
 * tenant b: orders 4 and 5 (amount 40.25 and NULL), customer 3 with the note FOREIGN.
 */

const pick = (...list: readonly string[]) => fc.constantFrom(...list);

const failing = pick(
  'CAST(c.note AS integer)',
  '1 / (o.id - 4)',
  '1 / (o.id - 5)',
  '1 / (c.id - 3)',
  '100 / (o.amount - 40.25)',
  "CAST(CASE WHEN o.tenant = 'b' THEN 'x' ELSE '1' END AS integer)",
  "CAST(o.tenant || '1' AS date)",
  '(SELECT CAST(x.note AS integer) FROM customers x WHERE x.id = c.id)',
  '(SELECT x.id FROM orders x WHERE x.id > 3)',
  "(SELECT 1 / count(*) FROM orders x WHERE x.tenant = 'b')",
  'ln(o.amount - 40)',
  "to_date(c.note, 'YYYY')",
  "CAST('[' || c.note || ']' AS jsonb)",
);
const harmless = pick(
  'o.id',
  'o.amount',
  'o.status',
  'o.tenant',
  'c.note',
  'c.name',
  'c.region',
  'o.ordered_on',
  '(SELECT count(*) FROM orders)',
  '(SELECT string_agg(x.note, $$,$$ ORDER BY x.id) FROM customers x)',
  '(SELECT max(x.amount) FROM orders x WHERE x.customer_id <> c.id)',
  'count(*) OVER ()',
  'rank() OVER (ORDER BY o.amount DESC, o.id)',
  'lead(o.id) OVER (ORDER BY o.id)',
  'sum(o.amount) OVER (PARTITION BY o.status)',
);
const value = fc.oneof(failing, harmless);

const condition = fc.oneof(
  failing.map((expr) => `${expr} IS NOT NULL`),
  pick(
    "o.tenant = 'b'",
    "o.tenant = 'b' OR TRUE",
    'TRUE',
    'c.note = $$FOREIGN$$ OR o.id > 0',
    'o.amount > 15',
    'EXISTS (SELECT 1 FROM orders x WHERE x.amount > 40)',
    'o.id IN (SELECT x.id FROM orders x WHERE 1 / (x.id - 4) < 5)',
    "c.note LIKE 'F%' OR c.note < '2'",
    'CAST(c.note AS integer) > 3 AND o.id > 0',
  ),
);

const from = fc
  .oneof(
    pick(
      'orders o, customers c',
      'orders o JOIN customers c ON c.id = o.customer_id',
      'orders o LEFT JOIN customers c ON CAST(c.note AS integer) = o.id',
      'orders o FULL JOIN customers c ON c.tenant = o.tenant AND c.id = o.id',
      'orders o JOIN customers c USING (tenant)',
      '(SELECT * FROM orders) o, LATERAL (SELECT x.id, x.note, x.name, x.region FROM customers x WHERE x.id = o.customer_id) c',
      '(TABLE_ORDERS) o CROSS JOIN (SELECT id, note, name, region FROM customers WHERE CAST(note AS integer) > 0) c',
    ),
  )
  .map((text) =>
    text.replace(
      'TABLE_ORDERS',
      'SELECT id, amount, status, tenant, ordered_on, customer_id FROM orders',
    ),
  );

const plain = fc
  .record({ values: fc.array(value, { minLength: 1, maxLength: 3 }), from, where: condition })
  .map(({ values, from: source, where }) => {
    const items = values.map((each, index) => `${each} AS v${index}`).join(', ');
    // WHERE takes no window, so conditions are made without.
    return `SELECT ${items} FROM ${source} WHERE ${where}`;
  });

const grouped = fc
  .record({
    key: pick('o.status', 'o.tenant', 'c.region', 'o.id % 2', '1 / (o.id - 4)', 'c.id'),
    value: pick(
      'count(*)',
      'sum(o.amount)',
      'max(c.note)',
      'sum(CAST(c.note AS integer))',
      'min(1 / (o.id - 5))',
      'string_agg(c.note, $$,$$ ORDER BY c.note)',
    ),
    from,
    where: condition,
  })
  .map(
    ({ key, value: aggregate, from: source, where }) =>
      `SELECT ${key} AS k, ${aggregate} AS v FROM ${source} WHERE ${where} GROUP BY ${key}`,
  );

const block = fc.oneof(plain, grouped);

export const randomSql: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: block },
  { weight: 1, arbitrary: block.map((sql) => `WITH w AS (${sql}) SELECT count(*) FROM w`) },
  {
    weight: 1,
    arbitrary: block.map((sql) => `WITH w AS MATERIALIZED (${sql}) SELECT * FROM w, regions`),
  },
  {
    weight: 1,
    arbitrary: block.map(
      (sql) => `SELECT count(*) FROM (${sql}) a UNION ALL SELECT id FROM orders ORDER BY 1`,
    ),
  },
  {
    weight: 1,
    arbitrary: block.map((sql) => `SELECT r.manager, EXISTS (${sql}) AS e FROM regions r`),
  },
);
