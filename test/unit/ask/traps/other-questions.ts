import { type Trap, type TrapTuple, trapsOf } from './cases.ts';

const other = (question: string, sql: string): TrapTuple => [
  'another question',
  question,
  sql,
  'flagged',
  'declined',
];

/** Sound SQL that answers another question than the one that was asked: what a model gets wrong unseen. */
export const OTHER_QUESTIONS: readonly Trap[] = [
  ...trapsOf('shop', [
    // A condition that the question names is not there.
    other('total revenue of cancelled orders', 'SELECT SUM(revenue) AS revenue FROM orders'),
    other('how many customers live in Berlin', 'SELECT COUNT(*) AS customers FROM customers'),
    other('how many customers are from "Paris"', 'SELECT COUNT(*) AS customers FROM customers'),
    other('customers in Madrid', 'SELECT name FROM customers'),
    other(
      'revenue of customers in Rome in 2025',
      `SELECT SUM(revenue) AS revenue FROM orders WHERE ordered_at >= '2025-01-01' AND ordered_at < '2026-01-01'`,
    ),
    other('average amount of card payments', 'SELECT AVG(amount) AS average FROM payments'),
    other('products in the category Lamps', 'SELECT name FROM products'),
    other('revenue of orders over 500', 'SELECT SUM(revenue) AS revenue FROM orders'),
    other('orders with a revenue above 1,000', 'SELECT id FROM orders WHERE revenue IS NOT NULL'),
    other(
      'customers with more than three orders',
      'SELECT customer_id, COUNT(*) AS n FROM orders GROUP BY customer_id',
    ),
    // A condition that nobody asked for.
    other('total revenue', `SELECT SUM(revenue) AS revenue FROM orders WHERE status = 'cancelled'`),
    other(
      'how many customers are there',
      `SELECT COUNT(*) AS customers FROM customers WHERE city = 'Berlin'`,
    ),
    other(
      'revenue by status',
      `SELECT status, SUM(revenue) AS revenue FROM orders WHERE status IN ('paid', 'shipped') GROUP BY status`,
    ),
    other('total revenue', 'SELECT SUM(revenue) AS revenue FROM orders WHERE revenue > 250'),
    other(
      'number of payments by method',
      `SELECT method, COUNT(*) AS payments FROM payments WHERE method <> 'transfer' GROUP BY method`,
    ),
    other(
      'customers by country',
      `SELECT country, COUNT(*) AS customers FROM customers WHERE country LIKE '%Germ%' GROUP BY country`,
    ),
    other('list all customers', 'SELECT name FROM customers ORDER BY name LIMIT 25'),
    // Another value, number or period than the one that was asked.
    other(
      'how many customers live in Berlin',
      `SELECT COUNT(*) AS customers FROM customers WHERE city = 'Paris'`,
    ),
    other(
      'revenue of paid orders',
      `SELECT SUM(revenue) AS revenue FROM orders WHERE status = 'shipped'`,
    ),
    other('orders over 500', 'SELECT id FROM orders WHERE revenue > 900'),
    other(
      'top 5 customers by credit limit',
      'SELECT name FROM customers ORDER BY credit_limit DESC LIMIT 9',
    ),
    other(
      'revenue in 2025',
      `SELECT SUM(revenue) AS revenue FROM orders WHERE ordered_at >= '2024-01-01' AND ordered_at < '2025-01-01'`,
    ),
    other(
      'revenue in 2025',
      'SELECT SUM(revenue) AS revenue FROM orders WHERE EXTRACT(year FROM ordered_at) = 2024',
    ),
    other(
      'revenue in 2025',
      `SELECT SUM(revenue) AS revenue FROM orders WHERE ordered_at >= '2025-01-01' AND ordered_at < '2025-07-01'`,
    ),
    other(
      'revenue in 2025',
      `SELECT SUM(revenue) AS revenue FROM orders WHERE ordered_at >= '2024-01-01' AND ordered_at < '2026-01-01'`,
    ),
    other(
      'revenue in March 2025',
      `SELECT SUM(revenue) AS revenue FROM orders WHERE ordered_at >= '2025-04-01' AND ordered_at < '2025-05-01'`,
    ),
    other(
      'revenue last month',
      `SELECT SUM(revenue) AS revenue FROM orders WHERE ordered_at >= '2026-10-01' AND ordered_at < '2026-11-01'`,
    ),
    // Another measure.
    other('total revenue', 'SELECT SUM(shipping_fee) AS revenue FROM orders'),
    other(
      'average shipping fee by status',
      'SELECT status, AVG(revenue) AS fee FROM orders GROUP BY status',
    ),
    other(
      'total quantity by product',
      'SELECT product_id, MAX(unit_price) AS total FROM order_lines GROUP BY product_id',
    ),
    other('highest salary', 'SELECT MAX(credit_limit) AS salary FROM customers'),
  ]),
  ...trapsOf('bank', [
    other('number of savings accounts', 'SELECT COUNT(*) AS accounts FROM accounts'),
    other('total amount of deposits', 'SELECT SUM(amount) AS amount FROM transactions'),
    other(
      'total amount of deposits',
      `SELECT SUM(amount) AS amount FROM transactions WHERE kind = 'fee'`,
    ),
    other('branches in Oslo', `SELECT name FROM branches WHERE city IN ('Bergen', 'Tromso')`),
  ]),
  ...trapsOf('school', [
    other(
      'average score in the exams of course 7',
      'SELECT AVG(score) AS score FROM exams WHERE course_id = 9',
    ),
    other(
      'students in the Red house',
      'SELECT s.name FROM students s JOIN houses h ON h.id = s.house_id',
    ),
    other(
      'students in the Red house',
      `SELECT s.name FROM students s JOIN houses h ON h.id = s.house_id WHERE h.name = 'Blue'`,
    ),
  ]),
  ...trapsOf('treasury', [
    other('units sold in Japan', 'SELECT SUM(units) AS units FROM sales'),
    other('units sold in Japan', `SELECT SUM(units) AS units FROM sales WHERE country = 'Brazil'`),
  ]),
];
