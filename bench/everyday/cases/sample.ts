import { anyOf, either, none, right } from './case.ts';

const LINES = `order_lines l JOIN orders o ON o.order_id = l.order_id JOIN stores s ON s.store_id = o.store_id
  JOIN products p ON p.product_id = l.product_id JOIN customers c ON c.customer_id = o.customer_id`;
const Q3 = "o.order_date >= '2026-07-01' AND o.order_date < '2026-10-01'";

export const SAMPLE = [
  right(
    `SELECT SUM(revenue) FROM order_lines l JOIN orders o ON o.order_id = l.order_id WHERE ${Q3}`,
    'What was our revenue in the third quarter of 2026?',
    'revenue last quarter',
    'rev q3 2026',
  ),
  right(
    `SELECT s.region, SUM(l.revenue) FROM ${LINES} WHERE ${Q3} GROUP BY 1`,
    'What was the revenue by region in Q3 2026?',
    'revenue per region last quarter',
    'rev by region last q',
  ),
  right(
    `SELECT c.name, SUM(l.revenue) FROM ${LINES} WHERE ${Q3} GROUP BY c.customer_id, 1`,
    'What was the revenue per customer last quarter?',
    'revenue by customer in Q3 2026',
    'rev by cust last q',
  ),
  anyOf(
    [
      `SELECT c.name, SUM(l.revenue) FROM ${LINES} GROUP BY c.customer_id, 1 ORDER BY 2 DESC LIMIT 10`,
      `SELECT c.name FROM ${LINES} GROUP BY c.customer_id, 1 ORDER BY SUM(l.revenue) DESC LIMIT 10`,
    ],
    'Who are the ten customers with the highest revenue?',
    'top 10 customers by revenue',
    'top ten customers revenue',
  ),
  right(
    `SELECT p.category, SUM(l.revenue) FROM ${LINES} WHERE o.order_date >= '2026-01-01' AND o.order_date < '2026-11-01' GROUP BY 1`,
    'What is the revenue by category this year?',
    'revenue per product category in 2026',
    'rev by category ytd',
  ),
  right(
    "SELECT COUNT(*) FROM orders WHERE status = 'Returned'",
    'How many orders were returned?',
    'number of returned orders',
    'returned orders count',
  ),
  right(
    `SELECT s.name FROM ${LINES} GROUP BY s.store_id, 1 ORDER BY SUM(l.revenue) DESC LIMIT 1`,
    'Which store has the highest revenue?',
    'store with the most revenue',
    'best store by revenue',
  ),
  right(
    'SELECT segment, COUNT(*) FROM customers GROUP BY 1',
    'How many customers are in each segment?',
    'customers by segment',
    'cust per segment',
  ),
  anyOf(
    [
      "SELECT COUNT(*) FROM customers WHERE signup_date >= '2026-01-01' AND signup_date < '2026-11-01'",
      "SELECT name FROM customers WHERE signup_date >= '2026-01-01' AND signup_date < '2026-11-01'",
    ],
    'How many customers signed up this year?',
    'customers who signed up in 2026',
    'signups 2026',
  ),
  right(
    `SELECT s.region FROM ${LINES} GROUP BY 1 ORDER BY SUM(l.revenue) LIMIT 1`,
    'Which region has the lowest revenue?',
    'region with the smallest revenue',
    'worst region by revenue',
  ),
  right(
    'SELECT name FROM products ORDER BY unit_price DESC LIMIT 5',
    'What are the five most expensive products?',
    'top 5 products by unit price',
    '5 priciest products',
  ),
  right(
    'SELECT brand, AVG(unit_price) FROM products GROUP BY 1',
    'What is the average unit price by brand?',
    'average product price per brand',
    'avg price by brand',
  ),
  right(
    'SELECT channel, COUNT(*) FROM orders GROUP BY 1',
    'How many orders came through each channel?',
    'orders by channel',
    'order count per channel',
  ),
  right(
    `SELECT SUM(revenue) / COUNT(DISTINCT o.order_id) FROM order_lines l JOIN orders o ON o.order_id = l.order_id`,
    'What is the average revenue per order?',
    'average order value',
    'revenue per order on average',
  ),
  either(
    [
      `SELECT c.name FROM ${LINES} GROUP BY c.customer_id, 1 ORDER BY SUM(l.revenue) DESC LIMIT 1`,
      'SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.customer_id GROUP BY c.customer_id, 1 ORDER BY COUNT(*) DESC LIMIT 1',
    ],
    'Who is our best customer?',
  ),
  none('How many employees work in each store?', 'weather in July', 'profit after tax'),
];
