import type { Example } from '#src/check/types.ts';

/**
 * What each check catches, and what it lets pass though it looks alike. `test/unit/check/examples.test.ts` runs them all;
 * docs/checks.md shows the first of each.
 */

const over =
  (company: string) =>
  (question: string, sql: string): Example => ({ company, question, sql });

const shop = over('shop');
const bank = over('bank');
const school = over('school');
const subscriptions = over('subscriptions');
const treasury = over('treasury');
/** What no small company over DuckDB has: a type of another engine, a cut of millions of rows. */
const elsewhere = (triedIn: string, sql: string): Example => ({
  company: null,
  triedIn,
  question: '',
  sql,
});

const LINES = 'FROM orders o JOIN order_lines l ON l.order_id = o.id';

export const EXAMPLES = {
  numbers_from_data: {
    name: 'numbers_from_data',
    catches: [
      shop(
        'revenue by status',
        "SELECT status, SUM(revenue) AS revenue FROM orders GROUP BY status UNION ALL SELECT 'returned', 5",
      ),
      shop('total revenue', 'SELECT SUM(revenue) AS revenue, 42 AS score FROM orders'),
      shop('total revenue', 'SELECT SUM(revenue) + 1234 AS revenue FROM orders'),
    ],
    passes: [
      shop(
        'revenue per month in 2025, months without orders as zero',
        "WITH months AS (SELECT unnest(generate_series(DATE '2025-01-01', DATE '2025-12-01', INTERVAL 1 MONTH)) AS month) SELECT months.month, COALESCE(SUM(o.revenue), 0) AS revenue FROM months LEFT JOIN orders o ON o.ordered_at >= months.month AND o.ordered_at < months.month + INTERVAL 1 MONTH GROUP BY months.month",
      ),
      shop(
        'revenue by status and in all',
        "SELECT status, SUM(revenue) AS revenue FROM orders GROUP BY status UNION ALL SELECT 'all', SUM(revenue) FROM orders",
      ),
      shop(
        'share of paid orders in percent',
        "SELECT 100.0 * COUNT(*) FILTER (WHERE status = 'paid') / COUNT(*) AS share FROM orders",
      ),
    ],
  },
  changed_measure: {
    name: 'changed_measure',
    catches: [
      shop('total revenue', 'SELECT SUM(revenue) * 2 AS revenue FROM orders'),
      shop('total revenue', 'SELECT -SUM(revenue) AS revenue FROM orders'),
      shop('total revenue', 'SELECT SUM(-1 * revenue) AS revenue FROM orders'),
      shop('total revenue', 'SELECT ROUND(SUM(revenue), -3) AS revenue FROM orders'),
      shop('total revenue', 'SELECT FLOOR(SUM(revenue) / 1000) * 1000 AS revenue FROM orders'),
      shop(
        'number of orders',
        'SELECT n + 7 AS orders FROM (SELECT COUNT(*) AS n FROM orders) AS t',
      ),
    ],
    passes: [
      shop('total revenue in thousands', 'SELECT SUM(revenue) / 1000 AS revenue FROM orders'),
      shop(
        'total revenue, rounded to thousands',
        'SELECT ROUND(SUM(revenue), -3) AS revenue FROM orders',
      ),
      shop('revenue less shipping', 'SELECT SUM(revenue) - SUM(shipping_fee) AS net FROM orders'),
    ],
  },
  swapped_labels: {
    name: 'swapped_labels',
    catches: [
      shop(
        'orders by status',
        "SELECT CASE WHEN status = 'paid' THEN 'shipped' WHEN status = 'shipped' THEN 'paid' ELSE status END AS status, COUNT(*) AS orders FROM orders GROUP BY 1",
      ),
      shop(
        'orders by status',
        "SELECT CASE status WHEN 'paid' THEN 'shipped' WHEN 'shipped' THEN 'paid' ELSE status END AS status, COUNT(*) AS orders FROM orders GROUP BY 1",
      ),
      shop(
        'status and revenue of orders',
        'SELECT status AS revenue, revenue AS status FROM orders',
      ),
      shop(
        'number of orders by status',
        'SELECT status AS orders, COUNT(*) AS status FROM orders GROUP BY 1',
      ),
      shop(
        'number of large orders, above 500, and of small ones',
        "SELECT CASE WHEN revenue > 500 THEN 'small' ELSE 'large' END AS size, COUNT(*) AS orders FROM orders GROUP BY 1",
      ),
      shop(
        'paid orders and others',
        "SELECT CASE WHEN status = 'paid' THEN 'others' ELSE 'paid' END AS kind, COUNT(*) AS orders FROM orders GROUP BY 1",
      ),
    ],
    passes: [
      shop(
        'number of large orders, above 500, and of small ones',
        "SELECT CASE WHEN revenue > 500 THEN 'large' ELSE 'small' END AS size, COUNT(*) AS orders FROM orders GROUP BY 1",
      ),
      shop(
        'orders by status, paid and shipped together',
        "SELECT CASE WHEN status = 'paid' THEN 'shipped' ELSE status END AS status, COUNT(*) AS orders FROM orders GROUP BY 1",
      ),
      shop(
        'orders that are paid or not',
        "SELECT CASE WHEN status = 'paid' THEN 'paid' ELSE 'other' END AS status, COUNT(*) AS orders FROM orders GROUP BY 1",
      ),
      shop(
        'status and revenue of orders',
        'SELECT status AS state, revenue AS amount, upper(status) AS status FROM orders',
      ),
    ],
  },
  fan_out: {
    name: 'fan_out',
    catches: [
      shop('total shipping fees', `SELECT SUM(o.shipping_fee) AS fees ${LINES}`),
      shop('total shipping fees', `SELECT SUM(COALESCE(o.shipping_fee, 0)) AS fees ${LINES}`),
      shop(
        'statuses with fees above 500',
        `SELECT o.status ${LINES} GROUP BY o.status HAVING SUM(CAST(o.shipping_fee AS DOUBLE)) > 500`,
      ),
      shop(
        'quantity sold by status',
        'SELECT o.status, SUM(l.quantity) AS quantity FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN order_lines extra ON extra.order_id = o.id GROUP BY o.status',
      ),
      shop(
        'revenue until each month',
        "WITH months AS (SELECT unnest(generate_series(DATE '2025-01-01', DATE '2025-12-01', INTERVAL 1 MONTH)) AS month) SELECT SUM(o.revenue) AS revenue FROM months JOIN orders o ON o.ordered_at < months.month",
      ),
    ],
    passes: [
      shop(
        'revenue per month in 2025, months without orders as zero',
        "WITH months AS (SELECT unnest(generate_series(DATE '2025-01-01', DATE '2025-12-01', INTERVAL 1 MONTH)) AS month) SELECT months.month, COALESCE(SUM(o.revenue), 0) AS revenue FROM months LEFT JOIN orders o ON o.ordered_at >= months.month AND o.ordered_at < months.month + INTERVAL 1 MONTH GROUP BY months.month",
      ),
      shop(
        'running total of revenue by month',
        "WITH m AS (SELECT date_trunc('month', ordered_at) AS month, SUM(revenue) AS revenue FROM orders GROUP BY 1) SELECT a.month, SUM(b.revenue) AS running_total FROM m a JOIN m b ON b.month <= a.month GROUP BY a.month",
      ),
      shop(
        'value of the lines of orders',
        `SELECT SUM(l.quantity * l.unit_price) AS value ${LINES}`,
      ),
      shop(
        'quantity sold by status',
        `SELECT o.status, SUM(l.quantity) AS quantity ${LINES} GROUP BY o.status`,
      ),
      shop(
        'highest shipping fee of orders with lines',
        `SELECT MAX(o.shipping_fee) AS fee ${LINES}`,
      ),
    ],
  },
  counted_rows: {
    name: 'counted_rows',
    catches: [shop('number of orders', `SELECT COUNT(*) AS orders ${LINES}`)],
    passes: [shop('number of orders', `SELECT COUNT(DISTINCT o.id) AS orders ${LINES}`)],
  },
  outer_join_count: {
    name: 'outer_join_count',
    catches: [
      shop(
        'orders of each customer',
        'SELECT c.name, COUNT(*) AS orders FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.name',
      ),
    ],
    passes: [
      shop(
        'orders of each customer',
        'SELECT c.name, COUNT(o.id) AS orders FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.name',
      ),
    ],
  },
  nullable_count: {
    name: 'nullable_count',
    catches: [shop('number of orders', 'SELECT COUNT(coupon_code) AS orders FROM orders')],
    passes: [
      shop(
        'number of orders with a coupon code',
        'SELECT COUNT(coupon_code) AS coupon_codes FROM orders',
      ),
    ],
  },
  unused_join: {
    name: 'unused_join',
    catches: [
      shop(
        'names of products',
        'SELECT p.name FROM products p JOIN order_lines l ON l.product_id = p.id',
      ),
      shop(
        'number of orders by status',
        'SELECT o.status, COUNT(*) AS n FROM orders o JOIN order_lines extra ON extra.order_id = o.id GROUP BY o.status',
      ),
      shop(
        'total revenue',
        'SELECT SUM(o.revenue) AS revenue FROM orders o JOIN employees e ON e.id = o.salesperson_id',
      ),
    ],
    passes: [
      shop(
        'names of products that were ordered',
        'SELECT DISTINCT p.name FROM products p JOIN order_lines l ON l.product_id = p.id',
      ),
      shop(
        'names of products that were never ordered',
        'SELECT name FROM products EXCEPT SELECT p.name FROM products p JOIN order_lines l ON l.product_id = p.id',
      ),
      shop(
        'revenue of orders with an employee',
        'SELECT SUM(o.revenue) AS revenue FROM orders o JOIN employees e ON e.id = o.salesperson_id',
      ),
      shop(
        'orders by city',
        'SELECT c.city, COUNT(*) AS orders FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.city',
      ),
    ],
  },
  join_keys: {
    name: 'join_keys',
    catches: [
      shop(
        'order lines by customer',
        'SELECT c.name, COUNT(*) AS n FROM customers c JOIN order_lines l ON l.product_id = c.id GROUP BY c.name',
      ),
      shop(
        'customers who ordered',
        'SELECT name FROM customers WHERE id IN (SELECT order_id FROM order_lines)',
      ),
      shop(
        'customers who ordered',
        'SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = c.id)',
      ),
    ],
    passes: [
      school(
        'pairs of students born in the same year',
        'SELECT a.name, b.name AS other FROM students a JOIN students b ON a.birth_year = b.birth_year AND a.id < b.id',
      ),
      shop(
        'customers who ordered',
        'SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders)',
      ),
      shop(
        'customers who ordered',
        'SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE c.id = o.customer_id)',
      ),
    ],
  },
  not_in_null: {
    name: 'not_in_null',
    catches: [
      subscriptions(
        'subscribers that are not blocked',
        'SELECT email FROM subscribers WHERE id NOT IN (SELECT subscriber_id FROM blocked)',
      ),
    ],
    passes: [
      subscriptions(
        'subscribers that are not blocked',
        'SELECT email FROM subscribers WHERE id NOT IN (SELECT subscriber_id FROM blocked WHERE subscriber_id IS NOT NULL)',
      ),
    ],
  },
  letter_case: {
    name: 'letter_case',
    catches: [
      elsewhere(
        'test/unit/ask/letter-case.test.ts',
        "SELECT COUNT(*) FROM people WHERE email = 'ann@example.org'",
      ),
    ],
    passes: [
      elsewhere(
        'test/unit/ask/letter-case.test.ts',
        "SELECT COUNT(*) FROM people WHERE name = 'Ann'",
      ),
    ],
  },
  single_precision: {
    name: 'single_precision',
    catches: [
      elsewhere(
        'test/unit/ask/single-precision.test.ts',
        'SELECT COUNT(*) FROM readings WHERE degrees = 21.3',
      ),
    ],
    passes: [
      elsewhere(
        'test/unit/ask/single-precision.test.ts',
        'SELECT COUNT(*) FROM readings WHERE degrees = 21.5',
      ),
    ],
  },
  set_values: {
    name: 'set_values',
    catches: [
      elsewhere(
        'test/unit/ask/set-values.test.ts',
        "SELECT COUNT(*) FROM rooms WHERE extras = 'balcony'",
      ),
    ],
    passes: [
      elsewhere(
        'test/unit/ask/set-values.test.ts',
        "SELECT COUNT(*) FROM rooms WHERE FIND_IN_SET('balcony', extras)",
      ),
    ],
  },
  non_additive_sum: {
    name: 'non_additive_sum',
    catches: [
      bank('total balance', 'SELECT SUM(balance) AS balance FROM balances'),
      shop(
        'sales after discount',
        'SELECT SUM(unit_price * (1 - discount_rate)) AS sales FROM order_lines',
      ),
    ],
    passes: [
      shop('total of all list prices', 'SELECT SUM(list_price) AS total FROM products'),
      shop(
        'sales after discount',
        'SELECT SUM(quantity * unit_price * (1 - discount_rate)) AS sales FROM order_lines',
      ),
      bank(
        'total balance at the end of January 2025',
        "SELECT SUM(balance) AS balance FROM balances WHERE as_of = DATE '2025-01-31'",
      ),
    ],
  },
  average_of_averages: {
    name: 'average_of_averages',
    catches: [
      school(
        'average score',
        'SELECT AVG(a) AS score FROM (SELECT course_id, AVG(score) AS a FROM exams GROUP BY course_id) AS t',
      ),
      school(
        'average score',
        'SELECT SUM(a) * 1.0 / COUNT(*) AS score FROM (SELECT course_id, AVG(score) AS a FROM exams GROUP BY course_id) AS t',
      ),
    ],
    passes: [
      school('average score', 'SELECT AVG(score) AS score FROM exams'),
      school(
        'average score',
        'SELECT AVG(a) AS score FROM (SELECT AVG(score) OVER (PARTITION BY course_id) AS a FROM exams) AS t',
      ),
    ],
  },
  mixed_units: {
    name: 'mixed_units',
    catches: [treasury('total amount of sales', 'SELECT SUM(amount) AS amount FROM sales')],
    passes: [
      treasury(
        'amount of sales by currency',
        'SELECT currency, SUM(amount) AS amount FROM sales GROUP BY currency',
      ),
    ],
  },
  stated_units: {
    name: 'stated_units',
    catches: [
      shop(
        'total weight of all products in grams',
        'SELECT SUM(weight_kg) AS weight FROM products',
      ),
      shop('total weight of all products', 'SELECT SUM(weight_kg) * 100 AS weight_g FROM products'),
      shop(
        'average hours from order to now',
        "SELECT AVG(date_diff('second', ordered_at, TIMESTAMP '2026-11-01')) / 60 AS avg_hours FROM orders",
      ),
      treasury('highest price in euros', 'SELECT MAX(price_usd) AS highest FROM offers'),
      shop(
        'share of paid orders in percent',
        "SELECT 1.0 * COUNT(*) FILTER (WHERE status = 'paid') / COUNT(*) AS share FROM orders",
      ),
    ],
    passes: [
      shop(
        'total weight of all products in grams',
        'SELECT SUM(weight_kg) * 1000 AS grams FROM products',
      ),
      shop('number of orders in kg', 'SELECT COUNT(*) AS orders FROM orders'),
      shop('total revenue in euros', 'SELECT SUM(revenue) AS revenue FROM orders'),
      shop(
        'share of paid orders in percent',
        "SELECT 100.0 * COUNT(*) FILTER (WHERE status = 'paid') / COUNT(*) AS percent_paid FROM orders",
      ),
      shop(
        'number of days with orders',
        'SELECT COUNT(DISTINCT CAST(ordered_at AS DATE)) AS days FROM orders',
      ),
      treasury('prices in euros and in dollars', 'SELECT title, price_eur, price_usd FROM offers'),
    ],
  },
  integer_division: {
    name: 'integer_division',
    catches: [
      shop(
        'share of paid orders',
        "SELECT COUNT(*) FILTER (WHERE status = 'paid') // COUNT(*) AS share FROM orders",
      ),
    ],
    passes: [
      shop(
        'share of paid orders',
        "SELECT COUNT(*) FILTER (WHERE status = 'paid') / COUNT(*) AS share FROM orders",
      ),
    ],
  },
  date_bounds: {
    name: 'date_bounds',
    catches: [
      shop(
        'orders in 2025',
        "SELECT COUNT(*) AS n FROM orders WHERE ordered_at >= DATE '2025-01-01' AND ordered_at <= DATE '2025-12-31'",
      ),
    ],
    passes: [
      shop(
        'orders in 2025',
        "SELECT COUNT(*) AS n FROM orders WHERE ordered_at >= DATE '2025-01-01' AND ordered_at < DATE '2026-01-01'",
      ),
    ],
  },
  period: {
    name: 'period',
    catches: [
      shop('orders in 2025', 'SELECT COUNT(*) AS n FROM orders'),
      shop(
        'products per category in 2025',
        'SELECT category, COUNT(*) AS n FROM products GROUP BY category',
      ),
      shop(
        'orders in May',
        'SELECT COUNT(*) AS n FROM orders WHERE EXTRACT(MONTH FROM ordered_at) = 5',
      ),
    ],
    passes: [
      shop(
        'orders in 2025',
        "SELECT COUNT(*) AS n FROM orders WHERE ordered_at >= DATE '2025-01-01' AND ordered_at < DATE '2026-01-01'",
      ),
    ],
  },
  partial_period: {
    name: 'partial_period',
    catches: [
      shop(
        'orders by month',
        "SELECT date_trunc('month', ordered_at) AS month, COUNT(*) AS n FROM orders GROUP BY 1 ORDER BY 1",
      ),
    ],
    passes: [
      shop(
        'orders by month of 2025',
        "SELECT date_trunc('month', ordered_at) AS month, COUNT(*) AS n FROM orders WHERE ordered_at >= DATE '2025-01-01' AND ordered_at < DATE '2026-01-01' GROUP BY 1 ORDER BY 1",
      ),
    ],
  },
  uncovered_period: {
    name: 'uncovered_period',
    catches: [
      shop(
        'orders in May 2022',
        "SELECT COUNT(*) AS n FROM orders WHERE ordered_at >= DATE '2022-05-01' AND ordered_at < DATE '2022-06-01'",
      ),
      shop(
        'revenue by status in 2022',
        "SELECT status, SUM(revenue) AS revenue FROM orders WHERE ordered_at >= DATE '2022-01-01' AND ordered_at < DATE '2023-01-01' GROUP BY status",
      ),
      shop(
        'orders before 2024',
        "SELECT COUNT(*) AS n FROM orders WHERE ordered_at < DATE '2024-01-01'",
      ),
      shop(
        'signups in September 2026',
        "SELECT COUNT(*) AS n FROM customers WHERE signup_date BETWEEN '2026-09-01' AND '2026-09-30'",
      ),
      shop(
        'signups since July 2026',
        "SELECT COUNT(*) AS n FROM customers WHERE signup_date >= DATE '2026-07-01'",
      ),
      shop(
        'orders of each customer in 2022',
        "SELECT c.name, COUNT(o.id) AS n FROM customers c LEFT JOIN orders o ON o.customer_id = c.id AND o.ordered_at >= '2022-01-01' AND o.ordered_at < '2023-01-01' GROUP BY c.name",
      ),
      treasury('budget in 2023', 'SELECT SUM(budget_eur) AS budget FROM budgets WHERE year = 2023'),
      subscriptions(
        'cancellations in 2024',
        "SELECT COUNT(*) AS n FROM subscribers WHERE cancelled_on >= DATE '2024-01-01' AND cancelled_on < DATE '2025-01-01'",
      ),
    ],
    passes: [
      shop(
        'orders from 2023 to 2024',
        "SELECT COUNT(*) AS n FROM orders WHERE ordered_at >= DATE '2023-01-01' AND ordered_at < DATE '2025-01-01'",
      ),
      shop(
        'refunded orders in 2025',
        "SELECT COUNT(*) AS n FROM orders WHERE status = 'refunded' AND ordered_at >= DATE '2025-01-01' AND ordered_at < DATE '2026-01-01'",
      ),
      // Days yet to come.
      bank(
        'transactions in December 2026',
        "SELECT COUNT(*) AS n FROM transactions WHERE booked_at >= DATE '2026-12-01' AND booked_at < DATE '2027-01-01'",
      ),
      shop(
        'payments in 2027',
        "SELECT COUNT(*) AS n FROM payments WHERE paid_on >= DATE '2027-01-01' AND paid_on < DATE '2028-01-01'",
      ),
      // A day on which nothing happened to be booked.
      treasury(
        'sales on 13 October 2026',
        "SELECT COUNT(*) AS n FROM sales WHERE sold_on = DATE '2026-10-13'",
      ),
      shop(
        'customers without orders in 2022',
        "SELECT COUNT(*) AS n FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.ordered_at >= DATE '2022-01-01' AND o.ordered_at < DATE '2023-01-01')",
      ),
      shop(
        'orders by customers without orders in 2022',
        "SELECT c.name FROM customers c LEFT JOIN orders o ON o.customer_id = c.id AND o.ordered_at >= '2022-01-01' AND o.ordered_at < '2023-01-01' WHERE o.id IS NULL",
      ),
    ],
  },
  limited_input: {
    name: 'limited_input',
    catches: [
      shop(
        'total revenue',
        'SELECT SUM(revenue) AS revenue FROM (SELECT revenue FROM orders LIMIT 100) AS t',
      ),
      shop('orders by status', 'SELECT status, COUNT(*) AS n FROM orders GROUP BY status LIMIT 2'),
      shop(
        'customers who ordered',
        'SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders LIMIT 20)',
      ),
    ],
    passes: [
      shop(
        'revenue of the 10 largest orders',
        'SELECT SUM(revenue) AS revenue FROM (SELECT revenue FROM orders ORDER BY revenue DESC LIMIT 10) AS t',
      ),
      shop(
        'whether there are orders',
        'SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id LIMIT 1)',
      ),
    ],
  },
  picked_rows: {
    name: 'picked_rows',
    catches: [
      shop('total revenue', 'SELECT SUM(revenue) AS revenue FROM orders WHERE id % 2 = 0'),
      shop(
        'the order with the highest revenue',
        'SELECT id, revenue FROM orders ORDER BY revenue DESC LIMIT 1 OFFSET 1',
      ),
    ],
    passes: [
      shop(
        'revenue of every second order',
        'SELECT SUM(revenue) AS revenue FROM orders WHERE id % 2 = 0',
      ),
      shop(
        'the order with the second highest revenue',
        'SELECT id, revenue FROM orders ORDER BY revenue DESC LIMIT 1 OFFSET 1',
      ),
    ],
  },
  named_otherwise: {
    name: 'named_otherwise',
    catches: [
      shop('total revenue', 'SELECT MAX(revenue) AS total_revenue FROM orders'),
      shop('orders by status', 'SELECT status, AVG(revenue) AS orders FROM orders GROUP BY status'),
    ],
    passes: [
      shop('total revenue', 'SELECT SUM(revenue) AS total_revenue FROM orders'),
      shop('orders by status', 'SELECT status, COUNT(*) AS orders FROM orders GROUP BY status'),
    ],
  },
  hidden_groups: {
    name: 'hidden_groups',
    catches: [
      shop(
        'orders by status',
        'SELECT o.status, COUNT(*) AS n FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY o.status, c.city',
      ),
      shop(
        'orders by city',
        'SELECT c.city, COUNT(*) AS n FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.city, c.id',
      ),
      shop(
        'orders by city',
        'SELECT DISTINCT c.city, COUNT(*) AS n FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.city, c.id',
      ),
    ],
    passes: [
      shop(
        'cities with two orders of a status',
        'SELECT DISTINCT c.city FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.city, o.status HAVING COUNT(*) >= 2',
      ),
      shop(
        'orders by customer',
        'SELECT c.name, COUNT(*) AS n FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.id, c.name',
      ),
      shop(
        'orders by month of 2025',
        "SELECT strftime(ordered_at, '%Y-%m') AS month, COUNT(*) AS n FROM orders GROUP BY strftime(ordered_at, '%Y-%m'), date_trunc('month', ordered_at)",
      ),
    ],
  },
  groupless_having: {
    name: 'groupless_having',
    catches: [
      shop(
        'customers with more than 20 orders',
        'SELECT COUNT(*) AS n FROM orders HAVING COUNT(*) > 20',
      ),
    ],
    passes: [
      shop(
        'customers with more than 20 orders',
        'SELECT customer_id, COUNT(*) AS n FROM orders GROUP BY customer_id HAVING COUNT(*) > 20',
      ),
    ],
  },
  asked_for: {
    name: 'asked_for',
    catches: [
      shop('revenue of cancelled orders', 'SELECT SUM(revenue) AS revenue FROM orders'),
      shop(
        'orders at 18:00 or later',
        'SELECT id FROM orders WHERE EXTRACT(HOUR FROM ordered_at) > 18',
      ),
      shop('orders before 9 am', 'SELECT id FROM orders WHERE hour(ordered_at) <= 9'),
      shop(
        'number of orders by customer, including cancelled ones',
        "SELECT customer_id, COUNT(*) AS orders FROM orders WHERE status = 'cancelled' GROUP BY 1",
      ),
      shop(
        'customers who never had a cancelled order',
        "SELECT DISTINCT c.name FROM customers c JOIN orders o ON o.customer_id = c.id WHERE o.status <> 'cancelled'",
      ),
      shop(
        'top 5 customers by number of orders',
        'SELECT c.name, COUNT(*) AS orders FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name ORDER BY SUM(o.revenue) DESC LIMIT 5',
      ),
      shop(
        'change of revenue from month to month',
        "SELECT month, revenue - LAG(revenue) OVER (ORDER BY revenue) AS change FROM (SELECT date_trunc('month', ordered_at) AS month, SUM(revenue) AS revenue FROM orders GROUP BY 1) t ORDER BY month",
      ),
      bank(
        'age of accounts in years',
        'SELECT id, EXTRACT(YEAR FROM CURRENT_DATE) - EXTRACT(YEAR FROM opened_on) AS age FROM accounts',
      ),
      bank(
        'how old is each account in years',
        "SELECT id, date_diff('year', opened_on, CURRENT_DATE) AS age FROM accounts",
      ),
    ],
    passes: [
      shop(
        'number of orders by customer, including the cancelled',
        'SELECT customer_id, COUNT(*) AS orders FROM orders GROUP BY 1',
      ),
      shop(
        'orders at 18:00 or later',
        'SELECT id FROM orders WHERE EXTRACT(HOUR FROM ordered_at) >= 18',
      ),
      shop(
        'orders with more than 18 in revenue at 18:00',
        'SELECT id FROM orders WHERE revenue > 18 AND hour(ordered_at) = 18',
      ),
      shop(
        'customers who never had a cancelled order',
        "SELECT c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.status = 'cancelled')",
      ),
      shop(
        'number of orders of the 5 customers with the highest revenue',
        'SELECT c.name, COUNT(*) AS orders FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name ORDER BY SUM(o.revenue) DESC LIMIT 5',
      ),
      shop(
        'change of revenue from month to month',
        "SELECT month, revenue - LAG(revenue) OVER (ORDER BY month) AS change FROM (SELECT date_trunc('month', ordered_at) AS month, SUM(revenue) AS revenue FROM orders GROUP BY 1) t ORDER BY month",
      ),
      bank(
        'age of accounts in years',
        'SELECT id, EXTRACT(YEAR FROM AGE(CURRENT_DATE, opened_on)) AS age FROM accounts',
      ),
      shop(
        'customers who do not have more than 3 orders',
        'SELECT c.name, COUNT(o.id) AS orders FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name HAVING COUNT(o.id) <= 3',
      ),
      shop(
        'number of orders by customer, customers without orders as zero',
        'SELECT c.name, COUNT(o.id) AS orders FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name',
      ),
      shop(
        'revenue of cancelled orders',
        "SELECT SUM(revenue) AS revenue FROM orders WHERE status = 'cancelled'",
      ),
    ],
  },
  empty_result: {
    name: 'empty_result',
    catches: [
      shop('orders with a revenue above 100,000', 'SELECT id FROM orders WHERE revenue > 100000'),
    ],
    passes: [shop('orders with a revenue above 900', 'SELECT id FROM orders WHERE revenue > 900')],
  },
  truncation: {
    name: 'truncation',
    catches: [
      elsewhere(
        'test/unit/ask/verify.test.ts',
        'SELECT * FROM events, of which more rows are than results.max_spool_rows',
      ),
    ],
    passes: [shop('all customers', 'SELECT name FROM customers')],
  },
  limit_ties: {
    name: 'limit_ties',
    catches: [
      shop(
        'the line with the largest quantity',
        'SELECT id FROM order_lines ORDER BY quantity DESC LIMIT 1',
      ),
      shop(
        'the 3 largest lines',
        'WITH top AS (SELECT id, quantity FROM order_lines ORDER BY quantity DESC LIMIT 3) SELECT id FROM top',
      ),
      shop(
        'the last order of each status',
        'SELECT DISTINCT ON (status) status, id FROM orders ORDER BY status, customer_id DESC',
      ),
      shop(
        'the order with the highest customer of each status',
        'SELECT status, arg_max(id, customer_id) AS order_id FROM orders GROUP BY status',
      ),
    ],
    passes: [
      shop(
        'the 5 orders with the highest revenue',
        'SELECT id FROM orders ORDER BY revenue DESC LIMIT 5',
      ),
      shop(
        'the order with the highest revenue of each status',
        'SELECT DISTINCT ON (status) status, id FROM orders ORDER BY status, revenue DESC, id',
      ),
      shop(
        'the largest order of each status',
        'SELECT status, arg_max(id, revenue * 1000 + id) AS order_id FROM orders GROUP BY status',
      ),
    ],
  },
  missing_periods: {
    name: 'missing_periods',
    catches: [
      shop(
        'change of shipped orders above 900 from month to month',
        "SELECT month, n - LAG(n) OVER (ORDER BY month) AS change FROM (SELECT date_trunc('month', ordered_at) AS month, COUNT(*) AS n FROM orders WHERE revenue > 900 AND EXTRACT(MONTH FROM ordered_at) IN (7, 9) GROUP BY 1) AS t ORDER BY month",
      ),
    ],
    passes: [
      shop(
        'change of orders from month to month',
        "SELECT month, n - LAG(n) OVER (ORDER BY month) AS change FROM (SELECT date_trunc('month', ordered_at) AS month, COUNT(*) AS n FROM orders GROUP BY 1) AS t ORDER BY month",
      ),
    ],
  },
  total_vs_breakdown: {
    name: 'total_vs_breakdown',
    catches: [
      elsewhere(
        'test/unit/ask/verify.test.ts',
        'SELECT SUM(revenue) FROM orders, by groups that leave some rows out',
      ),
    ],
    passes: [
      elsewhere(
        'test/unit/ask/verify.test.ts',
        'SELECT SUM(revenue) FROM orders, by groups that give the total',
      ),
    ],
  },
  total_row: {
    name: 'total_row',
    catches: [
      elsewhere(
        'test/unit/ask/total-rows.test.ts',
        'SELECT SUM(amount) FROM a sheet with a line "Total"',
      ),
    ],
    passes: [
      elsewhere(
        'test/unit/ask/total-rows.test.ts',
        "SELECT SUM(amount) FROM the same WHERE region <> 'Total'",
      ),
    ],
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly name: string;
      readonly catches: readonly Example[];
      readonly passes: readonly Example[];
    }
  >
>;
