import { by, first, gold, held, month, span, sqlOf, type Talk, talk, top, year } from './talk.ts';

const LINES = `order_lines l JOIN orders o ON o.order_id = l.order_id JOIN stores s ON s.store_id = o.store_id
  JOIN products p ON p.product_id = l.product_id JOIN customers c ON c.customer_id = o.customer_id`;
const revenue = gold('SUM(l.revenue)', LINES);
const orders = gold(
  'COUNT(*)',
  'orders o JOIN customers c ON c.customer_id = o.customer_id JOIN stores s ON s.store_id = o.store_id',
);
const customers = gold('COUNT(*)', 'customers c');
const names = gold('c.name', 'customers c');
const DAY = 'o.order_date';
const in2025 = held(revenue, 'time', year(DAY, 2025));
const byRegion = by(revenue, 's.region');
const q3 = held(revenue, 'time', span(DAY, '2026-07-01', '2026-10-01'));
const german = held(names, 'country', "c.country = 'Germany'");

export const SAMPLE_TALKS: readonly Talk[] = [
  talk(
    ...['total revenue in 2025', in2025, 'and by month', by(in2025, month(DAY))],
    ...['by region instead', by(in2025, 's.region')],
    ...['what about 2024', by(held(in2025, 'time', year(DAY, 2024)), 's.region')],
    ...['top 3', top(by(held(in2025, 'time', year(DAY, 2024)), 's.region'), 3)],
  ),
  talk(
    ...['revenue by region', byRegion, 'only 2026', held(byRegion, 'time', year(DAY, 2026))],
    ...[
      'just online orders',
      held(held(byRegion, 'time', year(DAY, 2026)), 'channel', "o.channel = 'Online'"),
    ],
    ...[
      'and in 2025',
      held(held(byRegion, 'time', year(DAY, 2025)), 'channel', "o.channel = 'Online'"),
    ],
    ...['how many customers do we have', customers],
  ),
  talk(
    ...[
      'top 5 customers by revenue',
      [
        first(by(revenue, 'c.customer_id', 'c.name'), 5, 'SUM(l.revenue) DESC'),
        'SELECT c.name FROM ' +
          LINES +
          ' GROUP BY c.customer_id, c.name ORDER BY SUM(l.revenue) DESC LIMIT 5',
      ],
    ],
    ...[
      'make it 10',
      'SELECT c.name FROM ' +
        LINES +
        ' GROUP BY c.customer_id, c.name ORDER BY SUM(l.revenue) DESC LIMIT 10',
    ],
    ...[
      'only Germany',
      `SELECT c.name FROM ${LINES} WHERE c.country = 'Germany' GROUP BY c.customer_id, c.name ORDER BY SUM(l.revenue) DESC LIMIT 10`,
    ],
    ...[
      'the other way round',
      `SELECT c.name FROM ${LINES} WHERE c.country = 'Germany' GROUP BY c.customer_id, c.name ORDER BY SUM(l.revenue) LIMIT 10`,
    ],
  ),
  talk(
    ...['how many orders were returned', held(orders, 'status', "o.status = 'Returned'")],
    ...['and cancelled?', held(orders, 'status', "o.status = 'Cancelled'")],
    ...['by channel', by(held(orders, 'status', "o.status = 'Cancelled'"), 'o.channel')],
    ...[
      'in 2025',
      by(
        held(held(orders, 'status', "o.status = 'Cancelled'"), 'time', year(DAY, 2025)),
        'o.channel',
      ),
    ],
    ...[
      'per month',
      by(
        held(held(orders, 'status', "o.status = 'Cancelled'"), 'time', year(DAY, 2025)),
        month(DAY),
      ),
    ],
  ),
  talk(
    ...[
      'customers from Germany',
      german,
      'how many',
      held(customers, 'country', "c.country = 'Germany'"),
    ],
    ...[
      'what about France',
      [
        held(customers, 'country', "c.country = 'France'"),
        held(names, 'country', "c.country = 'France'"),
      ],
    ],
    ...['by segment', by(held(customers, 'country', "c.country = 'France'"), 'c.segment')],
    ...['show them', held(names, 'country', "c.country = 'France'")],
  ),
  talk(
    ...[
      'revenue last quarter',
      q3,
      'without returns',
      held(q3, 'status', "o.status <> 'Returned'"),
    ],
    ...['by category', by(held(q3, 'status', "o.status <> 'Returned'"), 'p.category')],
    ...[
      'as a share',
      `SELECT p.category, SUM(l.revenue) / SUM(SUM(l.revenue)) OVER () * 100 FROM ${LINES} WHERE ${span(DAY, '2026-07-01', '2026-10-01')} AND o.status <> 'Returned' GROUP BY 1`,
    ],
    ...[
      'top 3 categories by revenue',
      [
        top(by(revenue, 'p.category'), 3),
        `SELECT p.category FROM ${LINES} GROUP BY 1 ORDER BY SUM(l.revenue) DESC LIMIT 3`,
      ],
    ],
  ),
  talk(
    ...['average unit price of products', 'SELECT AVG(unit_price) FROM products'],
    ...['by brand', 'SELECT brand, AVG(unit_price) FROM products GROUP BY 1'],
    ...['no, I meant by category', 'SELECT category, AVG(unit_price) FROM products GROUP BY 1'],
    ...['and the maximum', 'SELECT category, MAX(unit_price) FROM products GROUP BY 1'],
    ...[
      'only Kitchen',
      [
        "SELECT MAX(unit_price) FROM products WHERE category = 'Kitchen'",
        "SELECT category, MAX(unit_price) FROM products WHERE category = 'Kitchen' GROUP BY 1",
      ],
    ],
  ),
  talk(
    ...['stores in Europe', "SELECT name FROM stores WHERE region = 'Europe'"],
    ...[
      'their revenue',
      [
        by(held(revenue, 'region', "s.region = 'Europe'"), 's.name'),
        held(revenue, 'region', "s.region = 'Europe'"),
      ],
    ],
    ...[
      'and in 2025?',
      [
        by(held(held(revenue, 'region', "s.region = 'Europe'"), 'time', year(DAY, 2025)), 's.name'),
        held(held(revenue, 'region', "s.region = 'Europe'"), 'time', year(DAY, 2025)),
      ],
    ],
    ...['orders by status', by(orders, 'o.status')],
  ),
  talk(
    ...['orders by channel in 2026', by(held(orders, 'time', year(DAY, 2026)), 'o.channel')],
    ...['same for 2025', by(held(orders, 'time', year(DAY, 2025)), 'o.channel')],
    ...[
      'same for returned orders',
      by(
        held(held(orders, 'time', year(DAY, 2025)), 'status', "o.status = 'Returned'"),
        'o.channel',
      ),
    ],
    ...[
      'sort by channel',
      by(
        held(held(orders, 'time', year(DAY, 2025)), 'status', "o.status = 'Returned'"),
        'o.channel',
      ),
    ],
  ),
  talk(
    ...['revenue by store', by(revenue, 's.store_id', 's.name')],
    ...[
      'top 5',
      sqlOf(top(by(revenue, 's.store_id', 's.name'), 5)),
      'bottom 5',
      sqlOf(top(by(revenue, 's.store_id', 's.name'), 5, 'ASC')),
    ],
    ...[
      'only this year',
      sqlOf(
        top(
          by(held(revenue, 'time', span(DAY, '2026-01-01', '2026-11-01')), 's.store_id', 's.name'),
          5,
          'ASC',
        ),
      ),
    ],
    ...[
      'actually last year',
      sqlOf(top(by(held(revenue, 'time', year(DAY, 2025)), 's.store_id', 's.name'), 5, 'ASC')),
    ],
  ),
  talk(
    ...[
      'how many customers signed up in 2025',
      held(customers, 'time', year('c.signup_date', 2025)),
    ],
    ...[
      'per month',
      by(held(customers, 'time', year('c.signup_date', 2025)), month('c.signup_date')),
    ],
    ...[
      'only Corporate',
      by(
        held(
          held(customers, 'time', year('c.signup_date', 2025)),
          'segment',
          "c.segment = 'Corporate'",
        ),
        month('c.signup_date'),
      ),
    ],
    ...[
      'in total',
      held(
        held(customers, 'time', year('c.signup_date', 2025)),
        'segment',
        "c.segment = 'Corporate'",
      ),
    ],
    ...['what about profit', []],
  ),
  talk(
    ...[
      'which product has the highest unit price',
      ['SELECT name FROM products ORDER BY unit_price DESC LIMIT 1'],
    ],
    ...[
      'and the lowest?',
      [
        'SELECT name FROM products ORDER BY unit_price LIMIT 1',
        'SELECT MIN(unit_price) FROM products',
      ],
    ],
    ...[
      'revenue by brand',
      by(revenue, 'p.brand'),
      'excluding returned orders',
      by(held(revenue, 'status', "o.status <> 'Returned'"), 'p.brand'),
    ],
  ),
];
