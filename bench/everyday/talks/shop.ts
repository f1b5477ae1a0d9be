import { by, gold, held, month, of, type Talk, talk, top, year } from './talk.ts';

const JOINED = `order_items i JOIN orders o ON o.order_id = i.order_id
  JOIN products p ON p.product_id = i.product_id JOIN customers c ON c.customer_id = o.customer_id`;
const quantity = gold('SUM(i.quantity)', JOINED);
const orders = gold('COUNT(*)', 'orders o JOIN customers c ON c.customer_id = o.customer_id');
const shipping = gold(
  'SUM(o.shipping_cost)',
  'orders o JOIN customers c ON c.customer_id = o.customer_id',
);
const people = gold('COUNT(*)', 'customers c');
const names = gold('c.name', 'customers c');
const goods = gold('p.name', 'products p');
const DAY = 'o.order_date';
const in2025 = held(orders, 'time', year(DAY, 2025));
const vip = held(names, 'group', "c.customer_group = 'vip'");
const lighting = held(goods, 'category', "p.category = 'Lighting'");

export const SHOP_TALKS: readonly Talk[] = [
  talk(
    ...['how many orders in 2025', in2025, 'by status', by(in2025, 'o.status')],
    ...['by payment method instead', by(in2025, 'o.payment_method')],
    ...['and in 2024?', by(held(in2025, 'time', year(DAY, 2024)), 'o.payment_method')],
    ...[
      'only delivered',
      by(
        held(held(in2025, 'time', year(DAY, 2024)), 'status', "o.status = 'delivered'"),
        'o.payment_method',
      ),
    ],
  ),
  talk(
    ...['total shipping cost', shipping, 'by month', by(shipping, month(DAY))],
    ...['just 2025', by(held(shipping, 'time', year(DAY, 2025)), month(DAY))],
    ...[
      'for Germany',
      by(
        held(held(shipping, 'time', year(DAY, 2025)), 'country', "c.country = 'Germany'"),
        month(DAY),
      ),
    ],
    ...[
      'what about the average',
      by(
        of(
          held(held(shipping, 'time', year(DAY, 2025)), 'country', "c.country = 'Germany'"),
          'AVG(o.shipping_cost)',
        ),
        month(DAY),
      ),
    ],
  ),
  talk(
    ...['customers in Germany', held(names, 'country', "c.country = 'Germany'")],
    ...[
      'and Austria?',
      [
        held(names, 'country', "c.country = 'Austria'"),
        "SELECT name FROM customers WHERE country IN ('Germany', 'Austria')",
      ],
    ],
    ...['how many customers are in Spain', held(people, 'country', "c.country = 'Spain'")],
    ...[
      'by customer group',
      by(held(people, 'country', "c.country = 'Spain'"), 'c.customer_group'),
    ],
    ...['and France', by(held(people, 'country', "c.country = 'France'"), 'c.customer_group')],
  ),
  talk(
    ...[
      'vip customers',
      vip,
      'their orders',
      [
        "SELECT order_id FROM orders WHERE customer_id IN (SELECT customer_id FROM customers WHERE customer_group = 'vip')",
      ],
    ],
    ...['how many', held(orders, 'group', "c.customer_group = 'vip'")],
    ...[
      'only in 2025',
      [held(held(orders, 'group', "c.customer_group = 'vip'"), 'time', year(DAY, 2025))],
    ],
  ),
  talk(
    ...[
      'products in lighting',
      lighting,
      'with a unit price over 100',
      held(lighting, 'price', 'p.unit_price > 100'),
    ],
    ...['over 50', held(lighting, 'price', 'p.unit_price > 50')],
    ...[
      'what about Seating',
      held(held(lighting, 'category', "p.category = 'Seating'"), 'price', 'p.unit_price > 50'),
    ],
    ...[
      'how many',
      held(
        held(gold('COUNT(*)', 'products p'), 'category', "p.category = 'Seating'"),
        'price',
        'p.unit_price > 50',
      ),
    ],
  ),
  talk(
    ...[
      'quantity sold by category',
      by(quantity, 'p.category'),
      'top 2',
      top(by(quantity, 'p.category'), 2),
    ],
    ...['the other way round', top(by(quantity, 'p.category'), 2, 'ASC')],
    ...[
      'only Germany',
      top(by(held(quantity, 'country', "c.country = 'Germany'"), 'p.category'), 2, 'ASC'),
    ],
  ),
  talk(
    ...[
      'orders by status',
      by(orders, 'o.status'),
      'as a share',
      'SELECT status, COUNT(*) / SUM(COUNT(*)) OVER () * 100 FROM orders GROUP BY 1',
    ],
    ...['orders per month in 2025', by(held(orders, 'time', year(DAY, 2025)), month(DAY))],
    ...[
      'without returned ones',
      by(
        held(held(orders, 'time', year(DAY, 2025)), 'status', "o.status <> 'returned'"),
        month(DAY),
      ),
    ],
  ),
  talk(
    ...[
      'average unit price by category',
      'SELECT category, AVG(unit_price) FROM products GROUP BY 1',
    ],
    ...['highest first', 'SELECT category, AVG(unit_price) FROM products GROUP BY 1'],
    ...[
      'sorry, I meant the sum',
      'SELECT category, SUM(unit_price) FROM products GROUP BY 1',
      'and the minimum',
      'SELECT category, MIN(unit_price) FROM products GROUP BY 1',
    ],
  ),
  talk(
    ...[
      'which customers never ordered',
      'SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id)',
    ],
    ...[
      'how many are there',
      'SELECT COUNT(*) FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id)',
    ],
    ...[
      'by country',
      'SELECT country, COUNT(*) FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id) GROUP BY 1',
    ],
    ...[
      'only retail',
      "SELECT country, COUNT(*) FROM customers c WHERE customer_group = 'retail' AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id) GROUP BY 1",
    ],
  ),
  talk(
    ...[
      'how many orders were returned',
      held(orders, 'status', "o.status = 'returned'"),
      'why',
      [],
    ],
    ...['show them', "SELECT order_id FROM orders WHERE status = 'returned'"],
    ...[
      'last month',
      [
        "SELECT order_id FROM orders WHERE status = 'returned' AND order_date >= '2025-08-01' AND order_date < '2025-09-01'",
      ],
    ],
  ),
  talk(
    ...[
      'orders paid by card',
      "SELECT order_id FROM orders WHERE payment_method = 'card'",
      'and by paypal',
      "SELECT order_id FROM orders WHERE payment_method = 'paypal'",
    ],
    ...[
      'count',
      "SELECT COUNT(*) FROM orders WHERE payment_method = 'paypal'",
      'per country',
      "SELECT c.country, COUNT(*) FROM orders o JOIN customers c USING (customer_id) WHERE payment_method = 'paypal' GROUP BY 1",
    ],
    ...['by warehouse', []],
  ),
  talk(
    ...[
      'cheapest product',
      ['SELECT name FROM products ORDER BY unit_price LIMIT 1'],
      'and the most expensive?',
      'SELECT name FROM products ORDER BY unit_price DESC LIMIT 1',
    ],
    ...[
      'top 5',
      'SELECT name FROM products ORDER BY unit_price DESC LIMIT 5',
      'only Textiles',
      "SELECT name FROM products WHERE category = 'Textiles' ORDER BY unit_price DESC LIMIT 5",
    ],
  ),
];
